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
// proposes --arg 'particles[30720]={x=random(1,0,1), y=random(2,0,1), mass=random(3,0,1)}'
__global__ void move(Particle* particles, int n, int each, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) particles[i * 3 + 2].x += dt * particles[i * 3].y;
}

struct Body {
  float3 pos, velocity;
  int alive;
  Body* next;
};
// proposes --arg 'bodies[10240]={pos=random(1,0,1), velocity=random(2,0,1), alive=random(3,0,2)}' --arg n=10240 --arg dt=0.01
__global__ void step(Body* bodies, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && bodies[i].alive) bodies[i].pos.x += bodies[i].velocity.x * dt;
}

// proposes Pointers in structures are null here (bodies.next)
__global__ void length(const Body* bodies, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int count = 0;
  for (const Body* b = &bodies[i]; b != nullptr; b = b->next) count += b->alive;
  out[i] = count;
}

struct Launch {
  int n, shift;
  float eps;
};
// proposes --arg 'launch={n=16384, shift=4, eps=0.00001}'
__global__ void of_fields(const unsigned* in, float* out, Launch launch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < launch.n) out[i] = (in[i] >> launch.shift) + launch.eps;
}
