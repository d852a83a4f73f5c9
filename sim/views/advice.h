// What a person could change, found from exact per-line counters and the worst access of each line.
// Every piece of advice names its line and the figures it rests on; nothing is guessed from time
// alone except the remark on what warps wait for (the rule of Nsight Compute's CPI stall section:
// less than 80% of issue slots used, one state above 30% of resident warps' cycles).
// What a change of an array leaves of its bank conflicts is summed over all of their executions.
//
// What packing accesses would gain is measured where there was a what-if run (sim/views/what_if.h).
// Else, and for all other advice, it is estimated from this run's counters alone. The time of a
// launch is the cycles of its warps: a warp's every cycle is one in which it issues or waits before
// an instruction. Each rule takes the cycles that would go away (sim/views/warp_cycles.h), the most
// definite rules first, and a cycle is taken once, so that all advice together promises at most the
// whole:
//   retried atomics    of the cycles of a loop around a compare-and-swap, and of the waits for its
//                      warps at the next barrier, all but one round; at most
//   bank conflicts     of the waits for the load/store stages of the SM (short scoreboard beyond
//                      the latency of an access without conflicts, mio and lg throttle; of long
//                      scoreboard beyond the latency of a load and of drain as much as the stages
//                      are busy with the excess) the share of the stages' time that goes to
//                      wavefronts in excess, whoever waits; but no more than these take one after
//                      the other; at least what they add to the wait of a warp that is alone
//                      (lsu.wavefront_interval of the architecture); none for this launch where
//                      all estimates together are below 2%, or where lanes update one word and
//                      the assembler takes them together
//   atomics            of the waits for answers of global atomics beyond their latency, for room
//                      in front of them, and of warps' ends for those that nobody reads, the share
//                      of serialized lanes that combining a warp's updates of one word saves; all
//                      of it, at most, where warps meet
//                      where a warp's lanes update several words, those of a block are combined,
//                      at most; where the atomics units are busy most of the time, the same share
//                      of the waits for global loads beyond their latency
//                      at least the same share of the launch's time as the unit of L2 that is
//                      busiest with them works, but no more than leaves the other units their
//                      time: what nobody waits for keeps the launch from its end all the same
//   wide accesses      of the same waits the share of the stages' time that loads of fields beside
//                      each other take, where one wide load of each lane brings several; as often
//                      as the stages are found busy with it
//   scattered sectors  of the waits for global memory (long scoreboard, lg throttle, drain) beyond
//                      the mean latency of a load the share of sectors in excess, without those
//                      that do not leave L1 (loads found them there, or they went out with an
//                      earlier store to the same sector); at least the share of the time of L1's
//                      stages, as often as these are busy with what is in excess
//                      accesses whose lanes are equally far apart change together; at least as
//                      often as device memory is busy with what is in excess
//   one word for all   of the waits for the queue to global memory the share of requests that load
//                      one word for all lanes; at most
//   stores of a loop   where all rounds store to one place, of the loop's waits for memory as much
//   to one place       as its busiest unit, without these stores, leaves; at most
//   constants          like bank conflicts, with passes beyond one a load
//   local memory       of the waits for global memory the share of its sectors; at most
//   double precision   of the waits for its pipe and results what single precision would not need,
//                      if the device is eight times slower at it; at most
//   costly operations  in machine code: of the cycles of divisions, sines, powers and conversions
//                      to double, without accesses to memory, the share of their instructions that
//                      their cheaper forms do not have, on all lines together, and as large a
//                      share of the waits of warps for each other at barriers; at most. What it
//                      gains by itself is told where others, of divergence, have much of that
//   reuse of shared    where its loads limit the launch and multiply-adds use each of them less
//   memory             than twice, though several threads load the same: what 4 x 4 results a
//                      thread spare of the loads, of their loops, of other waits for the same
//                      stages and of barriers; the busiest of the other units is left; at most, and
//                      none for this launch where a quarter of its warps leaves SMs idle
//   lost lanes         of the cycles of a loop, whose lanes an inner loop parts for good, the share
//                      of executions that as many lanes as enter it would not need; at most
//   few lanes          of the cycles of what the lanes of a row execute, where all warps have rows
//                      shorter than they are, the share of empty lanes; at most. Where all blocks
//                      run at once, of the waits for each other alone
//   divergence         of the instructions that lanes run apart all cycles of those executions that
//                      warps filled with the same lanes would not need; no advice where one warp of
//                      a block parts at a time, where a side only leaves at the border of the work
//                      or writes out what one lane has, or where few lanes go round what the others
//                      do, and none for this launch where it has one warp or the branch asks where
//                      in the grid a thread is: what that costs is told. None where the PTX of a
//                      compiler runs as written and the assembler would predicate the branch. Of
//                      a loop the lanes that have left it, in no greater share of its visits than
//                      the branch parts warps in, at most; one that waits for other
//                      threads: all but one execution a warp, at most. Of a nested branch the outer
//                      one has what it would have without. At most where a few lanes of many warps
//                      could be one warp's and all wait at a barrier after it, and where warps wait
//                      for memory more than half of their time: what they save may go into longer
//                      waits for it; likewise where the condition goes by values, whose
//                      order changes what lanes access; at most in the last round of a loop, too
//                      where one side has no load or atomic and the condition goes by values, of
//                      what the instructions cost alone and what waits for their arithmetic, not
//                      of other waits; where lanes go another way each time, their empty lanes:
//                      data sorted by what decides bring lanes of all blocks together
//                      where all blocks run at once, of the longer of two sides only what warps
//                      wait for each other: those that take it need its latencies all the same;
//                      with it the same share of waits at the next barrier, where all warps part
//   empty lanes        their share of all cycles; where all blocks run at once, of the waits for
//                      each other alone
//   sub-partitions     of the waits for the scheduler and the arithmetic pipes as much as the
//                      busiest one's work shrinks where all of an SM issue alike; at most
//   occupancy          of the waits for latencies and barriers the share of empty slots; at most.
//                      Where a block of another size would fill more, the share that it fills; none
//                      for this launch where nothing is left to hide
//   waiting            all waits in that state; at most. Those for results in one loop are one
//                      piece of advice: more rounds at a time help against all of them. No advice
//                      where other causes have most of it; lines that wait for atomics or bank
//                      conflicts are such
//   last wave          the time for which the SM with most work is active beyond the one with
//                      least, where the last wave is a small part of one; at most
//   issue slots        open: nothing but fewer instructions helps a launch that fills them, or
//                      whose warps wait for arithmetic pipes
//   device memory      open: nothing but fewer bytes helps a launch that keeps it busy
//   blocks for all SMs what a what-if run of the same threads in smaller blocks gains; without one
//                      open, and last, where a block has several warps that do without each other;
//                      else none: blocks run beside each other, more of them do more in the same
//                      time. Likewise what each warp pays once
//   busy units         open, and last: of waits for room in front of one it is seen that they are
//                      there; what less use of it brings depends on how much less
// What only hides a wait cannot make the launch shorter than its busiest unit is busy, and the way
// to the first instruction and the first value of a load before there is work for it; nor can
// fewer rounds of a loop around a compare-and-swap make it shorter than device memory is busy.
#pragma once

#include <vector>

#include "sim/views/report.h"

namespace simt {

/// The largest gain first, but bounds on what warps wait for and gains below 2% after the others,
/// then what gains nothing in this launch, then gains too small to show (those of the launch as a
/// whole are left out); at most three lines of the source of a kind, and how many more there are.
std::vector<Advice> advise(const Subject& subject);

/// What so many sectors are of those of all lines.
double share_of_sectors(const Subject& subject, std::uint64_t sectors);

}  // namespace simt
