// A hash table with open addressing: compare-and-swap until a free place or the same key is found.
//! grid 66
//! block 256
//! arg keys  u32[16896] = random(7,1,1000000)
//! arg table u32[32768] = zero
//! check sum(table[i] != 0 for i in 0..32768) > 16000
extern "C" __global__ void hash_insert(const unsigned* keys, unsigned* table) {
  const unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned slot = key * 2654435761u >> 17;
  while (true) {
    const unsigned before = atomicCAS(&table[slot], 0u, key);
    if (before == 0u || before == key) return;
    slot = (slot + 1) & 32767;
  }
}
