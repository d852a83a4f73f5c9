// Lists of names that several rows share.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kLists{
    SharedList{"compare",
               "{76-79:.F|.LT|.EQ|.LE|.GT|.NE|.GE|.NUM|.NAN|.LTU|.EQU|.LEU|.GTU|.NEU|.GEU|.T}"},
    SharedList{"icompare", "{76-78:.F|.LT|.EQ|.LE|.GT|.NE|.GE|.T}"},
    SharedList{"boolean", "{74-75:.AND|.OR|.XOR|!}"},
    SharedList{"round", "{78-79:|.RM|.RP|.RZ}"},
    // What each lane of a quad does to two sources: P adds, N subtracts, Z leaves out.
    SharedList{"quad",
               "{38-39:PP|PN|NP|ZP}{36-37:PP|PN|NP|ZP}{34-35:PP|PN|NP|ZP}{32-33:PP|PN|NP|ZP}"},
    SharedList{"roundint", "{78-79:|.FLOOR|.CEIL|.TRUNC}"},
    // Flush denormals, or do so and take 0 times anything as 0.
    SharedList{"ftz", "{80,76:|.FTZ|.FMZ|!}"},
    SharedList{"minmax", "{72-73:.U32||.U16x2|.S16x2}{76:.RELU}"},
    // Memory: bytes of a thread, what caches keep, order and scope.
    SharedList{"size", "{73-75:.U8|.S8|.U16|.S16||.64|.128|.U.128}", 75, 75},
    SharedList{"size", "{73-75:.U8|.S8|.U16|.S16||.64|.128|!}", 80},
    SharedList{"csize", "{73-75:.U8|.S8|.U16|.S16||.64|!|!}"},
    SharedList{"evict", "{84-86:.EF||.EL|.LU|.EU|.NA|!|!}"},
    SharedList{"ltc", "{68-69:|.LTC64B|.LTC128B|.LTC256B}"},
    SharedList{"loadorder",
               "{79-80:.CONSTANT||.STRONG|.MMIO}{77-78:.CTA|.SM|.GPU|.SYS}{76:.PRIVATE}", 75, 75},
    SharedList{
        "loadorder",
        "{77-80:|.CONSTANT.PRIVATE|.CONSTANT.CTA|.CONSTANT.CTA.PRIVATE|.CONSTANT|.STRONG.SM|"
        ".STRONG.GPU.PRIVATE|.STRONG.GPU|.MMIO.GPU|.CONSTANT.SM|.STRONG.SYS|.CONSTANT.SM.PRIVATE|"
        ".MMIO.SYS|.CONSTANT.VC|.CONSTANT.VC.PRIVATE|.CONSTANT.GPU}",
        80},
    SharedList{"order", "{79-80:!||.STRONG|.MMIO}{77-78:.CTA|.SM|.GPU|.SYS}{76:.PRIVATE}", 75, 75},
    SharedList{
        "order",
        "{77-80:|.CONSTANT.PRIVATE|.CONSTANT.CTA|.CONSTANT.CTA.PRIVATE|.STRONG.SM.PRIVATE|.STRONG."
        "SM|"
        ".STRONG.GPU.PRIVATE|.STRONG.GPU|.MMIO.GPU|.CONSTANT.SM|.STRONG.SYS|.CONSTANT.SM.PRIVATE|"
        ".MMIO.SYS|.CONSTANT.VC|.CONSTANT.VC.PRIVATE|.CONSTANT.GPU}",
        80},
    SharedList{"scale", "{78-79:|.X4|.X8|.X16}"},
    // Atomics.
    SharedList{"atomop", "{87-90:.ADD|.MIN|.MAX|.INC|.DEC|.AND|.OR|.XOR|.EXCH|!|!|!|!|!|!|!}"},
    SharedList{"redop", "{87-89:.ADD|.MIN|.MAX|.INC|.DEC|.AND|.OR|.XOR}"},
    SharedList{"atomtype", "{73-75:|.S32|.64|.F32.FTZ.RN|.F16x2.RN|.S64|.F64.RN|!}", 75, 89},
    SharedList{"atomtype", "{73-75:|.S32|.64|.S64|.128|!|!|!}", 90},
    SharedList{"castype", "{73-75:|.S32|.64|!|.128|!|!|!}"},
    SharedList{
        "floattype",
        "{73-76:.F16x2.RN|.F16x4.RN|.F16x8.RN|.BF16x2.RN|.BF16x4.RN|.BF16x8.RN|!|!|!|.F32.FTZ.RN|"
        ".F32x2.FTZ.RN|.F32x4.FTZ.RN|.F32.RN|.F32x2.RN|.F32x4.RN|.F64.RN}"},
    // The half, or both, of a register; ".F32": one single-precision value.
    SharedList{"halves", "|.F32|.H0_H0|.H1_H1", 75, 75},
    SharedList{"halves", "|!|.H0_H0|.H1_H1", 80},
    SharedList{"hftz", "{80,76:|.FTZ|.FMZ|!}", 75, 89},
    SharedList{"hftz", "{80,76:|.FTZ|.FMZ|.OOB}", 90},
    // Textures and surfaces.
    SharedList{"dimension", "{61-63:1D|2D|3D|CUBE|ARRAY_1D|ARRAY_2D|!|ARRAY_CUBE}"},
    SharedList{"surface", "{61-63:.1D|.1D_BUFFER|.1D_ARRAY|.2D|.2D_ARRAY|.3D|!|!}"},
    SharedList{"dimensions", "{79-81:.1D|.2D|.3D|.4D|.5D|!|!|!}"},
    SharedList{
        "columns",
        "{53-57:.64x8|.64x16|.64x24|.64x32|.64x40|.64x48|.64x56|.64x64|.64x72|.64x80|.64x88|.64x96|"
        ".64x104|.64x112|.64x120|.64x128|.64x136|.64x144|.64x152|.64x160|.64x168|.64x176|.64x184|"
        ".64x192|.64x200|.64x208|.64x216|.64x224|.64x232|.64x240|.64x248|.64x256}"},
    // A uniform predicate, stored as 7 minus its number.
    SharedList{"accumulate", "{87-89:UPT|UP6|UP5|UP4|UP3|UP2|UP1|UP0}!90"},
    // Distance of a branch in instructions' quarters.
    SharedList{"rel", "rel@34-81", 75, 89},
    SharedList{"rel", "rel@16-23,34-81", 90},
    SharedList{"off", "off@34-81", 75, 89},
    SharedList{"off", "off@16-23,34-81", 90},
    // What global and generic addresses are, of a load and a store.
    SharedList{"loadaddress", "desc[UR@32(101)][R@24{90:!|.64}+s@40-63]", 80, 89},
    SharedList{"loadaddress", "desc[UR@32][R@24{90:!|.64}+s@40-63]", 90},
    SharedList{"storeaddress", "desc[UR@64(101)][R@24{90:!|.64}+s@40-63]", 80, 89},
    SharedList{"storeaddress", "desc[UR@64][R@24{90:!|.64}+s@40-63]", 90},
    SharedList{"atomaddress", "desc[UR@64(101)][R@24{.64}+s@40-63]", 80, 89},
    SharedList{"atomaddress", "desc[UR@64][R@24{.64}+s@40-63]", 90},
};

}  // namespace

std::span<const SharedList> shared_lists() {
  return kLists;
}

}  // namespace simt::machine
