// SPDX-License-Identifier: GPL-3.0-or-later
// A node is freed, and asked for the next one.
struct Node {
    int value;
    Node* next;
};
extern "C" __global__ void kernel(const int* in, int* out)
{
    Node* head = nullptr;
    for (int k = 0; k <= in[threadIdx.x]; ++k) {
        Node* node = new Node{k, head};
        head = node;
    }
    int sum = 0;
    for (Node* node = head; node != nullptr; node = node->next) { // BUG
        sum += node->value;
        delete node;
    }
    out[threadIdx.x] = sum;
}
