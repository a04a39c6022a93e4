// SPDX-License-Identifier: GPL-3.0-or-later
// The next node is known before this one is freed.
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
    while (head != nullptr) {
        Node* next = head->next;
        sum += head->value;
        delete head;
        head = next;
    }
    out[threadIdx.x] = sum;
}
