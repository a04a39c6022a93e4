// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of libraries that a program calls beside its kernels: they are computed on the CPU, in the order of their
// stream, on the device's memory.
#pragma once

#include "kernels/cudart/api.h"

#include <functional>
#include <new>
#include <stdexcept>
#include <string>

namespace warplens::cudart {

struct LibraryCall {
    std::string name;             ///< "cublasSgemm"
    std::string what;             ///< "64 x 64 x 32", for the list of launches
    double operations = 0;        ///< multiplications and additions, for the estimate of the device's time
    double bytes = 0;             ///< that go through its memory
    bool doublePrecision = false; ///< the operations are of double precision
    std::function<void()> run;    ///< may throw Failure
    std::vector<runtime::HostAction::Touch> touches = {};
};

/// Puts it into the stream; with `wait` it is done when this returns. Throws Failure.
void putLibraryCall(const runtime::StreamPtr& stream, LibraryCall call, bool wait = false);

/// Where so many bytes of memory lie that the device can reach; `what` names them for the sentence. Throws Failure where
/// a GPU would fault.
std::byte* deviceBytes(const void* pointer, uint64_t bytes, const std::string& call, const char* what, bool written);

/// A call that is refused: the library's status for it, and one sentence for people.
template<class Status>
struct Refused : std::runtime_error {
    Refused(Status which, const std::string& sentence)
        : std::runtime_error(sentence)
        , status(which) {}
    Status status;
};

/// What a library answers where a call fails otherwise.
template<class Status>
struct FailedAs {
    Status memoryUsedUp, unknown;
    Status (*failure)(const Failure& failure);
};

/// Tells what was wrong with a call, with its name in front; nothing of an empty sentence.
void tellOfCall(const char* name, const std::string& sentence);

/// The status for the exception that is being handled; its sentence is told.
template<class Status>
Status refusal(const char* name, const FailedAs<Status>& statuses) {
    try {
        throw;
    } catch (const Refused<Status>& refused) {
        tellOfCall(name, refused.what());
        return refused.status;
    } catch (const Failure& failure) {
        tellOfCall(name, failure.what());
        return statuses.failure(failure);
    } catch (const std::bad_alloc&) {
        tellOfCall(name, "this computer's memory is used up");
        return statuses.memoryUsedUp;
    } catch (const std::exception& error) {
        tellOfCall(name, error.what());
        return statuses.unknown;
    }
}

} // namespace warplens::cudart
