// SPDX-License-Identifier: GPL-3.0-or-later
// A list whose end was not looked for.
struct Node {
    int value;
    Node* next;
};
extern "C" __global__ void kernel(int* out, int length)
{
    Node last = {1, nullptr}, first = {2, &last};
    int sum = 0;
    const Node* n = &first;
    for (int i = 0; i < length; ++i) {
        sum += n->value; // BUG
        n = n->next; // BUG
    }
    out[threadIdx.x] = sum;
}
