// Values of SIMD video instructions. All but the last twelve are an H100's; all forms that it
// computed are in tests/hardware/values/video.txt.gz.
#include <catch2/catch.hpp>

#include "isa/core/lanes/video_lanes.h"
#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

const CaseTable kVideo{
    {"vadd2.u32.u32.u32", {0x989a046c, 0xf47a170c, 0xdfe279ac}, {0x8d141b78}},
    {"vadd2.s32.u32.s32", {0xc89034db, 0x8bfce6fb, 0xb935a91b}, {0x548c1bd6}},
    {"vadd2.u32.u32.u32.sat", {0x0a33e47e, 0xaad1b01e, 0x892c4bbe}, {0xb504ffff}},
    {"vadd2.s32.u32.s32.sat", {0xbe69c1c5, 0xa82ed8e5, 0x3f6a8005}, {0x66977fff}},
    {"vadd2.u32.s32.u32.add", {0xf73f4860, 0x9f983500, 0x645671a0}, {0x645785d7}},
    {"vsub2.u32.u32.u32", {0x12dbe03f, 0x2947a45f, 0xdeb8787f}, {0xe9943be0}},
    {"vsub2.s32.u32.s32", {0xb3197092, 0xedd72632, 0xd036abd2}, {0xc5424a60}},
    {"vsub2.u32.u32.u32.sat", {0x75d5d6c9, 0xc475cfe9, 0x5f2d5909}, {0x000006e0}},
    {"vsub2.s32.u32.s32.sat", {0x657ff194, 0x75025834, 0xd5170ed4}, {0xf07d7fff}},
    {"vsub2.u32.s32.u32.add", {0xf5a32fe3, 0xb9c62603, 0xb1372c23}, {0xb13671e0}},
    {"vabsdiff2.u32.u32.u32", {0x67f7d3e6, 0x54ef1386, 0x873d2326}, {0x1308c060}},
    {"vabsdiff2.s32.u32.s32", {0xf3e85a0d, 0xb670552d, 0xe540e04d}, {0x3d7804e0}},
    {"vabsdiff2.u32.u32.u32.sat", {0xfe61b408, 0x937834a8, 0xa19e0548}, {0x6ae97f60}},
    {"vabsdiff2.s32.u32.s32.sat", {0xa9e847c7, 0xc2ec8fe7, 0xeb97e807}, {0x7fff7fff}},
    {"vabsdiff2.u32.s32.u32.add", {0x6c42e27a, 0x71574c1a, 0x624785ba}, {0x6247f46f}},
    {"vmin2.u32.u32.u32", {0x7ffb0f91, 0x34ba2cb1, 0xc882d9d1}, {0x34ba0f91}},
    {"vmin2.s32.u32.s32", {0x498b83bc, 0x74fabe5c, 0xd34648fc}, {0x498bbe5c}},
    {"vmin2.u32.u32.u32.sat", {0x6c5d8beb, 0xabff460b, 0x18b1102b}, {0x6c5d460b}},
    {"vmin2.s32.u32.s32.sat", {0xace1b04e, 0x8560e3ee, 0x9e10e78e}, {0x8560e3ee}},
    {"vmin2.u32.s32.u32.add", {0x27c1fb55, 0xdf695a75, 0x9c6b4995}, {0x9c6b6cab}},
    {"vmax2.u32.u32.u32", {0x989a046c, 0xf47a170c, 0xdfe279ac}, {0xf47a170c}},
    {"vmax2.s32.u32.s32", {0xc89034db, 0x8bfce6fb, 0xb935a91b}, {0xc89034db}},
    {"vmax2.u32.u32.u32.sat", {0x0a33e47e, 0xaad1b01e, 0x892c4bbe}, {0xaad1e47e}},
    {"vmax2.s32.u32.s32.sat", {0xbe69c1c5, 0xa82ed8e5, 0x3f6a8005}, {0x7fff7fff}},
    {"vmax2.u32.s32.u32.add", {0xf73f4860, 0x9f983500, 0x645671a0}, {0x64575998}},
    {"vavrg2.u32.u32.u32", {0x12dbe03f, 0x2947a45f, 0xdeb8787f}, {0x1e11c24f}},
    {"vavrg2.s32.u32.s32", {0xb3197092, 0xedd72632, 0xd036abd2}, {0x50784b62}},
    {"vavrg2.u32.u32.u32.sat", {0x75d5d6c9, 0xc475cfe9, 0x5f2d5909}, {0x9d25d359}},
    {"vavrg2.s32.u32.s32.sat", {0x657ff194, 0x75025834, 0xd5170ed4}, {0x6d417fff}},
    {"vavrg2.u32.s32.u32.add", {0xf5a32fe3, 0xb9c62603, 0xb1372c23}, {0xb137aecb}},
    {"vset2.u32.u32.lt", {0x67f7d3e6, 0x54ef1386, 0x873d2326}, {0x00000000}},
    {"vset2.u32.s32.ge", {0xf3e85a0d, 0xb670552d, 0xe540e04d}, {0x00010001}},
    {"vset2.u32.u32.lt.add", {0xfe61b408, 0x937834a8, 0xa19e0548}, {0xa19e0548}},
    {"vset2.u32.s32.ge.add", {0xa9e847c7, 0xc2ec8fe7, 0xeb97e807}, {0xeb97e809}},
    {"vadd4.u32.u32.u32", {0x6c42e27a, 0x71574c1a, 0x624785ba}, {0xdd992e94}},
    {"vadd4.s32.u32.s32", {0x7ffb0f91, 0x34ba2cb1, 0xc882d9d1}, {0xb3b53b42}},
    {"vadd4.u32.u32.u32.sat", {0x498b83bc, 0x74fabe5c, 0xd34648fc}, {0xbdffffff}},
    {"vadd4.s32.u32.s32.sat", {0x6c5d8beb, 0xabff460b, 0x18b1102b}, {0x175c7f7f}},
    {"vadd4.u32.s32.u32.add", {0xace1b04e, 0x8560e3ee, 0x9e10e78e}, {0x9e10e9cf}},
    {"vsub4.u32.u32.u32", {0x27c1fb55, 0xdf695a75, 0x9c6b4995}, {0x4858a1e0}},
    {"vsub4.s32.u32.s32", {0x989a046c, 0xf47a170c, 0xdfe279ac}, {0xa420ed60}},
    {"vsub4.u32.u32.u32.sat", {0xc89034db, 0x8bfce6fb, 0xb935a91b}, {0x3d000000}},
    {"vsub4.s32.u32.s32.sat", {0x0a33e47e, 0xaad1b01e, 0x892c4bbe}, {0x60627f60}},
    {"vsub4.u32.s32.u32.add", {0xbe69c1c5, 0xa82ed8e5, 0x3f6a8005}, {0x3f6a7d1f}},
    {"vabsdiff4.u32.u32.u32", {0xf73f4860, 0x9f983500, 0x645671a0}, {0x58591360}},
    {"vabsdiff4.s32.u32.s32", {0x12dbe03f, 0x2947a45f, 0xdeb8787f}, {0x17943c20}},
    {"vabsdiff4.u32.u32.u32.sat", {0xb3197092, 0xedd72632, 0xd036abd2}, {0x3abe4a60}},
    {"vabsdiff4.s32.u32.s32.sat", {0x75d5d6c9, 0xc475cfe9, 0x5f2d5909}, {0x7f607f7f}},
    {"vabsdiff4.u32.s32.u32.add", {0x657ff194, 0x75025834, 0xd5170ed4}, {0xd5171068}},
    {"vmin4.u32.u32.u32", {0xf5a32fe3, 0xb9c62603, 0xb1372c23}, {0xb9a32603}},
    {"vmin4.s32.u32.s32", {0x67f7d3e6, 0x54ef1386, 0x873d2326}, {0x54ef1386}},
    {"vmin4.u32.u32.u32.sat", {0xf3e85a0d, 0xb670552d, 0xe540e04d}, {0xb670550d}},
    {"vmin4.s32.u32.s32.sat", {0xfe61b408, 0x937834a8, 0xa19e0548}, {0x936134a8}},
    {"vmin4.u32.s32.u32.add", {0xa9e847c7, 0xc2ec8fe7, 0xeb97e807}, {0xeb97e7a6}},
    {"vmax4.u32.u32.u32", {0x6c42e27a, 0x71574c1a, 0x624785ba}, {0x7157e27a}},
    {"vmax4.s32.u32.s32", {0x7ffb0f91, 0x34ba2cb1, 0xc882d9d1}, {0x7ffb2c91}},
    {"vmax4.u32.u32.u32.sat", {0x498b83bc, 0x74fabe5c, 0xd34648fc}, {0x74fabebc}},
    {"vmax4.s32.u32.s32.sat", {0x6c5d8beb, 0xabff460b, 0x18b1102b}, {0x6c5d7f7f}},
    {"vmax4.u32.s32.u32.add", {0xace1b04e, 0x8560e3ee, 0x9e10e78e}, {0x9e10ea44}},
    {"vavrg4.u32.u32.u32", {0x27c1fb55, 0xdf695a75, 0x9c6b4995}, {0x8395ab65}},
    {"vavrg4.s32.u32.s32", {0x989a046c, 0xf47a170c, 0xdfe279ac}, {0x468a0e3c}},
    {"vavrg4.u32.u32.u32.sat", {0xc89034db, 0x8bfce6fb, 0xb935a91b}, {0xaac68deb}},
    {"vavrg4.s32.u32.s32.sat", {0x0a33e47e, 0xaad1b01e, 0x892c4bbe}, {0xda024a4e}},
    {"vavrg4.u32.s32.u32.add", {0xbe69c1c5, 0xa82ed8e5, 0x3f6a8005}, {0x3f6a8126}},
    {"vset4.u32.u32.lt", {0xf73f4860, 0x9f983500, 0x645671a0}, {0x00010000}},
    {"vset4.u32.s32.ge", {0x12dbe03f, 0x2947a45f, 0xdeb8787f}, {0x00010100}},
    {"vset4.u32.u32.lt.add", {0xb3197092, 0xedd72632, 0xd036abd2}, {0xd036abd4}},
    {"vset4.u32.s32.ge.add", {0x75d5d6c9, 0xc475cfe9, 0x5f2d5909}, {0x5f2d590d}},
    {"vadd2.u32.u32.u32.add", {0x0a33e47e, 0xaad1b01e, 0x892c4bbe}, {0x892e955e}},
    {"vsub2.u32.u32.u32.add", {0xbe69c1c5, 0xa82ed8e5, 0x3f6a8005}, {0x3f6a7f20}},
    {"vabsdiff2.u32.u32.u32.add", {0xf73f4860, 0x9f983500, 0x645671a0}, {0x6456dca7}},
    {"vmin2.u32.u32.u32.add", {0x12dbe03f, 0x2947a45f, 0xdeb8787f}, {0xdeb92fb9}},
    {"vmax2.u32.u32.u32.add", {0xb3197092, 0xedd72632, 0xd036abd2}, {0xd0380a3b}},
    {"vavrg2.u32.u32.u32.add", {0x75d5d6c9, 0xc475cfe9, 0x5f2d5909}, {0x5f2ec987}},
    {"vadd4.u32.u32.u32.add", {0x657ff194, 0x75025834, 0xd5170ed4}, {0xd5171240}},
    {"vsub4.u32.u32.u32.add", {0xf5a32fe3, 0xb9c62603, 0xb1372c23}, {0xb1372d25}},
    {"vabsdiff4.u32.u32.u32.add", {0x67f7d3e6, 0x54ef1386, 0x873d2326}, {0x873d2461}},
    {"vmin4.u32.u32.u32.add", {0xf3e85a0d, 0xb670552d, 0xe540e04d}, {0xe540e1d5}},
    {"vmax4.u32.u32.u32.add", {0xfe61b408, 0x937834a8, 0xa19e0548}, {0xa19e081a}},
    {"vavrg4.u32.u32.u32.add", {0xa9e847c7, 0xc2ec8fe7, 0xeb97e807}, {0xeb97eae9}},
};

}  // namespace

TEST_CASE("SIMD video instructions") {
  check_cases(kVideo);
}

TEST_CASE("means of parts round half away from zero") {
  CHECK(mean(1, 2) == 2);
  CHECK(mean(-1, -2) == -2);
  CHECK(mean(0, -1) == -1);
  CHECK(mean(-3, 3) == 0);
}

}  // namespace simt::test
