// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for NVML that knows one clock and the reasons in $FAKE_NVML_REASONS, a number whose bits are NVML's.
#include <cstdlib>
#include <cstring>

extern "C" {

int nvmlInit_v2() {
    return 0;
}

int nvmlShutdown() {
    return 0;
}

int nvmlSystemGetDriverVersion(char* text, unsigned length) {
    std::strncpy(text, "1.2.3", length);
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char*, void** device) {
    *device = nullptr;
    return 0;
}

int nvmlDeviceGetClockInfo(void*, int, unsigned* megahertz) {
    *megahertz = 1234;
    return 0;
}

int nvmlDeviceGetCurrentClocksEventReasons(void*, unsigned long long* reasons) {
    const char* text = std::getenv("FAKE_NVML_REASONS");
    *reasons = text != nullptr ? std::strtoull(text, nullptr, 0) : 0;
    return 0;
}

} // extern "C"
