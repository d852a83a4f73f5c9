// Hand-written cases: every thread has 64 words from out + 64 t.
#define K(name, block) extern "C" __global__ void name(volatile unsigned* out, unsigned n)
#define O(x) (*o++ = (x))
#define START unsigned t = threadIdx.x, lane = t & 31; (void)lane; volatile unsigned* o = out + t * 64;
#define FULL 0xffffffffu
// block 64
K(h01_return_sync, 64) { START if (t >= n) return; O(1); __syncthreads(); O(2); }  // block 64
K(h02_tail_sync, 64) { START if (t >= n) { O(77); return; } O(1); __syncthreads(); O(2); }  // block 64
K(h03_tail_shfl, 64) { START if (t >= n) { O(77); return; } O(1); O(__shfl_xor_sync(FULL, t, 1)); }  // block 64
K(h04_tail_vote, 64) { START if (t >= n) { O(77); return; } O(1); O(__ballot_sync(FULL, t & 1)); }  // block 64
K(h05_tail_syncwarp, 64) { START if (t >= n) { O(77); return; } O(1); __syncwarp(); O(2); }  // block 64
K(h06_loop_leave, 64) { START unsigned i = 0; do { __syncthreads(); O(i); } while (i++ < (t & 7)); }  // block 64
K(h07_sync_else, 64) { START if (t < 16) __syncthreads(); else O(1); }  // block 64
K(h08_sync_else_after, 64) { START if (t < 16) __syncthreads(); else O(1); O(2); }  // block 64
K(h09_sync_if_after, 64) { START if (t < 16) { O(5); __syncthreads(); O(6); } O(2); }  // block 64
K(h10_shfl_full_if, 32) { START if (lane < 16) { O(3); O(__shfl_xor_sync(FULL, t, 1)); } }  // block 32
K(h11_shfl_full_else_after, 32) { START if (lane < 16) { O(3); O(__shfl_xor_sync(FULL, t, 1)); } else O(1); O(2); }  // block 32
K(h12_syncwarp_full_if, 32) { START if (lane < 16) { O(3); __syncwarp(FULL); } O(2); }  // block 32
K(h13_syncwarp_full_else, 32) { START if (lane < 16) { O(3); __syncwarp(FULL); O(4); } else { O(5); __syncwarp(FULL); O(6); } O(2); }  // block 32
K(h14_ballot_both, 32) { START if (lane < 16) { O(3); O(__ballot_sync(FULL, 1)); } else { O(5); O(__ballot_sync(FULL, t & 1)); } O(2); }  // block 32
K(h15_sync_both, 64) { START if (lane < 16) { O(3); __syncthreads(); O(4); } else { O(5); __syncthreads(); O(6); } O(2); }  // block 64
K(h16_sync_both_sync, 64) { START if (lane < 16) { O(3); __syncthreads(); O(4); } else { O(5); __syncthreads(); O(6); } __syncthreads(); O(2); }  // block 64
__device__ __noinline__ void callee(volatile unsigned*& o, unsigned t, unsigned n) { if (t >= n) return; O(3); __syncthreads(); O(4); }
K(h17_callee_return, 64) { START callee(o, t, n); O(2); }  // block 64
K(h18_callee_return_sync, 64) { START callee(o, t, n); O(2); __syncthreads(); O(5); }  // block 64
K(h19_callee_in_loop, 64) { START for (unsigned i = 0; i < n / 16; ++i) callee(o, t, n - i); O(2); }  // block 64
K(h20_bar_count_half, 64) { START if (lane < 16) asm volatile("bar.sync 1, 64;" ::: "memory"); O(2); }  // block 64
K(h21_bar_count_warp, 64) { START if (t < 32) asm volatile("bar.sync 1, 32;" ::: "memory"); O(2); }  // block 64
K(h22_bar_count_part_of_warp, 64) { START if (t < 16) asm volatile("bar.sync 1, 32;" ::: "memory"); O(2); }  // block 64
K(h23_different_bars, 32) { START if (t < 16) asm volatile("bar.sync 1;" ::: "memory"); else asm volatile("bar.sync 0;" ::: "memory"); O(2); }  // block 32
K(h24_arrive_part, 64) { START if (t < 32) { if (t < 16) asm volatile("bar.arrive 1, 64;" ::: "memory"); O(1); } else { asm volatile("bar.sync 1, 64;" ::: "memory"); O(3); } }  // block 64
K(h25_red_exited, 64) { START if (t >= n) return; O(__syncthreads_count(t & 1)); }  // block 64
K(h26_shfl_other_lane, 32) { START unsigned v = 100 + t; if (lane < 16) { v = 200 + t; O(__shfl_sync(FULL, v, 20)); O(__shfl_sync(FULL, v, 3)); } O(v); }  // block 32
K(h27_shfl_exited_lane, 32) { START unsigned v = 100 + t; if (lane >= 16) return; O(__shfl_sync(FULL, v, 20)); O(__shfl_xor_sync(0xffff, v, 1)); }  // block 32
K(h28_ballot_wrong, 32) { START if (lane < 16) O(__ballot_sync(FULL, 1)); else O(__ballot_sync(FULL, 1)); O(__ballot_sync(FULL, 1)); }  // block 32
K(h29_mask_without_me, 32) { START if (lane < 20) { O(__shfl_xor_sync(0xff, t, 1)); O(__ballot_sync(0xff, 1)); } O(2); }  // block 32
K(h30_barrier_sync_else, 64) { START if (t < 16) asm volatile("barrier.sync 0;" ::: "memory"); else O(1); O(2); }  // block 64
K(h31_barrier_sync_exit, 64) { START if (t < 16) { O(9); asm volatile("barrier.sync 0;" ::: "memory"); } else { O(1); asm volatile("exit;"); } O(2); }  // block 64
K(h32_loop_break_sync, 64) { START for (unsigned i = 0; i < 4; ++i) { if (t >= n + i) break; O(i); __syncthreads(); } O(2); }  // block 64
K(h33_loop_break_sync_return, 64) { START for (unsigned i = 0; i < 4; ++i) { if (t >= n + i) return; O(i); __syncthreads(); } O(2); }  // block 64
K(h34_loop_sync_then_sync, 64) { START for (unsigned i = 0; i < 1 + (t & 3); ++i) { O(i); __syncthreads(); } O(2); __syncthreads(); O(3); }  // block 64
K(h35_match_full, 32) { START if (lane < 16) O(__match_any_sync(FULL, t & 3)); O(2); }  // block 32
K(h36_redux_full, 32) { START if (lane < 16) O(__reduce_add_sync(FULL, t)); O(2); }  // block 32
K(h37_syncwarp_after_exit, 32) { START if (lane >= 16) { O(1); return; } __syncwarp(FULL); O(2); }  // block 32
K(h38_switch_sync, 64) { START switch (t & 3) { case 0: O(1); __syncthreads(); break; case 1: O(2); __syncthreads(); break; case 2: O(3); return; default: O(4); } O(5); }  // block 64
K(h39_nested_return_sync, 96) { START if (t < n) { if (t & 1) { O(1); if (t > 10) return; O(2); } O(3); __syncthreads(); O(4); } else { O(5); if (t & 2) return; O(6); __syncthreads(); O(7); } O(8); }  // block 96
K(h40_spin_other_lane, 32) { START volatile unsigned* flag = out + 63; if (lane == 0) { O(1); *flag = 5; } else { while (*flag != 5) ; O(2); } O(3); }  // block 32
K(h41_spin_then_sync, 64) { START volatile unsigned* flag = out + 63; if (t == 40) { O(1); *flag = 5; __syncthreads(); } else { while (*flag != 5) ; O(2); __syncthreads(); } O(3); }  // block 64
K(h42_spin_timer, 32) { START unsigned long long end; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(end)); end += 20000; unsigned long long now; do { asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now)); } while (now < end); O(3); }  // block 32
K(h43_sync_one_lane, 64) { START if (lane == 0) { __syncthreads(); O(1); } O(2); }  // block 64
K(h44_sync_lane_return, 64) { START if (lane == 0) { __syncthreads(); O(1); return; } O(2); }  // block 64
K(h45_long_else, 64) { START if (t < 16) { __syncthreads(); O(1); } else { for (unsigned i = 0; i < n; ++i) out[64 * t + 63] = i; O(7); } }  // block 64
K(h46_long_else_after, 64) { START if (t < 16) { __syncthreads(); O(1); } else { for (unsigned i = 0; i < n; ++i) out[64 * t + 63] = i; O(7); } for (unsigned i = 0; i < n; ++i) out[64 * t + 62] = i; O(2); }  // block 64
K(h47_tail_long_sync, 64) { START if (t >= n) { for (unsigned i = 0; i < n; ++i) out[64 * t + 63] = i; O(77); return; } for (unsigned i = 0; i < n; ++i) { out[64 * t + 63] = i; __syncthreads(); } O(2); }  // block 64
K(h48_trap_like_assert, 64) { START if (t >= n) { O(66); } else { O(1); __syncthreads(); O(2); } if (t & 1) { O(3); __syncthreads(); } else { O(4); } }  // block 64

