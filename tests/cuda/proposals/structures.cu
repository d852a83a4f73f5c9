// Arrays within structures and of structures: none has a launch.
struct Matrix {
  int n;
  const float* elements;
};
// proposes since the kernel reads in.elements[65535]
__global__ void scale(Matrix in, float* out, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= in.n) return;
  for (int j = 0; j < in.n; ++j) out[j * in.n + i] = factor * in.elements[i * in.n + j];
}

struct Particle {
  float x, y, mass;
};
// proposes particles has 3072 elements
__global__ void move(Particle* particles, int n, int each, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) particles[i * 3 + 2].x += dt * particles[i * 3].y;
}
