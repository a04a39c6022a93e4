// SPDX-License-Identifier: GPL-3.0-or-later
// A node of the heap is filled and published, with no fence between the two.
struct Node { int value; Node* next; };
extern "C" __global__ void kernel(Node* volatile* head, int* out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        Node* node = new Node;
        node->value = 7; // BUG
        node->next = nullptr;
        *head = node;
    } else {
        Node* node;
        while ((node = *head) == nullptr)
            ;
        __threadfence();
        out[0] = node->value; // BUG
        delete node;
    }
}
