<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>{0} different word(s)</source>
        <translation>
            <numerusform>{0} 个不同的字</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Charts</name>
    <message>
        <source>Stages</source>
        <translation>各阶段</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>按规模</translation>
    </message>
    <message>
        <source>By parameter</source>
        <translation>按参数</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Milestones</source>
        <translation>里程碑</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>各类时间</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline（屋顶线）</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>Wavefronts</source>
        <translation>波前数</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Estimates</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>各 GPU</translation>
    </message>
    <message>
        <source>Share of library</source>
        <translation>相对于库的比例</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>请求的字节</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>搬运的字节</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>每字节 FLOP</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组成</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令构成</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Tiles</source>
        <translation>矩阵分块</translation>
    </message>
    <message>
        <source>Global memory</source>
        <translation>全局内存</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Shared memory banks</source>
        <translation>共享内存的存储体</translation>
    </message>
    <message>
        <source>Warp</source>
        <translation>线程束</translation>
    </message>
    <message>
        <source>PTX</source>
        <translation>PTX</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>What binds it</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Machine code</source>
        <translation>机器码</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Host program</source>
        <translation>主机程序</translation>
    </message>
    <message>
        <source>Blocks in time</source>
        <translation>线程块的时间分布</translation>
    </message>
    <message>
        <source>Warps in cycles</source>
        <translation>线程束的时钟周期</translation>
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
        <translation>d = a * b，或整数乘积的低半、高半或全部</translation>
    </message>
    <message>
        <source>d = a * b + c</source>
        <translation>d = a * b + c</translation>
    </message>
    <message>
        <source>product of two 24-bit integers</source>
        <translation>两个 24 位整数之积</translation>
    </message>
    <message>
        <source>product of two 24-bit integers, plus c</source>
        <translation>两个 24 位整数之积，再加 c</translation>
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
        <translation>a 与 b 中较小者</translation>
    </message>
    <message>
        <source>the larger of a and b</source>
        <translation>a 与 b 中较大者</translation>
    </message>
    <message>
        <source>number of bits that are set in a</source>
        <translation>a 中为 1 的位数</translation>
    </message>
    <message>
        <source>number of leading zero bits of a</source>
        <translation>a 的前导零位数</translation>
    </message>
    <message>
        <source>position of the most significant bit of a that is not a sign bit</source>
        <translation>a 中最高的非符号位的位置</translation>
    </message>
    <message>
        <source>position of the n-th set bit</source>
        <translation>第 n 个为 1 的位的位置</translation>
    </message>
    <message>
        <source>bits of a in reverse order</source>
        <translation>a 的各位反序</translation>
    </message>
    <message>
        <source>bit field of a, c bits from bit b</source>
        <translation>a 的位域：自第 b 位起 c 位</translation>
    </message>
    <message>
        <source>b with e bits from bit c replaced by those of a</source>
        <translation>b，其自第 c 位起的 e 位换成 a 的位</translation>
    </message>
    <message>
        <source>sign- or zero-extend a from b bits</source>
        <translation>把 a 自 b 位起作符号或零扩展</translation>
    </message>
    <message>
        <source>mask of b bits from bit a</source>
        <translation>自第 a 位起 b 位的掩码</translation>
    </message>
    <message>
        <source>dot product of four bytes, plus c</source>
        <translation>四个字节的点积，再加 c</translation>
    </message>
    <message>
        <source>dot product of two halves with two bytes, plus c</source>
        <translation>两个半字与两个字节的点积，再加 c</translation>
    </message>
    <message>
        <source>sum of words, halves or bytes, wider than 32 bits inside</source>
        <translation>字、半字或字节之和，内部超过 32 位</translation>
    </message>
    <message>
        <source>difference of words, halves or bytes</source>
        <translation>字、半字或字节之差</translation>
    </message>
    <message>
        <source>absolute difference of words, halves or bytes</source>
        <translation>字、半字或字节之差的绝对值</translation>
    </message>
    <message>
        <source>the smaller of two words, halves or bytes</source>
        <translation>两个字、半字或字节中较小者</translation>
    </message>
    <message>
        <source>the larger of two words, halves or bytes</source>
        <translation>两个字、半字或字节中较大者</translation>
    </message>
    <message>
        <source>a word, half or byte shifted left</source>
        <translation>字、半字或字节左移</translation>
    </message>
    <message>
        <source>a word, half or byte shifted right</source>
        <translation>字、半字或字节右移</translation>
    </message>
    <message>
        <source>product of words, halves or bytes, plus c, shifted right</source>
        <translation>字、半字或字节之积加 c，再右移</translation>
    </message>
    <message>
        <source>whether a comparison of words, halves or bytes holds</source>
        <translation>字、半字或字节的比较是否成立</translation>
    </message>
    <message>
        <source>sums of two halves, or their sum plus c</source>
        <translation>两个半字各自之和，或其总和加 c</translation>
    </message>
    <message>
        <source>differences of two halves, or their sum plus c</source>
        <translation>两个半字各自之差，或其总和加 c</translation>
    </message>
    <message>
        <source>averages, rounded of two halves, or their sum plus c</source>
        <translation>两个半字各自的平均值（舍入），或其总和加 c</translation>
    </message>
    <message>
        <source>absolute differences of two halves, or their sum plus c</source>
        <translation>两个半字各自之差的绝对值，或其总和加 c</translation>
    </message>
    <message>
        <source>the smaller ones of two halves, or their sum plus c</source>
        <translation>两个半字各自较小者，或其总和加 c</translation>
    </message>
    <message>
        <source>the larger ones of two halves, or their sum plus c</source>
        <translation>两个半字各自较大者，或其总和加 c</translation>
    </message>
    <message>
        <source>sums of four bytes, or their sum plus c</source>
        <translation>四个字节各自之和，或其总和加 c</translation>
    </message>
    <message>
        <source>differences of four bytes, or their sum plus c</source>
        <translation>四个字节各自之差，或其总和加 c</translation>
    </message>
    <message>
        <source>averages, rounded of four bytes, or their sum plus c</source>
        <translation>四个字节各自的平均值（舍入），或其总和加 c</translation>
    </message>
    <message>
        <source>absolute differences of four bytes, or their sum plus c</source>
        <translation>四个字节各自之差的绝对值，或其总和加 c</translation>
    </message>
    <message>
        <source>the smaller ones of four bytes, or their sum plus c</source>
        <translation>四个字节各自较小者，或其总和加 c</translation>
    </message>
    <message>
        <source>the larger ones of four bytes, or their sum plus c</source>
        <translation>四个字节各自较大者，或其总和加 c</translation>
    </message>
    <message>
        <source>d = a + b + carry</source>
        <translation>d = a + b + 进位</translation>
    </message>
    <message>
        <source>d = a - b - borrow</source>
        <translation>d = a - b - 借位</translation>
    </message>
    <message>
        <source>d = a * b + c + carry</source>
        <translation>d = a * b + c + 进位</translation>
    </message>
    <message>
        <source>whether a is finite, infinite, a number, not a number, normal or subnormal</source>
        <translation>a 是否为有限、无穷、数、非数、正规或次正规</translation>
    </message>
    <message>
        <source>b with the sign of a</source>
        <translation>带 a 的符号的 b</translation>
    </message>
    <message>
        <source>d = a * b + c, rounded once</source>
        <translation>d = a * b + c，只舍入一次</translation>
    </message>
    <message>
        <source>d = 1 / a</source>
        <translation>d = 1 / a</translation>
    </message>
    <message>
        <source>square root of a</source>
        <translation>a 的平方根</translation>
    </message>
    <message>
        <source>1 / square root of a</source>
        <translation>1 / a 的平方根</translation>
    </message>
    <message>
        <source>sine of a</source>
        <translation>a 的正弦</translation>
    </message>
    <message>
        <source>cosine of a</source>
        <translation>a 的余弦</translation>
    </message>
    <message>
        <source>binary logarithm of a</source>
        <translation>a 的二进对数</translation>
    </message>
    <message>
        <source>2 to the power of a</source>
        <translation>2 的 a 次幂</translation>
    </message>
    <message>
        <source>hyperbolic tangent of a</source>
        <translation>a 的双曲正切</translation>
    </message>
    <message>
        <source>all ones or 1.0 where the comparison holds, else 0</source>
        <translation>比较成立处全为 1 或 1.0，否则为 0</translation>
    </message>
    <message>
        <source>predicate of a comparison</source>
        <translation>比较得到的谓词</translation>
    </message>
    <message>
        <source>a where p holds, else b</source>
        <translation>p 成立处取 a，否则取 b</translation>
    </message>
    <message>
        <source>a where c &gt;= 0, else b</source>
        <translation>c &gt;= 0 处取 a，否则取 b</translation>
    </message>
    <message>
        <source>bitwise and</source>
        <translation>按位与</translation>
    </message>
    <message>
        <source>bitwise or</source>
        <translation>按位或</translation>
    </message>
    <message>
        <source>bitwise exclusive or</source>
        <translation>按位异或</translation>
    </message>
    <message>
        <source>bitwise complement</source>
        <translation>按位取反</translation>
    </message>
    <message>
        <source>1 where a is 0, else 0</source>
        <translation>a 为 0 处取 1，否则取 0</translation>
    </message>
    <message>
        <source>any bitwise function of three operands</source>
        <translation>三个操作数的任意按位函数</translation>
    </message>
    <message>
        <source>32 bits of the pair b:a shifted by c</source>
        <translation>b:a 这一对移 c 位后的 32 位</translation>
    </message>
    <message>
        <source>shift left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>shift right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>d = a</source>
        <translation>d = a</translation>
    </message>
    <message>
        <source>four bytes picked from the pair b:a</source>
        <translation>从 b:a 这一对中选出的四个字节</translation>
    </message>
    <message>
        <source>address in a state space to generic address, or back</source>
        <translation>状态空间内的地址与通用地址互换</translation>
    </message>
    <message>
        <source>whether a generic address lies in a state space</source>
        <translation>通用地址是否在某个状态空间内</translation>
    </message>
    <message>
        <source>address of a shared variable in another block of the cluster</source>
        <translation>簇中另一线程块里共享变量的地址</translation>
    </message>
    <message>
        <source>which block of the cluster an address belongs to</source>
        <translation>地址属于簇中的哪个线程块</translation>
    </message>
    <message>
        <source>convert to another type</source>
        <translation>转换成另一类型</translation>
    </message>
    <message>
        <source>load</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>load, the address being the same for all lanes</source>
        <translation>读取内存，所有通道地址相同</translation>
    </message>
    <message>
        <source>store</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>read, change and write in one step</source>
        <translation>一步完成读、改、写</translation>
    </message>
    <message>
        <source>change memory in one step, without an answer</source>
        <translation>一步改写内存，没有返回值</translation>
    </message>
    <message>
        <source>ask for a line ahead of its use</source>
        <translation>预先请求一行</translation>
    </message>
    <message>
        <source>ask for a line ahead of its use, uniform cache</source>
        <translation>经统一缓存预先请求一行</translation>
    </message>
    <message>
        <source>read another lane&apos;s register</source>
        <translation>读取另一通道的寄存器</translation>
    </message>
    <message>
        <source>combine a predicate over the warp</source>
        <translation>合并整个线程束的谓词</translation>
    </message>
    <message>
        <source>lanes that hold the same value</source>
        <translation>值相同的通道</translation>
    </message>
    <message>
        <source>the lanes that execute this instruction</source>
        <translation>执行这条指令的通道</translation>
    </message>
    <message>
        <source>reduce a value over the warp</source>
        <translation>在线程束内归约一个值</translation>
    </message>
    <message>
        <source>choose one of the lanes</source>
        <translation>选出一个通道</translation>
    </message>
    <message>
        <source>wait for the threads of the block, or of the warp</source>
        <translation>等待线程块或线程束的线程</translation>
    </message>
    <message>
        <source>wait for the threads of the block</source>
        <translation>等待线程块的线程</translation>
    </message>
    <message>
        <source>order memory accesses</source>
        <translation>规定内存访问的先后</translation>
    </message>
    <message>
        <source>suspend the thread for about t ns</source>
        <translation>让线程暂停约 t ns</translation>
    </message>
    <message>
        <source>go to a label</source>
        <translation>跳到标号</translation>
    </message>
    <message>
        <source>go to a label of a list</source>
        <translation>跳到列表中的标号</translation>
    </message>
    <message>
        <source>call a function</source>
        <translation>调用函数</translation>
    </message>
    <message>
        <source>return from a function</source>
        <translation>从函数返回</translation>
    </message>
    <message>
        <source>end the thread</source>
        <translation>结束线程</translation>
    </message>
    <message>
        <source>abort the kernel</source>
        <translation>中止核函数</translation>
    </message>
    <message>
        <source>stop in the debugger</source>
        <translation>停在调试器中</translation>
    </message>
    <message>
        <source>contents that nobody needs any more</source>
        <translation>不再有人需要的内容</translation>
    </message>
    <message>
        <source>ask for a place in the cache</source>
        <translation>请求缓存中的位置</translation>
    </message>
    <message>
        <source>a way of using the cache, for cache_hint</source>
        <translation>供 cache_hint 使用的缓存方式</translation>
    </message>
    <message>
        <source>count an event of the performance monitor</source>
        <translation>给性能监视器的事件计数</translation>
    </message>
    <message>
        <source>order with the kernels before and after</source>
        <translation>规定与前后核函数的先后</translation>
    </message>
    <message>
        <source>change the number of registers</source>
        <translation>改变寄存器数</translation>
    </message>
    <message>
        <source>copy from global to shared memory, done later</source>
        <translation>从全局内存复制到共享内存，稍后完成</translation>
    </message>
    <message>
        <source>barrier in shared memory: arrivals and waiting apart</source>
        <translation>共享内存中的屏障：到达与等待分开</translation>
    </message>
    <message>
        <source>load 8x8 matrices from shared memory into the lanes of a warp</source>
        <translation>从共享内存把 8x8 矩阵读入线程束的各通道</translation>
    </message>
    <message>
        <source>store 8x8 matrices from the lanes of a warp</source>
        <translation>把线程束各通道中的 8x8 矩阵写出</translation>
    </message>
    <message>
        <source>transpose an 8x8 matrix across the lanes of a warp</source>
        <translation>在线程束的通道之间转置 8x8 矩阵</translation>
    </message>
    <message>
        <source>product of matrices that the lanes of a warp hold, plus c</source>
        <translation>线程束各通道所持矩阵之积，再加 c</translation>
    </message>
    <message>
        <source>load, multiply and store matrices that the lanes of a warp hold</source>
        <translation>读取、相乘并写出线程束各通道所持的矩阵</translation>
    </message>
    <message>
        <source>read a texture, filtered as its object says</source>
        <translation>读取纹理，按其对象的说明过滤</translation>
    </message>
    <message>
        <source>one component of the four texels around a place of a texture</source>
        <translation>纹理中某处周围四个纹素的一个分量</translation>
    </message>
    <message>
        <source>load from a surface</source>
        <translation>读取表面</translation>
    </message>
    <message>
        <source>store to a surface</source>
        <translation>写入表面</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1 by stage, %2</source>
        <translation>各阶段的%1，%2</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>counted on %1</source>
        <translation>在 %1 上计数</translation>
    </message>
    <message>
        <source>hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>The model has no such figure of this track at %1.</source>
        <translation>模型没有该系列在 %1 时的这个数值。</translation>
    </message>
    <message>
        <source>model, compute capability 9.0</source>
        <translation>模型，计算能力 9.0</translation>
    </message>
    <message>
        <source>Bytes asked for</source>
        <translation>请求的字节数</translation>
    </message>
    <message>
        <source>asked of global memory</source>
        <translation>向全局内存请求</translation>
    </message>
    <message>
        <source>What the lanes ask for, each by itself: a word that all of them want counts 32 times</source>
        <translation>各通道分别请求的量：所有通道都要的同一个字计 32 次</translation>
    </message>
    <message>
        <source>Operations per byte asked for</source>
        <translation>每请求一字节的运算数</translation>
    </message>
    <message>
        <source>floating-point operations per byte</source>
        <translation>每字节浮点运算数</translation>
    </message>
    <message>
        <source>A tile with edges twice as long halves what is asked of global memory</source>
        <translation>边长加倍的分块使向全局内存的请求减半</translation>
    </message>
    <message>
        <source>%1 per %2 by stage, %3</source>
        <translation>各阶段每%2的%1，%3</translation>
    </message>
    <message>
        <source>%1 per %2 of %3 memory</source>
        <translation>%3内存每%2的%1</translation>
    </message>
    <message>
        <source>; hardware: </source>
        <translation>；硬件：</translation>
    </message>
    <message>
        <source>Neither the model nor a recording has counts of this track at %1.</source>
        <translation>模型和记录都没有该系列在 %1 时的计数。</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>global</source>
        <translation>全局</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>requests of loads and stores</source>
        <translation>读写请求</translation>
    </message>
    <message>
        <source>Wavefronts</source>
        <translation>波前数</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>指令数</translation>
    </message>
    <message>
        <source>, %1 % less than was recorded</source>
        <translation>，比记录少 %1 %</translation>
    </message>
    <message>
        <source>, %1 % more than was recorded</source>
        <translation>，比记录多 %1 %</translation>
    </message>
    <message>
        <source>
warps, %1: %2 %</source>
        <translation>
线程束，%1：%2 %</translation>
    </message>
    <message>
        <source>Measured and estimated times, %1</source>
        <translation>实测与估计的时间，%1</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>estimated (modelled)</source>
        <translation>估计（模型）</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1：</translation>
    </message>
    <message>
        <source>… as edited</source>
        <translation>… 编辑后</translation>
    </message>
    <message>
        <source>; estimates: a model, with errors</source>
        <translation>；估计：模型，有误差</translation>
    </message>
    <message>
        <source>Estimated from machine code and what it waits for, at the clock of the measurement</source>
        <translation>根据机器码及其等待的内容，按测量时的时钟估计</translation>
    </message>
    <message>
        <source>Estimating … %1 of %2 are there</source>
        <translation>正在估计 … 已完成 %1 / %2</translation>
    </message>
    <message>
        <source>%1 quoted from %2</source>
        <translation>%1，引自 %2</translation>
    </message>
    <message>
        <source>
%1 alone: %2 ms</source>
        <translation>
仅 %1：%2 ms</translation>
    </message>
    <message>
        <source>What binds each stage, %1: its share of the recorded time</source>
        <translation>各阶段的瓶颈，%1：占记录时间的比例</translation>
    </message>
    <message>
        <source>recorded time that the longest limit explains</source>
        <translation>最长的上限所能解释的记录时间</translation>
    </message>
    <message>
        <source>; limits: modelled counts over published ceilings</source>
        <translation>；上限：模型计数除以公布的峰值</translation>
    </message>
    <message>
        <source>The rest of a time is latency, or resources that take turns</source>
        <translation>其余时间是延迟，或轮流工作的资源</translation>
    </message>
    <message>
        <source>Computing … %1 of %2 are there</source>
        <translation>正在计算 … 已完成 %1 / %2</translation>
    </message>
    <message>
        <source>all of the time</source>
        <translation>全部时间</translation>
    </message>
    <message>
        <source>The recorded time: no limit can be longer</source>
        <translation>记录的时间：任何上限都不会更长</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>, %1 clock cycles at %2 MHz</source>
        <translation>，%1 个时钟周期，%2 MHz</translation>
    </message>
    <message>
        <source>↓ clocks held down during %1 of %2 samples (%3)</source>
        <translation>↓ %2 个样本中有 %1 个被降频（%3）</translation>
    </message>
    <message>
        <source>no error; elements checked: %1</source>
        <translation>没有误差；检查的元素：%1</translation>
    </message>
    <message>
        <source>one thread of %1</source>
        <translation>%1 的一个线程</translation>
    </message>
    <message>
        <source>%1: speed by %2, %3</source>
        <translation>%1：速度随 %2 的变化，%3</translation>
    </message>
    <message>
        <source>speed of one core of the CPU</source>
        <translation>CPU 单核的速度</translation>
    </message>
    <message>
        <source>median, one thread of %1, %2</source>
        <translation>中位数，%1 的一个线程，%2</translation>
    </message>
    <message>
        <source>%1: %2 GFLOP/s</source>
        <translation>%1：%2 GFLOP/s</translation>
    </message>
    <message>
        <source>Speed by parameter, %1</source>
        <translation>速度随参数的变化，%1</translation>
    </message>
    <message>
        <source>%1 has no stage of this track at several values of a parameter at %2.</source>
        <translation>%1 没有该系列在 %2 时多个参数值的阶段。</translation>
    </message>
    <message>
        <source>model: its DRAM traffic at the speed of a copy</source>
        <translation>模型：其 DRAM 流量按复制的速度</translation>
    </message>
    <message>
        <source>%1: %2 bytes of DRAM for each byte of the data (model, an estimate)
at the %3 GB/s of a measured copy: %4 GB/s of the data</source>
        <translation>%1：每字节数据 %2 字节 DRAM（模型，估计）
按实测复制的 %3 GB/s：数据 %4 GB/s</translation>
    </message>
    <message>
        <source>the standard variant of each stage alone</source>
        <translation>仅各阶段的标准变体</translation>
    </message>
    <message>
        <source>speed of the data</source>
        <translation>数据的速度</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1：%2 %3</translation>
    </message>
    <message>
        <source>, middle half of the samples %1 to %2</source>
        <translation>，中间一半样本为 %1 到 %2</translation>
    </message>
    <message>
        <source>No measurement is loaded. Run on a GPU, or open a recording.</source>
        <translation>没有载入测量。请在 GPU 上运行，或打开一份记录。</translation>
    </message>
    <message>
        <source>arithmetic intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>speed, FP32</source>
        <translation>速度，FP32</translation>
    </message>
    <message>
        <source>bytes of DRAM as counted by the profiler</source>
        <translation>性能分析器计数的 DRAM 字节</translation>
    </message>
    <message>
        <source>compulsory bytes, each input and output once</source>
        <translation>必需的字节，每个输入输出各一次</translation>
    </message>
    <message>
        <source>These stages do no arithmetic: their roof is the memory alone.</source>
        <translation>这些阶段没有算术运算：其屋顶只是内存。</translation>
    </message>
    <message>
        <source>peak %1 TFLOP/s, from cores and clock</source>
        <translation>峰值 %1 TFLOP/s，由核心数和时钟得出</translation>
    </message>
    <message>
        <source>Milestones, %1</source>
        <translation>里程碑，%1</translation>
    </message>
    <message>
        <source>These stages are no ladder: none is a step past the one before it.</source>
        <translation>这些阶段不是阶梯：没有一个是前一个的改进。</translation>
    </message>
    <message>
        <source>time of the work alone</source>
        <translation>仅计算的时间</translation>
    </message>
    <message>
        <source>CPU at its best: %1</source>
        <translation>CPU 最佳：%1</translation>
    </message>
    <message>
        <source>first kernel: %1</source>
        <translation>第一个核函数：%1</translation>
    </message>
    <message>
        <source>fastest kernel: %1</source>
        <translation>最快的核函数：%1</translation>
    </message>
    <message>
        <source>library: %1</source>
        <translation>库：%1</translation>
    </message>
    <message>
        <source>Milestones take two of CPU, kernels and library; %1 has fewer at %2.</source>
        <translation>里程碑需要 CPU、核函数和库中的两项；%1 在 %2 时不足。</translation>
    </message>
    <message>
        <source>, %1 times as fast as what stands above</source>
        <translation>，是上一行的 %1 倍</translation>
    </message>
    <message>
        <source>%1: %2 ms</source>
        <translation>%1：%2 ms</translation>
    </message>
    <message>
        <source>%1 (× %2)</source>
        <translation>%1（× %2）</translation>
    </message>
    <message>
        <source>Shorter is faster. × : how many times as fast as the milestone above</source>
        <translation>越短越快。× ：是上一个里程碑的多少倍</translation>
    </message>
    <message>
        <source>Share of the library&apos;s speed, by GPU</source>
        <translation>相对于库速度的比例，按 GPU</translation>
    </message>
    <message>
        <source>of the library&apos;s speed</source>
        <translation>相对于库的速度</translation>
    </message>
    <message>
        <source>, quoted</source>
        <translation>，引用</translation>
    </message>
    <message>
        <source>%1, %2: %3 % of %4, %5 ms against %6 ms</source>
        <translation>%1，%2：%4 的 %3 %，%5 ms 对 %6 ms</translation>
    </message>
    <message>
        <source>No recording has both a kernel of this track and the library it is held against.</source>
        <translation>没有记录同时包含该系列的核函数和用来比较的库。</translation>
    </message>
    <message>
        <source>Speed by stage, %1</source>
        <translation>各阶段的速度，%1</translation>
    </message>
    <message>
        <source>speed, %1</source>
        <translation>速度，%1</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>%1 % of %2</source>
        <translation>%2 的 %1 %</translation>
    </message>
    <message>
        <source>The GPU held its clocks down during some samples of every stage</source>
        <translation>GPU 在每个阶段的部分样本中降频</translation>
    </message>
    <message>
        <source>↓ the GPU held its clocks down during some of the samples</source>
        <translation>↓ GPU 在部分样本中降频</translation>
    </message>
    <message>
        <source>Speed by size</source>
        <translation>速度随规模的变化</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>edge of the matrices</source>
        <translation>矩阵的边长</translation>
    </message>
    <message>
        <source>%1: in the variant that suits each size, where it was measured</source>
        <translation>%1：各规模下合适的变体，凡有测量处</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 has no measurement of this track at equal edges.</source>
        <translation>%1 没有该系列在等边时的测量。</translation>
    </message>
    <message>
        <source>%1 has measurements of this track at one size only.</source>
        <translation>%1 只有该系列在一个规模下的测量。</translation>
    </message>
    <message>
        <source>Speed-up over the stage before, %1</source>
        <translation>相对于前一阶段的加速比，%1</translation>
    </message>
    <message>
        <source>times as fast as the stage before</source>
        <translation>是前一阶段速度的倍数</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>%1 is %2 times as fast as %3: %4 ms instead of %5 ms</source>
        <translation>%1 的速度是 %3 的 %2 倍：%4 ms，原为 %5 ms</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>As fast as the stage before</source>
        <translation>与前一阶段一样快</translation>
    </message>
    <message>
        <source>A speed-up takes two measured stages; %1 has fewer at %2.</source>
        <translation>加速比需要两个有测量的阶段；%1 在 %2 时不足。</translation>
    </message>
    <message>
        <source>Kernel time and total time, %1</source>
        <translation>核函数时间与总时间，%1</translation>
    </message>
    <message>
        <source>Total: allocation, both copies and the start of a library as well</source>
        <translation>总时间：还包括分配、两次拷贝和库的启动</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>total, the first time</source>
        <translation>总计，第一次</translation>
    </message>
    <message>
        <source>%1, the kernel alone:</source>
        <translation>%1，仅核函数：</translation>
    </message>
    <message>
        <source>%1: everything takes %2 ms</source>
        <translation>%1：全部用时 %2 ms</translation>
    </message>
    <message>
        <source>%1: everything takes %2 ms the first time</source>
        <translation>%1：第一次全部用时 %2 ms</translation>
    </message>
    <message>
        <source>%1 has no total times at %2.</source>
        <translation>%1 没有 %2 的总时间。</translation>
    </message>
    <message>
        <source>Clock cycles of the kernel, %1</source>
        <translation>核函数的时钟周期，%1</translation>
    </message>
    <message>
        <source>cycles of a multiprocessor&apos;s clock</source>
        <translation>多处理器的时钟周期</translation>
    </message>
    <message>
        <source>The kernel&apos;s time × the clock that it ran at</source>
        <translation>核函数时间 × 运行时的时钟</translation>
    </message>
    <message>
        <source>cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>%1 has no clock beside its times at %2.</source>
        <translation>%1 在 %2 的时间旁没有时钟。</translation>
    </message>
    <message>
        <source>Errors of the results, %1</source>
        <translation>结果的误差，%1</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>Against a reference in double precision</source>
        <translation>与双精度参考结果相比</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>on average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>%1: %2 %3, tolerated %4</source>
        <translation>%1：%2 %3，容许 %4</translation>
    </message>
    <message>
        <source>Every stage of this track gives the exact result.</source>
        <translation>该系列的每个阶段都给出精确结果。</translation>
    </message>
    <message>
        <source>GPUs side by side, %1</source>
        <translation>各 GPU 并列，%1</translation>
    </message>
    <message>
        <source>No recording has a measurement at %1.</source>
        <translation>没有记录含有 %1 的测量。</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>recorded %1</source>
        <translation>记录于 %1</translation>
    </message>
    <message>
        <source>measured here %1</source>
        <translation>在本机测量于 %1</translation>
    </message>
    <message>
        <source>measured on %1 %2</source>
        <translation>在 %1 上测量于 %2</translation>
    </message>
    <message>
        <source>%1, quoted from %2</source>
        <translation>%1，引用自 %2</translation>
    </message>
    <message>
        <source>median, L2 flushed, %1, %2</source>
        <translation>中位数，L2 已清空，%1，%2</translation>
    </message>
    <message>
        <source>median, %1, %2</source>
        <translation>中位数，%1，%2</translation>
    </message>
    <message>
        <source>%1 has no measurement with L2 flushed at %2.</source>
        <translation>%1 没有 %2 时清空 L2 的测量。</translation>
    </message>
    <message>
        <source>%1 has no measurement at %2.</source>
        <translation>%1 没有 %2 的测量。</translation>
    </message>
    <message>
        <source>%1 beside FP32</source>
        <translation>%1，另有 FP32</translation>
    </message>
    <message>
        <source>a picture of %1×%2 pixels is too large: ask for a smaller one</source>
        <translation>%1×%2 像素的图像太大：请用小一些的</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no values for a CSV file: write .png, .svg or .pdf</source>
        <translation>“%1”没有可写入 CSV 的数值：请用 .png、.svg 或 .pdf</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not tell its format: end it with .png, .svg, .pdf or .csv</source>
        <translation>“%1”没有说明格式：请以 .png、.svg、.pdf 或 .csv 结尾</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be painted</source>
        <translation>无法绘制“%1”</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>cannot make the folder %1: check its rights</source>
        <translation>无法创建文件夹 %1：请检查权限</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>No recording is there, so there are no charts.</source>
        <translation>没有记录，所以没有图表。</translation>
    </message>
    <message>
        <source>Whole launch at %1, compute capability 9.0</source>
        <translation>整个启动，%1，计算能力 9.0</translation>
    </message>
    <message>
        <source>counted on %1, %2</source>
        <translation>在 %1 上计数，%2</translation>
    </message>
    <message>
        <source>cannot write %1: check the folder&apos;s rights</source>
        <translation>无法写入 %1：请检查文件夹的权限</translation>
    </message>
    <message>
        <source>Written %1 by Warplens %2. Counts are modelled; speeds are measured, each chart says where.</source>
        <translation>%1 由 Warplens %2 写成。计数来自模型；速度为实测，每张图注明出处。</translation>
    </message>
    <message>
        <source>wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Warplens report</source>
        <translation>Warplens 报告</translation>
    </message>
    <message>
        <source>Source of the kernel</source>
        <translation>核函数的源代码</translation>
    </message>
    <message>
        <source>%1 %2, %3 banks%4</source>
        <translation>%1 %2，%3 个存储体%4</translation>
    </message>
    <message>
        <source>, half-warps</source>
        <translation>，半线程束</translation>
    </message>
    <message>
        <source>shared requests</source>
        <translation>共享内存请求</translation>
    </message>
    <message>
        <source>shared ld + st</source>
        <translation>共享 ld + st</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>理想</translation>
    </message>
    <message>
        <source>per request</source>
        <translation>每请求</translation>
    </message>
    <message>
        <source>per instruction</source>
        <translation>每指令</translation>
    </message>
    <message>
        <source>global ld + st</source>
        <translation>全局 ld + st</translation>
    </message>
    <message>
        <source>global requests</source>
        <translation>全局内存请求</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1 %2 in %3 %4, %5 per %6</source>
        <translation>%3 %4 中有 %1 %2，每 %6 %5</translation>
    </message>
    <message>
        <source>what the lanes ask for, modelled</source>
        <translation>通道请求的字节，建模所得</translation>
    </message>
    <message>
        <source>what the lanes ask for, modelled of a sample of the blocks</source>
        <translation>通道请求的字节，按部分线程块建模</translation>
    </message>
    <message>
        <source>bytes between L1 and L2 as counted by the profiler</source>
        <translation>L1 与 L2 之间的字节，由性能分析器计数</translation>
    </message>
    <message>
        <source>bytes between L1 and L2, estimated</source>
        <translation>L1 与 L2 之间的字节，估计值</translation>
    </message>
    <message>
        <source>measured by a copy</source>
        <translation>由拷贝测得</translation>
    </message>
    <message>
        <source>as measured on %1</source>
        <translation>在 %1 上测得</translation>
    </message>
    <message>
        <source>L1: bytes that lanes ask for, modelled; L2, DRAM: filled as counted by the profiler</source>
        <translation>L1：通道请求的字节，建模所得；L2、DRAM：实心为性能分析器计数</translation>
    </message>
    <message>
        <source>, outlined: estimated between L1 and L2, the compulsory bytes of DRAM</source>
        <translation>，空心：L1 与 L2 之间为估计值，DRAM 为必需的字节</translation>
    </message>
    <message>
        <source>%1: %2 TFLOP/s at %3 FLOP per byte of %4; %5</source>
        <translation>%1：%2 TFLOP/s，每字节 %4 %3 FLOP；%5</translation>
    </message>
    <message>
        <source>%1 computes %2 FLOP for each byte it asks for, %3 %4: %5 times fewer bytes for the same work</source>
        <translation>%1 每请求一个字节做 %2 次浮点运算，%3 为 %4：同样的工作只需 1/%5 的字节</translation>
    </message>
    <message>
        <source>Roofline of each level of memory, %1</source>
        <translation>各级内存的 Roofline，%1</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>每字节 FLOP</translation>
    </message>
    <message>
        <source>the standard variant of each stage, and all of the one that is shown</source>
        <translation>各阶段的标准变体，以及当前阶段的全部变体</translation>
    </message>
    <message>
        <source>naive kernel: %1</source>
        <translation>朴素核函数：%1</translation>
    </message>
    <message>
        <source>At %1, where the CPU was measured, too. </source>
        <translation>大小为 %1，那里也测量了 CPU。</translation>
    </message>
    <message>
        <source>%1. Beside each figure of the model whether it is (=) or is not (≠) what was %2</source>
        <translation>%1。每个模型数字旁标明它等于（=）或不等于（≠）%2的值</translation>
    </message>
    <message>
        <source>start of the library</source>
        <translation>库的启动</translation>
    </message>
    <message>
        <source>allocation</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>copies to the GPU</source>
        <translation>复制到 GPU</translation>
    </message>
    <message>
        <source>copies back</source>
        <translation>复制回来</translation>
    </message>
    <message>
        <source>waiting of the host</source>
        <translation>主机等待</translation>
    </message>
    <message>
        <source>What the total time consists of, %1</source>
        <translation>总时间由什么组成，%1</translation>
    </message>
    <message>
        <source>A first call loads the kernel&apos;s code as well, which counts as its time</source>
        <translation>第一次调用还要装载核函数的代码，算入它的时间</translation>
    </message>
    <message>
        <source>later</source>
        <translation>以后</translation>
    </message>
    <message>
        <source>the first time</source>
        <translation>第一次</translation>
    </message>
    <message>
        <source>%1, %2: %3 takes %4 of %5 ms</source>
        <translation>%1，%2：%3 占 %5 ms 中的 %4 ms</translation>
    </message>
    <message>
        <source>The recording of %1 has total times at %2, and is older than what tells their parts: run it on a GPU once more.</source>
        <translation>%1 的记录有 %2 的总时间，但比各部分的记录功能更早：请在 GPU 上再运行一次。</translation>
    </message>
    <message>
        <source>Processor: %1</source>
        <translation>处理器：%1</translation>
    </message>
    <message>
        <source>the source&apos;s own program</source>
        <translation>来源自己的程序</translation>
    </message>
    <message>
        <source>It has them at %1.</source>
        <translation>它在 %1 有这些数据。</translation>
    </message>
    <message>
        <source>What warps wait for, %1</source>
        <translation>线程束在等什么，%1</translation>
    </message>
    <message>
        <source>share of the warps&apos; time</source>
        <translation>占线程束时间的份额</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>来自模型</translation>
    </message>
    <message>
        <source>measured by ncu</source>
        <translation>ncu 实测</translation>
    </message>
    <message>
        <source>other reasons</source>
        <translation>其他原因</translation>
    </message>
    <message>
        <source>%1, %2: %3 has %4 % of the warps&apos; time</source>
        <translation>%1，%2：%3 占线程束时间的 %4 %</translation>
    </message>
    <message>
        <source>; modelled: with errors</source>
        <translation>；模型所得：有误差</translation>
    </message>
    <message>
        <source>Above: modelled; below, where it is known: measured by ncu. A warp that is selected issues an instruction</source>
        <translation>上：建模所得；下（若已知）：ncu 实测。selected 的线程束正在发射指令</translation>
    </message>
    <message>
        <source>What ncu has measured is known of other launches only</source>
        <translation>ncu 的实测只有其他启动的</translation>
    </message>
    <message>
        <source>within the noise</source>
        <translation>在误差范围内</translation>
    </message>
    <message>
        <source>Left out, and shown by the chart of stages: %1</source>
        <translation>未画出，见各阶段的图表：%1</translation>
    </message>
    <message>
        <source>with the text of commit %1, which has changed since</source>
        <translation>用的是提交 %1 的源代码，此后已有改动</translation>
    </message>
    <message>
        <source>%1: measured with an earlier text</source>
        <translation>%1：用较早的源代码测得</translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>搬运的字节</translation>
    </message>
    <message>
        <source>Bytes of the transactions that requests to global memory make.</source>
        <translation>全局内存请求所产生事务的字节。</translation>
    </message>
    <message>
        <source>The least that such requests could move, with the lanes&apos; elements side by side.</source>
        <translation>各线程的元素相邻存放时，这样的请求至少要搬运的字节。</translation>
    </message>
    <message>
        <source>Charts are of the stages, whose measurements are recorded, and nothing is recorded of a kernel of your own. What binds it stands in the picture of that name (Ctrl+8); it is measured with: warplens-cli check FILE.cu</source>
        <translation>图表针对各阶段，它们的测量已有记录；您自己的内核没有任何记录。限制它的是什么，见同名的图（Ctrl+8）；测量它请用：warplens-cli check FILE.cu</translation>
    </message>
    <message>
        <source>%1 %2 TB/s, %3</source>
        <translation>%1 %2 TB/s，%3</translation>
    </message>
    <message>
        <source>which instance</source>
        <translation>哪个实例</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>size of %1</source>
        <translation>%1 的大小</translation>
    </message>
    <message>
        <source>what arrays hold</source>
        <translation>数组内容</translation>
    </message>
    <message>
        <source>Smaller than in the file, to begin with: %1.</source>
        <translation>先取得比文件中小：%1。</translation>
    </message>
    <message>
        <source>Guessed: %1.</source>
        <translation>猜测：%1。</translation>
    </message>
    <message>
        <source>Bytes moved by level, %1</source>
        <translation>各级传输的字节，%1</translation>
    </message>
    <message>
        <source>global memory, all together</source>
        <translation>全局内存，合计</translation>
    </message>
    <message>
        <source>Filled: what lanes ask for, each by itself, and the sectors of 32 bytes for it, modelled; outlined: what passes further down, as counted, with caches that were empty</source>
        <translation>实心：各线程分别请求的字节，以及为此的 32 字节扇区，由模型得出；空心：再往下传输的字节，在缓存为空时计数</translation>
    </message>
    <message>
        <source>%1: %2 % of the instructions that warps execute are for %3</source>
        <translation>%1：线程束执行的指令中 %2 % 用于%3</translation>
    </message>
    <message>
        <source>What instructions are for, %1</source>
        <translation>指令的用途，%1</translation>
    </message>
    <message>
        <source>share of the machine instructions</source>
        <translation>占机器指令的比例</translation>
    </message>
    <message>
        <source>executed by warps</source>
        <translation>线程束执行的</translation>
    </message>
    <message>
        <source>; shares: modelled</source>
        <translation>；比例：由模型得出</translation>
    </message>
    <message>
        <source>Of the machine code that ran, not of PTX. Only FFMA and tensor products compute the result; the rest brings them their numbers</source>
        <translation>取自运行的机器码，而非 PTX。只有 FFMA 和张量乘积计算结果；其余指令为它们送来数据</translation>
    </message>
    <message>
        <source>Of the machine code that ran, not of PTX; of some stages estimated</source>
        <translation>取自运行的机器码，而非 PTX；部分阶段为估计</translation>
    </message>
    <message>
        <source>%1, GPU %2</source>
        <translation>%1，GPU %2</translation>
    </message>
    <message numerus="yes">
        <source>, median of %n sample(s)</source>
        <translation>
            <numerusform>，%n 个样本的中位数</numerusform>
        </translation>
    </message>
    <message>
        <source>relative error %1 at most, %2 on average; elements checked: %3</source>
        <translation>相对误差最大 %1，平均 %2；检查了 %3 个元素</translation>
    </message>
    <message numerus="yes">
        <source>%1 registers a thread, %n block(s) on a multiprocessor, occupancy %2 %</source>
        <translation>
            <numerusform>每线程 %1 个寄存器，每个多处理器 %n 个线程块，占用率 %2 %</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, estimated</source>
        <translation>%1，估计值</translation>
    </message>
    <message>
        <source>What lanes ask for, each by itself, and the sectors of 32 bytes for it; what passes further down was not counted at this size</source>
        <translation>各线程分别请求的字节，以及为此的 32 字节扇区；再往下传输的字节在此大小下没有计数</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>&amp;OK</source>
        <translation>确定(&amp;O)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
