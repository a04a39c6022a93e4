// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -lcuda
// output: all as it should be
// tells: cuMemImportFromShareableHandle: 0 is no descriptor of memory that Warplens has exported
// tells: cuMemExportToShareableHandle: the memory was not made to be shared so
//
// Memory that two processes map: its descriptor goes through a socket, and each sees what the other's kernels write. Memory that is
// said to be compressible is so in name.
#include "check.h"

#include <cuda.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

__global__ void addTo(int* p, int what) {
    p[blockIdx.x * blockDim.x + threadIdx.x] += what;
}

constexpr size_t piece = 2 << 20;

static CUmemAllocationProp properties() {
    CUmemAllocationProp p;
    std::memset(&p, 0, sizeof p);
    p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    p.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    return p;
}

static CUdeviceptr mapped(CUmemGenericAllocationHandle memory) {
    CUdeviceptr address;
    DRIVER(cuMemAddressReserve(&address, piece, 0, 0, 0));
    DRIVER(cuMemMap(address, piece, 0, memory, 0));
    CUmemAccessDesc access;
    std::memset(&access, 0, sizeof access);
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    DRIVER(cuMemSetAccess(address, piece, &access, 1));
    return address;
}

static void send(int socket, int file) {
    char byte = 1, room[CMSG_SPACE(sizeof file)] = {};
    iovec data{&byte, 1};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof file);
    std::memcpy(CMSG_DATA(head), &file, sizeof file);
    CHECK(sendmsg(socket, &message, 0) == 1);
}

static int received(int socket) {
    int file = -1;
    char byte, room[CMSG_SPACE(sizeof file)] = {};
    iovec data{&byte, 1};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    CHECK(recvmsg(socket, &message, 0) == 1);
    std::memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof file);
    return file;
}

static int other(int socket) {
    const int file = received(socket);
    OK(cudaSetDevice(0));
    CUmemGenericAllocationHandle memory;
    DRIVER(cuMemImportFromShareableHandle(&memory, reinterpret_cast<void*>(intptr_t(file)),
                                          CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    close(file); // what was imported stays
    const CUdeviceptr address = mapped(memory);
    DRIVER(cuMemRelease(memory));
    addTo<<<2, 32>>>(reinterpret_cast<int*>(address), 30);
    OK(cudaDeviceSynchronize());
    DRIVER(cuMemUnmap(address, piece));
    DRIVER(cuMemAddressFree(address, piece));
    return 0;
}

int main(int argc, char** argv) {
    if (argc == 2)
        return other(std::atoi(argv[1]));
    int sockets[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    const pid_t child = fork();
    if (child == 0)
        execl("/proc/self/exe", "shared_memory", std::to_string(sockets[1]).c_str(), nullptr);
    OK(cudaSetDevice(0));
    CUmemAllocationProp asked = properties(), told = properties();
    asked.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CUmemGenericAllocationHandle memory, own, none;
    DRIVER(cuMemCreate(&memory, piece, &asked, 0));
    const CUdeviceptr address = mapped(memory);
    DRIVER(cuMemsetD32(address, 5, 64));
    DRIVER(cuCtxSynchronize());
    int file = -1, status = -1, host[64] = {};
    DRIVER(cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    send(sockets[0], file);
    close(file);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    addTo<<<2, 32>>>(reinterpret_cast<int*>(address), 7);
    OK(cudaMemcpy(host, reinterpret_cast<void*>(address), sizeof host, cudaMemcpyDeviceToHost));
    for (const int each : host)
        CHECK(each == 42);

    CHECK(cuMemImportFromShareableHandle(&none, nullptr, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) ==
          CUDA_ERROR_INVALID_VALUE);
    asked = properties();
    asked.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_GENERIC;
    DRIVER(cuMemCreate(&own, piece, &asked, 0));
    DRIVER(cuMemGetAllocationPropertiesFromHandle(&told, own));
    CHECK(told.allocFlags.compressionType == CU_MEM_ALLOCATION_COMP_GENERIC);
    CHECK(cuMemExportToShareableHandle(&file, own, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0) ==
          CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemRelease(own));
    int value = 0;
    for (const CUdevice_attribute each : {CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED,
                                          CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED}) {
        DRIVER(cuDeviceGetAttribute(&value, each, 0));
        CHECK(value == 1);
    }
    std::puts("all as it should be");
}
