// CUDA C++ of kernels/color_to_grey.ir.
//! grid 5,4
//! block 16,16
//! arg rgb u8[14136] = random(1,0,256)
//! arg grey u8[4712] = zero
//! arg width u32 = 76
//! arg height u32 = 62
//! check all grey[i] == (54 * rgb[3*i] + 183 * rgb[3*i+1] + 19 * rgb[3*i+2]) / 256 for i in 0..4712

extern "C" __global__ void color_to_grey(const unsigned char* rgb, unsigned char* grey,
                                         unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;  // outside of the picture
  unsigned i = y * width + x;
  grey[i] = (54 * rgb[3 * i] + 183 * rgb[3 * i + 1] + 19 * rgb[3 * i + 2]) / 256;
}