</context>
<context>
    <name>Quotations</name>
    <message>
        <source>slides of a GPU course</source>
        <translation>一门 GPU 课程的幻灯片</translation>
    </message>
    <message>
        <source>GPU3 is the kernel with one thread for each element, GPU4 to GPU8 are the tiled kernels with a dynamic tile, padded matrices, a template unrolled, the outer product, and A transposed with M + 1. The slides&apos; size is not given: 2·1021³ operations fit times and rates of GPU4 to GPU8 within their rounding (cuBLAS within 1 %). Tile and block are not given: a row stands for every variant that has the parameters it says. The orders of the CPU&apos;s loops, and the CPU&apos;s own best, are taken to be at the same size.</source>
        <translation>GPU3 是每个元素一个线程的内核；GPU4 至 GPU8 是分块内核：动态分块、填充矩阵、展开的模板、外积，以及转置 A 并取 M + 1。幻灯片未给出规模：2·1021³ 次运算与 GPU4 至 GPU8 的时间和速率在其舍入范围内相符（cuBLAS 相差 1 % 以内）。未给出分块和线程块：一行代表具有其所述参数的每个变体。CPU 各循环次序以及 CPU 的最佳结果按同一规模处理。</translation>
    </message>
</context>
<context>
    <name>Themes</name>
    <message>
        <source>there is no theme &apos;%1&apos;: write light, dark, contrast-dark, contrast-light or system</source>
        <translation>没有主题“%1”：请写 light、dark、contrast-dark、contrast-light 或 system</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>the difference of two sources is no picture: leave page= out of the link</source>
        <translation>两份源代码的差异不是图片：请从链接中去掉 page=</translation>
    </message>
    <message>
        <source>cannot make the folder %1: %2</source>
        <translation>无法创建文件夹 %1：%2</translation>
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
warplens export 种类 [阶段] --out 文件.svg|pdf|png|csv
warplens export --at 链接 --out 文件        窗口在该链接处显示的内容
warplens export --html 课|讲座|阶段|链接 --out 文件.html    可以播放的网页
warplens export --steps 3..7 --at 链接 --out 文件.mp4|gif|pdf|png|svg    某阶段的步骤；或
                --lesson 名称、--lecture 名称，它们不需要范围
  --by wavefront|instruction|access|tile|barrier  --seconds S  --no-captions  --scale 1|1.5|2
  --preset paper|slide  --theme light|dark|contrast-light|contrast-dark  --transparent  --scale 1|2
  --size N|M,N,K  -D 名称=值  --arch CC  --stages 文件夹  --pack 文件夹  --recording 文件
  --list    列出种类
  --cold    启动前 L2 已被覆盖的时间</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>%1 of %2 steps (Ctrl+C stops)</source>
        <translation>%1 / %2 步（Ctrl+C 停止）</translation>
    </message>
    <message>
        <source>Shows what a GPU&apos;s memory system does with a CUDA kernel.</source>
        <translation>展示 GPU 的内存系统如何处理一个 CUDA 核函数。</translation>
    </message>
    <message>
        <source>light, dark, contrast-dark, contrast-light or system</source>
        <translation>light、dark、contrast-dark、contrast-light 或 system</translation>
    </message>
    <message>
        <source>Folder of stages instead of the program&apos;s own</source>
        <translation>代替程序自带阶段的文件夹</translation>
    </message>
    <message>
        <source>Size of the window: 1920x1080</source>
        <translation>窗口大小：1920x1080</translation>
    </message>
    <message>
        <source>Kernel of a file: tile, or &apos;tile&lt;32,1&gt;&apos;</source>
        <translation>文件中的核函数：tile 或 &apos;tile&lt;32,1&gt;&apos;</translation>
    </message>
    <message>
        <source>Grid of a file&apos;s kernel</source>
        <translation>文件中核函数的网格</translation>
    </message>
    <message>
        <source>Block of a file&apos;s kernel</source>
        <translation>文件中核函数的线程块</translation>
    </message>
    <message>
        <source>Dynamic shared memory of a file&apos;s kernel, in bytes</source>
        <translation>文件中核函数的动态共享内存，字节</translation>
    </message>
    <message>
        <source>Argument of a file&apos;s kernel, in order: f32[4096]=random:1, i32=64</source>
        <translation>文件中核函数的参数，按顺序：f32[4096]=random:1, i32=64</translation>
    </message>
    <message>
        <source>Macro for a file: NAME=VALUE</source>
        <translation>文件的宏：名称=值</translation>
    </message>
    <message>
        <source>Course pack: a folder of a teacher&apos;s stages, lessons and challenges</source>
        <translation>课程包：教师的阶段、课和挑战的文件夹</translation>
    </message>
    <message>
        <source>Language: en, zh or pl; else that of the system</source>
        <translation>语言：en、zh 或 pl；否则为系统语言</translation>
    </message>
    <message>
        <source>write: warplens report DIR</source>
        <translation>请写：warplens report 文件夹</translation>
    </message>
    <message>
        <source>one stage at a time: &apos;%1&apos; is too much</source>
        <translation>一次一个阶段：“%1”多余</translation>
    </message>
    <message>
        <source>there is no file &apos;%1&apos;</source>
        <translation>没有文件“%1”</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no size: write --size 1920x1080</source>
        <translation>“%1”不是大小：请写 --size 1920x1080</translation>
    </message>
    <message>
        <source>No font with Chinese characters was found, so they are drawn as boxes. Install fonts-wqy-microhei or fonts-noto-cjk, then start again.</source>
        <translation>找不到含有中文字符的字体，它们会显示为方框。请安装 fonts-wqy-microhei 或 fonts-noto-cjk，然后重新启动。</translation>
    </message>
    <message>
        <source>A stage such as matmul/07-tiled, a link (warplens:…), challenge:NAME, layout:32x32, FILE.cu, FILE.ptx, FILE.warplens, a program or the folder of a launch that was kept; or: report DIR; or: handbook DIR; or: export KIND [STAGE] --out FILE</source>
        <translation>阶段如 matmul/07-tiled、链接（warplens:…）、challenge:名称、layout:32x32、文件.cu、文件.ptx、文件.warplens、程序或保存的启动的文件夹；或 report 文件夹；或 handbook 文件夹；或 export 种类 [阶段] --out 文件</translation>
    </message>
    <message>
        <source>write: warplens handbook DIR</source>
        <translation>请写：warplens handbook 目录</translation>
    </message>
