<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pl" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>{0} different word(s)</source>
        <translation>
            <numerusform>{0} innego słowa</numerusform>
            <numerusform>{0} różnych słów</numerusform>
            <numerusform>{0} różnych słów</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Charts</name>
    <message>
        <source>Stages</source>
        <translation>Etapy</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>Według rozmiaru</translation>
    </message>
    <message>
        <source>By parameter</source>
        <translation>Według parametru</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Przyspieszenie</translation>
    </message>
    <message>
        <source>Milestones</source>
        <translation>Kamienie milowe</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Czasy</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>Cykle</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Błędy wyników</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>Sektory</translation>
    </message>
    <message>
        <source>Wavefronts</source>
        <translation>Wavefronty</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Ograniczenia</translation>
    </message>
    <message>
        <source>Estimates</source>
        <translation>Oszacowania</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Share of library</source>
        <translation>Udział względem biblioteki</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Zamówione</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Przesłane</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>FLOP na bajt</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Szybkość</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Porównania</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Czas</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Pamięć</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Części</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Czekanie</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Instrukcje</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Tiles</source>
        <translation>Kafelki</translation>
    </message>
    <message>
        <source>Global memory</source>
        <translation>Pamięć globalna</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Źródło</translation>
    </message>
    <message>
        <source>Shared memory banks</source>
        <translation>Banki pamięci współdzielonej</translation>
    </message>
    <message>
        <source>Warp</source>
        <translation>Warp</translation>
    </message>
    <message>
        <source>PTX</source>
        <translation>PTX</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>Adresy</translation>
    </message>
    <message>
        <source>What binds it</source>
        <translation>Co ogranicza</translation>
    </message>
    <message>
        <source>Machine code</source>
        <translation>Kod maszynowy</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Zajętość</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>Błędy w programie</translation>
    </message>
    <message>
        <source>Host program</source>
        <translation>Program hosta</translation>
    </message>
    <message>
        <source>Blocks in time</source>
        <translation>Bloki w czasie</translation>
    </message>
    <message>
        <source>Warps in cycles</source>
        <translation>Warpy w cyklach</translation>
    </message>
</context>
<context>
    <name>Ptx</name>
    <message>
        <source>d = a + b</source>
        <translation>d = a + b</translation>
    </message>
    <message>
        <source>d = a - b</source>
        <translation>d = a - b</translation>
    </message>
    <message>
        <source>d = a * b, or the low, high or whole product of integers</source>
        <translation>d = a * b albo niższa, wyższa lub cała część iloczynu liczb całkowitych</translation>
    </message>
    <message>
        <source>d = a * b + c</source>
        <translation>d = a * b + c</translation>
    </message>
    <message>
        <source>product of two 24-bit integers</source>
        <translation>iloczyn dwóch 24-bitowych liczb całkowitych</translation>
    </message>
    <message>
        <source>product of two 24-bit integers, plus c</source>
        <translation>iloczyn dwóch 24-bitowych liczb całkowitych, plus c</translation>
    </message>
    <message>
        <source>d = c + |a - b|</source>
        <translation>d = c + |a - b|</translation>
    </message>
    <message>
        <source>d = a / b</source>
        <translation>d = a / b</translation>
    </message>
    <message>
        <source>d = a % b</source>
        <translation>d = a % b</translation>
    </message>
    <message>
        <source>d = |a|</source>
        <translation>d = |a|</translation>
    </message>
    <message>
        <source>d = -a</source>
        <translation>d = -a</translation>
    </message>
    <message>
        <source>the smaller of a and b</source>
        <translation>mniejsze z a i b</translation>
    </message>
    <message>
        <source>the larger of a and b</source>
        <translation>większe z a i b</translation>
    </message>
    <message>
        <source>number of bits that are set in a</source>
        <translation>liczba ustawionych bitów w a</translation>
    </message>
    <message>
        <source>number of leading zero bits of a</source>
        <translation>liczba zerowych bitów na początku a</translation>
    </message>
    <message>
        <source>position of the most significant bit of a that is not a sign bit</source>
        <translation>miejsce najbardziej znaczącego bitu a, który nie jest bitem znaku</translation>
    </message>
    <message>
        <source>position of the n-th set bit</source>
        <translation>miejsce n-tego ustawionego bitu</translation>
    </message>
    <message>
        <source>bits of a in reverse order</source>
        <translation>bity a w odwrotnej kolejności</translation>
    </message>
    <message>
        <source>bit field of a, c bits from bit b</source>
        <translation>pole bitów a: c bitów od bitu b</translation>
    </message>
    <message>
        <source>b with e bits from bit c replaced by those of a</source>
        <translation>b, w którym e bitów od bitu c zastąpiono bitami a</translation>
    </message>
    <message>
        <source>sign- or zero-extend a from b bits</source>
        <translation>rozszerzenie a od b bitów, ze znakiem lub zerami</translation>
    </message>
    <message>
        <source>mask of b bits from bit a</source>
        <translation>maska z b bitów od bitu a</translation>
    </message>
    <message>
        <source>dot product of four bytes, plus c</source>
        <translation>iloczyn skalarny czterech bajtów, plus c</translation>
    </message>
    <message>
        <source>dot product of two halves with two bytes, plus c</source>
        <translation>iloczyn skalarny dwóch połówek słowa z dwoma bajtami, plus c</translation>
    </message>
    <message>
        <source>sum of words, halves or bytes, wider than 32 bits inside</source>
        <translation>suma słów, połówek lub bajtów, wewnątrz szersza niż 32 bity</translation>
    </message>
    <message>
        <source>difference of words, halves or bytes</source>
        <translation>różnica słów, połówek lub bajtów</translation>
    </message>
    <message>
        <source>absolute difference of words, halves or bytes</source>
        <translation>wartość bezwzględna różnicy słów, połówek lub bajtów</translation>
    </message>
    <message>
        <source>the smaller of two words, halves or bytes</source>
        <translation>mniejsze z dwóch słów, połówek lub bajtów</translation>
    </message>
    <message>
        <source>the larger of two words, halves or bytes</source>
        <translation>większe z dwóch słów, połówek lub bajtów</translation>
    </message>
    <message>
        <source>a word, half or byte shifted left</source>
        <translation>słowo, połówka lub bajt przesunięte w lewo</translation>
    </message>
    <message>
        <source>a word, half or byte shifted right</source>
        <translation>słowo, połówka lub bajt przesunięte w prawo</translation>
    </message>
    <message>
        <source>product of words, halves or bytes, plus c, shifted right</source>
        <translation>iloczyn słów, połówek lub bajtów, plus c, przesunięty w prawo</translation>
    </message>
    <message>
        <source>whether a comparison of words, halves or bytes holds</source>
        <translation>czy zachodzi porównanie słów, połówek lub bajtów</translation>
    </message>
    <message>
        <source>sums of two halves, or their sum plus c</source>
        <translation>sumy dwóch połówek albo ich suma plus c</translation>
    </message>
    <message>
        <source>differences of two halves, or their sum plus c</source>
        <translation>różnice dwóch połówek albo ich suma plus c</translation>
    </message>
    <message>
        <source>averages, rounded of two halves, or their sum plus c</source>
        <translation>średnie dwóch połówek, zaokrąglone, albo ich suma plus c</translation>
    </message>
    <message>
        <source>absolute differences of two halves, or their sum plus c</source>
        <translation>wartości bezwzględne różnic dwóch połówek albo ich suma plus c</translation>
    </message>
    <message>
        <source>the smaller ones of two halves, or their sum plus c</source>
        <translation>mniejsze z dwóch połówek albo ich suma plus c</translation>
    </message>
    <message>
        <source>the larger ones of two halves, or their sum plus c</source>
        <translation>większe z dwóch połówek albo ich suma plus c</translation>
    </message>
    <message>
        <source>sums of four bytes, or their sum plus c</source>
        <translation>sumy czterech bajtów albo ich suma plus c</translation>
    </message>
    <message>
        <source>differences of four bytes, or their sum plus c</source>
        <translation>różnice czterech bajtów albo ich suma plus c</translation>
    </message>
    <message>
        <source>averages, rounded of four bytes, or their sum plus c</source>
        <translation>średnie czterech bajtów, zaokrąglone, albo ich suma plus c</translation>
    </message>
    <message>
        <source>absolute differences of four bytes, or their sum plus c</source>
        <translation>wartości bezwzględne różnic czterech bajtów albo ich suma plus c</translation>
    </message>
    <message>
        <source>the smaller ones of four bytes, or their sum plus c</source>
        <translation>mniejsze z czterech bajtów albo ich suma plus c</translation>
    </message>
    <message>
        <source>the larger ones of four bytes, or their sum plus c</source>
        <translation>większe z czterech bajtów albo ich suma plus c</translation>
    </message>
    <message>
        <source>d = a + b + carry</source>
        <translation>d = a + b + przeniesienie</translation>
    </message>
    <message>
        <source>d = a - b - borrow</source>
        <translation>d = a - b - pożyczka</translation>
    </message>
    <message>
        <source>d = a * b + c + carry</source>
        <translation>d = a * b + c + przeniesienie</translation>
    </message>
    <message>
        <source>whether a is finite, infinite, a number, not a number, normal or subnormal</source>
        <translation>czy a jest skończone, nieskończone, liczbą, nie-liczbą, normalne czy podnormalne</translation>
    </message>
    <message>
        <source>b with the sign of a</source>
        <translation>b ze znakiem a</translation>
    </message>
    <message>
        <source>d = a * b + c, rounded once</source>
        <translation>d = a * b + c, zaokrąglone raz</translation>
    </message>
    <message>
        <source>d = 1 / a</source>
        <translation>d = 1 / a</translation>
    </message>
    <message>
        <source>square root of a</source>
        <translation>pierwiastek kwadratowy z a</translation>
    </message>
    <message>
        <source>1 / square root of a</source>
        <translation>1 / pierwiastek kwadratowy z a</translation>
    </message>
    <message>
        <source>sine of a</source>
        <translation>sinus a</translation>
    </message>
    <message>
        <source>cosine of a</source>
        <translation>cosinus a</translation>
    </message>
    <message>
        <source>binary logarithm of a</source>
        <translation>logarytm dwójkowy a</translation>
    </message>
    <message>
        <source>2 to the power of a</source>
        <translation>2 do potęgi a</translation>
    </message>
    <message>
        <source>hyperbolic tangent of a</source>
        <translation>tangens hiperboliczny a</translation>
    </message>
    <message>
        <source>all ones or 1.0 where the comparison holds, else 0</source>
        <translation>same jedynki lub 1.0, gdzie porównanie zachodzi, inaczej 0</translation>
    </message>
    <message>
        <source>predicate of a comparison</source>
        <translation>predykat z porównania</translation>
    </message>
    <message>
        <source>a where p holds, else b</source>
        <translation>a, gdzie zachodzi p, inaczej b</translation>
    </message>
    <message>
        <source>a where c &gt;= 0, else b</source>
        <translation>a, gdzie c &gt;= 0, inaczej b</translation>
    </message>
    <message>
        <source>bitwise and</source>
        <translation>bitowe i</translation>
    </message>
    <message>
        <source>bitwise or</source>
        <translation>bitowe lub</translation>
    </message>
    <message>
        <source>bitwise exclusive or</source>
        <translation>bitowe wykluczające lub</translation>
    </message>
    <message>
        <source>bitwise complement</source>
        <translation>dopełnienie bitowe</translation>
    </message>
    <message>
        <source>1 where a is 0, else 0</source>
        <translation>1, gdzie a jest 0, inaczej 0</translation>
    </message>
    <message>
        <source>any bitwise function of three operands</source>
        <translation>dowolna funkcja bitowa trzech argumentów</translation>
    </message>
    <message>
        <source>32 bits of the pair b:a shifted by c</source>
        <translation>32 bity pary b:a przesuniętej o c</translation>
    </message>
    <message>
        <source>shift left</source>
        <translation>przesunięcie w lewo</translation>
    </message>
    <message>
        <source>shift right</source>
        <translation>przesunięcie w prawo</translation>
    </message>
    <message>
        <source>d = a</source>
        <translation>d = a</translation>
    </message>
    <message>
        <source>four bytes picked from the pair b:a</source>
        <translation>cztery bajty wybrane z pary b:a</translation>
    </message>
    <message>
        <source>address in a state space to generic address, or back</source>
        <translation>adres w przestrzeni stanów na adres ogólny albo z powrotem</translation>
    </message>
    <message>
        <source>whether a generic address lies in a state space</source>
        <translation>czy adres ogólny leży w przestrzeni stanów</translation>
    </message>
    <message>
        <source>address of a shared variable in another block of the cluster</source>
        <translation>adres zmiennej wspólnej w innym bloku klastra</translation>
    </message>
    <message>
        <source>which block of the cluster an address belongs to</source>
        <translation>do którego bloku klastra należy adres</translation>
    </message>
    <message>
        <source>convert to another type</source>
        <translation>zamiana na inny typ</translation>
    </message>
    <message>
        <source>load</source>
        <translation>odczyt</translation>
    </message>
    <message>
        <source>load, the address being the same for all lanes</source>
        <translation>odczyt z pamięci, z tego samego adresu dla wszystkich torów</translation>
    </message>
    <message>
        <source>store</source>
        <translation>zapis</translation>
    </message>
    <message>
        <source>read, change and write in one step</source>
        <translation>odczyt, zmiana i zapis w jednym kroku</translation>
    </message>
    <message>
        <source>change memory in one step, without an answer</source>
        <translation>zmiana pamięci w jednym kroku, bez odpowiedzi</translation>
    </message>
    <message>
        <source>ask for a line ahead of its use</source>
        <translation>prośba o linię, zanim będzie potrzebna</translation>
    </message>
    <message>
        <source>ask for a line ahead of its use, uniform cache</source>
        <translation>prośba o linię, zanim będzie potrzebna, z pamięci podręcznej stałych</translation>
    </message>
    <message>
        <source>read another lane&apos;s register</source>
        <translation>odczyt rejestru innego toru</translation>
    </message>
    <message>
        <source>combine a predicate over the warp</source>
        <translation>złożenie predykatu z całego warpu</translation>
    </message>
    <message>
        <source>lanes that hold the same value</source>
        <translation>tory, które mają tę samą wartość</translation>
    </message>
    <message>
        <source>the lanes that execute this instruction</source>
        <translation>tory, które wykonują tę instrukcję</translation>
    </message>
    <message>
        <source>reduce a value over the warp</source>
        <translation>redukcja wartości w warpie</translation>
    </message>
    <message>
        <source>choose one of the lanes</source>
        <translation>wybór jednego z torów</translation>
    </message>
    <message>
        <source>wait for the threads of the block, or of the warp</source>
        <translation>czekanie na wątki bloku albo warpu</translation>
    </message>
    <message>
        <source>wait for the threads of the block</source>
        <translation>czekanie na wątki bloku</translation>
    </message>
    <message>
        <source>order memory accesses</source>
        <translation>porządkowanie dostępów do pamięci</translation>
    </message>
    <message>
        <source>suspend the thread for about t ns</source>
        <translation>wstrzymanie wątku na około t ns</translation>
    </message>
    <message>
        <source>go to a label</source>
        <translation>skok do etykiety</translation>
    </message>
    <message>
        <source>go to a label of a list</source>
        <translation>skok do etykiety z listy</translation>
    </message>
    <message>
        <source>call a function</source>
        <translation>wywołanie funkcji</translation>
    </message>
    <message>
        <source>return from a function</source>
        <translation>powrót z funkcji</translation>
    </message>
    <message>
        <source>end the thread</source>
        <translation>koniec wątku</translation>
    </message>
    <message>
        <source>abort the kernel</source>
        <translation>przerwanie kernela</translation>
    </message>
    <message>
        <source>stop in the debugger</source>
        <translation>zatrzymanie w debuggerze</translation>
    </message>
    <message>
        <source>contents that nobody needs any more</source>
        <translation>zawartość, której nikt już nie potrzebuje</translation>
    </message>
    <message>
        <source>ask for a place in the cache</source>
        <translation>prośba o miejsce w pamięci podręcznej</translation>
    </message>
    <message>
        <source>a way of using the cache, for cache_hint</source>
        <translation>sposób użycia pamięci podręcznej, dla cache_hint</translation>
    </message>
    <message>
        <source>count an event of the performance monitor</source>
        <translation>zliczenie zdarzenia monitora wydajności</translation>
    </message>
    <message>
        <source>order with the kernels before and after</source>
        <translation>kolejność względem kerneli przed i po</translation>
    </message>
    <message>
        <source>change the number of registers</source>
        <translation>zmiana liczby rejestrów</translation>
    </message>
    <message>
        <source>copy from global to shared memory, done later</source>
        <translation>kopia z pamięci globalnej do wspólnej, wykonana później</translation>
    </message>
    <message>
        <source>barrier in shared memory: arrivals and waiting apart</source>
        <translation>bariera w pamięci wspólnej: przyjście i czekanie osobno</translation>
    </message>
    <message>
        <source>load 8x8 matrices from shared memory into the lanes of a warp</source>
        <translation>odczyt macierzy 8x8 z pamięci wspólnej do torów warpu</translation>
    </message>
    <message>
        <source>store 8x8 matrices from the lanes of a warp</source>
        <translation>zapis macierzy 8x8 z torów warpu</translation>
    </message>
    <message>
        <source>transpose an 8x8 matrix across the lanes of a warp</source>
        <translation>transpozycja macierzy 8x8 między torami warpu</translation>
    </message>
    <message>
        <source>product of matrices that the lanes of a warp hold, plus c</source>
        <translation>iloczyn macierzy, które trzymają tory warpu, plus c</translation>
    </message>
    <message>
        <source>load, multiply and store matrices that the lanes of a warp hold</source>
        <translation>odczyt, mnożenie i zapis macierzy, które trzymają tory warpu</translation>
    </message>
    <message>
        <source>read a texture, filtered as its object says</source>
        <translation>odczyt tekstury, filtrowany tak, jak mówi jej obiekt</translation>
    </message>
    <message>
        <source>one component of the four texels around a place of a texture</source>
        <translation>jedna składowa czterech tekseli wokół miejsca tekstury</translation>
    </message>
    <message>
        <source>load from a surface</source>
        <translation>odczyt z powierzchni</translation>
    </message>
    <message>
        <source>store to a surface</source>
        <translation>zapis do powierzchni</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1 by stage, %2</source>
        <translation>%1 według etapów, %2</translation>
    </message>
    <message>
        <source>model</source>
        <translation>model</translation>
    </message>
    <message>
        <source>counted on %1</source>
        <translation>zliczone na %1</translation>
    </message>
    <message>
        <source>hardware</source>
        <translation>sprzęt</translation>
    </message>
    <message>
        <source>The model has no such figure of this track at %1.</source>
        <translation>Model nie ma takiej liczby dla tej ścieżki przy %1.</translation>
    </message>
    <message>
        <source>model, compute capability 9.0</source>
        <translation>model, compute capability 9.0</translation>
    </message>
    <message>
        <source>Bytes asked for</source>
        <translation>Zamówione bajty</translation>
    </message>
    <message>
        <source>asked of global memory</source>
        <translation>zamówione z pamięci globalnej</translation>
    </message>
    <message>
        <source>What the lanes ask for, each by itself: a word that all of them want counts 32 times</source>
        <translation>O co proszą tory, każdy z osobna: słowo, którego chcą wszystkie, liczy się 32 razy</translation>
    </message>
    <message>
        <source>Operations per byte asked for</source>
        <translation>Działania na zamówiony bajt</translation>
    </message>
    <message>
        <source>floating-point operations per byte</source>
        <translation>działania zmiennoprzecinkowe na bajt</translation>
    </message>
    <message>
        <source>A tile with edges twice as long halves what is asked of global memory</source>
        <translation>Kafelek o dwa razy dłuższych bokach zmniejsza o połowę to, co zamawia się z pamięci globalnej</translation>
    </message>
    <message>
        <source>%1 per %2 by stage, %3</source>
        <translation>%1 na %2 według etapów, %3</translation>
    </message>
    <message>
        <source>%1 per %2 of %3 memory</source>
        <translation>%1 na %2, pamięć: %3</translation>
    </message>
    <message>
        <source>; hardware: </source>
        <translation>; sprzęt: </translation>
    </message>
    <message>
        <source>Neither the model nor a recording has counts of this track at %1.</source>
        <translation>Ani model, ani żaden zapis nie ma zliczeń dla tej ścieżki przy %1.</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>Sektory</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>sektory</translation>
    </message>
    <message>
        <source>global</source>
        <translation>globalna</translation>
    </message>
    <message>
        <source>request</source>
        <translation>żądanie</translation>
    </message>
    <message>
        <source>requests of loads and stores</source>
        <translation>żądania odczytu i zapisu</translation>
    </message>
    <message>
        <source>Wavefronts</source>
        <translation>Wavefronty</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>wavefronty</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>współdzielona</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>instrukcję</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>instrukcje</translation>
    </message>
    <message>
        <source>, %1 % less than was recorded</source>
        <translation>, %1 % mniej niż zapisano</translation>
    </message>
    <message>
        <source>, %1 % more than was recorded</source>
        <translation>, %1 % więcej niż zapisano</translation>
    </message>
    <message>
        <source>
warps, %1: %2 %</source>
        <translation>
warpy, %1: %2 %</translation>
    </message>
    <message>
        <source>Measured and estimated times, %1</source>
        <translation>Czasy zmierzone i oszacowane, %1</translation>
    </message>
    <message>
        <source>time</source>
        <translation>czas</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>zmierzone</translation>
    </message>
    <message>
        <source>estimated (modelled)</source>
        <translation>oszacowane (model)</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1:</translation>
    </message>
    <message>
        <source>… as edited</source>
        <translation>… po zmianach</translation>
    </message>
    <message>
        <source>; estimates: a model, with errors</source>
        <translation>; oszacowania: model, z błędami</translation>
    </message>
    <message>
        <source>Estimated from machine code and what it waits for, at the clock of the measurement</source>
        <translation>Oszacowane z kodu maszynowego i z tego, na co on czeka, przy zegarze pomiaru</translation>
    </message>
    <message>
        <source>Estimating … %1 of %2 are there</source>
        <translation>Szacowanie … gotowe %1 z %2</translation>
    </message>
    <message>
        <source>%1 quoted from %2</source>
        <translation>%1, cytowane z %2</translation>
    </message>
    <message>
        <source>
%1 alone: %2 ms</source>
        <translation>
%1 osobno: %2 ms</translation>
    </message>
    <message>
        <source>What binds each stage, %1: its share of the recorded time</source>
        <translation>Co ogranicza każdy etap, %1: udział w zapisanym czasie</translation>
    </message>
    <message>
        <source>recorded time that the longest limit explains</source>
        <translation>część zapisanego czasu, którą wyjaśnia najdłuższe ograniczenie</translation>
    </message>
    <message>
        <source>; limits: modelled counts over published ceilings</source>
        <translation>; ograniczenia: zliczenia z modelu przez opublikowane wartości szczytowe</translation>
    </message>
    <message>
        <source>The rest of a time is latency, or resources that take turns</source>
        <translation>Reszta czasu to opóźnienia albo zasoby, które pracują na przemian</translation>
    </message>
    <message>
        <source>Computing … %1 of %2 are there</source>
        <translation>Obliczanie … gotowe %1 z %2</translation>
    </message>
    <message>
        <source>all of the time</source>
        <translation>cały czas</translation>
    </message>
    <message>
        <source>The recorded time: no limit can be longer</source>
        <translation>Zapisany czas: żadne ograniczenie nie może być dłuższe</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>, %1 clock cycles at %2 MHz</source>
        <translation>, %1 cykli zegara przy %2 MHz</translation>
    </message>
    <message>
        <source>↓ clocks held down during %1 of %2 samples (%3)</source>
        <translation>↓ zegary przytrzymane w %1 z %2 próbek (%3)</translation>
    </message>
    <message>
        <source>no error; elements checked: %1</source>
        <translation>bez błędów; sprawdzonych elementów: %1</translation>
    </message>
    <message>
        <source>one thread of %1</source>
        <translation>jeden wątek %1</translation>
    </message>
    <message>
        <source>%1: speed by %2, %3</source>
        <translation>%1: szybkość według %2, %3</translation>
    </message>
    <message>
        <source>speed of one core of the CPU</source>
        <translation>szybkość jednego rdzenia CPU</translation>
    </message>
    <message>
        <source>median, one thread of %1, %2</source>
        <translation>mediana, jeden wątek %1, %2</translation>
    </message>
    <message>
        <source>%1: %2 GFLOP/s</source>
        <translation>%1: %2 GFLOP/s</translation>
    </message>
    <message>
        <source>Speed by parameter, %1</source>
        <translation>Szybkość według parametru, %1</translation>
    </message>
    <message>
        <source>%1 has no stage of this track at several values of a parameter at %2.</source>
        <translation>%1 nie ma etapu tej ścieżki przy kilku wartościach parametru dla %2.</translation>
    </message>
    <message>
        <source>model: its DRAM traffic at the speed of a copy</source>
        <translation>model: jego ruch DRAM z szybkością kopiowania</translation>
    </message>
    <message>
        <source>%1: %2 bytes of DRAM for each byte of the data (model, an estimate)
at the %3 GB/s of a measured copy: %4 GB/s of the data</source>
        <translation>%1: %2 bajtów DRAM na każdy bajt danych (model, oszacowanie)
przy %3 GB/s zmierzonego kopiowania: %4 GB/s danych</translation>
    </message>
    <message>
        <source>the standard variant of each stage alone</source>
        <translation>tylko standardowy wariant każdego etapu</translation>
    </message>
    <message>
        <source>speed of the data</source>
        <translation>szybkość danych</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>szybkość</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
    <message>
        <source>, middle half of the samples %1 to %2</source>
        <translation>, środkowa połowa próbek od %1 do %2</translation>
    </message>
    <message>
        <source>No measurement is loaded. Run on a GPU, or open a recording.</source>
        <translation>Nie wczytano żadnego pomiaru. Uruchom na GPU albo otwórz zapis.</translation>
    </message>
    <message>
        <source>arithmetic intensity</source>
        <translation>intensywność arytmetyczna</translation>
    </message>
    <message>
        <source>speed, FP32</source>
        <translation>szybkość, FP32</translation>
    </message>
    <message>
        <source>bytes of DRAM as counted by the profiler</source>
        <translation>bajty DRAM zliczone przez profiler</translation>
    </message>
    <message>
        <source>compulsory bytes, each input and output once</source>
        <translation>bajty konieczne, każde wejście i wyjście raz</translation>
    </message>
    <message>
        <source>These stages do no arithmetic: their roof is the memory alone.</source>
        <translation>Te etapy nie wykonują działań: ich dachem jest sama pamięć.</translation>
    </message>
    <message>
        <source>peak %1 TFLOP/s, from cores and clock</source>
        <translation>szczyt %1 TFLOP/s, z rdzeni i zegara</translation>
    </message>
    <message>
        <source>Milestones, %1</source>
        <translation>Kamienie milowe, %1</translation>
    </message>
    <message>
        <source>These stages are no ladder: none is a step past the one before it.</source>
        <translation>Te etapy nie tworzą drabiny: żaden nie jest krokiem naprzód względem poprzedniego.</translation>
    </message>
    <message>
        <source>time of the work alone</source>
        <translation>czas samej pracy</translation>
    </message>
    <message>
        <source>CPU at its best: %1</source>
        <translation>CPU w najlepszym wydaniu: %1</translation>
    </message>
    <message>
        <source>first kernel: %1</source>
        <translation>pierwszy kernel: %1</translation>
    </message>
    <message>
        <source>fastest kernel: %1</source>
        <translation>najszybszy kernel: %1</translation>
    </message>
    <message>
        <source>library: %1</source>
        <translation>biblioteka: %1</translation>
    </message>
    <message>
        <source>Milestones take two of CPU, kernels and library; %1 has fewer at %2.</source>
        <translation>Kamienie milowe wymagają dwóch spośród: CPU, kernele i biblioteka; %1 ma mniej dla %2.</translation>
    </message>
    <message>
        <source>, %1 times as fast as what stands above</source>
        <translation>, %1 razy szybciej niż to, co wyżej</translation>
    </message>
    <message>
        <source>%1: %2 ms</source>
        <translation>%1: %2 ms</translation>
    </message>
    <message>
        <source>%1 (× %2)</source>
        <translation>%1 (× %2)</translation>
    </message>
    <message>
        <source>Shorter is faster. × : how many times as fast as the milestone above</source>
        <translation>Krócej znaczy szybciej. × : ile razy szybciej niż kamień milowy wyżej</translation>
    </message>
    <message>
        <source>Share of the library&apos;s speed, by GPU</source>
        <translation>Udział w szybkości biblioteki, według GPU</translation>
    </message>
    <message>
        <source>of the library&apos;s speed</source>
        <translation>szybkości biblioteki</translation>
    </message>
    <message>
        <source>, quoted</source>
        <translation>, cytowane</translation>
    </message>
    <message>
        <source>%1, %2: %3 % of %4, %5 ms against %6 ms</source>
        <translation>%1, %2: %3 % z %4, %5 ms wobec %6 ms</translation>
    </message>
    <message>
        <source>No recording has both a kernel of this track and the library it is held against.</source>
        <translation>Żaden zapis nie ma zarazem kernela tej ścieżki i biblioteki, z którą się go porównuje.</translation>
    </message>
    <message>
        <source>Speed by stage, %1</source>
        <translation>Szybkość według etapów, %1</translation>
    </message>
    <message>
        <source>speed, %1</source>
        <translation>szybkość, %1</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>etapy</translation>
    </message>
    <message>
        <source>%1 % of %2</source>
        <translation>%1 % z %2</translation>
    </message>
    <message>
        <source>The GPU held its clocks down during some samples of every stage</source>
        <translation>GPU przytrzymywało zegary podczas niektórych próbek każdego etapu</translation>
    </message>
    <message>
        <source>↓ the GPU held its clocks down during some of the samples</source>
        <translation>↓ GPU przytrzymywało zegary podczas niektórych próbek</translation>
    </message>
    <message>
        <source>Speed by size</source>
        <translation>Szybkość według rozmiaru</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>elementy</translation>
    </message>
    <message>
        <source>edge of the matrices</source>
        <translation>bok macierzy</translation>
    </message>
    <message>
        <source>%1: in the variant that suits each size, where it was measured</source>
        <translation>%1: w wariancie, który pasuje do każdego rozmiaru, tam gdzie go zmierzono</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 has no measurement of this track at equal edges.</source>
        <translation>%1 nie ma pomiaru tej ścieżki przy równych bokach.</translation>
    </message>
    <message>
        <source>%1 has measurements of this track at one size only.</source>
        <translation>%1 ma pomiary tej ścieżki tylko przy jednym rozmiarze.</translation>
    </message>
    <message>
        <source>Speed-up over the stage before, %1</source>
        <translation>Przyspieszenie względem poprzedniego etapu, %1</translation>
    </message>
    <message>
        <source>times as fast as the stage before</source>
        <translation>ile razy szybciej niż poprzedni etap</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>szybciej</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>wolniej</translation>
    </message>
    <message>
        <source>%1 is %2 times as fast as %3: %4 ms instead of %5 ms</source>
        <translation>%1 jest %2 razy szybszy niż %3: %4 ms zamiast %5 ms</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>tyle samo</translation>
    </message>
    <message>
        <source>As fast as the stage before</source>
        <translation>Tak szybko jak poprzedni etap</translation>
    </message>
    <message>
        <source>A speed-up takes two measured stages; %1 has fewer at %2.</source>
        <translation>Przyspieszenie wymaga dwóch zmierzonych etapów; %1 ma mniej dla %2.</translation>
    </message>
    <message>
        <source>Kernel time and total time, %1</source>
        <translation>Czas kernela i czas całkowity, %1</translation>
    </message>
    <message>
        <source>Total: allocation, both copies and the start of a library as well</source>
        <translation>Całkowity: także przydział pamięci, obie kopie i start biblioteki</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>total</source>
        <translation>całkowity</translation>
    </message>
    <message>
        <source>total, the first time</source>
        <translation>całkowity, za pierwszym razem</translation>
    </message>
    <message>
        <source>%1, the kernel alone:</source>
        <translation>%1, sam kernel:</translation>
    </message>
    <message>
        <source>%1: everything takes %2 ms</source>
        <translation>%1: wszystko zajmuje %2 ms</translation>
    </message>
    <message>
        <source>%1: everything takes %2 ms the first time</source>
        <translation>%1: wszystko zajmuje %2 ms za pierwszym razem</translation>
    </message>
    <message>
        <source>%1 has no total times at %2.</source>
        <translation>%1 nie ma czasów całkowitych dla %2.</translation>
    </message>
    <message>
        <source>Clock cycles of the kernel, %1</source>
        <translation>Cykle zegara kernela, %1</translation>
    </message>
    <message>
        <source>cycles of a multiprocessor&apos;s clock</source>
        <translation>cykle zegara multiprocesora</translation>
    </message>
    <message>
        <source>The kernel&apos;s time × the clock that it ran at</source>
        <translation>Czas kernela × zegar, z którym działał</translation>
    </message>
    <message>
        <source>cycles</source>
        <translation>cykle</translation>
    </message>
    <message>
        <source>%1 has no clock beside its times at %2.</source>
        <translation>%1 nie ma zegara obok swoich czasów dla %2.</translation>
    </message>
    <message>
        <source>Errors of the results, %1</source>
        <translation>Błędy wyników, %1</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>błąd względny</translation>
    </message>
    <message>
        <source>Against a reference in double precision</source>
        <translation>Względem wyniku w podwójnej precyzji</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>najwyżej</translation>
    </message>
    <message>
        <source>on average</source>
        <translation>średnio</translation>
    </message>
    <message>
        <source>%1: %2 %3, tolerated %4</source>
        <translation>%1: %2 %3, dopuszczalny %4</translation>
    </message>
    <message>
        <source>Every stage of this track gives the exact result.</source>
        <translation>Każdy etap tej ścieżki daje dokładny wynik.</translation>
    </message>
    <message>
        <source>GPUs side by side, %1</source>
        <translation>GPU obok siebie, %1</translation>
    </message>
    <message>
        <source>No recording has a measurement at %1.</source>
        <translation>Żaden zapis nie ma pomiaru dla %1.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>wł.</translation>
    </message>
    <message>
        <source>off</source>
        <translation>wył.</translation>
    </message>
    <message>
        <source>recorded %1</source>
        <translation>zapisane %1</translation>
    </message>
    <message>
        <source>measured here %1</source>
        <translation>zmierzone tutaj %1</translation>
    </message>
    <message>
        <source>measured on %1 %2</source>
        <translation>zmierzone na %1 %2</translation>
    </message>
    <message>
        <source>%1, quoted from %2</source>
        <translation>%1, cytat z %2</translation>
    </message>
    <message>
        <source>median, L2 flushed, %1, %2</source>
        <translation>mediana, L2 opróżniona, %1, %2</translation>
    </message>
    <message>
        <source>median, %1, %2</source>
        <translation>mediana, %1, %2</translation>
    </message>
    <message>
        <source>%1 has no measurement with L2 flushed at %2.</source>
        <translation>%1 nie ma pomiaru z opróżnioną L2 dla %2.</translation>
    </message>
    <message>
        <source>%1 has no measurement at %2.</source>
        <translation>%1 nie ma pomiaru dla %2.</translation>
    </message>
    <message>
        <source>%1 beside FP32</source>
        <translation>%1 obok FP32</translation>
    </message>
    <message>
        <source>a picture of %1×%2 pixels is too large: ask for a smaller one</source>
        <translation>obraz %1×%2 pikseli jest za duży: poproś o mniejszy</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no values for a CSV file: write .png, .svg or .pdf</source>
        <translation>„%1” nie ma wartości do pliku CSV: napisz .png, .svg albo .pdf</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not tell its format: end it with .png, .svg, .pdf or .csv</source>
        <translation>„%1” nie mówi, jaki to format: zakończ .png, .svg, .pdf albo .csv</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be painted</source>
        <translation>nie udało się narysować „%1”</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>nie można zapisać %1: %2</translation>
    </message>
    <message>
        <source>cannot make the folder %1: check its rights</source>
        <translation>nie można utworzyć folderu %1: sprawdź jego prawa</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>nie można zapisać %1</translation>
    </message>
    <message>
        <source>No recording is there, so there are no charts.</source>
        <translation>Nie ma żadnego zapisu, więc nie ma wykresów.</translation>
    </message>
    <message>
        <source>Whole launch at %1, compute capability 9.0</source>
        <translation>Całe uruchomienie dla %1, compute capability 9.0</translation>
    </message>
    <message>
        <source>counted on %1, %2</source>
        <translation>zliczone na %1, %2</translation>
    </message>
    <message>
        <source>cannot write %1: check the folder&apos;s rights</source>
        <translation>nie można zapisać %1: sprawdź prawa folderu</translation>
    </message>
    <message>
        <source>Written %1 by Warplens %2. Counts are modelled; speeds are measured, each chart says where.</source>
        <translation>Zapisał %1 Warplens %2. Zliczenia pochodzą z modelu; szybkości są zmierzone, każdy wykres mówi gdzie.</translation>
    </message>
    <message>
        <source>wrote %1</source>
        <translation>zapisano %1</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Spis treści</translation>
    </message>
    <message>
        <source>Warplens report</source>
        <translation>Raport Warplens</translation>
    </message>
    <message>
        <source>Source of the kernel</source>
        <translation>Kod źródłowy kernela</translation>
    </message>
    <message>
        <source>%1 %2, %3 banks%4</source>
        <translation>%1 %2, banków: %3%4</translation>
    </message>
    <message>
        <source>, half-warps</source>
        <translation>, połówki warpów</translation>
    </message>
    <message>
        <source>shared requests</source>
        <translation>żąd. współdz.</translation>
    </message>
    <message>
        <source>shared ld + st</source>
        <translation>współdz. ld + st</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>idealnie</translation>
    </message>
    <message>
        <source>per request</source>
        <translation>na żądanie</translation>
    </message>
    <message>
        <source>per instruction</source>
        <translation>na instrukcję</translation>
    </message>
    <message>
        <source>global ld + st</source>
        <translation>globalna ld + st</translation>
    </message>
    <message>
        <source>global requests</source>
        <translation>żąd. globalne</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1 %2 in %3 %4, %5 per %6</source>
        <translation>%1 %2 w %3 %4, %5 na %6</translation>
    </message>
    <message>
        <source>what the lanes ask for, modelled</source>
        <translation>to, o co proszą tory, modelowane</translation>
    </message>
    <message>
        <source>what the lanes ask for, modelled of a sample of the blocks</source>
        <translation>to, o co proszą tory, modelowane na próbce bloków</translation>
    </message>
    <message>
        <source>bytes between L1 and L2 as counted by the profiler</source>
        <translation>bajty między L1 a L2 zliczone przez profiler</translation>
    </message>
    <message>
        <source>bytes between L1 and L2, estimated</source>
        <translation>bajty między L1 a L2, oszacowane</translation>
    </message>
    <message>
        <source>measured by a copy</source>
        <translation>zmierzone kopiowaniem</translation>
    </message>
    <message>
        <source>as measured on %1</source>
        <translation>jak zmierzono na %1</translation>
    </message>
    <message>
        <source>L1: bytes that lanes ask for, modelled; L2, DRAM: filled as counted by the profiler</source>
        <translation>L1: bajty, o które proszą tory, modelowane; L2, DRAM: pełne znaki zliczył profiler</translation>
    </message>
    <message>
        <source>, outlined: estimated between L1 and L2, the compulsory bytes of DRAM</source>
        <translation>, puste: oszacowane między L1 a L2, a w DRAM bajty konieczne</translation>
    </message>
    <message>
        <source>%1: %2 TFLOP/s at %3 FLOP per byte of %4; %5</source>
        <translation>%1: %2 TFLOP/s przy %3 FLOP na bajt %4; %5</translation>
    </message>
    <message>
        <source>%1 computes %2 FLOP for each byte it asks for, %3 %4: %5 times fewer bytes for the same work</source>
        <translation>%1 wykonuje %2 FLOP na bajt, o który prosi, %3 %4: %5 razy mniej bajtów na tę samą pracę</translation>
    </message>
    <message>
        <source>Roofline of each level of memory, %1</source>
        <translation>Roofline każdego poziomu pamięci, %1</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>FLOP na bajt</translation>
    </message>
    <message>
        <source>the standard variant of each stage, and all of the one that is shown</source>
        <translation>standardowy wariant każdego etapu i wszystkie warianty pokazywanego</translation>
    </message>
    <message>
        <source>naive kernel: %1</source>
        <translation>naiwny kernel: %1</translation>
    </message>
    <message>
        <source>At %1, where the CPU was measured, too. </source>
        <translation>Dla %1, gdzie zmierzono też CPU. </translation>
    </message>
    <message>
        <source>%1. Beside each figure of the model whether it is (=) or is not (≠) what was %2</source>
        <translation>%1. Przy każdej liczbie z modelu: czy jest tym (=), czy nie (≠), co %2</translation>
    </message>
    <message>
        <source>start of the library</source>
        <translation>start biblioteki</translation>
    </message>
    <message>
        <source>allocation</source>
        <translation>przydział pamięci</translation>
    </message>
    <message>
        <source>copies to the GPU</source>
        <translation>kopie do GPU</translation>
    </message>
    <message>
        <source>copies back</source>
        <translation>kopie z powrotem</translation>
    </message>
    <message>
        <source>waiting of the host</source>
        <translation>czekanie hosta</translation>
    </message>
    <message>
        <source>What the total time consists of, %1</source>
        <translation>Z czego składa się czas całkowity, %1</translation>
    </message>
    <message>
        <source>A first call loads the kernel&apos;s code as well, which counts as its time</source>
        <translation>Pierwsze wywołanie ładuje też kod kernela, co liczy się do jego czasu</translation>
    </message>
    <message>
        <source>later</source>
        <translation>później</translation>
    </message>
    <message>
        <source>the first time</source>
        <translation>za pierwszym razem</translation>
    </message>
    <message>
        <source>%1, %2: %3 takes %4 of %5 ms</source>
        <translation>%1, %2: %3 trwa %4 z %5 ms</translation>
    </message>
    <message>
        <source>The recording of %1 has total times at %2, and is older than what tells their parts: run it on a GPU once more.</source>
        <translation>Zapis z %1 ma czasy całkowite dla %2, ale jest starszy niż to, co podaje ich części: uruchom pomiar na GPU jeszcze raz.</translation>
    </message>
    <message>
        <source>Processor: %1</source>
        <translation>Procesor: %1</translation>
    </message>
    <message>
        <source>the source&apos;s own program</source>
        <translation>własny program źródła</translation>
    </message>
    <message>
        <source>It has them at %1.</source>
        <translation>Ma je dla %1.</translation>
    </message>
    <message>
        <source>What warps wait for, %1</source>
        <translation>Na co czekają warpy, %1</translation>
    </message>
    <message>
        <source>share of the warps&apos; time</source>
        <translation>udział w czasie warpów</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>z modelu</translation>
    </message>
    <message>
        <source>measured by ncu</source>
        <translation>zmierzone przez ncu</translation>
    </message>
    <message>
        <source>other reasons</source>
        <translation>inne powody</translation>
    </message>
    <message>
        <source>%1, %2: %3 has %4 % of the warps&apos; time</source>
        <translation>%1, %2: %3 to %4 % czasu warpów</translation>
    </message>
    <message>
        <source>; modelled: with errors</source>
        <translation>; z modelu: z błędami</translation>
    </message>
    <message>
        <source>Above: modelled; below, where it is known: measured by ncu. A warp that is selected issues an instruction</source>
        <translation>U góry: model; pod spodem, gdzie znane: pomiar ncu. Warp „selected” właśnie wydaje instrukcję</translation>
    </message>
    <message>
        <source>What ncu has measured is known of other launches only</source>
        <translation>To, co zmierzył ncu, znane jest tylko dla innych uruchomień</translation>
    </message>
    <message>
        <source>within the noise</source>
        <translation>w granicach rozrzutu</translation>
    </message>
    <message>
        <source>Left out, and shown by the chart of stages: %1</source>
        <translation>Pominięte, pokazane na wykresie etapów: %1</translation>
    </message>
    <message>
        <source>with the text of commit %1, which has changed since</source>
        <translation>z tekstem z commitu %1, który się od tego czasu zmienił</translation>
    </message>
    <message>
        <source>%1: measured with an earlier text</source>
        <translation>%1: zmierzono z wcześniejszym tekstem</translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>przesłane bajty</translation>
    </message>
    <message>
        <source>Bytes of the transactions that requests to global memory make.</source>
        <translation>Bajty transakcji, na które dzielą się żądania do pamięci globalnej.</translation>
    </message>
    <message>
        <source>The least that such requests could move, with the lanes&apos; elements side by side.</source>
        <translation>Najmniej, ile takie żądania mogłyby przesłać, gdyby elementy wątków leżały obok siebie.</translation>
    </message>
    <message>
        <source>Charts are of the stages, whose measurements are recorded, and nothing is recorded of a kernel of your own. What binds it stands in the picture of that name (Ctrl+8); it is measured with: warplens-cli check FILE.cu</source>
        <translation>Wykresy dotyczą etapów, których pomiary są nagrane, a własnego kernela nic nie nagrano. Co go ogranicza, mówi obraz o tej nazwie (Ctrl+8); mierzy go: warplens-cli check FILE.cu</translation>
    </message>
    <message>
        <source>%1 %2 TB/s, %3</source>
        <translation>%1 %2 TB/s, %3</translation>
    </message>
    <message>
        <source>which instance</source>
        <translation>która instancja</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>siatka</translation>
    </message>
    <message>
        <source>block</source>
        <translation>blok</translation>
    </message>
    <message>
        <source>size of %1</source>
        <translation>rozmiar %1</translation>
    </message>
    <message>
        <source>what arrays hold</source>
        <translation>zawartość tablic</translation>
    </message>
    <message>
        <source>Smaller than in the file, to begin with: %1.</source>
        <translation>Na początek mniejsze niż w pliku: %1.</translation>
    </message>
    <message>
        <source>Guessed: %1.</source>
        <translation>Zgadywane: %1.</translation>
    </message>
    <message>
        <source>Bytes moved by level, %1</source>
        <translation>Bajty przesłane na każdym poziomie, %1</translation>
    </message>
    <message>
        <source>global memory, all together</source>
        <translation>pamięć globalna, łącznie</translation>
    </message>
    <message>
        <source>Filled: what lanes ask for, each by itself, and the sectors of 32 bytes for it, modelled; outlined: what passes further down, as counted, with caches that were empty</source>
        <translation>Wypełnione: czego żądają wątki, każdy z osobna, i sektory po 32 bajty, z modelu; obrysowane: co przechodzi niżej, zliczone przy pustych pamięciach podręcznych</translation>
    </message>
    <message>
        <source>%1: %2 % of the instructions that warps execute are for %3</source>
        <translation>%1: %2 % instrukcji wykonywanych przez warpy to %3</translation>
    </message>
    <message>
        <source>What instructions are for, %1</source>
        <translation>Do czego służą instrukcje, %1</translation>
    </message>
    <message>
        <source>share of the machine instructions</source>
        <translation>udział w instrukcjach maszynowych</translation>
    </message>
    <message>
        <source>executed by warps</source>
        <translation>wykonane przez warpy</translation>
    </message>
    <message>
        <source>; shares: modelled</source>
        <translation>; udziały: z modelu</translation>
    </message>
    <message>
        <source>Of the machine code that ran, not of PTX. Only FFMA and tensor products compute the result; the rest brings them their numbers</source>
        <translation>Z wykonanego kodu maszynowego, nie z PTX. Wynik obliczają tylko FFMA i iloczyny tensorowe; reszta dostarcza im liczb</translation>
    </message>
    <message>
        <source>Of the machine code that ran, not of PTX; of some stages estimated</source>
        <translation>Z wykonanego kodu maszynowego, nie z PTX; dla niektórych etapów oszacowane</translation>
    </message>
    <message>
        <source>%1, GPU %2</source>
        <translation>%1, GPU %2</translation>
    </message>
    <message numerus="yes">
        <source>, median of %n sample(s)</source>
        <translation>
            <numerusform>, mediana z %n próbki</numerusform>
            <numerusform>, mediana z %n próbek</numerusform>
            <numerusform>, mediana z %n próbek</numerusform>
        </translation>
    </message>
    <message>
        <source>relative error %1 at most, %2 on average; elements checked: %3</source>
        <translation>błąd względny najwyżej %1, średnio %2; sprawdzonych elementów: %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 registers a thread, %n block(s) on a multiprocessor, occupancy %2 %</source>
        <translation>
            <numerusform>%1 rejestrów na wątek, %n blok na multiprocesorze, zajętość %2 %</numerusform>
            <numerusform>%1 rejestrów na wątek, %n bloki na multiprocesorze, zajętość %2 %</numerusform>
            <numerusform>%1 rejestrów na wątek, %n bloków na multiprocesorze, zajętość %2 %</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, estimated</source>
        <translation>%1, szacunek</translation>
    </message>
    <message>
        <source>What lanes ask for, each by itself, and the sectors of 32 bytes for it; what passes further down was not counted at this size</source>
        <translation>Czego żądają wątki, każdy z osobna, i sektory po 32 bajty; co przechodzi niżej, przy tym rozmiarze nie zostało zliczone</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>&amp;OK</source>
        <translation>&amp;OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Zapisz</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Anuluj</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Anuluj</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Zamknij</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Zamknij</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Odrzuć</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Tak</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nie</translation>
    </message>
</context>
<context>
    <name>Quotations</name>
    <message>
        <source>slides of a GPU course</source>
        <translation>slajdów kursu o GPU</translation>
    </message>
    <message>
        <source>GPU3 is the kernel with one thread for each element, GPU4 to GPU8 are the tiled kernels with a dynamic tile, padded matrices, a template unrolled, the outer product, and A transposed with M + 1. The slides&apos; size is not given: 2·1021³ operations fit times and rates of GPU4 to GPU8 within their rounding (cuBLAS within 1 %). Tile and block are not given: a row stands for every variant that has the parameters it says. The orders of the CPU&apos;s loops, and the CPU&apos;s own best, are taken to be at the same size.</source>
        <translation>GPU3 to jądro z jednym wątkiem na element, GPU4–GPU8 to jądra kafelkowe: z kafelkiem dynamicznym, z dopełnionymi macierzami, z rozwiniętym szablonem, z iloczynem zewnętrznym oraz z A transponowaną i M + 1. Slajdy nie podają rozmiaru: 2·1021³ operacji pasuje do czasów i szybkości GPU4–GPU8 w granicach ich zaokrągleń (cuBLAS w granicach 1 %). Kafelek i blok nie są podane: wiersz oznacza każdy wariant, który ma podane w nim parametry. Przyjęto, że kolejności pętli CPU i jego najlepszy wynik dotyczą tego samego rozmiaru.</translation>
    </message>
</context>
<context>
    <name>Themes</name>
    <message>
        <source>there is no theme &apos;%1&apos;: write light, dark, contrast-dark, contrast-light or system</source>
        <translation>nie ma motywu „%1”: napisz light, dark, contrast-dark, contrast-light albo system</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>the difference of two sources is no picture: leave page= out of the link</source>
        <translation>różnica dwóch źródeł nie jest obrazem: usuń page= z odsyłacza</translation>
    </message>
    <message>
        <source>cannot make the folder %1: %2</source>
        <translation>nie można utworzyć folderu %1: %2</translation>
    </message>
    <message>
        <source>
warplens export KIND [STAGE] --out FILE.svg|pdf|png|csv
warplens export --at LINK --out FILE        what the window shows at a link
warplens export --html LESSON|LECTURE|STAGE|LINK --out FILE.html    a web page that plays
warplens export --steps 3..7 --at LINK --out FILE.mp4|gif|pdf|png|svg    steps of a stage; or of
                --lesson NAME, --lecture NAME, which need no range
  --by wavefront|instruction|access|tile|barrier  --seconds S  --no-captions  --scale 1|1.5|2
  --preset paper|slide  --theme light|dark|contrast-light|contrast-dark  --transparent  --scale 1|2
  --size N|M,N,K  -D NAME=VALUE  --arch CC  --stages FOLDER  --pack FOLDER  --recording FILE
  --list    the kinds
  --cold    times of launches before which L2 was overwritten</source>
        <translation>
warplens export RODZAJ [ETAP] --out PLIK.svg|pdf|png|csv
warplens export --at ODSYŁACZ --out PLIK        to, co okno pokazuje pod odsyłaczem
warplens export --html LEKCJA|WYKŁAD|ETAP|ODSYŁACZ --out PLIK.html    strona WWW, którą można odtwarzać
warplens export --steps 3..7 --at ODSYŁACZ --out PLIK.mp4|gif|pdf|png|svg    kroki etapu; albo
                --lesson NAZWA, --lecture NAZWA, które nie wymagają zakresu
  --by wavefront|instruction|access|tile|barrier  --seconds S  --no-captions  --scale 1|1.5|2
  --preset paper|slide  --theme light|dark|contrast-light|contrast-dark  --transparent  --scale 1|2
  --size N|M,N,K  -D NAZWA=WARTOŚĆ  --arch CC  --stages FOLDER  --pack FOLDER  --recording PLIK
  --list    rodzaje
  --cold    czasy uruchomień, przed którymi nadpisano L2</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>%1 of %2 steps (Ctrl+C stops)</source>
        <translation>%1 z %2 kroków (Ctrl+C przerywa)</translation>
    </message>
    <message>
        <source>Shows what a GPU&apos;s memory system does with a CUDA kernel.</source>
        <translation>Pokazuje, co system pamięci GPU robi z kernelem CUDA.</translation>
    </message>
    <message>
        <source>light, dark, contrast-dark, contrast-light or system</source>
        <translation>light, dark, contrast-dark, contrast-light albo system</translation>
    </message>
    <message>
        <source>Folder of stages instead of the program&apos;s own</source>
        <translation>Folder etapów zamiast własnych etapów programu</translation>
    </message>
    <message>
        <source>Size of the window: 1920x1080</source>
        <translation>Rozmiar okna: 1920x1080</translation>
    </message>
    <message>
        <source>Kernel of a file: tile, or &apos;tile&lt;32,1&gt;&apos;</source>
        <translation>Kernel pliku: tile albo &apos;tile&lt;32,1&gt;&apos;</translation>
    </message>
    <message>
        <source>Grid of a file&apos;s kernel</source>
        <translation>Siatka kernela z pliku</translation>
    </message>
    <message>
        <source>Block of a file&apos;s kernel</source>
        <translation>Blok kernela z pliku</translation>
    </message>
    <message>
        <source>Dynamic shared memory of a file&apos;s kernel, in bytes</source>
        <translation>Dynamiczna pamięć współdzielona kernela z pliku, w bajtach</translation>
    </message>
    <message>
        <source>Argument of a file&apos;s kernel, in order: f32[4096]=random:1, i32=64</source>
        <translation>Argument kernela z pliku, po kolei: f32[4096]=random:1, i32=64</translation>
    </message>
    <message>
        <source>Macro for a file: NAME=VALUE</source>
        <translation>Makro dla pliku: NAZWA=WARTOŚĆ</translation>
    </message>
    <message>
        <source>Course pack: a folder of a teacher&apos;s stages, lessons and challenges</source>
        <translation>Pakiet kursu: folder z etapami, lekcjami i zadaniami nauczyciela</translation>
    </message>
    <message>
        <source>Language: en, zh or pl; else that of the system</source>
        <translation>Język: en, zh albo pl; inaczej język systemu</translation>
    </message>
    <message>
        <source>write: warplens report DIR</source>
        <translation>napisz: warplens report FOLDER</translation>
    </message>
    <message>
        <source>one stage at a time: &apos;%1&apos; is too much</source>
        <translation>po jednym etapie naraz: „%1” to za dużo</translation>
    </message>
    <message>
        <source>there is no file &apos;%1&apos;</source>
        <translation>nie ma pliku „%1”</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no size: write --size 1920x1080</source>
        <translation>„%1” nie jest rozmiarem: napisz --size 1920x1080</translation>
    </message>
    <message>
        <source>No font with Chinese characters was found, so they are drawn as boxes. Install fonts-wqy-microhei or fonts-noto-cjk, then start again.</source>
        <translation>Nie znaleziono czcionki z chińskimi znakami, więc rysowane są jako prostokąty. Zainstaluj fonts-wqy-microhei albo fonts-noto-cjk i uruchom ponownie.</translation>
    </message>
    <message>
        <source>A stage such as matmul/07-tiled, a link (warplens:…), challenge:NAME, layout:32x32, FILE.cu, FILE.ptx, FILE.warplens, a program or the folder of a launch that was kept; or: report DIR; or: handbook DIR; or: export KIND [STAGE] --out FILE</source>
        <translation>Etap, np. matmul/07-tiled, odsyłacz (warplens:…), challenge:NAZWA, layout:32x32, PLIK.cu, PLIK.ptx, PLIK.warplens, program albo folder zachowanego uruchomienia; albo: report FOLDER; albo: handbook FOLDER; albo: export RODZAJ [ETAP] --out PLIK</translation>
    </message>
    <message>
        <source>write: warplens handbook DIR</source>
        <translation>napisz: warplens handbook FOLDER</translation>
    </message>
</context>
<context>
    <name>std</name>
    <message>
        <source>none</source>
        <translation>nic</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} z {1}</translation>
    </message>
    <message>
        <source>no lane</source>
        <translation>żaden tor</translation>
    </message>
    <message>
        <source>lane {0}</source>
        <translation>tor {0}</translation>
    </message>
    <message>
        <source>lanes {0} to {1}</source>
        <translation>tory od {0} do {1}</translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s)</source>
        <translation>
            <numerusform>{0} tor</numerusform>
            <numerusform>{0} tory</numerusform>
            <numerusform>{0} torów</numerusform>
        </translation>
    </message>
    <message>
        <source> and </source>
        <translation> i </translation>
    </message>
    <message>
        <source>lanes {0}</source>
        <translation>tory {0}</translation>
    </message>
    <message>
        <source>Lane {0} of warp {1}, thread ({2}, {3}{4})</source>
        <translation>Tor {0} warpu {1}, wątek ({2}, {3}{4})</translation>
    </message>
    <message numerus="yes">
        <source>{1} (reads|read) it now.</source>
        <translation>
            <numerusform>teraz czyta to {1}.</numerusform>
            <numerusform>teraz czytają to {1}.</numerusform>
            <numerusform>teraz czytają to {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} (writes|write) it now.</source>
        <translation>
            <numerusform>teraz zapisuje to {1}.</numerusform>
            <numerusform>teraz zapisują to {1}.</numerusform>
            <numerusform>teraz zapisują to {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} (changes|write) it now.</source>
        <translation>
            <numerusform>teraz zmienia to {1}.</numerusform>
            <numerusform>teraz zmieniają to {1}.</numerusform>
            <numerusform>teraz zmieniają to {1}.</numerusform>
        </translation>
    </message>
    <message>
        <source>, line {0}</source>
        <translation>, wiersz {0}</translation>
    </message>
    <message>
        <source>last read by warp {0}{1}</source>
        <translation>ostatnio czytał to warp {0}{1}</translation>
    </message>
    <message>
        <source>last written by warp {0}{1}</source>
        <translation>ostatnio zapisał to warp {0}{1}</translation>
    </message>
    <message>
        <source>All 32 lanes</source>
        <translation>Wszystkie 32 tory</translation>
    </message>
    <message numerus="yes">
        <source>(One lane|{0} of 32 lanes)</source>
        <translation>
            <numerusform>Jeden tor</numerusform>
            <numerusform>{0} z 32 torów</numerusform>
            <numerusform>{0} z 32 torów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} wavefront(s)</source>
        <translation>
            <numerusform>{0} wavefront</numerusform>
            <numerusform>{0} wavefronty</numerusform>
            <numerusform>{0} wavefrontów</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of a block, {1} at most</source>
        <translation>w bloku {0}, najwyżej {1}</translation>
    </message>
    <message>
        <source>{0} at most</source>
        <translation>najwyżej {0}</translation>
    </message>
    <message>
        <source>{0} a thread: {1} of a block, {2} there are</source>
        <translation>na wątek {0}: w bloku {1}, jest {2}</translation>
    </message>
    <message>
        <source>{0} bytes of a block, {1} there are</source>
        <translation>bajtów w bloku {0}, jest {1}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>wiersz {0}</translation>
    </message>
    <message>
        <source>another place</source>
        <translation>inne miejsce</translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (acts|act) at {1}</source>
        <translation>
            <numerusform>{0} tor działa: {1}</numerusform>
            <numerusform>{0} tory działają: {1}</numerusform>
            <numerusform>{0} torów działa: {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (has|have) a false condition</source>
        <translation>
            <numerusform>{0} tor ma fałszywy warunek</numerusform>
            <numerusform>{0} tory mają fałszywy warunek</numerusform>
            <numerusform>{0} torów ma fałszywy warunek</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (comes|come) later, {1}</source>
        <translation>
            <numerusform>{0} tor przyjdzie później, {1}</numerusform>
            <numerusform>{0} tory przyjdą później, {1}</numerusform>
            <numerusform>{0} torów przyjdzie później, {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (waits|wait) at {1}</source>
        <translation>
            <numerusform>{0} tor czeka: {1}</numerusform>
            <numerusform>{0} tory czekają: {1}</numerusform>
            <numerusform>{0} torów czeka: {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) at the barrier, {1}</source>
        <translation>
            <numerusform>{0} tor przy barierze, {1}</numerusform>
            <numerusform>{0} tory przy barierze, {1}</numerusform>
            <numerusform>{0} torów przy barierze, {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (has|have) ended</source>
        <translation>
            <numerusform>{0} tor zakończył się</numerusform>
            <numerusform>{0} tory zakończyły się</numerusform>
            <numerusform>{0} torów zakończyło się</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) without a thread</source>
        <translation>
            <numerusform>{0} tor bez wątku</numerusform>
            <numerusform>{0} tory bez wątku</numerusform>
            <numerusform>{0} torów bez wątku</numerusform>
        </translation>
    </message>
    <message>
        <source>lane 0: {0}, lane 1: {1}, lane 2: {2}, …, lane {3}: {4}</source>
        <translation>tor 0: {0}, tor 1: {1}, tor 2: {2}, …, tor {3}: {4}</translation>
    </message>
    <message>
        <source>block {0} on multiprocessor {1}: {2} to {3} µs</source>
        <translation>blok {0} na multiprocesorze {1}: od {2} do {3} µs</translation>
    </message>
    <message numerus="yes">
        <source>, after {0} other(s) in its place</source>
        <translation>
            <numerusform>, po {0} innym na tym miejscu</numerusform>
            <numerusform>, po {0} innych na tym miejscu</numerusform>
            <numerusform>, po {0} innych na tym miejscu</numerusform>
        </translation>
    </message>
    <message>
        <source>A block has {0} threads here, and compute capability {1} allows {2} ({3}): such a card would refuse the launch. Counts and pictures say what its memory rules make of it.</source>
        <translation>Blok ma tu {0} wątków, a compute capability {1} dopuszcza {2} ({3}): taka karta odmówiłaby uruchomienia. Zliczenia i obrazy mówią, co wychodzi z jej reguł pamięci.</translation>
    </message>
    <message>
        <source>A block has {0} bytes of shared memory here, and compute capability {1} allows {2} ({3}): such a card would refuse the launch. Counts and pictures say what its memory rules make of it.</source>
        <translation>Blok ma tu {0} bajtów pamięci współdzielonej, a compute capability {1} dopuszcza {2} ({3}): taka karta odmówiłaby uruchomienia. Zliczenia i obrazy mówią, co wychodzi z jej reguł pamięci.</translation>
    </message>
    <message>
        <source>Bank {0} has none of the words: no lane&apos;s address / 4 mod 32 is {0}.</source>
        <translation>Bank {0} nie ma żadnego z tych słów: adres / 4 mod 32 żadnego toru nie jest równy {0}.</translation>
    </message>
    <message>
        <source>Bank {0}: lane {1} wants word {2}, and {2} mod 32 is {0}.</source>
        <translation>Bank {0}: tor {1} chce słowa {2}, a {2} mod 32 to {0}.</translation>
    </message>
    <message numerus="yes">
        <source>{0} different word(s) of it (is|are) wanted.</source>
        <translation>
            <numerusform>Chciane jest {0} słowo z niego.</numerusform>
            <numerusform>Chciane są {0} różne słowa z niego.</numerusform>
            <numerusform>Chcianych jest {0} różnych słów z niego.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} stands before {1}: {2} {3}</source>
        <translation>{0} stoi przed {1}: {2} {3}</translation>
    </message>
    <message>
        <source>padding {0} and XOR of {1} bits</source>
        <translation>dopełnienie {0} i XOR {1} bitów</translation>
    </message>
    <message>
        <source>padding {0}</source>
        <translation>dopełnienie {0}</translation>
    </message>
    <message numerus="yes">
        <source>XOR of {0} bit(s)</source>
        <translation>
            <numerusform>XOR {0} bitu</numerusform>
            <numerusform>XOR {0} bitów</numerusform>
            <numerusform>XOR {0} bitów</numerusform>
        </translation>
    </message>
    <message>
        <source>neither padding nor XOR</source>
        <translation>ani dopełnienia, ani XOR</translation>
    </message>
    <message>
        <source>XOR needs rows whose length is a power of two: there was nothing to try.</source>
        <translation>XOR wymaga wierszy o długości będącej potęgą dwójki: nie było czego próbować.</translation>
    </message>
    <message numerus="yes">
        <source>{0} padding(s) tried, all below 128 bytes: with 128 more the banks are the same again.</source>
        <translation>
            <numerusform>Wypróbowano {0} dopełnienie, wszystkie poniżej 128 bajtów: o 128 dalej banki są znów te same.</numerusform>
            <numerusform>Wypróbowano {0} dopełnienia, wszystkie poniżej 128 bajtów: o 128 dalej banki są znów te same.</numerusform>
            <numerusform>Wypróbowano {0} dopełnień, wszystkie poniżej 128 bajtów: o 128 dalej banki są znów te same.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} XOR(s) tried: all bits of row and column that there are.</source>
        <translation>
            <numerusform>Wypróbowano {0} XOR: wszystkie bity wiersza i kolumny, jakie są.</numerusform>
            <numerusform>Wypróbowano {0} XOR: wszystkie bity wiersza i kolumny, jakie są.</numerusform>
            <numerusform>Wypróbowano {0} XOR: wszystkie bity wiersza i kolumny, jakie są.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With {0} of them an access would be torn apart or not be aligned.</source>
        <translation>
            <numerusform>Przy {0} z nich jakiś dostęp byłby rozerwany albo niewyrównany.</numerusform>
            <numerusform>Przy {0} z nich jakiś dostęp byłby rozerwany albo niewyrównany.</numerusform>
            <numerusform>Przy {0} z nich jakiś dostęp byłby rozerwany albo niewyrównany.</numerusform>
        </translation>
    </message>
    <message>
        <source>None is possible.</source>
        <translation>Żaden nie jest możliwy.</translation>
    </message>
    <message numerus="yes">
        <source>{0} of them (is|are) without conflicts.</source>
        <translation>
            <numerusform>{0} z nich jest bez konfliktów.</numerusform>
            <numerusform>{0} z nich są bez konfliktów.</numerusform>
            <numerusform>{0} z nich jest bez konfliktów.</numerusform>
        </translation>
    </message>
    <message>
        <source>None is without conflicts; the best takes {0} wavefronts, {1} would be ideal.</source>
        <translation>Żaden nie jest bez konfliktów; najlepszy zajmuje {0} wavefrontów, idealnie byłoby {1}.</translation>
    </message>
    <message>
        <source>Every smaller padding takes at least {0} wavefronts instead of {1}.</source>
        <translation>Każde mniejsze dopełnienie zajmuje co najmniej {0} wavefrontów zamiast {1}.</translation>
    </message>
    <message>
        <source>Every XOR of fewer bits takes at least {0} wavefronts instead of {1}.</source>
        <translation>Każdy XOR o mniejszej liczbie bitów zajmuje co najmniej {0} wavefrontów zamiast {1}.</translation>
    </message>
    <message>
        <source>It needs neither padding nor XOR: there is no less.</source>
        <translation>Nie trzeba ani dopełnienia, ani XOR: mniej się nie da.</translation>
    </message>
    <message>
        <source>loads of {0}</source>
        <translation>odczyty z {0}</translation>
    </message>
    <message>
        <source>stores of {0}</source>
        <translation>zapisy do {0}</translation>
    </message>
    <message>
        <source>atomics of {0}</source>
        <translation>operacje atomowe na {0}</translation>
    </message>
    <message>
        <source>accesses of {0}</source>
        <translation>dostępy do {0}</translation>
    </message>
    <message>
        <source>global loads</source>
        <translation>odczyty z pamięci globalnej</translation>
    </message>
    <message>
        <source>global stores</source>
        <translation>zapisy do pamięci globalnej</translation>
    </message>
    <message>
        <source>global atomics</source>
        <translation>operacje atomowe w pamięci globalnej</translation>
    </message>
    <message>
        <source>global accesses</source>
        <translation>dostępy do pamięci globalnej</translation>
    </message>
    <message>
        <source>shared loads</source>
        <translation>odczyty z pamięci współdzielonej</translation>
    </message>
    <message>
        <source>shared stores</source>
        <translation>zapisy do pamięci współdzielonej</translation>
    </message>
    <message>
        <source>shared atomics</source>
        <translation>operacje atomowe w pamięci współdzielonej</translation>
    </message>
    <message>
        <source>shared accesses</source>
        <translation>dostępy do pamięci współdzielonej</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>uruchomienie</translation>
    </message>
    <message numerus="yes">
        <source>{0} sector(s) per request</source>
        <translation>
            <numerusform>{0} sektor na żądanie</numerusform>
            <numerusform>{0} sektory na żądanie</numerusform>
            <numerusform>{0} sektorów na żądanie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} sector(s)</source>
        <translation>
            <numerusform>{0} sektor</numerusform>
            <numerusform>{0} sektory</numerusform>
            <numerusform>{0} sektorów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} request(s)</source>
        <translation>
            <numerusform>{0} żądanie</numerusform>
            <numerusform>{0} żądania</numerusform>
            <numerusform>{0} żądań</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} conflict(s)</source>
        <translation>
            <numerusform>{0} konflikt</numerusform>
            <numerusform>{0} konflikty</numerusform>
            <numerusform>{0} konfliktów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} warp instruction(s)</source>
        <translation>
            <numerusform>{0} instrukcja warpu</numerusform>
            <numerusform>{0} instrukcje warpów</numerusform>
            <numerusform>{0} instrukcji warpów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} barrier(s)</source>
        <translation>
            <numerusform>{0} bariera</numerusform>
            <numerusform>{0} bariery</numerusform>
            <numerusform>{0} barier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} asynchronous (copy|copies)</source>
        <translation>
            <numerusform>{0} kopia asynchroniczna</numerusform>
            <numerusform>{0} kopie asynchroniczne</numerusform>
            <numerusform>{0} kopii asynchronicznych</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} sectors per request</source>
        <translation>{0} sektora na żądanie</translation>
    </message>
    <message>
        <source>no findings</source>
        <translation>żadnych błędów</translation>
    </message>
    <message>
        <source>result of {0} within {1}</source>
        <translation>wynik w {0} z dokładnością do {1}</translation>
    </message>
    <message>
        <source>result of {0}</source>
        <translation>wynik w {0}</translation>
    </message>
    <message>
        <source>{0}: at least {1}</source>
        <translation>{0}: co najmniej {1}</translation>
    </message>
    <message>
        <source>{0}: at most {1}</source>
        <translation>{0}: co najwyżej {1}</translation>
    </message>
    <message>
        <source>there are no such requests</source>
        <translation>nie ma takich żądań</translation>
    </message>
    <message>
        <source>{0} ({1} in {2} requests)</source>
        <translation>{0} ({1}, żądań: {2})</translation>
    </message>
    <message>
        <source>there is no kernel &apos;{0}&apos;: keep its name</source>
        <translation>nie ma kernela „{0}”: zachowaj jego nazwę</translation>
    </message>
    <message>
        <source>The host sets a window of L2 over {0}, and compute capability {1} has none: such a card would refuse it. The counts are the same without.</source>
        <translation>Host ustawia okno L2 na tablicy {0}, a compute capability {1} takich nie ma: taka karta by odmówiła. Liczby są bez niego te same.</translation>
    </message>
    <message>
        <source>The host sets a window of L2 that keeps {0}. No count here depends on it, and the estimate of the caches does not know of it.</source>
        <translation>Host ustawia okno L2, które zatrzymuje {0}. Żadna liczba tutaj od niego nie zależy, a oszacowanie pamięci podręcznych go nie zna.</translation>
    </message>
    <message>
        <source>out-of-bounds</source>
        <translation>poza tablicą</translation>
    </message>
    <message>
        <source>misaligned</source>
        <translation>niewyrównany dostęp</translation>
    </message>
    <message>
        <source>uninitialized</source>
        <translation>niezainicjowane</translation>
    </message>
    <message>
        <source>use-after-free</source>
        <translation>użycie po zwolnieniu</translation>
    </message>
    <message>
        <source>double-free</source>
        <translation>podwójne zwolnienie</translation>
    </message>
    <message>
        <source>leak</source>
        <translation>wyciek</translation>
    </message>
    <message>
        <source>race</source>
        <translation>wyścig</translation>
    </message>
    <message>
        <source>divergent-barrier</source>
        <translation>rozbieżna bariera</translation>
    </message>
    <message>
        <source>inactive-lane</source>
        <translation>nieaktywny tor</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>zakleszczenie</translation>
    </message>
    <message>
        <source>endless-loop</source>
        <translation>nieskończona pętla</translation>
    </message>
    <message>
        <source>stack-overflow</source>
        <translation>przepełnienie stosu</translation>
    </message>
    <message>
        <source>trap</source>
        <translation>zatrzymanie (trap)</translation>
    </message>
    <message>
        <source>not-reproducible</source>
        <translation>niepowtarzalne</translation>
    </message>
    <message numerus="yes">
        <source>{0} layout(s) tried: each padding below 128 bytes with each XOR of bits of row and column.</source>
        <translation>
            <numerusform>Sprawdzono {0} układ: każde wypełnienie poniżej 128 bajtów z każdym XOR bitów wiersza i kolumny.</numerusform>
            <numerusform>Sprawdzono {0} układy: każde wypełnienie poniżej 128 bajtów z każdym XOR bitów wiersza i kolumny.</numerusform>
            <numerusform>Sprawdzono {0} układów: każde wypełnienie poniżej 128 bajtów z każdym XOR bitów wiersza i kolumny.</numerusform>
        </translation>
    </message>
    <message>
        <source>Every layout with less padding, or as much and an XOR of fewer bits, takes at least {0} wavefronts instead of {1}.</source>
        <translation>Każdy układ z mniejszym wypełnieniem, albo z takim samym i XOR mniejszej liczby bitów, wymaga co najmniej {0} wavefrontów zamiast {1}.</translation>
    </message>
    <message>
        <source>overlapping-copy</source>
        <translation>kopia nakładająca się</translation>
    </message>
    <message>
        <source>host-race</source>
        <translation>wyścig z hostem</translation>
    </message>
    <message>
        <source>stream-race</source>
        <translation>wyścig strumieni</translation>
    </message>
    <message>
        <source>unchecked-launch</source>
        <translation>niesprawdzone uruchomienie</translation>
    </message>
    <message>
        <source>The answer is: {0}.</source>
        <translation>Odpowiedź: {0}.</translation>
    </message>
    <message>
        <source>wrong-direction</source>
        <translation>zły kierunek</translation>
    </message>
    <message>
        <source>{0} + {1} bytes of a block, {2} there are</source>
        <translation>bajtów w bloku {0} + {1}, jest {2}</translation>
    </message>
    <message numerus="yes">
        <source>, reads {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from 0x{4:x} on.</source>
        <translation>
            <numerusform>, czyta {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
            <numerusform>, czyta {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
            <numerusform>, czyta {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, writes {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from 0x{4:x} on.</source>
        <translation>
            <numerusform>, zapisuje {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
            <numerusform>, zapisuje {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
            <numerusform>, zapisuje {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, changes {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from 0x{4:x} on.</source>
        <translation>
            <numerusform>, zmienia {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
            <numerusform>, zmienia {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
            <numerusform>, zmienia {1} pod 0x{2:x}: bajtów {0} z transakcji, która przesyła bajtów {3} od 0x{4:x}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tongue</name>
    <message>
        <source>block {0}, thread {1}</source>
        <translation>blok {0}, wątek {1}</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>bariera</translation>
    </message>
    <message>
        <source>fence</source>
        <translation>ogrodzenie (fence)</translation>
    </message>
    <message>
        <source>{0}, line {1}</source>
        <translation>{0}, wiersz {1}</translation>
    </message>
    <message>
        <source>a barrier is missing here</source>
        <translation>tu brakuje bariery</translation>
    </message>
    <message>
        <source>a __syncwarp() is missing here</source>
        <translation>tu brakuje __syncwarp()</translation>
    </message>
    <message>
        <source>nobody waits for the copy here</source>
        <translation>nikt nie czeka tu na kopiowanie</translation>
    </message>
    <message>
        <source>a fence is missing here</source>
        <translation>tu brakuje ogrodzenia (fence)</translation>
    </message>
    <message>
        <source>nothing can order these two</source>
        <translation>nic nie może uporządkować tych dwóch</translation>
    </message>
    <message>
        <source>quoted</source>
        <translation>cytowane</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>zapisane</translation>
    </message>
    <message>
        <source> at {0:.0f} MHz</source>
        <translation> przy {0:.0f} MHz</translation>
    </message>
    <message>
        <source>limits: modelled counts over what {0} does at most, {1} × {2:.0f} MHz</source>
        <translation>ograniczenia: zliczenia z modelu przez to, co najwyżej robi {0}, {1} × {2:.0f} MHz</translation>
    </message>
    <message>
        <source> for compute capability {0}</source>
        <translation> dla compute capability {0}</translation>
    </message>
    <message>
        <source>modelled at {0}{1}</source>
        <translation>z modelu dla {0}{1}</translation>
    </message>
    <message>
        <source>Warps stand here {0} of their time (modelled): {1}.</source>
        <translation>Warpy stoją tu przez {0} swojego czasu (z modelu): {1}.</translation>
    </message>
    <message>
        <source>{0} on</source>
        <translation>{0} wł.</translation>
    </message>
    <message>
        <source>{0} off</source>
        <translation>{0} wył.</translation>
    </message>
    <message>
        <source>estimated {0} ms (modelled, at {1} MHz; latencies of {2}, another GPU: less certain)</source>
        <translation>oszacowano {0} ms (z modelu, przy {1} MHz; opóźnienia z {2}, innego GPU: mniej pewne)</translation>
    </message>
    <message>
        <source>estimated {0} ms (modelled, at {1} MHz; latencies of {2})</source>
        <translation>oszacowano {0} ms (z modelu, przy {1} MHz; opóźnienia z {2})</translation>
    </message>
    <message>
        <source>{0} instructions of warps ({1})</source>
        <translation>{0} instrukcji warpów ({1})</translation>
    </message>
    <message>
        <source>{0} instructions of warps at {1} ({2})</source>
        <translation>{0} instrukcji warpów dla {1} ({2})</translation>
    </message>
    <message>
        <source>note: {0}</source>
        <translation>uwaga: {0}</translation>
    </message>
    <message>
        <source>shipped with Warplens</source>
        <translation>dostarczone z Warplens</translation>
    </message>
    <message>
        <source>compiled by NVRTC {0}</source>
        <translation>skompilowane przez NVRTC {0}</translation>
    </message>
    <message>
        <source>block ({0}, {1}), modelled, compute capability {2}</source>
        <translation>blok ({0}, {1}), z modelu, compute capability {2}</translation>
    </message>
    <message>
        <source>size {0}, block ({1}, {2}), modelled, compute capability {3}</source>
        <translation>rozmiar {0}, blok ({1}, {2}), z modelu, compute capability {3}</translation>
    </message>
    <message>
        <source>, with the text of commit {0}, which has changed since</source>
        <translation>, z tekstem z commitu {0}, który się od tego czasu zmienił</translation>
    </message>
    <message>
        <source>L2 flushed</source>
        <translation>L2 opróżniona</translation>
    </message>
    <message>
        <source>L2 warm</source>
        <translation>L2 ciepła</translation>
    </message>
    <message numerus="yes">
        <source>{1}: executed (once|{2} times) by warps; unit {3}</source>
        <translation>
            <numerusform>{1}: wykonane przez warpy raz; jednostka {3}</numerusform>
            <numerusform>{1}: wykonane przez warpy {2} razy; jednostka {3}</numerusform>
            <numerusform>{1}: wykonane przez warpy {2} razy; jednostka {3}</numerusform>
        </translation>
    </message>
    <message>
        <source> (estimated)</source>
        <translation> (szacunek)</translation>
    </message>
</context>
<context>
    <name>warplens::app</name>
    <message>
        <source>with %1 it would be</source>
        <translation>z %1 byłoby</translation>
    </message>
    <message>
        <source>each store of line %1</source>
        <translation>każdy zapis w wierszu %1</translation>
    </message>
    <message>
        <source>each load of line %1, on average</source>
        <translation>każdy odczyt w wierszu %1, średnio</translation>
    </message>
    <message>
        <source>this picture is of a stage: write its name after the picture&apos;s, such as %1</source>
        <translation>to obraz etapu: napisz jego nazwę po nazwie obrazu, np. %1</translation>
    </message>
    <message>
        <source>there is no stage &apos;%1&apos;: write one of %2</source>
        <translation>nie ma etapu „%1”: napisz jeden z: %2</translation>
    </message>
    <message>
        <source>there is no chart &apos;%1&apos;</source>
        <translation>nie ma wykresu „%1”</translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation> (zmienione)</translation>
    </message>
    <message>
        <source> beside %1</source>
        <translation> obok: %1</translation>
    </message>
    <message>
        <source>the standard variant</source>
        <translation>wariant standardowy</translation>
    </message>
    <message>
        <source> on compute capability %1</source>
        <translation> na compute capability %1</translation>
    </message>
    <message>
        <source>runs on one core of the CPU</source>
        <translation>działa na jednym rdzeniu CPU</translation>
    </message>
    <message>
        <source>a library, which ships compiled</source>
        <translation>biblioteka dostarczana skompilowana</translation>
    </message>
    <message>
        <source>%1, grid %2, block %3</source>
        <translation>%1, siatka %2, blok %3</translation>
    </message>
    <message>
        <source>launch %1 of %2, grid %3, block %4</source>
        <translation>uruchomienie %1 z %2, siatka %3, blok %4</translation>
    </message>
    <message>
        <source>block (%1, %2)</source>
        <translation>blok (%1, %2)</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>z modelu</translation>
    </message>
    <message>
        <source>compute capability %1</source>
        <translation>compute capability %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; runs on the CPU, and the pictures show a GPU: write a stage with a kernel</source>
        <translation>„%1” działa na CPU, a obrazy pokazują GPU: napisz etap z kernelem</translation>
    </message>
    <message>
        <source>&apos;%1&apos; calls a library, whose inside is not known: write a stage with a kernel</source>
        <translation>„%1” wywołuje bibliotekę o nieznanym wnętrzu: napisz etap z kernelem</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not use shared memory, so it has no banks: write tiles or global</source>
        <translation>„%1” nie używa pamięci współdzielonej, więc nie ma banków: napisz tiles albo global</translation>
    </message>
    <message>
        <source>%1; write: warplens export KIND [STAGE] --out FILE</source>
        <translation>%1; napisz: warplens export RODZAJ [ETAP] --out PLIK</translation>
    </message>
    <message>
        <source>a page of what? Write --html and a lesson, a lecture, a stage or a link</source>
        <translation>strona czego? Napisz --html i lekcję, wykład, etap albo odsyłacz</translation>
    </message>
    <message>
        <source>--at writes a picture and --html a page: write one of them</source>
        <translation>--at zapisuje obraz, a --html stronę: napisz jedno z nich</translation>
    </message>
    <message>
        <source>a page takes what it shows from its lesson or its link: leave out %1</source>
        <translation>strona bierze to, co pokazuje, ze swojej lekcji albo odsyłacza: usuń %1</translation>
    </message>
    <message>
        <source>write: warplens export KIND [STAGE] --out FILE; `warplens export --list` tells the kinds</source>
        <translation>napisz: warplens export RODZAJ [ETAP] --out PLIK; `warplens export --list` podaje rodzaje</translation>
    </message>
    <message>
        <source>where to? Write --out FILE, which ends with .html</source>
        <translation>dokąd? Napisz --out PLIK z końcówką .html</translation>
    </message>
    <message>
        <source>where to? Write --out FILE, which ends with .png, .svg, .pdf or .csv</source>
        <translation>dokąd? Napisz --out PLIK z końcówką .png, .svg, .pdf albo .csv</translation>
    </message>
    <message>
        <source>there is no preset &apos;%1&apos;: write paper or slide</source>
        <translation>nie ma ustawienia „%1”: napisz paper albo slide</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no scale: write --scale 1 or --scale 2</source>
        <translation>„%1” nie jest skalą: napisz --scale 1 albo --scale 2</translation>
    </message>
    <message>
        <source>chart: %1</source>
        <translation>wykres: %1</translation>
    </message>
    <message>
        <source>picture of a stage: %1</source>
        <translation>obraz etapu: %1</translation>
    </message>
    <message>
        <source>all pictures of a stage that suit</source>
        <translation>wszystkie pasujące obrazy etapu</translation>
    </message>
    <message>
        <source>wrote %1</source>
        <translation>zapisano %1</translation>
    </message>
    <message>
        <source>there is no chart or picture &apos;%1&apos;: write one of %2</source>
        <translation>nie ma wykresu ani obrazu „%1”: napisz jeden z: %2</translation>
    </message>
    <message>
        <source>, {0} of them padding</source>
        <translation>, z tego wypełnienia {0}</translation>
    </message>
    <message>
        <source>{0}: {1} words to a row of the picture, {2} banks</source>
        <translation>{0}: {1} słów w wierszu obrazu, banków: {2}</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>pamięć współdzielona</translation>
    </message>
    <message>
        <source>One row of the picture is one word of every bank: a column is a bank.</source>
        <translation>Jeden wiersz obrazu to po jednym słowie z każdego banku: kolumna to bank.</translation>
    </message>
    <message>
        <source>the same bank</source>
        <translation>tym samym banku</translation>
    </message>
    <message numerus="yes">
        <source>(one bank|{0} banks) further</source>
        <translation>
            <numerusform>o jeden bank dalej</numerusform>
            <numerusform>o {0} banki dalej</numerusform>
            <numerusform>o {0} banków dalej</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} wavefront(s)</source>
        <translation>
            <numerusform>{0} wavefront</numerusform>
            <numerusform>{0} wavefronty</numerusform>
            <numerusform>{0} wavefrontów</numerusform>
        </translation>
    </message>
    <message>
        <source> instead of {0}</source>
        <translation> zamiast {0}</translation>
    </message>
    <message>
        <source>: {0} of {1}</source>
        <translation>: {0} z {1}</translation>
    </message>
    <message numerus="yes">
        <source>{0} bank(s)</source>
        <translation>
            <numerusform>{0} banku</numerusform>
            <numerusform>{0} banków</numerusform>
            <numerusform>{0} banków</numerusform>
        </translation>
    </message>
    <message>
        <source>, up to {0} of one bank</source>
        <translation>, do {0} z jednego banku</translation>
    </message>
    <message>
        <source>{0} moved</source>
        <translation>przesłano {0}</translation>
    </message>
    <message>
        <source>: all {0} lanes want the same</source>
        <translation>: wszystkie tory ({0}) chcą tego samego</translation>
    </message>
    <message>
        <source>: nothing is thrown away</source>
        <translation>: nic nie przepada</translation>
    </message>
    <message>
        <source>: {0} are thrown away</source>
        <translation>: przepada {0}</translation>
    </message>
    <message>
        <source>: {0} are not written</source>
        <translation>: nie zapisano {0}</translation>
    </message>
    <message>
        <source>global memory</source>
        <translation>pamięć globalna</translation>
    </message>
    <message>
        <source>{0}: a row of the picture is a row of the matrix</source>
        <translation>{0}: wiersz obrazu to wiersz macierzy</translation>
    </message>
    <message>
        <source>{0}: a row of the picture is a line of 128 bytes</source>
        <translation>{0}: wiersz obrazu to linia 128 bajtów</translation>
    </message>
    <message numerus="yes">
        <source>L1 looks up one line a clock: this request keeps it busy for {0} clock(s), with its bytes side by side for {1}.</source>
        <translation>
            <numerusform>L1 sprawdza jedną linię na takt: to żądanie zajmuje ją przez {0} takt, a z bajtami obok siebie przez {1}.</numerusform>
            <numerusform>L1 sprawdza jedną linię na takt: to żądanie zajmuje ją przez {0} takty, a z bajtami obok siebie przez {1}.</numerusform>
            <numerusform>L1 sprawdza jedną linię na takt: to żądanie zajmuje ją przez {0} taktów, a z bajtami obok siebie przez {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L1 looks up one line a clock: this request keeps it busy for {0} clock(s).</source>
        <translation>
            <numerusform>L1 sprawdza jedną linię na takt: to żądanie zajmuje ją przez {0} takt.</numerusform>
            <numerusform>L1 sprawdza jedną linię na takt: to żądanie zajmuje ją przez {0} takty.</numerusform>
            <numerusform>L1 sprawdza jedną linię na takt: to żądanie zajmuje ją przez {0} taktów.</numerusform>
        </translation>
    </message>
    <message>
        <source> takes no part in this request.</source>
        <translation> nie bierze udziału w tym żądaniu.</translation>
    </message>
    <message>
        <source>{0} at 0x{1:x}, sector {2} of line 0x{3:x}: </source>
        <translation>{0} pod 0x{1:x}, sektor {2} linii 0x{3:x}: </translation>
    </message>
    <message>
        <source>this block has not touched it yet</source>
        <translation>ten blok jeszcze tego nie dotknął</translation>
    </message>
    <message>
        <source>{0} in bank {1}: </source>
        <translation>{0} w banku {1}: </translation>
    </message>
    <message>
        <source>padding. It holds nothing; it moves the rows after it to other banks.</source>
        <translation>wypełnienie. Niczego nie przechowuje; przesuwa następne wiersze do innych banków.</translation>
    </message>
    <message>
        <source>nothing is in it yet</source>
        <translation>jeszcze nic w nim nie ma</translation>
    </message>
    <message>
        <source>Sector {0} of line 0x{1:x}, 32 bytes</source>
        <translation>Sektor {0} linii 0x{1:x}, 32 bajty</translation>
    </message>
    <message>
        <source>, from {0}</source>
        <translation>, od {0}</translation>
    </message>
    <message>
        <source>; not moved yet.</source>
        <translation>; jeszcze nie przesłany.</translation>
    </message>
    <message numerus="yes">
        <source>; moved (once|{0} times) so far.</source>
        <translation>
            <numerusform>; dotychczas przesłany raz.</numerusform>
            <numerusform>; dotychczas przesłany {0} razy.</numerusform>
            <numerusform>; dotychczas przesłany {0} razy.</numerusform>
        </translation>
    </message>
    <message>
        <source>Bank {0}</source>
        <translation>Bank {0}</translation>
    </message>
    <message>
        <source>: no request yet.</source>
        <translation>: nie było jeszcze żądania.</translation>
    </message>
    <message>
        <source>: this request wants nothing of it.</source>
        <translation>: to żądanie niczego z niego nie chce.</translation>
    </message>
    <message>
        <source>: one word for {0}.</source>
        <translation>: jedno słowo dla: {0}.</translation>
    </message>
    <message>
        <source>: {0} different words for {1}, one after the other.</source>
        <translation>: różnych słów {0} dla: {1}, jedno po drugim.</translation>
    </message>
    <message>
        <source>Line {0}, in this block:</source>
        <translation>Wiersz {0}, w tym bloku:</translation>
    </message>
    <message>
        <source>Warp {0}</source>
        <translation>Warp {0}</translation>
    </message>
    <message>
        <source>: barrier.</source>
        <translation>: bariera.</translation>
    </message>
    <message>
        <source>, line {0}</source>
        <translation>, wiersz {0}</translation>
    </message>
    <message numerus="yes">
        <source>{0} sector(s)</source>
        <translation>
            <numerusform>{0} sektor</numerusform>
            <numerusform>{0} sektory</numerusform>
            <numerusform>{0} sektorów</numerusform>
        </translation>
    </message>
    <message>
        <source> instead of {0}.</source>
        <translation> zamiast {0}.</translation>
    </message>
    <message>
        <source>wf</source>
        <translation>wf</translation>
    </message>
    <message numerus="yes">
        <source>sector(s)</source>
        <translation>
            <numerusform>sektor</numerusform>
            <numerusform>sektory</numerusform>
            <numerusform>sektorów</numerusform>
        </translation>
    </message>
    <message>
        <source>+{0} sec</source>
        <translation>+{0} sek.</translation>
    </message>
    <message>
        <source>{0}: {1}, {2} a product.</source>
        <translation>{0}: {1}, {2} na iloczyn.</translation>
    </message>
    <message>
        <source>The whole launch is being looked at</source>
        <translation>Całe uruchomienie jest badane</translation>
    </message>
    <message>
        <source>{0} was found in the whole launch</source>
        <translation>{0} w całym uruchomieniu</translation>
    </message>
    <message>
        <source>{0} meet at {1}, and nothing orders them</source>
        <translation>{0} spotykają się w {1}, a nic ich nie porządkuje</translation>
    </message>
    <message>
        <source>one sector serves them all</source>
        <translation>jeden sektor obsługuje wszystkie</translation>
    </message>
    <message numerus="yes">
        <source>{0} (reads|read) the same element of {1}: {2}.</source>
        <translation>
            <numerusform>{0} czyta ten sam element tablicy {1}: {2}.</numerusform>
            <numerusform>{0} czytają ten sam element tablicy {1}: {2}.</numerusform>
            <numerusform>{0} czyta ten sam element tablicy {1}: {2}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (writes|write) the same element of {1}: {2}.</source>
        <translation>
            <numerusform>{0} zapisuje ten sam element tablicy {1}: {2}.</numerusform>
            <numerusform>{0} zapisują ten sam element tablicy {1}: {2}.</numerusform>
            <numerusform>{0} zapisuje ten sam element tablicy {1}: {2}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} line(s)</source>
        <translation>
            <numerusform>{0} linia</numerusform>
            <numerusform>{0} linie</numerusform>
            <numerusform>{0} linii</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (reads|read) from {1} of {2}. {3} move {4} bytes for {5} that are used.</source>
        <translation>
            <numerusform>{0} czyta z tablicy {2} ({1}). {3}: przesłano {4} bajtów, wykorzystano {5}.</numerusform>
            <numerusform>{0} czytają z tablicy {2} ({1}). {3}: przesłano {4} bajtów, wykorzystano {5}.</numerusform>
            <numerusform>{0} czyta z tablicy {2} ({1}). {3}: przesłano {4} bajtów, wykorzystano {5}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (writes|write) to {1} of {2}. {3} move {4} bytes for {5} that are written.</source>
        <translation>
            <numerusform>{0} zapisuje do tablicy {2} ({1}). {3}: przesłano {4} bajtów, zapisano {5}.</numerusform>
            <numerusform>{0} zapisują do tablicy {2} ({1}). {3}: przesłano {4} bajtów, zapisano {5}.</numerusform>
            <numerusform>{0} zapisuje do tablicy {2} ({1}). {3}: przesłano {4} bajtów, zapisano {5}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(an element|{0} elements)</source>
        <translation>
            <numerusform>element</numerusform>
            <numerusform>{0} elementy</numerusform>
            <numerusform>{0} elementów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (reads|read) {1} of {2}: </source>
        <translation>
            <numerusform>{0} czyta {1} tablicy {2}: </numerusform>
            <numerusform>{0} czytają {1} tablicy {2}: </numerusform>
            <numerusform>{0} czyta {1} tablicy {2}: </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (writes|write) {1} of {2}: </source>
        <translation>
            <numerusform>{0} zapisuje {1} tablicy {2}: </numerusform>
            <numerusform>{0} zapisują {1} tablicy {2}: </numerusform>
            <numerusform>{0} zapisuje {1} tablicy {2}: </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}, all of (it|them) used.</source>
        <translation>
            <numerusform>{0}, wykorzystany w całości.</numerusform>
            <numerusform>{0}, wykorzystane w całości.</numerusform>
            <numerusform>{0}, wykorzystane w całości.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} of {2} bytes used.</source>
        <translation>{0}, wykorzystano {1} z {2} bajtów.</translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) {1}, up to {2}.</source>
        <translation>
            <numerusform>{0} zmienia {1}, do {2}.</numerusform>
            <numerusform>{0} zmieniają {1}, do {2}.</numerusform>
            <numerusform>{0} zmienia {1}, do {2}.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} in turn at one bank</source>
        <translation>{0} po kolei przy jednym banku</translation>
    </message>
    <message numerus="yes">
        <source>{0} (copies|copy) into {1}. {2} come in turn.</source>
        <translation>
            <numerusform>{0} kopiuje do {1}. {2} przychodzą po kolei.</numerusform>
            <numerusform>{0} kopiują do {1}. {2} przychodzą po kolei.</numerusform>
            <numerusform>{0} kopiuje do {1}. {2} przychodzą po kolei.</numerusform>
        </translation>
    </message>
    <message>
        <source>Words of one bank of L1 or of shared memory</source>
        <translation>Słowa jednego banku L1 lub pamięci współdzielonej</translation>
    </message>
    <message>
        <source>16 bytes a lane cost a step more</source>
        <translation>16 bajtów na tor kosztuje o krok więcej</translation>
    </message>
    <message>
        <source>{0} want {1}. Here {2} for each quarter of the warp.</source>
        <translation>{0} — potrzebne {1}. Tutaj {2} na każdą ćwiartkę warpu.</translation>
    </message>
    <message>
        <source>{0} write {1}. Here {2} for each quarter of the warp.</source>
        <translation>{0} — zapis {1}. Tutaj {2} na każdą ćwiartkę warpu.</translation>
    </message>
    <message>
        <source>bank {0}</source>
        <translation>banku {0}</translation>
    </message>
    <message>
        <source>{0} want a different word of {1}.</source>
        <translation>{0}: każdy potrzebuje innego słowa z {1}.</translation>
    </message>
    <message>
        <source>{0} write a different word of {1}.</source>
        <translation>{0}: każdy zapisuje inne słowo w {1}.</translation>
    </message>
    <message>
        <source>{0} want {1} words of {2}.</source>
        <translation>{0}: potrzebne różne słowa ({1}) z {2}.</translation>
    </message>
    <message>
        <source>{0} write {1} words of {2}.</source>
        <translation>{0}: zapis różnych słów ({1}) w {2}.</translation>
    </message>
    <message>
        <source>banks {0} to {1}</source>
        <translation>banków od {0} do {1}</translation>
    </message>
    <message>
        <source>{0} banks</source>
        <translation>{0} banków</translation>
    </message>
    <message>
        <source>{0} want words of only {1}.</source>
        <translation>{0}: potrzebne słowa tylko z {1}.</translation>
    </message>
    <message>
        <source>{0} write words of only {1}.</source>
        <translation>{0}: zapis słów tylko do {1}.</translation>
    </message>
    <message>
        <source>{0} words of one bank</source>
        <translation>{0} słów jednego banku</translation>
    </message>
    <message>
        <source>{0} want up to {1}.</source>
        <translation>{0}: potrzebne do {1}.</translation>
    </message>
    <message>
        <source>{0} write up to {1}.</source>
        <translation>{0}: zapis do {1}.</translation>
    </message>
    <message>
        <source> The request takes {0} instead of {1}.</source>
        <translation> Żądanie zajmuje {0} zamiast {1}.</translation>
    </message>
    <message>
        <source>{0} read {1}: {2} in {3}.</source>
        <translation>{0}: odczyt {1}, {2}: {3}.</translation>
    </message>
    <message>
        <source>one word, broadcast</source>
        <translation>jedno słowo, rozgłoszone</translation>
    </message>
    <message>
        <source>the same words, broadcast</source>
        <translation>te same słowa, rozgłoszone</translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) {1}.</source>
        <translation>
            <numerusform>{0} zmienia {1}.</numerusform>
            <numerusform>{0} zmieniają {1}.</numerusform>
            <numerusform>{0} zmienia {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (reads|read) {1}.</source>
        <translation>
            <numerusform>{0} czyta {1}.</numerusform>
            <numerusform>{0} czytają {1}.</numerusform>
            <numerusform>{0} czyta {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (writes|write) {1}.</source>
        <translation>
            <numerusform>{0} zapisuje {1}.</numerusform>
            <numerusform>{0} zapisują {1}.</numerusform>
            <numerusform>{0} zapisuje {1}.</numerusform>
        </translation>
    </message>
    <message>
        <source> No two words that differ share a bank: {0}.</source>
        <translation> Żadne dwa różne słowa nie leżą w jednym banku: {0}.</translation>
    </message>
    <message>
        <source> {0} bytes take {1}, none of them for a conflict.</source>
        <translation> {0} bajtów zajmuje {1}, żadnego z powodu konfliktu.</translation>
    </message>
    <message>
        <source>it opens</source>
        <translation>otwiera się</translation>
    </message>
    <message>
        <source>This block touches no memory.</source>
        <translation>Ten blok nie dotyka pamięci.</translation>
    </message>
    <message>
        <source>warps</source>
        <translation>warpy</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>bloki</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>rejestry</translation>
    </message>
    <message>
        <source>instruction issue</source>
        <translation>wydawanie instrukcji</translation>
    </message>
    <message>
        <source>FMA pipe</source>
        <translation>potok FMA</translation>
    </message>
    <message>
        <source>ALU pipe</source>
        <translation>potok ALU</translation>
    </message>
    <message>
        <source>FP16 pipe</source>
        <translation>potok FP16</translation>
    </message>
    <message>
        <source>FP64 pipe</source>
        <translation>potok FP64</translation>
    </message>
    <message>
        <source>XU pipe</source>
        <translation>potok XU</translation>
    </message>
    <message>
        <source>LSU pipe</source>
        <translation>potok LSU</translation>
    </message>
    <message>
        <source>shared memory wavefronts</source>
        <translation>wavefronty współdzielonej</translation>
    </message>
    <message>
        <source>L1 data</source>
        <translation>dane L1</translation>
    </message>
    <message>
        <source>L2 sectors</source>
        <translation>sektory L2</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>latency of a single warp</source>
        <translation>opóźnienie jednego warpu</translation>
    </message>
    <message>
        <source>A block of this kernel {0} on a multiprocessor.</source>
        <translation>Blok tego kernela {0} na multiprocesorze.</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>nie mieści się</translation>
    </message>
    <message>
        <source> and </source>
        <translation> i </translation>
    </message>
    <message>
        <source>A multiprocessor holds {0} of {1}: {2}, limited by {3}.</source>
        <translation>Multiprocesor mieści {0}, w każdym {1}: {2}; ogranicza: {3}.</translation>
    </message>
    <message numerus="yes">
        <source>{0} block(s)</source>
        <translation>
            <numerusform>{0} blok</numerusform>
            <numerusform>{0} bloki</numerusform>
            <numerusform>{0} bloków</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} warp(s)</source>
        <translation>
            <numerusform>{0} warp</numerusform>
            <numerusform>{0} warpy</numerusform>
            <numerusform>{0} warpów</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of {1} warps</source>
        <translation>{0} z {1} warpów</translation>
    </message>
    <message>
        <source> Registers are not known without machine code: at most.</source>
        <translation> Bez kodu maszynowego rejestry nie są znane: najwyżej tyle.</translation>
    </message>
    <message>
        <source>All warps that there is room for are there.</source>
        <translation>Są wszystkie warpy, na które jest miejsce.</translation>
    </message>
    <message>
        <source>One block more with {0} registers a thread instead of {1}.</source>
        <translation>O jeden blok więcej przy {0} rejestrach na wątek zamiast {1}.</translation>
    </message>
    <message>
        <source>One block more with {0} bytes of shared memory instead of {1}.</source>
        <translation>O jeden blok więcej przy {0} bajtach pamięci współdzielonej zamiast {1}.</translation>
    </message>
    <message>
        <source>{0} warps instead of {1} with blocks of {2} threads, everything else as it is.</source>
        <translation>{0} warpów zamiast {1} przy blokach po {2} wątków, reszta bez zmian.</translation>
    </message>
    <message>
        <source>No single one of registers, shared memory and block size makes room for more.</source>
        <translation>Same rejestry, sama pamięć współdzielona ani sam rozmiar bloku nie dadzą miejsca na więcej.</translation>
    </message>
    <message>
        <source>computed by the rules of compute capability {0} ({1})</source>
        <translation>obliczone według zasad compute capability {0} ({1})</translation>
    </message>
    <message>
        <source>; registers: of its machine code for {0}</source>
        <translation>; rejestry: z kodu maszynowego dla {0}</translation>
    </message>
    <message>
        <source>threads of a block</source>
        <translation>wątki bloku</translation>
    </message>
    <message>
        <source>registers of a thread</source>
        <translation>rejestry wątku</translation>
    </message>
    <message>
        <source>shared memory of a block</source>
        <translation>pamięć współdzielona bloku</translation>
    </message>
    <message>
        <source>Nothing that was counted is exact enough to be a limit; the longest estimate is {0}: {1}.</source>
        <translation>Nic z tego, co zliczono, nie jest dość dokładne, by być ograniczeniem; najdłuższe oszacowanie to {0}: {1}.</translation>
    </message>
    <message>
        <source>At least {0} go to {1}. No time of this launch is recorded; it is estimated at {2} ms.</source>
        <translation>Co najmniej {0} zajmuje: {1}. Czasu tego uruchomienia nie zapisano; oszacowanie to {2} ms.</translation>
    </message>
    <message>
        <source>At least {0} go to {1}. No time of this launch is recorded.</source>
        <translation>Co najmniej {0} zajmuje: {1}. Czasu tego uruchomienia nie zapisano.</translation>
    </message>
    <message>
        <source>Of {0} ms, at least {1} go to {2}: {3}.</source>
        <translation>Z {0} ms co najmniej {1} zajmuje: {2}, czyli {3}.</translation>
    </message>
    <message>
        <source> The rest is latency, or resources that take turns.</source>
        <translation> Reszta to opóźnienia albo zasoby, które pracują na przemian.</translation>
    </message>
    <message>
        <source>Computing what each resource alone would take …</source>
        <translation>Obliczanie, ile zająłby każdy zasób osobno …</translation>
    </message>
    <message>
        <source>; the value is {0}.</source>
        <translation>; wartość to {0}.</translation>
    </message>
    <message>
        <source>Lane {0} of warp {1} has no thread: the block ends before it.</source>
        <translation>Tor {0} warpu {1} nie ma wątku: blok kończy się przed nim.</translation>
    </message>
    <message>
        <source>Lane {0} of warp {1}, thread ({2}, {3}{4})</source>
        <translation>Tor {0} warpu {1}, wątek ({2}, {3}{4})</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>wiersz {0}</translation>
    </message>
    <message>
        <source>another place</source>
        <translation>inne miejsce</translation>
    </message>
    <message>
        <source>, comes to {0} too, but its condition is false: it takes no part.</source>
        <translation>, też dochodzi tu ({0}), ale jego warunek jest fałszywy: nie bierze udziału.</translation>
    </message>
    <message>
        <source>, goes another way: it stands at {0} and has its turn later.</source>
        <translation>, idzie inną drogą: stoi tu ({0}), a jego kolej przyjdzie później.</translation>
    </message>
    <message>
        <source>, has arrived at {0} and waits there for the others.</source>
        <translation>, dotarł tu ({0}) i czeka na inne.</translation>
    </message>
    <message>
        <source>, stands at the barrier of the block.</source>
        <translation>, stoi przy barierze bloku.</translation>
    </message>
    <message>
        <source>, has ended.</source>
        <translation>, zakończył się.</translation>
    </message>
    <message>
        <source>there is no step %1: the last of %2 is %3, so write --steps 1..%3 or a part of it</source>
        <translation>nie ma kroku %1: ostatni w %2 to %3, więc napisz --steps 1..%3 albo jego część</translation>
    </message>
    <message>
        <source>%1 steps are too many, %2 go into one file: write a shorter range, or larger steps (--by tile)</source>
        <translation>%1 kroków to za dużo, do jednego pliku mieści się %2: napisz krótszy zakres albo większe kroki (--by tile)</translation>
    </message>
    <message>
        <source>, wavefront %1 of %2</source>
        <translation>, wavefront %1 z %2</translation>
    </message>
    <message>
        <source>tile %1 of %2, %3</source>
        <translation>kafelek %1 z %2, %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no range of steps: write --steps 3..7, 3.. or ..7, counted from 1</source>
        <translation>„%1” nie jest zakresem kroków: napisz --steps 3..7, 3.. albo ..7, licząc od 1</translation>
    </message>
    <message>
        <source>there are no steps by &apos;%1&apos;: write --by wavefront, instruction, access, tile or barrier</source>
        <translation>nie ma kroków co „%1”: napisz --by wavefront, instruction, access, tile albo barrier</translation>
    </message>
    <message>
        <source>this block</source>
        <translation>ten blok</translation>
    </message>
    <message>
        <source>a chart has no steps: leave page= out of the link, or leave out --steps</source>
        <translation>wykres nie ma kroków: usuń page= z odsyłacza albo usuń --steps</translation>
    </message>
    <message>
        <source>the difference of two sources has no steps: leave page= out of the link</source>
        <translation>różnica dwóch źródeł nie ma kroków: usuń page= z odsyłacza</translation>
    </message>
    <message>
        <source>%1 has no steps: no warp of it can be looked at</source>
        <translation>%1 nie ma kroków: nie da się podejrzeć żadnego warpu</translation>
    </message>
    <message>
        <source>there is no lecture &apos;%1&apos;%2: `warplens-cli lessons` lists them</source>
        <translation>nie ma wykładu „%1”%2: wymienia je `warplens-cli lessons`</translation>
    </message>
    <message>
        <source>there is no lesson &apos;%1&apos;%2: `warplens-cli lessons` lists them</source>
        <translation>nie ma lekcji „%1”%2: wymienia je `warplens-cli lessons`</translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1, %2 z %3</translation>
    </message>
    <message>
        <source>cannot write %1: there is no folder %2</source>
        <translation>nie można zapisać %1: nie ma folderu %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not tell its format: end it with .mp4, .gif, .pdf, .png or .svg</source>
        <translation>„%1” nie mówi, jaki to format: zakończ .mp4, .gif, .pdf, .png albo .svg</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no scale: write --scale 1 for 1280×720 pixels, 1.5 or 2</source>
        <translation>„%1” nie jest skalą: napisz --scale 1 dla 1280×720 pikseli, 1.5 albo 2</translation>
    </message>
    <message>
        <source>write: warplens export --steps 3..7 --at LINK --out FILE, or --lesson NAME or --lecture NAME in place of --at</source>
        <translation>napisz: warplens export --steps 3..7 --at ODSYŁACZ --out PLIK albo --lesson NAZWA lub --lecture NAZWA zamiast --at</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is too much: %2</source>
        <translation>„%1” to za dużo: %2</translation>
    </message>
    <message>
        <source>steps of what? One of them; %1</source>
        <translation>kroki czego? Jednego z nich; %1</translation>
    </message>
    <message>
        <source>--by is for the steps of a stage: a lesson has its own</source>
        <translation>--by jest do kroków etapu: lekcja ma własne</translation>
    </message>
    <message>
        <source>where to? Write --out FILE, which ends with .mp4, .gif, .pdf, .png or .svg</source>
        <translation>dokąd? Napisz --out PLIK z końcówką .mp4, .gif, .pdf, .png albo .svg</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time for a step: write --seconds and a number from 0.25 to 60</source>
        <translation>„%1” nie jest czasem kroku: napisz --seconds i liczbę od 0.25 do 60</translation>
    </message>
    <message>
        <source>wrote %1 files, %2 to %3</source>
        <translation>zapisano plików: %1, od %2 do %3</translation>
    </message>
    <message>
        <source>stopped: nothing was written</source>
        <translation>przerwano: niczego nie zapisano</translation>
    </message>
    <message>
        <source>busy {0} %</source>
        <translation>zajęte przez {0} %</translation>
    </message>
    <message>
        <source>{0} of {1} multiprocessors</source>
        <translation>{0} z {1} multiprocesorów</translation>
    </message>
    <message numerus="yes">
        <source>{0} multiprocessor(s)</source>
        <translation>
            <numerusform>{0} multiprocesor</numerusform>
            <numerusform>{0} multiprocesory</numerusform>
            <numerusform>{0} multiprocesorów</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} on {1}, up to {2} at a time on each: {3} of {4} µs.</source>
        <translation>{0}: {1}, najwyżej {2} naraz na każdym: {3} z {4} µs.</translation>
    </message>
    <message>
        <source>{0} on {1}: {2} of {3} µs.</source>
        <translation>{0}: {1}: {2} z {3} µs.</translation>
    </message>
    <message>
        <source> The last one begins at {0} µs: from then on no block waits, and multiprocessors run out of work.</source>
        <translation> Ostatni zaczyna się po {0} µs: odtąd żaden blok nie czeka, a multiprocesorom kończy się praca.</translation>
    </message>
    <message numerus="yes">
        <source>{0} transaction(s)</source>
        <translation>
            <numerusform>{0} transakcja</numerusform>
            <numerusform>{0} transakcje</numerusform>
            <numerusform>{0} transakcji</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (moves|move) {1} bytes, all of them used.</source>
        <translation>
            <numerusform>{0} przenosi {1} bajtów, wszystkie wykorzystane.</numerusform>
            <numerusform>{0} przenoszą {1} bajtów, wszystkie wykorzystane.</numerusform>
            <numerusform>{0} przenosi {1} bajtów, wszystkie wykorzystane.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (moves|move) {1} bytes, {2} of them used.</source>
        <translation>
            <numerusform>{0} przenosi {1} bajtów, z nich {2} wykorzystane.</numerusform>
            <numerusform>{0} przenoszą {1} bajtów, z nich {2} wykorzystane.</numerusform>
            <numerusform>{0} przenosi {1} bajtów, z nich {2} wykorzystane.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (moves|move) {1} bytes, {2} of them written.</source>
        <translation>
            <numerusform>{0} przenosi {1} bajtów, z nich {2} zapisane.</numerusform>
            <numerusform>{0} przenoszą {1} bajtów, z nich {2} zapisane.</numerusform>
            <numerusform>{0} przenosi {1} bajtów, z nich {2} zapisane.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} word(s)</source>
        <translation>
            <numerusform>{0} słowo</numerusform>
            <numerusform>{0} słowa</numerusform>
            <numerusform>{0} słów</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, measured on {1}, {2}, with the clock&apos;s own instructions in the kernel</source>
        <translation>{0}, zmierzono na {1}, {2}, z instrukcjami zegara w kernelu</translation>
    </message>
    <message>
        <source>Where and when the blocks of this kernel run was not recorded. On a machine with a GPU, warplens-cli blocks measures it.</source>
        <translation>Nie zapisano, gdzie i kiedy działają bloki tego kernela. Na maszynie z GPU mierzy to warplens-cli blocks.</translation>
    </message>
    <message>
        <source>Blocks of {0} were not recorded; these are those of {1}. </source>
        <translation>Bloków {0} nie zarejestrowano; to są bloki {1}. </translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no expression of lane: {1}</source>
        <translation>„{0}” nie jest wyrażeniem z lane: {1}</translation>
    </message>
    <message>
        <source>lane {0} is led out of the tile: its elements are 0 to {1}</source>
        <translation>tor {0} wychodzi poza kafel: jego elementy to 0 do {1}</translation>
    </message>
    <message>
        <source>The textbook XOR on a transpose of 16×32</source>
        <translation>Podręcznikowy XOR przy transpozycji 16×32</translation>
    </message>
    <message>
        <source>XOR by the row&apos;s number leaves a conflict of two ways in every read of two columns.</source>
        <translation>XOR z numerem wiersza zostawia dwukrotny konflikt przy każdym odczycie dwóch kolumn.</translation>
    </message>
    <message>
        <source>The same with the algorithm of Linear Layouts (arXiv 2505.23819)</source>
        <translation>To samo z algorytmem Linear Layouts (arXiv 2505.23819)</translation>
    </message>
    <message>
        <source>XOR by twice the row&apos;s number has no conflict in either direction.</source>
        <translation>XOR z podwojonym numerem wiersza nie ma konfliktu w żadnym kierunku.</translation>
    </message>
    <message>
        <source>CuTe&apos;s Swizzle&lt;5, 0, 5&gt; on a column</source>
        <translation>Swizzle&lt;5, 0, 5&gt; z CuTe na kolumnie</translation>
    </message>
    <message>
        <source>A column of rows of 32 words has no conflict with it.</source>
        <translation>Kolumna w wierszach po 32 słowa nie ma z nim konfliktu.</translation>
    </message>
    <message>
        <source>CuTe&apos;s Swizzle&lt;3, 0, 5&gt; on a column</source>
        <translation>Swizzle&lt;3, 0, 5&gt; z CuTe na kolumnie</translation>
    </message>
    <message>
        <source>Three bits are too few for a column: a conflict of four ways.</source>
        <translation>Trzy bity to za mało na kolumnę: konflikt czterokrotny.</translation>
    </message>
    <message>
        <source>CuTe&apos;s Swizzle&lt;2, 0, 5&gt; on a column</source>
        <translation>Swizzle&lt;2, 0, 5&gt; z CuTe na kolumnie</translation>
    </message>
    <message>
        <source>Two bits: a conflict of eight ways.</source>
        <translation>Dwa bity: konflikt ośmiokrotny.</translation>
    </message>
    <message>
        <source>One word of padding</source>
        <translation>Jedno słowo dopełnienia</translation>
    </message>
    <message>
        <source>Rows of 33 words have no conflict in a column.</source>
        <translation>Wiersze po 33 słowa nie mają konfliktu w kolumnie.</translation>
    </message>
    <message>
        <source>ldmatrix, rows of 64 halves as they are</source>
        <translation>ldmatrix, wiersze po 64 half bez zmian</translation>
    </message>
    <message>
        <source>All eight rows of a matrix lie in the same banks: a conflict of eight ways.</source>
        <translation>Wszystkie osiem wierszy macierzy leży w tych samych bankach: konflikt ośmiokrotny.</translation>
    </message>
    <message>
        <source>ldmatrix, groups of eight halves XORed with the row</source>
        <translation>ldmatrix, grupy ośmiu half z XOR wiersza</translation>
    </message>
    <message>
        <source>XOR of row mod 8 with the group&apos;s number has no conflict.</source>
        <translation>XOR wiersza mod 8 z numerem grupy nie ma konfliktu.</translation>
    </message>
    <message>
        <source>L1 tags</source>
        <translation>znaczniki L1</translation>
    </message>
    <message>
        <source>L1 wavefronts</source>
        <translation>wavefronty L1</translation>
    </message>
    <message>
        <source>instructions of warps</source>
        <translation>instrukcje warpów</translation>
    </message>
    <message>
        <source>instructions of warps a clock</source>
        <translation>instrukcji warpów na takt</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>wavefronty</translation>
    </message>
    <message>
        <source>wavefronts a clock</source>
        <translation>wavefrontów na takt</translation>
    </message>
    <message>
        <source>fours of lines</source>
        <translation>czwórki linii</translation>
    </message>
    <message>
        <source>fours of lines a clock</source>
        <translation>czwórek linii na takt</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>sektory</translation>
    </message>
    <message>
        <source>sectors a clock</source>
        <translation>sektorów na takt</translation>
    </message>
    <message>
        <source>cycles of a warp alone</source>
        <translation>takty samotnego warpu</translation>
    </message>
    <message>
        <source>blocks after one another in each place</source>
        <translation>bloków jeden po drugim w każdym miejscu</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>oszacowane</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>zapisane</translation>
    </message>
    <message>
        <source>quoted</source>
        <translation>cytowane</translation>
    </message>
    <message>
        <source>each row from another column</source>
        <translation>każdy wiersz z innej kolumny</translation>
    </message>
    <message>
        <source>Following the warps of a multiprocessor …</source>
        <translation>Śledzenie warpów jednego multiprocesora …</translation>
    </message>
    <message>
        <source>What warps do in time cannot be told: {0}.</source>
        <translation>Nie da się powiedzieć, co warpy robią w czasie: {0}.</translation>
    </message>
    <message>
        <source>What warps do in time cannot be told: no GPU is calibrated.</source>
        <translation>Nie da się powiedzieć, co warpy robią w czasie: żadne GPU nie jest skalibrowane.</translation>
    </message>
    <message>
        <source>The first {0} clocks of a multiprocessor with {1}: instructions are issued in {2} of its schedulers&apos; clocks.</source>
        <translation>Pierwsze {0} taktów multiprocesora, na którym jest {1}: instrukcje są wydawane w {2} taktów jego planistów.</translation>
    </message>
    <message>
        <source> In {0} of the time a place has no warp.</source>
        <translation> Przez {0} czasu miejsce nie ma warpa.</translation>
    </message>
    <message>
        <source>{0}: modelled, for {1}; what it estimates is {2} ms</source>
        <translation>{0}: z modelu, dla {1}; oszacowany czas to {2} ms</translation>
    </message>
    <message>
        <source>warp {0} of the block in place {1}</source>
        <translation>warp {0} bloku na miejscu {1}</translation>
    </message>
    <message>
        <source>{0}, clock {1}: {2} is issued</source>
        <translation>{0}, takt {1}: wydana jest instrukcja {2}</translation>
    </message>
    <message>
        <source>{0}, clocks {1} to {2}: waits before {3} ({4})</source>
        <translation>{0}, takty od {1} do {2}: czeka przed {3} ({4})</translation>
    </message>
    <message>
        <source>The blocks are shown when what binds the launch is computed …</source>
        <translation>Bloki pokażą się, gdy zostanie obliczone, co ogranicza uruchomienie …</translation>
    </message>
    <message>
        <source>Several lanes want the same words. Here {0}.</source>
        <translation>Kilka torów chce tych samych słów. Tutaj {0}.</translation>
    </message>
    <message>
        <source>one word a step goes to more than one lane</source>
        <translation>w jednym kroku tylko jedno słowo trafia do wielu torów</translation>
    </message>
    <message>
        <source>Several lanes write the same words. Here {0}.</source>
        <translation>Kilka torów zapisuje te same słowa. Tutaj {0}.</translation>
    </message>
    <message>
        <source>they come in turn</source>
        <translation>zapisują po kolei</translation>
    </message>
    <message>
        <source>with %1, of %2 times as many stores, it would be</source>
        <translation>z %1, przy %2 razy tylu zapisach, byłoby</translation>
    </message>
    <message>
        <source>with %1, of %2 times as many loads, it would be</source>
        <translation>z %1, przy %2 razy tylu odczytach, byłoby</translation>
    </message>
    <message>
        <source>PTX line {0}, {1}, of line {2} of the source.</source>
        <translation>Wiersz {0} PTX, {1}, z wiersza {2} źródła.</translation>
    </message>
    <message>
        <source>PTX line {0}, {1}: the compiler gave it no line of the source.</source>
        <translation>Wiersz {0} PTX, {1}: kompilator nie podał dla niego wiersza źródła.</translation>
    </message>
    <message numerus="yes">
        <source>Line {1}: {0} PTX instruction(s), no request to memory in this block.</source>
        <translation>
            <numerusform>Wiersz {1}: {0} instrukcja PTX, w tym bloku żadnego żądania do pamięci.</numerusform>
            <numerusform>Wiersz {1}: {0} instrukcje PTX, w tym bloku żadnego żądania do pamięci.</numerusform>
            <numerusform>Wiersz {1}: {0} instrukcji PTX, w tym bloku żadnego żądania do pamięci.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is {0} PTX instruction(s).</source>
        <translation>
            <numerusform>To {0} instrukcja PTX.</numerusform>
            <numerusform>To {0} instrukcje PTX.</numerusform>
            <numerusform>To {0} instrukcji PTX.</numerusform>
        </translation>
    </message>
    <message>
        <source>, copies into {0} in bank {1}: one of {2} wavefronts, which is not known.</source>
        <translation>, kopiuje do {0} w banku {1}: jeden z {2} wavefrontów, nie wiadomo który.</translation>
    </message>
    <message>
        <source>{0} bytes moved</source>
        <translation>przesłane bajty: {0}</translation>
    </message>
    <message>
        <source>{0} B</source>
        <translation>{0} B</translation>
    </message>
    <message>
        <source>+{0} B</source>
        <translation>+{0} B</translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) {1} of {2}: </source>
        <translation>
            <numerusform>{0} zmienia {1} tablicy {2}: </numerusform>
            <numerusform>{0} zmieniają {1} tablicy {2}: </numerusform>
            <numerusform>{0} zmienia {1} tablicy {2}: </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) the same element of {1}: {2}.</source>
        <translation>
            <numerusform>{0} zmienia ten sam element tablicy {1}: {2}.</numerusform>
            <numerusform>{0} zmieniają ten sam element tablicy {1}: {2}.</numerusform>
            <numerusform>{0} zmienia ten sam element tablicy {1}: {2}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) elements in {1} of {2}. {3} move {4} bytes for {5} that are changed.</source>
        <translation>
            <numerusform>{0} zmienia elementy tablicy {2} ({1}). {3}: przesłano {4} bajtów, zmieniono {5}.</numerusform>
            <numerusform>{0} zmieniają elementy tablicy {2} ({1}). {3}: przesłano {4} bajtów, zmieniono {5}.</numerusform>
            <numerusform>{0} zmienia elementy tablicy {2} ({1}). {3}: przesłano {4} bajtów, zmieniono {5}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}, all of (it|them) written.</source>
        <translation>
            <numerusform>{0}, zapisany w całości.</numerusform>
            <numerusform>{0}, zapisane w całości.</numerusform>
            <numerusform>{0}, zapisane w całości.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} of {2} bytes written.</source>
        <translation>{0}, zapisano {1} z {2} bajtów.</translation>
    </message>
    <message numerus="yes">
        <source>{0} (moves|move) {1} bytes, all of them written.</source>
        <translation>
            <numerusform>{0} przenosi {1} bajtów, wszystkie zapisane.</numerusform>
            <numerusform>{0} przenoszą {1} bajtów, wszystkie zapisane.</numerusform>
            <numerusform>{0} przenosi {1} bajtów, wszystkie zapisane.</numerusform>
        </translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>krok %1 z %2</translation>
    </message>
    <message>
        <source>stop %1 of %2, %3</source>
        <translation>przystanek %1 z %2, %3</translation>
    </message>
    <message>
        <source>block in each place</source>
        <translation>blok w każdym miejscu</translation>
    </message>
    <message>
        <source>About {0} go to {1}, as estimated; at least {2} to {3}.</source>
        <translation>Według oszacowania około {0} zajmuje: {1}; co najmniej {2} zajmuje: {3}.</translation>
    </message>
    <message>
        <source> No time of this launch is recorded; it is estimated at {0} ms.</source>
        <translation> Czasu tego uruchomienia nie zapisano; oszacowanie to {0} ms.</translation>
    </message>
    <message>
        <source>{0} at 0x{1:x}: </source>
        <translation>{0} pod 0x{1:x}: </translation>
    </message>
    <message>
        <source>32 bytes at 0x{0:x}</source>
        <translation>32 bajty pod 0x{0:x}</translation>
    </message>
    <message>
        <source>; not asked for yet.</source>
        <translation>; jeszcze nie żądane.</translation>
    </message>
    <message numerus="yes">
        <source>; asked for by (one request|{0} requests) so far.</source>
        <translation>
            <numerusform>; dotychczas w jednym żądaniu.</numerusform>
            <numerusform>; dotychczas w {0} żądaniach.</numerusform>
            <numerusform>; dotychczas w {0} żądaniach.</numerusform>
        </translation>
    </message>
    <message>
        <source>tensor products</source>
        <translation>iloczyny tensorowe</translation>
    </message>
    <message>
        <source>other arithmetic</source>
        <translation>inne działania</translation>
    </message>
    <message>
        <source>local memory</source>
        <translation>pamięć lokalna</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>wymiana</translation>
    </message>
    <message>
        <source>integers, addresses</source>
        <translation>liczby całkowite, adresy</translation>
    </message>
    <message>
        <source>control</source>
        <translation>sterowanie</translation>
    </message>
    <message>
        <source>tensor cores</source>
        <translation>rdzenie tensorowe</translation>
    </message>
    <message>
        <source>multiply-adds</source>
        <translation>mnożenia z dodawaniem</translation>
    </message>
    <message>
        <source>multiply-adds a clock</source>
        <translation>mnożeń z dodawaniem na takt</translation>
    </message>
    <message>
        <source>asked by lanes</source>
        <translation>żądane przez wątki</translation>
    </message>
    <message>
        <source>sectors of L1</source>
        <translation>sektory L1</translation>
    </message>
    <message>
        <source>between L1 and L2</source>
        <translation>między L1 a L2</translation>
    </message>
    <message>
        <source>--at draws what its link shows: leave out &apos;%1&apos;</source>
        <translation>--at rysuje to, co pokazuje jego odnośnik: pomiń „%1”</translation>
    </message>
    <message numerus="yes">
        <source>{1}: {2} rows of {0} word(s)</source>
        <translation>
            <numerusform>{1}: wierszy {2} po {0} słowie</numerusform>
            <numerusform>{1}: wierszy {2} po {0} słowa</numerusform>
            <numerusform>{1}: wierszy {2} po {0} słów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A row is {0} word(s) long: every row begins in the same bank, but this request takes {1}.</source>
        <translation>
            <numerusform>Wiersz ma {0} słowo: każdy zaczyna się w tym samym banku, ale to żądanie bierze {1}.</numerusform>
            <numerusform>Wiersz ma {0} słowa: każdy zaczyna się w tym samym banku, ale to żądanie bierze {1}.</numerusform>
            <numerusform>Wiersz ma {0} słów: każdy zaczyna się w tym samym banku, ale to żądanie bierze {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A row is {0} word(s) long: every row begins in {1}, so a column is one bank.</source>
        <translation>
            <numerusform>Wiersz ma {0} słowo: każdy zaczyna się w {1}, więc kolumna to jeden bank.</numerusform>
            <numerusform>Wiersz ma {0} słowa: każdy zaczyna się w {1}, więc kolumna to jeden bank.</numerusform>
            <numerusform>Wiersz ma {0} słów: każdy zaczyna się w {1}, więc kolumna to jeden bank.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A row is {0} word(s) long: every row begins {1}.</source>
        <translation>
            <numerusform>Wiersz ma {0} słowo: każdy zaczyna się {1}.</numerusform>
            <numerusform>Wiersz ma {0} słowa: każdy zaczyna się {1}.</numerusform>
            <numerusform>Wiersz ma {0} słów: każdy zaczyna się {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} byte(s) wanted, {1}</source>
        <translation>
            <numerusform>potrzebny bajt: {0}, {1}</numerusform>
            <numerusform>potrzebnych bajtów: {0}, {1}</numerusform>
            <numerusform>potrzebnych bajtów: {0}, {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} byte(s) written, {1}</source>
        <translation>
            <numerusform>zapisany bajt: {0}, {1}</numerusform>
            <numerusform>zapisanych bajtów: {0}, {1}</numerusform>
            <numerusform>zapisanych bajtów: {0}, {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, reads {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.</source>
        <translation>
            <numerusform>, czyta {1} pod 0x{2:x}: bajtów {0} z sektora {3} linii 0x{4:x}.</numerusform>
            <numerusform>, czyta {1} pod 0x{2:x}: bajtów {0} z sektora {3} linii 0x{4:x}.</numerusform>
            <numerusform>, czyta {1} pod 0x{2:x}: bajtów {0} z sektora {3} linii 0x{4:x}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, writes {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.</source>
        <translation>
            <numerusform>, zapisuje {1} pod 0x{2:x}: bajtów {0} sektora {3} linii 0x{4:x}.</numerusform>
            <numerusform>, zapisuje {1} pod 0x{2:x}: bajtów {0} sektora {3} linii 0x{4:x}.</numerusform>
            <numerusform>, zapisuje {1} pod 0x{2:x}: bajtów {0} sektora {3} linii 0x{4:x}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, changes {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.</source>
        <translation>
            <numerusform>, zmienia {1} pod 0x{2:x}: bajtów {0} sektora {3} linii 0x{4:x}.</numerusform>
            <numerusform>, zmienia {1} pod 0x{2:x}: bajtów {0} sektora {3} linii 0x{4:x}.</numerusform>
            <numerusform>, zmienia {1} pod 0x{2:x}: bajtów {0} sektora {3} linii 0x{4:x}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> {0} request(s) to global memory, sectors per request: {1:.3g} (ideal {2:.3g});</source>
        <translation>
            <numerusform> żądań do pamięci globalnej: {0}, na każde sektorów {1:.3g} (idealnie {2:.3g});</numerusform>
            <numerusform> żądań do pamięci globalnej: {0}, na każde sektorów {1:.3g} (idealnie {2:.3g});</numerusform>
            <numerusform> żądań do pamięci globalnej: {0}, na każde sektorów {1:.3g} (idealnie {2:.3g});</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> {0} request(s) to global memory, bytes moved per request: {1:.4g} (ideal {2:.4g});</source>
        <translation>
            <numerusform> żądań do pamięci globalnej: {0}, na każde przesłanych bajtów {1:.4g} (idealnie {2:.4g});</numerusform>
            <numerusform> żądań do pamięci globalnej: {0}, na każde przesłanych bajtów {1:.4g} (idealnie {2:.4g});</numerusform>
            <numerusform> żądań do pamięci globalnej: {0}, na każde przesłanych bajtów {1:.4g} (idealnie {2:.4g});</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> {0} load(s) from shared memory, wavefronts per load: {1:.3g} (ideal {2:.3g});</source>
        <translation>
            <numerusform> odczytów z pamięci współdzielonej: {0}, na każdy wavefrontów {1:.3g} (idealnie {2:.3g});</numerusform>
            <numerusform> odczytów z pamięci współdzielonej: {0}, na każdy wavefrontów {1:.3g} (idealnie {2:.3g});</numerusform>
            <numerusform> odczytów z pamięci współdzielonej: {0}, na każdy wavefrontów {1:.3g} (idealnie {2:.3g});</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> {0} store(s) to shared memory, wavefronts per store: {1:.3g} (ideal {2:.3g});</source>
        <translation>
            <numerusform> zapisów do pamięci współdzielonej: {0}, na każdy wavefrontów {1:.3g} (idealnie {2:.3g});</numerusform>
            <numerusform> zapisów do pamięci współdzielonej: {0}, na każdy wavefrontów {1:.3g} (idealnie {2:.3g});</numerusform>
            <numerusform> zapisów do pamięci współdzielonej: {0}, na każdy wavefrontów {1:.3g} (idealnie {2:.3g});</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(The only warp has|All {0} warps have) come to the barrier: {1}.</source>
        <translation>
            <numerusform>Jedyny warp dotarł do bariery: {1}.</numerusform>
            <numerusform>Wszystkie {0} warpy dotarły do bariery: {1}.</numerusform>
            <numerusform>Wszystkie warpy ({0}) dotarły do bariery: {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Warp {0} waits at the barrier: {1} of {2} warps (has|have) come.</source>
        <translation>
            <numerusform>Warp {0} czeka przy barierze: dotarł {1} z {2} warpów.</numerusform>
            <numerusform>Warp {0} czeka przy barierze: dotarły {1} z {2} warpów.</numerusform>
            <numerusform>Warp {0} czeka przy barierze: dotarło {1} z {2} warpów.</numerusform>
        </translation>
    </message>
    <message>
        <source>--%1 has two values, &apos;%2&apos; and &apos;%3&apos;: leave out one of them</source>
        <translation>--%1 ma dwie wartości, „%2” i „%3”: pomiń jedną z nich</translation>
    </message>
    <message numerus="yes">
        <source>{0} (reaches|reach) the shared memory of another block, which takes no wavefront here.</source>
        <translation>
            <numerusform>{0} sięga do pamięci współdzielonej innego bloku, co nie kosztuje tu żadnego wavefrontu.</numerusform>
            <numerusform>{0} sięgają do pamięci współdzielonej innego bloku, co nie kosztuje tu żadnego wavefrontu.</numerusform>
            <numerusform>{0} sięga do pamięci współdzielonej innego bloku, co nie kosztuje tu żadnego wavefrontu.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::AddressesView</name>
    <message>
        <source>Addresses</source>
        <translation>Adresy</translation>
    </message>
    <message>
        <source>no request yet</source>
        <translation>nie było jeszcze żądania</translation>
    </message>
    <message>
        <source> · line %1</source>
        <translation> · wiersz %1</translation>
    </message>
    <message>
        <source>last: </source>
        <translation>ostatnio: </translation>
    </message>
    <message>
        <source>%1; below: how many words this request wants from each bank</source>
        <translation>%1; niżej: ilu słów to żądanie chce z każdego banku</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s), one after the other</source>
        <translation>
            <numerusform>%n słowo</numerusform>
            <numerusform>%n słowa, jedno po drugim</numerusform>
            <numerusform>%n słów, jedno po drugim</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n słowo</numerusform>
            <numerusform>%n słowa</numerusform>
            <numerusform>%n słów</numerusform>
        </translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>bajt %1</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>kolumna %1</translation>
    </message>
    <message>
        <source>%1 wasted</source>
        <translation>zmarnowano: %1</translation>
    </message>
    <message>
        <source> instead of %1</source>
        <translation> zamiast %1</translation>
    </message>
    <message numerus="yes">
        <source>sector(s)</source>
        <translation>
            <numerusform>sektor</numerusform>
            <numerusform>sektory</numerusform>
            <numerusform>sektorów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>line(s)</source>
        <translation>
            <numerusform>linia</numerusform>
            <numerusform>linie</numerusform>
            <numerusform>linii</numerusform>
        </translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>przesłane bajty</translation>
    </message>
    <message>
        <source>This GPU moves more than the sectors that are drawn: the figures count all.</source>
        <translation>To GPU przesyła więcej niż narysowane sektory: liczby obejmują wszystkie.</translation>
    </message>
    <message>
        <source>%1 not asked for</source>
        <translation>%1 bez zamówienia</translation>
    </message>
    <message>
        <source>%1 not written</source>
        <translation>%1 nie zapisano</translation>
    </message>
    <message numerus="yes">
        <source>transaction(s)</source>
        <translation>
            <numerusform>transakcja</numerusform>
            <numerusform>transakcje</numerusform>
            <numerusform>transakcji</numerusform>
        </translation>
    </message>
    <message>
        <source>bytes used: %1</source>
        <translation>wykorzystano bajtów: %1</translation>
    </message>
    <message>
        <source>bytes written: %1</source>
        <translation>zapisano bajtów: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s)</source>
        <translation>
            <numerusform>jeszcze %n wiersz</numerusform>
            <numerusform>jeszcze %n wiersze</numerusform>
            <numerusform>jeszcze %n wierszy</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::AnswerPicture</name>
    <message numerus="yes">
        <source>%n wavefront(s)</source>
        <translation>
            <numerusform>%n wavefront</numerusform>
            <numerusform>%n wavefronty</numerusform>
            <numerusform>%n wavefrontów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sector(s)</source>
        <translation>
            <numerusform>%n sektor</numerusform>
            <numerusform>%n sektory</numerusform>
            <numerusform>%n sektorów</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, at best %2</source>
        <translation>%1, najmniej %2</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>bajt %1</translation>
    </message>
    <message numerus="yes">
        <source>your answer: %n bank(s)</source>
        <translation>
            <numerusform>twoja odpowiedź: %n bank</numerusform>
            <numerusform>twoja odpowiedź: %n banki</numerusform>
            <numerusform>twoja odpowiedź: %n banków</numerusform>
        </translation>
    </message>
    <message>
        <source>counted: %1</source>
        <translation>policzone: %1</translation>
    </message>
    <message>
        <source>your answer: %1</source>
        <translation>twoja odpowiedź: %1</translation>
    </message>
    <message>
        <source>your order, each as long as it takes</source>
        <translation>twoja kolejność, długość to czas</translation>
    </message>
</context>
<context>
    <name>warplens::app::Answering</name>
    <message>
        <source>&amp;Keep my answers in …</source>
        <translation>&amp;Zapisuj moje odpowiedzi w …</translation>
    </message>
    <message>
        <source>Keep my answers in</source>
        <translation>Zapisuj moje odpowiedzi w</translation>
    </message>
    <message>
        <source>Answers (*.jsonl)</source>
        <translation>Odpowiedzi (*.jsonl)</translation>
    </message>
    <message>
        <source>Answers are kept in %1.</source>
        <translation>Odpowiedzi są zapisywane w %1.</translation>
    </message>
    <message>
        <source>%1 of its lines cannot be read and stay as they are: %2</source>
        <translation>Wierszy, których nie da się odczytać i które zostają, jak są: %1: %2</translation>
    </message>
    <message>
        <source>Another file …</source>
        <translation>Inny plik …</translation>
    </message>
</context>
<context>
    <name>warplens::app::Appearance</name>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Ciemny</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Jasny</translation>
    </message>
    <message>
        <source>&amp;High contrast, dark</source>
        <translation>&amp;Wysoki kontrast, ciemny</translation>
    </message>
    <message>
        <source>H&amp;igh contrast, light</source>
        <translation>Wysoki k&amp;ontrast, jasny</translation>
    </message>
    <message>
        <source>Follow the &amp;system</source>
        <translation>Jak &amp;system</translation>
    </message>
    <message>
        <source>Dark or light</source>
        <translation>Ciemny lub jasny</translation>
    </message>
    <message>
        <source>Reduce &amp;motion</source>
        <translation>Mniej &amp;ruchu</translation>
    </message>
    <message>
        <source>La&amp;rger</source>
        <translation>&amp;Większe</translation>
    </message>
    <message>
        <source>S&amp;maller</source>
        <translation>&amp;Mniejsze</translation>
    </message>
    <message>
        <source>&amp;Normal size</source>
        <translation>&amp;Normalny rozmiar</translation>
    </message>
</context>
<context>
    <name>warplens::app::BanksView</name>
    <message>
        <source>Shared memory banks</source>
        <translation>Banki pamięci współdzielonej</translation>
    </message>
    <message>
        <source>no request to shared memory yet</source>
        <translation>jeszcze bez żądań</translation>
    </message>
    <message>
        <source> · wavefront %1 of %2</source>
        <translation> · wavefront %1 z %2</translation>
    </message>
    <message>
        <source>last: </source>
        <translation>ostatnio: </translation>
    </message>
    <message>
        <source>lane %1</source>
        <translation>tor %1</translation>
    </message>
    <message>
        <source>one column for each bank; the first request will fall in here</source>
        <translation>kolumna na każdy bank; pierwsze żądanie wpadnie tutaj</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n słowo</numerusform>
            <numerusform>%n słowa</numerusform>
            <numerusform>%n słów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> of %n bank(s)</source>
        <translation>
            <numerusform> z %n banku</numerusform>
            <numerusform> z %n banków</numerusform>
            <numerusform> z %n banków</numerusform>
        </translation>
    </message>
    <message>
        <source>, in more than one wavefront</source>
        <translation>, w więcej niż jednym wavefroncie</translation>
    </message>
    <message>
        <source>; numbers are lanes</source>
        <translation>; liczby to tory</translation>
    </message>
    <message numerus="yes">
        <source>; %n more wavefront(s) above or below</source>
        <translation>
            <numerusform>; wyżej lub niżej jeszcze %n wavefront</numerusform>
            <numerusform>; wyżej lub niżej jeszcze %n wavefronty</numerusform>
            <numerusform>; wyżej lub niżej jeszcze %n wavefrontów</numerusform>
        </translation>
    </message>
    <message>
        <source>wavefronts of this request: %1, without conflicts %2</source>
        <translation>wavefronty tego żądania: %1, bez konfliktów %2</translation>
    </message>
    <message numerus="yes">
        <source>wavefront(s) for %1</source>
        <translation>
            <numerusform>wavefront: %1</numerusform>
            <numerusform>wavefronty: %1</numerusform>
            <numerusform>wavefrontów: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>, half-warp %1</source>
        <translation>, połówka warpu %1</translation>
    </message>
    <message>
        <source>half-warp %1</source>
        <translation>połówka warpu %1</translation>
    </message>
    <message>
        <source>wavefronts of half-warp 0: %1, of half-warp 1: %2; together without conflicts %3</source>
        <translation>wavefronty połówki 0: %1, połówki 1: %2; razem bez konfliktów %3</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s)</source>
        <translation>
            <numerusform>%n tor</numerusform>
            <numerusform>%n tory</numerusform>
            <numerusform>%n torów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n more wavefront(s) below</source>
        <translation>
            <numerusform>; niżej jeszcze %n wavefront</numerusform>
            <numerusform>; niżej jeszcze %n wavefronty</numerusform>
            <numerusform>; niżej jeszcze %n wavefrontów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n more wavefront(s) above</source>
        <translation>
            <numerusform>; wyżej jeszcze %n wavefront</numerusform>
            <numerusform>; wyżej jeszcze %n wavefronty</numerusform>
            <numerusform>; wyżej jeszcze %n wavefrontów</numerusform>
        </translation>
    </message>
    <message>
        <source>; which wavefront brings which is not known</source>
        <translation>; nie wiadomo, który wavefront które słowo przynosi</translation>
    </message>
</context>
<context>
    <name>warplens::app::Beginning</name>
    <message>
        <source>No CUDA compiler was found: the stages that come with Warplens are shown as they were compiled for compute capability 9.0.</source>
        <translation>Nie znaleziono kompilatora CUDA: etapy dołączone do Warplens pokazywane są tak, jak skompilowano je dla compute capability 9.0.</translation>
    </message>
    <message>
        <source>… `warplens-cli pack check` tells all %1.</source>
        <translation>… `warplens-cli pack check` podaje wszystkie %1.</translation>
    </message>
</context>
<context>
    <name>warplens::app::BlackScreen</name>
    <message>
        <source>Black screen; any key takes it away</source>
        <translation>Czarny ekran; dowolny klawisz go usuwa</translation>
    </message>
</context>
<context>
    <name>warplens::app::BlocksView</name>
    <message>
        <source>Blocks in time</source>
        <translation>Bloki w czasie</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>multiprocessors, with %1 places each</source>
        <translation>multiprocesory, każdy z miejscami: %1</translation>
    </message>
    <message>
        <source>multiprocessors</source>
        <translation>multiprocesory</translation>
    </message>
</context>
<context>
    <name>warplens::app::ChallengePane</name>
    <message>
        <source>All</source>
        <translation>Wszystkie</translation>
    </message>
    <message>
        <source>All challenges (F9)</source>
        <translation>Wszystkie zadania (F9)</translation>
    </message>
    <message>
        <source>Close the challenge</source>
        <translation>Zamknij zadanie</translation>
    </message>
    <message>
        <source>Challenges</source>
        <translation>Zadania</translation>
    </message>
    <message>
        <source>The challenge before</source>
        <translation>Poprzednie zadanie</translation>
    </message>
    <message>
        <source>Next ›</source>
        <translation>Dalej ›</translation>
    </message>
    <message>
        <source>The next challenge (Ctrl+F9)</source>
        <translation>Następne zadanie (Ctrl+F9)</translation>
    </message>
    <message>
        <source>Tell one more hint (Shift+F9)</source>
        <translation>Podaj jeszcze jedną wskazówkę (Shift+F9)</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Zacznij od nowa</translation>
    </message>
    <message>
        <source>The kernel as it is given; Ctrl+Z brings back what you wrote</source>
        <translation>Kernel taki, jak go podano; Ctrl+Z przywraca to, co napisano</translation>
    </message>
    <message>
        <source>Back to the kernel</source>
        <translation>Wróć do kernela</translation>
    </message>
    <message>
        <source>To the kernel of this challenge</source>
        <translation>Do kernela tego zadania</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Poziom %1</translation>
    </message>
    <message>
        <source>%1, solved</source>
        <translation>%1, rozwiązane</translation>
    </message>
    <message>
        <source>Challenges · %1 of %2 solved</source>
        <translation>Zadania · rozwiązano %1 z %2</translation>
    </message>
    <message>
        <source>Challenge %1 of %2 · level %3</source>
        <translation>Zadanie %1 z %2 · poziom %3</translation>
    </message>
    <message>
        <source>Judging …</source>
        <translation>Ocenianie …</translation>
    </message>
    <message>
        <source>All goals are met.</source>
        <translation>Wszystkie cele osiągnięte.</translation>
    </message>
    <message>
        <source>%1 of %2 goals are met.</source>
        <translation>Osiągnięte cele: %1 z %2.</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>wiersz %1</translation>
    </message>
    <message>
        <source>not judged: %1</source>
        <translation>nieocenione: %1</translation>
    </message>
    <message>
        <source>being judged: %1</source>
        <translation>w trakcie oceny: %1</translation>
    </message>
    <message>
        <source>met: %1; %2</source>
        <translation>osiągnięte: %1; %2</translation>
    </message>
    <message>
        <source>not met: %1; %2</source>
        <translation>nieosiągnięte: %1; %2</translation>
    </message>
    <message>
        <source>Hint %1: %2</source>
        <translation>Wskazówka %1: %2</translation>
    </message>
    <message>
        <source>Hint %1 of %2</source>
        <translation>Wskazówka %1 z %2</translation>
    </message>
</context>
<context>
    <name>warplens::app::Challenging</name>
    <message>
        <source>C&amp;hallenges</source>
        <translation>&amp;Zadania</translation>
    </message>
    <message>
        <source>A &amp;hint for the challenge</source>
        <translation>&amp;Wskazówka do zadania</translation>
    </message>
    <message>
        <source>Ne&amp;xt challenge</source>
        <translation>N&amp;astępne zadanie</translation>
    </message>
    <message>
        <source>Challenge: %1</source>
        <translation>Zadanie: %1</translation>
    </message>
    <message>
        <source>There is no challenge &apos;%1&apos;%2</source>
        <translation>Nie ma zadania „%1”%2</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>Nie można zapisać %1: %2</translation>
    </message>
    <message>
        <source>No challenge is open: F9 lists them.</source>
        <translation>Żadne zadanie nie jest otwarte: F9 pokazuje listę.</translation>
    </message>
    <message>
        <source>This is the last challenge.</source>
        <translation>To ostatnie zadanie.</translation>
    </message>
    <message>
        <source>This is the first challenge.</source>
        <translation>To pierwsze zadanie.</translation>
    </message>
</context>
<context>
    <name>warplens::app::ChartsPage</name>
    <message>
        <source>Charts</source>
        <translation>Wykresy</translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation>Wykres: %1</translation>
    </message>
    <message>
        <source>L2 flushed</source>
        <translation>L2 opróżniona</translation>
    </message>
    <message>
        <source>Times with L2 overwritten before each launch</source>
        <translation>Czasy z L2 nadpisaną przed każdym uruchomieniem</translation>
    </message>
    <message>
        <source>Times of launches before which L2 was overwritten; otherwise L2 has what the launch before left there (Shift+L)</source>
        <translation>Czasy uruchomień, przed którymi L2 nadpisano; inaczej L2 ma to, co zostawiło w niej poprzednie uruchomienie (Shift+L)</translation>
    </message>
    <message>
        <source>Charts: %1</source>
        <translation>Wykresy: %1</translation>
    </message>
    <message>
        <source>All variants</source>
        <translation>Wszystkie warianty</translation>
    </message>
    <message>
        <source>Every variant of every stage; otherwise the standard one of each, and all of the shown stage</source>
        <translation>Każdy wariant każdego etapu; inaczej standardowy wariant każdego i wszystkie warianty pokazywanego etapu</translation>
    </message>
</context>
<context>
    <name>warplens::app::Comparing</name>
    <message>
        <source>on %1</source>
        <translation>na %1</translation>
    </message>
    <message>
        <source>compare with …</source>
        <translation>porównaj z …</translation>
    </message>
    <message>
        <source>There is nothing to compare this with.</source>
        <translation>Nie ma z czym tego porównać.</translation>
    </message>
    <message>
        <source>%1, as it is saved</source>
        <translation>%1, jak zapisano</translation>
    </message>
    <message>
        <source>as it is now</source>
        <translation>teraz</translation>
    </message>
    <message>
        <source>There is no stage before this one: compare it with another (C).</source>
        <translation>Przed tym etapem nie ma innego: porównaj go z innym (C).</translation>
    </message>
    <message>
        <source>sectors per request so far</source>
        <translation>sektory na żądanie dotychczas</translation>
    </message>
    <message>
        <source>wavefronts per request so far</source>
        <translation>wavefronty na żądanie dotychczas</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>bytes that this request moves</source>
        <translation>bajty, które przesyła to żądanie</translation>
    </message>
    <message>
        <source>bytes moved per request so far</source>
        <translation>przesłane bajty na żądanie dotychczas</translation>
    </message>
    <message numerus="yes">
        <source>wavefront(s) of this request</source>
        <translation>
            <numerusform>wavefront tego żądania</numerusform>
            <numerusform>wavefronty tego żądania</numerusform>
            <numerusform>wavefrontów tego żądania</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sector(s) of this request</source>
        <translation>
            <numerusform>sektor tego żądania</numerusform>
            <numerusform>sektory tego żądania</numerusform>
            <numerusform>sektorów tego żądania</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>request(s) done</source>
        <translation>
            <numerusform>wykonane żądanie</numerusform>
            <numerusform>wykonane żądania</numerusform>
            <numerusform>wykonanych żądań</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::Constructing</name>
    <message>
        <source>Copied %1</source>
        <translation>Skopiowano %1</translation>
    </message>
    <message>
        <source>C&amp;onstruct a layout, and search for one</source>
        <translation>Zb&amp;uduj układ i szukaj najlepszego</translation>
    </message>
</context>
<context>
    <name>warplens::app::Consulting</name>
    <message>
        <source>&amp;Handbook</source>
        <translation>&amp;Podręcznik</translation>
    </message>
    <message>
        <source>Handbook: %1</source>
        <translation>Podręcznik: %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::CountsView</name>
    <message>
        <source>Counts</source>
        <translation>Zliczenia</translation>
    </message>
    <message>
        <source>%1: so far %2, model %3, hardware %4</source>
        <translation>%1: dotychczas %2, model %3, sprzęt %4</translation>
    </message>
    <message>
        <source>block so far</source>
        <translation>blok dotąd</translation>
    </message>
    <message>
        <source>model</source>
        <translation>model</translation>
    </message>
    <message>
        <source>
ncu: %1</source>
        <translation>
ncu: %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more row(s), for which there is no room</source>
        <translation>
            <numerusform>i jeszcze %n wiersz, na który brak miejsca</numerusform>
            <numerusform>i jeszcze %n wiersze, na które brak miejsca</numerusform>
            <numerusform>i jeszcze %n wierszy, na które brak miejsca</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::CyclesView</name>
    <message>
        <source>Warps in cycles</source>
        <translation>Warpy w cyklach</translation>
    </message>
</context>
<context>
    <name>warplens::app::Defining</name>
    <message>
        <source>%1: %2 (A click shows it.)</source>
        <translation>%1: %2 (Kliknięcie to pokaże.)</translation>
    </message>
</context>
<context>
    <name>warplens::app::Diagnosing</name>
    <message>
        <source>%1 The pictures show the last version that ran.</source>
        <translation>%1 Obrazy pokazują ostatnią wersję, która działała.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Pokaż</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>A gdyby</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Wiersz %1: %2</translation>
    </message>
    <message>
        <source>This block does more than %1 requests: the picture ends there.</source>
        <translation>Ten blok wykonuje więcej niż %1 żądań: obraz tam się kończy.</translation>
    </message>
    <message>
        <source>The whole launch is still being looked at.</source>
        <translation>Całe uruchomienie jest jeszcze badane.</translation>
    </message>
    <message>
        <source>Nothing was found that one statement in this source would order.</source>
        <translation>Nie znaleziono niczego, co uporządkowałaby jedna instrukcja w tym źródle.</translation>
    </message>
    <message numerus="yes">
        <source>With %1 in front of line %2 there (is|are) %3 mistake(s) instead of %4.</source>
        <translation>
            <numerusform>Z %1 przed wierszem %2 jest %3 błąd zamiast %4.</numerusform>
            <numerusform>Z %1 przed wierszem %2 są %3 błędy zamiast %4.</numerusform>
            <numerusform>Z %1 przed wierszem %2 jest %3 błędów zamiast %4.</numerusform>
        </translation>
    </message>
    <message>
        <source> Ctrl+Z takes it out again.</source>
        <translation> Ctrl+Z usuwa to z powrotem.</translation>
    </message>
    <message>
        <source>Line %1: %2. This hangs on a guess (%3), and may be its fault alone.</source>
        <translation>Wiersz %1: %2. To zależy od wartości zgadniętej (%3) i może być wyłącznie jej winą.</translation>
    </message>
    <message>
        <source>%1; events in this block: %2.</source>
        <translation>%1; zdarzeń w tym bloku: %2.</translation>
    </message>
    <message>
        <source>%1 in %2 ms; events in this block: %3.</source>
        <translation>%1 w %2 ms; zdarzeń w tym bloku: %3.</translation>
    </message>
</context>
<context>
    <name>warplens::app::DiffView</name>
    <message>
        <source>Difference of two sources</source>
        <translation>Różnica dwóch źródeł</translation>
    </message>
    <message numerus="yes">
        <source>− %n line(s) gone</source>
        <translation>
            <numerusform>− %n wiersz usunięty</numerusform>
            <numerusform>− %n wiersze usunięte</numerusform>
            <numerusform>− %n wierszy usuniętych</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>+ %n line(s) new</source>
        <translation>
            <numerusform>+ %n nowy wiersz</numerusform>
            <numerusform>+ %n nowe wiersze</numerusform>
            <numerusform>+ %n nowych wierszy</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::Editing</name>
    <message>
        <source>What you type cannot be kept on disk: save it before you close the window.</source>
        <translation>Tego, co piszesz, nie da się zachować na dysku: zapisz to, zanim zamkniesz okno.</translation>
    </message>
    <message>
        <source>A launch that was kept is run as its program was compiled: change the file and run the program again.</source>
        <translation>Zachowane uruchomienie działa tak, jak skompilowano jego program: zmień plik i uruchom program jeszcze raz.</translation>
    </message>
    <message>
        <source>Editing needs a compiler: %1. Install the CUDA Toolkit (its NVRTC); stages that come with Warplens and PTX files can be looked at without it.</source>
        <translation>Edycja wymaga kompilatora: %1. Zainstaluj CUDA Toolkit (jego NVRTC); etapy dołączone do Warplens i pliki PTX można oglądać bez niego.</translation>
    </message>
    <message>
        <source>Open a kernel</source>
        <translation>Otwórz kernel</translation>
    </message>
    <message>
        <source>CUDA kernels (*.cu *.cuh *.ptx)</source>
        <translation>Kernele CUDA (*.cu *.cuh *.ptx)</translation>
    </message>
    <message>
        <source>%1 has no kernel: write a function with __global__</source>
        <translation>%1 nie ma kernela: napisz funkcję z __global__</translation>
    </message>
    <message>
        <source>A stage says itself how it is launched; a kernel of your own is opened with Ctrl+O.</source>
        <translation>Etap sam mówi, jak się go uruchamia; własny kernel otwiera Ctrl+O.</translation>
    </message>
    <message>
        <source>Save the source</source>
        <translation>Zapisz źródło</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>Nie można zapisać %1: %2</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>Zapisano %1.</translation>
    </message>
    <message>
        <source>Unsaved</source>
        <translation>Niezapisane</translation>
    </message>
    <message>
        <source>%1 was changed and not saved.</source>
        <translation>%1 zmieniono i nie zapisano.</translation>
    </message>
    <message>
        <source>Warplens was ended with a text that was not saved.</source>
        <translation>Warplens zakończono z niezapisanym tekstem.</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>Przywróć</translation>
    </message>
    <message>
        <source>Throw it away</source>
        <translation>Odrzuć</translation>
    </message>
    <message>
        <source>&amp;Edit the source</source>
        <translation>&amp;Edytuj źródło</translation>
    </message>
    <message>
        <source>&amp;Reset the source</source>
        <translation>P&amp;rzywróć źródło</translation>
    </message>
    <message>
        <source>&amp;Save the source</source>
        <translation>&amp;Zapisz źródło</translation>
    </message>
    <message>
        <source>Save the source &amp;as …</source>
        <translation>Zapisz źródło &amp;jako …</translation>
    </message>
    <message>
        <source>%1 has no kernel: PTX has one in each .entry</source>
        <translation>%1 nie ma kernela: w PTX jest nim każde .entry</translation>
    </message>
</context>
<context>
    <name>warplens::app::ExportProcess</name>
    <message>
        <source>the program that writes it came to an unexpected end.</source>
        <translation>program, który to zapisuje, niespodziewanie się zakończył.</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>%1 nie daje się uruchomić: %2</translation>
    </message>
</context>
<context>
    <name>warplens::app::Exporting</name>
    <message>
        <source>Wrote %1.</source>
        <translation>Zapisano: %1.</translation>
    </message>
    <message>
        <source>There is no picture yet: wait until it is computed.</source>
        <translation>Nie ma jeszcze obrazu: poczekaj, aż zostanie obliczony.</translation>
    </message>
    <message>
        <source>What binds the launch is still being worked out: show it, and export it when it is there.</source>
        <translation>To, co ogranicza uruchomienie, jest jeszcze ustalane: pokaż to i wyeksportuj, gdy będzie gotowe.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Eksport</translation>
    </message>
    <message>
        <source>Pictures and values (*.svg *.pdf *.png *.csv)</source>
        <translation>Obrazy i wartości (*.svg *.pdf *.png *.csv)</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.pdf *.png)</source>
        <translation>Obrazy (*.svg *.pdf *.png)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Eksport</translation>
    </message>
    <message>
        <source>&amp;Chart …</source>
        <translation>&amp;Wykres …</translation>
    </message>
    <message>
        <source>Chart for a &amp;paper column …</source>
        <translation>Wykres do &amp;szpalty artykułu …</translation>
    </message>
    <message>
        <source>Chart as a &amp;slide …</source>
        <translation>Wykres jako s&amp;lajd …</translation>
    </message>
    <message>
        <source>Copy the c&amp;hart</source>
        <translation>&amp;Kopiuj wykres</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Skopiowano.</translation>
    </message>
    <message>
        <source>All pictures …</source>
        <translation>Wszystkie obrazy …</translation>
    </message>
    <message>
        <source>Copy all pictures</source>
        <translation>Kopiuj wszystkie obrazy</translation>
    </message>
    <message>
        <source>Host program as a pro&amp;ject …</source>
        <translation>Program hosta jako &amp;projekt …</translation>
    </message>
    <message>
        <source>Copy the host progra&amp;m</source>
        <translation>Kopiuj program &amp;hosta</translation>
    </message>
    <message>
        <source>%1 …</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>Kopiuj: %1</translation>
    </message>
    <message>
        <source>There is no host program to copy: show a stage.</source>
        <translation>Nie ma programu hosta do skopiowania: pokaż etap.</translation>
    </message>
    <message>
        <source>There is no host program to save: show a stage.</source>
        <translation>Nie ma programu hosta do zapisania: pokaż etap.</translation>
    </message>
    <message>
        <source>A new folder for the project</source>
        <translation>Nowy folder na projekt</translation>
    </message>
    <message>
        <source>Wrote the project %1: `make run` there builds and runs it.</source>
        <translation>Zapisano projekt %1: `make run` buduje go tam i uruchamia.</translation>
    </message>
    <message>
        <source>Export as …</source>
        <translation>Eksportuj jako …</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopiuj</translation>
    </message>
    <message>
        <source>Copy a link to what is shown</source>
        <translation>Kopiuj odsyłacz do tego, co widać</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>Wszystkie obrazy</translation>
    </message>
    <message>
        <source>Only this picture</source>
        <translation>Tylko ten obraz</translation>
    </message>
    <message>
        <source>Go to stage %1</source>
        <translation>Przejdź do etapu %1</translation>
    </message>
    <message>
        <source>Reset the layout</source>
        <translation>Przywróć układ</translation>
    </message>
    <message>
        <source>Copy the values</source>
        <translation>Kopiuj wartości</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Przywróć powiększenie</translation>
    </message>
    <message>
        <source>All charts</source>
        <translation>Wszystkie wykresy</translation>
    </message>
</context>
<context>
    <name>warplens::app::Facts</name>
    <message>
        <source>whole launch, grid %1</source>
        <translation>całe uruchomienie, siatka %1</translation>
    </message>
    <message>
        <source>whole launch, %1</source>
        <translation>całe uruchomienie, %1</translation>
    </message>
    <message>
        <source>counted on %1, %2</source>
        <translation>zliczone na %1, %2</translation>
    </message>
    <message>
        <source>changed: not what was counted on hardware</source>
        <translation>zmienione: to nie to, co zliczono na sprzęcie</translation>
    </message>
    <message>
        <source>comparing with %1 …</source>
        <translation>porównywanie z %1 …</translation>
    </message>
    <message>
        <source>not counted on %1 yet</source>
        <translation>jeszcze nie zliczone na %1</translation>
    </message>
    <message>
        <source>this variant is not counted on %1; of the stage&apos;s others %2 launches are equal</source>
        <translation>ten wariant nie jest zliczony na %1; z pozostałych uruchomień etapu zgodnych jest %2</translation>
    </message>
    <message>
        <source>= equal to hardware · %1 · %2</source>
        <translation>= zgodne ze sprzętem · %1 · %2</translation>
    </message>
    <message>
        <source>%1 counters of %2 recorded launches are what the model says, to the digit.</source>
        <translation>Liczniki (%1) z zapisanych uruchomień (%2) są co do cyfry takie, jak mówi model.</translation>
    </message>
    <message>
        <source>the reason is not known</source>
        <translation>przyczyna nie jest znana</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>%1, %2: model %3, hardware %4 (%5)</source>
        <translation>%1, %2: model %3, sprzęt %4 (%5)</translation>
    </message>
    <message>
        <source>%1 of %2 recorded launches</source>
        <translation>%1 z %2 zapisanych uruchomień</translation>
    </message>
    <message>
        <source>≠ differs from hardware, as %1 do · %2 · %3</source>
        <translation>≠ różni się od sprzętu, jak %1 · %2 · %3</translation>
    </message>
    <message>
        <source>= equal to hardware · %1 · %2
%3 of this stage differ</source>
        <translation>= zgodne ze sprzętem · %1 · %2
różni się %3 tego etapu</translation>
    </message>
    <message>
        <source>counted by the rules of compute capability %1; %2 (%3) was counted by its own</source>
        <translation>zliczone według reguł compute capability %1; %2 (%3) zliczono według jego własnych</translation>
    </message>
    <message>
        <source>%1 of %2 blocks, then it failed</source>
        <translation>%1 z %2 bloków, potem błąd</translation>
    </message>
    <message>
        <source>whole launch, from %1 of %2 blocks</source>
        <translation>całe uruchomienie, z %1 z %2 bloków</translation>
    </message>
</context>
<context>
    <name>warplens::app::Film</name>
    <message>
        <source>MP4 is written by ffmpeg, which is not installed here: install it (Debian, Ubuntu: apt install ffmpeg; other systems: ffmpeg.org), or write a file that ends with .gif or .pdf</source>
        <translation>MP4 zapisuje ffmpeg, którego tu nie zainstalowano: zainstaluj go (Debian, Ubuntu: apt install ffmpeg; inne systemy: ffmpeg.org) albo zapisz plik z końcówką .gif lub .pdf</translation>
    </message>
    <message>
        <source>ffmpeg wrote no film: %1</source>
        <translation>ffmpeg nie zapisał filmu: %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::GlobalView</name>
    <message>
        <source>warp</source>
        <translation>warp</translation>
    </message>
    <message>
        <source>half-warp %1</source>
        <translation>połówka warpu %1</translation>
    </message>
    <message>
        <source>quarter-warp %1</source>
        <translation>ćwiartka warpu %1</translation>
    </message>
    <message>
        <source> and </source>
        <translation> i </translation>
    </message>
    <message>
        <source>%1: 1 transaction of %2 bytes</source>
        <translation>%1: 1 transakcja po %2 bajtów</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n transaction(s) of %2 bytes, %3 moved</source>
        <translation>
            <numerusform>%1: %n transakcja po %2 bajtów, przesłano %3</numerusform>
            <numerusform>%1: %n transakcje po %2 bajtów, przesłano %3</numerusform>
            <numerusform>%1: %n transakcji po %2 bajtów, przesłano %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Global memory</source>
        <translation>Pamięć globalna</translation>
    </message>
    <message>
        <source>no request to global memory yet</source>
        <translation>jeszcze bez żądań</translation>
    </message>
    <message>
        <source>last: </source>
        <translation>ostatnio: </translation>
    </message>
    <message numerus="yes">
        <source>%n sector(s)</source>
        <translation>
            <numerusform>%n sektor</numerusform>
            <numerusform>%n sektory</numerusform>
            <numerusform>%n sektorów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transaction(s)</source>
        <translation>
            <numerusform>%n transakcja</numerusform>
            <numerusform>%n transakcje</numerusform>
            <numerusform>%n transakcji</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n line(s)</source>
        <translation>
            <numerusform>, %n linia</numerusform>
            <numerusform>, %n linie</numerusform>
            <numerusform>, %n linii</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 bytes</source>
        <translation>, bajtów: %1</translation>
    </message>
    <message>
        <source>lanes of warp %1</source>
        <translation>tory warpu %1</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>tory</translation>
    </message>
    <message>
        <source>sector %1 · 32 B</source>
        <translation>sektor %1 · 32 B</translation>
    </message>
    <message>
        <source>line 0x%1 · 128 B</source>
        <translation>linia 0x%1 · 128 B</translation>
    </message>
    <message>
        <source>%1 lines of 128 B, from 0x%2 to 0x%3</source>
        <translation>%1 linii po 128 B, od 0x%2 do 0x%3</translation>
    </message>
    <message>
        <source>%1 bytes moved, none for nothing</source>
        <translation>Przesłano bajtów: %1, żadnego na próżno</translation>
    </message>
    <message>
        <source>%1 of %2 bytes moved for nothing</source>
        <translation>Na próżno: %1 z %2 przesłanych bajtów</translation>
    </message>
    <message>
        <source>%1 of %2 bytes moved, not written</source>
        <translation>Przesłane, a nie zapisane: %1 z %2 bajtów</translation>
    </message>
    <message>
        <source>%1 bytes moved for %2: it cannot be less</source>
        <translation>Przesłano bajtów: %1, potrzebnych %2: mniej się nie da</translation>
    </message>
    <message>
        <source>%1 bytes moved to write %2: it cannot be less</source>
        <translation>Przesłano bajtów: %1, zapisano %2: mniej się nie da</translation>
    </message>
    <message>
        <source>%1 in memory, row by row; a cell is a sector, 32 bytes</source>
        <translation>%1 w pamięci, wiersz po wierszu; komórka to sektor, 32 bajty</translation>
    </message>
    <message>
        <source>a thin column: up to %1 sectors that are not moved now</source>
        <translation>cienka kolumna: do %1 sektorów, które teraz nie są przesyłane</translation>
    </message>
    <message>
        <source>thin: up to %1 rows, or %2 sectors of a row, that are not moved now</source>
        <translation>cienkie: do %1 wierszy lub %2 sektorów wiersza, teraz nieprzesyłanych</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>kolumna %1</translation>
    </message>
    <message>
        <source>element +%1</source>
        <translation>element +%1</translation>
    </message>
    <message>
        <source>a thin row: up to %1 rows of which nothing is moved now</source>
        <translation>cienki wiersz: do %1 wierszy, z których teraz nic nie jest przesyłane</translation>
    </message>
    <message>
        <source>; stronger ones were moved more often</source>
        <translation>; mocniejsze przesyłano częściej</translation>
    </message>
    <message>
        <source>%1 in memory, elements to a row: %2; a cell is a sector, 32 bytes</source>
        <translation>%1 w pamięci, elementów w wierszu: %2; komórka to sektor, 32 bajty</translation>
    </message>
</context>
<context>
    <name>warplens::app::GlossarySheet</name>
    <message>
        <source>Show it</source>
        <translation>Pokaż to na obrazie</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Słowniczek</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Pojęcia</translation>
    </message>
</context>
<context>
    <name>warplens::app::HandbookSheet</name>
    <message>
        <source>Handbook</source>
        <translation>Podręcznik (po angielsku)</translation>
    </message>
    <message>
        <source>Search the handbook</source>
        <translation>Szukaj w podręczniku</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>Czego szukać</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Spis treści</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Wstecz</translation>
    </message>
    <message>
        <source>Nothing in the handbook has these words.</source>
        <translation>Tych słów nie ma w podręczniku.</translation>
    </message>
</context>
<context>
    <name>warplens::app::HandbookText</name>
    <message>
        <source>Show it</source>
        <translation>Pokaż to na obrazie</translation>
    </message>
</context>
<context>
    <name>warplens::app::HeaderBar</name>
    <message>
        <source>Size of the matrices in the picture</source>
        <translation>Rozmiar macierzy na obrazie</translation>
    </message>
    <message>
        <source>Size of the matrices in the picture: small enough to be followed by eye</source>
        <translation>Rozmiar macierzy na obrazie: na tyle mały, że można śledzić go wzrokiem</translation>
    </message>
    <message>
        <source>Compute capability whose memory rules apply</source>
        <translation>Compute capability, której zasady pamięci obowiązują</translation>
    </message>
    <message>
        <source>Compute capability: the GPU whose memory rules the pictures and counts follow</source>
        <translation>Compute capability: GPU, według którego zasad pamięci liczone są obrazy i zliczenia</translation>
    </message>
    <message>
        <source>What this is compared with</source>
        <translation>Z czym to się porównuje</translation>
    </message>
    <message>
        <source>Two variants or stages in lockstep, side by side (C)</source>
        <translation>Dwa warianty lub etapy krok w krok, obok siebie (C)</translation>
    </message>
    <message>
        <source>Size of the matrices that are measured</source>
        <translation>Rozmiar mierzonych macierzy</translation>
    </message>
    <message>
        <source>Size of the matrices whose speed the chart shows</source>
        <translation>Rozmiar macierzy, których szybkość pokazuje wykres</translation>
    </message>
    <message>
        <source>Recording that the chart shows</source>
        <translation>Zapis, który pokazuje wykres</translation>
    </message>
    <message>
        <source>Where the measured figures come from</source>
        <translation>Skąd pochodzą zmierzone liczby</translation>
    </message>
    <message>
        <source>Run on GPU</source>
        <translation>Uruchom na GPU</translation>
    </message>
    <message>
        <source>%1 off or on</source>
        <translation>%1: wyłącz lub włącz</translation>
    </message>
    <message>
        <source>lane reads</source>
        <translation>tor czyta</translation>
    </message>
    <message>
        <source>Which element each lane reads: an expression of lane</source>
        <translation>Który element czyta każdy tor: wyrażenie z lane</translation>
    </message>
    <message>
        <source>Any expression of lane, such as (lane % 8) * 33 + lane / 8</source>
        <translation>Dowolne wyrażenie z lane, np. (lane % 8) * 33 + lane / 8</translation>
    </message>
    <message>
        <source>A kernel of your own is measured with: warplens-cli check FILE.cu</source>
        <translation>Własny kernel mierzy się poleceniem: warplens-cli check PLIK.cu</translation>
    </message>
    <message>
        <source>picture %1</source>
        <translation>obraz %1</translation>
    </message>
    <message>
        <source>cc %1</source>
        <translation>cc %1</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>pomiar %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Anuluj</translation>
    </message>
    <message>
        <source>Run on CPU</source>
        <translation>Uruchom na CPU</translation>
    </message>
    <message>
        <source>Measure this stage on one core of this computer&apos;s CPU, at the chosen size (F5)</source>
        <translation>Zmierz ten etap na jednym rdzeniu CPU tego komputera, przy wybranym rozmiarze (F5)</translation>
    </message>
    <message>
        <source>Measure all stages on this computer&apos;s GPU, at the chosen size (F5)</source>
        <translation>Zmierz wszystkie etapy na GPU tego komputera, przy wybranym rozmiarze (F5)</translation>
    </message>
</context>
<context>
    <name>warplens::app::Heading</name>
    <message>
        <source>&amp;Toggle its switch</source>
        <translation>&amp;Przełącz jego przełącznik</translation>
    </message>
    <message>
        <source>This stage has no switch.</source>
        <translation>Ten etap nie ma przełącznika.</translation>
    </message>
    <message>
        <source>quoted: %1</source>
        <translation>cytat: %1</translation>
    </message>
    <message>
        <source>recording: %1</source>
        <translation>zapis: %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::HostLines</name>
    <message>
        <source>Host program of the stage</source>
        <translation>Program hosta tego etapu</translation>
    </message>
</context>
<context>
    <name>warplens::app::HostPane</name>
    <message>
        <source>Copy</source>
        <translation>Kopiuj</translation>
    </message>
    <message>
        <source>Copy the program</source>
        <translation>Kopiuj program</translation>
    </message>
    <message>
        <source>Save as project …</source>
        <translation>Zapisz jako projekt …</translation>
    </message>
    <message>
        <source>A folder with the program, the kernel, CMakeLists.txt and a Makefile</source>
        <translation>Folder z programem, kernelem, CMakeLists.txt i Makefile</translation>
    </message>
    <message>
        <source>Host program</source>
        <translation>Program hosta</translation>
    </message>
</context>
<context>
    <name>warplens::app::KernelDialog</name>
    <message>
        <source>Launch of %1</source>
        <translation>Uruchomienie: %1</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>A template is named with its arguments: tile&lt;32,1&gt;</source>
        <translation>Szablon podaje się z argumentami: tile&lt;32,1&gt;</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Siatka</translation>
    </message>
    <message>
        <source>blocks in x, y, z: 4,4</source>
        <translation>bloki w x, y, z: 4,4</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Blok</translation>
    </message>
    <message>
        <source>threads in x, y, z: 16,16</source>
        <translation>wątki w x, y, z: 16,16</translation>
    </message>
    <message>
        <source>Dynamic shared memory</source>
        <translation>Dynamiczna pamięć współdzielona</translation>
    </message>
    <message>
        <source>bytes; mostly none</source>
        <translation>bajty; zwykle brak</translation>
    </message>
    <message>
        <source>Macros</source>
        <translation>Makra</translation>
    </message>
    <message>
        <source>NAME=VALUE …</source>
        <translation>NAZWA=WARTOŚĆ …</translation>
    </message>
    <message>
        <source>&amp;Kernel</source>
        <translation>&amp;Kernel</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>&amp;Siatka</translation>
    </message>
    <message>
        <source>&amp;Block</source>
        <translation>&amp;Blok</translation>
    </message>
    <message>
        <source>&amp;Dynamic shared memory</source>
        <translation>&amp;Dynamiczna pamięć współdzielona</translation>
    </message>
    <message>
        <source>&amp;Macros</source>
        <translation>&amp;Makra</translation>
    </message>
    <message>
        <source>An array is written f32[4096]=random:1, i32[64]=below:9:1, f32[64]=zeros or f32[64]=file:PATH, a number i32=512.</source>
        <translation>Tablicę pisze się f32[4096]=random:1, i32[64]=below:9:1, f32[64]=zeros albo f32[64]=file:ŚCIEŻKA, liczbę i32=512.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Pokaż</translation>
    </message>
    <message>
        <source>argument %1</source>
        <translation>argument %1</translation>
    </message>
    <message>
        <source>Argument %1</source>
        <translation>Argument %1</translation>
    </message>
    <message>
        <source>All of this is guessed.</source>
        <translation>Wszystko tutaj jest zgadywane.</translation>
    </message>
    <message>
        <source>From the file: %1.</source>
        <translation>Z pliku: %1.</translation>
    </message>
    <message>
        <source>A + behind its length: a guess, which grows to what the kernel touches.</source>
        <translation>Znak + za długością: domysł, który rośnie do tego, czego jądro dotyka.</translation>
    </message>
</context>
<context>
    <name>warplens::app::KeySheet</name>
    <message>
        <source>Keys</source>
        <translation>Klawisze</translation>
    </message>
</context>
<context>
    <name>warplens::app::LaunchTable</name>
    <message>
        <source>%1 of %2 blocks were run</source>
        <translation>Wykonano %1 z %2 bloków</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Siatka</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Blok</translation>
    </message>
    <message>
        <source>Shared bytes</source>
        <translation>Bajty współdz.</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>Sektory</translation>
    </message>
    <message>
        <source>Wavefronts</source>
        <translation>Wavefronty</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Wykryte błędy</translation>
    </message>
</context>
<context>
    <name>warplens::app::LayoutPage</name>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1: %2 (%3)</translation>
    </message>
    <message>
        <source>%1: not possible</source>
        <translation>%1: niemożliwe</translation>
    </message>
    <message>
        <source>Published: %1 (%2). Ways of the conflict: %4 published, %3 counted by the model.</source>
        <translation>Opublikowano: %1 (%2). Krotność konfliktu: %4 według publikacji, %3 według modelu.</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Wiersze</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Kolumny</translation>
    </message>
    <message>
        <source>Bytes of an element</source>
        <translation>Bajty elementu</translation>
    </message>
    <message>
        <source>an access of your own: lane * 33 – or drag lanes</source>
        <translation>własny dostęp: lane * 33 – albo przeciągnij tory</translation>
    </message>
    <message>
        <source>Element of each lane</source>
        <translation>Element każdego toru</translation>
    </message>
    <message>
        <source>Wanted wavefronts</source>
        <translation>Cel: wavefronty</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Zamknij</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Dopełnienie</translation>
    </message>
    <message>
        <source>XOR: bits</source>
        <translation>XOR: bity</translation>
    </message>
    <message>
        <source>from the column&apos;s bit</source>
        <translation>od bitu kolumny</translation>
    </message>
    <message>
        <source>with the row&apos;s bit</source>
        <translation>z bitem wiersza</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Pokazany</translation>
    </message>
    <message>
        <source>least padding</source>
        <translation>najmniejszego dopełnienia</translation>
    </message>
    <message>
        <source>least XOR</source>
        <translation>najmniejszego XOR</translation>
    </message>
    <message>
        <source>Search for the</source>
        <translation>Szukaj:</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Szukaj</translation>
    </message>
    <message>
        <source>choose one</source>
        <translation>wybierz</translation>
    </message>
    <message>
        <source>What is published</source>
        <translation>Opublikowane</translation>
    </message>
    <message>
        <source>Copy a link</source>
        <translation>Kopiuj odnośnik</translation>
    </message>
    <message>
        <source>Accesses, bytes of a lane:</source>
        <translation>Dostępy, bajty toru:</translation>
    </message>
    <message>
        <source>Choose an access, or type an element for each lane.</source>
        <translation>Wybierz dostęp albo wpisz element każdego toru.</translation>
    </message>
    <message>
        <source>Not possible: the layout takes the bytes of a lane apart, or they are not aligned.</source>
        <translation>Niemożliwe: układ rozrywa bajty toru albo nie są wyrównane.</translation>
    </message>
    <message>
        <source>Yours: %1</source>
        <translation>Twój: %1</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>Znaleziony: %1</translation>
    </message>
    <message>
        <source>Find one of your own, then search: all of a family are tried.</source>
        <translation>Znajdź własny, potem szukaj: próbowane są wszystkie z rodziny.</translation>
    </message>
    <message>
        <source>Wavefronts of yours (without conflicts): %1</source>
        <translation>Wavefronty twojego (bez konfliktów): %1</translation>
    </message>
    <message>
        <source>Of what was found: %1</source>
        <translation>Znalezionego: %1</translation>
    </message>
    <message>
        <source>Wanted: %1 for the worst request of %2. Met.</source>
        <translation>Cel: %1 dla najgorszego żądania %2. Osiągnięty.</translation>
    </message>
    <message>
        <source>Wanted: %1 for the worst request of %2. Not met.</source>
        <translation>Cel: %1 dla najgorszego żądania %2. Nieosiągnięty.</translation>
    </message>
    <message>
        <source>least padding with XOR</source>
        <translation>najmniejsze wypełnienie z XOR</translation>
    </message>
</context>
<context>
    <name>warplens::app::LayoutPicture</name>
    <message>
        <source>words that these lanes want from each bank</source>
        <translation>słowa, których te tory chcą z każdego banku</translation>
    </message>
</context>
<context>
    <name>warplens::app::Lecturing</name>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Dalej</translation>
    </message>
    <message>
        <source>&amp;Previous</source>
        <translation>&amp;Wstecz</translation>
    </message>
    <message>
        <source>Page forward: next step of a lesson; without one, next stage; while presenting, next access</source>
        <translation>Strona naprzód: następny krok lekcji; bez lekcji następny etap; w prezentacji następny dostęp</translation>
    </message>
    <message>
        <source>Page back: previous step of a lesson; without one, previous stage; while presenting, previous access</source>
        <translation>Strona wstecz: poprzedni krok lekcji; bez lekcji poprzedni etap; w prezentacji poprzedni dostęp</translation>
    </message>
    <message>
        <source>&amp;Presentation</source>
        <translation>&amp;Prezentacja</translation>
    </message>
    <message>
        <source>&amp;Black screen</source>
        <translation>&amp;Czarny ekran</translation>
    </message>
    <message>
        <source>&amp;Laser pointer</source>
        <translation>Wskaźnik &amp;laserowy</translation>
    </message>
</context>
<context>
    <name>warplens::app::LessonBar</name>
    <message>
        <source>Back (Page Up)</source>
        <translation>Wstecz (Page Up)</translation>
    </message>
    <message>
        <source>On (Page Down)</source>
        <translation>Dalej (Page Down)</translation>
    </message>
    <message>
        <source>Close the lesson</source>
        <translation>Zamknij lekcję</translation>
    </message>
</context>
<context>
    <name>warplens::app::MachinePane</name>
    <message>
        <source>counting what is executed …</source>
        <translation>zliczanie tego, co wykonano …</translation>
    </message>
    <message>
        <source>Machine code</source>
        <translation>Kod maszynowy</translation>
    </message>
    <message>
        <source>line of the source · executed by warps · SASS</source>
        <translation>wiersz źródła · wykonań przez warpy · SASS</translation>
    </message>
</context>
<context>
    <name>warplens::app::MachineText</name>
    <message>
        <source>Machine code of the kernel</source>
        <translation>Kod maszynowy kernela</translation>
    </message>
</context>
<context>
    <name>warplens::app::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Plik</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>P&amp;rzejdź</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>&amp;Czas</translation>
    </message>
    <message>
        <source>&amp;Stage</source>
        <translation>&amp;Etap</translation>
    </message>
    <message>
        <source>L&amp;ecture</source>
        <translation>&amp;Wykład</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>Wid&amp;ok</translation>
    </message>
    <message>
        <source>Hel&amp;p</source>
        <translation>Po&amp;moc</translation>
    </message>
    <message>
        <source>Back to what was shown before</source>
        <translation>Wróć do tego, co było widać przedtem</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>Znowu naprzód</translation>
    </message>
    <message>
        <source>&amp;Compare with another variant</source>
        <translation>Po&amp;równaj z innym wariantem</translation>
    </message>
    <message>
        <source>&amp;Run on GPU</source>
        <translation>&amp;Uruchom na GPU</translation>
    </message>
    <message>
        <source>&amp;Measure on other machines and GPUs …</source>
        <translation>&amp;Zmierz na innych komputerach i GPU …</translation>
    </message>
    <message>
        <source>&amp;Search …</source>
        <translation>&amp;Szukaj …</translation>
    </message>
    <message>
        <source>&amp;Open a kernel of your own …</source>
        <translation>&amp;Otwórz własny kernel …</translation>
    </message>
    <message>
        <source>R&amp;un a program …</source>
        <translation>&amp;Uruchom program …</translation>
    </message>
    <message>
        <source>&amp;Launch of your kernel …</source>
        <translation>Uruchomienie &amp;twojego kernela …</translation>
    </message>
    <message>
        <source>W&amp;hat if a race had what it lacks</source>
        <translation>&amp;A gdyby wyścig miał to, czego mu brakuje</translation>
    </message>
    <message>
        <source>S&amp;top computing</source>
        <translation>Prze&amp;rwij obliczanie</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Za&amp;kończ</translation>
    </message>
    <message>
        <source>&amp;End the presentation, go back to the pictures</source>
        <translation>&amp;Zakończ prezentację, wróć do obrazów</translation>
    </message>
    <message>
        <source>Reset the layout</source>
        <translation>Przywróć układ</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Klawisze</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>&amp;Słowniczek</translation>
    </message>
    <message>
        <source>&amp;About Warplens</source>
        <translation>&amp;O programie Warplens</translation>
    </message>
    <message>
        <source>Warplens</source>
        <translation>Warplens</translation>
    </message>
    <message>
        <source>&lt;b&gt;Warplens %1&lt;/b&gt;&lt;p&gt;What a GPU&apos;s memory system does with a CUDA kernel.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</source>
        <translation>&lt;b&gt;Warplens %1&lt;/b&gt;&lt;p&gt;Co system pamięci GPU robi z kernelem CUDA.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 – Warplens</source>
        <translation>%1 – Warplens</translation>
    </message>
</context>
<context>
    <name>warplens::app::MeasureDialog</name>
    <message>
        <source>Measure on</source>
        <translation>Mierz na</translation>
    </message>
    <message>
        <source>Machines and their GPUs</source>
        <translation>Komputery i ich GPU</translation>
    </message>
    <message>
        <source>The way to the machine</source>
        <translation>Droga do komputera</translation>
    </message>
    <message>
        <source>through ssh</source>
        <translation>przez ssh</translation>
    </message>
    <message>
        <source>through a launcher</source>
        <translation>przez program uruchamiający</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Dodaj</translation>
    </message>
    <message>
        <source>Several machines are measured side by side. ssh must reach a machine without asking for a password; nothing has to be installed there. Delete takes a machine out of the list.</source>
        <translation>Kilka komputerów mierzy się obok siebie. ssh musi dotrzeć do komputera bez pytania o hasło; niczego nie trzeba tam instalować. Delete usuwa komputer z listy.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Zmierz</translation>
    </message>
    <message>
        <source>gpu-server, me@gpu.example.org</source>
        <translation>gpu-server, ja@gpu.example.org</translation>
    </message>
    <message>
        <source>srun --gres=gpu:1</source>
        <translation>srun --gres=gpu:1</translation>
    </message>
    <message>
        <source>Name of the machine</source>
        <translation>Nazwa komputera</translation>
    </message>
    <message>
        <source>Words of the launcher</source>
        <translation>Słowa programu uruchamiającego</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Usuń</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>ten komputer</translation>
    </message>
    <message>
        <source>the GPU that it leads to</source>
        <translation>GPU, do którego prowadzi</translation>
    </message>
    <message>
        <source>looking for GPUs …</source>
        <translation>szukanie GPU …</translation>
    </message>
    <message>
        <source>CUDA %1</source>
        <translation>CUDA %1</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>sterownik %1</translation>
    </message>
    <message>
        <source>GPU %1, %2 GiB, %3</source>
        <translation>GPU %1, %2 GiB, %3</translation>
    </message>
</context>
<context>
    <name>warplens::app::Measuring</name>
    <message>
        <source>Cancelling …</source>
        <translation>Anulowanie …</translation>
    </message>
    <message>
        <source>A launch of a program is measured where the program runs on a GPU.</source>
        <translation>Uruchomienie programu mierzy się tam, gdzie program działa na GPU.</translation>
    </message>
    <message>
        <source>A kernel of your own is measured with: warplens-cli check FILE.cu</source>
        <translation>Własny kernel mierzy się poleceniem: warplens-cli check PLIK.cu</translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation>Uruchamianie …</translation>
    </message>
    <message>
        <source>Measuring on the CPU …</source>
        <translation>Pomiar na CPU …</translation>
    </message>
    <message>
        <source>Looking for a GPU …</source>
        <translation>Szukanie GPU …</translation>
    </message>
    <message>
        <source>The measurement was cancelled.</source>
        <translation>Pomiar anulowano.</translation>
    </message>
    <message>
        <source>Measuring, %1 %: %2</source>
        <translation>Pomiar, %1 %: %2</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>ten komputer</translation>
    </message>
    <message>
        <source>Measured on %1.</source>
        <translation>Zmierzono na %1.</translation>
    </message>
    <message>
        <source>%1 of %2 were not measured. %3 %4: %5</source>
        <translation>Nie zmierzono %1 z %2. %3 %4: %5</translation>
    </message>
</context>
<context>
    <name>warplens::app::MessageBar</name>
    <message>
        <source>Close the message</source>
        <translation>Zamknij komunikat</translation>
    </message>
</context>
<context>
    <name>warplens::app::MistakeView</name>
    <message>
        <source>Mistakes</source>
        <translation>Błędy w programie</translation>
    </message>
    <message>
        <source>What if (Ctrl Alt D)</source>
        <translation>A gdyby (Ctrl Alt D)</translation>
    </message>
</context>
<context>
    <name>warplens::app::OccupancyView</name>
    <message>
        <source>Occupancy</source>
        <translation>Zajętość</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n blok</numerusform>
            <numerusform>%n bloki</numerusform>
            <numerusform>%n bloków</numerusform>
        </translation>
    </message>
    <message>
        <source>warps by %1</source>
        <translation>warpy według: %1</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
</context>
<context>
    <name>warplens::app::OnOffSwitch</name>
    <message>
        <source>on</source>
        <translation>wł.</translation>
    </message>
    <message>
        <source>off</source>
        <translation>wył.</translation>
    </message>
</context>
<context>
    <name>warplens::app::PackOpening</name>
    <message>
        <source>Open a course &amp;pack …</source>
        <translation>Otwórz &amp;pakiet kursu …</translation>
    </message>
    <message>
        <source>Open a course pack</source>
        <translation>Otwórz pakiet kursu</translation>
    </message>
    <message>
        <source>This pack cannot be opened: %1</source>
        <translation>Tego pakietu nie można otworzyć: %1</translation>
    </message>
    <message>
        <source>%1 cannot be started.</source>
        <translation>Nie można uruchomić %1.</translation>
    </message>
    <message>
        <source>“%1” opens in a window of its own.</source>
        <translation>„%1” otwiera się w osobnym oknie.</translation>
    </message>
</context>
<context>
    <name>warplens::app::PageWriting</name>
    <message>
        <source>&amp;Web page …</source>
        <translation>Strona &amp;WWW …</translation>
    </message>
    <message>
        <source>Write a web page</source>
        <translation>Zapisz stronę WWW</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Strony WWW (*.html)</translation>
    </message>
    <message>
        <source>A page is being written: wait until it is there.</source>
        <translation>Strona jest właśnie zapisywana: poczekaj, aż będzie gotowa.</translation>
    </message>
    <message>
        <source>This source is edited, and a page has what is saved: save it first, or undo the edits.</source>
        <translation>To źródło jest edytowane, a strona zawiera to, co zapisano: najpierw zapisz je albo cofnij zmiany.</translation>
    </message>
    <message>
        <source>Writing %1 …</source>
        <translation>Zapisywanie %1 …</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>Zapisano: %1.</translation>
    </message>
    <message>
        <source>No page was written: %1</source>
        <translation>Nie zapisano strony: %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::PlotChart</name>
    <message>
        <source>%1, bars begin at %2</source>
        <translation>%1, słupki zaczynają się od %2</translation>
    </message>
    <message>
        <source>▴ %1 more</source>
        <translation>▴ jeszcze %1</translation>
    </message>
    <message>
        <source>▾ %1 more</source>
        <translation>▾ jeszcze %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::Practising</name>
    <message>
        <source>&amp;Practise, level %1</source>
        <translation>Ć&amp;wiczenie, poziom %1</translation>
    </message>
    <message>
        <source>Predict, then see.</source>
        <translation>Przewidź, potem zobacz.</translation>
    </message>
    <message>
        <source>%1 of %2 right.</source>
        <translation>Dobrze: %1 z %2.</translation>
    </message>
    <message>
        <source>Practice, level %1 · question %2 of %3</source>
        <translation>Ćwiczenie, poziom %1 · pytanie %2 z %3</translation>
    </message>
    <message>
        <source>looking around · Page Down returns to the question</source>
        <translation>rozglądasz się · Page Down wraca do pytania</translation>
    </message>
    <message>
        <source>this is the last question</source>
        <translation>to ostatnie pytanie</translation>
    </message>
    <message>
        <source>this is the first question</source>
        <translation>to pierwsze pytanie</translation>
    </message>
    <message>
        <source>Take the &amp;questions away: QTI 2.1 or H5P …</source>
        <translation>&amp;Eksportuj pytania: QTI 2.1 albo H5P …</translation>
    </message>
    <message>
        <source>No practice is open: its questions are what is taken away.</source>
        <translation>Nie ma otwartego ćwiczenia: eksportuje się jego pytania.</translation>
    </message>
    <message>
        <source>Take the questions away</source>
        <translation>Eksport pytań</translation>
    </message>
    <message>
        <source>Content package of QTI 2.1 (*.zip);;Question set of H5P (*.h5p)</source>
        <translation>Pakiet QTI 2.1 (*.zip);;Zestaw pytań H5P (*.h5p)</translation>
    </message>
    <message>
        <source>Practice of level %1</source>
        <translation>Ćwiczenie, poziom %1</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>Zapisano %1.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no package of questions: end its name with .zip for QTI 2.1 or .h5p for H5P.</source>
        <translation>„%1” nie jest pakietem pytań: zakończ nazwę na .zip dla QTI 2.1 albo .h5p dla H5P.</translation>
    </message>
    <message>
        <source>There is no other question like this one.</source>
        <translation>Nie ma innego takiego pytania.</translation>
    </message>
</context>
<context>
    <name>warplens::app::ProgramDialog</name>
    <message>
        <source>Run a program</source>
        <translation>Uruchom program</translation>
    </message>
    <message>
        <source>prog.cu, or a program linked with -cudart shared</source>
        <translation>prog.cu albo program połączony z -cudart shared</translation>
    </message>
    <message>
        <source>the program&apos;s own</source>
        <translation>własne argumenty programu</translation>
    </message>
    <message>
        <source>-O2 -Iinclude</source>
        <translation>-O2 -Iinclude</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>Wybierz program</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Uruchom</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Zatrzymaj</translation>
    </message>
    <message>
        <source>Open the launch</source>
        <translation>Otwórz uruchomienie</translation>
    </message>
    <message>
        <source>Enter or a double click in the list do the same</source>
        <translation>Enter lub podwójne kliknięcie na liście robi to samo</translation>
    </message>
    <message>
        <source>Launches of the program</source>
        <translation>Uruchomienia programu</translation>
    </message>
    <message>
        <source>What the program writes</source>
        <translation>Co program wypisuje</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Program</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumenty</translation>
    </message>
    <message>
        <source>Flags of nvcc</source>
        <translation>Opcje nvcc</translation>
    </message>
    <message>
        <source>A program to run</source>
        <translation>Program do uruchomienia</translation>
    </message>
    <message>
        <source>CUDA sources (*.cu *.cpp);;Programs (*)</source>
        <translation>Źródła CUDA (*.cu *.cpp);;Programy (*)</translation>
    </message>
    <message>
        <source>The program did something else the second time: launch %1 is %2 now.</source>
        <translation>Za drugim razem program zrobił co innego: uruchomienie %1 to teraz %2.</translation>
    </message>
    <message>
        <source>
… %1 bytes came too fast to be shown …
</source>
        <translation>
… %1 bajtów przyszło zbyt szybko, by je pokazać …
</translation>
    </message>
    <message>
        <source>Launch %1 did not come when the program ran once more. %2</source>
        <translation>Uruchomienie %1 nie nastąpiło, gdy program działał jeszcze raz. %2</translation>
    </message>
    <message>
        <source>Launch %1 takes too much memory to be kept beside others: the program runs once more for it as soon as it has ended, or is stopped.</source>
        <translation>Uruchomienie %1 wymaga zbyt dużo pamięci, by zachować je obok innych: program zadziała dla niego jeszcze raz, gdy tylko się zakończy albo zostanie zatrzymany.</translation>
    </message>
    <message>
        <source>The program runs once more, to keep launch %1 …</source>
        <translation>Program działa jeszcze raz, by zachować uruchomienie %1 …</translation>
    </message>
    <message>
        <source>The program runs …</source>
        <translation>Program działa …</translation>
    </message>
    <message numerus="yes">
        <source>%1 (launch|launches)</source>
        <translation>
            <numerusform>%1 uruchomienie</numerusform>
            <numerusform>%1 uruchomienia</numerusform>
            <numerusform>%1 uruchomień</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 finding(s)</source>
        <translation>
            <numerusform>%1 wykryty błąd</numerusform>
            <numerusform>%1 wykryte błędy</numerusform>
            <numerusform>%1 wykrytych błędów</numerusform>
        </translation>
    </message>
    <message>
        <source>the first %1 are listed</source>
        <translation>na liście jest pierwszych %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::ProgramRunner</name>
    <message>
        <source>It was stopped.</source>
        <translation>Zatrzymano go.</translation>
    </message>
    <message>
        <source>The program was ended by signal %1 (%2).</source>
        <translation>Program zakończył sygnał %1 (%2).</translation>
    </message>
    <message>
        <source>The program has ended with code %1.</source>
        <translation>Program zakończył się kodem %1.</translation>
    </message>
    <message>
        <source>nvcc compiles %1 …</source>
        <translation>nvcc kompiluje %1 …</translation>
    </message>
    <message>
        <source>Launch %1, %2: %3 of %4 blocks</source>
        <translation>Uruchomienie %1, %2: %3 z %4 bloków</translation>
    </message>
    <message>
        <source>The program runs …</source>
        <translation>Program działa …</translation>
    </message>
</context>
<context>
    <name>warplens::app::Programs</name>
    <message>
        <source>A program runs already: stop it first.</source>
        <translation>Jakiś program już działa: najpierw go zatrzymaj.</translation>
    </message>
    <message>
        <source>%1 is nothing that can be opened: a .cu or .ptx file, a program, a session (.warplens) or the folder of a launch that was kept</source>
        <translation>%1 nie jest czymś, co można otworzyć: potrzebny plik .cu lub .ptx, program, sesja (.warplens) albo folder zachowanego uruchomienia</translation>
    </message>
</context>
<context>
    <name>warplens::app::PtxPane</name>
    <message>
        <source>PTX</source>
        <translation>PTX</translation>
    </message>
    <message>
        <source>in front: the line of the source</source>
        <translation>z przodu: wiersz źródła</translation>
    </message>
    <message>
        <source>line %1 of %2 · </source>
        <translation>wiersz %1 w %2 · </translation>
    </message>
</context>
<context>
    <name>warplens::app::PtxText</name>
    <message>
        <source>PTX of the kernel</source>
        <translation>PTX kernela</translation>
    </message>
</context>
<context>
    <name>warplens::app::QuestionPage</name>
    <message>
        <source>Show it</source>
        <translation>Pokaż to na obrazie</translation>
    </message>
    <message>
        <source>Predict, then see …</source>
        <translation>Przewidź, potem zobacz …</translation>
    </message>
    <message>
        <source>Click an answer or press its letter. Page Down shows it.</source>
        <translation>Kliknij odpowiedź albo naciśnij jej literę. Page Down ją pokazuje.</translation>
    </message>
    <message>
        <source>Right. %1</source>
        <translation>Dobrze. %1</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Sprawdź</translation>
    </message>
    <message>
        <source>Click the banks, then Check.</source>
        <translation>Kliknij banki, potem Sprawdź.</translation>
    </message>
    <message>
        <source>Click them one after the other, or press their letters.</source>
        <translation>Klikaj po kolei albo naciskaj litery.</translation>
    </message>
    <message>
        <source>Another like this</source>
        <translation>Jeszcze jedno takie</translation>
    </message>
    <message>
        <source>As it was asked</source>
        <translation>Tak, jak w pytaniu</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>Spróbuj: %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::SearchSheet</name>
    <message>
        <source>Search</source>
        <translation>Szukaj</translation>
    </message>
    <message>
        <source>A command, a stage, a chart …</source>
        <translation>Polecenie, etap, wykres …</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>Czego szukać</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Znalezione</translation>
    </message>
</context>
<context>
    <name>warplens::app::Searching</name>
    <message>
        <source>Stage: %1</source>
        <translation>Etap: %1</translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation>Wykres: %1</translation>
    </message>
    <message>
        <source>Bookmark: %1</source>
        <translation>Zakładka: %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::SessionFiles</name>
    <message>
        <source>Warplens sessions (*.warplens)</source>
        <translation>Sesje Warplens (*.warplens)</translation>
    </message>
    <message>
        <source>Open a sess&amp;ion …</source>
        <translation>Otwórz &amp;sesję …</translation>
    </message>
    <message>
        <source>Open a session</source>
        <translation>Otwórz sesję</translation>
    </message>
    <message>
        <source>Save the sessio&amp;n as …</source>
        <translation>Zapisz sesję jak&amp;o …</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>Zapisz sesję</translation>
    </message>
    <message>
        <source>Copy a lin&amp;k to what is shown</source>
        <translation>Kopiuj odsy&amp;łacz do tego, co widać</translation>
    </message>
    <message>
        <source>Copied %1. A link has no edited text: save a session for that.</source>
        <translation>Skopiowano %1. Odsyłacz nie zawiera zmienionego tekstu: do tego zapisz sesję.</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>Skopiowano %1</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>Nie można zapisać %1: %2</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>Zapisano %1.</translation>
    </message>
    <message>
        <source>Opened %1.</source>
        <translation>Otwarto %1.</translation>
    </message>
    <message>
        <source>Cannot open %1: %2</source>
        <translation>Nie można otworzyć %1: %2</translation>
    </message>
</context>
<context>
    <name>warplens::app::SourcePane</name>
    <message>
        <source>What the numbers beside the lines are; a click takes the next one</source>
        <translation>Czym są liczby obok wierszy; kliknięcie bierze następną</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Edytuj</translation>
    </message>
    <message>
        <source>Edit this source; the pictures follow (F4)</source>
        <translation>Edytuj to źródło; obrazy idą za nim (F4)</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Od początku</translation>
    </message>
    <message>
        <source>Take back all that was changed in this source</source>
        <translation>Cofnij wszystko, co zmieniono w tym źródle</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Zapisz jako …</translation>
    </message>
    <message>
        <source>Save this source in a file of your own</source>
        <translation>Zapisz to źródło we własnym pliku</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Gotowe</translation>
    </message>
    <message>
        <source>Stop editing; what was changed stays (Escape)</source>
        <translation>Zakończ edycję; zmiany zostają (Escape)</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… i jeszcze %1</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>wiersz %1: %2</translation>
    </message>
    <message>
        <source>Beside the lines: %1</source>
        <translation>Obok wierszy: %1</translation>
    </message>
    <message>
        <source>%1 · this block, modelled:</source>
        <translation>%1 · ten blok, model:</translation>
    </message>
    <message>
        <source>%1 · computing …</source>
        <translation>%1 · obliczanie …</translation>
    </message>
    <message>
        <source>%1 · not known</source>
        <translation>%1 · nieznane</translation>
    </message>
    <message>
        <source>%1, %2:</source>
        <translation>%1, %2:</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Źródło</translation>
    </message>
    <message>
        <source>%1 · changed, not saved</source>
        <translation>%1 · zmienione, niezapisane</translation>
    </message>
</context>
<context>
    <name>warplens::app::SpeakerWindow</name>
    <message>
        <source>Warplens: the speaker&apos;s window</source>
        <translation>Warplens: okno prowadzącego</translation>
    </message>
    <message>
        <source>Start the timer anew</source>
        <translation>Zacznij odmierzać od nowa</translation>
    </message>
    <message>
        <source>   %1 of %2:00</source>
        <translation>   %1 z %2:00</translation>
    </message>
    <message>
        <source>No lesson is open.</source>
        <translation>Żadna lekcja nie jest otwarta.</translation>
    </message>
    <message>
        <source>No notes for this step.</source>
        <translation>Ten krok nie ma notatek.</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>To ostatni krok.</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>Następnie: %1</translation>
    </message>
    <message>
        <source>Rehearse</source>
        <translation>Próba</translation>
    </message>
    <message>
        <source>Times of the steps</source>
        <translation>Czasy kroków</translation>
    </message>
    <message>
        <source>End the rehearsal</source>
        <translation>Zakończ próbę</translation>
    </message>
    <message>
        <source>%1.  %2  (%3)</source>
        <translation>%1.  %2  (%3)</translation>
    </message>
    <message>
        <source>%1.  %2</source>
        <translation>%1.  %2</translation>
    </message>
    <message>
        <source>Rehearsal: %1 for this step, %2 in all.</source>
        <translation>Próba: ten krok %1, razem %2.</translation>
    </message>
    <message>
        <source>Rehearsed: %1 for this step, %2 in all.</source>
        <translation>Z próby: ten krok %1, razem %2.</translation>
    </message>
</context>
<context>
    <name>warplens::app::Speaking</name>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Język (Language)</translation>
    </message>
    <message>
        <source>This language cannot be spoken: %1</source>
        <translation>Nie da się mówić w tym języku: %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::StageList</name>
    <message>
        <source>Stages</source>
        <translation>Etapy</translation>
    </message>
    <message>
        <source>About the stage</source>
        <translation>O etapie</translation>
    </message>
    <message>
        <source>What to look at</source>
        <translation>Na co patrzeć</translation>
    </message>
</context>
<context>
    <name>warplens::app::StageListing</name>
    <message>
        <source>Your kernels</source>
        <translation>Twoje kernele</translation>
    </message>
    <message>
        <source>Launches of programs</source>
        <translation>Uruchomienia programów</translation>
    </message>
</context>
<context>
    <name>warplens::app::Staging</name>
    <message>
        <source>Computing … (Ctrl+. stops it)</source>
        <translation>Obliczanie … (Ctrl+. przerywa)</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>Obliczanie …</translation>
    </message>
    <message>
        <source>The last version that ran</source>
        <translation>Ostatnia wersja, która działała</translation>
    </message>
    <message>
        <source>Stopped: this is not what was asked for</source>
        <translation>Zatrzymano: to nie to, o co proszono</translation>
    </message>
    <message>
        <source>Stopped computing.</source>
        <translation>Obliczanie zatrzymano.</translation>
    </message>
    <message>
        <source> run on one core of the CPU: there is no warp to look into, and nothing to simulate. Their time can be measured without a GPU.</source>
        <translation> działa na jednym rdzeniu CPU: nie ma warpu, który można podejrzeć, ani niczego do symulacji. Jego czas można zmierzyć bez GPU.</translation>
    </message>
    <message>
        <source> ships compiled: its time can be measured, its inside not be seen.</source>
        <translation> dostarczana jest skompilowana: jej czas można zmierzyć, wnętrza nie da się zobaczyć.</translation>
    </message>
    <message>
        <source>This cannot be shown: see the message.</source>
        <translation>Tego nie można pokazać: zobacz komunikat.</translation>
    </message>
</context>
<context>
    <name>warplens::app::StepWriting</name>
    <message>
        <source>&amp;Steps …</source>
        <translation>&amp;Kroki …</translation>
    </message>
    <message>
        <source>The lecture: %1</source>
        <translation>Wykład: %1</translation>
    </message>
    <message>
        <source>The lesson: %1</source>
        <translation>Ta lekcja: %1</translation>
    </message>
    <message>
        <source>The block that is shown</source>
        <translation>Pokazany blok</translation>
    </message>
    <message>
        <source>This source is edited, and a file of steps has what is saved: save it first, or undo the edits.</source>
        <translation>To źródło jest edytowane, a plik kroków zawiera to, co zapisano: najpierw zapisz je albo cofnij zmiany.</translation>
    </message>
    <message>
        <source>Nothing here has steps: show the pictures of a stage, or open a lesson.</source>
        <translation>Nic tu nie ma kroków: pokaż obrazy etapu albo otwórz lekcję.</translation>
    </message>
    <message>
        <source>Export steps</source>
        <translation>Eksport kroków</translation>
    </message>
    <message>
        <source>Writing %1 …</source>
        <translation>Zapisywanie %1 …</translation>
    </message>
    <message>
        <source>Wrote the steps beside %1, each with its number.</source>
        <translation>Zapisano kroki obok %1, każdy ze swoim numerem.</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>Zapisano: %1.</translation>
    </message>
    <message>
        <source>Stopped: nothing was written.</source>
        <translation>Zatrzymano: niczego nie zapisano.</translation>
    </message>
    <message>
        <source>No steps were written: %1</source>
        <translation>Nie zapisano kroków: %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::StepsDialog</name>
    <message>
        <source>Film (MP4, by ffmpeg)</source>
        <translation>Film (MP4, przez ffmpeg)</translation>
    </message>
    <message>
        <source>Animation (GIF)</source>
        <translation>Animacja (GIF)</translation>
    </message>
    <message>
        <source>A page for each step (PDF)</source>
        <translation>Strona na każdy krok (PDF)</translation>
    </message>
    <message>
        <source>Numbered pictures (PNG)</source>
        <translation>Ponumerowane obrazy (PNG)</translation>
    </message>
    <message>
        <source>Numbered drawings (SVG)</source>
        <translation>Ponumerowane rysunki (SVG)</translation>
    </message>
    <message>
        <source>Export steps</source>
        <translation>Eksport kroków</translation>
    </message>
    <message>
        <source>Steps of what</source>
        <translation>Kroki czego</translation>
    </message>
    <message>
        <source>What one step is</source>
        <translation>Czym jest jeden krok</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>żądania</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>wavefronty</translation>
    </message>
    <message>
        <source>accesses of all warps</source>
        <translation>dostępy wszystkich warpów</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>kafelki</translation>
    </message>
    <message>
        <source>barriers</source>
        <translation>bariery</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Do pliku</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Rozmiar</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Pierwszy krok</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Ostatni krok</translation>
    </message>
    <message>
        <source>With what is said of each step below its picture</source>
        <translation>Z tym, co mówi się o każdym kroku, pod jego obrazem</translation>
    </message>
    <message>
        <source>to</source>
        <translation>do</translation>
    </message>
    <message>
        <source>&amp;Of</source>
        <translation>&amp;Czego</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>K&amp;roki</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Plik</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>R&amp;ozmiar</translation>
    </message>
    <message>
        <source>Write …</source>
        <translation>Zapisz …</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of %1.</source>
        <translation>
            <numerusform>%n krok z %1.</numerusform>
            <numerusform>%n kroki z %1.</numerusform>
            <numerusform>%n kroków z %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>The last step stands before the first.</source>
        <translation>Ostatni krok jest przed pierwszym.</translation>
    </message>
    <message>
        <source>%1 steps are too many: %2 go into one file.</source>
        <translation>%1 kroków to za dużo: do jednego pliku mieści się %2.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Zatrzymaj</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Anuluj</translation>
    </message>
</context>
<context>
    <name>warplens::app::Teaching</name>
    <message>
        <source>&amp;Lesson of this stage</source>
        <translation>&amp;Lekcja o tym etapie</translation>
    </message>
    <message>
        <source>There is no lesson about this stage.</source>
        <translation>Nie ma lekcji o tym etapie.</translation>
    </message>
    <message>
        <source>&amp;Go on where it ended</source>
        <translation>&amp;Kontynuuj od miejsca, gdzie przerwano</translation>
    </message>
    <message>
        <source>&amp;Back to the step</source>
        <translation>&amp;Wróć do kroku</translation>
    </message>
    <message>
        <source>No lesson is open: F3 opens that of this stage.</source>
        <translation>Żadna lekcja nie jest otwarta: F3 otwiera lekcję o tym etapie.</translation>
    </message>
    <message>
        <source>Speaker&apos;s &amp;window: notes, next step, time</source>
        <translation>&amp;Okno prowadzącego: notatki, następny krok, czas</translation>
    </message>
    <message>
        <source>&amp;Close the lesson</source>
        <translation>&amp;Zamknij lekcję</translation>
    </message>
    <message>
        <source>Term: %1</source>
        <translation>Pojęcie: %1</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>Lekcja: %1</translation>
    </message>
    <message>
        <source>No lesson has been left: F3 opens that of this stage.</source>
        <translation>Żadnej lekcji nie przerwano: F3 otwiera lekcję o tym etapie.</translation>
    </message>
    <message>
        <source>New here? “%1” takes %2 minutes: Page Down goes on, any other key looks around. F6 begins it later.</source>
        <translation>Pierwszy raz tutaj? „%1” trwa %2 min: Page Down idzie dalej, każdy inny klawisz pozwala się rozejrzeć. Później zaczyna ją F6.</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>Pokaż mi</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nie teraz</translation>
    </message>
    <message>
        <source>this is the last step</source>
        <translation>to ostatni krok</translation>
    </message>
    <message>
        <source>this is the first step</source>
        <translation>to pierwszy krok</translation>
    </message>
    <message>
        <source>looking around · Page Down returns to the step</source>
        <translation>rozglądasz się · Page Down wraca do kroku</translation>
    </message>
    <message>
        <source>a question</source>
        <translation>pytanie</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3</source>
        <translation>%1 · krok %2 z %3</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3 · %4</source>
        <translation>%1 · krok %2 z %3 · %4</translation>
    </message>
    <message>
        <source>Predict, then see.</source>
        <translation>Przewidź, potem zobacz.</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n minute(s)</source>
        <translation>
            <numerusform>%1, %n minuta</numerusform>
            <numerusform>%1, %n minuty</numerusform>
            <numerusform>%1, %n minut</numerusform>
        </translation>
    </message>
    <message>
        <source>New here? A tour takes a minute: Page Down goes on, any other key looks around. F6 begins “%1”, %2 minutes.</source>
        <translation>Pierwszy raz? Pokaz trwa minutę: Page Down prowadzi dalej, każdy inny klawisz pozwala się rozejrzeć. F6 rozpoczyna „%1” (%2 min).</translation>
    </message>
</context>
<context>
    <name>warplens::app::TermPicture</name>
    <message>
        <source>Computing …</source>
        <translation>Obliczanie …</translation>
    </message>
</context>
<context>
    <name>warplens::app::TilesView</name>
    <message numerus="yes">
        <source>%n step(s), no bank conflict</source>
        <translation>
            <numerusform>%n krok, bez konfliktu banków</numerusform>
            <numerusform>%n kroki, bez konfliktu banków</numerusform>
            <numerusform>%n kroków, bez konfliktu banków</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sum(s)</source>
        <translation>
            <numerusform>%n suma</numerusform>
            <numerusform>%n sumy</numerusform>
            <numerusform>%n sum</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n warp(s)</source>
        <translation>
            <numerusform>, %n warp</numerusform>
            <numerusform>, %n warpy</numerusform>
            <numerusform>, %n warpów</numerusform>
        </translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kafelki</translation>
    </message>
    <message>
        <source>Warp %1 read %2: </source>
        <translation>Warp %1 odczytał %2: </translation>
    </message>
    <message>
        <source>Warp %1 wrote %2: </source>
        <translation>Warp %1 zapisał %2: </translation>
    </message>
    <message>
        <source>broadcast, </source>
        <translation>rozgłoszenie, </translation>
    </message>
    <message numerus="yes">
        <source>%n wavefront(s)</source>
        <translation>
            <numerusform>%n wavefront</numerusform>
            <numerusform>%n wavefronty</numerusform>
            <numerusform>%n wavefrontów</numerusform>
        </translation>
    </message>
    <message>
        <source> instead of %1</source>
        <translation> zamiast %1</translation>
    </message>
    <message>
        <source>block (%1, %2)</source>
        <translation>blok (%1, %2)</translation>
    </message>
    <message>
        <source> · tile %1 of %2</source>
        <translation> · kafelek %1 z %2</translation>
    </message>
    <message>
        <source> · warp %1</source>
        <translation> · warp %1</translation>
    </message>
    <message>
        <source>registers of
thread (%1, %2)</source>
        <translation>rejestry
wątku (%1, %2)</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>tory</translation>
    </message>
    <message>
        <source>lanes of warp %1</source>
        <translation>tory warpu %1</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>bariera</translation>
    </message>
    <message>
        <source>open: %1 of %2</source>
        <translation>otwarta: %1 z %2</translation>
    </message>
    <message>
        <source>%1 of %2 warps</source>
        <translation>warpów: %1 z %2</translation>
    </message>
    <message>
        <source>filled</source>
        <translation>pełne</translation>
    </message>
    <message>
        <source>fetched and not used by this loop; modelled: %1×%1 elements, lines of %2 bytes, no line is kept before</source>
        <translation>pobrane i niewykorzystane przez tę pętlę; model: %1×%1 elementów, linie po %2 bajtów, wcześniej nie zachowano żadnej linii</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s), wavefronts of conflicts: %1</source>
        <translation>
            <numerusform>%n krok, wavefrontów z konfliktów: %1</numerusform>
            <numerusform>%n kroki, wavefrontów z konfliktów: %1</numerusform>
            <numerusform>%n kroków, wavefrontów z konfliktów: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::TimeControls</name>
    <message>
        <source>&amp;Play or pause</source>
        <translation>&amp;Odtwarzaj lub wstrzymaj</translation>
    </message>
    <message>
        <source>Step &amp;forward</source>
        <translation>Krok &amp;naprzód</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>Krok &amp;wstecz</translation>
    </message>
    <message>
        <source>To the be&amp;ginning</source>
        <translation>Na &amp;początek</translation>
    </message>
    <message>
        <source>To the &amp;end</source>
        <translation>Na &amp;koniec</translation>
    </message>
    <message>
        <source>Next bank &amp;conflict</source>
        <translation>Następny konflikt &amp;banków</translation>
    </message>
    <message>
        <source>Bank conflict before</source>
        <translation>Poprzedni konflikt banków</translation>
    </message>
    <message>
        <source>Waste before</source>
        <translation>Poprzednie marnotrawstwo</translation>
    </message>
    <message>
        <source>Skip what repeats</source>
        <translation>Pomiń to, co się powtarza</translation>
    </message>
    <message>
        <source>Skip what repeats, back</source>
        <translation>Pomiń to, co się powtarza, wstecz</translation>
    </message>
    <message>
        <source>Step by &amp;wavefront</source>
        <translation>Krok co &amp;wavefront</translation>
    </message>
    <message>
        <source>Step by &amp;instruction</source>
        <translation>Krok co &amp;instrukcję</translation>
    </message>
    <message>
        <source>Step by &amp;access of all warps</source>
        <translation>Krok co &amp;dostęp wszystkich warpów</translation>
    </message>
    <message>
        <source>Step by &amp;tile</source>
        <translation>Krok co &amp;kafelek</translation>
    </message>
    <message>
        <source>Step by ba&amp;rrier</source>
        <translation>Krok co ba&amp;rierę</translation>
    </message>
    <message>
        <source>&amp;One warp only</source>
        <translation>&amp;Tylko jeden warp</translation>
    </message>
    <message>
        <source>F&amp;aster</source>
        <translation>&amp;Szybciej</translation>
    </message>
    <message>
        <source>&amp;Slower</source>
        <translation>Wo&amp;lniej</translation>
    </message>
    <message>
        <source>Block …</source>
        <translation>Blok …</translation>
    </message>
    <message>
        <source>As fast as the &amp;eye can follow</source>
        <translation>Tak szybko, jak nadąży &amp;oko</translation>
    </message>
    <message>
        <source>Set or remove a book&amp;mark</source>
        <translation>Wstaw lub usuń &amp;zakładkę</translation>
    </message>
    <message>
        <source>&amp;Next bookmark</source>
        <translation>&amp;Następna zakładka</translation>
    </message>
    <message>
        <source>&amp;Previous bookmark</source>
        <translation>&amp;Poprzednia zakładka</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>&amp;Zakładki</translation>
    </message>
    <message>
        <source>Loop &amp;from here</source>
        <translation>Pętla &amp;odtąd</translation>
    </message>
    <message>
        <source>Loop &amp;to here</source>
        <translation>Pętla &amp;dotąd</translation>
    </message>
    <message>
        <source>No &amp;loop</source>
        <translation>Bez &amp;pętli</translation>
    </message>
    <message>
        <source>Timeline: &amp;larger</source>
        <translation>Oś czasu: &amp;większa</translation>
    </message>
    <message>
        <source>Timeline: &amp;smaller</source>
        <translation>Oś czasu: &amp;mniejsza</translation>
    </message>
    <message>
        <source>Timeline: the &amp;whole block</source>
        <translation>Oś czasu: &amp;cały blok</translation>
    </message>
    <message>
        <source>There is no block to look into here.</source>
        <translation>Nie ma tu bloku, który można podejrzeć.</translation>
    </message>
    <message>
        <source>before this moment</source>
        <translation>przed tą chwilą</translation>
    </message>
    <message>
        <source>after this moment</source>
        <translation>po tej chwili</translation>
    </message>
    <message>
        <source>Nothing but the same comes %1.</source>
        <translation>Nic innego %1 już nie ma: tylko to samo.</translation>
    </message>
    <message>
        <source>No bank conflict comes %1.</source>
        <translation>Nie ma konfliktu banków %1.</translation>
    </message>
    <message>
        <source>This block has no bank conflict.</source>
        <translation>Ten blok nie ma konfliktu banków.</translation>
    </message>
    <message>
        <source>There is no place in time to mark here.</source>
        <translation>Nie ma tu miejsca w czasie, które można zaznaczyć.</translation>
    </message>
    <message>
        <source>request %1, warp %2</source>
        <translation>żądanie %1, warp %2</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>bariera</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>wiersz %1</translation>
    </message>
    <message>
        <source>Remove all of them</source>
        <translation>Usuń je wszystkie</translation>
    </message>
    <message>
        <source>There is no block to choose here.</source>
        <translation>Nie ma tu bloku do wyboru.</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Blok</translation>
    </message>
    <message>
        <source>Which of the %1 × %2 blocks? Column, row:</source>
        <translation>Który z %1 × %2 bloków? Kolumna, wiersz:</translation>
    </message>
    <message>
        <source>There is no block “%1”: write its column, 0 to %2, and its row, 0 to %3, as in “1, 0”.</source>
        <translation>Nie ma bloku „%1”: napisz jego kolumnę od 0 do %2 i wiersz od 0 do %3, np. „1, 0”.</translation>
    </message>
    <message>
        <source>Next waste: bytes moved that nobody asked for</source>
        <translation>Następne marnotrawstwo: przesłane bajty, o które nikt nie prosił</translation>
    </message>
    <message>
        <source>No request %1 moves more than it has to.</source>
        <translation>Żadne żądanie %1 nie przesyła więcej, niż musi.</translation>
    </message>
    <message>
        <source>No request of this block moves more than it has to.</source>
        <translation>Żadne żądanie tego bloku nie przesyła więcej, niż musi.</translation>
    </message>
</context>
<context>
    <name>warplens::app::TimelineView</name>
    <message>
        <source>Timeline of the block&apos;s warps</source>
        <translation>Oś czasu warpów bloku</translation>
    </message>
    <message>
        <source>all</source>
        <translation>wsz.</translation>
    </message>
</context>
<context>
    <name>warplens::app::TransportBar</name>
    <message>
        <source>To the beginning (Home)</source>
        <translation>Na początek (Home)</translation>
    </message>
    <message>
        <source>One step back (Left)</source>
        <translation>Jeden krok wstecz (←)</translation>
    </message>
    <message>
        <source>Play or pause (Space)</source>
        <translation>Odtwarzaj lub wstrzymaj (spacja)</translation>
    </message>
    <message>
        <source>One step forward (Right)</source>
        <translation>Jeden krok naprzód (→)</translation>
    </message>
    <message>
        <source>To the end (End)</source>
        <translation>Na koniec (End)</translation>
    </message>
    <message>
        <source>Step through one warp only (W)</source>
        <translation>Kroki tylko jednego warpu (W)</translation>
    </message>
    <message>
        <source>one warp</source>
        <translation>jeden warp</translation>
    </message>
    <message>
        <source>What one step is</source>
        <translation>Czym jest jeden krok</translation>
    </message>
    <message>
        <source>wavefront</source>
        <translation>wavefront</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>instrukcję</translation>
    </message>
    <message>
        <source>access</source>
        <translation>dostęp</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>kafelek</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>bariera</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Szybkość</translation>
    </message>
    <message>
        <source>Speed: instructions per second, up to as fast as the eye can follow</source>
        <translation>Szybkość: instrukcje na sekundę, aż do tak szybko, jak nadąży oko</translation>
    </message>
    <message>
        <source>%1 / s</source>
        <translation>%1 / s</translation>
    </message>
    <message>
        <source>eye speed</source>
        <translation>w tempie oka</translation>
    </message>
    <message>
        <source>As fast as the eye can follow: something new with every frame</source>
        <translation>Tak szybko, jak nadąży oko: coś nowego w każdej klatce</translation>
    </message>
    <message>
        <source>
wavefront %1 of %2</source>
        <translation>
wavefront %1 z %2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>krok %1 z %2</translation>
    </message>
</context>
<context>
    <name>warplens::app::Viewing</name>
    <message>
        <source>there is no picture &apos;%1&apos;: write %2</source>
        <translation>nie ma obrazu „%1”: napisz %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no number beside the lines: write request, wavefronts, sectors, excess or binding</source>
        <translation>„%1” nie jest liczbą obok wierszy: napisz request, wavefronts, sectors, excess albo binding</translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation>&amp;Wykresy</translation>
    </message>
    <message>
        <source>Di&amp;fference of the sources</source>
        <translation>&amp;Różnica źródeł</translation>
    </message>
    <message>
        <source>Times with L2 fl&amp;ushed</source>
        <translation>Czasy z &amp;opróżnioną L2</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>Tylko: %1</translation>
    </message>
    <message>
        <source>&amp;All pictures</source>
        <translation>Wszystkie o&amp;brazy</translation>
    </message>
    <message>
        <source>Lanes of the warp</source>
        <translation>Tory warpu</translation>
    </message>
    <message>
        <source>PT&amp;X beside the source</source>
        <translation>PT&amp;X obok źródła</translation>
    </message>
    <message>
        <source>Addresses of the re&amp;quest</source>
        <translation>Adresy żą&amp;dania</translation>
    </message>
    <message>
        <source>Machine code (&amp;SASS) beside the source</source>
        <translation>Kod maszynowy (&amp;SASS) obok źródła</translation>
    </message>
    <message>
        <source>&amp;Occupancy</source>
        <translation>Z&amp;ajętość</translation>
    </message>
    <message>
        <source>Host pro&amp;gram beside the source</source>
        <translation>Pro&amp;gram hosta obok źródła</translation>
    </message>
    <message>
        <source>What b&amp;inds the launch</source>
        <translation>Co ogran&amp;icza uruchomienie</translation>
    </message>
    <message>
        <source>Next number beside the source</source>
        <translation>Następna liczba obok źródła</translation>
    </message>
</context>
<context>
    <name>warplens::app::WarpView</name>
    <message>
        <source>Warp</source>
        <translation>Warp</translation>
    </message>
    <message>
        <source>warp %1</source>
        <translation>warp %1</translation>
    </message>
    <message>
        <source> · at the barrier</source>
        <translation> · przy barierze</translation>
    </message>
    <message>
        <source> · line %1</source>
        <translation> · wiersz %1</translation>
    </message>
    <message>
        <source>together again at line %1</source>
        <translation>znów razem od wiersza %1</translation>
    </message>
    <message>
        <source>not together again before the end</source>
        <translation>nie razem aż do końca</translation>
    </message>
    <message>
        <source>, together again</source>
        <translation>, znów razem</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>tor</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>wątek</translation>
    </message>
    <message>
        <source>element</source>
        <translation>element</translation>
    </message>
    <message>
        <source>address</source>
        <translation>adres</translation>
    </message>
    <message>
        <source>sector</source>
        <translation>sektor</translation>
    </message>
    <message>
        <source>bank</source>
        <translation>bank</translation>
    </message>
    <message>
        <source>wavefront</source>
        <translation>wavefront</translation>
    </message>
    <message>
        <source>wf</source>
        <translation>wf</translation>
    </message>
    <message>
        <source>now in memory</source>
        <translation>teraz w pamięci</translation>
    </message>
    <message>
        <source>written</source>
        <translation>zapisano</translation>
    </message>
    <message>
        <source>read</source>
        <translation>odczytano</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>wiersz %1</translation>
    </message>
    <message>
        <source>another place</source>
        <translation>inne miejsce</translation>
    </message>
    <message>
        <source>condition is false</source>
        <translation>warunek fałszywy</translation>
    </message>
    <message>
        <source>%1, has its turn later</source>
        <translation>%1, kolej przyjdzie później</translation>
    </message>
    <message>
        <source>%1, waits for the others</source>
        <translation>%1, czeka na inne</translation>
    </message>
    <message>
        <source>at the barrier, %1</source>
        <translation>przy barierze, %1</translation>
    </message>
    <message>
        <source>has ended</source>
        <translation>zakończony</translation>
    </message>
    <message>
        <source>no thread</source>
        <translation>nie ma wątku</translation>
    </message>
</context>
<context>
    <name>warplens::app::WhyView</name>
    <message>
        <source>What binds it</source>
        <translation>Co ogranicza</translation>
    </message>
    <message>
        <source>What each resource alone would take, ms</source>
        <translation>Ile zająłby każdy zasób osobno, ms</translation>
    </message>
    <message>
        <source> estimate</source>
        <translation> oszacowanie</translation>
    </message>
    <message>
        <source>%1 more, the longest %2 ms</source>
        <translation>jeszcze %1, najdłuższe %2 ms</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>What would change it</source>
        <translation>Co by to zmieniło</translation>
    </message>
</context>
<context>
    <name>warplens::app::YieldingRow</name>
    <message>
        <source>More choices, for which the row has no room</source>
        <translation>Więcej ustawień, na które brak miejsca w wierszu</translation>
    </message>
    <message>
        <source>More choices</source>
        <translation>Więcej ustawień</translation>
    </message>
</context>
<context>
    <name>warplens::challenges</name>
    <message>
        <source>{0} until the kernel was stopped</source>
        <translation>{0} do chwili, gdy kernel zatrzymano</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nic</translation>
    </message>
    <message>
        <source>{0} with other data</source>
        <translation>{0} przy innych danych</translation>
    </message>
    <message>
        <source>{0} (and {1} more)</source>
        <translation>{0} (i jeszcze {1})</translation>
    </message>
</context>
<context>
    <name>warplens::challenges::Judge</name>
    <message>
        <source>the same, with other data too</source>
        <translation>ten sam, także przy innych danych</translation>
    </message>
    <message>
        <source>the kernel was stopped</source>
        <translation>kernel zatrzymano</translation>
    </message>
    <message>
        <source>{0}[{1}] is {2}, and {3} is right ({4} of {5} elements differ)</source>
        <translation>{0}[{1}] to {2}, a powinno być {3} (różni się {4} z {5} elementów)</translation>
    </message>
    <message>
        <source>{0} with other data</source>
        <translation>{0} przy innych danych</translation>
    </message>
    <message>
        <source>it runs longer than {0} s on the emulator, and is given up: a loop that hardly ends?</source>
        <translation>działa na emulatorze dłużej niż {0} s i zostało przerwane: pętla, która prawie się nie kończy?</translation>
    </message>
    <message>
        <source>it needs more memory than there is</source>
        <translation>potrzebuje więcej pamięci, niż jest</translation>
    </message>
</context>
<context>
    <name>warplens::engine</name>
    <message>
        <source>with {0} registers a thread instead of {1}, {2} blocks fit on a multiprocessor instead of {3}</source>
        <translation>przy liczbie rejestrów na wątek {0} zamiast {1} na multiprocesorze mieści się bloków: {2} zamiast {3}</translation>
    </message>
    <message>
        <source>with {0} bytes of shared memory a block instead of {1}, {2} blocks fit on a multiprocessor instead of {3}</source>
        <translation>gdy blok ma {0} bajtów pamięci współdzielonej zamiast {1}, na multiprocesorze mieści się bloków: {2} zamiast {3}</translation>
    </message>
    <message>
        <source>without bank conflicts shared memory needs {0} wavefronts instead of {1}: {2} ms instead of {3}</source>
        <translation>bez konfliktów banków pamięć współdzielona potrzebuje wavefrontów: {0} zamiast {1}, czyli {2} ms zamiast {3}</translation>
    </message>
    <message>
        <source>with the bytes of each request side by side, global memory needs {0} wavefronts of L1 instead of {1}: {2} ms instead of {3}</source>
        <translation>gdyby bajty każdego żądania leżały obok siebie, pamięć globalna potrzebowałaby wavefrontów L1: {0} zamiast {1}, czyli {2} ms zamiast {3}</translation>
    </message>
    <message>
        <source>{0} blocks fill {1} % of the turns of {2} multiprocessors: a grid that fills them takes less time for the same work</source>
        <translation>liczba bloków {0} wypełnia {1} % kolejek {2} multiprocesorów: siatka, która je wypełnia, wykona tę samą pracę szybciej</translation>
    </message>
    <message>
        <source>sets up</source>
        <translation>ustawia</translation>
    </message>
    <message>
        <source>uses</source>
        <translation>używa</translation>
    </message>
    <message>
        <source>copies asynchronously from</source>
        <translation>kopiuje asynchronicznie z</translation>
    </message>
    <message>
        <source>copies asynchronously to</source>
        <translation>kopiuje asynchronicznie do</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>czyta</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>zapisuje</translation>
    </message>
    <message>
        <source>changes atomically</source>
        <translation>zmienia atomowo</translation>
    </message>
    <message>
        <source>has set up</source>
        <translation>ustawił</translation>
    </message>
    <message>
        <source>has used</source>
        <translation>użył</translation>
    </message>
    <message>
        <source>copies from, asynchronously,</source>
        <translation>kopiuje asynchronicznie</translation>
    </message>
    <message>
        <source>copies to, asynchronously</source>
        <translation>zapełnia asynchroniczną kopią</translation>
    </message>
    <message>
        <source>has read</source>
        <translation>odczytał</translation>
    </message>
    <message>
        <source>has written</source>
        <translation>zapisał</translation>
    </message>
    <message>
        <source>has changed atomically</source>
        <translation>zmienił atomowo</translation>
    </message>
    <message>
        <source>{0}; with this data it changes nothing</source>
        <translation>{0}; przy tych danych niczego to nie zmienia</translation>
    </message>
    <message>
        <source>{0}; volatile makes the compiler access memory each time, but orders nothing</source>
        <translation>{0}; volatile każe kompilatorowi za każdym razem sięgać do pamięci, ale niczego nie porządkuje</translation>
    </message>
    <message>
        <source>{0}; the other access is atomic, this one has to be, too</source>
        <translation>{0}; drugi dostęp jest atomowy, ten też musi być</translation>
    </message>
    <message>
        <source>{0}; grid.sync() does so where the launch is not cooperative: use cudaLaunchCooperativeKernel</source>
        <translation>{0}; tak działa grid.sync(), gdy uruchomienie nie jest kooperacyjne: użyj cudaLaunchCooperativeKernel</translation>
    </message>
    <message>
        <source>thread {0} of block {1}</source>
        <translation>wątek {0} bloku {1}</translation>
    </message>
    <message>
        <source>thread {0}</source>
        <translation>wątek {0}</translation>
    </message>
    <message>
        <source>it</source>
        <translation>on sam</translation>
    </message>
    <message>
        <source>threads {0} and {1} write different values to {2} in the same instruction: which one stays is chance</source>
        <translation>wątki {0} i {1} zapisują różne wartości do {2} w tej samej instrukcji: to przypadek, która zostanie</translation>
    </message>
    <message>
        <source>{0} {1} {2} here, which {3} {4} in line {5}, and nobody has waited for the copy</source>
        <translation>{0} {1} {2}, a {3} {4} to samo w wierszu {5}, i nikt nie zaczekał na kopię</translation>
    </message>
    <message>
        <source>{0} {1} {2} here, which {3} {4} in line {5}, and nothing orders them</source>
        <translation>{0} {1} {2}, a {3} {4} to samo w wierszu {5}, i nic ich nie porządkuje</translation>
    </message>
    <message>
        <source>let one thread write, or give each a place of its own</source>
        <translation>niech zapisuje jeden wątek albo każdy ma własne miejsce</translation>
    </message>
    <message>
        <source>wait for the group of the copy (cp.async.wait_group, __pipeline_wait_prior) before the barrier</source>
        <translation>zaczekaj na grupę kopii (cp.async.wait_group, __pipeline_wait_prior) przed barierą</translation>
    </message>
    <message>
        <source>put __syncwarp() between them: lanes of a warp are not in step by themselves</source>
        <translation>wstaw między nie __syncwarp(): tory warpu same z siebie nie idą równo</translation>
    </message>
    <message>
        <source>put __syncthreads() between them</source>
        <translation>wstaw między nie __syncthreads()</translation>
    </message>
    <message>
        <source>no barrier reaches from block to block: make the access atomic, hand the value over with __threadfence() and an atomic flag, or leave the second part to a kernel of its own</source>
        <translation>żadna bariera nie sięga z bloku do bloku: uczyń dostęp atomowym, przekaż wartość przez __threadfence() i atomową flagę albo zostaw drugą część osobnemu jądru</translation>
    </message>
    <message>
        <source>{0} is read, and nobody has written it</source>
        <translation>czytane jest {0}, a nikt tego nie zapisał</translation>
    </message>
    <message>
        <source>let some thread write it first, and put __syncthreads() behind that</source>
        <translation>niech najpierw zapisze to któryś wątek, a za tym wstaw __syncthreads()</translation>
    </message>
    <message>
        <source>fill the array before the kernel, or write it before it is read</source>
        <translation>wypełnij tablicę przed jądrem albo zapisz ją, zanim zostanie odczytana</translation>
    </message>
    <message>
        <source>give the variable a value where it is declared</source>
        <translation>nadaj zmiennej wartość przy deklaracji</translation>
    </message>
    <message>
        <source>warps add floating-point numbers to one sum here in the order in which they come, and its last bits depend on that order</source>
        <translation>warpy dodają tu liczby zmiennoprzecinkowe do jednej sumy w kolejności, w jakiej przychodzą, a od niej zależą ostatnie bity</translation>
    </message>
    <message>
        <source>add within each block in a fixed order, and the blocks&apos; sums in a second kernel, where the same bits matter</source>
        <translation>gdzie liczą się te same bity, dodawaj w każdym bloku w stałej kolejności, a sumy bloków w drugim jądrze</translation>
    </message>
    <message>
        <source>{0}: the value is undefined, and line {1} {2}</source>
        <translation>{0}: wartość jest nieokreślona, a wiersz {1} {2}</translation>
    </message>
    <message>
        <source>lane {0} reads the register of lane {1}, which has ended</source>
        <translation>tor {0} czyta rejestr toru {1}, który już się zakończył</translation>
    </message>
    <message>
        <source>lane {0} reads the register of lane {1}, which does not exist</source>
        <translation>tor {0} czyta rejestr toru {1}, który nie istnieje</translation>
    </message>
    <message>
        <source>lane {0} reads the register of lane {1}, which does not take part</source>
        <translation>tor {0} czyta rejestr toru {1}, który nie bierze udziału</translation>
    </message>
    <message>
        <source>lets it decide where a thread goes</source>
        <translation>pozwala jej decydować, dokąd idzie wątek</translation>
    </message>
    <message>
        <source>lets it decide how threads wait</source>
        <translation>pozwala jej decydować, jak czekają wątki</translation>
    </message>
    <message>
        <source>takes it for an address</source>
        <translation>bierze ją za adres</translation>
    </message>
    <message>
        <source>copies with it</source>
        <translation>z nią kopiuje</translation>
    </message>
    <message>
        <source>gives it to a texture or surface</source>
        <translation>przekazuje ją teksturze lub powierzchni</translation>
    </message>
    <message>
        <source>stores it</source>
        <translation>zapisuje ją</translation>
    </message>
    <message>
        <source>combines it with memory</source>
        <translation>łączy ją z pamięcią</translation>
    </message>
    <message>
        <source>give the shuffle a width or a mask that leaves these lanes out, or let every lane that is read take part</source>
        <translation>podaj shuffle szerokość lub maskę, która pomija te tory, albo niech każdy czytany tor bierze udział</translation>
    </message>
    <message>
        <source>lane {0} comes here with the mask {1}, which does not name it: what it then gets is not defined</source>
        <translation>tor {0} przychodzi tu z maską {1}, która go nie wymienia: nie wiadomo, co wtedy dostanie</translation>
    </message>
    <message>
        <source>lanes that the member mask names never come here: {0} of the warp&apos;s {1} wait, the others have gone another way</source>
        <translation>tory wymienione w masce nigdy tu nie przychodzą: czeka {0} z {1} torów warpu, pozostałe poszły inną drogą</translation>
    </message>
    <message>
        <source>the instruction needs all 32 lanes of the warp, and some do not take part: its result is undefined</source>
        <translation>instrukcja wymaga wszystkich 32 torów warpu, a niektóre nie biorą udziału: wynik jest nieokreślony</translation>
    </message>
    <message>
        <source>some threads of the block wait here and others at the barrier in line {0}: all have to come to the same one</source>
        <translation>jedne wątki bloku czekają tutaj, a inne przy barierze w wierszu {0}: wszystkie muszą przyjść do tej samej</translation>
    </message>
    <message>
        <source>some threads of the block never come to this barrier: they went round it and have ended</source>
        <translation>niektóre wątki bloku nigdy nie dochodzą do tej bariery: ominęły ją i się zakończyły</translation>
    </message>
    <message>
        <source>barrier {0} waits for {1} here and for {2} in line {3}: the numbers have to be the same</source>
        <translation>oczekiwani przy barierze {0}: tutaj {1}, a w wierszu {3} {2}; liczby muszą być te same</translation>
    </message>
    <message>
        <source>all threads of the block</source>
        <translation>wszystkie wątki bloku</translation>
    </message>
    <message>
        <source>{0} of {1} threads wait here for ever: not all threads of the block come here</source>
        <translation>{0} z {1} wątków czeka tu bez końca: nie wszystkie wątki bloku tu przychodzą</translation>
    </message>
    <message>
        <source>{0} of {1} threads wait here for ever: barrier {2} waits for {3}, and {4} have come</source>
        <translation>{0} z {1} wątków czeka tu bez końca: bariera {2} czeka na {3}, a przyszło {4}</translation>
    </message>
    <message>
        <source>{0} threads</source>
        <translation>wątki w liczbie {0}</translation>
    </message>
    <message>
        <source>there are 16 barriers, and none with the number {0}</source>
        <translation>barier jest 16, a żadna nie ma numeru {0}</translation>
    </message>
    <message>
        <source>warp {0} has entered {1} basic blocks in loops whose end cannot be foreseen: an endless loop, or more work than Warplens waits for</source>
        <translation>warp {0} wszedł {1} razy do bloków podstawowych w pętlach, których końca nie da się przewidzieć: to nieskończona pętla albo więcej pracy, niż Warplens chce czekać</translation>
    </message>
    <message>
        <source>this loop never ends: no value that its counter takes is the one that it waits for</source>
        <translation>ta pętla nigdy się nie kończy: jej licznik nie przyjmuje wartości, na którą czeka</translation>
    </message>
    <message>
        <source>this loop would go round {0} times more: its counter goes the other way, or passes the value that it waits for</source>
        <translation>ta pętla wykonałaby się jeszcze {0} razy: jej licznik idzie w drugą stronę albo mija wartość, na którą czeka</translation>
    </message>
    <message>
        <source>this loop never ends: nothing changes any more that decides whether it goes on</source>
        <translation>ta pętla nigdy się nie kończy: nie zmienia się już nic, co decyduje, czy trwa dalej</translation>
    </message>
    <message>
        <source>this loop never ends: it goes round in a circle, through {0} again and again, and nothing changes that it reads</source>
        <translation>ta pętla nigdy się nie kończy: krąży w kółko, ciągle przez {0}, a nic z tego, co czyta, się nie zmienia</translation>
    </message>
    <message>
        <source>this loop never ends: it waits for {0} to change, and no thread is left that could change it; {1}</source>
        <translation>ta pętla nigdy się nie kończy: czeka na zmianę {0}, a nie ma już wątku, który mógłby to zmienić; {1}</translation>
    </message>
    <message>
        <source>this loop never ends: it waits for {0} to change, and no thread is left that could change it</source>
        <translation>ta pętla nigdy się nie kończy: czeka na zmianę {0}, a nie ma już wątku, który mógłby to zmienić</translation>
    </message>
    <message>
        <source>{0}; a lane of its own warp waits until it goes on: before compute capability 7.0 lanes that have parted do not take turns</source>
        <translation>{0}; tor tego samego warpu czeka, aż on ruszy dalej: przed compute capability 7.0 rozdzielone tory nie zmieniają się</translation>
    </message>
    <message>
        <source>{0}; {1} lanes of its own warp wait until it goes on: before compute capability 7.0 lanes that have parted do not take turns</source>
        <translation>{0}; inne tory tego warpu (jest ich {1}) czekają, aż on ruszy dalej: przed compute capability 7.0 rozdzielone tory nie zmieniają się</translation>
    </message>
    <message>
        <source>a lane of its own warp waits until it goes on: before compute capability 7.0 lanes that have parted do not take turns</source>
        <translation>tor tego samego warpu czeka, aż on ruszy dalej: przed compute capability 7.0 rozdzielone tory nie zmieniają się</translation>
    </message>
    <message>
        <source>{0} lanes of its own warp wait until it goes on: before compute capability 7.0 lanes that have parted do not take turns</source>
        <translation>inne tory tego warpu (jest ich {0}) czekają, aż on ruszy dalej: przed compute capability 7.0 rozdzielone tory nie zmieniają się</translation>
    </message>
    <message>
        <source>thread {0} waits in line {1} for {2}, {3}</source>
        <translation>wątek {0} czeka w wierszu {1} na {2}, {3}</translation>
    </message>
    <message>
        <source>thread {0} waits in line {1} for {2}</source>
        <translation>wątek {0} czeka w wierszu {1} na {2}</translation>
    </message>
    <message>
        <source>element {0} of the member {1} is accessed, which has fewer: what lies there belongs to another member, or to the next structure</source>
        <translation>sięgnięto po element {0} pola {1}, które ma ich mniej: to, co tam leży, należy do innego pola albo do następnej struktury</translation>
    </message>
    <message>
        <source>keep the index below the number of elements of {0}</source>
        <translation>indeks musi być mniejszy od liczby elementów {0}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at shared address {2}: the block has {3} bytes of shared memory, the last array before it is {4}</source>
        <translation>{0} ({1} B) pod adresem {2} pamięci współdzielonej: blok ma jej {3} B, ostatnia tablica przed tym miejscem to {4}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at shared address {2}: the block has {3} bytes of shared memory</source>
        <translation>{0} ({1} B) pod adresem {2} pamięci współdzielonej: blok ma jej {3} B</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at {2}: the address is no multiple of {3}</source>
        <translation>{0} ({1} B) pod adresem {2}: adres nie jest wielokrotnością {3}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at local address {2}: the thread has {3} bytes of local memory</source>
        <translation>{0} ({1} B) pod adresem lokalnym {2}: wątek ma {3} B pamięci lokalnej</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at {2} of the kernel&apos;s {3} bytes of parameters</source>
        <translation>{0} ({1} B) pod {2} w parametrach jądra, które mają {3} B</translation>
    </message>
    <message>
        <source>{0} to the constant {1}</source>
        <translation>{0} do stałej {1}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at byte {2} of {3} bytes that were freed before</source>
        <translation>{0} ({1} B) w bajcie {2} z {3} B, które już zwolniono</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the heap, where malloc gave nothing</source>
        <translation>{0} ({1} B) na stercie, gdzie malloc niczego nie dał</translation>
    </message>
    <message>
        <source>{0} of {1} bytes, {2} bytes past the end of {3} bytes from malloc</source>
        <translation>{0} ({1} B), {2} B za końcem {3} B z malloc</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at {2}: {3}</source>
        <translation>{0} ({1} B) pod adresem {2}: {3}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes {2}, in {3}</source>
        <translation>{0} ({1} B) {2}, w {3}</translation>
    </message>
    <message>
        <source>no array is there</source>
        <translation>nie ma tam żadnej tablicy</translation>
    </message>
    <message>
        <source>a null pointer</source>
        <translation>pusty wskaźnik</translation>
    </message>
    <message>
        <source>the end of {0} ({1} bytes) cuts it off</source>
        <translation>ucina to koniec {0} ({1} B)</translation>
    </message>
    <message>
        <source>{0} bytes past the end of {1} ({2} bytes)</source>
        <translation>{0} B za końcem {1} ({2} B)</translation>
    </message>
    <message>
        <source>{0} bytes before the begin of {1}</source>
        <translation>{0} B przed początkiem {1}</translation>
    </message>
    <message>
        <source>byte {0} of shared memory</source>
        <translation>bajt {0} pamięci współdzielonej</translation>
    </message>
    <message>
        <source>byte {0} of the thread&apos;s local memory</source>
        <translation>bajt {0} pamięci lokalnej wątku</translation>
    </message>
    <message>
        <source>byte {0} of {1}</source>
        <translation>bajt {0} tablicy {1}</translation>
    </message>
    <message>
        <source>load</source>
        <translation>odczyt</translation>
    </message>
    <message>
        <source>store</source>
        <translation>zapis</translation>
    </message>
    <message>
        <source>atomic operation</source>
        <translation>operacja atomowa</translation>
    </message>
    <message>
        <source>this memory is freed a second time: it was given back already</source>
        <translation>ta pamięć jest zwalniana drugi raz: już ją oddano</translation>
    </message>
    <message>
        <source>free of an address that malloc did not give: it has to be the very pointer that malloc returned</source>
        <translation>free adresu, którego malloc nie dał: musi to być dokładnie wskaźnik zwrócony przez malloc</translation>
    </message>
    <message>
        <source>{0} bytes that are taken here are not given back by the end of the launch</source>
        <translation>{0} B wziętych tutaj nie oddano do końca uruchomienia</translation>
    </message>
    <message>
        <source>free() them, unless a later kernel is to use them</source>
        <translation>zwolnij je przez free(), chyba że ma ich użyć późniejsze jądro</translation>
    </message>
    <message>
        <source>the copy is of {0} bytes, which is no multiple of 16</source>
        <translation>kopia ma {0} B, co nie jest wielokrotnością 16</translation>
    </message>
    <message>
        <source>a call through a pointer that is no function</source>
        <translation>wywołanie przez wskaźnik, który nie wskazuje funkcji</translation>
    </message>
    <message>
        <source>calls are nested {0} deep: a function calls itself without an end</source>
        <translation>wywołania są zagnieżdżone na głębokość {0}: funkcja wywołuje się bez końca</translation>
    </message>
    <message>
        <source>calls are nested so deeply that a thread&apos;s stack exceeds {0} bytes</source>
        <translation>wywołania są zagnieżdżone tak głęboko, że stos wątku przekracza {0} B</translation>
    </message>
    <message>
        <source>brx.idx with index {0} of {1} labels</source>
        <translation>brx.idx z indeksem {0}, a etykiet jest {1}</translation>
    </message>
    <message>
        <source>{0} is no texture object, or one that was destroyed, or whose memory was freed</source>
        <translation>{0} nie jest obiektem tekstury albo został usunięty lub zwolniono jego pamięć</translation>
    </message>
    <message>
        <source>{0} is no surface object, or one that was destroyed, or whose memory was freed</source>
        <translation>{0} nie jest obiektem powierzchni albo został usunięty lub zwolniono jego pamięć</translation>
    </message>
    <message>
        <source>the instruction takes {0}, and the object has {1}</source>
        <translation>instrukcja oczekuje wymiarów: {0}, a obiekt ma: {1}</translation>
    </message>
    <message>
        <source>{0} dimensions in layers</source>
        <translation>{0} w warstwach</translation>
    </message>
    <message>
        <source>{0} dimensions</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>{0} in layers</source>
        <translation>{0} w warstwach</translation>
    </message>
    <message>
        <source>{0} bytes of a surface at byte {1} of a row: it is no multiple of {2} (x counts bytes, not elements)</source>
        <translation>{0} B powierzchni w bajcie {1} wiersza: nie jest to wielokrotność {2} (x liczy bajty, nie elementy)</translation>
    </message>
    <message>
        <source>{0} of a surface of {1} bytes x {2} x {3}: x counts bytes</source>
        <translation>{0} powierzchni o {1} B x {2} x {3}: x liczy bajty</translation>
    </message>
    <message>
        <source>the kernel has stopped itself with trap</source>
        <translation>jądro zatrzymało się samo instrukcją trap</translation>
    </message>
    <message>
        <source>the assertion {0} fails in {1}</source>
        <translation>asercja {0} nie zachodzi w {1}</translation>
    </message>
    <message>
        <source>{0}; its index does not fit 32 bits: in line {1} {2} has become {3}</source>
        <translation>{0}; jego indeks nie mieści się w 32 bitach: w wierszu {1} z {2} zrobiło się {3}</translation>
    </message>
    <message>
        <source>{0}; {1} threads of the block wait at the barrier in line {2} until it comes there</source>
        <translation>{0}; na barierze w wierszu {2} czekają na niego wątki bloku ({1})</translation>
    </message>
    <message>
        <source>{0}; a thread of the block waits at the barrier in line {1} until it comes there</source>
        <translation>{0}; na barierze w wierszu {1} czeka na niego jeden wątek bloku</translation>
    </message>
    <message>
        <source>wait for the group of the copy (cp.async.bulk.wait_group) before the barrier</source>
        <translation>zaczekaj na grupę kopii (cp.async.bulk.wait_group) przed barierą</translation>
    </message>
    <message>
        <source>thread {0} of block {1} waits in line {2} for {3}, {4}</source>
        <translation>wątek {0} bloku {1} czeka w wierszu {2} na {3}, {4}</translation>
    </message>
    <message>
        <source>thread {0} of block {1} waits in line {2} for {3}</source>
        <translation>wątek {0} bloku {1} czeka w wierszu {2} na {3}</translation>
    </message>
    <message>
        <source>element {0} of a row of {1} is accessed, which has fewer: what lies there belongs to another row</source>
        <translation>sięgnięto po element {0} wiersza {1}, który ma ich mniej: to, co tam leży, należy do innego wiersza</translation>
    </message>
    <message>
        <source>element {0} of {1} is accessed, which has fewer: what lies there belongs to another variable</source>
        <translation>sięgnięto po element {0} tablicy {1}, która ma ich mniej: to, co tam leży, należy do innej zmiennej</translation>
    </message>
    <message>
        <source>a row of {0}</source>
        <translation>wiersza {0}</translation>
    </message>
    <message>
        <source>warp {0} arrives at barrier {1} again before the others have come: it is counted twice, and those who wait for it may go on too early, or wait for ever</source>
        <translation>warp {0} przychodzi do bariery {1} ponownie, zanim przyszli inni: liczy się podwójnie, a ci, którzy na nią czekają, mogą ruszyć za wcześnie albo czekać bez końca</translation>
    </message>
    <message>
        <source>{0} {1} what {2} {3}, byte {4} of {5}: nothing orders the two. Record an event behind the one (cudaEventRecord), and let the other stream wait for it (cudaStreamWaitEvent)</source>
        <translation>{0} {1} to, co {2} {3}, bajt {4} pamięci: {5}; nic nie ustala ich kolejności. Zapisz zdarzenie za jednym (cudaEventRecord) i niech drugi strumień na nie czeka (cudaStreamWaitEvent)</translation>
    </message>
    <message>
        <source>the program&apos;s own code {0} byte {1} of {2}, which {3} {4}, and has not waited for that: call cudaDeviceSynchronize(), or wait for the stream of the launch, before</source>
        <translation>własny kod programu {0} bajt {1} pamięci: {2}, który {3} {4}, i nie zaczekał na to: wywołaj przedtem cudaDeviceSynchronize() albo zaczekaj na strumień tego uruchomienia</translation>
    </message>
    <message>
        <source>the program&apos;s own code {0} byte {1} of {2}, which {3} {4}, and has not waited for that: call cudaDeviceSynchronize(), or wait for the stream of the copy, before</source>
        <translation>własny kod programu {0} bajt {1} pamięci: {2}, który {3} {4}, i nie zaczekał na to: wywołaj przedtem cudaDeviceSynchronize() albo zaczekaj na strumień tej kopii</translation>
    </message>
    <message>
        <source>the launch of {0} in the default stream</source>
        <translation>uruchomienie {0} w strumieniu domyślnym</translation>
    </message>
    <message>
        <source>the launch of {0} in stream {1}</source>
        <translation>uruchomienie {0} w strumieniu {1}</translation>
    </message>
    <message>
        <source>{0} in the default stream</source>
        <translation>{0} w strumieniu domyślnym</translation>
    </message>
    <message>
        <source>{0} in stream {1}</source>
        <translation>{0} w strumieniu {1}</translation>
    </message>
    <message>
        <source>{0}: {1} bytes from {2} to {3}: the two overlap in {4} bytes, and what comes of it is undefined</source>
        <translation>{0}: {1} B z {2} do {3}: nakładają się w {4} B, a wynik jest nieokreślony</translation>
    </message>
    <message>
        <source>{0}: no memory of the device begins before {1} and reaches to it: {2}</source>
        <translation>{0}: żadna pamięć urządzenia nie zaczyna się przed {1} i nie sięga tam: {2}</translation>
    </message>
    <message>
        <source>{0} of {1}: {2}</source>
        <translation>{0} adresu {1}: {2}</translation>
    </message>
    <message>
        <source>{0} are never freed</source>
        <translation>{0}: to nigdy nie zostało zwolnione</translation>
    </message>
    <message>
        <source>it was part of {0}, which have been freed</source>
        <translation>to była część pamięci: {0}, już zwolnionej</translation>
    </message>
    <message>
        <source>the {0} bytes from {1} (memory {2})</source>
        <translation>{0} B z {1} (pamięć {2})</translation>
    </message>
    <message>
        <source>{0} ({1} bytes)</source>
        <translation>{0} ({1} B)</translation>
    </message>
    <message>
        <source>{0}; the program never asked: call cudaGetLastError() behind each launch</source>
        <translation>{0}; program nigdy o to nie zapytał: wywołuj cudaGetLastError() po każdym uruchomieniu</translation>
    </message>
    <message>
        <source>the launch of {0}: {1}</source>
        <translation>uruchomienie {0}: {1}</translation>
    </message>
    <message>
        <source>a grid of {0} blocks of {1} threads is empty: each extent is 1 or more</source>
        <translation>siatka {0} bloków po {1} wątków jest pusta: każdy wymiar to co najmniej 1</translation>
    </message>
    <message>
        <source>a block of {0} threads ({1}) is too large: 1024 at most, and 64 in z</source>
        <translation>blok {0} wątków ({1}) jest za duży: najwyżej 1024, a w z 64</translation>
    </message>
    <message>
        <source>a grid of {0} blocks is too large: 2147483647 in x, 65535 in y and z</source>
        <translation>siatka {0} bloków jest za duża: 2147483647 w x, 65535 w y i z</translation>
    </message>
    <message>
        <source>blocks of {0} threads, and __launch_bounds__ says {1} at most</source>
        <translation>bloki po {0} wątków, a __launch_bounds__ mówi: najwyżej {1}</translation>
    </message>
    <message>
        <source>blocks of {0} threads, and the kernel is made for {1}</source>
        <translation>bloki po {0} wątków, a jądro jest dla {1}</translation>
    </message>
    <message>
        <source>{0} threads with {1} registers each need {2}, and a multiprocessor has {3}</source>
        <translation>{0} wątków po {1} rejestrów potrzebuje {2}, a multiprocesor ma {3}</translation>
    </message>
    <message>
        <source>a block wants {0} bytes of shared memory, and {1} is the most that it can have on this device</source>
        <translation>blok chce {0} B pamięci współdzielonej, a na tym urządzeniu może mieć najwyżej {1}</translation>
    </message>
    <message>
        <source>a block wants {0} bytes of shared memory, more than 48 KiB: allow it first with cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {1})</source>
        <translation>blok chce {0} B pamięci współdzielonej, więcej niż 48 KiB: najpierw zezwól na to przez cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {1})</translation>
    </message>
    <message>
        <source>{0} blocks are to run side by side, and {1} multiprocessors hold {2} each</source>
        <translation>{0} bloków ma działać obok siebie, a {1} multiprocesorów mieści po {2}</translation>
    </message>
    <message>
        <source>{0}; it shows where blocks and warps come in another order</source>
        <translation>{0}; widać to, gdy bloki i warpy przychodzą w innej kolejności</translation>
    </message>
    <message>
        <source>{0}; others wait at barrier {1} in line {2}</source>
        <translation>{0}; inne czekają przy barierze {1} w wierszu {2}</translation>
    </message>
    <message>
        <source>{0} {1} {2} here, which {3} {4} in line {5}, and no fence.proxy.async lies between: the copy may read what was there before</source>
        <translation>{0} {1} {2}, a {3} {4} to samo w wierszu {5}, i nie ma między tym fence.proxy.async: kopia może przeczytać to, co było tam wcześniej</translation>
    </message>
    <message>
        <source>put cuda::ptx::fence_proxy_async(cuda::ptx::space_shared) behind what is written, in front of the barrier</source>
        <translation>wstaw cuda::ptx::fence_proxy_async(cuda::ptx::space_shared) za zapisem, przed barierą</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the local memory of a function that has returned</source>
        <translation>{0} ({1} B) w pamięci lokalnej funkcji, która już się skończyła</translation>
    </message>
    <message>
        <source>{0} {1} what {2} {3}, byte {4} of {5}: no edge of the graph orders the two</source>
        <translation>{0} {1} to, co {2} {3}, bajt {4} pamięci: {5}; żadna krawędź grafu nie ustala ich kolejności</translation>
    </message>
    <message>
        <source>{0} reads {1}, and nobody has written there</source>
        <translation>{0} czyta {1}, a nikt tam nic nie zapisał</translation>
    </message>
    <message>
        <source>{0}: {1} bytes from byte {2} go past the end of {3}</source>
        <translation>{0}: {1} B od bajtu {2} wychodzi poza koniec pamięci: {3}</translation>
    </message>
    <message>
        <source>{0}; it shows where a thread sees late what another one has written, as it may without a fence between its own write and its look at the other&apos;s</source>
        <translation>{0}; widać to, gdy wątek z opóźnieniem widzi, co zapisał inny — wolno mu, jeśli między jego własnym zapisem a spojrzeniem na cudzy nie ma bariery pamięci</translation>
    </message>
    <message>
        <source>put cluster.sync() between them: it orders all threads of the cluster</source>
        <translation>wstaw między nie cluster.sync(): ustala kolejność wszystkich wątków klastra</translation>
    </message>
    <message>
        <source>put __threadfence() between what a thread writes for others and its look at what they have written, or make both memory_order_seq_cst: releasing and acquiring is not enough there</source>
        <translation>wstaw __threadfence() między to, co wątek zapisuje dla innych, a jego spojrzenie na to, co zapisali oni, albo daj obu memory_order_seq_cst: release i acquire tu nie wystarczą</translation>
    </message>
    <message>
        <source>{0} of {1} threads wait here for ever: not all threads of the cluster come here</source>
        <translation>{0} z {1} wątków czeka tu bez końca: nie wszystkie wątki klastra tu przychodzą</translation>
    </message>
    <message>
        <source>a thread arrives at the barrier of the cluster again before it has waited for the others</source>
        <translation>wątek zgłasza się przy barierze klastra po raz drugi, zanim zaczekał na pozostałe</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the shared memory of block {2} of the cluster, which has ended</source>
        <translation>{0} ({1} B) w pamięci współdzielonej bloku {2} klastra, który już się skończył</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the shared memory of block {2} of the cluster, which has {3}</source>
        <translation>{0} ({1} B) w pamięci współdzielonej bloku {2} klastra, który ma ich {3}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at shared address {2} of another block of the cluster, which has {3} bytes of shared memory</source>
        <translation>{0} ({1} B) pod adresem {2} pamięci współdzielonej innego bloku klastra, który ma jej {3} B</translation>
    </message>
    <message>
        <source>{0}, and a launch that has not ended waits for the program, which does nothing else</source>
        <translation>{0}, a uruchomienie, które się nie skończyło, czeka na program, który nic innego nie robi</translation>
    </message>
    <message>
        <source>{0}, and devices have nothing left to do: it was ended</source>
        <translation>{0}, a urządzenia nie mają już nic do zrobienia: program zakończono</translation>
    </message>
    <message>
        <source>the program polls for ever: byte {0} of {1} would have to change</source>
        <translation>program odpytuje bez końca: musiałby się zmienić bajt {0} tego, czym są {1}</translation>
    </message>
    <message>
        <source>the program polls for ever: the answer of its question would have to change</source>
        <translation>program odpytuje bez końca: musiałaby się zmienić odpowiedź na jego pytanie</translation>
    </message>
    <message>
        <source>{0}: its destination is the device&apos;s memory ({1}), and the direction says the host&apos;s</source>
        <translation>{0}: cel leży w pamięci urządzenia ({1}), a kierunek mówi, że w pamięci hosta</translation>
    </message>
    <message>
        <source>{0}: its source is the device&apos;s memory ({1}), and the direction says the host&apos;s</source>
        <translation>{0}: źródło leży w pamięci urządzenia ({1}), a kierunek mówi, że w pamięci hosta</translation>
    </message>
    <message>
        <source>{0}: its destination is the host&apos;s memory ({1}), and the direction says the device&apos;s</source>
        <translation>{0}: cel leży w pamięci hosta ({1}), a kierunek mówi, że w pamięci urządzenia</translation>
    </message>
    <message>
        <source>{0}: its source is the host&apos;s memory ({1}), and the direction says the device&apos;s</source>
        <translation>{0}: źródło leży w pamięci hosta ({1}), a kierunek mówi, że w pamięci urządzenia</translation>
    </message>
    <message>
        <source>{0} blocks are to be a cluster, which compute capability {1} does not have</source>
        <translation>{0} bloków ma być klastrem, a compute capability {1} klastrów nie ma</translation>
    </message>
    <message>
        <source>{0} blocks are to be a cluster: it has 1 to 16</source>
        <translation>{0} bloków ma być klastrem: ma on od 1 do 16</translation>
    </message>
    <message>
        <source>a grid of {0} blocks does not consist of clusters of {1}</source>
        <translation>siatka {0} bloków nie składa się z klastrów po {1}</translation>
    </message>
    <message>
        <source>{0} of block {1}</source>
        <translation>{0} bloku {1}</translation>
    </message>
    <message>
        <source>{0}; the second thread is one of the kernel {1}, which had launched this one before</source>
        <translation>{0}; drugi wątek należy do jądra {1}, które przedtem uruchomiło to jądro</translation>
    </message>
    <message>
        <source>do it before the launch, or launch with cudaStreamTailLaunch, so that the other kernel begins when this one is over: it cannot wait for what it launches</source>
        <translation>zrób to przed uruchomieniem albo uruchom z cudaStreamTailLaunch, aby drugie jądro zaczęło się, gdy to się skończy: nie może ono czekać na to, co uruchamia</translation>
    </message>
    <message>
        <source>{0}; one access is of {1} bytes, the other of {2}: only where both are of the same place and size they are atomic to one another</source>
        <translation>{0}; jeden dostęp ma {1} bajtów, drugi {2}: niepodzielne względem siebie są tylko dostępy w tym samym miejscu i tej samej wielkości</translation>
    </message>
    <message>
        <source>{0} reads {1} here through the read-only cache, which need not hear that {2} {3} it in line {4}, in the same kernel: what it gets may be old</source>
        <translation>{0} czyta tu {1} przez pamięć podręczną tylko do odczytu, która nie musi wiedzieć, że {2} {3} to w wierszu {4}, w tym samym kernelu: odczytana wartość może być stara</translation>
    </message>
    <message>
        <source>read it by a plain load: without __ldg, and without const and __restrict__ on the pointer, which say that the kernel does not write there</source>
        <translation>czytaj to zwykłym odczytem: bez __ldg oraz bez const i __restrict__ przy wskaźniku, które mówią, że kernel tam nie pisze</translation>
    </message>
    <message>
        <source>warps store different values in one place here, in the order in which they come: which one stays depends on that order</source>
        <translation>warpy zapisują tu różne wartości w jednym miejscu, w kolejności, w jakiej przychodzą: od niej zależy, która zostanie</translation>
    </message>
    <message>
        <source>let one thread decide, or take the largest or smallest value (atomicMax, atomicMin)</source>
        <translation>niech decyduje jeden wątek albo weź największą lub najmniejszą wartość (atomicMax, atomicMin)</translation>
    </message>
    <message>
        <source>a node that fills memory</source>
        <translation>węzeł, który wypełnia pamięć</translation>
    </message>
    <message>
        <source>a node that takes memory</source>
        <translation>węzeł, który zajmuje pamięć</translation>
    </message>
    <message>
        <source>a node that frees memory</source>
        <translation>węzeł, który zwalnia pamięć</translation>
    </message>
    <message>
        <source>it is part of {0}, which no launch of a graph has taken</source>
        <translation>to część pamięci: {0}, której nie zajęło żadne uruchomienie grafu</translation>
    </message>
    <message>
        <source>{0} of {1} bytes by a pointer to a local variable of {2}, stored in line {3}: local memory is each thread&apos;s own, and what lies at this address belongs to the thread that follows the pointer</source>
        <translation>{0} ({1} B) przez wskaźnik na zmienną lokalną, którą ma {2}, zapisany w wierszu {3}: każdy wątek ma własną pamięć lokalną, a to, co leży pod tym adresem, należy do wątku, który idzie za wskaźnikiem</translation>
    </message>
    <message>
        <source>{0}: more bytes than there are addresses, from byte {1}, go past the end of {2}</source>
        <translation>{0}: więcej bajtów, niż jest adresów, od bajtu {1}: to dalej niż koniec ({2})</translation>
    </message>
    <message>
        <source>{0}; where warps have roles: arrive behind the first access, and wait in front of the second</source>
        <translation>{0}; gdzie warpy mają role: przybywaj za pierwszym dostępem, a czekaj przed drugim</translation>
    </message>
    <message>
        <source>{0}; both are atomic, but not for one another: the scope of one of them does not reach the other thread</source>
        <translation>{0}; oba są atomowe, ale nie wobec siebie: zakres jednego z nich nie sięga drugiego wątku</translation>
    </message>
    <message>
        <source>wait for the mbarrier that the copy is told of, which has to expect the bytes of all copies that it is told of</source>
        <translation>poczekaj na mbarrier, który podano kopii; musi on oczekiwać bajtów wszystkich kopii, którym go podano</translation>
    </message>
    <message>
        <source>{0} reads {1} bytes of {2} that nobody has written, the first of them byte {3} of row {4}</source>
        <translation>{0} czyta {1} bajtów z {2}, których nikt nie zapisał; pierwszy z nich to bajt {3} wiersza {4}</translation>
    </message>
    <message>
        <source>{0} reads {1} bytes of {2} that nobody has written, the first of them byte {3}</source>
        <translation>{0} czyta {1} bajtów z {2}, których nikt nie zapisał; pierwszy z nich to bajt {3}</translation>
    </message>
    <message>
        <source>this loop never ends: it waits for {0} to change, and blocks that have not begun find no room: one {1} has room for {2} of the {3} at once, and those wait</source>
        <translation>ta pętla nigdy się nie kończy: czeka na zmianę {0}, a bloki, które jeszcze nie zaczęły, nie mają miejsca: jedna karta {1} mieści {2} z {3} naraz, a te czekają</translation>
    </message>
    <message>
        <source>prints it</source>
        <translation>wypisuje ją</translation>
    </message>
    <message>
        <source>{0} gives back {1}, which {2} {3}, and the program has not waited for that: call cudaDeviceSynchronize(), or wait for its stream, before</source>
        <translation>{0} oddaje pamięć: {1}, którą {2} {3}, a program na to nie zaczekał: wywołaj przedtem cudaDeviceSynchronize() albo zaczekaj na jej strumień</translation>
    </message>
    <message>
        <source>a variable is computed with that has not been set</source>
        <translation>liczy się tu ze zmienną, której nikt nie nadał wartości</translation>
    </message>
    <message>
        <source>set it before the loop</source>
        <translation>nadaj jej wartość przed pętlą</translation>
    </message>
    <message>
        <source>{0} of {1} bytes by a pointer to the shared memory of block {2}, stored in line {3}: shared memory is each block&apos;s own, and what lies at this address belongs to the block that follows the pointer</source>
        <translation>{0} ({1} B) przez wskaźnik na pamięć wspólną bloku {2}, zapisany w wierszu {3}: każdy blok ma własną pamięć wspólną, a to, co leży pod tym adresem, należy do bloku, który idzie za wskaźnikiem</translation>
    </message>
    <message>
        <source>{0} of {1} bytes by a pointer to shared memory of the cluster of block {2}, stored in line {3}: in another cluster it leads to a block of that one</source>
        <translation>{0} ({1} B) przez wskaźnik na pamięć wspólną klastra bloku {2}, zapisany w wierszu {3}: w innym klastrze prowadzi on do bloku tamtego klastra</translation>
    </message>
    <message>
        <source>{0} of {1} bytes by a pointer to shared memory which this kernel has not made: what lies at this address belongs to the block that follows the pointer</source>
        <translation>{0} ({1} B) przez wskaźnik na pamięć wspólną, którego ten kernel nie utworzył: to, co leży pod tym adresem, należy do bloku, który idzie za wskaźnikiem</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the shared memory of block {2} of the cluster, which need not have begun: cluster.sync() has to come first</source>
        <translation>{0} ({1} B) w pamięci współdzielonej bloku {2} klastra, który mógł się jeszcze nie zacząć: najpierw musi być cluster.sync()</translation>
    </message>
    <message>
        <source>leave reading to a launch of its own: textures and surfaces show what was there when a kernel began</source>
        <translation>zostaw czytanie osobnemu uruchomieniu: tekstury i powierzchnie pokazują to, co było tam, gdy kernel się zaczynał</translation>
    </message>
    <message>
        <source>printf reads the text from {0} on past the end of the memory that it is in: after {1} bytes there is no zero that ends it</source>
        <translation>printf czyta tekst od {0} poza koniec pamięci, w której on leży: po {1} bajtach nie ma zera, które by go kończyło</translation>
    </message>
    <message>
        <source>printf is to print a text (%s) from where there is no memory</source>
        <translation>printf ma wypisać tekst (%s) z miejsca, w którym nie ma pamięci</translation>
    </message>
</context>
<context>
    <name>warplens::exchange</name>
    <message>
        <source>Check</source>
        <translation>Sprawdź</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>Wyślij</translation>
    </message>
    <message>
        <source>Show the solution</source>
        <translation>Pokaż rozwiązanie</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Spróbuj ponownie</translation>
    </message>
    <message>
        <source>:num of :total points</source>
        <translation>:num z :total punktów</translation>
    </message>
    <message>
        <source>There is something to read about this answer</source>
        <translation>Do tej odpowiedzi jest objaśnienie</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>Przeczytaj</translation>
    </message>
    <message>
        <source>Wrong answer</source>
        <translation>Zła odpowiedź</translation>
    </message>
    <message>
        <source>Right answer</source>
        <translation>Dobra odpowiedź</translation>
    </message>
    <message>
        <source>Should have been chosen</source>
        <translation>Należało zaznaczyć</translation>
    </message>
    <message>
        <source>Should not have been chosen</source>
        <translation>Nie należało zaznaczać</translation>
    </message>
    <message>
        <source>Answer before you look at the solution</source>
        <translation>Odpowiedz, zanim zobaczysz rozwiązanie</translation>
    </message>
    <message>
        <source>Check the answers: each is marked as right, wrong or missing</source>
        <translation>Sprawdź odpowiedzi: każda zostanie oznaczona jako dobra, zła lub brakująca</translation>
    </message>
    <message>
        <source>Show the solution: the right answers are marked</source>
        <translation>Pokaż rozwiązanie: dobre odpowiedzi zostaną oznaczone</translation>
    </message>
    <message>
        <source>Try again: all answers are taken back</source>
        <translation>Spróbuj ponownie: wszystkie odpowiedzi zostaną cofnięte</translation>
    </message>
    <message>
        <source>Question before</source>
        <translation>Poprzednie pytanie</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>Następne pytanie</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Zakończ</translation>
    </message>
    <message>
        <source>Question @current of @total</source>
        <translation>Pytanie @current z @total</translation>
    </message>
    <message>
        <source>Question %d of %total</source>
        <translation>Pytanie %d z %total</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pytanie</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>Bez odpowiedzi</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Z odpowiedzią</translation>
    </message>
    <message>
        <source>This question</source>
        <translation>To pytanie</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Pytania</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Koniec</translation>
    </message>
    <message>
        <source>Your result:</source>
        <translation>Twój wynik:</translation>
    </message>
    <message>
        <source>@finals of @totals points</source>
        <translation>@finals z @totals punktów</translation>
    </message>
</context>
<context>
    <name>warplens::lessons</name>
    <message>
        <source>The lanes want {0} in {1}; the fullest bank holds {2} of them, and a wavefront delivers one word of each bank{3}.</source>
        <translation>Tory chcą {0} z {1}; najpełniejszy bank ma ich {2}, a wavefront dostarcza po jednym słowie z każdego banku{3}.</translation>
    </message>
    <message>
        <source>. Elements of {0} bytes are served in groups of lanes</source>
        <translation>. Elementy po {0} bajtów obsługuje się grupami torów</translation>
    </message>
    <message>
        <source>Elements of {0} bytes are served in groups of lanes, each in wavefronts of its own.</source>
        <translation>Elementy po {0} bajtów obsługuje się grupami torów, każdą we własnych wavefrontach.</translation>
    </message>
    <message>
        <source>That many words are asked for in one bank, but lanes that want the same word share it.</source>
        <translation>O tyle słów prosi się w jednym banku, ale tory, które chcą tego samego słowa, dzielą je.</translation>
    </message>
    <message>
        <source>That would do if no bank held two of the words: here some do.</source>
        <translation>Tyle by wystarczyło, gdyby żaden bank nie miał dwóch z tych słów: tutaj niektóre mają.</translation>
    </message>
    <message>
        <source>One for each lane would be so if all words lay in one bank.</source>
        <translation>Po jednym na każdy tor byłoby, gdyby wszystkie słowa leżały w jednym banku.</translation>
    </message>
    <message>
        <source>One wavefront delivers one word of each bank: some bank is asked for more.</source>
        <translation>Jeden wavefront dostarcza po jednym słowie z każdego banku: od któregoś banku chce się więcej.</translation>
    </message>
    <message>
        <source>Count the different words in the fullest bank.</source>
        <translation>Policz różne słowa w najpełniejszym banku.</translation>
    </message>
    <message>
        <source>A sector is 32 aligned bytes. The lanes ask for {0} bytes each, and their addresses fall into {1} of them.</source>
        <translation>Sektor to 32 wyrównane bajty. Każdy tor prosi o tyle bajtów: {0}, a sektorów, do których trafiają adresy, jest {1}.</translation>
    </message>
    <message>
        <source>One for each lane would be so if no two of them fell into the same 32 bytes.</source>
        <translation>Po jednym na każdy tor byłoby, gdyby żadne dwa nie trafiały w te same 32 bajty.</translation>
    </message>
    <message>
        <source>Their bytes would fit into that many if they lay side by side, from the start of a sector.</source>
        <translation>Ich bajty zmieściłyby się w tylu, gdyby leżały obok siebie, od początku sektora.</translation>
    </message>
    <message>
        <source>That is how many lines of 128 bytes are touched: a line is four sectors.</source>
        <translation>To liczba dotkniętych linii po 128 bajtów: linia to cztery sektory.</translation>
    </message>
    <message>
        <source>One sector serves lanes that fall into the same 32 bytes: not all of these do.</source>
        <translation>Jeden sektor obsługuje tory, które trafiają w te same 32 bajty: tutaj nie wszystkie.</translation>
    </message>
    <message>
        <source>One more than needed is what a shifted start gives: look where the first lane begins.</source>
        <translation>O jeden więcej, niż trzeba, daje przesunięty początek: zobacz, gdzie zaczyna pierwszy tor.</translation>
    </message>
    <message>
        <source>Twice as many as needed is what gaps of one element give.</source>
        <translation>Dwa razy więcej, niż trzeba, dają odstępy o jeden element.</translation>
    </message>
    <message>
        <source>Half of the lanes would have a neighbour in their sector.</source>
        <translation>Połowa torów miałaby sąsiada w swoim sektorze.</translation>
    </message>
    <message>
        <source>Count the different blocks of 32 bytes.</source>
        <translation>Policz różne bloki po 32 bajty.</translation>
    </message>
    <message>
        <source>How many sectors of 32 bytes does this load of a warp touch?</source>
        <translation>Ilu sektorów po 32 bajty dotyka ten odczyt warpu?</translation>
    </message>
    <message>
        <source>x begins at a multiple of 128 bytes in global memory</source>
        <translation>x zaczyna się w pamięci globalnej pod wielokrotnością 128 bajtów</translation>
    </message>
    <message>
        <source>How many wavefronts does this load of a warp from shared memory take?</source>
        <translation>Ile wavefrontów zajmuje ten odczyt warpu z pamięci współdzielonej?</translation>
    </message>
    <message>
        <source>x has elements of {0} bytes in shared memory</source>
        <translation>x ma w pamięci współdzielonej elementy po {0} bajtów</translation>
    </message>
    <message numerus="yes">
        <source>elements of {0} byte(s)</source>
        <translation>
            <numerusform>elementy po {0} bajcie</numerusform>
            <numerusform>elementy po {0} bajty</numerusform>
            <numerusform>elementy po {0} bajtów</numerusform>
        </translation>
    </message>
    <message>
        <source>each structure has {0} fields of 4 bytes, f0 to f{1}</source>
        <translation>każda struktura ma {0} pól po 4 bajty, od f0 do f{1}</translation>
    </message>
    <message>
        <source>byte {0} of x</source>
        <translation>bajt {0} tablicy x</translation>
    </message>
    <message>
        <source>What is the least padding with which a column has no bank conflict?</source>
        <translation>Jakie najmniejsze wypełnienie sprawia, że kolumna nie ma konfliktu banków?</translation>
    </message>
    <message numerus="yes">
        <source>With it the load takes {0} wavefront(s), {1} at best.</source>
        <translation>
            <numerusform>Z nim odczyt zajmuje {0} wavefront, w najlepszym razie {1}.</numerusform>
            <numerusform>Z nim odczyt zajmuje {0} wavefronty, w najlepszym razie {1}.</numerusform>
            <numerusform>Z nim odczyt zajmuje {0} wavefrontów, w najlepszym razie {1}.</numerusform>
        </translation>
    </message>
    <message>
        <source> But less is enough.</source>
        <translation> Ale wystarczy mniej.</translation>
    </message>
    <message>
        <source>lane {0}: {1}</source>
        <translation>tor {0}: {1}</translation>
    </message>
    <message>
        <source>{0} has {1} elements</source>
        <translation>{0} ma {1} elementów</translation>
    </message>
    <message>
        <source>{0} has rows of {1} elements, of {2} bytes each</source>
        <translation>{0} ma wiersze po {1} elementów, po {2} bajty każdy</translation>
    </message>
    <message>
        <source>How many wavefronts does this load from shared memory take?</source>
        <translation>Ile wavefrontów zajmuje ten odczyt z pamięci współdzielonej?</translation>
    </message>
    <message>
        <source>How many wavefronts does this store to shared memory take?</source>
        <translation>Ile wavefrontów zajmuje ten zapis do pamięci współdzielonej?</translation>
    </message>
    <message>
        <source>How many sectors of 32 bytes does this load touch?</source>
        <translation>Ilu sektorów po 32 bajty dotyka ten odczyt?</translation>
    </message>
    <message>
        <source>How many sectors of 32 bytes does this store touch?</source>
        <translation>Ilu sektorów po 32 bajty dotyka ten zapis?</translation>
    </message>
    <message>
        <source>a wavefront is one pass in which each of the 32 banks delivers or takes one word</source>
        <translation>wavefront to jedno przejście, w którym każdy z 32 banków dostarcza lub przyjmuje jedno słowo</translation>
    </message>
    <message>
        <source>Which {0} makes this access the cheapest?</source>
        <translation>Które „{0}” czyni ten dostęp najtańszym?</translation>
    </message>
    <message>
        <source>Mark the banks of which this load of a warp wants more than one word.</source>
        <translation>Zaznacz banki, z których ten odczyt warpu chce więcej niż jednego słowa.</translation>
    </message>
    <message>
        <source>Mark the banks of which this load of a warp wants a word.</source>
        <translation>Zaznacz banki, z których ten odczyt warpu chce słowa.</translation>
    </message>
    <message>
        <source>the bank of a word is its address / 4 mod 32; the array begins in bank 0</source>
        <translation>bank słowa to jego adres / 4 mod 32; tablica zaczyna się w banku 0</translation>
    </message>
    <message>
        <source>These are all banks that are wanted: only those conflict of which two different words are.</source>
        <translation>To wszystkie chciane banki: konflikt mają tylko te, z których chciane są dwa różne słowa.</translation>
    </message>
    <message>
        <source>You gave each lane its own bank: that is so where lanes want words side by side.</source>
        <translation>Dałeś każdemu torowi własny bank: tak jest, gdy tory chcą słów leżących obok siebie.</translation>
    </message>
    <message>
        <source>You took the element&apos;s number for its bank: an element of {0} bytes is several words.</source>
        <translation>Wziąłeś numer elementu za bank: element o {0} bajtach to kilka słów.</translation>
    </message>
    <message>
        <source>You counted the first word of each element: each lane wants all words of its element.</source>
        <translation>Policzyłeś pierwsze słowo każdego elementu: każdy tor chce wszystkich słów swojego elementu.</translation>
    </message>
    <message numerus="yes">
        <source>{0} different word(s) (is|are) wanted, </source>
        <translation>
            <numerusform>Chciane jest {0} słowo, </numerusform>
            <numerusform>Chciane są {0} różne słowa, </numerusform>
            <numerusform>Chcianych jest {0} różnych słów, </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in {0} bank(s).</source>
        <translation>
            <numerusform>w {0} banku.</numerusform>
            <numerusform>w {0} bankach.</numerusform>
            <numerusform>w {0} bankach.</numerusform>
        </translation>
    </message>
    <message>
        <source>You said {0}. {1}</source>
        <translation>Powiedziałeś: {0}. {1}</translation>
    </message>
    <message>
        <source>It is {0}. {1}</source>
        <translation>Prawidłowo: {0}. {1}</translation>
    </message>
    <message>
        <source>Put these stages in order, the fastest first.</source>
        <translation>Ustaw te etapy w kolejności, najszybszy pierwszy.</translation>
    </message>
    <message>
        <source>{0}, size {1}: as recorded on {2}, {3}</source>
        <translation>{0}, rozmiar {1}: jak zarejestrowano na {2}, {3}</translation>
    </message>
    <message>
        <source>{0} takes {1}.</source>
        <translation>{0} zajmuje {1}.</translation>
    </message>
    <message>
        <source>You put the slowest first.</source>
        <translation>Ustawiłeś najwolniejszy pierwszy.</translation>
    </message>
    <message>
        <source>You went by the ladder, the last rung first: not every step makes it faster.</source>
        <translation>Poszedłeś za drabiną, od ostatniego szczebla: nie każdy krok przyspiesza.</translation>
    </message>
    <message>
        <source>That is how many banks take part: they work at the same time.</source>
        <translation>Tyle banków bierze udział: pracują jednocześnie.</translation>
    </message>
    <message>
        <source>Lanes side by side, words side by side.</source>
        <translation>Tory obok siebie, słowa obok siebie.</translation>
    </message>
    <message>
        <source>A start elsewhere does no harm where it is a multiple of 8 words: sectors begin there, too.</source>
        <translation>Początek gdzie indziej nie szkodzi, jeśli jest wielokrotnością 8 słów: tam też zaczynają się sektory.</translation>
    </message>
    <message>
        <source>All lanes want the same word: one sector serves them.</source>
        <translation>Wszystkie tory chcą tego samego słowa: wystarcza jeden sektor.</translation>
    </message>
    <message>
        <source>The factor n stands at the row, which is the same for all lanes: they walk along the row.</source>
        <translation>Czynnik n stoi przy wierszu, tym samym dla wszystkich torów: idą wzdłuż wiersza.</translation>
    </message>
    <message>
        <source>Backwards is as good as forwards: it is the same 128 bytes.</source>
        <translation>Wstecz jest równie dobrze jak w przód: to te same 128 bajtów.</translation>
    </message>
    <message>
        <source>Four lanes share each word, and the eight words fill one sector.</source>
        <translation>Każde słowo dzielą cztery tory, a osiem słów wypełnia jeden sektor.</translation>
    </message>
    <message>
        <source>XOR within 32 puts the same words into another order: which lane takes which makes no difference.</source>
        <translation>XOR w obrębie 32 ustawia te same słowa w innej kolejności: który tor bierze które, nie ma znaczenia.</translation>
    </message>
    <message>
        <source>Every 8 lanes begin another row, and fill a sector of it.</source>
        <translation>Co 8 torów zaczyna się inny wiersz i wypełniają jego sektor.</translation>
    </message>
    <message>
        <source>Rotated within 32 words: the same 128 bytes, in another order.</source>
        <translation>Obrót w obrębie 32 słów: te same 128 bajtów w innej kolejności.</translation>
    </message>
    <message>
        <source>The lanes step {0} words apart, and what lies between is moved for nothing.</source>
        <translation>Tory idą co {0} słów, a to, co leży pomiędzy, jest przenoszone na darmo.</translation>
    </message>
    <message>
        <source>The lane chooses the row: neighbours are n words apart, each in a sector of its own.</source>
        <translation>Tor wybiera wiersz: sąsiedzi są odlegli o n słów, każdy we własnym sektorze.</translation>
    </message>
    <message>
        <source>Every {0} lanes begin another row, and leave most of the sector unused.</source>
        <translation>Tory zaczynają inny wiersz co {0} i nie wykorzystują większości sektora.</translation>
    </message>
    <message>
        <source>Which of these loads will not coalesce?</source>
        <translation>Który z tych odczytów nie będzie scalony?</translation>
    </message>
    <message>
        <source>a load coalesces where it touches no more sectors of 32 bytes than its words fill</source>
        <translation>odczyt jest scalony, gdy dotyka nie więcej sektorów po 32 bajty, niż wypełniają jego słowa</translation>
    </message>
    <message numerus="yes">
        <source>It touches {0} sector(s), {1} would be ideal.</source>
        <translation>
            <numerusform>Dotyka {0} sektora, idealnie byłoby {1}.</numerusform>
            <numerusform>Dotyka {0} sektorów, idealnie byłoby {1}.</numerusform>
            <numerusform>Dotyka {0} sektorów, idealnie byłoby {1}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The start is shifted by (one word|{0} words), which is no multiple of 8: one sector more is cut.</source>
        <translation>
            <numerusform>Początek jest przesunięty o jedno słowo, co nie jest wielokrotnością 8: naruszony jest jeden sektor więcej.</numerusform>
            <numerusform>Początek jest przesunięty o {0} słowa, co nie jest wielokrotnością 8: naruszony jest jeden sektor więcej.</numerusform>
            <numerusform>Początek jest przesunięty o {0} słów, co nie jest wielokrotnością 8: naruszony jest jeden sektor więcej.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::page</name>
    <message>
        <source>last request: </source>
        <translation>ostatnie żądanie: </translation>
    </message>
    <message>
        <source>warp {0}</source>
        <translation>warp {0}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>wiersz {0}</translation>
    </message>
    <message>
        <source>No request to shared memory yet.</source>
        <translation>Nie ma jeszcze żądania do pamięci współdzielonej.</translation>
    </message>
    <message>
        <source>{0} lanes</source>
        <translation>tory: {0}</translation>
    </message>
    <message>
        <source>lane {0}</source>
        <translation>tor {0}</translation>
    </message>
    <message>
        <source>{0}, bank {1}, wavefront {2}</source>
        <translation>{0}, bank {1}, wavefront {2}</translation>
    </message>
    <message>
        <source>wavefront before</source>
        <translation>poprzedni wavefront</translation>
    </message>
    <message>
        <source>Play the wavefronts</source>
        <translation>Odtwórz wavefronty</translation>
    </message>
    <message>
        <source>next wavefront</source>
        <translation>następny wavefront</translation>
    </message>
    <message>
        <source>all {0} wavefronts</source>
        <translation>wszystkie wavefronty: {0}</translation>
    </message>
    <message>
        <source>A column is a bank, a row is a wavefront, a number in a cell is the lane that it serves.</source>
        <translation>Kolumna to bank, wiersz to wavefront, a liczba w polu to tor, który jest obsługiwany.</translation>
    </message>
    <message>
        <source>Violet: one word for several lanes.</source>
        <translation>Fioletowe: jedno słowo dla kilku torów.</translation>
    </message>
    <message>
        <source>Banks and lanes as text</source>
        <translation>Banki i tory jako tekst</translation>
    </message>
    <message>
        <source>Bank</source>
        <translation>Bank</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Co robi</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Tor</translation>
    </message>
    <message>
        <source>Global memory</source>
        <translation>Pamięć globalna</translation>
    </message>
    <message>
        <source>No request to global memory yet.</source>
        <translation>Nie ma jeszcze żądania do pamięci globalnej.</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>tory</translation>
    </message>
    <message>
        <source>sector at {0}</source>
        <translation>sektor pod {0}</translation>
    </message>
    <message>
        <source>A box with a frame is a sector of 32 bytes that moves; what is filled in it are bytes that lanes want.</source>
        <translation>Pole w ramce to przenoszony sektor 32 bajtów; wypełnione są bajty, których chcą tory.</translation>
    </message>
    <message>
        <source>A box with a frame is a sector of 32 bytes that moves; what is filled in it are bytes that lanes write.</source>
        <translation>Pole w ramce to przenoszony sektor 32 bajtów; wypełnione są bajty, które zapisują tory.</translation>
    </message>
    <message>
        <source>This GPU moves some of these sectors more than once.</source>
        <translation>Ten GPU przenosi niektóre z tych sektorów więcej niż raz.</translation>
    </message>
    <message>
        <source>sectors: {0} (ideal {1}), lines: {2}</source>
        <translation>sektory: {0} (idealnie {1}), linie: {2}</translation>
    </message>
    <message>
        <source>Sectors and lanes as text</source>
        <translation>Sektory i tory jako tekst</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Wiersz</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linia</translation>
    </message>
    <message>
        <source>Sector</source>
        <translation>Sektor</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>współdzielona</translation>
    </message>
    <message>
        <source>lane {0}: {1}, row {2}, column {3}</source>
        <translation>tor {0}: {1}, wiersz {2}, kolumna {3}</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>pamięć współdzielona</translation>
    </message>
    <message>
        <source>global memory</source>
        <translation>pamięć globalna</translation>
    </message>
    <message>
        <source>now</source>
        <translation>teraz</translation>
    </message>
    <message>
        <source>last</source>
        <translation>ostatnio</translation>
    </message>
    <message>
        <source>not by this request</source>
        <translation>nie przez to żądanie</translation>
    </message>
    <message>
        <source>Filled: touched of late; pale: touched before; empty: not yet. Frames: the elements of the request. A green frame is what this block computes.</source>
        <translation>Wypełnione: dotknięte ostatnio; blade: wcześniej; puste: jeszcze nie. Ramki: elementy żądania. Zielona ramka to, co oblicza ten blok.</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kafelki</translation>
    </message>
    <message>
        <source>Arrays as text</source>
        <translation>Tablice jako tekst</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>Tablica</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Gdzie</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Wiersze</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Kolumny</translation>
    </message>
    <message>
        <source>Elements that the lanes touch</source>
        <translation>Elementy, których dotykają tory</translation>
    </message>
    <message>
        <source>Warp</source>
        <translation>Warp</translation>
    </message>
    <message>
        <source>This block touches no memory.</source>
        <translation>Ten blok nie dotyka pamięci.</translation>
    </message>
    <message>
        <source>Warp {0}, lane by lane</source>
        <translation>Warp {0}, tor po torze</translation>
    </message>
    <message>
        <source>the line that is executed: </source>
        <translation>wykonywany wiersz: </translation>
    </message>
    <message>
        <source>beside the lines: {0}, this block</source>
        <translation>obok wierszy: {0}, ten blok</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Źródło</translation>
    </message>
    <message>
        <source>Values as a table</source>
        <translation>Wartości jako tabela</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Seria</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Etap</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>Słowami</translation>
    </message>
    <message>
        <source>Counts of this block so far, modelled</source>
        <translation>Liczniki tego bloku do tej chwili, z modelu</translation>
    </message>
    <message>
        <source>of this block, up to here</source>
        <translation>tego bloku, dotąd</translation>
    </message>
    <message>
        <source>count</source>
        <translation>liczba</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>idealnie</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>jednostka</translation>
    </message>
    <message>
        <source>The window shows more here, which a page does not: {0}.</source>
        <translation>Okno pokazuje tu więcej, czego strona nie pokazuje: {0}.</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pytanie</translation>
    </message>
    <message>
        <source>Right: {0}. {1}</source>
        <translation>Dobrze: {0}. {1}</translation>
    </message>
    <message>
        <source>No. {0} It is {1}: {2}</source>
        <translation>Nie. {0} Poprawnie: {1}. {2}</translation>
    </message>
    <message>
        <source>Step {0} of {1}</source>
        <translation>Krok {0} z {1}</translation>
    </message>
    <message>
        <source>Figures: {0}.</source>
        <translation>Liczby: {0}.</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Pojęcia</translation>
    </message>
    <message>
        <source>Dark or light</source>
        <translation>Ciemny lub jasny</translation>
    </message>
    <message>
        <source>{0}, written by {1}. Pictures and counts of blocks are modelled.</source>
        <translation>{0}, zapisane przez {1}. Obrazy i liczniki bloków pochodzą z modelu.</translation>
    </message>
    <message>
        <source>Keys: → or Page Down goes on, ← or Page Up goes back, Home, End; Tab goes to a picture, ↑ and ↓ walk through what is in it; numbers answer; P plays the wavefronts.</source>
        <translation>Klawisze: → lub Page Down dalej, ← lub Page Up wstecz, Home, End; Tab przechodzi do obrazu, ↑ i ↓ przez to, co w nim jest; cyfry odpowiadają; P odtwarza wavefronty.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Kroki</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Wstecz</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Dalej</translation>
    </message>
    <message>
        <source>wavefront {0} of {1}</source>
        <translation>wavefront {0} z {1}</translation>
    </message>
    <message>
        <source>step {0} of {1}</source>
        <translation>krok {0} z {1}</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>tor</translation>
    </message>
    <message>
        <source>element</source>
        <translation>element</translation>
    </message>
    <message>
        <source>bank</source>
        <translation>bank</translation>
    </message>
    <message>
        <source>wavefront</source>
        <translation>wavefront</translation>
    </message>
    <message>
        <source>sector</source>
        <translation>sektor</translation>
    </message>
    <message>
        <source>value</source>
        <translation>wartość</translation>
    </message>
    <message>
        <source>requests to global memory</source>
        <translation>żądania do pamięci globalnej</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>żądania</translation>
    </message>
    <message>
        <source>sectors of global memory</source>
        <translation>sektory pamięci globalnej</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>sektory</translation>
    </message>
    <message>
        <source>requests to shared memory</source>
        <translation>żądania do pamięci współdzielonej</translation>
    </message>
    <message>
        <source>wavefronts of shared memory</source>
        <translation>wavefronty pamięci współdzielonej</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>wavefronty</translation>
    </message>
    <message>
        <source>arrivals at a barrier</source>
        <translation>przyjścia do bariery</translation>
    </message>
    <message>
        <source>arrivals</source>
        <translation>przyjścia</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>pominięty</translation>
    </message>
    <message>
        <source>later</source>
        <translation>później</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>czeka</translation>
    </message>
    <message>
        <source>at the barrier</source>
        <translation>przy barierze</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>zakończony</translation>
    </message>
    <message>
        <source>no thread</source>
        <translation>nie ma wątku</translation>
    </message>
    <message>
        <source>per request</source>
        <translation>na żądanie</translation>
    </message>
    <message>
        <source>excess</source>
        <translation>nadmiar</translation>
    </message>
    <message>
        <source>Shared memory banks</source>
        <translation>Banki pamięci współdzielonej</translation>
    </message>
    <message>
        <source>{0}, bank {1}</source>
        <translation>{0}, bank {1}</translation>
    </message>
    <message>
        <source>A column is a bank, a number in a cell is the lane that it serves; which wavefront brings which is not known.</source>
        <translation>Kolumna to bank, a liczba w polu to tor, który jest obsługiwany; który wavefront przynosi które słowo, nie wiadomo.</translation>
    </message>
    <message>
        <source>A column is a bank, a row is a wavefront.</source>
        <translation>Kolumna to bank, wiersz to wavefront.</translation>
    </message>
    <message>
        <source>counted: {0}</source>
        <translation>policzone: {0}</translation>
    </message>
    <message>
        <source>your answer: {0}</source>
        <translation>twoja odpowiedź: {0}</translation>
    </message>
    <message>
        <source>A box is a sector of 32 bytes that moves; what is filled in it are bytes that lanes ask for, the rest moves for nothing.</source>
        <translation>Pole to przenoszony sektor 32 bajtów; wypełnione są w nim bajty, o które proszą tory, reszta jest przenoszona na darmo.</translation>
    </message>
    <message>
        <source>What is so, as counted</source>
        <translation>Jak jest naprawdę, według modelu</translation>
    </message>
    <message>
        <source>transactions: {0}, bytes moved: {1} (ideal {2})</source>
        <translation>transakcje: {0}, przesłane bajty: {1} (idealnie {2})</translation>
    </message>
    <message>
        <source>bytes of global memory moved</source>
        <translation>przesłane bajty pamięci globalnej</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>bajty</translation>
    </message>
</context>
<context>
    <name>warplens::page::PageMaker</name>
    <message>
        <source>This block touches no memory.</source>
        <translation>Ten blok nie dotyka pamięci.</translation>
    </message>
    <message>
        <source>This runs on one thread of the CPU: there is no warp to look at.</source>
        <translation>To działa w jednym wątku CPU: nie ma warpa, na który można by patrzeć.</translation>
    </message>
    <message>
        <source>This calls a library, whose inside is not known: there is no warp to look at.</source>
        <translation>To wywołuje bibliotekę o nieznanym wnętrzu: nie ma warpa, na który można by patrzeć.</translation>
    </message>
</context>
<context>
    <name>warplens::tongue</name>
    <message>
        <source>, reads {0} in bank {1}: wavefront {2} of {3}.</source>
        <translation>, czyta {0} w banku {1}: wavefront {2} z {3}.</translation>
    </message>
    <message>
        <source>, writes {0} in bank {1}: wavefront {2} of {3}.</source>
        <translation>, zapisuje {0} w banku {1}: wavefront {2} z {3}.</translation>
    </message>
    <message>
        <source>, changes {0} in bank {1}: wavefront {2} of {3}.</source>
        <translation>, zmienia {0} w banku {1}: wavefront {2} z {3}.</translation>
    </message>
    <message>
        <source>per request</source>
        <translation>na żądanie</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>wavefronty</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>sektory</translation>
    </message>
    <message>
        <source>excess</source>
        <translation>nadmiar</translation>
    </message>
    <message>
        <source>binding</source>
        <translation>ograniczające</translation>
    </message>
    <message>
        <source>along a row</source>
        <translation>wzdłuż wiersza</translation>
    </message>
    <message>
        <source>down a column</source>
        <translation>w dół kolumny</translation>
    </message>
    <message>
        <source>stays where it is</source>
        <translation>stoi w miejscu</translation>
    </message>
    <message numerus="yes">
        <source>{1}: {0} line(s), for {2} products</source>
        <translation>
            <numerusform>{1}: {0} linia, na {2} iloczynów</numerusform>
            <numerusform>{1}: {0} linie, na {2} iloczynów</numerusform>
            <numerusform>{1}: {0} linii, na {2} iloczynów</numerusform>
        </translation>
    </message>
    <message>
        <source>, line {0}</source>
        <translation>, wiersz {0}</translation>
    </message>
    <message>
        <source>No mistake</source>
        <translation>Nie znaleziono błędu</translation>
    </message>
    <message>
        <source>all blocks watched: races, barriers, memory outside of arrays or never written; modelled</source>
        <translation>sprawdzono wszystkie bloki: wyścigi, bariery, pamięć poza tablicami lub nigdy nie zapisaną; z modelu</translation>
    </message>
    <message>
        <source>Two threads</source>
        <translation>Dwa wątki</translation>
    </message>
    <message numerus="yes">
        <source>(the one mistake|first of {0} mistakes) of the whole launch, modelled</source>
        <translation>
            <numerusform>jedyny błąd całego uruchomienia, z modelu</numerusform>
            <numerusform>pierwszy z {0} błędów całego uruchomienia, z modelu</numerusform>
            <numerusform>pierwszy z {0} błędów całego uruchomienia, z modelu</numerusform>
        </translation>
    </message>
    <message>
        <source>; with this data no order gives another value</source>
        <translation>; przy tych danych żadna kolejność nie daje innej wartości</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>i jeszcze {0}</translation>
    </message>
    <message>
        <source>all of it (modelled)</source>
        <translation>całość (z modelu)</translation>
    </message>
    <message>
        <source>With {0}</source>
        <translation>Z {0}</translation>
    </message>
    <message>
        <source>The longest limit</source>
        <translation>Najdłuższe ograniczenie</translation>
    </message>
    <message>
        <source>quoted</source>
        <translation>cytowane</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>zapisane</translation>
    </message>
    <message>
        <source>{0} by line</source>
        <translation>{0} według wierszy</translation>
    </message>
    <message numerus="yes">
        <source>{0} bank(s)</source>
        <translation>
            <numerusform>{0} banku</numerusform>
            <numerusform>{0} banków</numerusform>
            <numerusform>{0} banków</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With it the access takes {0} wavefront(s).</source>
        <translation>
            <numerusform>Wtedy dostęp zajmuje {0} wavefront.</numerusform>
            <numerusform>Wtedy dostęp zajmuje {0} wavefronty.</numerusform>
            <numerusform>Wtedy dostęp zajmuje {0} wavefrontów.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With it the access takes {0} sector(s).</source>
        <translation>
            <numerusform>Wtedy dostęp zajmuje {0} sektor.</numerusform>
            <numerusform>Wtedy dostęp zajmuje {0} sektory.</numerusform>
            <numerusform>Wtedy dostęp zajmuje {0} sektorów.</numerusform>
        </translation>
    </message>
    <message>
        <source>modelled at the request that is shown</source>
        <translation>z modelu dla pokazanego żądania</translation>
    </message>
    <message>
        <source>(not measured yet)</source>
        <translation>(jeszcze nie zmierzono)</translation>
    </message>
    <message>
        <source>machine code</source>
        <translation>kod maszynowy (SASS)</translation>
    </message>
    <message>
        <source> and </source>
        <translation> i </translation>
    </message>
    <message>
        <source>quoted, {0}</source>
        <translation>cytat, {0}</translation>
    </message>
    <message>
        <source>recorded on {0}, {1}</source>
        <translation>zapisano na {0}, {1}</translation>
    </message>
    <message numerus="yes">
        <source>{0} wavefront(s) for the worst request of {1}, {2} without conflicts</source>
        <translation>
            <numerusform>{0} wavefront w najgorszym żądaniu {1}, bez konfliktów {2}</numerusform>
            <numerusform>{0} wavefronty w najgorszym żądaniu {1}, bez konfliktów {2}</numerusform>
            <numerusform>{0} wavefrontów w najgorszym żądaniu {1}, bez konfliktów {2}</numerusform>
        </translation>
    </message>
    <message>
        <source>quoted; the longest limit is then {0}: {1} ms</source>
        <translation>cytowany; najdłuższy limit to wtedy {0}: {1} ms</translation>
    </message>
    <message>
        <source>recorded; the longest limit is then {0}: {1} ms</source>
        <translation>zarejestrowany; najdłuższy limit to wtedy {0}: {1} ms</translation>
    </message>
    <message>
        <source>modelled; the longest limit is then {0}</source>
        <translation>z modelu; najdłuższy limit to wtedy {0}</translation>
    </message>
    <message>
        <source>What binds it cannot be told: it runs on the CPU, and limits are those of a GPU.</source>
        <translation>Nie da się powiedzieć, co to ogranicza: działa na CPU, a limity są limitami GPU.</translation>
    </message>
    <message>
        <source>What binds it cannot be told: a library ships compiled, and its inside is not known.</source>
        <translation>Nie da się powiedzieć, co to ogranicza: biblioteka jest dostarczana skompilowana i jej wnętrze nie jest znane.</translation>
    </message>
    <message>
        <source>What binds it cannot be told: there is no machine code of this kernel for {0}. With a CUDA Toolkit it is compiled on the spot.</source>
        <translation>Nie da się powiedzieć, co to ogranicza: nie ma kodu maszynowego tego kernela dla {0}. Z CUDA Toolkit jest on kompilowany na miejscu.</translation>
    </message>
    <message>
        <source>{0}: {1} {2} ({3}) at {4} {5} at most ({6}) take {7} ms</source>
        <translation>{0}: {1} {2} ({3}) przy najwyżej {4} {5} ({6}) zajmuje {7} ms</translation>
    </message>
    <message>
        <source>; an estimate</source>
        <translation>; szacunek</translation>
    </message>
    <message>
        <source>; warps:{0}</source>
        <translation>; warpy:{0}</translation>
    </message>
    <message>
        <source>thread {0} {1} {2}</source>
        <translation>wątek {0} {1} {2}</translation>
    </message>
    <message>
        <source>line {0}: {1}</source>
        <translation>wiersz {0}: {1}</translation>
    </message>
    <message>
        <source>estimated at {0}</source>
        <translation>oszacowane dla {0}</translation>
    </message>
    <message>
        <source>; measured by ncu on {0}, {1}: {2}</source>
        <translation>; zmierzone przez ncu na {0}, {1}: {2}</translation>
    </message>
    <message>
        <source>PTX as written</source>
        <translation>PTX, jak napisano</translation>
    </message>
    <message>
        <source>, with the machine code of {0}</source>
        <translation>, z kodem maszynowym z {0}</translation>
    </message>
    <message>
        <source>byte {0}</source>
        <translation>bajt {0}</translation>
    </message>
    <message numerus="yes">
        <source>{0} wavefront(s)</source>
        <translation>
            <numerusform>{0} wavefront</numerusform>
            <numerusform>{0} wavefronty</numerusform>
            <numerusform>{0} wavefrontów</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} sector(s)</source>
        <translation>
            <numerusform>{0} sektor</numerusform>
            <numerusform>{0} sektory</numerusform>
            <numerusform>{0} sektorów</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, at best {1}</source>
        <translation>{0}, najmniej {1}</translation>
    </message>
    <message>
        <source>This kernel comes from a file or from a program that was run: what launches it is that program&apos;s own.</source>
        <translation>Ten kernel pochodzi z pliku albo z programu, który uruchomiono: to, co go uruchamia, należy do tamtego programu.</translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>przesłane bajty</translation>
    </message>
    <message>
        <source>grid {0}</source>
        <translation>siatka {0}</translation>
    </message>
    <message>
        <source>What binds it cannot be told: {0}{1}</source>
        <translation>Nie da się powiedzieć, co to ogranicza: {0}{1}</translation>
    </message>
    <message>
        <source>What binds it cannot be told for compute capability {0}: no GPU of it has published ceilings here. Choose one of {1}.</source>
        <translation>Nie da się powiedzieć, co to ogranicza, dla compute capability {0}: dla żadnego takiego GPU nie ma tu opublikowanych granic. Wybierz jedną z: {1}.</translation>
    </message>
    <message>
        <source>: moved for {0}, {1} of 32 bytes used</source>
        <translation>: przesłany dla: {0}, wykorzystano {1} z 32 bajtów</translation>
    </message>
    <message>
        <source>: asked for by {0}, {1} of 32 bytes used</source>
        <translation>: żądane przez: {0}, wykorzystano {1} z 32 bajtów</translation>
    </message>
    <message numerus="yes">
        <source>{1} {2}, {0} byte(s) for each lane</source>
        <translation>
            <numerusform>{1} {2}, bajtów na tor: {0}</numerusform>
            <numerusform>{1} {2}, bajtów na tor: {0}</numerusform>
            <numerusform>{1} {2}, bajtów na tor: {0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} line(s) of {1} bytes for {2} products</source>
        <translation>
            <numerusform>{0} linia po {1} bajtów na {2} iloczynów</numerusform>
            <numerusform>{0} linie po {1} bajtów na {2} iloczynów</numerusform>
            <numerusform>{0} linii po {1} bajtów na {2} iloczynów</numerusform>
        </translation>
    </message>
    <message>
        <source>estimated; the longest limit is then {0}</source>
        <translation>oszacowane; najdłuższy limit to wtedy {0}</translation>
    </message>
    <message>
        <source> (estimated)</source>
        <translation> (szacunek)</translation>
    </message>
</context>
</TS>
