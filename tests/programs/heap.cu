// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread builds a list on the heap and adds it up.
struct Node {
    int value;
    Node* next;
};
extern "C" __global__ void heap(const int* in, int* sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Node* list = nullptr;
    for (int k = 0; k < 4; ++k) {
        Node* node = (Node*)malloc(sizeof(Node));
        node->value = in[4 * i + k];
        node->next = list;
        list = node;
    }
    int sum = 0;
    while (list != nullptr) {
        sum += list->value * 3;
        Node* next = list->next;
        free(list);
        list = next;
    }
    assert(in[4 * i] == in[4 * i]);
    if (i == 5)
        printf("thread %d: %d of %s\n", i, sum, "heap");
    sums[i] = sum;
}