#define LONG(k, x) _Pragma("unroll 1") for (unsigned i##k = 0; i##k < 2 + (t & 1); ++i##k) O(x)
K(h50_sync_both_long, 64) { START if (lane < 16) { LONG(0, 3); __syncthreads(); LONG(1, 4); } else { LONG(2, 5); __syncthreads(); LONG(3, 6); } O(2); }  // block 64
K(h51_sync_both_long_exit, 64) { START if (lane < 16) { LONG(0, 3); __syncthreads(); LONG(1, 4); return; } else { LONG(2, 5); __syncthreads(); LONG(3, 6); } O(2); }  // block 64
K(h52_sync_both_long_sync, 64) { START if (lane < 16) { LONG(0, 3); __syncthreads(); LONG(1, 4); } else { LONG(2, 5); __syncthreads(); LONG(3, 6); } O(2); __syncthreads(); O(9); }  // block 64
K(h53_sync_one_long_sync, 64) { START if (lane < 16) { LONG(0, 3); __syncthreads(); LONG(1, 4); } else { LONG(2, 5); } O(2); __syncthreads(); O(9); }  // block 64
K(h54_sync_one_long, 64) { START if (lane < 16) { LONG(0, 3); __syncthreads(); LONG(1, 4); } else { LONG(2, 5); } O(2); }  // block 64
K(h55_inner_region, 64) { START if (t < 40) { if (t & 1) { LONG(0, 3); } else { LONG(1, 4); LONG(2, 5); } O(6); __syncthreads(); LONG(3, 7); } O(8); }  // block 64
K(h56_barrier_sync_both_long, 64) { START if (lane < 16) { LONG(0, 3); asm volatile("barrier.sync 0;" ::: "memory"); LONG(1, 4); } else { LONG(2, 5); asm volatile("barrier.sync 0;" ::: "memory"); LONG(3, 6); } O(2); }  // block 64
K(h57_barrier_sync_one_long, 64) { START if (lane < 16) { LONG(0, 3); asm volatile("barrier.sync 0;" ::: "memory"); LONG(1, 4); } else { LONG(2, 5); } O(2); }  // block 64
K(h58_barrier_sync_one_long_sync, 64) { START if (lane < 16) { LONG(0, 3); asm volatile("barrier.sync 0;" ::: "memory"); LONG(1, 4); } else { LONG(2, 5); } O(2); asm volatile("barrier.sync 0;" ::: "memory"); O(9); }  // block 64
K(h59_syncwarp_both_long, 32) { START if (lane < 16) { LONG(0, 3); __syncwarp(); LONG(1, 4); } else { LONG(2, 5); __syncwarp(); LONG(3, 6); } O(2); }  // block 32
K(h60_syncwarp_one_long, 32) { START if (lane < 16) { LONG(0, 3); __syncwarp(); LONG(1, 4); } else { LONG(2, 5); } O(2); }  // block 32
K(h61_syncwarp_one_long_sync, 32) { START if (lane < 16) { LONG(0, 3); __syncwarp(); LONG(1, 4); } else { LONG(2, 5); } O(2); __syncwarp(); O(9); }  // block 32
K(h62_shfl_one_long_shfl, 32) { START if (lane < 16) { LONG(0, 3); O(__shfl_xor_sync(FULL, t, 1)); LONG(1, 4); } else { LONG(2, 5); } O(2); O(__shfl_xor_sync(FULL, t, 1)); O(9); }  // block 32
K(h63_shfl_both_long, 32) { START if (lane < 16) { LONG(0, 3); O(__shfl_xor_sync(FULL, t + 50, 17)); LONG(1, 4); } else { LONG(2, 5); O(__shfl_xor_sync(FULL, t + 90, 17)); LONG(3, 6); } O(2); }  // block 32
K(h64_vote_one_long, 32) { START if (lane < 16) { LONG(0, 3); O(__ballot_sync(FULL, t & 1)); LONG(1, 4); } else { LONG(2, 5); } O(2); }  // block 32
K(h65_half_masks, 32) { START if (lane < 16) { LONG(0, 3); O(__ballot_sync(0xffff, t & 1)); LONG(1, 4); } else { LONG(2, 5); O(__ballot_sync(0xffff0000u, t & 1)); } O(2); }  // block 32
K(h66_runtime_mask, 32) { START unsigned m = n == 41 ? FULL : 1u; if (lane < 16) { LONG(0, 3); O(__ballot_sync(m, t & 1)); LONG(1, 4); } else { LONG(2, 5); } O(2); }  // block 32
K(h67_runtime_mask_both, 32) { START unsigned m = n == 41 ? FULL : 1u; if (lane < 16) { LONG(0, 3); O(__ballot_sync(m, t & 1)); LONG(1, 4); } else { LONG(2, 5); O(__ballot_sync(m, 1)); } O(2); }  // block 32
K(h68_runtime_mask_three_quarters, 32) { START unsigned m = n == 41 ? 0xffffffu : 1u; if (lane < 16) { LONG(0, 3); O(__ballot_sync(m, t & 1)); LONG(1, 4); } else { LONG(2, 5); } O(2); }  // block 32
K(h69_runtime_mask_exited, 32) { START unsigned m = n == 41 ? FULL : 1u; if (lane >= 16) { LONG(0, 3); return; } LONG(1, 4); O(__ballot_sync(m, t & 1)); O(__shfl_xor_sync(m, t, 1)); O(2); }  // block 32
__device__ __noinline__ void callee2(volatile unsigned*& o, unsigned t, unsigned n) { if (t >= n) return; LONG(0, 3); __syncwarp(); LONG(1, 4); }
K(h70_callee_syncwarp, 64) { START callee2(o, t, n); O(2); }  // block 64
K(h71_callee_syncwarp_syncwarp, 64) { START callee2(o, t, n); O(2); __syncwarp(); O(5); }  // block 64
K(h72_callee_loop_after, 64) { START callee(o, t, n); LONG(0, 2); }  // block 64
K(h73_callee_in_branch, 64) { START if (t < 50) { LONG(0, 7); callee(o, t, n); LONG(1, 8); } else { LONG(2, 9); } O(2); }  // block 64
K(h74_callee_in_branch_sync, 64) { START if (t < 50) { LONG(0, 7); callee(o, t, 64); LONG(1, 8); } else { LONG(2, 9); } O(2); __syncthreads(); O(5); }  // block 64
__device__ __noinline__ void calleeb(volatile unsigned*& o, unsigned t) { O(3); __syncthreads(); O(4); }
K(h75_callee_all_sync, 64) { START if (t < 50) calleeb(o, t); O(2); __syncthreads(); O(5); }  // block 64
K(h76_loop_break_sync_long, 64) { START for (unsigned i = 0; i < 3; ++i) { if (t >= n + i) break; LONG(0, i + 10); __syncthreads(); } LONG(1, 2); }  // block 64
K(h77_loop_continue_sync, 64) { START for (unsigned i = 0; i < 3; ++i) { if (t >= n + i) { LONG(0, 30); continue; } LONG(1, i + 10); __syncthreads(); } LONG(2, 2); }  // block 64
K(h78_bar_red_part, 64) { START if (t < 16) { LONG(0, 3); O(__syncthreads_count(1)); } else { LONG(1, 4); } O(2); }  // block 64
K(h79_bar_red_pred, 64) { START unsigned c = 7; if (t < 16) c = __syncthreads_count(1); O(c); }  // block 64
K(h80_guarded_bar_then_bar, 64) { START asm volatile("{ .reg .pred p; setp.lt.u32 p, %0, 16; @p bar.sync 0; }" :: "r"(t) : "memory"); O(1); __syncthreads(); O(2); }  // block 64
K(h81_spin_volatile_after_guarded_bar, 32) { START volatile unsigned* f = out + 63; if (lane < 16) { asm volatile("bar.sync 1, 64;" ::: "memory"); } else { *f = 1; } O(3); }  // block 32
K(h82_half_sync_then_rest, 64) { START if (lane < 16) { LONG(0, 3); __syncthreads(); } O(1); if (lane >= 16) { LONG(1, 4); __syncthreads(); } O(2); }  // block 64
