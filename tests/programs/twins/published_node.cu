// SPDX-License-Identifier: GPL-3.0-or-later
// A node of the heap is filled, fenced and published; who takes it frees it.
struct Node { int value; Node* next; };
extern "C" __global__ void kernel(Node* volatile* head, int* out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        Node* node = new Node;
        node->value = 7;
        node->next = nullptr;
        __threadfence();
        *head = node;
    } else {
        Node* node;
        while ((node = *head) == nullptr)
            ;
        __threadfence();
        out[0] = node->value;
        delete node;
    }
}
