// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/finding_text.h"

#include "app/tongue/say.h"

#include <fmt/args.h>

#include <regex>
#include <vector>

namespace warplens::engine {
namespace {

using tongue::marked;

/// What stands at the places of a form, a letter for each: w who, d three numbers, v what is done, b what was done before, a an
/// access, n a number, x an address, e three extents, t a text that has a form of its own, or a name.
struct Form {
    const char* english;
    const char* places = "";
};

const std::vector<const char*>& verbs() {
    static const std::vector<const char*> all{
        marked("sets up"), marked("uses"),   marked("copies asynchronously from"), marked("copies asynchronously to"),
        marked("reads"),   marked("writes"), marked("changes atomically")};
    return all;
}

const std::vector<const char*>& verbsBefore() {
    static const std::vector<const char*> all{marked("has set up"),
                                              marked("has used"),
                                              marked("copies from, asynchronously,"),
                                              marked("copies to, asynchronously"),
                                              marked("has read"),
                                              marked("has written"),
                                              marked("has changed atomically")};
    return all;
}

/// The first that fits is taken: what is special stands before what is general.
constexpr Form forms[] = {
    // what follows a sentence, or a hint
    {marked("{0}; with this data it changes nothing"), "t"},
    {marked("{0}; volatile makes the compiler access memory each time, but orders nothing"), "t"},
    {marked("{0}; where warps have roles: arrive behind the first access, and wait in front of the second"), "t"},
    {marked("{0}; the other access is atomic, this one has to be, too"), "t"},
    {marked("{0}; both are atomic, but not for one another: the scope of one of them does not reach the other thread"),
     "t"},
    {marked(
         "{0}; one access is of {1} bytes, the other of {2}: only where both are of the same place and size they are "
         "atomic to one another"),
     "tnn"},
    {marked("{0}; the second thread is one of the kernel {1}, which had launched this one before"), "tt"},
    {marked(
        "do it before the launch, or launch with cudaStreamTailLaunch, so that the other kernel begins when this one "
        "is over: it cannot wait for what it launches")},
    {marked("{0}; it shows where blocks and warps come in another order"), "t"},
    {marked(
         "{0}; it shows where a thread sees late what another one has written, as it may without a fence between its "
         "own write and its look at the other's"),
     "t"},
    {marked("{0}; others wait at barrier {1} in line {2}"), "tnn"},
    {marked("{0}; grid.sync() does so where the launch is not cooperative: use cudaLaunchCooperativeKernel"), "t"},
    {marked("{0}; its index does not fit 32 bits: in line {1} {2} has become {3}"), "tnnn"},
    {marked("{0}; {1} threads of the block wait at the barrier in line {2} until it comes there"), "tnn"},
    {marked("{0}; a thread of the block waits at the barrier in line {1} until it comes there"), "tn"},
    // who
    {marked("thread {0} of block {1}"), "dd"},
    {marked("thread {0}"), "d"},
    {marked("it")},
    // races and what nobody has written
    {marked("threads {0} and {1} write different values to {2} in the same instruction: which one stays is chance"),
     "ddt"},
    {marked("{0} {1} {2} here, which {3} {4} in line {5}, and nobody has waited for the copy"), "wvtwbn"},
    {marked("{0} {1} {2} here, which {3} {4} in line {5}, and nothing orders them"), "wvtwbn"},
    {marked(
         "{0} {1} {2} here, which {3} {4} in line {5}, and no fence.proxy.async lies between: the copy may read what "
         "was there before"),
     "wvtwbn"},
    {marked("{0} reads {1} here through the read-only cache, which need not hear that {2} {3} it in line {4}, in the "
            "same kernel: what it gets may be old"),
     "wtwbn"},
    {marked("leave reading to a launch of its own: textures and surfaces show what was there when a kernel began")},
    {marked("read it by a plain load: without __ldg, and without const and __restrict__ on the pointer, which say that "
            "the kernel does not write there")},
    {marked(
        "put cuda::ptx::fence_proxy_async(cuda::ptx::space_shared) behind what is written, in front of the barrier")},
    {marked("let one thread write, or give each a place of its own")},
    {marked("wait for the group of the copy (cp.async.wait_group, __pipeline_wait_prior) before the barrier")},
    {marked("wait for the group of the copy (cp.async.bulk.wait_group) before the barrier")},
    {marked("wait for the mbarrier that the copy is told of, which has to expect the bytes of all copies that it is "
            "told of")},
    {marked("put __syncwarp() between them: lanes of a warp are not in step by themselves")},
    {marked("put __syncthreads() between them")},
    {marked("put cluster.sync() between them: it orders all threads of the cluster")},
    {marked("no barrier reaches from block to block: make the access atomic, hand the value over with "
            "__threadfence() and an atomic flag, or leave the second part to a kernel of its own")},
    {marked("put __threadfence() between what a thread writes for others and its look at what they have written, or "
            "make both memory_order_seq_cst: releasing and acquiring is not enough there")},
    {marked("{0} is read, and nobody has written it"), "t"},
    {marked("let some thread write it first, and put __syncthreads() behind that")},
    {marked("fill the array before the kernel, or write it before it is read")},
    {marked("give the variable a value where it is declared")},
    {marked("warps add floating-point numbers to one sum here in the order in which they come, and its last bits "
            "depend on that order")},
    {marked("add within each block in a fixed order, and the blocks' sums in a second kernel, where the same bits "
            "matter")},
    {marked("warps store different values in one place here, in the order in which they come: which one stays depends "
            "on that order")},
    {marked("let one thread decide, or take the largest or smallest value (atomicMax, atomicMin)")},
    // lanes
    {marked("{0}: the value is undefined, and line {1} {2}"), "tnt"},
    {marked("a variable is computed with that has not been set")},
    {marked("set it before the loop")},
    {marked("lane {0} reads the register of lane {1}, which has ended"), "nn"},
    {marked("lane {0} reads the register of lane {1}, which does not exist"), "nn"},
    {marked("lane {0} reads the register of lane {1}, which does not take part"), "nn"},
    {marked("lets it decide where a thread goes")},
    {marked("lets it decide how threads wait")},
    {marked("takes it for an address")},
    {marked("prints it")},
    {marked("copies with it")},
    {marked("gives it to a texture or surface")},
    {marked("stores it")},
    {marked("combines it with memory")},
    {marked(
        "give the shuffle a width or a mask that leaves these lanes out, or let every lane that is read take part")},
    {marked("lane {0} comes here with the mask {1}, which does not name it: what it then gets is not defined"), "nt"},
    {marked(
         "lanes that the member mask names never come here: {0} of the warp's {1} wait, the others have gone another "
         "way"),
     "nn"},
    {marked("the instruction needs all 32 lanes of the warp, and some do not take part: its result is undefined")},
    // barriers
    {marked("some threads of the block wait here and others at the barrier in line {0}: all have to come to the same "
            "one"),
     "n"},
    {marked("some threads of the block never come to this barrier: they went round it and have ended")},
    {marked("{0} of {1} threads wait here for ever: not all threads of the cluster come here"), "nn"},
    {marked("a thread arrives at the barrier of the cluster again before it has waited for the others")},
    {marked("{0} of {1} bytes in the shared memory of block {2} of the cluster, which has ended"), "ann"},
    {marked("{0} of {1} bytes in the shared memory of block {2} of the cluster, which need not have begun: "
            "cluster.sync() has "
            "to come first"),
     "ann"},
    {marked("{0} of {1} bytes in the shared memory of block {2} of the cluster, which has {3}"), "annn"},
    {marked("{0} of {1} bytes at shared address {2} of another block of the cluster, which has {3} bytes of shared "
            "memory"),
     "anxn"},
    {marked("barrier {0} waits for {1} here and for {2} in line {3}: the numbers have to be the same"), "nttn"},
    {marked("all threads of the block")},
    {marked("{0} of {1} threads wait here for ever: not all threads of the block come here"), "nn"},
    {marked("{0} of {1} threads wait here for ever: barrier {2} waits for {3}, and {4} have come"), "nnnnn"},
    {marked(
         "warp {0} arrives at barrier {1} again before the others have come: it is counted twice, and those who wait "
         "for it may go on too early, or wait for ever"),
     "nn"},
    {marked("{0} threads"), "n"},
    {marked("there are 16 barriers, and none with the number {0}"), "n"},
    // loops
    {marked(
         "warp {0} has entered {1} basic blocks in loops whose end cannot be foreseen: an endless loop, or more work "
         "than Warplens waits for"),
     "nn"},
    {marked("this loop never ends: no value that its counter takes is the one that it waits for")},
    {marked(
         "this loop would go round {0} times more: its counter goes the other way, or passes the value that it waits "
         "for"),
     "n"},
    {marked("this loop never ends: nothing changes any more that decides whether it goes on")},
    {marked("this loop never ends: it goes round in a circle, through {0} again and again, and nothing changes that it "
            "reads"),
     "t"},
    {marked("this loop never ends: it waits for {0} to change, and blocks that have not begun find no room: one {1} "
            "has room "
            "for {2} of the {3} at once, and those wait"),
     "tttt"},
    {marked("this loop never ends: it waits for {0} to change, and no thread is left that could change it; {1}"), "tt"},
    {marked("this loop never ends: it waits for {0} to change, and no thread is left that could change it"), "t"},
    {marked(
         "{0}; a lane of its own warp waits until it goes on: before compute capability 7.0 lanes that have parted do "
         "not take turns"),
     "t"},
    {marked(
         "{0}; {1} lanes of its own warp wait until it goes on: before compute capability 7.0 lanes that have parted "
         "do not take turns"),
     "tn"},
    {marked(
        "a lane of its own warp waits until it goes on: before compute capability 7.0 lanes that have parted do not "
        "take turns")},
    {marked("{0} lanes of its own warp wait until it goes on: before compute capability 7.0 lanes that have parted do "
            "not take turns"),
     "n"},
    {marked("thread {0} of block {1} waits in line {2} for {3}, {4}"), "ddntt"},
    {marked("thread {0} of block {1} waits in line {2} for {3}"), "ddnt"},
    {marked("thread {0} waits in line {1} for {2}, {3}"), "dntt"},
    {marked("thread {0} waits in line {1} for {2}"), "dnt"},
    // memory
    {marked("element {0} of the member {1} is accessed, which has fewer: what lies there belongs to another member, or "
            "to the next structure"),
     "nt"},
    {marked("element {0} of a row of {1} is accessed, which has fewer: what lies there belongs to another row"), "nt"},
    {marked("element {0} of {1} is accessed, which has fewer: what lies there belongs to another variable"), "nt"},
    {marked("keep the index below the number of elements of {0}"), "t"},
    {marked("a row of {0}"), "t"},
    {marked(
         "{0} of {1} bytes at shared address {2}: the block has {3} bytes of shared memory, the last array before it "
         "is {4}"),
     "antnt"},
    {marked("{0} of {1} bytes at shared address {2}: the block has {3} bytes of shared memory"), "antn"},
    {marked("{0} of {1} bytes at {2}: the address is no multiple of {3}"), "antn"},
    {marked("{0} of {1} bytes at local address {2}: the thread has {3} bytes of local memory"), "antn"},
    {marked("{0} of {1} bytes at {2} of the kernel's {3} bytes of parameters"), "antn"},
    {marked("{0} of {1} bytes in the local memory of a function that has returned"), "an"},
    {marked(
         "{0} of {1} bytes by a pointer to a local variable of {2}, stored in line {3}: local memory is each thread's "
         "own, and what lies at this address belongs to the thread that follows the pointer"),
     "anwn"},
    {marked(
         "{0} of {1} bytes by a pointer to the shared memory of block {2}, stored in line {3}: shared memory is each "
         "block's own, and what lies at this address belongs to the block that follows the pointer"),
     "andn"},
    {marked(
         "{0} of {1} bytes by a pointer to shared memory of the cluster of block {2}, stored in line {3}: in another "
         "cluster it leads to a block of that one"),
     "andn"},
    {marked("{0} of {1} bytes by a pointer to shared memory which this kernel has not made: what lies at this address "
            "belongs to the block that follows the pointer"),
     "an"},
    {marked("{0} to the constant {1}"), "at"},
    {marked("{0} of {1} bytes at byte {2} of {3} bytes that were freed before"), "annn"},
    {marked("{0} of {1} bytes in the heap, where malloc gave nothing"), "an"},
    {marked("{0} of {1} bytes, {2} bytes past the end of {3} bytes from malloc"), "annn"},
    {marked("{0} of {1} bytes at {2}: {3}"), "antt"},
    {marked("{0} of {1} bytes {2}, in {3}"), "antt"},
    {marked("no array is there")},
    {marked("a null pointer")},
    {marked("the end of {0} ({1} bytes) cuts it off"), "tn"},
    {marked("{0} bytes past the end of {1} ({2} bytes)"), "ntn"},
    {marked("{0} bytes before the begin of {1}"), "nt"},
    {marked("byte {0} of shared memory"), "n"},
    {marked("byte {0} of the thread's local memory"), "n"},
    {marked("byte {0} of {1}"), "nt"},
    {marked("load")},
    {marked("store")},
    {marked("atomic operation")},
    {marked("this memory is freed a second time: it was given back already")},
    {marked("free of an address that malloc did not give: it has to be the very pointer that malloc returned")},
    {marked("printf reads the text from {0} on past the end of the memory that it is in: after {1} bytes there is no "
            "zero that "
            "ends it"),
     "tn"},
    {marked("printf is to print a text (%s) from where there is no memory")},
    {marked("{0} bytes that are taken here are not given back by the end of the launch"), "n"},
    {marked("free() them, unless a later kernel is to use them")},
    {marked("the copy is of {0} bytes, which is no multiple of 16"), "n"},
    // calls, textures, traps
    {marked("a call through a pointer that is no function")},
    {marked("calls are nested {0} deep: a function calls itself without an end"), "n"},
    {marked("calls are nested so deeply that a thread's stack exceeds {0} bytes"), "n"},
    {marked("brx.idx with index {0} of {1} labels"), "nn"},
    {marked("{0} is no texture object, or one that was destroyed, or whose memory was freed"), "t"},
    {marked("{0} is no surface object, or one that was destroyed, or whose memory was freed"), "t"},
    {marked("the instruction takes {0}, and the object has {1}"), "tt"},
    {marked("{0} dimensions in layers"), "n"},
    {marked("{0} dimensions"), "n"},
    {marked("{0} in layers"), "n"},
    {marked("{0} bytes of a surface at byte {1} of a row: it is no multiple of {2} (x counts bytes, not elements)"),
     "nnn"},
    {marked("{0} of a surface of {1} bytes x {2} x {3}: x counts bytes"), "tnnn"},
    {marked("the kernel has stopped itself with trap")},
    {marked("the assertion {0} fails in {1}"), "tt"},
    // of the host's code: what meets without an order
    {marked("{0} {1} what {2} {3}, byte {4} of {5}: nothing orders the two. Record an event behind the one "
            "(cudaEventRecord), and let the other stream wait for it (cudaStreamWaitEvent)"),
     "tvtvnt"},
    {marked("{0} {1} what {2} {3}, byte {4} of {5}: no edge of the graph orders the two"), "tvtvnt"},
    {marked("{0}, and a launch that has not ended waits for the program, which does nothing else"), "t"},
    {marked("{0}, and devices have nothing left to do: it was ended"), "t"},
    {marked("the program polls for ever: byte {0} of {1} would have to change"), "nt"},
    {marked("the program polls for ever: the answer of its question would have to change")},
    {marked("{0}: its destination is the device's memory ({1}), and the direction says the host's"), "tx"},
    {marked("{0}: its source is the device's memory ({1}), and the direction says the host's"), "tx"},
    {marked("{0}: its destination is the host's memory ({1}), and the direction says the device's"), "tx"},
    {marked("{0}: its source is the host's memory ({1}), and the direction says the device's"), "tx"},
    {marked("{0} reads {1}, and nobody has written there"), "tt"},
    {marked("{0} reads {1} bytes of {2} that nobody has written, the first of them byte {3} of row {4}"), "tntnn"},
    {marked("{0} reads {1} bytes of {2} that nobody has written, the first of them byte {3}"), "tntn"},
    {marked("the program's own code {0} byte {1} of {2}, which {3} {4}, and has not waited for that: call "
            "cudaDeviceSynchronize(), or wait for the stream of the launch, before"),
     "vnttv"},
    {marked("the program's own code {0} byte {1} of {2}, which {3} {4}, and has not waited for that: call "
            "cudaDeviceSynchronize(), or wait for the stream of the copy, before"),
     "vnttv"},
    {marked(
         "{0} gives back {1}, which {2} {3}, and the program has not waited for that: call cudaDeviceSynchronize(), or "
         "wait for its stream, before"),
     "tttv"},
    {marked("the launch of {0} in the default stream"), "t"},
    {marked("the launch of {0} in stream {1}"), "tn"},
    {marked("a node that fills memory"), ""},
    {marked("a node that takes memory"), ""},
    {marked("a node that frees memory"), ""},
    {marked("{0} in the default stream"), "t"},
    {marked("{0} in stream {1}"), "tn"},
    // … memory
    {marked("{0}: {1} bytes from {2} to {3}: the two overlap in {4} bytes, and what comes of it is undefined"),
     "tnxxn"},
    {marked("{0}: no memory of the device begins before {1} and reaches to it: {2}"), "txt"},
    {marked("{0}: {1} bytes from byte {2} go past the end of {3}"), "tnnt"},
    {marked("{0}: more bytes than there are addresses, from byte {1}, go past the end of {2}"), "tnt"},
    {marked("{0} of {1}: {2}"), "txt"},
    {marked("{0} are never freed"), "t"},
    {marked("it was part of {0}, which have been freed"), "t"},
    {marked("it is part of {0}, which no launch of a graph has taken"), "t"},
    {marked("the {0} bytes from {1} (memory {2})"), "ntn"},
    {marked("{0} ({1} bytes)"), "tn"},
    // … launches that are refused
    {marked("{0}; the program never asked: call cudaGetLastError() behind each launch"), "t"},
    {marked("the launch of {0}: {1}"), "tt"},
    {marked("a grid of {0} blocks of {1} threads is empty: each extent is 1 or more"), "ee"},
    {marked("a block of {0} threads ({1}) is too large: 1024 at most, and 64 in z"), "en"},
    {marked("a grid of {0} blocks is too large: 2147483647 in x, 65535 in y and z"), "e"},
    {marked("{0} blocks are to be a cluster, which compute capability {1} does not have"), "et"},
    {marked("{0} blocks are to be a cluster: it has 1 to 16"), "e"},
    {marked("a grid of {0} blocks does not consist of clusters of {1}"), "ee"},
    {marked("blocks of {0} threads, and __launch_bounds__ says {1} at most"), "nn"},
    {marked("blocks of {0} threads, and the kernel is made for {1}"), "ee"},
    {marked("{0} threads with {1} registers each need {2}, and a multiprocessor has {3}"), "nnnn"},
    {marked("a block wants {0} bytes of shared memory, and {1} is the most that it can have on this device"), "nn"},
    {marked("a block wants {0} bytes of shared memory, more than 48 KiB: allow it first with "
            "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {1})"),
     "nn"},
    {marked("{0} of block {1}"), "td"},
    {marked("{0} blocks are to run side by side, and {1} multiprocessors hold {2} each"), "nnn"},
};

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += std::string_view("\\^$.|?*+()[]{}").find(c) == std::string_view::npos ? std::string(1, c)
                                                                                     : std::string("\\") + c;
    return out;
}

std::string anyOf(const std::vector<const char*>& texts) {
    std::string out;
    for (const char* each : texts)
        out += (out.empty() ? "" : "|") + escaped(each);
    return '(' + out + ')';
}

std::string placeholder(char kind) {
    switch (kind) {
    case 'w':
        return "(thread \\([-0-9,]+\\)(?: of block \\([-0-9,]+\\))?|it)";
    case 'd':
        return "(\\([-0-9,]+\\))";
    case 'v':
        return anyOf(verbs());
    case 'b':
        return anyOf(verbsBefore());
    case 'a':
        return "(load|store|atomic operation)";
    case 'n':
        return "(-?[0-9]+)";
    case 'x':
        return "(0x[0-9a-f]+)";
    case 'e':
        return "([0-9]+x[0-9]+x[0-9]+)";
    default:
        return "([^]+?)";
    }
}

std::regex patternOf(const Form& form) {
    std::string pattern;
    std::string_view rest = form.english;
    for (size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
        pattern += escaped(rest.substr(0, open)) + placeholder(form.places[rest[open + 1] - '0']);
        rest.remove_prefix(open + 3);
    }
    return std::regex(pattern + escaped(rest), std::regex::optimize);
}

struct Known {
    const char* english;
    std::regex pattern;
};

const std::vector<Known>& known() {
    static const std::vector<Known> all = [] {
        std::vector<Known> made;
        for (const Form& form : forms)
            made.push_back({form.english, patternOf(form)});
        for (const auto* words : {&verbs(), &verbsBefore()})
            for (const char* each : *words)
                made.push_back({each, patternOf({each})});
        return made;
    }();
    return all;
}

} // namespace

