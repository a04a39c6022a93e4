// SPDX-License-Identifier: GPL-3.0-or-later
// How warplens-gpu and its client talk. One JSON object per line, UTF-8: requests on the worker's standard input,
// answers on its standard output, text for people on its standard error. One request at a time; the end of the input
// ends the worker.
//
// With "attended" true in a request somebody waits for its answer: when the input is closed from then on, the worker
// ends at once, even in a kernel that never returns. Without it, what has been sent is answered first.
//
// A request has an "id" (a whole number), a "verb", and the verb's own members. Its answers carry the same id: any
// number of {"id":1,"event":"progress",...}, then exactly one of
//   {"id":1,"event":"result",...}
//   {"id":1,"event":"error","kind":KIND,"message":TEXT, "subject":INDEX?, "fatal":BOOL}
// A line that is no request is answered with kind "bad-request" (id null where none could be read), and the worker
// lives on. "fatal" means that the worker ends after this answer: a kernel has destroyed its CUDA context or does not
// return. The client then starts another worker; "subject" says which subject of `measure` is to blame.
//
// Kinds: no-driver, no-device, compile, launch, out-of-memory, timeout, verify, bad-request, library.
//
// Verbs
//   hello     → protocol, program, version, commit, host_name, host_cpu, host_cores, cuda_runtime,
//               driver {cuda, version} | null, nvrtc {version, path} | null, cublas {version, path} | null, nvml
//               (bool), missing [TEXT, ...]
//   devices   → devices [{index, name, uuid, compute_capability, ...}], and where there are none also kind, reason
//   run       device, code, grid [x,y,z], block [x,y,z], shared_bytes, launch_timeout_s,
//             arguments [{spec, name?, output?}]: spec as in argument_spec.h; after the launch the argument is written
//             to the file `output`
//             → milliseconds, attributes, outputs [{name, file, bytes}]
//             Nothing but this kernel is launched: a profiler sees one launch.
//   measure   device, arrays [{name, role, spec}], subjects [SUBJECT], timing, launch_timeout_s, verify_only?
//             → subjects [ROW], one for each subject, in their order; with verify_only true they have no "total" and
//             no "timings"
//   bench     device, code (of all its kernels; no "name"), memory_bytes, launch_timeout_s,
//             launches [{kernel, grid, block, shared_bytes?, arguments [{told: OFFSET} | {memory: OFFSET} | {scalar: "i32=512"}],
//             runs?, told?}]: one after the other in the same memory, which is zero at first; each is launched once, and then
//             timed so many times, behind one like it
//             → launches [{milliseconds [ascending], told [so many numbers that the kernel has written to "told"]}]
//   ceilings  device → copy_gbps (read and written bytes of a device-to-device copy), copy_bytes, copy_samples,
//             fp32_peak_gflops (computed from the properties, null for an unknown architecture)
//   quit      → ends the worker
//
// device            index of the GPU
// code              one of {source, file_name, defines [[NAME, VALUE], ...], name}   compiled here with NVRTC
//                          {cubin: BASE64, name}                               or PTX, likewise
//                          {cubin_file: PATH, name}
//                          {library_function: NAME}                            `measure` only
// launch_timeout_s  a launch that takes longer is given up: error "timeout", fatal
// SUBJECT           {label, code, grid, block, shared_bytes, arguments [{array: INDEX} | {scalar: "i32=512"}],
//                   verify {computes, sizes {M, N, K}, parameters?, rounding?} | null, persisting?}
//                   persisting: the number of the argument whose array L2 is to keep, by an access policy window of the
//                   stream, during this subject's launches alone; 8.0 and later
//                   rounding: relative error that is allowed besides what rounding in FP32 explains
// timing            {warmup, min_samples, max_samples, min_seconds, max_seconds, cache ["warm","cold"]}; samples end
//                   when there are min_samples of them and they cover min_seconds or are max_samples, or when
//                   max_seconds of wall time went by. "warm": the launch before was the same one; "cold": L2 was
//                   overwritten before each sample
// ROW               {label, status "ok" | "error", kind?, message?, compile_ms, attributes, library_kernel, math_mode?,
//                   verification {max, average, checked, of, tolerance},
//                   total {first_ms, median_ms, samples_ms, first_parts PARTS, parts PARTS},
//                   timings [{cache, samples_ms, median_ms, q1_ms, q3_ms, min_ms, max_ms, sm_clock_mhz,
//                   throttled_samples, throttle_reasons}]}
// attributes        {registers, static_shared_bytes, dynamic_shared_bytes, local_bytes, max_threads_per_block,
//                   blocks_per_sm, occupancy}; null for a library
// total             fresh allocation, copies to the device, launch, copies back, and for a library the creation of
//                   its handle: what one product costs from the host's point of view
// PARTS             {start_ms, allocation_ms, copy_in_ms, kernel_ms, copy_out_ms}: what the first total consists of, and
//                   the run that is the median. start: of a library; kernel: from the last copy on, with the loading of
//                   code that has not run yet. What their sum lacks is the host's waking up
// progress          {phase "compile" | "data" | "total" | "verify" | "warm-up" | "timing", subject, fraction, so_far?};
//                   so_far [{subject, timing, done, row?}]: the timings up to now, each as in a ROW; of one that is
//                   done also the ROW, without timings
#pragma once

namespace warplens::kernels::protocol {

constexpr int version = 1;

/// Values of "kind".
namespace kind {
constexpr const char* noDriver = "no-driver";
constexpr const char* noDevice = "no-device";
constexpr const char* compile = "compile";
constexpr const char* launch = "launch";
constexpr const char* outOfMemory = "out-of-memory";
constexpr const char* timeout = "timeout";
constexpr const char* verify = "verify";
constexpr const char* badRequest = "bad-request";
constexpr const char* library = "library";
} // namespace kind

} // namespace warplens::kernels::protocol
