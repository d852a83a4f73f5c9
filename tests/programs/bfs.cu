// A graph search in the manner of benchmark suites: a mask per level, a changed flag, a host loop.
#include <stdio.h>
#include <stdlib.h>

struct Node {
  int starting;
  int no_of_edges;
};

#define MAX_THREADS_PER_BLOCK 256
#define DEGREE 3

__global__ void Kernel(Node* g_nodes, int* g_edges, bool* g_mask, bool* g_updating, bool* g_visited,
                       int* g_cost, int no_of_nodes) {
  int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
  if (tid < no_of_nodes && g_mask[tid]) {
    g_mask[tid] = false;
    for (int i = g_nodes[tid].starting; i < g_nodes[tid].starting + g_nodes[tid].no_of_edges; i++) {
      int id = g_edges[i];
      if (!g_visited[id]) {
        g_cost[id] = g_cost[tid] + 1;
        g_updating[id] = true;
      }
    }
  }
}

__global__ void Kernel2(bool* g_mask, bool* g_updating, bool* g_visited, bool* g_over,
                        int no_of_nodes) {
  int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
  if (tid < no_of_nodes && g_updating[tid]) {
    g_mask[tid] = true;
    g_visited[tid] = true;
    *g_over = true;
    g_updating[tid] = false;
  }
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000;
  const int source = 1;
  Node* h_nodes = (Node*)malloc(n * sizeof(Node));
  int* h_edges = (int*)malloc(n * DEGREE * sizeof(int));
  bool* h_mask = (bool*)calloc(n, sizeof(bool));
  int* h_cost = (int*)malloc(n * sizeof(int));
  unsigned seed = 7;
  int edges = 0;
  for (int i = 0; i < n; i++) {
    h_nodes[i].starting = edges;
    h_nodes[i].no_of_edges = i % (DEGREE + 1);
    for (int k = 0; k < h_nodes[i].no_of_edges; k++) {
      seed = seed * 1103515245u + 12345u;
      h_edges[edges++] = k == 0 ? (i + 1) % n : (int)((seed >> 8) % (unsigned)n);
    }
    h_cost[i] = -1;
  }
  h_mask[source] = true;
  h_cost[source] = 0;

  Node* d_nodes;
  int *d_edges, *d_cost;
  bool *d_mask, *d_updating, *d_visited, *d_over;
  cudaMalloc((void**)&d_nodes, n * sizeof(Node));
  cudaMalloc((void**)&d_edges, edges * sizeof(int));
  cudaMalloc((void**)&d_cost, n * sizeof(int));
  cudaMalloc((void**)&d_mask, n);
  cudaMalloc((void**)&d_updating, n);
  cudaMalloc((void**)&d_visited, n);
  cudaMalloc((void**)&d_over, 1);
  cudaMemcpy(d_nodes, h_nodes, n * sizeof(Node), cudaMemcpyHostToDevice);
  cudaMemcpy(d_edges, h_edges, edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_cost, h_cost, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_mask, h_mask, n, cudaMemcpyHostToDevice);
  cudaMemset(d_updating, 0, n);
  cudaMemcpy(d_visited, h_mask, n, cudaMemcpyHostToDevice);

  int k = 0;
  bool stop;
  dim3 grid((n + MAX_THREADS_PER_BLOCK - 1) / MAX_THREADS_PER_BLOCK, 1, 1);
  dim3 threads(MAX_THREADS_PER_BLOCK, 1, 1);
  do {
    stop = false;
    cudaMemcpy(d_over, &stop, sizeof(bool), cudaMemcpyHostToDevice);
    Kernel<<<grid, threads, 0>>>(d_nodes, d_edges, d_mask, d_updating, d_visited, d_cost, n);
    Kernel2<<<grid, threads, 0>>>(d_mask, d_updating, d_visited, d_over, n);
    cudaMemcpy(&stop, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
    k++;
  } while (stop);
  printf("Kernel Executed %d times\n", k);

  cudaMemcpy(h_cost, d_cost, n * sizeof(int), cudaMemcpyDeviceToHost);
  int levels[64] = {0}, unreached = 0;
  long checksum = 0;
  for (int i = 0; i < n; i++) {
    if (h_cost[i] < 0) unreached++;
    if (h_cost[i] >= 0 && h_cost[i] < 64) levels[h_cost[i]]++;
    checksum += (long)h_cost[i] * (i % 101);
  }
  for (int i = 0; i < k && i < 64; i++) printf("level %2d: %d nodes\n", i, levels[i]);
  printf("unreached %d, checksum %ld\n", unreached, checksum);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(d_nodes), cudaFree(d_edges), cudaFree(d_cost), cudaFree(d_mask);
  cudaFree(d_updating), cudaFree(d_visited), cudaFree(d_over);
  free(h_nodes), free(h_edges), free(h_mask), free(h_cost);
  return 0;
}
