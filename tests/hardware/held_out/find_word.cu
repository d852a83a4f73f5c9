// Where a word of five letters stands in a text: most lanes give up after the first letter.
//! grid 132
//! block 256
//! arg text  u8[33800] = random(15,97,101)
//! arg word  u8[5] = const(98)
//! arg found u32[33792] = zero
//! check all found[i] == (text[i] == 98 && text[i + 1] == 98 && text[i + 2] == 98 && text[i + 3] == 98 && text[i + 4] == 98) for i in 0..33792
extern "C" __global__ void find_word(const char* text, const char* word, unsigned* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = 0;
  while (k < 5 && text[i + k] == word[k]) ++k;
  found[i] = k == 5;
}
