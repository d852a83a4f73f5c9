// One step of particles kept as structures of eight floats.
//! grid 1024
//! block 256
//! arg p f32[2097152] = random(1,-1,1)
//! arg dt f32 = 0.01
struct Particle { float x, y, z, vx, vy, vz, m, q; };
extern "C" __global__ void particles_aos(Particle* p, float dt) {
  Particle& a = p[blockIdx.x * blockDim.x + threadIdx.x];
  a.x += a.vx * dt;
  a.y += a.vy * dt;
  a.z += a.vz * dt;
}