std::optional<std::string> knownFindingText(std::string_view english) {
    for (const Known& each : known()) {
        std::match_results<std::string_view::const_iterator> found;
        if (!std::regex_match(english.begin(), english.end(), found, each.pattern))
            continue;
        fmt::dynamic_format_arg_store<fmt::format_context> parts;
        for (size_t i = 1; i < found.size(); ++i)
            parts.push_back(findingText(std::string_view(found[i].first, found[i].second)));
        return fmt::vformat(tongue::translated(each.english), parts);
    }
    return std::nullopt;
}

std::string findingText(std::string_view english) {
    std::string text = knownFindingText(english).value_or(std::string(english));
    if (tongue::spoken() != tongue::Language::English)
        return text; // whose catalogues write units, or the number behind its noun
    static const std::regex one(R"((^|[^0-9A-Za-z.,-] ?)1 (byte|thread|lane|register|block|word)s\b)");
    return std::regex_replace(text, one, "$011 $2");
}

std::string findingNameText(sim::simt::FindingKind kind) {
    static constexpr const char* names[] = {
        marked("out-of-bounds"),  marked("misaligned"),        marked("uninitialized"),
        marked("use-after-free"), marked("double-free"),       marked("leak"),
        marked("race"),           marked("divergent-barrier"), marked("inactive-lane"),
        marked("deadlock"),       marked("endless-loop"),      marked("stack-overflow"),
        marked("trap"),           marked("not-reproducible")};
    const std::string_view name = findingName(kind);
    for (const char* each : names)
        if (name == each)
            return tongue::translated(name);
    return std::string(name);
}

std::string mistakeLine(const launches::HostMistake& mistake) {
    static constexpr const char* names[] = {
        marked("use-after-free"),   marked("double-free"),   marked("leak"),          marked("overlapping-copy"),
        marked("host-race"),        marked("stream-race"),   marked("deadlock"),      marked("endless-loop"),
        marked("unchecked-launch"), marked("uninitialized"), marked("out-of-bounds"), marked("wrong-direction")};
    std::string name = mistake.kind;
    for (const char* each : names)
        if (name == each)
            name = tongue::translated(each);
    return (mistake.note ? tongue::said("note: {0}", name) : name) + ": " + findingText(mistake.text);
}

std::string findingLine(const sim::simt::Finding& finding) {
    return findingNameText(finding.kind) + ": " + findingText(finding.message);
}

} // namespace warplens::engine