</context>
<context>
    <name>std</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1} 中的 {0}</translation>
    </message>
    <message>
        <source>no lane</source>
        <translation>没有通道</translation>
    </message>
    <message>
        <source>lane {0}</source>
        <translation>通道 {0}</translation>
    </message>
    <message>
        <source>lanes {0} to {1}</source>
        <translation>通道 {0} 到 {1}</translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s)</source>
        <translation>
            <numerusform>{0} 个通道</numerusform>
        </translation>
    </message>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
    <message>
        <source>lanes {0}</source>
        <translation>通道 {0}</translation>
    </message>
    <message>
        <source>Lane {0} of warp {1}, thread ({2}, {3}{4})</source>
        <translation>线程束 {1} 的通道 {0}，线程 ({2}, {3}{4})</translation>
    </message>
    <message numerus="yes">
        <source>{1} (reads|read) it now.</source>
        <translation>
            <numerusform>{1}现在读取它。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} (writes|write) it now.</source>
        <translation>
            <numerusform>{1}现在写入它。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} (changes|write) it now.</source>
        <translation>
            <numerusform>{1}现在更改它。</numerusform>
        </translation>
    </message>
    <message>
        <source>, line {0}</source>
        <translation>，第 {0} 行</translation>
    </message>
    <message>
        <source>last read by warp {0}{1}</source>
        <translation>上次由线程束 {0} 读取{1}</translation>
    </message>
    <message>
        <source>last written by warp {0}{1}</source>
        <translation>上次由线程束 {0} 写入{1}</translation>
    </message>
    <message>
        <source>All 32 lanes</source>
        <translation>全部 32 个通道</translation>
    </message>
    <message numerus="yes">
        <source>(One lane|{0} of 32 lanes)</source>
        <translation>
            <numerusform>32 个通道中的 {0} 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} wavefront(s)</source>
        <translation>
            <numerusform>{0} 个波前</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of a block, {1} at most</source>
        <translation>每个线程块 {0}，最多 {1}</translation>
    </message>
    <message>
        <source>{0} at most</source>
        <translation>最多 {0}</translation>
    </message>
    <message>
        <source>{0} a thread: {1} of a block, {2} there are</source>
        <translation>每线程 {0}：每线程块 {1}，共有 {2}</translation>
    </message>
    <message>
        <source>{0} bytes of a block, {1} there are</source>
        <translation>每线程块 {0} 字节，共有 {1}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>another place</source>
        <translation>另一位置</translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (acts|act) at {1}</source>
        <translation>
            <numerusform>{0} 个通道在执行：{1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (has|have) a false condition</source>
        <translation>
            <numerusform>{0} 个通道的条件为假</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (comes|come) later, {1}</source>
        <translation>
            <numerusform>{0} 个通道稍后执行，{1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (waits|wait) at {1}</source>
        <translation>
            <numerusform>{0} 个通道在等待：{1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) at the barrier, {1}</source>
        <translation>
            <numerusform>{0} 个通道在屏障处，{1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) (has|have) ended</source>
        <translation>
            <numerusform>{0} 个通道已结束</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lane(s) without a thread</source>
        <translation>
            <numerusform>{0} 个通道没有线程</numerusform>
        </translation>
    </message>
    <message>
        <source>lane 0: {0}, lane 1: {1}, lane 2: {2}, …, lane {3}: {4}</source>
        <translation>通道 0：{0}，通道 1：{1}，通道 2：{2}，…，通道 {3}：{4}</translation>
    </message>
    <message>
        <source>block {0} on multiprocessor {1}: {2} to {3} µs</source>
        <translation>线程块 {0}，位于多处理器 {1}：{2} 至 {3} µs</translation>
    </message>
    <message numerus="yes">
        <source>, after {0} other(s) in its place</source>
        <translation>
            <numerusform>，此位置先前运行过 {0} 个</numerusform>
        </translation>
    </message>
    <message>
        <source>A block has {0} threads here, and compute capability {1} allows {2} ({3}): such a card would refuse the launch. Counts and pictures say what its memory rules make of it.</source>
        <translation>这里一个线程块有 {0} 个线程，而计算能力 {1} 只允许 {2} 个（{3}）：这样的卡会拒绝启动。计数和图示给出的是按其内存规则的结果。</translation>
    </message>
    <message>
        <source>A block has {0} bytes of shared memory here, and compute capability {1} allows {2} ({3}): such a card would refuse the launch. Counts and pictures say what its memory rules make of it.</source>
        <translation>这里一个线程块有 {0} 字节共享内存，而计算能力 {1} 只允许 {2} 字节（{3}）：这样的卡会拒绝启动。计数和图示给出的是按其内存规则的结果。</translation>
    </message>
    <message>
        <source>Bank {0} has none of the words: no lane&apos;s address / 4 mod 32 is {0}.</source>
        <translation>存储体 {0} 没有其中的字：没有通道的地址 / 4 mod 32 等于 {0}。</translation>
    </message>
    <message>
        <source>Bank {0}: lane {1} wants word {2}, and {2} mod 32 is {0}.</source>
        <translation>存储体 {0}：通道 {1} 要字 {2}，而 {2} mod 32 为 {0}。</translation>
    </message>
    <message numerus="yes">
        <source>{0} different word(s) of it (is|are) wanted.</source>
        <translation>
            <numerusform>需要其中 {0} 个不同的字。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} stands before {1}: {2} {3}</source>
        <translation>{0} 排在 {1} 之前：{2} {3}</translation>
    </message>
    <message>
        <source>padding {0} and XOR of {1} bits</source>
        <translation>填充 {0}，并异或 {1} 位</translation>
    </message>
    <message>
        <source>padding {0}</source>
        <translation>填充 {0}</translation>
    </message>
    <message numerus="yes">
        <source>XOR of {0} bit(s)</source>
        <translation>
            <numerusform>异或 {0} 位</numerusform>
        </translation>
    </message>
    <message>
        <source>neither padding nor XOR</source>
        <translation>既无填充也无异或</translation>
    </message>
    <message>
        <source>XOR needs rows whose length is a power of two: there was nothing to try.</source>
        <translation>异或要求行长为 2 的幂：没有可尝试的布局。</translation>
    </message>
    <message numerus="yes">
        <source>{0} padding(s) tried, all below 128 bytes: with 128 more the banks are the same again.</source>
        <translation>
            <numerusform>尝试了 {0} 种填充，即 128 字节以下的全部：再加 128 字节，存储体又与之前相同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} XOR(s) tried: all bits of row and column that there are.</source>
        <translation>
            <numerusform>尝试了 {0} 种异或：行与列的全部位。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With {0} of them an access would be torn apart or not be aligned.</source>
        <translation>
            <numerusform>其中 {0} 种会使某个访问被拆开或不对齐。</numerusform>
        </translation>
    </message>
    <message>
        <source>None is possible.</source>
        <translation>没有可行的布局。</translation>
    </message>
    <message numerus="yes">
        <source>{0} of them (is|are) without conflicts.</source>
        <translation>
            <numerusform>其中 {0} 种没有冲突。</numerusform>
        </translation>
    </message>
    <message>
        <source>None is without conflicts; the best takes {0} wavefronts, {1} would be ideal.</source>
        <translation>没有一种无冲突；最好的需要 {0} 个波前，理想为 {1}。</translation>
    </message>
    <message>
        <source>Every smaller padding takes at least {0} wavefronts instead of {1}.</source>
        <translation>任何更小的填充至少需要 {0} 个波前，而不是 {1}。</translation>
    </message>
    <message>
        <source>Every XOR of fewer bits takes at least {0} wavefronts instead of {1}.</source>
        <translation>任何位数更少的异或至少需要 {0} 个波前，而不是 {1}。</translation>
    </message>
    <message>
        <source>It needs neither padding nor XOR: there is no less.</source>
        <translation>既不需要填充也不需要异或：不能再少了。</translation>
    </message>
    <message>
        <source>loads of {0}</source>
        <translation>读取 {0}</translation>
    </message>
    <message>
        <source>stores of {0}</source>
        <translation>写入 {0}</translation>
    </message>
    <message>
        <source>atomics of {0}</source>
        <translation>对 {0} 的原子操作</translation>
    </message>
    <message>
        <source>accesses of {0}</source>
        <translation>访问 {0}</translation>
    </message>
    <message>
        <source>global loads</source>
        <translation>全局内存读取</translation>
    </message>
    <message>
        <source>global stores</source>
        <translation>全局内存写入</translation>
    </message>
    <message>
        <source>global atomics</source>
        <translation>全局内存原子操作</translation>
    </message>
    <message>
        <source>global accesses</source>
        <translation>全局内存访问</translation>
    </message>
    <message>
        <source>shared loads</source>
        <translation>共享内存读取</translation>
    </message>
    <message>
        <source>shared stores</source>
        <translation>共享内存写入</translation>
    </message>
    <message>
        <source>shared atomics</source>
        <translation>共享内存原子操作</translation>
    </message>
    <message>
        <source>shared accesses</source>
        <translation>共享内存访问</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>整次启动</translation>
    </message>
    <message numerus="yes">
        <source>{0} sector(s) per request</source>
        <translation>
            <numerusform>每个请求 {0} 个扇区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} sector(s)</source>
        <translation>
            <numerusform>{0} 个扇区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} request(s)</source>
        <translation>
            <numerusform>{0} 个请求</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} conflict(s)</source>
        <translation>
            <numerusform>{0} 次冲突</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} warp instruction(s)</source>
        <translation>
            <numerusform>{0} 条线程束指令</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} barrier(s)</source>
        <translation>
            <numerusform>{0} 个屏障</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} asynchronous (copy|copies)</source>
        <translation>
            <numerusform>{0} 次异步复制</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} sectors per request</source>
        <translation>平均每个请求 {0} 个扇区</translation>
    </message>
    <message>
        <source>no findings</source>
        <translation>没有发现错误</translation>
    </message>
    <message>
        <source>result of {0} within {1}</source>
        <translation>{0} 的结果，误差不超过 {1}</translation>
    </message>
    <message>
        <source>result of {0}</source>
        <translation>{0} 的结果</translation>
    </message>
    <message>
        <source>{0}: at least {1}</source>
        <translation>{0}：至少 {1}</translation>
    </message>
    <message>
        <source>{0}: at most {1}</source>
        <translation>{0}：至多 {1}</translation>
    </message>
    <message>
        <source>there are no such requests</source>
        <translation>没有这样的请求</translation>
    </message>
    <message>
        <source>{0} ({1} in {2} requests)</source>
        <translation>{0}（{2} 个请求共 {1}）</translation>
    </message>
    <message>
        <source>there is no kernel &apos;{0}&apos;: keep its name</source>
        <translation>没有核函数“{0}”：请保留它的名字</translation>
    </message>
    <message>
        <source>The host sets a window of L2 over {0}, and compute capability {1} has none: such a card would refuse it. The counts are the same without.</source>
        <translation>主机为 {0} 设置 L2 窗口，而计算能力 {1} 没有这种窗口：这样的卡会拒绝。没有它，计数也相同。</translation>
    </message>
    <message>
        <source>The host sets a window of L2 that keeps {0}. No count here depends on it, and the estimate of the caches does not know of it.</source>
        <translation>主机设置一个留住 {0} 的 L2 窗口。这里没有计数取决于它，缓存的估计也不考虑它。</translation>
    </message>
    <message>
        <source>out-of-bounds</source>
        <translation>越界访问</translation>
    </message>
    <message>
        <source>misaligned</source>
        <translation>未对齐</translation>
    </message>
    <message>
        <source>uninitialized</source>
        <translation>未初始化</translation>
    </message>
    <message>
        <source>use-after-free</source>
        <translation>释放后使用</translation>
    </message>
    <message>
        <source>double-free</source>
        <translation>重复释放</translation>
    </message>
    <message>
        <source>leak</source>
        <translation>内存泄漏</translation>
    </message>
    <message>
        <source>race</source>
        <translation>数据竞争</translation>
    </message>
    <message>
        <source>divergent-barrier</source>
        <translation>分歧的屏障</translation>
    </message>
    <message>
        <source>inactive-lane</source>
        <translation>非活动通道</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>endless-loop</source>
        <translation>无限循环</translation>
    </message>
    <message>
        <source>stack-overflow</source>
        <translation>栈溢出</translation>
    </message>
    <message>
        <source>trap</source>
        <translation>陷阱</translation>
    </message>
    <message>
        <source>not-reproducible</source>
        <translation>不可复现</translation>
    </message>
    <message numerus="yes">
        <source>{0} layout(s) tried: each padding below 128 bytes with each XOR of bits of row and column.</source>
        <translation>
            <numerusform>试了 {0} 种布局：128 字节以下的每种填充配上行列位的每种异或。</numerusform>
        </translation>
    </message>
    <message>
        <source>Every layout with less padding, or as much and an XOR of fewer bits, takes at least {0} wavefronts instead of {1}.</source>
        <translation>填充更少，或填充相同而异或位数更少的每种布局都至少需要 {0} 个波前，而不是 {1} 个。</translation>
    </message>
    <message>
        <source>overlapping-copy</source>
        <translation>重叠的拷贝</translation>
    </message>
    <message>
        <source>host-race</source>
        <translation>与主机的竞争</translation>
    </message>
    <message>
        <source>stream-race</source>
        <translation>流之间的竞争</translation>
    </message>
    <message>
        <source>unchecked-launch</source>
        <translation>未检查的启动</translation>
    </message>
    <message>
        <source>The answer is: {0}.</source>
        <translation>正确答案：{0}。</translation>
    </message>
    <message>
        <source>wrong-direction</source>
        <translation>方向错误</translation>
    </message>
    <message>
        <source>{0} + {1} bytes of a block, {2} there are</source>
        <translation>每线程块 {0} + {1} 字节，共有 {2}</translation>
    </message>
    <message numerus="yes">
        <source>, reads {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from 0x{4:x} on.</source>
        <translation>
            <numerusform>，读取 0x{2:x} 处的 {1}：从 0x{4:x} 起搬运 {3} 字节的事务中的 {0} 字节。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, writes {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from 0x{4:x} on.</source>
        <translation>
            <numerusform>，写入 0x{2:x} 处的 {1}：从 0x{4:x} 起搬运 {3} 字节的事务中的 {0} 字节。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, changes {1} at 0x{2:x}: {0} byte(s) of a transaction that moves {3} bytes from 0x{4:x} on.</source>
        <translation>
            <numerusform>，更改 0x{2:x} 处的 {1}：从 0x{4:x} 起搬运 {3} 字节的事务中的 {0} 字节。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tongue</name>
    <message>
        <source>block {0}, thread {1}</source>
        <translation>线程块 {0}，线程 {1}</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>fence</source>
        <translation>内存栅栏</translation>
    </message>
    <message>
        <source>{0}, line {1}</source>
        <translation>{0}，第 {1} 行</translation>
    </message>
    <message>
        <source>a barrier is missing here</source>
        <translation>这里缺少屏障</translation>
    </message>
    <message>
        <source>a __syncwarp() is missing here</source>
        <translation>这里缺少 __syncwarp()</translation>
    </message>
    <message>
        <source>nobody waits for the copy here</source>
        <translation>这里没有等待拷贝完成</translation>
    </message>
    <message>
        <source>a fence is missing here</source>
        <translation>这里缺少内存栅栏</translation>
    </message>
    <message>
        <source>nothing can order these two</source>
        <translation>无法确定这两者的顺序</translation>
    </message>
    <message>
        <source>quoted</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>记录</translation>
    </message>
    <message>
        <source> at {0:.0f} MHz</source>
        <translation>，{0:.0f} MHz</translation>
    </message>
    <message>
        <source>limits: modelled counts over what {0} does at most, {1} × {2:.0f} MHz</source>
        <translation>上限：模型计数除以 {0} 的最大能力，{1} × {2:.0f} MHz</translation>
    </message>
    <message>
        <source> for compute capability {0}</source>
        <translation>，计算能力 {0}</translation>
    </message>
    <message>
        <source>modelled at {0}{1}</source>
        <translation>来自模型，{0}{1}</translation>
    </message>
    <message>
        <source>Warps stand here {0} of their time (modelled): {1}.</source>
        <translation>warp 在此处停留其 {0} 的时间（模型值）：{1}。</translation>
    </message>
    <message>
        <source>{0} on</source>
        <translation>{0} 开</translation>
    </message>
    <message>
        <source>{0} off</source>
        <translation>{0} 关</translation>
    </message>
    <message>
        <source>estimated {0} ms (modelled, at {1} MHz; latencies of {2}, another GPU: less certain)</source>
        <translation>估计 {0} ms（模型值，{1} MHz；延迟取自 {2}，另一种 GPU：不太确定）</translation>
    </message>
    <message>
        <source>estimated {0} ms (modelled, at {1} MHz; latencies of {2})</source>
        <translation>估计 {0} ms（模型值，{1} MHz；延迟取自 {2}）</translation>
    </message>
    <message>
        <source>{0} instructions of warps ({1})</source>
        <translation>{0} 条线程束指令（{1}）</translation>
    </message>
    <message>
        <source>{0} instructions of warps at {1} ({2})</source>
        <translation>{1} 时 {0} 条线程束指令（{2}）</translation>
    </message>
    <message>
        <source>note: {0}</source>
        <translation>提示：{0}</translation>
    </message>
    <message>
        <source>shipped with Warplens</source>
        <translation>随 Warplens 提供</translation>
    </message>
    <message>
        <source>compiled by NVRTC {0}</source>
        <translation>由 NVRTC {0} 编译</translation>
    </message>
    <message>
        <source>block ({0}, {1}), modelled, compute capability {2}</source>
        <translation>线程块 ({0}, {1})，按模型，计算能力 {2}</translation>
    </message>
    <message>
        <source>size {0}, block ({1}, {2}), modelled, compute capability {3}</source>
        <translation>规模 {0}，线程块 ({1}, {2})，按模型，计算能力 {3}</translation>
    </message>
    <message>
        <source>, with the text of commit {0}, which has changed since</source>
        <translation>，用的是提交 {0} 的源代码，此后已有改动</translation>
    </message>
    <message>
        <source>L2 flushed</source>
        <translation>清空 L2</translation>
    </message>
    <message>
        <source>L2 warm</source>
        <translation>L2 已预热</translation>
    </message>
    <message numerus="yes">
        <source>{1}: executed (once|{2} times) by warps; unit {3}</source>
        <translation>
            <numerusform>{1}：线程束执行了 {2} 次；单元 {3}</numerusform>
        </translation>
    </message>
    <message>
        <source> (estimated)</source>
        <translation>（估计值）</translation>
    </message>
</context>
<context>
    <name>warplens::app</name>
    <message>
        <source>with %1 it would be</source>
        <translation>若 %1 则为</translation>
    </message>
    <message>
        <source>each store of line %1</source>
        <translation>第 %1 行的每次写入</translation>
    </message>
    <message>
        <source>each load of line %1, on average</source>
        <translation>第 %1 行的每次读取，平均</translation>
    </message>
    <message>
        <source>this picture is of a stage: write its name after the picture&apos;s, such as %1</source>
        <translation>这是某个阶段的图片：请在图片名后写阶段名，例如 %1</translation>
    </message>
    <message>
        <source>there is no stage &apos;%1&apos;: write one of %2</source>
        <translation>没有阶段“%1”：请写 %2 之一</translation>
    </message>
    <message>
        <source>there is no chart &apos;%1&apos;</source>
        <translation>没有图表“%1”</translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation>（已修改）</translation>
    </message>
    <message>
        <source> beside %1</source>
        <translation> 与 %1 并列</translation>
    </message>
    <message>
        <source>the standard variant</source>
        <translation>标准变体</translation>
    </message>
    <message>
        <source> on compute capability %1</source>
        <translation>，计算能力 %1</translation>
    </message>
    <message>
        <source>runs on one core of the CPU</source>
        <translation>在 CPU 单核上运行</translation>
    </message>
    <message>
        <source>a library, which ships compiled</source>
        <translation>以编译形式提供的库</translation>
    </message>
    <message>
        <source>%1, grid %2, block %3</source>
        <translation>%1，网格 %2，线程块 %3</translation>
    </message>
    <message>
        <source>launch %1 of %2, grid %3, block %4</source>
        <translation>启动 %1 / %2，网格 %3，线程块 %4</translation>
    </message>
    <message>
        <source>block (%1, %2)</source>
        <translation>线程块 (%1, %2)</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>来自模型</translation>
    </message>
    <message>
        <source>compute capability %1</source>
        <translation>计算能力 %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; runs on the CPU, and the pictures show a GPU: write a stage with a kernel</source>
        <translation>“%1”在 CPU 上运行，而图片展示 GPU：请写有核函数的阶段</translation>
    </message>
    <message>
        <source>&apos;%1&apos; calls a library, whose inside is not known: write a stage with a kernel</source>
        <translation>“%1”调用内部未知的库：请写有核函数的阶段</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not use shared memory, so it has no banks: write tiles or global</source>
        <translation>“%1”不使用共享内存，没有存储体：请写 tiles 或 global</translation>
    </message>
    <message>
        <source>%1; write: warplens export KIND [STAGE] --out FILE</source>
        <translation>%1；请写：warplens export 种类 [阶段] --out 文件</translation>
    </message>
    <message>
        <source>a page of what? Write --html and a lesson, a lecture, a stage or a link</source>
        <translation>什么的网页？请写 --html 和课、讲座、阶段或链接</translation>
    </message>
    <message>
        <source>--at writes a picture and --html a page: write one of them</source>
        <translation>--at 写图片，--html 写网页：请只写一个</translation>
    </message>
    <message>
        <source>a page takes what it shows from its lesson or its link: leave out %1</source>
        <translation>网页的内容来自课或链接：请去掉 %1</translation>
    </message>
    <message>
        <source>write: warplens export KIND [STAGE] --out FILE; `warplens export --list` tells the kinds</source>
        <translation>请写：warplens export 种类 [阶段] --out 文件；`warplens export --list` 列出种类</translation>
    </message>
    <message>
        <source>where to? Write --out FILE, which ends with .html</source>
        <translation>写到哪里？请写以 .html 结尾的 --out 文件</translation>
    </message>
    <message>
        <source>where to? Write --out FILE, which ends with .png, .svg, .pdf or .csv</source>
        <translation>写到哪里？请写以 .png、.svg、.pdf 或 .csv 结尾的 --out 文件</translation>
    </message>
    <message>
        <source>there is no preset &apos;%1&apos;: write paper or slide</source>
        <translation>没有预设“%1”：请写 paper 或 slide</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no scale: write --scale 1 or --scale 2</source>
        <translation>“%1”不是比例：请写 --scale 1 或 --scale 2</translation>
    </message>
    <message>
        <source>chart: %1</source>
        <translation>图表：%1</translation>
    </message>
    <message>
        <source>picture of a stage: %1</source>
        <translation>阶段的图片：%1</translation>
    </message>
    <message>
        <source>all pictures of a stage that suit</source>
        <translation>该阶段所有合适的图片</translation>
    </message>
    <message>
        <source>wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>there is no chart or picture &apos;%1&apos;: write one of %2</source>
        <translation>没有图表或图片“%1”：请写 %2 之一</translation>
    </message>
    <message>
        <source>, {0} of them padding</source>
        <translation>，其中 {0} 个为填充</translation>
    </message>
    <message>
        <source>{0}: {1} words to a row of the picture, {2} banks</source>
        <translation>{0}：图中一行 {1} 个字，{2} 个存储体</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>One row of the picture is one word of every bank: a column is a bank.</source>
        <translation>图中一行是每个存储体的一个字：一列就是一个存储体。</translation>
    </message>
    <message>
        <source>the same bank</source>
        <translation>同一个存储体</translation>
    </message>
    <message numerus="yes">
        <source>(one bank|{0} banks) further</source>
        <translation>
            <numerusform>后移 {0} 个存储体</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} wavefront(s)</source>
        <translation>
            <numerusform>{0} 个波前</numerusform>
        </translation>
    </message>
    <message>
        <source> instead of {0}</source>
        <translation>（理想为 {0}）</translation>
    </message>
    <message>
        <source>: {0} of {1}</source>
        <translation>：{1}的{0}</translation>
    </message>
    <message numerus="yes">
        <source>{0} bank(s)</source>
        <translation>
            <numerusform>{0} 个存储体</numerusform>
        </translation>
    </message>
    <message>
        <source>, up to {0} of one bank</source>
        <translation>，一个存储体最多 {0} 个</translation>
    </message>
    <message>
        <source>{0} moved</source>
        <translation>搬运 {0}</translation>
    </message>
    <message>
        <source>: all {0} lanes want the same</source>
        <translation>：全部 {0} 个通道都要同一内容</translation>
    </message>
    <message>
        <source>: nothing is thrown away</source>
        <translation>：没有浪费</translation>
    </message>
    <message>
        <source>: {0} are thrown away</source>
        <translation>：丢弃 {0}</translation>
    </message>
    <message>
        <source>: {0} are not written</source>
        <translation>：未写入 {0}</translation>
    </message>
    <message>
        <source>global memory</source>
        <translation>全局内存</translation>
    </message>
    <message>
        <source>{0}: a row of the picture is a row of the matrix</source>
        <translation>{0}：图中一行是矩阵的一行</translation>
    </message>
    <message>
        <source>{0}: a row of the picture is a line of 128 bytes</source>
        <translation>{0}：图中一行是 128 字节的缓存行</translation>
    </message>
    <message numerus="yes">
        <source>L1 looks up one line a clock: this request keeps it busy for {0} clock(s), with its bytes side by side for {1}.</source>
        <translation>
            <numerusform>L1 每时钟查找一个缓存行：该请求占用它 {0} 个时钟，若字节相邻则为 {1} 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L1 looks up one line a clock: this request keeps it busy for {0} clock(s).</source>
        <translation>
            <numerusform>L1 每时钟查找一个缓存行：该请求占用它 {0} 个时钟。</numerusform>
        </translation>
    </message>
    <message>
        <source> takes no part in this request.</source>
        <translation>不参与该请求。</translation>
    </message>
    <message>
        <source>{0} at 0x{1:x}, sector {2} of line 0x{3:x}: </source>
        <translation>{0} 位于 0x{1:x}，缓存行 0x{3:x} 的扇区 {2}：</translation>
    </message>
    <message>
        <source>this block has not touched it yet</source>
        <translation>此线程块尚未访问它</translation>
    </message>
    <message>
        <source>{0} in bank {1}: </source>
        <translation>{0} 在存储体 {1} 中：</translation>
    </message>
    <message>
        <source>padding. It holds nothing; it moves the rows after it to other banks.</source>
        <translation>填充。它不存放内容，而是把后面的行移到其他存储体。</translation>
    </message>
    <message>
        <source>nothing is in it yet</source>
        <translation>其中还没有内容</translation>
    </message>
    <message>
        <source>Sector {0} of line 0x{1:x}, 32 bytes</source>
        <translation>缓存行 0x{1:x} 的扇区 {0}，32 字节</translation>
    </message>
    <message>
        <source>, from {0}</source>
        <translation>，从 {0} 起</translation>
    </message>
    <message>
        <source>; not moved yet.</source>
        <translation>；尚未搬运。</translation>
    </message>
    <message numerus="yes">
        <source>; moved (once|{0} times) so far.</source>
        <translation>
            <numerusform>；至今搬运 {0} 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Bank {0}</source>
        <translation>存储体 {0}</translation>
    </message>
    <message>
        <source>: no request yet.</source>
        <translation>：还没有请求。</translation>
    </message>
    <message>
        <source>: this request wants nothing of it.</source>
        <translation>：该请求不需要它的内容。</translation>
    </message>
    <message>
        <source>: one word for {0}.</source>
        <translation>：一个字，供{0}使用。</translation>
    </message>
    <message>
        <source>: {0} different words for {1}, one after the other.</source>
        <translation>：{0} 个不同的字供{1}使用，逐个处理。</translation>
    </message>
    <message>
        <source>Line {0}, in this block:</source>
        <translation>第 {0} 行，在此线程块中：</translation>
    </message>
    <message>
        <source>Warp {0}</source>
        <translation>线程束 {0}</translation>
    </message>
    <message>
        <source>: barrier.</source>
        <translation>：屏障。</translation>
    </message>
    <message>
        <source>, line {0}</source>
        <translation>，第 {0} 行</translation>
    </message>
    <message numerus="yes">
        <source>{0} sector(s)</source>
        <translation>
            <numerusform>{0} 个扇区</numerusform>
        </translation>
    </message>
    <message>
        <source> instead of {0}.</source>
        <translation>（理想为 {0}）。</translation>
    </message>
    <message>
        <source>wf</source>
        <translation>波前</translation>
    </message>
    <message numerus="yes">
        <source>sector(s)</source>
        <translation>
            <numerusform>扇区</numerusform>
        </translation>
    </message>
    <message>
        <source>+{0} sec</source>
        <translation>+{0} 扇区</translation>
    </message>
    <message>
        <source>{0}: {1}, {2} a product.</source>
        <translation>{0}：{1}，每个乘积 {2}。</translation>
    </message>
    <message>
        <source>The whole launch is being looked at</source>
        <translation>正在检查整个启动</translation>
    </message>
    <message>
        <source>{0} was found in the whole launch</source>
        <translation>在整个启动中{0}</translation>
    </message>
    <message>
        <source>{0} meet at {1}, and nothing orders them</source>
        <translation>{0}在 {1} 相遇，而没有什么规定其先后</translation>
    </message>
    <message>
        <source>one sector serves them all</source>
        <translation>一个扇区供全部使用</translation>
    </message>
    <message numerus="yes">
        <source>{0} (reads|read) the same element of {1}: {2}.</source>
        <translation>
            <numerusform>{0}读取 {1} 的同一个元素：{2}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (writes|write) the same element of {1}: {2}.</source>
        <translation>
            <numerusform>{0}写入 {1} 的同一个元素：{2}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} line(s)</source>
        <translation>
            <numerusform>{0} 个缓存行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (reads|read) from {1} of {2}. {3} move {4} bytes for {5} that are used.</source>
        <translation>
            <numerusform>{0}从 {2} 的 {1}读取。{3}搬运 {4} 字节，只用到 {5} 字节。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (writes|write) to {1} of {2}. {3} move {4} bytes for {5} that are written.</source>
        <translation>
            <numerusform>{0}向 {2} 的 {1}写入。{3}搬运 {4} 字节，只写入 {5} 字节。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(an element|{0} elements)</source>
        <translation>
            <numerusform>{0} 个元素</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (reads|read) {1} of {2}: </source>
        <translation>
            <numerusform>{0}读取 {2} 的 {1}：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (writes|write) {1} of {2}: </source>
        <translation>
            <numerusform>{0}写入 {2} 的 {1}：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}, all of (it|them) used.</source>
        <translation>
            <numerusform>{0}，全部用到。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} of {2} bytes used.</source>
        <translation>{0}，{2} 字节中用到 {1} 字节。</translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) {1}, up to {2}.</source>
        <translation>
            <numerusform>{0}更改 {1}，最多{2}。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} in turn at one bank</source>
        <translation>一个存储体依次处理 {0} 个</translation>
    </message>
    <message numerus="yes">
        <source>{0} (copies|copy) into {1}. {2} come in turn.</source>
        <translation>
            <numerusform>{0}复制到 {1}。{2}依次处理。</numerusform>
        </translation>
    </message>
    <message>
        <source>Words of one bank of L1 or of shared memory</source>
        <translation>L1 或共享内存中同一存储体的字</translation>
    </message>
    <message>
        <source>16 bytes a lane cost a step more</source>
        <translation>每通道 16 字节要多一步</translation>
    </message>
    <message>
        <source>{0} want {1}. Here {2} for each quarter of the warp.</source>
        <translation>{0}需要 {1}。这里对每四分之一线程束，{2}。</translation>
    </message>
    <message>
        <source>{0} write {1}. Here {2} for each quarter of the warp.</source>
        <translation>{0}写入 {1}。这里对每四分之一线程束，{2}。</translation>
    </message>
    <message>
        <source>bank {0}</source>
        <translation>存储体 {0}</translation>
    </message>
    <message>
        <source>{0} want a different word of {1}.</source>
        <translation>{0}各要{1}的不同的字。</translation>
    </message>
    <message>
        <source>{0} write a different word of {1}.</source>
        <translation>{0}各写入{1}的不同的字。</translation>
    </message>
    <message>
        <source>{0} want {1} words of {2}.</source>
        <translation>{0}需要{2}的 {1} 个字。</translation>
    </message>
    <message>
        <source>{0} write {1} words of {2}.</source>
        <translation>{0}写入{2}的 {1} 个字。</translation>
    </message>
    <message>
        <source>banks {0} to {1}</source>
        <translation>存储体 {0} 到 {1}</translation>
    </message>
    <message>
        <source>{0} banks</source>
        <translation>{0} 个存储体</translation>
    </message>
    <message>
        <source>{0} want words of only {1}.</source>
        <translation>{0}只需要{1}的字。</translation>
    </message>
    <message>
        <source>{0} write words of only {1}.</source>
        <translation>{0}只写入{1}的字。</translation>
    </message>
    <message>
        <source>{0} words of one bank</source>
        <translation>同一存储体的 {0} 个字</translation>
    </message>
    <message>
        <source>{0} want up to {1}.</source>
        <translation>{0}最多需要{1}。</translation>
    </message>
    <message>
        <source>{0} write up to {1}.</source>
        <translation>{0}最多写入{1}。</translation>
    </message>
    <message>
        <source> The request takes {0} instead of {1}.</source>
        <translation>该请求需要{0}，而不是 {1} 个。</translation>
    </message>
    <message>
        <source>{0} read {1}: {2} in {3}.</source>
        <translation>{0}读取 {1}：{2}，用{3}。</translation>
    </message>
    <message>
        <source>one word, broadcast</source>
        <translation>一个字，广播</translation>
    </message>
    <message>
        <source>the same words, broadcast</source>
        <translation>相同的字，广播</translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) {1}.</source>
        <translation>
            <numerusform>{0}更改 {1}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (reads|read) {1}.</source>
        <translation>
            <numerusform>{0}读取 {1}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (writes|write) {1}.</source>
        <translation>
            <numerusform>{0}写入 {1}。</numerusform>
        </translation>
    </message>
    <message>
        <source> No two words that differ share a bank: {0}.</source>
        <translation>没有两个不同的字同在一个存储体：{0}。</translation>
    </message>
    <message>
        <source> {0} bytes take {1}, none of them for a conflict.</source>
        <translation>{0} 字节需要{1}，没有一个因冲突而生。</translation>
    </message>
    <message>
        <source>it opens</source>
        <translation>屏障打开</translation>
    </message>
    <message>
        <source>This block touches no memory.</source>
        <translation>此线程块不访问内存。</translation>
    </message>
    <message>
        <source>warps</source>
        <translation>线程束</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>instruction issue</source>
        <translation>指令发射</translation>
    </message>
    <message>
        <source>FMA pipe</source>
        <translation>FMA 流水线</translation>
    </message>
    <message>
        <source>ALU pipe</source>
        <translation>ALU 流水线</translation>
    </message>
    <message>
        <source>FP16 pipe</source>
        <translation>FP16 流水线</translation>
    </message>
    <message>
        <source>FP64 pipe</source>
        <translation>FP64 流水线</translation>
    </message>
    <message>
        <source>XU pipe</source>
        <translation>XU 流水线</translation>
    </message>
    <message>
        <source>LSU pipe</source>
        <translation>LSU 流水线</translation>
    </message>
    <message>
        <source>shared memory wavefronts</source>
        <translation>共享内存波前</translation>
    </message>
    <message>
        <source>L1 data</source>
        <translation>L1 数据</translation>
    </message>
    <message>
        <source>L2 sectors</source>
        <translation>L2 扇区</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>latency of a single warp</source>
        <translation>单个线程束的延迟</translation>
    </message>
    <message>
        <source>A block of this kernel {0} on a multiprocessor.</source>
        <translation>此核函数的一个线程块在多处理器上{0}。</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
    <message>
        <source>A multiprocessor holds {0} of {1}: {2}, limited by {3}.</source>
        <translation>一个多处理器容纳{0}，每块{1}：{2}，受限于{3}。</translation>
    </message>
    <message numerus="yes">
        <source>{0} block(s)</source>
        <translation>
            <numerusform>{0} 个线程块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} warp(s)</source>
        <translation>
            <numerusform>{0} 个线程束</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of {1} warps</source>
        <translation>{0} / {1} 个线程束</translation>
    </message>
    <message>
        <source> Registers are not known without machine code: at most.</source>
        <translation>没有机器码就不知道寄存器数：这是最大值。</translation>
    </message>
    <message>
        <source>All warps that there is room for are there.</source>
        <translation>能容纳的线程束都在。</translation>
    </message>
    <message>
        <source>One block more with {0} registers a thread instead of {1}.</source>
        <translation>每线程用 {0} 个寄存器而非 {1} 个，可多容纳一个线程块。</translation>
    </message>
    <message>
        <source>One block more with {0} bytes of shared memory instead of {1}.</source>
        <translation>共享内存用 {0} 字节而非 {1} 字节，可多容纳一个线程块。</translation>
    </message>
    <message>
        <source>{0} warps instead of {1} with blocks of {2} threads, everything else as it is.</source>
        <translation>线程块为 {2} 个线程、其余不变时，有 {0} 个线程束而非 {1} 个。</translation>
    </message>
    <message>
        <source>No single one of registers, shared memory and block size makes room for more.</source>
        <translation>单独改变寄存器、共享内存或线程块大小都腾不出更多空间。</translation>
    </message>
    <message>
        <source>computed by the rules of compute capability {0} ({1})</source>
        <translation>按计算能力 {0} 的规则计算（{1}）</translation>
    </message>
    <message>
        <source>; registers: of its machine code for {0}</source>
        <translation>；寄存器：来自为 {0} 编译的机器码</translation>
    </message>
    <message>
        <source>threads of a block</source>
        <translation>每线程块的线程</translation>
    </message>
    <message>
        <source>registers of a thread</source>
        <translation>每线程的寄存器</translation>
    </message>
    <message>
        <source>shared memory of a block</source>
        <translation>每线程块的共享内存</translation>
    </message>
    <message>
        <source>Nothing that was counted is exact enough to be a limit; the longest estimate is {0}: {1}.</source>
        <translation>计数都不够精确，不能作为上限；最长的估计是{0}：{1}。</translation>
    </message>
    <message>
        <source>At least {0} go to {1}. No time of this launch is recorded; it is estimated at {2} ms.</source>
        <translation>至少 {0} 用于{1}。没有记录此启动的时间；估计为 {2} ms。</translation>
    </message>
    <message>
        <source>At least {0} go to {1}. No time of this launch is recorded.</source>
        <translation>至少 {0} 用于{1}。没有记录此启动的时间。</translation>
    </message>
    <message>
        <source>Of {0} ms, at least {1} go to {2}: {3}.</source>
        <translation>{0} ms 中至少 {1} 用于{2}：{3}。</translation>
    </message>
    <message>
        <source> The rest is latency, or resources that take turns.</source>
        <translation>其余是延迟，或轮流工作的资源。</translation>
    </message>
    <message>
        <source>Computing what each resource alone would take …</source>
        <translation>正在计算各资源单独所需的时间 …</translation>
    </message>
    <message>
        <source>; the value is {0}.</source>
        <translation>；值为 {0}。</translation>
    </message>
    <message>
        <source>Lane {0} of warp {1} has no thread: the block ends before it.</source>
        <translation>线程束 {1} 的通道 {0} 没有线程：线程块在它之前就结束了。</translation>
    </message>
    <message>
        <source>Lane {0} of warp {1}, thread ({2}, {3}{4})</source>
        <translation>线程束 {1} 的通道 {0}，线程 ({2}, {3}{4})</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>another place</source>
        <translation>另一位置</translation>
    </message>
    <message>
        <source>, comes to {0} too, but its condition is false: it takes no part.</source>
        <translation>，也到达{0}，但条件为假：不参与。</translation>
    </message>
    <message>
        <source>, goes another way: it stands at {0} and has its turn later.</source>
        <translation>，走另一条路：停在{0}，稍后轮到它。</translation>
    </message>
    <message>
        <source>, has arrived at {0} and waits there for the others.</source>
        <translation>，已到达{0}，在那里等待其他通道。</translation>
    </message>
    <message>
        <source>, stands at the barrier of the block.</source>
        <translation>，停在线程块的屏障处。</translation>
    </message>
    <message>
        <source>, has ended.</source>
        <translation>，已结束。</translation>
    </message>
    <message>
        <source>there is no step %1: the last of %2 is %3, so write --steps 1..%3 or a part of it</source>
        <translation>没有第 %1 步：%2 的最后一步是 %3，请写 --steps 1..%3 或其一部分</translation>
    </message>
    <message>
        <source>%1 steps are too many, %2 go into one file: write a shorter range, or larger steps (--by tile)</source>
        <translation>%1 步太多，一个文件最多 %2 步：请写更短的范围或更大的步（--by tile）</translation>
    </message>
    <message>
        <source>, wavefront %1 of %2</source>
        <translation>，波前 %1 / %2</translation>
    </message>
    <message>
        <source>tile %1 of %2, %3</source>
        <translation>分块 %1 / %2，%3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no range of steps: write --steps 3..7, 3.. or ..7, counted from 1</source>
        <translation>“%1”不是步的范围：请写 --steps 3..7、3.. 或 ..7，从 1 起</translation>
    </message>
    <message>
        <source>there are no steps by &apos;%1&apos;: write --by wavefront, instruction, access, tile or barrier</source>
        <translation>没有按“%1”的步：请写 --by wavefront、instruction、access、tile 或 barrier</translation>
    </message>
    <message>
        <source>this block</source>
        <translation>该线程块</translation>
    </message>
    <message>
        <source>a chart has no steps: leave page= out of the link, or leave out --steps</source>
        <translation>图表没有步：请从链接去掉 page=，或去掉 --steps</translation>
    </message>
    <message>
        <source>the difference of two sources has no steps: leave page= out of the link</source>
        <translation>两份源代码的差异没有步：请从链接去掉 page=</translation>
    </message>
    <message>
        <source>%1 has no steps: no warp of it can be looked at</source>
        <translation>%1 没有步：看不到它的线程束</translation>
    </message>
    <message>
        <source>there is no lecture &apos;%1&apos;%2: `warplens-cli lessons` lists them</source>
        <translation>没有讲座“%1”%2：`warplens-cli lessons` 会列出它们</translation>
    </message>
    <message>
        <source>there is no lesson &apos;%1&apos;%2: `warplens-cli lessons` lists them</source>
        <translation>没有课“%1”%2：`warplens-cli lessons` 会列出它们</translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1，%2 / %3</translation>
    </message>
    <message>
        <source>cannot write %1: there is no folder %2</source>
        <translation>无法写入 %1：没有文件夹 %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not tell its format: end it with .mp4, .gif, .pdf, .png or .svg</source>
        <translation>“%1”没有说明格式：请以 .mp4、.gif、.pdf、.png 或 .svg 结尾</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no scale: write --scale 1 for 1280×720 pixels, 1.5 or 2</source>
        <translation>“%1”不是比例：请写 --scale 1（1280×720 像素）、1.5 或 2</translation>
    </message>
    <message>
        <source>write: warplens export --steps 3..7 --at LINK --out FILE, or --lesson NAME or --lecture NAME in place of --at</source>
        <translation>请写：warplens export --steps 3..7 --at 链接 --out 文件，或以 --lesson 名称、--lecture 名称代替 --at</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is too much: %2</source>
        <translation>“%1”多余：%2</translation>
    </message>
    <message>
        <source>steps of what? One of them; %1</source>
        <translation>什么的步？其中之一；%1</translation>
    </message>
    <message>
        <source>--by is for the steps of a stage: a lesson has its own</source>
        <translation>--by 用于阶段的步：课有自己的步</translation>
    </message>
    <message>
        <source>where to? Write --out FILE, which ends with .mp4, .gif, .pdf, .png or .svg</source>
        <translation>写到哪里？请写以 .mp4、.gif、.pdf、.png 或 .svg 结尾的 --out 文件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time for a step: write --seconds and a number from 0.25 to 60</source>
        <translation>“%1”不是一步的时间：请写 --seconds 和 0.25 到 60 的数</translation>
    </message>
    <message>
        <source>wrote %1 files, %2 to %3</source>
        <translation>已写入 %1 个文件，从 %2 到 %3</translation>
    </message>
    <message>
        <source>stopped: nothing was written</source>
        <translation>已停止：没有写入任何内容</translation>
    </message>
    <message>
        <source>busy {0} %</source>
        <translation>忙碌时间占 {0} %</translation>
    </message>
    <message>
        <source>{0} of {1} multiprocessors</source>
        <translation>{1} 个多处理器中的 {0} 个</translation>
    </message>
    <message numerus="yes">
        <source>{0} multiprocessor(s)</source>
        <translation>
            <numerusform>{0} 个多处理器</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} on {1}, up to {2} at a time on each: {3} of {4} µs.</source>
        <translation>{0}，使用 {1}，每个最多同时容纳 {2} 个：在 {4} µs 中{3}。</translation>
    </message>
    <message>
        <source>{0} on {1}: {2} of {3} µs.</source>
        <translation>{0}，使用 {1}：在 {3} µs 中{2}。</translation>
    </message>
    <message>
        <source> The last one begins at {0} µs: from then on no block waits, and multiprocessors run out of work.</source>
        <translation> 最后一个在 {0} µs 开始：此后再没有等待的线程块，多处理器陆续无事可做。</translation>
    </message>
    <message numerus="yes">
        <source>{0} transaction(s)</source>
        <translation>
            <numerusform>{0} 个事务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (moves|move) {1} bytes, all of them used.</source>
        <translation>
            <numerusform>{0}移动 {1} 字节，全部被使用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (moves|move) {1} bytes, {2} of them used.</source>
        <translation>
            <numerusform>{0}移动 {1} 字节，其中 {2} 字节被使用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (moves|move) {1} bytes, {2} of them written.</source>
        <translation>
            <numerusform>{0}移动 {1} 字节，其中 {2} 字节被写入。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} word(s)</source>
        <translation>
            <numerusform>{0} 个字</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, measured on {1}, {2}, with the clock&apos;s own instructions in the kernel</source>
        <translation>{0}，在 {1} 上测量，{2}，核函数中带有计时指令</translation>
    </message>
    <message>
        <source>Where and when the blocks of this kernel run was not recorded. On a machine with a GPU, warplens-cli blocks measures it.</source>
        <translation>没有记录该核函数的线程块在何处、何时运行。在有 GPU 的机器上可用 warplens-cli blocks 测量。</translation>
    </message>
    <message>
        <source>Blocks of {0} were not recorded; these are those of {1}. </source>
        <translation>没有记录 {0} 的线程块；这里是 {1} 的。</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no expression of lane: {1}</source>
        <translation>“{0}”不是 lane 的表达式：{1}</translation>
    </message>
    <message>
        <source>lane {0} is led out of the tile: its elements are 0 to {1}</source>
        <translation>通道 {0} 超出了分块：其元素为 0 到 {1}</translation>
    </message>
    <message>
        <source>The textbook XOR on a transpose of 16×32</source>
        <translation>教科书式异或用于 16×32 转置</translation>
    </message>
    <message>
        <source>XOR by the row&apos;s number leaves a conflict of two ways in every read of two columns.</source>
        <translation>与行号异或后，每次读取两列仍有两路冲突。</translation>
    </message>
    <message>
        <source>The same with the algorithm of Linear Layouts (arXiv 2505.23819)</source>
        <translation>同样的情形，用 Linear Layouts 的算法（arXiv 2505.23819）</translation>
    </message>
    <message>
        <source>XOR by twice the row&apos;s number has no conflict in either direction.</source>
        <translation>与行号的两倍异或，两个方向都没有冲突。</translation>
    </message>
    <message>
        <source>CuTe&apos;s Swizzle&lt;5, 0, 5&gt; on a column</source>
        <translation>CuTe 的 Swizzle&lt;5, 0, 5&gt; 用于一列</translation>
    </message>
    <message>
        <source>A column of rows of 32 words has no conflict with it.</source>
        <translation>行长 32 个字时，列访问没有冲突。</translation>
    </message>
    <message>
        <source>CuTe&apos;s Swizzle&lt;3, 0, 5&gt; on a column</source>
        <translation>CuTe 的 Swizzle&lt;3, 0, 5&gt; 用于一列</translation>
    </message>
    <message>
        <source>Three bits are too few for a column: a conflict of four ways.</source>
        <translation>三位对一列来说太少：四路冲突。</translation>
    </message>
    <message>
        <source>CuTe&apos;s Swizzle&lt;2, 0, 5&gt; on a column</source>
        <translation>CuTe 的 Swizzle&lt;2, 0, 5&gt; 用于一列</translation>
    </message>
    <message>
        <source>Two bits: a conflict of eight ways.</source>
        <translation>两位：八路冲突。</translation>
    </message>
    <message>
        <source>One word of padding</source>
        <translation>填充一个字</translation>
    </message>
    <message>
        <source>Rows of 33 words have no conflict in a column.</source>
        <translation>行长 33 个字时列访问没有冲突。</translation>
    </message>
    <message>
        <source>ldmatrix, rows of 64 halves as they are</source>
        <translation>ldmatrix，行长 64 个 half，原样</translation>
    </message>
    <message>
        <source>All eight rows of a matrix lie in the same banks: a conflict of eight ways.</source>
        <translation>矩阵的八行都落在相同的存储体：八路冲突。</translation>
    </message>
    <message>
        <source>ldmatrix, groups of eight halves XORed with the row</source>
        <translation>ldmatrix，每八个 half 一组，与行异或</translation>
    </message>
    <message>
        <source>XOR of row mod 8 with the group&apos;s number has no conflict.</source>
        <translation>行号模 8 与组号异或，没有冲突。</translation>
    </message>
    <message>
        <source>L1 tags</source>
        <translation>L1 标签</translation>
    </message>
    <message>
        <source>L1 wavefronts</source>
        <translation>L1 波前</translation>
    </message>
    <message>
        <source>instructions of warps</source>
        <translation>线程束指令</translation>
    </message>
    <message>
        <source>instructions of warps a clock</source>
        <translation>线程束指令/时钟</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>wavefronts a clock</source>
        <translation>波前/时钟</translation>
    </message>
    <message>
        <source>fours of lines</source>
        <translation>四行组</translation>
    </message>
    <message>
        <source>fours of lines a clock</source>
        <translation>四行组/时钟</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>sectors a clock</source>
        <translation>扇区/时钟</translation>
    </message>
    <message>
        <source>cycles of a warp alone</source>
        <translation>单独一个线程束的周期</translation>
    </message>
    <message>
        <source>blocks after one another in each place</source>
        <translation>每个位置上先后执行的线程块</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>quoted</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>each row from another column</source>
        <translation>每一行取自不同的列</translation>
    </message>
    <message>
        <source>Following the warps of a multiprocessor …</source>
        <translation>正在跟踪一个多处理器的线程束 …</translation>
    </message>
    <message>
        <source>What warps do in time cannot be told: {0}.</source>
        <translation>无法说明线程束随时间做什么：{0}。</translation>
    </message>
    <message>
        <source>What warps do in time cannot be told: no GPU is calibrated.</source>
        <translation>无法说明线程束随时间做什么：没有经过校准的 GPU。</translation>
    </message>
    <message>
        <source>The first {0} clocks of a multiprocessor with {1}: instructions are issued in {2} of its schedulers&apos; clocks.</source>
        <translation>一个多处理器（{1}）的前 {0} 个时钟：其调度器在 {2} 的时钟里发射指令。</translation>
    </message>
    <message>
        <source> In {0} of the time a place has no warp.</source>
        <translation> 在 {0} 的时间里，位置上没有线程束。</translation>
    </message>
    <message>
        <source>{0}: modelled, for {1}; what it estimates is {2} ms</source>
        <translation>{0}：模型结果，针对 {1}；估计时间为 {2} ms</translation>
    </message>
    <message>
        <source>warp {0} of the block in place {1}</source>
        <translation>位置 {1} 上线程块的线程束 {0}</translation>
    </message>
    <message>
        <source>{0}, clock {1}: {2} is issued</source>
        <translation>{0}，时钟 {1}：发射 {2}</translation>
    </message>
    <message>
        <source>{0}, clocks {1} to {2}: waits before {3} ({4})</source>
        <translation>{0}，时钟 {1} 到 {2}：在 {3} 之前等待（{4}）</translation>
    </message>
    <message>
        <source>The blocks are shown when what binds the launch is computed …</source>
        <translation>算出限制这次启动的因素后，就会显示线程块 …</translation>
    </message>
    <message>
        <source>Several lanes want the same words. Here {0}.</source>
        <translation>有几个通道要相同的字。这里{0}。</translation>
    </message>
    <message>
        <source>one word a step goes to more than one lane</source>
        <translation>一步只有一个字送给多个通道</translation>
    </message>
    <message>
        <source>Several lanes write the same words. Here {0}.</source>
        <translation>有几个通道写相同的字。这里{0}。</translation>
    </message>
    <message>
        <source>they come in turn</source>
        <translation>它们依次进行</translation>
    </message>
    <message>
        <source>with %1, of %2 times as many stores, it would be</source>
        <translation>若 %1，写入次数为 %2 倍，则为</translation>
    </message>
    <message>
        <source>with %1, of %2 times as many loads, it would be</source>
        <translation>若 %1，读取次数为 %2 倍，则为</translation>
    </message>
    <message>
        <source>PTX line {0}, {1}, of line {2} of the source.</source>
        <translation>PTX 第 {0} 行，{1}，来自源代码第 {2} 行。</translation>
    </message>
    <message>
        <source>PTX line {0}, {1}: the compiler gave it no line of the source.</source>
        <translation>PTX 第 {0} 行，{1}：编译器没有给出对应的源代码行。</translation>
    </message>
    <message numerus="yes">
        <source>Line {1}: {0} PTX instruction(s), no request to memory in this block.</source>
        <translation>
            <numerusform>第 {1} 行：{0} 条 PTX 指令，在此线程块中没有访存请求。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is {0} PTX instruction(s).</source>
        <translation>
            <numerusform>共 {0} 条 PTX 指令。</numerusform>
        </translation>
    </message>
    <message>
        <source>, copies into {0} in bank {1}: one of {2} wavefronts, which is not known.</source>
        <translation>，复制到 {0}，位于存储体 {1}：{2} 个波前中的一个，具体是哪个未知。</translation>
    </message>
    <message>
        <source>{0} bytes moved</source>
        <translation>搬运 {0} 字节</translation>
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
            <numerusform>{0}更改 {2} 的 {1}：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) the same element of {1}: {2}.</source>
        <translation>
            <numerusform>{0}更改 {1} 的同一个元素：{2}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (changes|change) elements in {1} of {2}. {3} move {4} bytes for {5} that are changed.</source>
        <translation>
            <numerusform>{0}更改 {2} 的 {1}中的元素。{3}搬运 {4} 字节，只更改 {5} 字节。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}, all of (it|them) written.</source>
        <translation>
            <numerusform>{0}，全部写入。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} of {2} bytes written.</source>
        <translation>{0}，{2} 字节中写入 {1} 字节。</translation>
    </message>
    <message numerus="yes">
        <source>{0} (moves|move) {1} bytes, all of them written.</source>
        <translation>
            <numerusform>{0}移动 {1} 字节，全部被写入。</numerusform>
        </translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>stop %1 of %2, %3</source>
        <translation>第 %1 站，共 %2 站，%3</translation>
    </message>
    <message>
        <source>block in each place</source>
        <translation>每个位置上的线程块</translation>
    </message>
    <message>
        <source>About {0} go to {1}, as estimated; at least {2} to {3}.</source>
        <translation>据估计，约 {0} 用于{1}；至少 {2} 用于{3}。</translation>
    </message>
    <message>
        <source> No time of this launch is recorded; it is estimated at {0} ms.</source>
        <translation>没有记录此启动的时间；估计为 {0} ms。</translation>
    </message>
    <message>
        <source>{0} at 0x{1:x}: </source>
        <translation>0x{1:x} 处的 {0}：</translation>
    </message>
    <message>
        <source>32 bytes at 0x{0:x}</source>
        <translation>0x{0:x} 处的 32 字节</translation>
    </message>
    <message>
        <source>; not asked for yet.</source>
        <translation>；尚未请求。</translation>
    </message>
    <message numerus="yes">
        <source>; asked for by (one request|{0} requests) so far.</source>
        <translation>
            <numerusform>；至今有 {0} 个请求。</numerusform>
        </translation>
    </message>
    <message>
        <source>tensor products</source>
        <translation>张量乘积</translation>
    </message>
    <message>
        <source>other arithmetic</source>
        <translation>其他运算</translation>
    </message>
    <message>
        <source>local memory</source>
        <translation>局部内存</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>integers, addresses</source>
        <translation>整数、地址</translation>
    </message>
    <message>
        <source>control</source>
        <translation>控制</translation>
    </message>
    <message>
        <source>tensor cores</source>
        <translation>张量核心</translation>
    </message>
    <message>
        <source>multiply-adds</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>multiply-adds a clock</source>
        <translation>每周期乘加</translation>
    </message>
    <message>
        <source>asked by lanes</source>
        <translation>线程请求</translation>
    </message>
    <message>
        <source>sectors of L1</source>
        <translation>L1 扇区</translation>
    </message>
    <message>
        <source>between L1 and L2</source>
        <translation>L1 与 L2 之间</translation>
    </message>
    <message>
        <source>--at draws what its link shows: leave out &apos;%1&apos;</source>
        <translation>--at 画的是链接所显示的内容：请去掉“%1”</translation>
    </message>
    <message numerus="yes">
        <source>{1}: {2} rows of {0} word(s)</source>
        <translation>
            <numerusform>{1}：{2} 行，每行 {0} 个字</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A row is {0} word(s) long: every row begins in the same bank, but this request takes {1}.</source>
        <translation>
            <numerusform>一行长 {0} 个字：每行都从同一个存储体开始，但这个请求{1}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A row is {0} word(s) long: every row begins in {1}, so a column is one bank.</source>
        <translation>
            <numerusform>一行长 {0} 个字：每行都从{1}开始，所以一列就是一个存储体。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A row is {0} word(s) long: every row begins {1}.</source>
        <translation>
            <numerusform>一行长 {0} 个字：每行的起点比上一行{1}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} byte(s) wanted, {1}</source>
        <translation>
            <numerusform>需要 {0} 字节，{1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} byte(s) written, {1}</source>
        <translation>
            <numerusform>写入 {0} 字节，{1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, reads {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.</source>
        <translation>
            <numerusform>，读取 0x{2:x} 处的 {1}：缓存行 0x{4:x} 的扇区 {3} 中的 {0} 字节。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, writes {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.</source>
        <translation>
            <numerusform>，写入 0x{2:x} 处的 {1}：缓存行 0x{4:x} 的扇区 {3} 中的 {0} 字节。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, changes {1} at 0x{2:x}: {0} byte(s) of sector {3} of line 0x{4:x}.</source>
        <translation>
            <numerusform>，更改 0x{2:x} 处的 {1}：缓存行 0x{4:x} 的扇区 {3} 中的 {0} 字节。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> {0} request(s) to global memory, sectors per request: {1:.3g} (ideal {2:.3g});</source>
        <translation>
            <numerusform> {0} 个全局内存请求，每个 {1:.3g} 个扇区（理想 {2:.3g}）;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> {0} request(s) to global memory, bytes moved per request: {1:.4g} (ideal {2:.4g});</source>
        <translation>
            <numerusform> {0} 个全局内存请求，每个搬运 {1:.4g} 字节（理想 {2:.4g}）;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> {0} load(s) from shared memory, wavefronts per load: {1:.3g} (ideal {2:.3g});</source>
        <translation>
            <numerusform> {0} 次共享内存读取，每次 {1:.3g} 个波前（理想 {2:.3g}）;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> {0} store(s) to shared memory, wavefronts per store: {1:.3g} (ideal {2:.3g});</source>
        <translation>
            <numerusform> {0} 次共享内存写入，每次 {1:.3g} 个波前（理想 {2:.3g}）;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(The only warp has|All {0} warps have) come to the barrier: {1}.</source>
        <translation>
            <numerusform>全部 {0} 个线程束都已到达屏障：{1}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Warp {0} waits at the barrier: {1} of {2} warps (has|have) come.</source>
        <translation>
            <numerusform>线程束 {0} 在屏障处等待：{2} 个线程束中已到 {1} 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>--%1 has two values, &apos;%2&apos; and &apos;%3&apos;: leave out one of them</source>
        <translation>--%1 有两个值，“%2”和“%3”：去掉其中一个</translation>
    </message>
    <message numerus="yes">
        <source>{0} (reaches|reach) the shared memory of another block, which takes no wavefront here.</source>
        <translation>
            <numerusform>{0}访问另一个线程块的共享内存，这里不需要任何 wavefront。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::AddressesView</name>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>no request yet</source>
        <translation>还没有请求</translation>
    </message>
    <message>
        <source> · line %1</source>
        <translation> · 第 %1 行</translation>
    </message>
    <message>
        <source>last: </source>
        <translation>上一个：</translation>
    </message>
    <message>
        <source>%1; below: how many words this request wants from each bank</source>
        <translation>%1；下方：该请求要从每个存储体取多少个字</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s), one after the other</source>
        <translation>
            <numerusform>%n 个字，逐个处理</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n 个字</numerusform>
        </translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <source>%1 wasted</source>
        <translation>浪费 %1</translation>
    </message>
    <message>
        <source> instead of %1</source>
        <translation>，而非 %1</translation>
    </message>
    <message numerus="yes">
        <source>sector(s)</source>
        <translation>
            <numerusform>扇区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>line(s)</source>
        <translation>
            <numerusform>缓存行</numerusform>
        </translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>搬运的字节</translation>
    </message>
    <message>
        <source>This GPU moves more than the sectors that are drawn: the figures count all.</source>
        <translation>这种 GPU 搬运的多于画出的扇区：数字包括全部。</translation>
    </message>
    <message>
        <source>%1 not asked for</source>
        <translation>%1 未被请求</translation>
    </message>
    <message>
        <source>%1 not written</source>
        <translation>%1 未写入</translation>
    </message>
    <message numerus="yes">
        <source>transaction(s)</source>
        <translation>
            <numerusform>事务</numerusform>
        </translation>
    </message>
    <message>
        <source>bytes used: %1</source>
        <translation>用到 %1 字节</translation>
    </message>
    <message>
        <source>bytes written: %1</source>
        <translation>写入 %1 字节</translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s)</source>
        <translation>
            <numerusform>还有 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::AnswerPicture</name>
    <message numerus="yes">
        <source>%n wavefront(s)</source>
        <translation>
            <numerusform>%n 个波前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sector(s)</source>
        <translation>
            <numerusform>%n 个扇区</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, at best %2</source>
        <translation>%1，最少 %2</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message numerus="yes">
        <source>your answer: %n bank(s)</source>
        <translation>
            <numerusform>你的答案：%n 个存储体</numerusform>
        </translation>
    </message>
    <message>
        <source>counted: %1</source>
        <translation>实际计数：%1</translation>
    </message>
    <message>
        <source>your answer: %1</source>
        <translation>你的答案：%1</translation>
    </message>
    <message>
        <source>your order, each as long as it takes</source>
        <translation>你的顺序，长度表示时间</translation>
    </message>
</context>
<context>
    <name>warplens::app::Answering</name>
    <message>
        <source>&amp;Keep my answers in …</source>
        <translation>将我的答案保存到(&amp;K)…</translation>
    </message>
    <message>
        <source>Keep my answers in</source>
        <translation>将我的答案保存到</translation>
    </message>
    <message>
        <source>Answers (*.jsonl)</source>
        <translation>答案 (*.jsonl)</translation>
    </message>
    <message>
        <source>Answers are kept in %1.</source>
        <translation>答案保存在 %1。</translation>
    </message>
    <message>
        <source>%1 of its lines cannot be read and stay as they are: %2</source>
        <translation>有 %1 行无法读取，保持原样：%2</translation>
    </message>
    <message>
        <source>Another file …</source>
        <translation>另选文件…</translation>
    </message>
</context>
<context>
    <name>warplens::app::Appearance</name>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;High contrast, dark</source>
        <translation>高对比度，深色(&amp;H)</translation>
    </message>
    <message>
        <source>H&amp;igh contrast, light</source>
        <translation>高对比度，浅色(&amp;I)</translation>
    </message>
    <message>
        <source>Follow the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Dark or light</source>
        <translation>深色或浅色</translation>
    </message>
    <message>
        <source>Reduce &amp;motion</source>
        <translation>减少动画(&amp;M)</translation>
    </message>
    <message>
        <source>La&amp;rger</source>
        <translation>放大(&amp;R)</translation>
    </message>
    <message>
        <source>S&amp;maller</source>
        <translation>缩小(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Normal size</source>
        <translation>正常大小(&amp;N)</translation>
    </message>
</context>
<context>
    <name>warplens::app::BanksView</name>
    <message>
        <source>Shared memory banks</source>
        <translation>共享内存的存储体</translation>
    </message>
    <message>
        <source>no request to shared memory yet</source>
        <translation>还没有对共享内存的请求</translation>
    </message>
    <message>
        <source> · wavefront %1 of %2</source>
        <translation> · 波前 %1 / %2</translation>
    </message>
    <message>
        <source>last: </source>
        <translation>上一个：</translation>
    </message>
    <message>
        <source>lane %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>one column for each bank; the first request will fall in here</source>
        <translation>每个存储体一列；第一个请求将落在这里</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n 个字</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> of %n bank(s)</source>
        <translation>
            <numerusform>，来自 %n 个存储体</numerusform>
        </translation>
    </message>
    <message>
        <source>, in more than one wavefront</source>
        <translation>，需要多于一个波前</translation>
    </message>
    <message>
        <source>; numbers are lanes</source>
        <translation>；数字是通道</translation>
    </message>
    <message numerus="yes">
        <source>; %n more wavefront(s) above or below</source>
        <translation>
            <numerusform>；上方或下方还有 %n 个波前</numerusform>
        </translation>
    </message>
    <message>
        <source>wavefronts of this request: %1, without conflicts %2</source>
        <translation>该请求的波前：%1，无冲突时 %2</translation>
    </message>
    <message numerus="yes">
        <source>wavefront(s) for %1</source>
        <translation>
            <numerusform>个波前，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>, half-warp %1</source>
        <translation>，半线程束 %1</translation>
    </message>
    <message>
        <source>half-warp %1</source>
        <translation>半线程束 %1</translation>
    </message>
    <message>
        <source>wavefronts of half-warp 0: %1, of half-warp 1: %2; together without conflicts %3</source>
        <translation>半线程束 0 的波前：%1，半线程束 1 的：%2；无冲突时共 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s)</source>
        <translation>
            <numerusform>%n 个通道</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n more wavefront(s) below</source>
        <translation>
            <numerusform>；下方还有 %n 个波前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n more wavefront(s) above</source>
        <translation>
            <numerusform>；上方还有 %n 个波前</numerusform>
        </translation>
    </message>
    <message>
        <source>; which wavefront brings which is not known</source>
        <translation>；哪个波前送来哪个字不得而知</translation>
    </message>
</context>
<context>
    <name>warplens::app::Beginning</name>
    <message>
        <source>No CUDA compiler was found: the stages that come with Warplens are shown as they were compiled for compute capability 9.0.</source>
        <translation>找不到 CUDA 编译器：Warplens 自带的阶段按为计算能力 9.0 编译的样子显示。</translation>
    </message>
    <message>
        <source>… `warplens-cli pack check` tells all %1.</source>
        <translation>… `warplens-cli pack check` 列出全部 %1 个。</translation>
    </message>
</context>
<context>
    <name>warplens::app::BlackScreen</name>
    <message>
        <source>Black screen; any key takes it away</source>
        <translation>黑屏；按任意键恢复</translation>
    </message>
</context>
<context>
    <name>warplens::app::BlocksView</name>
    <message>
        <source>Blocks in time</source>
        <translation>线程块的时间分布</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>multiprocessors, with %1 places each</source>
        <translation>多处理器，每个有 %1 个位置</translation>
    </message>
    <message>
        <source>multiprocessors</source>
        <translation>多处理器</translation>
    </message>
</context>
<context>
    <name>warplens::app::ChallengePane</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All challenges (F9)</source>
        <translation>所有挑战（F9）</translation>
    </message>
    <message>
        <source>Close the challenge</source>
        <translation>关闭挑战</translation>
    </message>
    <message>
        <source>Challenges</source>
        <translation>挑战</translation>
    </message>
    <message>
        <source>The challenge before</source>
        <translation>上一个挑战</translation>
    </message>
    <message>
        <source>Next ›</source>
        <translation>下一个 ›</translation>
    </message>
    <message>
        <source>The next challenge (Ctrl+F9)</source>
        <translation>下一个挑战（Ctrl+F9）</translation>
    </message>
    <message>
        <source>Tell one more hint (Shift+F9)</source>
        <translation>再给一个提示（Shift+F9）</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>The kernel as it is given; Ctrl+Z brings back what you wrote</source>
        <translation>最初给出的核函数；Ctrl+Z 恢复你写的内容</translation>
    </message>
    <message>
        <source>Back to the kernel</source>
        <translation>回到核函数</translation>
    </message>
    <message>
        <source>To the kernel of this challenge</source>
        <translation>到该挑战的核函数</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>难度 %1</translation>
    </message>
    <message>
        <source>%1, solved</source>
        <translation>%1，已解决</translation>
    </message>
    <message>
        <source>Challenges · %1 of %2 solved</source>
        <translation>挑战 · 已解决 %1 / %2</translation>
    </message>
    <message>
        <source>Challenge %1 of %2 · level %3</source>
        <translation>挑战 %1 / %2 · 难度 %3</translation>
    </message>
    <message>
        <source>Judging …</source>
        <translation>正在评判 …</translation>
    </message>
    <message>
        <source>All goals are met.</source>
        <translation>所有目标都已达成。</translation>
    </message>
    <message>
        <source>%1 of %2 goals are met.</source>
        <translation>已达成目标 %1 / %2。</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>not judged: %1</source>
        <translation>未评判：%1</translation>
    </message>
    <message>
        <source>being judged: %1</source>
        <translation>正在评判：%1</translation>
    </message>
    <message>
        <source>met: %1; %2</source>
        <translation>已达成：%1；%2</translation>
    </message>
    <message>
        <source>not met: %1; %2</source>
        <translation>未达成：%1；%2</translation>
    </message>
    <message>
        <source>Hint %1: %2</source>
        <translation>提示 %1：%2</translation>
    </message>
    <message>
        <source>Hint %1 of %2</source>
        <translation>提示 %1 / %2</translation>
    </message>
</context>
<context>
    <name>warplens::app::Challenging</name>
    <message>
        <source>C&amp;hallenges</source>
        <translation>挑战(&amp;H)</translation>
    </message>
    <message>
        <source>A &amp;hint for the challenge</source>
        <translation>挑战的提示(&amp;H)</translation>
    </message>
    <message>
        <source>Ne&amp;xt challenge</source>
        <translation>下一个挑战(&amp;X)</translation>
    </message>
    <message>
        <source>Challenge: %1</source>
        <translation>挑战：%1</translation>
    </message>
    <message>
        <source>There is no challenge &apos;%1&apos;%2</source>
        <translation>没有挑战“%1”%2</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>不能写入 %1：%2</translation>
    </message>
    <message>
        <source>No challenge is open: F9 lists them.</source>
        <translation>没有打开挑战：F9 列出它们。</translation>
    </message>
    <message>
        <source>This is the last challenge.</source>
        <translation>这是最后一个挑战。</translation>
    </message>
    <message>
        <source>This is the first challenge.</source>
        <translation>这是第一个挑战。</translation>
    </message>
</context>
<context>
    <name>warplens::app::ChartsPage</name>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation>图表：%1</translation>
    </message>
    <message>
        <source>L2 flushed</source>
        <translation>清空 L2</translation>
    </message>
    <message>
        <source>Times with L2 overwritten before each launch</source>
        <translation>每次启动前覆盖 L2 的时间</translation>
    </message>
    <message>
        <source>Times of launches before which L2 was overwritten; otherwise L2 has what the launch before left there (Shift+L)</source>
        <translation>启动前 L2 已被覆盖的时间；否则 L2 保留上次启动留下的内容（Shift+L）</translation>
    </message>
    <message>
        <source>Charts: %1</source>
        <translation>图表组：%1</translation>
    </message>
    <message>
        <source>All variants</source>
        <translation>所有变体</translation>
    </message>
    <message>
        <source>Every variant of every stage; otherwise the standard one of each, and all of the shown stage</source>
        <translation>每个阶段的每个变体；否则为各阶段的标准变体和当前阶段的全部变体</translation>
    </message>
</context>
<context>
    <name>warplens::app::Comparing</name>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>compare with …</source>
        <translation>与 … 比较</translation>
    </message>
    <message>
        <source>There is nothing to compare this with.</source>
        <translation>没有可与之比较的内容。</translation>
    </message>
    <message>
        <source>%1, as it is saved</source>
        <translation>%1，保存时的样子</translation>
    </message>
    <message>
        <source>as it is now</source>
        <translation>现在的样子</translation>
    </message>
    <message>
        <source>There is no stage before this one: compare it with another (C).</source>
        <translation>此阶段之前没有阶段：请与另一个比较（C）。</translation>
    </message>
    <message>
        <source>sectors per request so far</source>
        <translation>至今每请求的扇区</translation>
    </message>
    <message>
        <source>wavefronts per request so far</source>
        <translation>至今每请求的波前</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
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
        <translation>该请求搬运的字节</translation>
    </message>
    <message>
        <source>bytes moved per request so far</source>
        <translation>至今每请求搬运的字节</translation>
    </message>
    <message numerus="yes">
        <source>wavefront(s) of this request</source>
        <translation>
            <numerusform>该请求的波前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sector(s) of this request</source>
        <translation>
            <numerusform>该请求的扇区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>request(s) done</source>
        <translation>
            <numerusform>已完成的请求</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::Constructing</name>
    <message>
        <source>Copied %1</source>
        <translation>已复制 %1</translation>
    </message>
    <message>
        <source>C&amp;onstruct a layout, and search for one</source>
        <translation>构造布局并搜索(&amp;O)</translation>
    </message>
</context>
<context>
    <name>warplens::app::Consulting</name>
    <message>
        <source>&amp;Handbook</source>
        <translation>手册(&amp;H)</translation>
    </message>
    <message>
        <source>Handbook: %1</source>
        <translation>手册：%1</translation>
    </message>
</context>
<context>
    <name>warplens::app::CountsView</name>
    <message>
        <source>Counts</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>%1: so far %2, model %3, hardware %4</source>
        <translation>%1：至今 %2，模型 %3，硬件 %4</translation>
    </message>
    <message>
        <source>block so far</source>
        <translation>线程块至今</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>
ncu: %1</source>
        <translation>
ncu：%1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more row(s), for which there is no room</source>
        <translation>
            <numerusform>还有 %n 行放不下</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::CyclesView</name>
    <message>
        <source>Warps in cycles</source>
        <translation>线程束的时钟周期</translation>
    </message>
</context>
<context>
    <name>warplens::app::Defining</name>
    <message>
        <source>%1: %2 (A click shows it.)</source>
        <translation>%1：%2（点击可查看。）</translation>
    </message>
</context>
<context>
    <name>warplens::app::Diagnosing</name>
    <message>
        <source>%1 The pictures show the last version that ran.</source>
        <translation>%1 图片显示最后能运行的版本。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假如</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>This block does more than %1 requests: the picture ends there.</source>
        <translation>此线程块的请求多于 %1 个：图片到此为止。</translation>
    </message>
    <message>
        <source>The whole launch is still being looked at.</source>
        <translation>仍在检查整个启动。</translation>
    </message>
    <message>
        <source>Nothing was found that one statement in this source would order.</source>
        <translation>没有发现能由此源代码中一条语句理顺的问题。</translation>
    </message>
    <message numerus="yes">
        <source>With %1 in front of line %2 there (is|are) %3 mistake(s) instead of %4.</source>
        <translation>
            <numerusform>在第 %2 行前加 %1 后，错误为 %3 个，原为 %4 个。</numerusform>
        </translation>
    </message>
    <message>
        <source> Ctrl+Z takes it out again.</source>
        <translation> Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Line %1: %2. This hangs on a guess (%3), and may be its fault alone.</source>
        <translation>第 %1 行：%2。这取决于一个猜测的值（%3），可能只是它造成的。</translation>
    </message>
    <message>
        <source>%1; events in this block: %2.</source>
        <translation>%1；此线程块中 %2 个事件。</translation>
    </message>
    <message>
        <source>%1 in %2 ms; events in this block: %3.</source>
        <translation>%1，用时 %2 ms；此线程块中 %3 个事件。</translation>
    </message>
</context>
<context>
    <name>warplens::app::DiffView</name>
    <message>
        <source>Difference of two sources</source>
        <translation>两份源代码的差异</translation>
    </message>
    <message numerus="yes">
        <source>− %n line(s) gone</source>
        <translation>
            <numerusform>− 减少 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>+ %n line(s) new</source>
        <translation>
            <numerusform>+ 新增 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::Editing</name>
    <message>
        <source>What you type cannot be kept on disk: save it before you close the window.</source>
        <translation>你输入的内容无法保存到磁盘：关闭窗口前请先保存。</translation>
    </message>
    <message>
        <source>A launch that was kept is run as its program was compiled: change the file and run the program again.</source>
        <translation>保存的启动按其程序编译时的样子运行：请修改文件并重新运行程序。</translation>
    </message>
    <message>
        <source>Editing needs a compiler: %1. Install the CUDA Toolkit (its NVRTC); stages that come with Warplens and PTX files can be looked at without it.</source>
        <translation>编辑需要编译器：%1。请安装 CUDA Toolkit（其中的 NVRTC）；Warplens 自带的阶段和 PTX 文件没有它也能查看。</translation>
    </message>
    <message>
        <source>Open a kernel</source>
        <translation>打开核函数</translation>
    </message>
    <message>
        <source>CUDA kernels (*.cu *.cuh *.ptx)</source>
        <translation>CUDA 核函数 (*.cu *.cuh *.ptx)</translation>
    </message>
    <message>
        <source>%1 has no kernel: write a function with __global__</source>
        <translation>%1 没有核函数：请写一个带 __global__ 的函数</translation>
    </message>
    <message>
        <source>A stage says itself how it is launched; a kernel of your own is opened with Ctrl+O.</source>
        <translation>阶段自己说明如何启动；用 Ctrl+O 打开你自己的核函数。</translation>
    </message>
    <message>
        <source>Save the source</source>
        <translation>保存源代码</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>不能写入 %1：%2</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>Unsaved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>%1 was changed and not saved.</source>
        <translation>%1 已修改但未保存。</translation>
    </message>
    <message>
        <source>Warplens was ended with a text that was not saved.</source>
        <translation>Warplens 结束时有未保存的文本。</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Throw it away</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>&amp;Edit the source</source>
        <translation>编辑源代码(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Reset the source</source>
        <translation>重置源代码(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save the source</source>
        <translation>保存源代码(&amp;S)</translation>
    </message>
    <message>
        <source>Save the source &amp;as …</source>
        <translation>源代码另存为(&amp;A) …</translation>
    </message>
    <message>
        <source>%1 has no kernel: PTX has one in each .entry</source>
        <translation>%1 没有内核：PTX 中每个 .entry 都是一个内核</translation>
    </message>
</context>
<context>
    <name>warplens::app::ExportProcess</name>
    <message>
        <source>the program that writes it came to an unexpected end.</source>
        <translation>负责写入的程序意外结束。</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>%1 无法启动：%2</translation>
    </message>
</context>
<context>
    <name>warplens::app::Exporting</name>
    <message>
        <source>Wrote %1.</source>
        <translation>写好了 %1。</translation>
    </message>
    <message>
        <source>There is no picture yet: wait until it is computed.</source>
        <translation>还没有图片：请等计算完成。</translation>
    </message>
    <message>
        <source>What binds the launch is still being worked out: show it, and export it when it is there.</source>
        <translation>启动的瓶颈仍在计算：请先显示它，完成后再导出。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Pictures and values (*.svg *.pdf *.png *.csv)</source>
        <translation>图片与数值 (*.svg *.pdf *.png *.csv)</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.pdf *.png)</source>
        <translation>图片 (*.svg *.pdf *.png)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Chart …</source>
        <translation>图表(&amp;C) …</translation>
    </message>
    <message>
        <source>Chart for a &amp;paper column …</source>
        <translation>论文栏宽的图表(&amp;P) …</translation>
    </message>
    <message>
        <source>Chart as a &amp;slide …</source>
        <translation>幻灯片图表(&amp;S) …</translation>
    </message>
    <message>
        <source>Copy the c&amp;hart</source>
        <translation>复制图表(&amp;H)</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>All pictures …</source>
        <translation>所有图片 …</translation>
    </message>
    <message>
        <source>Copy all pictures</source>
        <translation>复制所有图片</translation>
    </message>
    <message>
        <source>Host program as a pro&amp;ject …</source>
        <translation>主机程序存为项目(&amp;J) …</translation>
    </message>
    <message>
        <source>Copy the host progra&amp;m</source>
        <translation>复制主机程序(&amp;M)</translation>
    </message>
    <message>
        <source>%1 …</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>There is no host program to copy: show a stage.</source>
        <translation>没有可复制的主机程序：请显示一个阶段。</translation>
    </message>
    <message>
        <source>There is no host program to save: show a stage.</source>
        <translation>没有可保存的主机程序：请显示一个阶段。</translation>
    </message>
    <message>
        <source>A new folder for the project</source>
        <translation>项目的新文件夹</translation>
    </message>
    <message>
        <source>Wrote the project %1: `make run` there builds and runs it.</source>
        <translation>写好了项目 %1：在那里用 `make run` 构建并运行。</translation>
    </message>
    <message>
        <source>Export as …</source>
        <translation>导出为 …</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy a link to what is shown</source>
        <translation>复制当前显示内容的链接</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>所有图片</translation>
    </message>
    <message>
        <source>Only this picture</source>
        <translation>仅此图片</translation>
    </message>
    <message>
        <source>Go to stage %1</source>
        <translation>转到阶段 %1</translation>
    </message>
    <message>
        <source>Reset the layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Copy the values</source>
        <translation>复制数值</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
    <message>
        <source>All charts</source>
        <translation>所有图表</translation>
    </message>
</context>
<context>
    <name>warplens::app::Facts</name>
    <message>
        <source>whole launch, grid %1</source>
        <translation>整个启动，网格 %1</translation>
    </message>
    <message>
        <source>whole launch, %1</source>
        <translation>整个启动，%1</translation>
    </message>
    <message>
        <source>counted on %1, %2</source>
        <translation>在 %1 上计数，%2</translation>
    </message>
    <message>
        <source>changed: not what was counted on hardware</source>
        <translation>已修改：不是硬件上计数的内容</translation>
    </message>
    <message>
        <source>comparing with %1 …</source>
        <translation>正在与 %1 比较 …</translation>
    </message>
    <message>
        <source>not counted on %1 yet</source>
        <translation>尚未在 %1 上计数</translation>
    </message>
    <message>
        <source>this variant is not counted on %1; of the stage&apos;s others %2 launches are equal</source>
        <translation>此变体未在 %1 上计数；该阶段其他 %2 个启动相等</translation>
    </message>
    <message>
        <source>= equal to hardware · %1 · %2</source>
        <translation>= 与硬件相等 · %1 · %2</translation>
    </message>
    <message>
        <source>%1 counters of %2 recorded launches are what the model says, to the digit.</source>
        <translation>%2 个记录的启动中的 %1 个计数器与模型逐位相同。</translation>
    </message>
    <message>
        <source>the reason is not known</source>
        <translation>原因不明</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>%1, %2: model %3, hardware %4 (%5)</source>
        <translation>%1，%2：模型 %3，硬件 %4（%5）</translation>
    </message>
    <message>
        <source>%1 of %2 recorded launches</source>
        <translation>%2 个记录的启动中的 %1 个</translation>
    </message>
    <message>
        <source>≠ differs from hardware, as %1 do · %2 · %3</source>
        <translation>≠ 与硬件不同，%1 如此 · %2 · %3</translation>
    </message>
    <message>
        <source>= equal to hardware · %1 · %2
%3 of this stage differ</source>
        <translation>= 与硬件相等 · %1 · %2
该阶段 %3 不同</translation>
    </message>
    <message>
        <source>counted by the rules of compute capability %1; %2 (%3) was counted by its own</source>
        <translation>按计算能力 %1 的规则计数；%2（%3）按它自己的规则计数</translation>
    </message>
    <message>
        <source>%1 of %2 blocks, then it failed</source>
        <translation>%2 个线程块中的 %1 个，随后失败</translation>
    </message>
    <message>
        <source>whole launch, from %1 of %2 blocks</source>
        <translation>整个启动，由 %2 个线程块中的 %1 个推算</translation>
    </message>
</context>
<context>
    <name>warplens::app::Film</name>
    <message>
        <source>MP4 is written by ffmpeg, which is not installed here: install it (Debian, Ubuntu: apt install ffmpeg; other systems: ffmpeg.org), or write a file that ends with .gif or .pdf</source>
        <translation>MP4 由 ffmpeg 写成，这里没有安装：请安装它（Debian、Ubuntu：apt install ffmpeg；其他系统：ffmpeg.org），或写以 .gif 或 .pdf 结尾的文件</translation>
    </message>
    <message>
        <source>ffmpeg wrote no film: %1</source>
        <translation>ffmpeg 没有写成影片：%1</translation>
    </message>
</context>
<context>
    <name>warplens::app::GlobalView</name>
    <message>
        <source>warp</source>
        <translation>线程束</translation>
    </message>
    <message>
        <source>half-warp %1</source>
        <translation>半线程束 %1</translation>
    </message>
    <message>
        <source>quarter-warp %1</source>
        <translation>四分之一线程束 %1</translation>
    </message>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
    <message>
        <source>%1: 1 transaction of %2 bytes</source>
        <translation>%1：1 个 %2 字节的事务</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n transaction(s) of %2 bytes, %3 moved</source>
        <translation>
            <numerusform>%1：%n 个 %2 字节的事务，搬运 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Global memory</source>
        <translation>全局内存</translation>
    </message>
    <message>
        <source>no request to global memory yet</source>
        <translation>还没有对全局内存的请求</translation>
    </message>
    <message>
        <source>last: </source>
        <translation>上一个：</translation>
    </message>
    <message numerus="yes">
        <source>%n sector(s)</source>
        <translation>
            <numerusform>%n 个扇区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transaction(s)</source>
        <translation>
            <numerusform>%n 个事务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n line(s)</source>
        <translation>
            <numerusform>，%n 个缓存行</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 bytes</source>
        <translation>，%1 字节</translation>
    </message>
    <message>
        <source>lanes of warp %1</source>
        <translation>线程束 %1 的通道</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>sector %1 · 32 B</source>
        <translation>扇区 %1 · 32 B</translation>
    </message>
    <message>
        <source>line 0x%1 · 128 B</source>
        <translation>缓存行 0x%1 · 128 B</translation>
    </message>
    <message>
        <source>%1 lines of 128 B, from 0x%2 to 0x%3</source>
        <translation>%1 个 128 B 的缓存行，从 0x%2 到 0x%3</translation>
    </message>
    <message>
        <source>%1 bytes moved, none for nothing</source>
        <translation>移动 %1 字节，没有一个浪费</translation>
    </message>
    <message>
        <source>%1 of %2 bytes moved for nothing</source>
        <translation>移动的 %2 字节中有 %1 字节白费</translation>
    </message>
    <message>
        <source>%1 of %2 bytes moved, not written</source>
        <translation>移动的 %2 字节中有 %1 字节没有写入</translation>
    </message>
    <message>
        <source>%1 bytes moved for %2: it cannot be less</source>
        <translation>为 %2 字节移动 %1 字节：不可能更少</translation>
    </message>
    <message>
        <source>%1 bytes moved to write %2: it cannot be less</source>
        <translation>为写入 %2 字节移动 %1 字节：不可能更少</translation>
    </message>
    <message>
        <source>%1 in memory, row by row; a cell is a sector, 32 bytes</source>
        <translation>内存中的 %1，逐行排列；一格是一个扇区，32 字节</translation>
    </message>
    <message>
        <source>a thin column: up to %1 sectors that are not moved now</source>
        <translation>细列：至多 %1 个此刻不移动的扇区</translation>
    </message>
    <message>
        <source>thin: up to %1 rows, or %2 sectors of a row, that are not moved now</source>
        <translation>细的：至多 %1 行，或一行中的 %2 个扇区，此刻都不移动</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <source>element +%1</source>
        <translation>元素 +%1</translation>
    </message>
    <message>
        <source>a thin row: up to %1 rows of which nothing is moved now</source>
        <translation>细行：至多 %1 行此刻没有移动的行</translation>
    </message>
    <message>
        <source>; stronger ones were moved more often</source>
        <translation>；颜色越深移动得越多</translation>
    </message>
    <message>
        <source>%1 in memory, elements to a row: %2; a cell is a sector, 32 bytes</source>
        <translation>内存中的 %1，每行 %2 个元素；一格是一个扇区，32 字节</translation>
    </message>
</context>
<context>
    <name>warplens::app::GlossarySheet</name>
    <message>
        <source>Show it</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>术语</translation>
    </message>
</context>
<context>
    <name>warplens::app::HandbookSheet</name>
    <message>
        <source>Handbook</source>
        <translation>手册（英文）</translation>
    </message>
    <message>
        <source>Search the handbook</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>搜索内容</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Nothing in the handbook has these words.</source>
        <translation>手册中没有这些词。</translation>
    </message>
</context>
<context>
    <name>warplens::app::HandbookText</name>
    <message>
        <source>Show it</source>
        <translation>在图中显示</translation>
    </message>
</context>
<context>
    <name>warplens::app::HeaderBar</name>
    <message>
        <source>Size of the matrices in the picture</source>
        <translation>图中矩阵的大小</translation>
    </message>
    <message>
        <source>Size of the matrices in the picture: small enough to be followed by eye</source>
        <translation>图中矩阵的大小：小到可以用眼睛跟随</translation>
    </message>
    <message>
        <source>Compute capability whose memory rules apply</source>
        <translation>适用其内存规则的计算能力</translation>
    </message>
    <message>
        <source>Compute capability: the GPU whose memory rules the pictures and counts follow</source>
        <translation>计算能力：图片和计数所遵循的 GPU 内存规则</translation>
    </message>
    <message>
        <source>What this is compared with</source>
        <translation>与什么比较</translation>
    </message>
    <message>
        <source>Two variants or stages in lockstep, side by side (C)</source>
        <translation>两个变体或阶段同步并列（C）</translation>
    </message>
    <message>
        <source>Size of the matrices that are measured</source>
        <translation>被测矩阵的大小</translation>
    </message>
    <message>
        <source>Size of the matrices whose speed the chart shows</source>
        <translation>图表所示速度的矩阵大小</translation>
    </message>
    <message>
        <source>Recording that the chart shows</source>
        <translation>图表所示的记录</translation>
    </message>
    <message>
        <source>Where the measured figures come from</source>
        <translation>实测数字的来源</translation>
    </message>
    <message>
        <source>Run on GPU</source>
        <translation>在 GPU 上运行</translation>
    </message>
    <message>
        <source>%1 off or on</source>
        <translation>%1 关或开</translation>
    </message>
    <message>
        <source>lane reads</source>
        <translation>通道读取</translation>
    </message>
    <message>
        <source>Which element each lane reads: an expression of lane</source>
        <translation>每个通道读哪个元素：含 lane 的表达式</translation>
    </message>
    <message>
        <source>Any expression of lane, such as (lane % 8) * 33 + lane / 8</source>
        <translation>任意含 lane 的表达式，如 (lane % 8) * 33 + lane / 8</translation>
    </message>
    <message>
        <source>A kernel of your own is measured with: warplens-cli check FILE.cu</source>
        <translation>测量你自己的核函数：warplens-cli check 文件.cu</translation>
    </message>
    <message>
        <source>picture %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <source>cc %1</source>
        <translation>cc %1</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>实测 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run on CPU</source>
        <translation>在 CPU 上运行</translation>
    </message>
    <message>
        <source>Measure this stage on one core of this computer&apos;s CPU, at the chosen size (F5)</source>
        <translation>在本机 CPU 的单核上以所选大小测量此阶段（F5）</translation>
    </message>
    <message>
        <source>Measure all stages on this computer&apos;s GPU, at the chosen size (F5)</source>
        <translation>在本机 GPU 上以所选大小测量所有阶段（F5）</translation>
    </message>
</context>
<context>
    <name>warplens::app::Heading</name>
    <message>
        <source>&amp;Toggle its switch</source>
        <translation>切换其开关(&amp;T)</translation>
    </message>
    <message>
        <source>This stage has no switch.</source>
        <translation>此阶段没有开关。</translation>
    </message>
    <message>
        <source>quoted: %1</source>
        <translation>引用：%1</translation>
    </message>
    <message>
        <source>recording: %1</source>
        <translation>记录：%1</translation>
    </message>
</context>
<context>
    <name>warplens::app::HostLines</name>
    <message>
        <source>Host program of the stage</source>
        <translation>该阶段的主机程序</translation>
    </message>
</context>
<context>
    <name>warplens::app::HostPane</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the program</source>
        <translation>复制程序</translation>
    </message>
    <message>
        <source>Save as project …</source>
        <translation>存为项目 …</translation>
    </message>
    <message>
        <source>A folder with the program, the kernel, CMakeLists.txt and a Makefile</source>
        <translation>含程序、核函数、CMakeLists.txt 和 Makefile 的文件夹</translation>
    </message>
    <message>
        <source>Host program</source>
        <translation>主机程序</translation>
    </message>
</context>
<context>
    <name>warplens::app::KernelDialog</name>
    <message>
        <source>Launch of %1</source>
        <translation>%1 的启动</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>A template is named with its arguments: tile&lt;32,1&gt;</source>
        <translation>模板要带参数写出：tile&lt;32,1&gt;</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>blocks in x, y, z: 4,4</source>
        <translation>x、y、z 方向的线程块：4,4</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>threads in x, y, z: 16,16</source>
        <translation>x、y、z 方向的线程：16,16</translation>
    </message>
    <message>
        <source>Dynamic shared memory</source>
        <translation>动态共享内存</translation>
    </message>
    <message>
        <source>bytes; mostly none</source>
        <translation>字节；通常没有</translation>
    </message>
    <message>
        <source>Macros</source>
        <translation>宏</translation>
    </message>
    <message>
        <source>NAME=VALUE …</source>
        <translation>名称=值 …</translation>
    </message>
    <message>
        <source>&amp;Kernel</source>
        <translation>核函数(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>网格(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Block</source>
        <translation>线程块(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Dynamic shared memory</source>
        <translation>动态共享内存(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Macros</source>
        <translation>宏(&amp;M)</translation>
    </message>
    <message>
        <source>An array is written f32[4096]=random:1, i32[64]=below:9:1, f32[64]=zeros or f32[64]=file:PATH, a number i32=512.</source>
        <translation>数组写作 f32[4096]=random:1、i32[64]=below:9:1、f32[64]=zeros 或 f32[64]=file:路径，数写作 i32=512。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>argument %1</source>
        <translation>参数 %1</translation>
    </message>
    <message>
        <source>Argument %1</source>
        <translation>第 %1 个参数</translation>
    </message>
    <message>
        <source>All of this is guessed.</source>
        <translation>这里的一切都是猜测。</translation>
    </message>
    <message>
        <source>From the file: %1.</source>
        <translation>取自文件：%1。</translation>
    </message>
    <message>
        <source>A + behind its length: a guess, which grows to what the kernel touches.</source>
        <translation>长度后的 + 表示猜测，会增大到内核所触及的范围。</translation>
    </message>
</context>
<context>
    <name>warplens::app::KeySheet</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
</context>
<context>
    <name>warplens::app::LaunchTable</name>
    <message>
        <source>%1 of %2 blocks were run</source>
        <translation>运行了 %1 / %2 个线程块</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>Shared bytes</source>
        <translation>共享字节</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>Wavefronts</source>
        <translation>波前数</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现的错误</translation>
    </message>
</context>
<context>
    <name>warplens::app::LayoutPage</name>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>%1: not possible</source>
        <translation>%1：不可能</translation>
    </message>
    <message>
        <source>Published: %1 (%2). Ways of the conflict: %4 published, %3 counted by the model.</source>
        <translation>已发表：%1（%2）。冲突路数：发表为 %4，模型计为 %3。</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Bytes of an element</source>
        <translation>元素字节数</translation>
    </message>
    <message>
        <source>an access of your own: lane * 33 – or drag lanes</source>
        <translation>自己的访问：lane * 33，或拖动通道</translation>
    </message>
    <message>
        <source>Element of each lane</source>
        <translation>每个通道的元素</translation>
    </message>
    <message>
        <source>Wanted wavefronts</source>
        <translation>目标波前数</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>XOR: bits</source>
        <translation>异或：位数</translation>
    </message>
    <message>
        <source>from the column&apos;s bit</source>
        <translation>从列的位</translation>
    </message>
    <message>
        <source>with the row&apos;s bit</source>
        <translation>与行的位</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>显示的访问</translation>
    </message>
    <message>
        <source>least padding</source>
        <translation>最小填充</translation>
    </message>
    <message>
        <source>least XOR</source>
        <translation>最小异或</translation>
    </message>
    <message>
        <source>Search for the</source>
        <translation>搜索目标</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>choose one</source>
        <translation>选择一项</translation>
    </message>
    <message>
        <source>What is published</source>
        <translation>已发表的</translation>
    </message>
    <message>
        <source>Copy a link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Accesses, bytes of a lane:</source>
        <translation>访问，每通道字节数：</translation>
    </message>
    <message>
        <source>Choose an access, or type an element for each lane.</source>
        <translation>选择一种访问，或为每个通道输入元素。</translation>
    </message>
    <message>
        <source>Not possible: the layout takes the bytes of a lane apart, or they are not aligned.</source>
        <translation>不可能：布局把一个通道的字节拆开，或它们没有对齐。</translation>
    </message>
    <message>
        <source>Yours: %1</source>
        <translation>你的：%1</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>找到的：%1</translation>
    </message>
    <message>
        <source>Find one of your own, then search: all of a family are tried.</source>
        <translation>先自己找，再搜索：会尝试同族的全部布局。</translation>
    </message>
    <message>
        <source>Wavefronts of yours (without conflicts): %1</source>
        <translation>你的布局的波前数（无冲突时）：%1</translation>
    </message>
    <message>
        <source>Of what was found: %1</source>
        <translation>找到的布局：%1</translation>
    </message>
    <message>
        <source>Wanted: %1 for the worst request of %2. Met.</source>
        <translation>目标：%2 最差的请求为 %1。已达到。</translation>
    </message>
    <message>
        <source>Wanted: %1 for the worst request of %2. Not met.</source>
        <translation>目标：%2 最差的请求为 %1。未达到。</translation>
    </message>
    <message>
        <source>least padding with XOR</source>
        <translation>填充最少并用异或</translation>
    </message>
</context>
<context>
    <name>warplens::app::LayoutPicture</name>
    <message>
        <source>words that these lanes want from each bank</source>
        <translation>这些通道向每个存储体要的字数</translation>
    </message>
</context>
<context>
    <name>warplens::app::Lecturing</name>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous</source>
        <translation>上一步(&amp;P)</translation>
    </message>
    <message>
        <source>Page forward: next step of a lesson; without one, next stage; while presenting, next access</source>
        <translation>向后翻页：课的下一步；没有课时为下一阶段；演示时为下一次访问</translation>
    </message>
    <message>
        <source>Page back: previous step of a lesson; without one, previous stage; while presenting, previous access</source>
        <translation>向前翻页：课的上一步；没有课时为上一阶段；演示时为上一次访问</translation>
    </message>
    <message>
        <source>&amp;Presentation</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Black screen</source>
        <translation>黑屏(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Laser pointer</source>
        <translation>激光笔(&amp;L)</translation>
    </message>
</context>
<context>
    <name>warplens::app::LessonBar</name>
    <message>
        <source>Back (Page Up)</source>
        <translation>返回（Page Up）</translation>
    </message>
    <message>
        <source>On (Page Down)</source>
        <translation>继续（Page Down）</translation>
    </message>
    <message>
        <source>Close the lesson</source>
        <translation>关闭这一课</translation>
    </message>
</context>
<context>
    <name>warplens::app::MachinePane</name>
    <message>
        <source>counting what is executed …</source>
        <translation>正在统计执行的内容 …</translation>
    </message>
    <message>
        <source>Machine code</source>
        <translation>机器码</translation>
    </message>
    <message>
        <source>line of the source · executed by warps · SASS</source>
        <translation>源代码行 · 线程束执行次数 · SASS</translation>
    </message>
</context>
<context>
    <name>warplens::app::MachineText</name>
    <message>
        <source>Machine code of the kernel</source>
        <translation>核函数的机器码</translation>
    </message>
</context>
<context>
    <name>warplens::app::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Stage</source>
        <translation>阶段(&amp;S)</translation>
    </message>
    <message>
        <source>L&amp;ecture</source>
        <translation>讲座(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Hel&amp;p</source>
        <translation>帮助(&amp;P)</translation>
    </message>
    <message>
        <source>Back to what was shown before</source>
        <translation>回到之前显示的内容</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>再向前</translation>
    </message>
    <message>
        <source>&amp;Compare with another variant</source>
        <translation>与另一变体比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Run on GPU</source>
        <translation>在 GPU 上运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Measure on other machines and GPUs …</source>
        <translation>在其他机器和 GPU 上测量(&amp;M) …</translation>
    </message>
    <message>
        <source>&amp;Search …</source>
        <translation>搜索(&amp;S) …</translation>
    </message>
    <message>
        <source>&amp;Open a kernel of your own …</source>
        <translation>打开自己的核函数(&amp;O) …</translation>
    </message>
    <message>
        <source>R&amp;un a program …</source>
        <translation>运行程序(&amp;U) …</translation>
    </message>
    <message>
        <source>&amp;Launch of your kernel …</source>
        <translation>你的核函数的启动(&amp;L) …</translation>
    </message>
    <message>
        <source>W&amp;hat if a race had what it lacks</source>
        <translation>假如竞争有了所缺的同步(&amp;H)</translation>
    </message>
    <message>
        <source>S&amp;top computing</source>
        <translation>停止计算(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;End the presentation, go back to the pictures</source>
        <translation>结束演示，回到图片(&amp;E)</translation>
    </message>
    <message>
        <source>Reset the layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;About Warplens</source>
        <translation>关于 Warplens(&amp;A)</translation>
    </message>
    <message>
        <source>Warplens</source>
        <translation>Warplens</translation>
    </message>
    <message>
        <source>&lt;b&gt;Warplens %1&lt;/b&gt;&lt;p&gt;What a GPU&apos;s memory system does with a CUDA kernel.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</source>
        <translation>&lt;b&gt;Warplens %1&lt;/b&gt;&lt;p&gt;GPU 的内存系统如何处理 CUDA 核函数。&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</translation>
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
        <translation>测量于</translation>
    </message>
    <message>
        <source>Machines and their GPUs</source>
        <translation>机器及其 GPU</translation>
    </message>
    <message>
        <source>The way to the machine</source>
        <translation>到达机器的方式</translation>
    </message>
    <message>
        <source>through ssh</source>
        <translation>通过 ssh</translation>
    </message>
    <message>
        <source>through a launcher</source>
        <translation>通过启动器</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Several machines are measured side by side. ssh must reach a machine without asking for a password; nothing has to be installed there. Delete takes a machine out of the list.</source>
        <translation>多台机器并列测量。ssh 必须无需密码就能到达机器；那里不用安装任何东西。Delete 从列表中去掉一台机器。</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>gpu-server, me@gpu.example.org</source>
        <translation>gpu-server, me@gpu.example.org</translation>
    </message>
    <message>
        <source>srun --gres=gpu:1</source>
        <translation>srun --gres=gpu:1</translation>
    </message>
    <message>
        <source>Name of the machine</source>
        <translation>机器名</translation>
    </message>
    <message>
        <source>Words of the launcher</source>
        <translation>启动器的命令</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>the GPU that it leads to</source>
        <translation>它所通向的 GPU</translation>
    </message>
    <message>
        <source>looking for GPUs …</source>
        <translation>正在寻找 GPU …</translation>
    </message>
    <message>
        <source>CUDA %1</source>
        <translation>CUDA %1</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>驱动 %1</translation>
    </message>
    <message>
        <source>GPU %1, %2 GiB, %3</source>
        <translation>GPU %1，%2 GiB，%3</translation>
    </message>
</context>
<context>
    <name>warplens::app::Measuring</name>
    <message>
        <source>Cancelling …</source>
        <translation>正在取消 …</translation>
    </message>
    <message>
        <source>A launch of a program is measured where the program runs on a GPU.</source>
        <translation>程序的启动要在程序运行于 GPU 的地方测量。</translation>
    </message>
    <message>
        <source>A kernel of your own is measured with: warplens-cli check FILE.cu</source>
        <translation>测量你自己的核函数：warplens-cli check 文件.cu</translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation>正在启动 …</translation>
    </message>
    <message>
        <source>Measuring on the CPU …</source>
        <translation>正在 CPU 上测量 …</translation>
    </message>
    <message>
        <source>Looking for a GPU …</source>
        <translation>正在查找 GPU …</translation>
    </message>
    <message>
        <source>The measurement was cancelled.</source>
        <translation>测量已取消。</translation>
    </message>
    <message>
        <source>Measuring, %1 %: %2</source>
        <translation>测量中，%1 %：%2</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Measured on %1.</source>
        <translation>已在 %1 上测量。</translation>
    </message>
    <message>
        <source>%1 of %2 were not measured. %3 %4: %5</source>
        <translation>%2 项中有 %1 项未测量。%3 %4：%5</translation>
    </message>
</context>
<context>
    <name>warplens::app::MessageBar</name>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
</context>
<context>
    <name>warplens::app::MistakeView</name>
    <message>
        <source>Mistakes</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>What if (Ctrl Alt D)</source>
        <translation>假如（Ctrl Alt D）</translation>
    </message>
</context>
<context>
    <name>warplens::app::OccupancyView</name>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n 个线程块</numerusform>
        </translation>
    </message>
    <message>
        <source>warps by %1</source>
        <translation>按%1的线程束</translation>
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
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>warplens::app::PackOpening</name>
    <message>
        <source>Open a course &amp;pack …</source>
        <translation>打开课程包(&amp;P) …</translation>
    </message>
    <message>
        <source>Open a course pack</source>
        <translation>打开课程包</translation>
    </message>
    <message>
        <source>This pack cannot be opened: %1</source>
        <translation>无法打开此课程包：%1</translation>
    </message>
    <message>
        <source>%1 cannot be started.</source>
        <translation>无法启动 %1。</translation>
    </message>
    <message>
        <source>“%1” opens in a window of its own.</source>
        <translation>“%1”在单独的窗口中打开。</translation>
    </message>
</context>
<context>
    <name>warplens::app::PageWriting</name>
    <message>
        <source>&amp;Web page …</source>
        <translation>网页(&amp;W) …</translation>
    </message>
    <message>
        <source>Write a web page</source>
        <translation>写网页</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>A page is being written: wait until it is there.</source>
        <translation>正在写网页：请等它完成。</translation>
    </message>
    <message>
        <source>This source is edited, and a page has what is saved: save it first, or undo the edits.</source>
        <translation>此源代码正在编辑，而网页含有已保存的内容：请先保存，或撤销修改。</translation>
    </message>
    <message>
        <source>Writing %1 …</source>
        <translation>正在写 %1 …</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>写好了 %1。</translation>
    </message>
    <message>
        <source>No page was written: %1</source>
        <translation>没有写成网页：%1</translation>
    </message>
</context>
<context>
    <name>warplens::app::PlotChart</name>
    <message>
        <source>%1, bars begin at %2</source>
        <translation>%1，柱从 %2 开始</translation>
    </message>
    <message>
        <source>▴ %1 more</source>
        <translation>▴ 另有 %1 个</translation>
    </message>
    <message>
        <source>▾ %1 more</source>
        <translation>▾ 还有 %1 个</translation>
    </message>
</context>
<context>
    <name>warplens::app::Practising</name>
    <message>
        <source>&amp;Practise, level %1</source>
        <translation>练习，难度 %1(&amp;P)</translation>
    </message>
    <message>
        <source>Predict, then see.</source>
        <translation>先预测，再看。</translation>
    </message>
    <message>
        <source>%1 of %2 right.</source>
        <translation>答对 %1 / %2。</translation>
    </message>
    <message>
        <source>Practice, level %1 · question %2 of %3</source>
        <translation>练习，难度 %1 · 问题 %2 / %3</translation>
    </message>
    <message>
        <source>looking around · Page Down returns to the question</source>
        <translation>正在浏览 · Page Down 回到问题</translation>
    </message>
    <message>
        <source>this is the last question</source>
        <translation>这是最后一个问题</translation>
    </message>
    <message>
        <source>this is the first question</source>
        <translation>这是第一个问题</translation>
    </message>
    <message>
        <source>Take the &amp;questions away: QTI 2.1 or H5P …</source>
        <translation>导出题目：QTI 2.1 或 H5P(&amp;Q) …</translation>
    </message>
    <message>
        <source>No practice is open: its questions are what is taken away.</source>
        <translation>没有打开的练习：导出的是练习的题目。</translation>
    </message>
    <message>
        <source>Take the questions away</source>
        <translation>导出题目</translation>
    </message>
    <message>
        <source>Content package of QTI 2.1 (*.zip);;Question set of H5P (*.h5p)</source>
        <translation>QTI 2.1 内容包 (*.zip);;H5P 题集 (*.h5p)</translation>
    </message>
    <message>
        <source>Practice of level %1</source>
        <translation>练习，第 %1 级</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no package of questions: end its name with .zip for QTI 2.1 or .h5p for H5P.</source>
        <translation>“%1”不是题目包：名称以 .zip（QTI 2.1）或 .h5p（H5P）结尾。</translation>
    </message>
    <message>
        <source>There is no other question like this one.</source>
        <translation>没有其他类似的题目。</translation>
    </message>
</context>
<context>
    <name>warplens::app::ProgramDialog</name>
    <message>
        <source>Run a program</source>
        <translation>运行程序</translation>
    </message>
    <message>
        <source>prog.cu, or a program linked with -cudart shared</source>
        <translation>prog.cu，或以 -cudart shared 链接的程序</translation>
    </message>
    <message>
        <source>the program&apos;s own</source>
        <translation>程序自己的参数</translation>
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
        <translation>选择程序</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Open the launch</source>
        <translation>打开该启动</translation>
    </message>
    <message>
        <source>Enter or a double click in the list do the same</source>
        <translation>在列表中按 Enter 或双击也一样</translation>
    </message>
    <message>
        <source>Launches of the program</source>
        <translation>该程序的启动</translation>
    </message>
    <message>
        <source>What the program writes</source>
        <translation>程序的输出</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Flags of nvcc</source>
        <translation>nvcc 的选项</translation>
    </message>
    <message>
        <source>A program to run</source>
        <translation>要运行的程序</translation>
    </message>
    <message>
        <source>CUDA sources (*.cu *.cpp);;Programs (*)</source>
        <translation>CUDA 源代码 (*.cu *.cpp);;程序 (*)</translation>
    </message>
    <message>
        <source>The program did something else the second time: launch %1 is %2 now.</source>
        <translation>程序第二次的行为不同：启动 %1 现在是 %2。</translation>
    </message>
    <message>
        <source>
… %1 bytes came too fast to be shown …
</source>
        <translation>
… 有 %1 字节来得太快，无法显示 …
</translation>
    </message>
    <message>
        <source>Launch %1 did not come when the program ran once more. %2</source>
        <translation>程序再次运行时启动 %1 没有出现。%2</translation>
    </message>
    <message>
        <source>Launch %1 takes too much memory to be kept beside others: the program runs once more for it as soon as it has ended, or is stopped.</source>
        <translation>启动 %1 需要的内存太多，无法与其他一起保存：程序结束或停止后会为它再运行一次。</translation>
    </message>
    <message>
        <source>The program runs once more, to keep launch %1 …</source>
        <translation>程序再运行一次，以保存启动 %1 …</translation>
    </message>
    <message>
        <source>The program runs …</source>
        <translation>程序正在运行 …</translation>
    </message>
    <message numerus="yes">
        <source>%1 (launch|launches)</source>
        <translation>
            <numerusform>%1 个启动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 finding(s)</source>
        <translation>
            <numerusform>%1 个发现</numerusform>
        </translation>
    </message>
    <message>
        <source>the first %1 are listed</source>
        <translation>列出前 %1 个</translation>
    </message>
</context>
<context>
    <name>warplens::app::ProgramRunner</name>
    <message>
        <source>It was stopped.</source>
        <translation>它被停止了。</translation>
    </message>
    <message>
        <source>The program was ended by signal %1 (%2).</source>
        <translation>程序被信号 %1（%2）结束。</translation>
    </message>
    <message>
        <source>The program has ended with code %1.</source>
        <translation>程序以代码 %1 结束。</translation>
    </message>
    <message>
        <source>nvcc compiles %1 …</source>
        <translation>nvcc 正在编译 %1 …</translation>
    </message>
    <message>
        <source>Launch %1, %2: %3 of %4 blocks</source>
        <translation>启动 %1，%2：%3 / %4 个线程块</translation>
    </message>
    <message>
        <source>The program runs …</source>
        <translation>程序正在运行 …</translation>
    </message>
</context>
<context>
    <name>warplens::app::Programs</name>
    <message>
        <source>A program runs already: stop it first.</source>
        <translation>已有程序在运行：请先停止它。</translation>
    </message>
    <message>
        <source>%1 is nothing that can be opened: a .cu or .ptx file, a program, a session (.warplens) or the folder of a launch that was kept</source>
        <translation>%1 无法打开：需要 .cu 或 .ptx 文件、程序、会话（.warplens）或保存的启动的文件夹</translation>
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
        <translation>最前面：源代码的行</translation>
    </message>
    <message>
        <source>line %1 of %2 · </source>
        <translation>%2 的第 %1 行 · </translation>
    </message>
</context>
<context>
    <name>warplens::app::PtxText</name>
    <message>
        <source>PTX of the kernel</source>
        <translation>核函数的 PTX</translation>
    </message>
</context>
<context>
    <name>warplens::app::QuestionPage</name>
    <message>
        <source>Show it</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Predict, then see …</source>
        <translation>先预测，再看 …</translation>
    </message>
    <message>
        <source>Click an answer or press its letter. Page Down shows it.</source>
        <translation>点击答案或按其字母。Page Down 显示答案。</translation>
    </message>
    <message>
        <source>Right. %1</source>
        <translation>正确。%1</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Click the banks, then Check.</source>
        <translation>点击存储体，然后点“检查”。</translation>
    </message>
    <message>
        <source>Click them one after the other, or press their letters.</source>
        <translation>依次点击，或按其字母。</translation>
    </message>
    <message>
        <source>Another like this</source>
        <translation>再来一道类似的</translation>
    </message>
    <message>
        <source>As it was asked</source>
        <translation>回到题目本来的样子</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>试试 %1</translation>
    </message>
</context>
<context>
    <name>warplens::app::SearchSheet</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>A command, a stage, a chart …</source>
        <translation>命令、阶段、图表 …</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>搜索内容</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>warplens::app::Searching</name>
    <message>
        <source>Stage: %1</source>
        <translation>阶段：%1</translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation>图表：%1</translation>
    </message>
    <message>
        <source>Bookmark: %1</source>
        <translation>书签：%1</translation>
    </message>
</context>
<context>
    <name>warplens::app::SessionFiles</name>
    <message>
        <source>Warplens sessions (*.warplens)</source>
        <translation>Warplens 会话 (*.warplens)</translation>
    </message>
    <message>
        <source>Open a sess&amp;ion …</source>
        <translation>打开会话(&amp;I) …</translation>
    </message>
    <message>
        <source>Open a session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>Save the sessio&amp;n as …</source>
        <translation>会话另存为(&amp;N) …</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Copy a lin&amp;k to what is shown</source>
        <translation>复制当前显示的链接(&amp;K)</translation>
    </message>
    <message>
        <source>Copied %1. A link has no edited text: save a session for that.</source>
        <translation>已复制 %1。链接不含修改过的文本：请为此保存会话。</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>已复制 %1</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>不能写入 %1：%2</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>Opened %1.</source>
        <translation>已打开 %1。</translation>
    </message>
    <message>
        <source>Cannot open %1: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
</context>
<context>
    <name>warplens::app::SourcePane</name>
    <message>
        <source>What the numbers beside the lines are; a click takes the next one</source>
        <translation>行旁的数字是什么；点击换下一个</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit this source; the pictures follow (F4)</source>
        <translation>编辑此源代码；图片随之变化（F4）</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Take back all that was changed in this source</source>
        <translation>撤销对此源代码的全部修改</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>另存为 …</translation>
    </message>
    <message>
        <source>Save this source in a file of your own</source>
        <translation>把此源代码存为你自己的文件</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Stop editing; what was changed stays (Escape)</source>
        <translation>结束编辑；修改保留（Escape）</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Beside the lines: %1</source>
        <translation>行旁：%1</translation>
    </message>
    <message>
        <source>%1 · this block, modelled:</source>
        <translation>%1 · 此线程块，模型：</translation>
    </message>
    <message>
        <source>%1 · computing …</source>
        <translation>%1 · 正在计算 …</translation>
    </message>
    <message>
        <source>%1 · not known</source>
        <translation>%1 · 未知</translation>
    </message>
    <message>
        <source>%1, %2:</source>
        <translation>%1，%2：</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>%1 · changed, not saved</source>
        <translation>%1 · 已修改，未保存</translation>
    </message>
</context>
<context>
    <name>warplens::app::SpeakerWindow</name>
    <message>
        <source>Warplens: the speaker&apos;s window</source>
        <translation>Warplens：演讲者窗口</translation>
    </message>
    <message>
        <source>Start the timer anew</source>
        <translation>重新计时</translation>
    </message>
    <message>
        <source>   %1 of %2:00</source>
        <translation>   %1 / %2:00</translation>
    </message>
    <message>
        <source>No lesson is open.</source>
        <translation>没有打开任何课。</translation>
    </message>
    <message>
        <source>No notes for this step.</source>
        <translation>此步没有备注。</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>这是最后一步。</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>Rehearse</source>
        <translation>排练</translation>
    </message>
    <message>
        <source>Times of the steps</source>
        <translation>各步用时</translation>
    </message>
    <message>
        <source>End the rehearsal</source>
        <translation>结束排练</translation>
    </message>
    <message>
        <source>%1.  %2  (%3)</source>
        <translation>%1.  %2（%3）</translation>
    </message>
    <message>
        <source>%1.  %2</source>
        <translation>%1.  %2</translation>
    </message>
    <message>
        <source>Rehearsal: %1 for this step, %2 in all.</source>
        <translation>排练：此步 %1，共 %2。</translation>
    </message>
    <message>
        <source>Rehearsed: %1 for this step, %2 in all.</source>
        <translation>排练记录：此步 %1，共 %2。</translation>
    </message>
</context>
<context>
    <name>warplens::app::Speaking</name>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G) (Language)</translation>
    </message>
    <message>
        <source>This language cannot be spoken: %1</source>
        <translation>无法使用这种语言：%1</translation>
    </message>
</context>
<context>
    <name>warplens::app::StageList</name>
    <message>
        <source>Stages</source>
        <translation>各阶段</translation>
    </message>
    <message>
        <source>About the stage</source>
        <translation>关于该阶段</translation>
    </message>
    <message>
        <source>What to look at</source>
        <translation>看什么</translation>
    </message>
</context>
<context>
    <name>warplens::app::StageListing</name>
    <message>
        <source>Your kernels</source>
        <translation>你的核函数</translation>
    </message>
    <message>
        <source>Launches of programs</source>
        <translation>程序的启动</translation>
    </message>
</context>
<context>
    <name>warplens::app::Staging</name>
    <message>
        <source>Computing … (Ctrl+. stops it)</source>
        <translation>正在计算 …（Ctrl+. 停止）</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>正在计算 …</translation>
    </message>
    <message>
        <source>The last version that ran</source>
        <translation>最后能运行的版本</translation>
    </message>
    <message>
        <source>Stopped: this is not what was asked for</source>
        <translation>已停止：这不是所要的内容</translation>
    </message>
    <message>
        <source>Stopped computing.</source>
        <translation>已停止计算。</translation>
    </message>
    <message>
        <source> run on one core of the CPU: there is no warp to look into, and nothing to simulate. Their time can be measured without a GPU.</source>
        <translation>在 CPU 单核上运行：没有线程束可看，也没有可模拟的内容。其时间无需 GPU 即可测量。</translation>
    </message>
    <message>
        <source> ships compiled: its time can be measured, its inside not be seen.</source>
        <translation>以编译形式提供：可以测量时间，看不到内部。</translation>
    </message>
    <message>
        <source>This cannot be shown: see the message.</source>
        <translation>无法显示：请看消息。</translation>
    </message>
</context>
<context>
    <name>warplens::app::StepWriting</name>
    <message>
        <source>&amp;Steps …</source>
        <translation>步骤(&amp;S) …</translation>
    </message>
    <message>
        <source>The lecture: %1</source>
        <translation>讲座：%1</translation>
    </message>
    <message>
        <source>The lesson: %1</source>
        <translation>这一课：%1</translation>
    </message>
    <message>
        <source>The block that is shown</source>
        <translation>所示的线程块</translation>
    </message>
    <message>
        <source>This source is edited, and a file of steps has what is saved: save it first, or undo the edits.</source>
        <translation>此源代码正在编辑，而步骤文件含有已保存的内容：请先保存，或撤销修改。</translation>
    </message>
    <message>
        <source>Nothing here has steps: show the pictures of a stage, or open a lesson.</source>
        <translation>这里没有步骤：请显示某阶段的图片，或打开一课。</translation>
    </message>
    <message>
        <source>Export steps</source>
        <translation>导出步骤</translation>
    </message>
    <message>
        <source>Writing %1 …</source>
        <translation>正在写 %1 …</translation>
    </message>
    <message>
        <source>Wrote the steps beside %1, each with its number.</source>
        <translation>步骤已写在 %1 旁边，各有编号。</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>写好了 %1。</translation>
    </message>
    <message>
        <source>Stopped: nothing was written.</source>
        <translation>已停止：没有写入内容。</translation>
    </message>
    <message>
        <source>No steps were written: %1</source>
        <translation>没有写成步骤：%1</translation>
    </message>
</context>
<context>
    <name>warplens::app::StepsDialog</name>
    <message>
        <source>Film (MP4, by ffmpeg)</source>
        <translation>影片（MP4，由 ffmpeg 生成）</translation>
    </message>
    <message>
        <source>Animation (GIF)</source>
        <translation>动画（GIF）</translation>
    </message>
    <message>
        <source>A page for each step (PDF)</source>
        <translation>每步一页（PDF）</translation>
    </message>
    <message>
        <source>Numbered pictures (PNG)</source>
        <translation>编号图片（PNG）</translation>
    </message>
    <message>
        <source>Numbered drawings (SVG)</source>
        <translation>编号矢量图（SVG）</translation>
    </message>
    <message>
        <source>Export steps</source>
        <translation>导出步骤</translation>
    </message>
    <message>
        <source>Steps of what</source>
        <translation>什么的步骤</translation>
    </message>
    <message>
        <source>What one step is</source>
        <translation>一步是什么</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>accesses of all warps</source>
        <translation>所有线程束的访问</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>barriers</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>With what is said of each step below its picture</source>
        <translation>在图片下方附上每一步的说明</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>&amp;Of</source>
        <translation>内容(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>步骤(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Write …</source>
        <translation>写入 …</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of %1.</source>
        <translation>
            <numerusform>%1 步中的 %n 步。</numerusform>
        </translation>
    </message>
    <message>
        <source>The last step stands before the first.</source>
        <translation>最后一步在第一步之前。</translation>
    </message>
    <message>
        <source>%1 steps are too many: %2 go into one file.</source>
        <translation>%1 步太多：一个文件最多 %2 步。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>warplens::app::Teaching</name>
    <message>
        <source>&amp;Lesson of this stage</source>
        <translation>此阶段的课(&amp;L)</translation>
    </message>
    <message>
        <source>There is no lesson about this stage.</source>
        <translation>没有关于此阶段的课。</translation>
    </message>
    <message>
        <source>&amp;Go on where it ended</source>
        <translation>从中断处继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Back to the step</source>
        <translation>回到该步(&amp;B)</translation>
    </message>
    <message>
        <source>No lesson is open: F3 opens that of this stage.</source>
        <translation>没有打开任何课：F3 打开此阶段的课。</translation>
    </message>
    <message>
        <source>Speaker&apos;s &amp;window: notes, next step, time</source>
        <translation>演讲者窗口：备注、下一步、时间(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Close the lesson</source>
        <translation>关闭这一课(&amp;C)</translation>
    </message>
    <message>
        <source>Term: %1</source>
        <translation>术语：%1</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>课：%1</translation>
    </message>
    <message>
        <source>No lesson has been left: F3 opens that of this stage.</source>
        <translation>没有中断的课：F3 打开此阶段的课。</translation>
    </message>
    <message>
        <source>New here? “%1” takes %2 minutes: Page Down goes on, any other key looks around. F6 begins it later.</source>
        <translation>第一次使用？“%1”需要 %2 分钟：Page Down 继续，其他键可随意浏览。以后按 F6 开始。</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>带我看看</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>this is the last step</source>
        <translation>这是最后一步</translation>
    </message>
    <message>
        <source>this is the first step</source>
        <translation>这是第一步</translation>
    </message>
    <message>
        <source>looking around · Page Down returns to the step</source>
        <translation>正在浏览 · Page Down 回到该步</translation>
    </message>
    <message>
        <source>a question</source>
        <translation>一个问题</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3</source>
        <translation>%1 · 第 %2 步，共 %3 步</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3 · %4</source>
        <translation>%1 · 第 %2 步，共 %3 步 · %4</translation>
    </message>
    <message>
        <source>Predict, then see.</source>
        <translation>先预测，再看。</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n minute(s)</source>
        <translation>
            <numerusform>%1，%n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>New here? A tour takes a minute: Page Down goes on, any other key looks around. F6 begins “%1”, %2 minutes.</source>
        <translation>第一次使用？导览只需一分钟：Page Down 继续，其他任何键可自由查看。F6 开始“%1”（%2 分钟）。</translation>
    </message>
</context>
<context>
    <name>warplens::app::TermPicture</name>
    <message>
        <source>Computing …</source>
        <translation>正在计算 …</translation>
    </message>
</context>
<context>
    <name>warplens::app::TilesView</name>
    <message numerus="yes">
        <source>%n step(s), no bank conflict</source>
        <translation>
            <numerusform>%n 步，没有存储体冲突</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sum(s)</source>
        <translation>
            <numerusform>%n 个和</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n warp(s)</source>
        <translation>
            <numerusform>，%n 个线程束</numerusform>
        </translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>矩阵分块</translation>
    </message>
    <message>
        <source>Warp %1 read %2: </source>
        <translation>线程束 %1 读取 %2：</translation>
    </message>
    <message>
        <source>Warp %1 wrote %2: </source>
        <translation>线程束 %1 写入 %2：</translation>
    </message>
    <message>
        <source>broadcast, </source>
        <translation>广播，</translation>
    </message>
    <message numerus="yes">
        <source>%n wavefront(s)</source>
        <translation>
            <numerusform>%n 个波前</numerusform>
        </translation>
    </message>
    <message>
        <source> instead of %1</source>
        <translation>，而非 %1</translation>
    </message>
    <message>
        <source>block (%1, %2)</source>
        <translation>线程块 (%1, %2)</translation>
    </message>
    <message>
        <source> · tile %1 of %2</source>
        <translation> · 分块 %1 / %2</translation>
    </message>
    <message>
        <source> · warp %1</source>
        <translation> · 线程束 %1</translation>
    </message>
    <message>
        <source>registers of
thread (%1, %2)</source>
        <translation>线程 (%1, %2)
的寄存器</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>lanes of warp %1</source>
        <translation>线程束 %1 的通道</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>open: %1 of %2</source>
        <translation>打开：%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 warps</source>
        <translation>%1 / %2 个线程束</translation>
    </message>
    <message>
        <source>filled</source>
        <translation>已填充</translation>
    </message>
    <message>
        <source>fetched and not used by this loop; modelled: %1×%1 elements, lines of %2 bytes, no line is kept before</source>
        <translation>已取来而此循环没有用到；模型：%1×%1 个元素，缓存行 %2 字节，之前没有保留任何缓存行</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s), wavefronts of conflicts: %1</source>
        <translation>
            <numerusform>%n 步，冲突的波前 %1 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::app::TimeControls</name>
    <message>
        <source>&amp;Play or pause</source>
        <translation>播放或暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Step &amp;forward</source>
        <translation>前进一步(&amp;F)</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>后退一步(&amp;B)</translation>
    </message>
    <message>
        <source>To the be&amp;ginning</source>
        <translation>到开头(&amp;G)</translation>
    </message>
    <message>
        <source>To the &amp;end</source>
        <translation>到结尾(&amp;E)</translation>
    </message>
    <message>
        <source>Next bank &amp;conflict</source>
        <translation>下一个存储体冲突(&amp;C)</translation>
    </message>
    <message>
        <source>Bank conflict before</source>
        <translation>上一个存储体冲突</translation>
    </message>
    <message>
        <source>Waste before</source>
        <translation>上一处浪费</translation>
    </message>
    <message>
        <source>Skip what repeats</source>
        <translation>跳过重复</translation>
    </message>
    <message>
        <source>Skip what repeats, back</source>
        <translation>向后跳过重复</translation>
    </message>
    <message>
        <source>Step by &amp;wavefront</source>
        <translation>按波前步进(&amp;W)</translation>
    </message>
    <message>
        <source>Step by &amp;instruction</source>
        <translation>按指令步进(&amp;I)</translation>
    </message>
    <message>
        <source>Step by &amp;access of all warps</source>
        <translation>按所有线程束的访问步进(&amp;A)</translation>
    </message>
    <message>
        <source>Step by &amp;tile</source>
        <translation>按分块步进(&amp;T)</translation>
    </message>
    <message>
        <source>Step by ba&amp;rrier</source>
        <translation>按屏障步进(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;One warp only</source>
        <translation>仅一个线程束(&amp;O)</translation>
    </message>
    <message>
        <source>F&amp;aster</source>
        <translation>更快(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Slower</source>
        <translation>更慢(&amp;S)</translation>
    </message>
    <message>
        <source>Block …</source>
        <translation>线程块 …</translation>
    </message>
    <message>
        <source>As fast as the &amp;eye can follow</source>
        <translation>眼睛能跟上的最快速度(&amp;E)</translation>
    </message>
    <message>
        <source>Set or remove a book&amp;mark</source>
        <translation>设置或删除书签(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Next bookmark</source>
        <translation>下一个书签(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous bookmark</source>
        <translation>上一个书签(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>书签(&amp;B)</translation>
    </message>
    <message>
        <source>Loop &amp;from here</source>
        <translation>循环从此开始(&amp;F)</translation>
    </message>
    <message>
        <source>Loop &amp;to here</source>
        <translation>循环到此为止(&amp;T)</translation>
    </message>
    <message>
        <source>No &amp;loop</source>
        <translation>不循环(&amp;L)</translation>
    </message>
    <message>
        <source>Timeline: &amp;larger</source>
        <translation>时间线：放大(&amp;L)</translation>
    </message>
    <message>
        <source>Timeline: &amp;smaller</source>
        <translation>时间线：缩小(&amp;S)</translation>
    </message>
    <message>
        <source>Timeline: the &amp;whole block</source>
        <translation>时间线：整个线程块(&amp;W)</translation>
    </message>
    <message>
        <source>There is no block to look into here.</source>
        <translation>这里没有可看的线程块。</translation>
    </message>
    <message>
        <source>before this moment</source>
        <translation>在此刻之前</translation>
    </message>
    <message>
        <source>after this moment</source>
        <translation>在此刻之后</translation>
    </message>
    <message>
        <source>Nothing but the same comes %1.</source>
        <translation>%1只有同样的内容。</translation>
    </message>
    <message>
        <source>No bank conflict comes %1.</source>
        <translation>%1没有存储体冲突。</translation>
    </message>
    <message>
        <source>This block has no bank conflict.</source>
        <translation>此线程块没有存储体冲突。</translation>
    </message>
    <message>
        <source>There is no place in time to mark here.</source>
        <translation>这里没有可标记的时刻。</translation>
    </message>
    <message>
        <source>request %1, warp %2</source>
        <translation>请求 %1，线程束 %2</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Remove all of them</source>
        <translation>全部删除</translation>
    </message>
    <message>
        <source>There is no block to choose here.</source>
        <translation>这里没有可选的线程块。</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>Which of the %1 × %2 blocks? Column, row:</source>
        <translation>%1 × %2 个线程块中的哪一个？列、行：</translation>
    </message>
    <message>
        <source>There is no block “%1”: write its column, 0 to %2, and its row, 0 to %3, as in “1, 0”.</source>
        <translation>没有线程块“%1”：请写列（0 到 %2）和行（0 到 %3），如“1, 0”。</translation>
    </message>
    <message>
        <source>Next waste: bytes moved that nobody asked for</source>
        <translation>下一处浪费：没人请求却被搬运的字节</translation>
    </message>
    <message>
        <source>No request %1 moves more than it has to.</source>
        <translation>%1没有请求搬运多余的字节。</translation>
    </message>
    <message>
        <source>No request of this block moves more than it has to.</source>
        <translation>此线程块没有请求搬运多余的字节。</translation>
    </message>
</context>
<context>
    <name>warplens::app::TimelineView</name>
    <message>
        <source>Timeline of the block&apos;s warps</source>
        <translation>线程块各线程束的时间线</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
</context>
<context>
    <name>warplens::app::TransportBar</name>
    <message>
        <source>To the beginning (Home)</source>
        <translation>到开头（Home）</translation>
    </message>
    <message>
        <source>One step back (Left)</source>
        <translation>后退一步（←）</translation>
    </message>
    <message>
        <source>Play or pause (Space)</source>
        <translation>播放或暂停（空格）</translation>
    </message>
    <message>
        <source>One step forward (Right)</source>
        <translation>前进一步（→）</translation>
    </message>
    <message>
        <source>To the end (End)</source>
        <translation>到结尾（End）</translation>
    </message>
    <message>
        <source>Step through one warp only (W)</source>
        <translation>只步进一个线程束（W）</translation>
    </message>
    <message>
        <source>one warp</source>
        <translation>单线程束</translation>
    </message>
    <message>
        <source>What one step is</source>
        <translation>一步是什么</translation>
    </message>
    <message>
        <source>wavefront</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>access</source>
        <translation>访问</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed: instructions per second, up to as fast as the eye can follow</source>
        <translation>速度：每秒指令数，直到眼睛能跟上的最快速度</translation>
    </message>
    <message>
        <source>%1 / s</source>
        <translation>%1 / 秒</translation>
    </message>
    <message>
        <source>eye speed</source>
        <translation>眼睛速度</translation>
    </message>
    <message>
        <source>As fast as the eye can follow: something new with every frame</source>
        <translation>眼睛能跟上的最快速度：每帧都有新内容</translation>
    </message>
    <message>
        <source>
wavefront %1 of %2</source>
        <translation>
波前 %1 / %2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
</context>
<context>
    <name>warplens::app::Viewing</name>
    <message>
        <source>there is no picture &apos;%1&apos;: write %2</source>
        <translation>没有图片“%1”：请写 %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no number beside the lines: write request, wavefronts, sectors, excess or binding</source>
        <translation>“%1”不是行旁的数字：请写 request、wavefronts、sectors、excess 或 binding</translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation>图表页(&amp;C)</translation>
    </message>
    <message>
        <source>Di&amp;fference of the sources</source>
        <translation>源代码的差异(&amp;F)</translation>
    </message>
    <message>
        <source>Times with L2 fl&amp;ushed</source>
        <translation>清空 L2 后的时间(&amp;U)</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>仅：%1</translation>
    </message>
    <message>
        <source>&amp;All pictures</source>
        <translation>所有图片(&amp;A)</translation>
    </message>
    <message>
        <source>Lanes of the warp</source>
        <translation>线程束的通道</translation>
    </message>
    <message>
        <source>PT&amp;X beside the source</source>
        <translation>PTX 与源代码并列(&amp;X)</translation>
    </message>
    <message>
        <source>Addresses of the re&amp;quest</source>
        <translation>请求的地址(&amp;Q)</translation>
    </message>
    <message>
        <source>Machine code (&amp;SASS) beside the source</source>
        <translation>机器码（SASS）与源代码并列(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Occupancy</source>
        <translation>占用率(&amp;O)</translation>
    </message>
    <message>
        <source>Host pro&amp;gram beside the source</source>
        <translation>主机程序与源代码并列(&amp;G)</translation>
    </message>
    <message>
        <source>What b&amp;inds the launch</source>
        <translation>启动的瓶颈(&amp;I)</translation>
    </message>
    <message>
        <source>Next number beside the source</source>
        <translation>源代码旁的下一个数字</translation>
    </message>
</context>
<context>
    <name>warplens::app::WarpView</name>
    <message>
        <source>Warp</source>
        <translation>线程束</translation>
    </message>
    <message>
        <source>warp %1</source>
        <translation>线程束 %1</translation>
    </message>
    <message>
        <source> · at the barrier</source>
        <translation> · 在屏障处</translation>
    </message>
    <message>
        <source> · line %1</source>
        <translation> · 第 %1 行</translation>
    </message>
    <message>
        <source>together again at line %1</source>
        <translation>在第 %1 行重新会合</translation>
    </message>
    <message>
        <source>not together again before the end</source>
        <translation>直到结束都不再会合</translation>
    </message>
    <message>
        <source>, together again</source>
        <translation>，重新会合</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>sector</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>bank</source>
        <translation>存储体</translation>
    </message>
    <message>
        <source>wavefront</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>wf</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>now in memory</source>
        <translation>当前内存内容</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>another place</source>
        <translation>另一位置</translation>
    </message>
    <message>
        <source>condition is false</source>
        <translation>条件为假</translation>
    </message>
    <message>
        <source>%1, has its turn later</source>
        <translation>%1，稍后轮到</translation>
    </message>
    <message>
        <source>%1, waits for the others</source>
        <translation>%1，等待其他</translation>
    </message>
    <message>
        <source>at the barrier, %1</source>
        <translation>在屏障处，%1</translation>
    </message>
    <message>
        <source>has ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>no thread</source>
        <translation>没有线程</translation>
    </message>
</context>
<context>
    <name>warplens::app::WhyView</name>
    <message>
        <source>What binds it</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>What each resource alone would take, ms</source>
        <translation>各资源单独所需的时间，ms</translation>
    </message>
    <message>
        <source> estimate</source>
        <translation> 估计</translation>
    </message>
    <message>
        <source>%1 more, the longest %2 ms</source>
        <translation>另有 %1 个，最长 %2 ms</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>What would change it</source>
        <translation>什么会改变它</translation>
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
        <translation>核函数被停止前：{0}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{0} with other data</source>
        <translation>{0}（换用其他数据时）</translation>
    </message>
    <message>
        <source>{0} (and {1} more)</source>
        <translation>{0}（另有 {1} 个）</translation>
    </message>
</context>
<context>
    <name>warplens::challenges::Judge</name>
    <message>
        <source>the same, with other data too</source>
        <translation>相同，换用其他数据也一样</translation>
    </message>
    <message>
        <source>the kernel was stopped</source>
        <translation>核函数被停止</translation>
    </message>
    <message>
        <source>{0}[{1}] is {2}, and {3} is right ({4} of {5} elements differ)</source>
        <translation>{0}[{1}] 是 {2}，正确的是 {3}（{5} 个元素中有 {4} 个不同）</translation>
    </message>
    <message>
        <source>{0} with other data</source>
        <translation>{0}（换用其他数据时）</translation>
    </message>
    <message>
        <source>it runs longer than {0} s on the emulator, and is given up: a loop that hardly ends?</source>
        <translation>在仿真器上运行超过 {0} 秒，已放弃：是几乎不结束的循环吗？</translation>
    </message>
    <message>
        <source>it needs more memory than there is</source>
        <translation>所需内存超过现有内存</translation>
    </message>
</context>
<context>
    <name>warplens::engine</name>
    <message>
        <source>with {0} registers a thread instead of {1}, {2} blocks fit on a multiprocessor instead of {3}</source>
        <translation>每个线程用 {0} 个寄存器而不是 {1} 个时，一个多处理器可容纳 {2} 个块而不是 {3} 个</translation>
    </message>
    <message>
        <source>with {0} bytes of shared memory a block instead of {1}, {2} blocks fit on a multiprocessor instead of {3}</source>
        <translation>每个块用 {0} 字节共享内存而不是 {1} 字节时，一个多处理器可容纳 {2} 个块而不是 {3} 个</translation>
    </message>
    <message>
        <source>without bank conflicts shared memory needs {0} wavefronts instead of {1}: {2} ms instead of {3}</source>
        <translation>没有存储体冲突时，共享内存需要 {0} 个波前而不是 {1} 个：{2} ms 而不是 {3}</translation>
    </message>
    <message>
        <source>with the bytes of each request side by side, global memory needs {0} wavefronts of L1 instead of {1}: {2} ms instead of {3}</source>
        <translation>若每个请求的字节彼此相邻，全局内存需要 {0} 个 L1 波前而不是 {1} 个：{2} ms 而不是 {3}</translation>
    </message>
    <message>
        <source>{0} blocks fill {1} % of the turns of {2} multiprocessors: a grid that fills them takes less time for the same work</source>
        <translation>{0} 个块只填满了 {2} 个多处理器轮次的 {1} %：填满它们的网格完成同样的工作所需时间更少</translation>
    </message>
    <message>
        <source>sets up</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>uses</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>copies asynchronously from</source>
        <translation>异步复制自</translation>
    </message>
    <message>
        <source>copies asynchronously to</source>
        <translation>异步复制到</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>changes atomically</source>
        <translation>原子地修改</translation>
    </message>
    <message>
        <source>has set up</source>
        <translation>设置过</translation>
    </message>
    <message>
        <source>has used</source>
        <translation>使用过</translation>
    </message>
    <message>
        <source>copies from, asynchronously,</source>
        <translation>正在异步复制</translation>
    </message>
    <message>
        <source>copies to, asynchronously</source>
        <translation>正在异步写入</translation>
    </message>
    <message>
        <source>has read</source>
        <translation>读取过</translation>
    </message>
    <message>
        <source>has written</source>
        <translation>写入过</translation>
    </message>
    <message>
        <source>has changed atomically</source>
        <translation>原子地修改过</translation>
    </message>
    <message>
        <source>{0}; with this data it changes nothing</source>
        <translation>{0}；对这些数据没有影响</translation>
    </message>
    <message>
        <source>{0}; volatile makes the compiler access memory each time, but orders nothing</source>
        <translation>{0}；volatile 让编译器每次都访问内存，但不建立任何顺序</translation>
    </message>
    <message>
        <source>{0}; the other access is atomic, this one has to be, too</source>
        <translation>{0}；另一个访问是原子的，这个也必须是</translation>
    </message>
    <message>
        <source>{0}; grid.sync() does so where the launch is not cooperative: use cudaLaunchCooperativeKernel</source>
        <translation>{0}；启动不是协作式时 grid.sync() 就会这样：请用 cudaLaunchCooperativeKernel</translation>
    </message>
    <message>
        <source>thread {0} of block {1}</source>
        <translation>块 {1} 的线程 {0}</translation>
    </message>
    <message>
        <source>thread {0}</source>
        <translation>线程 {0}</translation>
    </message>
    <message>
        <source>it</source>
        <translation>它自己</translation>
    </message>
    <message>
        <source>threads {0} and {1} write different values to {2} in the same instruction: which one stays is chance</source>
        <translation>线程 {0} 和 {1} 在同一条指令里把不同的值写入 {2}：留下哪个全凭偶然</translation>
    </message>
    <message>
        <source>{0} {1} {2} here, which {3} {4} in line {5}, and nobody has waited for the copy</source>
        <translation>{0} 在这里{1} {2}，而{3} 在第 {5} 行{4}同一处，却没有谁等待这次复制</translation>
    </message>
    <message>
        <source>{0} {1} {2} here, which {3} {4} in line {5}, and nothing orders them</source>
        <translation>{0} 在这里{1} {2}，而{3} 在第 {5} 行{4}同一处，两者之间没有任何顺序</translation>
    </message>
    <message>
        <source>let one thread write, or give each a place of its own</source>
        <translation>只让一个线程写入，或者让每个线程有自己的位置</translation>
    </message>
    <message>
        <source>wait for the group of the copy (cp.async.wait_group, __pipeline_wait_prior) before the barrier</source>
        <translation>在屏障之前等待这组复制（cp.async.wait_group、__pipeline_wait_prior）</translation>
    </message>
    <message>
        <source>put __syncwarp() between them: lanes of a warp are not in step by themselves</source>
        <translation>在它们之间放 __syncwarp()：线程束的通道不会自动步调一致</translation>
    </message>
    <message>
        <source>put __syncthreads() between them</source>
        <translation>在它们之间放 __syncthreads()</translation>
    </message>
    <message>
        <source>no barrier reaches from block to block: make the access atomic, hand the value over with __threadfence() and an atomic flag, or leave the second part to a kernel of its own</source>
        <translation>没有屏障能跨越块：把访问改为原子的，用 __threadfence() 和原子标志传递值，或把第二部分交给另一个内核</translation>
    </message>
    <message>
        <source>{0} is read, and nobody has written it</source>
        <translation>读取了 {0}，但没有谁写过它</translation>
    </message>
    <message>
        <source>let some thread write it first, and put __syncthreads() behind that</source>
        <translation>先让某个线程写入，再在其后放 __syncthreads()</translation>
    </message>
    <message>
        <source>fill the array before the kernel, or write it before it is read</source>
        <translation>在内核之前填好数组，或在读取之前写入</translation>
    </message>
    <message>
        <source>give the variable a value where it is declared</source>
        <translation>在声明处给变量赋值</translation>
    </message>
    <message>
        <source>warps add floating-point numbers to one sum here in the order in which they come, and its last bits depend on that order</source>
        <translation>各线程束在这里按到达的顺序把浮点数加到同一个和上，它的末位取决于这个顺序</translation>
    </message>
    <message>
        <source>add within each block in a fixed order, and the blocks&apos; sums in a second kernel, where the same bits matter</source>
        <translation>若要求结果逐位相同，请在每个块内按固定顺序相加，再用第二个内核把各块的和相加</translation>
    </message>
    <message>
        <source>{0}: the value is undefined, and line {1} {2}</source>
        <translation>{0}：这个值未定义，而第 {1} 行{2}</translation>
    </message>
    <message>
        <source>lane {0} reads the register of lane {1}, which has ended</source>
        <translation>通道 {0} 读取通道 {1} 的寄存器，而后者已经结束</translation>
    </message>
    <message>
        <source>lane {0} reads the register of lane {1}, which does not exist</source>
        <translation>通道 {0} 读取通道 {1} 的寄存器，而后者不存在</translation>
    </message>
    <message>
        <source>lane {0} reads the register of lane {1}, which does not take part</source>
        <translation>通道 {0} 读取通道 {1} 的寄存器，而后者没有参与</translation>
    </message>
    <message>
        <source>lets it decide where a thread goes</source>
        <translation>让它决定线程的去向</translation>
    </message>
    <message>
        <source>lets it decide how threads wait</source>
        <translation>让它决定线程如何等待</translation>
    </message>
    <message>
        <source>takes it for an address</source>
        <translation>把它当作地址</translation>
    </message>
    <message>
        <source>copies with it</source>
        <translation>用它来复制</translation>
    </message>
    <message>
        <source>gives it to a texture or surface</source>
        <translation>把它交给纹理或表面</translation>
    </message>
    <message>
        <source>stores it</source>
        <translation>把它存储起来</translation>
    </message>
    <message>
        <source>combines it with memory</source>
        <translation>把它与内存合并</translation>
    </message>
    <message>
        <source>give the shuffle a width or a mask that leaves these lanes out, or let every lane that is read take part</source>
        <translation>给 shuffle 一个排除这些通道的宽度或掩码，或让每个被读取的通道都参与</translation>
    </message>
    <message>
        <source>lane {0} comes here with the mask {1}, which does not name it: what it then gets is not defined</source>
        <translation>通道 {0} 带着掩码 {1} 来到这里，而掩码里没有它：它得到什么没有定义</translation>
    </message>
    <message>
        <source>lanes that the member mask names never come here: {0} of the warp&apos;s {1} wait, the others have gone another way</source>
        <translation>掩码里的通道没有都来到这里：线程束的 {1} 个通道中有 {0} 个在等，其余的走了另一条路</translation>
    </message>
    <message>
        <source>the instruction needs all 32 lanes of the warp, and some do not take part: its result is undefined</source>
        <translation>这条指令需要线程束的全部 32 个通道，而有些没有参与：结果未定义</translation>
    </message>
    <message>
        <source>some threads of the block wait here and others at the barrier in line {0}: all have to come to the same one</source>
        <translation>块里有些线程在这里等，另一些在第 {0} 行的屏障等：所有线程必须来到同一个</translation>
    </message>
    <message>
        <source>some threads of the block never come to this barrier: they went round it and have ended</source>
        <translation>块里有些线程从未来到这个屏障：它们绕过它并且已经结束</translation>
    </message>
    <message>
        <source>barrier {0} waits for {1} here and for {2} in line {3}: the numbers have to be the same</source>
        <translation>屏障 {0} 在这里等{1}，在第 {3} 行等{2}：数目必须相同</translation>
    </message>
    <message>
        <source>all threads of the block</source>
        <translation>块的所有线程</translation>
    </message>
    <message>
        <source>{0} of {1} threads wait here for ever: not all threads of the block come here</source>
        <translation>{1} 个线程中有 {0} 个永远在这里等：块里不是所有线程都来这里</translation>
    </message>
    <message>
        <source>{0} of {1} threads wait here for ever: barrier {2} waits for {3}, and {4} have come</source>
        <translation>{1} 个线程中有 {0} 个永远在这里等：屏障 {2} 要等 {3} 个，只来了 {4} 个</translation>
    </message>
    <message>
        <source>{0} threads</source>
        <translation> {0} 个线程</translation>
    </message>
    <message>
        <source>there are 16 barriers, and none with the number {0}</source>
        <translation>屏障有 16 个，没有编号为 {0} 的</translation>
    </message>
    <message>
        <source>warp {0} has entered {1} basic blocks in loops whose end cannot be foreseen: an endless loop, or more work than Warplens waits for</source>
        <translation>线程束 {0} 已在看不到尽头的循环里进入 {1} 个基本块：要么是无限循环，要么工作量超过 Warplens 愿意等待的</translation>
    </message>
    <message>
        <source>this loop never ends: no value that its counter takes is the one that it waits for</source>
        <translation>这个循环永不结束：计数器永远取不到它等的值</translation>
    </message>
    <message>
        <source>this loop would go round {0} times more: its counter goes the other way, or passes the value that it waits for</source>
        <translation>这个循环还会转 {0} 次：计数器方向反了，或越过了它等的值</translation>
    </message>
    <message>
        <source>this loop never ends: nothing changes any more that decides whether it goes on</source>
        <translation>这个循环永不结束：决定它是否继续的东西不再改变</translation>
    </message>
    <message>
        <source>this loop never ends: it goes round in a circle, through {0} again and again, and nothing changes that it reads</source>
        <translation>这个循环永不结束：它绕着圈子，一次次经过 {0}，而它读取的东西都不改变</translation>
    </message>
    <message>
        <source>this loop never ends: it waits for {0} to change, and no thread is left that could change it; {1}</source>
        <translation>这个循环永不结束：它等待 {0} 改变，而已没有线程能改变它；{1}</translation>
    </message>
    <message>
        <source>this loop never ends: it waits for {0} to change, and no thread is left that could change it</source>
        <translation>这个循环永不结束：它等待 {0} 改变，而已没有线程能改变它</translation>
    </message>
    <message>
        <source>{0}; a lane of its own warp waits until it goes on: before compute capability 7.0 lanes that have parted do not take turns</source>
        <translation>{0}；同一线程束的一个通道在等它继续：计算能力 7.0 之前，分开的通道不会轮流执行</translation>
    </message>
    <message>
        <source>{0}; {1} lanes of its own warp wait until it goes on: before compute capability 7.0 lanes that have parted do not take turns</source>
        <translation>{0}；同一线程束的 {1} 个通道在等它继续：计算能力 7.0 之前，分开的通道不会轮流执行</translation>
    </message>
    <message>
        <source>a lane of its own warp waits until it goes on: before compute capability 7.0 lanes that have parted do not take turns</source>
        <translation>同一线程束的一个通道在等它继续：计算能力 7.0 之前，分开的通道不会轮流执行</translation>
    </message>
    <message>
        <source>{0} lanes of its own warp wait until it goes on: before compute capability 7.0 lanes that have parted do not take turns</source>
        <translation>同一线程束的 {0} 个通道在等它继续：计算能力 7.0 之前，分开的通道不会轮流执行</translation>
    </message>
    <message>
        <source>thread {0} waits in line {1} for {2}, {3}</source>
        <translation>线程 {0} 在第 {1} 行等 {2}，{3}</translation>
    </message>
    <message>
        <source>thread {0} waits in line {1} for {2}</source>
        <translation>线程 {0} 在第 {1} 行等 {2}</translation>
    </message>
    <message>
        <source>element {0} of the member {1} is accessed, which has fewer: what lies there belongs to another member, or to the next structure</source>
        <translation>访问了成员 {1} 的第 {0} 个元素，而它没有这么多：那里属于另一个成员或下一个结构</translation>
    </message>
    <message>
        <source>keep the index below the number of elements of {0}</source>
        <translation>下标要小于 {0} 的元素个数</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at shared address {2}: the block has {3} bytes of shared memory, the last array before it is {4}</source>
        <translation>在共享内存地址 {2} {0} {1} 字节：块有 {3} 字节共享内存，其前的最后一个数组是 {4}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at shared address {2}: the block has {3} bytes of shared memory</source>
        <translation>在共享内存地址 {2} {0} {1} 字节：块有 {3} 字节共享内存</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at {2}: the address is no multiple of {3}</source>
        <translation>在 {2} {0} {1} 字节：地址不是 {3} 的倍数</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at local address {2}: the thread has {3} bytes of local memory</source>
        <translation>在局部地址 {2} {0} {1} 字节：线程有 {3} 字节局部内存</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at {2} of the kernel&apos;s {3} bytes of parameters</source>
        <translation>在内核 {3} 字节参数的 {2} 处{0} {1} 字节</translation>
    </message>
    <message>
        <source>{0} to the constant {1}</source>
        <translation>对常量 {1} 的{0}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at byte {2} of {3} bytes that were freed before</source>
        <translation>在已释放的 {3} 字节的第 {2} 字节处{0} {1} 字节</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the heap, where malloc gave nothing</source>
        <translation>在堆里 malloc 没有分配的地方{0} {1} 字节</translation>
    </message>
    <message>
        <source>{0} of {1} bytes, {2} bytes past the end of {3} bytes from malloc</source>
        <translation>{0} {1} 字节，超出 malloc 给的 {3} 字节末尾 {2} 字节</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at {2}: {3}</source>
        <translation>在 {2} {0} {1} 字节：{3}</translation>
    </message>
    <message>
        <source>{0} of {1} bytes {2}, in {3}</source>
        <translation>{0} {1} 字节，{2}，在 {3}</translation>
    </message>
    <message>
        <source>no array is there</source>
        <translation>那里没有数组</translation>
    </message>
    <message>
        <source>a null pointer</source>
        <translation>空指针</translation>
    </message>
    <message>
        <source>the end of {0} ({1} bytes) cuts it off</source>
        <translation>{0}（{1} 字节）的末尾把它截断</translation>
    </message>
    <message>
        <source>{0} bytes past the end of {1} ({2} bytes)</source>
        <translation>超出 {1}（{2} 字节）末尾 {0} 字节</translation>
    </message>
    <message>
        <source>{0} bytes before the begin of {1}</source>
        <translation>在 {1} 开头之前 {0} 字节</translation>
    </message>
    <message>
        <source>byte {0} of shared memory</source>
        <translation>共享内存的第 {0} 字节</translation>
    </message>
    <message>
        <source>byte {0} of the thread&apos;s local memory</source>
        <translation>线程局部内存的第 {0} 字节</translation>
    </message>
    <message>
        <source>byte {0} of {1}</source>
        <translation>{1} 的第 {0} 字节</translation>
    </message>
    <message>
        <source>load</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>store</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>atomic operation</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <source>this memory is freed a second time: it was given back already</source>
        <translation>这块内存被第二次释放：它已经归还了</translation>
    </message>
    <message>
        <source>free of an address that malloc did not give: it has to be the very pointer that malloc returned</source>
        <translation>free 了不是 malloc 给的地址：必须正是 malloc 返回的指针</translation>
    </message>
    <message>
        <source>{0} bytes that are taken here are not given back by the end of the launch</source>
        <translation>在这里取得的 {0} 字节到启动结束都没有归还</translation>
    </message>
    <message>
        <source>free() them, unless a later kernel is to use them</source>
        <translation>用 free() 归还，除非后面的内核还要用</translation>
    </message>
    <message>
        <source>the copy is of {0} bytes, which is no multiple of 16</source>
        <translation>复制 {0} 字节，不是 16 的倍数</translation>
    </message>
    <message>
        <source>a call through a pointer that is no function</source>
        <translation>通过不指向函数的指针调用</translation>
    </message>
    <message>
        <source>calls are nested {0} deep: a function calls itself without an end</source>
        <translation>调用嵌套了 {0} 层：函数无休止地调用自己</translation>
    </message>
    <message>
        <source>calls are nested so deeply that a thread&apos;s stack exceeds {0} bytes</source>
        <translation>调用嵌套太深，线程的栈超过 {0} 字节</translation>
    </message>
    <message>
        <source>brx.idx with index {0} of {1} labels</source>
        <translation>brx.idx 的下标是 {0}，而标签有 {1} 个</translation>
    </message>
    <message>
        <source>{0} is no texture object, or one that was destroyed, or whose memory was freed</source>
        <translation>{0} 不是纹理对象，或已被销毁，或其内存已释放</translation>
    </message>
    <message>
        <source>{0} is no surface object, or one that was destroyed, or whose memory was freed</source>
        <translation>{0} 不是表面对象，或已被销毁，或其内存已释放</translation>
    </message>
    <message>
        <source>the instruction takes {0}, and the object has {1}</source>
        <translation>指令要求{0}，而对象是{1}</translation>
    </message>
    <message>
        <source>{0} dimensions in layers</source>
        <translation>分层的 {0} 维</translation>
    </message>
    <message>
        <source>{0} dimensions</source>
        <translation> {0} 维</translation>
    </message>
    <message>
        <source>{0} in layers</source>
        <translation>分层的 {0} 维</translation>
    </message>
    <message>
        <source>{0} bytes of a surface at byte {1} of a row: it is no multiple of {2} (x counts bytes, not elements)</source>
        <translation>在表面一行的第 {1} 字节处访问 {0} 字节：不是 {2} 的倍数（x 以字节计，不以元素计）</translation>
    </message>
    <message>
        <source>{0} of a surface of {1} bytes x {2} x {3}: x counts bytes</source>
        <translation>表面（{1} 字节 x {2} x {3}）的 {0}：x 以字节计</translation>
    </message>
    <message>
        <source>the kernel has stopped itself with trap</source>
        <translation>内核用 trap 停止了自己</translation>
    </message>
    <message>
        <source>the assertion {0} fails in {1}</source>
        <translation>断言 {0} 在 {1} 中不成立</translation>
    </message>
    <message>
        <source>{0}; its index does not fit 32 bits: in line {1} {2} has become {3}</source>
        <translation>{0}；它的下标超出 32 位：在第 {1} 行，{2} 变成了 {3}</translation>
    </message>
    <message>
        <source>{0}; {1} threads of the block wait at the barrier in line {2} until it comes there</source>
        <translation>{0}；块中有 {1} 个线程在第 {2} 行的屏障处等它到来</translation>
    </message>
    <message>
        <source>{0}; a thread of the block waits at the barrier in line {1} until it comes there</source>
        <translation>{0}；块中有一个线程在第 {1} 行的屏障处等它到来</translation>
    </message>
    <message>
        <source>wait for the group of the copy (cp.async.bulk.wait_group) before the barrier</source>
        <translation>在屏障之前等待这组复制（cp.async.bulk.wait_group）</translation>
    </message>
    <message>
        <source>thread {0} of block {1} waits in line {2} for {3}, {4}</source>
        <translation>块 {1} 的线程 {0} 在第 {2} 行等 {3}，{4}</translation>
    </message>
    <message>
        <source>thread {0} of block {1} waits in line {2} for {3}</source>
        <translation>块 {1} 的线程 {0} 在第 {2} 行等 {3}</translation>
    </message>
    <message>
        <source>element {0} of a row of {1} is accessed, which has fewer: what lies there belongs to another row</source>
        <translation>访问了 {1} 的一行中的第 {0} 个元素，而一行没有这么多：那里属于另一行</translation>
    </message>
    <message>
        <source>element {0} of {1} is accessed, which has fewer: what lies there belongs to another variable</source>
        <translation>访问了 {1} 的第 {0} 个元素，而它没有这么多：那里属于另一个变量</translation>
    </message>
    <message>
        <source>a row of {0}</source>
        <translation>{0} 的一行</translation>
    </message>
    <message>
        <source>warp {0} arrives at barrier {1} again before the others have come: it is counted twice, and those who wait for it may go on too early, or wait for ever</source>
        <translation>线程束 {0} 在其他线程到达之前再次到达屏障 {1}：它被计算了两次，等待该屏障的线程可能过早继续，也可能永远等待</translation>
    </message>
    <message>
        <source>{0} {1} what {2} {3}, byte {4} of {5}: nothing orders the two. Record an event behind the one (cudaEventRecord), and let the other stream wait for it (cudaStreamWaitEvent)</source>
        <translation>{0}{1}的数据同时被{2}{3}（{5}的第 {4} 字节），两者没有先后次序。请在其中一个之后记录事件 (cudaEventRecord)，并让另一个流等待它 (cudaStreamWaitEvent)</translation>
    </message>
    <message>
        <source>the program&apos;s own code {0} byte {1} of {2}, which {3} {4}, and has not waited for that: call cudaDeviceSynchronize(), or wait for the stream of the launch, before</source>
        <translation>程序自身的代码{0}{2}的第 {1} 字节，而{3}{4}它，程序却没有等待：请先调用 cudaDeviceSynchronize()，或等待该启动所在的流</translation>
    </message>
    <message>
        <source>the program&apos;s own code {0} byte {1} of {2}, which {3} {4}, and has not waited for that: call cudaDeviceSynchronize(), or wait for the stream of the copy, before</source>
        <translation>程序自身的代码{0}{2}的第 {1} 字节，而{3}{4}它，程序却没有等待：请先调用 cudaDeviceSynchronize()，或等待该拷贝所在的流</translation>
    </message>
    <message>
        <source>the launch of {0} in the default stream</source>
        <translation>默认流中 {0} 的启动</translation>
    </message>
    <message>
        <source>the launch of {0} in stream {1}</source>
        <translation>流 {1} 中 {0} 的启动</translation>
    </message>
    <message>
        <source>{0} in the default stream</source>
        <translation>默认流中的 {0}</translation>
    </message>
    <message>
        <source>{0} in stream {1}</source>
        <translation>流 {1} 中的 {0}</translation>
    </message>
    <message>
        <source>{0}: {1} bytes from {2} to {3}: the two overlap in {4} bytes, and what comes of it is undefined</source>
        <translation>{0}：从 {2} 到 {3} 的 {1} 字节：两者有 {4} 字节重叠，结果未定义</translation>
    </message>
    <message>
        <source>{0}: no memory of the device begins before {1} and reaches to it: {2}</source>
        <translation>{0}：没有哪块设备内存从 {1} 之前开始并延伸到它：{2}</translation>
    </message>
    <message>
        <source>{0} of {1}: {2}</source>
        <translation>对 {1} 的 {0}：{2}</translation>
    </message>
    <message>
        <source>{0} are never freed</source>
        <translation>{0}从未释放</translation>
    </message>
    <message>
        <source>it was part of {0}, which have been freed</source>
        <translation>它曾属于{0}，而那块内存已经释放</translation>
    </message>
    <message>
        <source>the {0} bytes from {1} (memory {2})</source>
        <translation>{1} 得到的 {0} 字节（内存 {2}）</translation>
    </message>
    <message>
        <source>{0} ({1} bytes)</source>
        <translation>{0}（{1} 字节）</translation>
    </message>
    <message>
        <source>{0}; the program never asked: call cudaGetLastError() behind each launch</source>
        <translation>{0}；程序从未询问：请在每次启动之后调用 cudaGetLastError()</translation>
    </message>
    <message>
        <source>the launch of {0}: {1}</source>
        <translation>{0} 的启动：{1}</translation>
    </message>
    <message>
        <source>a grid of {0} blocks of {1} threads is empty: each extent is 1 or more</source>
        <translation>{0} 个线程块、每块 {1} 个线程的网格是空的：每一维至少为 1</translation>
    </message>
    <message>
        <source>a block of {0} threads ({1}) is too large: 1024 at most, and 64 in z</source>
        <translation>{0} 个线程（{1}）的线程块太大：最多 1024，z 方向最多 64</translation>
    </message>
    <message>
        <source>a grid of {0} blocks is too large: 2147483647 in x, 65535 in y and z</source>
        <translation>{0} 个线程块的网格太大：x 方向 2147483647，y 和 z 方向 65535</translation>
    </message>
    <message>
        <source>blocks of {0} threads, and __launch_bounds__ says {1} at most</source>
        <translation>每块 {0} 个线程，而 __launch_bounds__ 规定最多 {1}</translation>
    </message>
    <message>
        <source>blocks of {0} threads, and the kernel is made for {1}</source>
        <translation>每块 {0} 个线程，而该核函数要求 {1}</translation>
    </message>
    <message>
        <source>{0} threads with {1} registers each need {2}, and a multiprocessor has {3}</source>
        <translation>{0} 个线程、每个 {1} 个寄存器，需要 {2} 个，而一个多处理器有 {3} 个</translation>
    </message>
    <message>
        <source>a block wants {0} bytes of shared memory, and {1} is the most that it can have on this device</source>
        <translation>线程块要 {0} 字节共享内存，而在此设备上最多 {1}</translation>
    </message>
    <message>
        <source>a block wants {0} bytes of shared memory, more than 48 KiB: allow it first with cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {1})</source>
        <translation>线程块要 {0} 字节共享内存，超过 48 KiB：请先用 cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {1}) 允许</translation>
    </message>
    <message>
        <source>{0} blocks are to run side by side, and {1} multiprocessors hold {2} each</source>
        <translation>{0} 个线程块要同时运行，而 {1} 个多处理器各容纳 {2} 个</translation>
    </message>
    <message>
        <source>{0}; it shows where blocks and warps come in another order</source>
        <translation>{0}；当线程块和线程束以另一种次序执行时才会出现</translation>
    </message>
    <message>
        <source>{0}; others wait at barrier {1} in line {2}</source>
        <translation>{0}；其他线程在第 {2} 行的屏障 {1} 处等待</translation>
    </message>
    <message>
        <source>{0} {1} {2} here, which {3} {4} in line {5}, and no fence.proxy.async lies between: the copy may read what was there before</source>
        <translation>{0} 在这里{1} {2}，而{3} 在第 {5} 行{4}同一处，两者之间没有 fence.proxy.async：复制可能读到之前的内容</translation>
    </message>
    <message>
        <source>put cuda::ptx::fence_proxy_async(cuda::ptx::space_shared) behind what is written, in front of the barrier</source>
        <translation>请在写入之后、屏障之前加上 cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the local memory of a function that has returned</source>
        <translation>在已经返回的函数的局部内存中{0} {1} 字节</translation>
    </message>
    <message>
        <source>{0} {1} what {2} {3}, byte {4} of {5}: no edge of the graph orders the two</source>
        <translation>{0}{1}的数据同时被{2}{3}（{5}的第 {4} 字节），图中没有边规定两者的先后</translation>
    </message>
    <message>
        <source>{0} reads {1}, and nobody has written there</source>
        <translation>{0} 读取了{1}，但没有谁往那里写过</translation>
    </message>
    <message>
        <source>{0}: {1} bytes from byte {2} go past the end of {3}</source>
        <translation>{0}：从第 {2} 字节起的 {1} 字节超出了{3}的末尾</translation>
    </message>
    <message>
        <source>{0}; it shows where a thread sees late what another one has written, as it may without a fence between its own write and its look at the other&apos;s</source>
        <translation>{0}；当一个线程很晚才看到另一个线程写入的内容时就会显现：在它自己的写入与查看对方之间没有内存栅栏时，这是允许的</translation>
    </message>
    <message>
        <source>put cluster.sync() between them: it orders all threads of the cluster</source>
        <translation>在它们之间放 cluster.sync()：它让簇里的所有线程有先后</translation>
    </message>
    <message>
        <source>put __threadfence() between what a thread writes for others and its look at what they have written, or make both memory_order_seq_cst: releasing and acquiring is not enough there</source>
        <translation>在线程为别人写入与它查看别人所写之间放 __threadfence()，或让两者都用 memory_order_seq_cst：这里只有 release 和 acquire 是不够的</translation>
    </message>
    <message>
        <source>{0} of {1} threads wait here for ever: not all threads of the cluster come here</source>
        <translation>{1} 个线程中有 {0} 个永远在这里等：簇里不是所有线程都来这里</translation>
    </message>
    <message>
        <source>a thread arrives at the barrier of the cluster again before it has waited for the others</source>
        <translation>线程还没有等其他线程，就又一次到达簇的屏障</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the shared memory of block {2} of the cluster, which has ended</source>
        <translation>在簇中已经结束的块 {2} 的共享内存里{0} {1} 字节</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the shared memory of block {2} of the cluster, which has {3}</source>
        <translation>在簇的块 {2} 的共享内存里{0} {1} 字节，而簇只有 {3} 个块</translation>
    </message>
    <message>
        <source>{0} of {1} bytes at shared address {2} of another block of the cluster, which has {3} bytes of shared memory</source>
        <translation>在簇里另一个块的共享内存地址 {2} {0} {1} 字节：它有 {3} 字节共享内存</translation>
    </message>
    <message>
        <source>{0}, and a launch that has not ended waits for the program, which does nothing else</source>
        <translation>{0}，而一次尚未结束的启动在等程序，程序又不做别的事</translation>
    </message>
    <message>
        <source>{0}, and devices have nothing left to do: it was ended</source>
        <translation>{0}，而设备已经没有事可做：程序已被结束</translation>
    </message>
    <message>
        <source>the program polls for ever: byte {0} of {1} would have to change</source>
        <translation>程序永远在轮询：{1} 的第 {0} 字节必须改变</translation>
    </message>
    <message>
        <source>the program polls for ever: the answer of its question would have to change</source>
        <translation>程序永远在轮询：它所问的答案必须改变</translation>
    </message>
    <message>
        <source>{0}: its destination is the device&apos;s memory ({1}), and the direction says the host&apos;s</source>
        <translation>{0}：目标是设备的内存（{1}），而方向说是主机的</translation>
    </message>
    <message>
        <source>{0}: its source is the device&apos;s memory ({1}), and the direction says the host&apos;s</source>
        <translation>{0}：来源是设备的内存（{1}），而方向说是主机的</translation>
    </message>
    <message>
        <source>{0}: its destination is the host&apos;s memory ({1}), and the direction says the device&apos;s</source>
        <translation>{0}：目标是主机的内存（{1}），而方向说是设备的</translation>
    </message>
    <message>
        <source>{0}: its source is the host&apos;s memory ({1}), and the direction says the device&apos;s</source>
        <translation>{0}：来源是主机的内存（{1}），而方向说是设备的</translation>
    </message>
    <message>
        <source>{0} blocks are to be a cluster, which compute capability {1} does not have</source>
        <translation>{0} 个块要成为一个簇，而 compute capability {1} 没有簇</translation>
    </message>
    <message>
        <source>{0} blocks are to be a cluster: it has 1 to 16</source>
        <translation>{0} 个块要成为一个簇：簇有 1 到 16 个块</translation>
    </message>
    <message>
        <source>a grid of {0} blocks does not consist of clusters of {1}</source>
        <translation>{0} 个块的网格不能由 {1} 的簇组成</translation>
    </message>
    <message>
        <source>{0} of block {1}</source>
        <translation>块 {1} 的 {0}</translation>
    </message>
    <message>
        <source>{0}; the second thread is one of the kernel {1}, which had launched this one before</source>
        <translation>{0}；第二个线程属于核函数 {1}，它先前启动了这个核函数</translation>
    </message>
    <message>
        <source>do it before the launch, or launch with cudaStreamTailLaunch, so that the other kernel begins when this one is over: it cannot wait for what it launches</source>
        <translation>请在启动之前做这件事，或用 cudaStreamTailLaunch 启动，使另一个核函数在这个核函数结束后才开始：它无法等待自己启动的内核</translation>
    </message>
    <message>
        <source>{0}; one access is of {1} bytes, the other of {2}: only where both are of the same place and size they are atomic to one another</source>
        <translation>{0}；一次访问为 {1} 字节，另一次为 {2} 字节：只有位置和大小都相同的访问，彼此才是原子的</translation>
    </message>
    <message>
        <source>{0} reads {1} here through the read-only cache, which need not hear that {2} {3} it in line {4}, in the same kernel: what it gets may be old</source>
        <translation>{0} 在此通过只读缓存读取 {1}，而该缓存不必知道 {2} 在同一内核的第 {4} 行{3}它：读到的可能是旧值</translation>
    </message>
    <message>
        <source>read it by a plain load: without __ldg, and without const and __restrict__ on the pointer, which say that the kernel does not write there</source>
        <translation>用普通加载读取它：不用 __ldg，指针也不加 const 和 __restrict__，因为它们表示内核不会写入那里</translation>
    </message>
    <message>
        <source>warps store different values in one place here, in the order in which they come: which one stays depends on that order</source>
        <translation>各 warp 按到达的先后在此向同一位置存入不同的值：留下哪一个取决于该顺序</translation>
    </message>
    <message>
        <source>let one thread decide, or take the largest or smallest value (atomicMax, atomicMin)</source>
        <translation>让一个线程决定，或取最大或最小的值（atomicMax、atomicMin）</translation>
    </message>
    <message>
        <source>a node that fills memory</source>
        <translation>填充内存的节点</translation>
    </message>
    <message>
        <source>a node that takes memory</source>
        <translation>分配内存的节点</translation>
    </message>
    <message>
        <source>a node that frees memory</source>
        <translation>释放内存的节点</translation>
    </message>
    <message>
        <source>it is part of {0}, which no launch of a graph has taken</source>
        <translation>它属于{0}，而没有任何一次图的启动分配了这块内存</translation>
    </message>
    <message>
        <source>{0} of {1} bytes by a pointer to a local variable of {2}, stored in line {3}: local memory is each thread&apos;s own, and what lies at this address belongs to the thread that follows the pointer</source>
        <translation>{0}（{1} 字节）经由第 {3} 行存入的指针，它指向{2} 的局部变量：每个线程的局部内存都是自己的，该地址上的内容属于使用此指针的线程</translation>
    </message>
    <message>
        <source>{0}: more bytes than there are addresses, from byte {1}, go past the end of {2}</source>
        <translation>{0}: 从第 {1} 个字节起的字节数超过了地址总数，越过了{2}的末尾</translation>
    </message>
    <message>
        <source>{0}; where warps have roles: arrive behind the first access, and wait in front of the second</source>
        <translation>{0}；若各 warp 分工不同：在第一次访问之后到达，在第二次访问之前等待</translation>
    </message>
    <message>
        <source>{0}; both are atomic, but not for one another: the scope of one of them does not reach the other thread</source>
        <translation>{0}；两者都是原子的，但彼此之间并不是：其中一个的作用域到不了另一个线程</translation>
    </message>
    <message>
        <source>wait for the mbarrier that the copy is told of, which has to expect the bytes of all copies that it is told of</source>
        <translation>等待交给该复制的 mbarrier；它必须预期所有使用它的复制的字节数</translation>
    </message>
    <message>
        <source>{0} reads {1} bytes of {2} that nobody has written, the first of them byte {3} of row {4}</source>
        <translation>{0} 读取 {2} 中没有人写过的 {1} 字节，其中第一个是第 {4} 行的第 {3} 字节</translation>
    </message>
    <message>
        <source>{0} reads {1} bytes of {2} that nobody has written, the first of them byte {3}</source>
        <translation>{0} 读取 {2} 中没有人写过的 {1} 字节，其中第一个是第 {3} 字节</translation>
    </message>
    <message>
        <source>this loop never ends: it waits for {0} to change, and blocks that have not begun find no room: one {1} has room for {2} of the {3} at once, and those wait</source>
        <translation>这个循环永不结束：它等待 {0} 改变，而尚未开始的线程块没有位置：一块 {1} 同时只能容纳 {3} 个中的 {2} 个，而它们都在等待</translation>
    </message>
    <message>
        <source>prints it</source>
        <translation>把它打印出来</translation>
    </message>
    <message>
        <source>{0} gives back {1}, which {2} {3}, and the program has not waited for that: call cudaDeviceSynchronize(), or wait for its stream, before</source>
        <translation>{0}归还了{1}，而{2}{3}它，程序却没有等待：请先调用 cudaDeviceSynchronize()，或等待其所在的流</translation>
    </message>
    <message>
        <source>a variable is computed with that has not been set</source>
        <translation>这里用一个没有赋过值的变量计算</translation>
    </message>
    <message>
        <source>set it before the loop</source>
        <translation>在循环之前给它赋值</translation>
    </message>
    <message>
        <source>{0} of {1} bytes by a pointer to the shared memory of block {2}, stored in line {3}: shared memory is each block&apos;s own, and what lies at this address belongs to the block that follows the pointer</source>
        <translation>{0}（{1} 字节）经由第 {3} 行存入的指针，它指向线程块 {2} 的共享内存：每个线程块的共享内存都是自己的，该地址上的内容属于使用此指针的线程块</translation>
    </message>
    <message>
        <source>{0} of {1} bytes by a pointer to shared memory of the cluster of block {2}, stored in line {3}: in another cluster it leads to a block of that one</source>
        <translation>{0}（{1} 字节）经由第 {3} 行存入的指针，它指向线程块 {2} 所在簇的共享内存：在另一个簇里，它指向那个簇的线程块</translation>
    </message>
    <message>
        <source>{0} of {1} bytes by a pointer to shared memory which this kernel has not made: what lies at this address belongs to the block that follows the pointer</source>
        <translation>{0}（{1} 字节）经由一个指向共享内存、但不是此核函数得出的指针：该地址上的内容属于使用此指针的线程块</translation>
    </message>
    <message>
        <source>{0} of {1} bytes in the shared memory of block {2} of the cluster, which need not have begun: cluster.sync() has to come first</source>
        <translation>在簇中块 {2} 的共享内存里{0} {1} 字节，而该块未必已经开始：须先有 cluster.sync()</translation>
    </message>
    <message>
        <source>leave reading to a launch of its own: textures and surfaces show what was there when a kernel began</source>
        <translation>把读取留给另一次启动：纹理和表面显示的是内核开始时那里的内容</translation>
    </message>
    <message>
        <source>printf reads the text from {0} on past the end of the memory that it is in: after {1} bytes there is no zero that ends it</source>
        <translation>printf 从 {0} 起读取文本，读过了它所在内存的末尾：在 {1} 个字节之后没有结束它的零</translation>
    </message>
    <message>
        <source>printf is to print a text (%s) from where there is no memory</source>
        <translation>printf 要输出一段文本（%s），而那里没有内存</translation>
    </message>
</context>
<context>
    <name>warplens::exchange</name>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Show the solution</source>
        <translation>显示答案</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再试一次</translation>
    </message>
    <message>
        <source>:num of :total points</source>
        <translation>得分 :num / :total</translation>
    </message>
    <message>
        <source>There is something to read about this answer</source>
        <translation>此选项有说明可读</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>阅读说明</translation>
    </message>
    <message>
        <source>Wrong answer</source>
        <translation>错误答案</translation>
    </message>
    <message>
        <source>Right answer</source>
        <translation>正确答案</translation>
    </message>
    <message>
        <source>Should have been chosen</source>
        <translation>应当选择</translation>
    </message>
    <message>
        <source>Should not have been chosen</source>
        <translation>不应选择</translation>
    </message>
    <message>
        <source>Answer before you look at the solution</source>
        <translation>请先作答，再看答案</translation>
    </message>
    <message>
        <source>Check the answers: each is marked as right, wrong or missing</source>
        <translation>检查答案：每一项标为正确、错误或缺失</translation>
    </message>
    <message>
        <source>Show the solution: the right answers are marked</source>
        <translation>显示答案：标出正确选项</translation>
    </message>
    <message>
        <source>Try again: all answers are taken back</source>
        <translation>再试一次：撤回所有选择</translation>
    </message>
    <message>
        <source>Question before</source>
        <translation>上一题</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>下一题</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Question @current of @total</source>
        <translation>第 @current 题，共 @total 题</translation>
    </message>
    <message>
        <source>Question %d of %total</source>
        <translation>第 %d 题，共 %total 题</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>未作答</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>已作答</translation>
    </message>
    <message>
        <source>This question</source>
        <translation>当前题目</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>题目列表</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Your result:</source>
        <translation>你的成绩：</translation>
    </message>
    <message>
        <source>@finals of @totals points</source>
        <translation>得分 @finals / @totals</translation>
    </message>
</context>
<context>
    <name>warplens::lessons</name>
    <message>
        <source>The lanes want {0} in {1}; the fullest bank holds {2} of them, and a wavefront delivers one word of each bank{3}.</source>
        <translation>各通道要{1}中的{0}；最满的存储体有其中 {2} 个，而一个波前从每个存储体送出一个字{3}。</translation>
    </message>
    <message>
        <source>. Elements of {0} bytes are served in groups of lanes</source>
        <translation>。{0} 字节的元素按通道分组处理</translation>
    </message>
    <message>
        <source>Elements of {0} bytes are served in groups of lanes, each in wavefronts of its own.</source>
        <translation>{0} 字节的元素按通道分组处理，每组有自己的波前。</translation>
    </message>
    <message>
        <source>That many words are asked for in one bank, but lanes that want the same word share it.</source>
        <translation>一个存储体确实被要这么多次，但要同一个字的通道共用它。</translation>
    </message>
    <message>
        <source>That would do if no bank held two of the words: here some do.</source>
        <translation>如果没有存储体含有其中两个字，这就够了：这里有的含有。</translation>
    </message>
    <message>
        <source>One for each lane would be so if all words lay in one bank.</source>
        <translation>只有所有字都在同一个存储体里，才会每个通道一个。</translation>
    </message>
    <message>
        <source>One wavefront delivers one word of each bank: some bank is asked for more.</source>
        <translation>一个波前从每个存储体送出一个字：有的存储体被要得更多。</translation>
    </message>
    <message>
        <source>Count the different words in the fullest bank.</source>
        <translation>数一数最满的存储体中不同的字。</translation>
    </message>
    <message>
        <source>A sector is 32 aligned bytes. The lanes ask for {0} bytes each, and their addresses fall into {1} of them.</source>
        <translation>一个扇区是对齐的 32 字节。每个通道请求 {0} 字节，它们的地址落在 {1} 个扇区里。</translation>
    </message>
    <message>
        <source>One for each lane would be so if no two of them fell into the same 32 bytes.</source>
        <translation>只有任何两个通道都不落在同样的 32 字节里，才会每个通道一个。</translation>
    </message>
    <message>
        <source>Their bytes would fit into that many if they lay side by side, from the start of a sector.</source>
        <translation>如果这些字节从扇区开头并排，就只占这么多。</translation>
    </message>
    <message>
        <source>That is how many lines of 128 bytes are touched: a line is four sectors.</source>
        <translation>那是触及的 128 字节缓存行数：一个缓存行是四个扇区。</translation>
    </message>
    <message>
        <source>One sector serves lanes that fall into the same 32 bytes: not all of these do.</source>
        <translation>一个扇区供落在同样 32 字节里的通道使用：这里并非都如此。</translation>
    </message>
    <message>
        <source>One more than needed is what a shifted start gives: look where the first lane begins.</source>
        <translation>起点偏移才会多出一个：看看第一个通道从哪里开始。</translation>
    </message>
    <message>
        <source>Twice as many as needed is what gaps of one element give.</source>
        <translation>间隔一个元素才会是所需的两倍。</translation>
    </message>
    <message>
        <source>Half of the lanes would have a neighbour in their sector.</source>
        <translation>那样就有一半通道在扇区里有邻居。</translation>
    </message>
    <message>
        <source>Count the different blocks of 32 bytes.</source>
        <translation>数一数不同的 32 字节块。</translation>
    </message>
    <message>
        <source>How many sectors of 32 bytes does this load of a warp touch?</source>
        <translation>线程束的这次读取触及多少个 32 字节的扇区？</translation>
    </message>
    <message>
        <source>x begins at a multiple of 128 bytes in global memory</source>
        <translation>x 在全局内存中从 128 字节的倍数处开始</translation>
    </message>
    <message>
        <source>How many wavefronts does this load of a warp from shared memory take?</source>
        <translation>线程束从共享内存的这次读取需要多少个波前？</translation>
    </message>
    <message>
        <source>x has elements of {0} bytes in shared memory</source>
        <translation>x 在共享内存中，元素为 {0} 字节</translation>
    </message>
    <message numerus="yes">
        <source>elements of {0} byte(s)</source>
        <translation>
            <numerusform>{0} 字节的元素</numerusform>
        </translation>
    </message>
    <message>
        <source>each structure has {0} fields of 4 bytes, f0 to f{1}</source>
        <translation>每个结构有 {0} 个 4 字节的字段，f0 到 f{1}</translation>
    </message>
    <message>
        <source>byte {0} of x</source>
        <translation>x 的字节 {0}</translation>
    </message>
    <message>
        <source>What is the least padding with which a column has no bank conflict?</source>
        <translation>使一列没有存储体冲突的最小填充是多少？</translation>
    </message>
    <message numerus="yes">
        <source>With it the load takes {0} wavefront(s), {1} at best.</source>
        <translation>
            <numerusform>用它，读取需要 {0} 个波前，最好为 {1} 个。</numerusform>
        </translation>
    </message>
    <message>
        <source> But less is enough.</source>
        <translation>但更少就够了。</translation>
    </message>
    <message>
        <source>lane {0}: {1}</source>
        <translation>通道 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} has {1} elements</source>
        <translation>{0} 有 {1} 个元素</translation>
    </message>
    <message>
        <source>{0} has rows of {1} elements, of {2} bytes each</source>
        <translation>{0} 每行 {1} 个元素，每个 {2} 字节</translation>
    </message>
    <message>
        <source>How many wavefronts does this load from shared memory take?</source>
        <translation>这次从共享内存的读取需要多少个波前？</translation>
    </message>
    <message>
        <source>How many wavefronts does this store to shared memory take?</source>
        <translation>这次向共享内存的写入需要多少个波前？</translation>
    </message>
    <message>
        <source>How many sectors of 32 bytes does this load touch?</source>
        <translation>这次读取触及多少个 32 字节的扇区？</translation>
    </message>
    <message>
        <source>How many sectors of 32 bytes does this store touch?</source>
        <translation>这次写入触及多少个 32 字节的扇区？</translation>
    </message>
    <message>
        <source>a wavefront is one pass in which each of the 32 banks delivers or takes one word</source>
        <translation>波前是一次通过，其中 32 个存储体各送出或接收一个字</translation>
    </message>
    <message>
        <source>Which {0} makes this access the cheapest?</source>
        <translation>哪个“{0}”使这次访问最省？</translation>
    </message>
    <message>
        <source>Mark the banks of which this load of a warp wants more than one word.</source>
        <translation>标出该 warp 的读取要多于一个字的存储体。</translation>
    </message>
    <message>
        <source>Mark the banks of which this load of a warp wants a word.</source>
        <translation>标出该 warp 的读取需要其中的字的存储体。</translation>
    </message>
    <message>
        <source>the bank of a word is its address / 4 mod 32; the array begins in bank 0</source>
        <translation>字的存储体为其地址 / 4 mod 32；数组始于存储体 0</translation>
    </message>
    <message>
        <source>These are all banks that are wanted: only those conflict of which two different words are.</source>
        <translation>这是所有被访问的存储体：只有被要两个不同字的才冲突。</translation>
    </message>
    <message>
        <source>You gave each lane its own bank: that is so where lanes want words side by side.</source>
        <translation>你让每个通道各占一个存储体：只有各通道要相邻的字时才如此。</translation>
    </message>
    <message>
        <source>You took the element&apos;s number for its bank: an element of {0} bytes is several words.</source>
        <translation>你把元素编号当作存储体：{0} 字节的元素是多个字。</translation>
    </message>
    <message>
        <source>You counted the first word of each element: each lane wants all words of its element.</source>
        <translation>你只算了每个元素的第一个字：每个通道要其元素的全部字。</translation>
    </message>
    <message numerus="yes">
        <source>{0} different word(s) (is|are) wanted, </source>
        <translation>
            <numerusform>需要 {0} 个不同的字，</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in {0} bank(s).</source>
        <translation>
            <numerusform>位于 {0} 个存储体。</numerusform>
        </translation>
    </message>
    <message>
        <source>You said {0}. {1}</source>
        <translation>你的回答是 {0}。{1}</translation>
    </message>
    <message>
        <source>It is {0}. {1}</source>
        <translation>正确的是 {0}。{1}</translation>
    </message>
    <message>
        <source>Put these stages in order, the fastest first.</source>
        <translation>把这些阶段排序，最快的在前。</translation>
    </message>
    <message>
        <source>{0}, size {1}: as recorded on {2}, {3}</source>
        <translation>{0}，规模 {1}：记录于 {2}，{3}</translation>
    </message>
    <message>
        <source>{0} takes {1}.</source>
        <translation>{0} 用时 {1}。</translation>
    </message>
    <message>
        <source>You put the slowest first.</source>
        <translation>你把最慢的排在了前面。</translation>
    </message>
    <message>
        <source>You went by the ladder, the last rung first: not every step makes it faster.</source>
        <translation>你按阶梯从最后一级排起：并非每一步都更快。</translation>
    </message>
    <message>
        <source>That is how many banks take part: they work at the same time.</source>
        <translation>参与的存储体有这么多：它们同时工作。</translation>
    </message>
    <message>
        <source>Lanes side by side, words side by side.</source>
        <translation>通道相邻，字也相邻。</translation>
    </message>
    <message>
        <source>A start elsewhere does no harm where it is a multiple of 8 words: sectors begin there, too.</source>
        <translation>从别处开始没有害处，只要是 8 个字的倍数：扇区也从那里开始。</translation>
    </message>
    <message>
        <source>All lanes want the same word: one sector serves them.</source>
        <translation>所有通道要同一个字：一个扇区就够了。</translation>
    </message>
    <message>
        <source>The factor n stands at the row, which is the same for all lanes: they walk along the row.</source>
        <translation>因子 n 乘在行号上，而所有通道的行号相同：它们沿着这一行走。</translation>
    </message>
    <message>
        <source>Backwards is as good as forwards: it is the same 128 bytes.</source>
        <translation>倒着和正着一样好：是同样的 128 字节。</translation>
    </message>
    <message>
        <source>Four lanes share each word, and the eight words fill one sector.</source>
        <translation>每四个通道共用一个字，八个字正好填满一个扇区。</translation>
    </message>
    <message>
        <source>XOR within 32 puts the same words into another order: which lane takes which makes no difference.</source>
        <translation>在 32 以内异或只是改变同样这些字的次序：哪个通道取哪个没有区别。</translation>
    </message>
    <message>
        <source>Every 8 lanes begin another row, and fill a sector of it.</source>
        <translation>每 8 个通道换一行，并填满其中一个扇区。</translation>
    </message>
    <message>
        <source>Rotated within 32 words: the same 128 bytes, in another order.</source>
        <translation>在 32 个字内轮转：同样的 128 字节，只是次序不同。</translation>
    </message>
    <message>
        <source>The lanes step {0} words apart, and what lies between is moved for nothing.</source>
        <translation>通道之间相隔 {0} 个字，中间的都白白搬运。</translation>
    </message>
    <message>
        <source>The lane chooses the row: neighbours are n words apart, each in a sector of its own.</source>
        <translation>通道选择行：相邻通道相隔 n 个字，各占一个扇区。</translation>
    </message>
    <message>
        <source>Every {0} lanes begin another row, and leave most of the sector unused.</source>
        <translation>每 {0} 个通道换一行，扇区的大部分没有用到。</translation>
    </message>
    <message>
        <source>Which of these loads will not coalesce?</source>
        <translation>这些读取中哪一个不能合并？</translation>
    </message>
    <message>
        <source>a load coalesces where it touches no more sectors of 32 bytes than its words fill</source>
        <translation>读取所触及的 32 字节扇区不多于它的字所填满的，就是合并的</translation>
    </message>
    <message numerus="yes">
        <source>It touches {0} sector(s), {1} would be ideal.</source>
        <translation>
            <numerusform>触及 {0} 个扇区，理想是 {1} 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The start is shifted by (one word|{0} words), which is no multiple of 8: one sector more is cut.</source>
        <translation>
            <numerusform>起点移了 {0} 个字，不是 8 的倍数：多碰到一个扇区。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warplens::page</name>
    <message>
        <source>last request: </source>
        <translation>上一个请求：</translation>
    </message>
    <message>
        <source>warp {0}</source>
        <translation>线程束 {0}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>No request to shared memory yet.</source>
        <translation>还没有对共享内存的请求。</translation>
    </message>
    <message>
        <source>{0} lanes</source>
        <translation>{0} 个通道</translation>
    </message>
    <message>
        <source>lane {0}</source>
        <translation>通道 {0}</translation>
    </message>
    <message>
        <source>{0}, bank {1}, wavefront {2}</source>
        <translation>{0}，存储体 {1}，波前 {2}</translation>
    </message>
    <message>
        <source>wavefront before</source>
        <translation>上一个波前</translation>
    </message>
    <message>
        <source>Play the wavefronts</source>
        <translation>播放波前</translation>
    </message>
    <message>
        <source>next wavefront</source>
        <translation>下一个波前</translation>
    </message>
    <message>
        <source>all {0} wavefronts</source>
        <translation>全部 {0} 个波前</translation>
    </message>
    <message>
        <source>A column is a bank, a row is a wavefront, a number in a cell is the lane that it serves.</source>
        <translation>一列是一个存储体，一行是一个波前，格中的数字是所服务的通道。</translation>
    </message>
    <message>
        <source>Violet: one word for several lanes.</source>
        <translation>紫色：一个字供多个通道。</translation>
    </message>
    <message>
        <source>Banks and lanes as text</source>
        <translation>以文字表示存储体和通道</translation>
    </message>
    <message>
        <source>Bank</source>
        <translation>存储体</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>做什么</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Global memory</source>
        <translation>全局内存</translation>
    </message>
    <message>
        <source>No request to global memory yet.</source>
        <translation>还没有对全局内存的请求。</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>sector at {0}</source>
        <translation>{0} 处的扇区</translation>
    </message>
    <message>
        <source>A box with a frame is a sector of 32 bytes that moves; what is filled in it are bytes that lanes want.</source>
        <translation>带框的格子是搬运的 32 字节扇区；填色的是通道需要的字节。</translation>
    </message>
    <message>
        <source>A box with a frame is a sector of 32 bytes that moves; what is filled in it are bytes that lanes write.</source>
        <translation>带框的格子是搬运的 32 字节扇区；填色的是通道写入的字节。</translation>
    </message>
    <message>
        <source>This GPU moves some of these sectors more than once.</source>
        <translation>这个 GPU 会多次搬运其中一些扇区。</translation>
    </message>
    <message>
        <source>sectors: {0} (ideal {1}), lines: {2}</source>
        <translation>扇区：{0}（理想 {1}），行：{2}</translation>
    </message>
    <message>
        <source>Sectors and lanes as text</source>
        <translation>以文字表示扇区和通道</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>缓存行</translation>
    </message>
    <message>
        <source>Sector</source>
        <translation>扇区号</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>lane {0}: {1}, row {2}, column {3}</source>
        <translation>通道 {0}：{1}，第 {2} 行，第 {3} 列</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>global memory</source>
        <translation>全局内存</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>last</source>
        <translation>上次</translation>
    </message>
    <message>
        <source>not by this request</source>
        <translation>不是这个请求</translation>
    </message>
    <message>
        <source>Filled: touched of late; pale: touched before; empty: not yet. Frames: the elements of the request. A green frame is what this block computes.</source>
        <translation>填色：刚碰过；浅色：以前碰过；空白：还没有。框：请求的元素。绿框是这个块计算的部分。</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>矩阵分块</translation>
    </message>
    <message>
        <source>Arrays as text</source>
        <translation>以文字表示数组</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Elements that the lanes touch</source>
        <translation>通道触及的元素</translation>
    </message>
    <message>
        <source>Warp</source>
        <translation>线程束</translation>
    </message>
    <message>
        <source>This block touches no memory.</source>
        <translation>此线程块不访问内存。</translation>
    </message>
    <message>
        <source>Warp {0}, lane by lane</source>
        <translation>线程束 {0}，逐个通道</translation>
    </message>
    <message>
        <source>the line that is executed: </source>
        <translation>正在执行的行：</translation>
    </message>
    <message>
        <source>beside the lines: {0}, this block</source>
        <translation>行旁：{0}，本块</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Values as a table</source>
        <translation>以表格表示数值</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>文字说明</translation>
    </message>
    <message>
        <source>Counts of this block so far, modelled</source>
        <translation>本块至今的计数（模型）</translation>
    </message>
    <message>
        <source>of this block, up to here</source>
        <translation>本块，到此为止</translation>
    </message>
    <message>
        <source>count</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>理想</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>The window shows more here, which a page does not: {0}.</source>
        <translation>窗口在这里还显示网页没有的内容：{0}。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Right: {0}. {1}</source>
        <translation>正确：{0}。{1}</translation>
    </message>
    <message>
        <source>No. {0} It is {1}: {2}</source>
        <translation>不对。{0} 正确答案是 {1}：{2}</translation>
    </message>
    <message>
        <source>Step {0} of {1}</source>
        <translation>第 {0} 步，共 {1} 步</translation>
    </message>
    <message>
        <source>Figures: {0}.</source>
        <translation>数字来源：{0}。</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>术语</translation>
    </message>
    <message>
        <source>Dark or light</source>
        <translation>深色或浅色</translation>
    </message>
    <message>
        <source>{0}, written by {1}. Pictures and counts of blocks are modelled.</source>
        <translation>{0}，由 {1} 写出。图和块的计数来自模型。</translation>
    </message>
    <message>
        <source>Keys: → or Page Down goes on, ← or Page Up goes back, Home, End; Tab goes to a picture, ↑ and ↓ walk through what is in it; numbers answer; P plays the wavefronts.</source>
        <translation>按键：→ 或 Page Down 前进，← 或 Page Up 后退，Home、End；Tab 进入图，↑ 和 ↓ 在图中移动；数字键作答；P 播放波前。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>wavefront {0} of {1}</source>
        <translation>波前 {0}，共 {1}</translation>
    </message>
    <message>
        <source>step {0} of {1}</source>
        <translation>第 {0} 步，共 {1} 步</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>bank</source>
        <translation>存储体</translation>
    </message>
    <message>
        <source>wavefront</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>sector</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>requests to global memory</source>
        <translation>对全局内存的请求</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>sectors of global memory</source>
        <translation>全局内存的扇区</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>requests to shared memory</source>
        <translation>对共享内存的请求</translation>
    </message>
    <message>
        <source>wavefronts of shared memory</source>
        <translation>共享内存的波前</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>arrivals at a barrier</source>
        <translation>到达屏障</translation>
    </message>
    <message>
        <source>arrivals</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>被略过</translation>
    </message>
    <message>
        <source>later</source>
        <translation>以后</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>at the barrier</source>
        <translation>在屏障处</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>no thread</source>
        <translation>没有线程</translation>
    </message>
    <message>
        <source>per request</source>
        <translation>每请求</translation>
    </message>
    <message>
        <source>excess</source>
        <translation>多余</translation>
    </message>
    <message>
        <source>Shared memory banks</source>
        <translation>共享内存的存储体</translation>
    </message>
    <message>
        <source>{0}, bank {1}</source>
        <translation>{0}，存储体 {1}</translation>
    </message>
    <message>
        <source>A column is a bank, a number in a cell is the lane that it serves; which wavefront brings which is not known.</source>
        <translation>一列是一个存储体，格中的数字是它所服务的通道；哪个波前送达哪个字，未知。</translation>
    </message>
    <message>
        <source>A column is a bank, a row is a wavefront.</source>
        <translation>一列是一个存储体，一行是一个波前。</translation>
    </message>
    <message>
        <source>counted: {0}</source>
        <translation>实际计数：{0}</translation>
    </message>
    <message>
        <source>your answer: {0}</source>
        <translation>你的答案：{0}</translation>
    </message>
    <message>
        <source>A box is a sector of 32 bytes that moves; what is filled in it are bytes that lanes ask for, the rest moves for nothing.</source>
        <translation>格子是搬运的 32 字节扇区；填色的是通道请求的字节，其余的白白搬运。</translation>
    </message>
    <message>
        <source>What is so, as counted</source>
        <translation>实际情况（按模型计数）</translation>
    </message>
    <message>
        <source>transactions: {0}, bytes moved: {1} (ideal {2})</source>
        <translation>事务：{0}，搬运的字节：{1}（理想 {2}）</translation>
    </message>
    <message>
        <source>bytes of global memory moved</source>
        <translation>全局内存搬运的字节</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
</context>
<context>
    <name>warplens::page::PageMaker</name>
    <message>
        <source>This block touches no memory.</source>
        <translation>此线程块不访问内存。</translation>
    </message>
    <message>
        <source>This runs on one thread of the CPU: there is no warp to look at.</source>
        <translation>这在 CPU 的一个线程上运行：没有线程束可看。</translation>
    </message>
    <message>
        <source>This calls a library, whose inside is not known: there is no warp to look at.</source>
        <translation>这里调用一个库，其内部未知：没有线程束可看。</translation>
    </message>
</context>
<context>
    <name>warplens::tongue</name>
    <message>
        <source>, reads {0} in bank {1}: wavefront {2} of {3}.</source>
        <translation>，读取存储体 {1} 中的 {0}：波前 {2} / {3}。</translation>
    </message>
    <message>
        <source>, writes {0} in bank {1}: wavefront {2} of {3}.</source>
        <translation>，写入存储体 {1} 中的 {0}：波前 {2} / {3}。</translation>
    </message>
    <message>
        <source>, changes {0} in bank {1}: wavefront {2} of {3}.</source>
        <translation>，更改存储体 {1} 中的 {0}：波前 {2} / {3}。</translation>
    </message>
    <message>
        <source>per request</source>
        <translation>每请求</translation>
    </message>
    <message>
        <source>wavefronts</source>
        <translation>波前</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <source>excess</source>
        <translation>多余</translation>
    </message>
    <message>
        <source>binding</source>
        <translation>瓶颈占比</translation>
    </message>
    <message>
        <source>along a row</source>
        <translation>沿行</translation>
    </message>
    <message>
        <source>down a column</source>
        <translation>沿列</translation>
    </message>
    <message>
        <source>stays where it is</source>
        <translation>不动</translation>
    </message>
    <message numerus="yes">
        <source>{1}: {0} line(s), for {2} products</source>
        <translation>
            <numerusform>{1}：{0} 个缓存行，{2} 个乘积</numerusform>
        </translation>
    </message>
    <message>
        <source>, line {0}</source>
        <translation>，第 {0} 行</translation>
    </message>
    <message>
        <source>No mistake</source>
        <translation>没有发现错误</translation>
    </message>
    <message>
        <source>all blocks watched: races, barriers, memory outside of arrays or never written; modelled</source>
        <translation>检查了所有线程块：竞争、屏障、数组之外或从未写入的内存；来自模型</translation>
    </message>
    <message>
        <source>Two threads</source>
        <translation>两个线程</translation>
    </message>
    <message numerus="yes">
        <source>(the one mistake|first of {0} mistakes) of the whole launch, modelled</source>
        <translation>
            <numerusform>整个启动的 {0} 个错误中的第一个，来自模型</numerusform>
        </translation>
    </message>
    <message>
        <source>; with this data no order gives another value</source>
        <translation>；对这些数据，任何顺序都不改变结果</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 个</translation>
    </message>
    <message>
        <source>all of it (modelled)</source>
        <translation>全部（模型）</translation>
    </message>
    <message>
        <source>With {0}</source>
        <translation>若 {0}</translation>
    </message>
    <message>
        <source>The longest limit</source>
        <translation>最长的上限</translation>
    </message>
    <message>
        <source>quoted</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>{0} by line</source>
        <translation>{0}（按行）</translation>
    </message>
    <message numerus="yes">
        <source>{0} bank(s)</source>
        <translation>
            <numerusform>{0} 个存储体</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With it the access takes {0} wavefront(s).</source>
        <translation>
            <numerusform>这样访问需要 {0} 个波前。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With it the access takes {0} sector(s).</source>
        <translation>
            <numerusform>这样访问需要 {0} 个扇区。</numerusform>
        </translation>
    </message>
    <message>
        <source>modelled at the request that is shown</source>
        <translation>来自模型，对所示的请求</translation>
    </message>
    <message>
        <source>(not measured yet)</source>
        <translation>（尚未测量）</translation>
    </message>
    <message>
        <source>machine code</source>
        <translation>机器码（SASS）</translation>
    </message>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
    <message>
        <source>quoted, {0}</source>
        <translation>引用，{0}</translation>
    </message>
    <message>
        <source>recorded on {0}, {1}</source>
        <translation>记录于 {0}，{1}</translation>
    </message>
    <message numerus="yes">
        <source>{0} wavefront(s) for the worst request of {1}, {2} without conflicts</source>
        <translation>
            <numerusform>{1} 最差的请求需 {0} 个波前，无冲突时 {2} 个</numerusform>
        </translation>
    </message>
    <message>
        <source>quoted; the longest limit is then {0}: {1} ms</source>
        <translation>引用；此时最长的限制是 {0}：{1} ms</translation>
    </message>
    <message>
        <source>recorded; the longest limit is then {0}: {1} ms</source>
        <translation>已记录；此时最长的限制是 {0}：{1} ms</translation>
    </message>
    <message>
        <source>modelled; the longest limit is then {0}</source>
        <translation>模型值；此时最长的限制是 {0}</translation>
    </message>
    <message>
        <source>What binds it cannot be told: it runs on the CPU, and limits are those of a GPU.</source>
        <translation>无法说明是什么限制了它：它在 CPU 上运行，而限制是 GPU 的限制。</translation>
    </message>
    <message>
        <source>What binds it cannot be told: a library ships compiled, and its inside is not known.</source>
        <translation>无法说明是什么限制了它：库以编译好的形式提供，其内部未知。</translation>
    </message>
    <message>
        <source>What binds it cannot be told: there is no machine code of this kernel for {0}. With a CUDA Toolkit it is compiled on the spot.</source>
        <translation>无法说明是什么限制了它：没有此内核针对 {0} 的机器码。若有 CUDA Toolkit，会就地编译。</translation>
    </message>
    <message>
        <source>{0}: {1} {2} ({3}) at {4} {5} at most ({6}) take {7} ms</source>
        <translation>{0}：{1} {2}（{3}），最多 {4} {5}（{6}），需要 {7} ms</translation>
    </message>
    <message>
        <source>; an estimate</source>
        <translation>；估计值</translation>
    </message>
    <message>
        <source>; warps:{0}</source>
        <translation>；线程束：{0}</translation>
    </message>
    <message>
        <source>thread {0} {1} {2}</source>
        <translation>线程 {0} {1} {2}</translation>
    </message>
    <message>
        <source>line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>estimated at {0}</source>
        <translation>估计，{0}</translation>
    </message>
    <message>
        <source>; measured by ncu on {0}, {1}: {2}</source>
        <translation>；ncu 在 {0} 上实测，{1}：{2}</translation>
    </message>
    <message>
        <source>PTX as written</source>
        <translation>原样的 PTX</translation>
    </message>
    <message>
        <source>, with the machine code of {0}</source>
        <translation>，机器码来自 {0}</translation>
    </message>
    <message>
        <source>byte {0}</source>
        <translation>字节 {0}</translation>
    </message>
    <message numerus="yes">
        <source>{0} wavefront(s)</source>
        <translation>
            <numerusform>{0} 个波前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} sector(s)</source>
        <translation>
            <numerusform>{0} 个扇区</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, at best {1}</source>
        <translation>{0}，最少 {1}</translation>
    </message>
    <message>
        <source>This kernel comes from a file or from a program that was run: what launches it is that program&apos;s own.</source>
        <translation>此内核来自文件或运行过的程序：启动它的代码属于该程序自身。</translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>搬运的字节</translation>
    </message>
    <message>
        <source>grid {0}</source>
        <translation>网格 {0}</translation>
    </message>
    <message>
        <source>What binds it cannot be told: {0}{1}</source>
        <translation>无法说明是什么限制了它：{0}{1}</translation>
    </message>
    <message>
        <source>What binds it cannot be told for compute capability {0}: no GPU of it has published ceilings here. Choose one of {1}.</source>
        <translation>无法说明计算能力 {0} 的限制：这里没有这种 GPU 公布的上限。请选择其中之一：{1}。</translation>
    </message>
    <message>
        <source>: moved for {0}, {1} of 32 bytes used</source>
        <translation>：为{0}搬运，32 字节中用到 {1}</translation>
    </message>
    <message>
        <source>: asked for by {0}, {1} of 32 bytes used</source>
        <translation>：由{0}请求，32 字节中用到 {1}</translation>
    </message>
    <message numerus="yes">
        <source>{1} {2}, {0} byte(s) for each lane</source>
        <translation>
            <numerusform>{1} {2}，每个通道 {0} 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} line(s) of {1} bytes for {2} products</source>
        <translation>
            <numerusform>{2} 个乘积用 {0} 个 {1} 字节的缓存行</numerusform>
        </translation>
    </message>
    <message>
        <source>estimated; the longest limit is then {0}</source>
        <translation>估计值；此时最长的限制是 {0}</translation>
    </message>
    <message>
        <source> (estimated)</source>
        <translation>（估计值）</translation>
    </message>
</context>
</TS>
