// The memory chart and the roofline, as the simulator draws them for reports.
import { usePlayer } from "./state";

export function Charts() {
  const { charts } = usePlayer().run.data;
  return (
    <section class="panel charts" aria-label="Memory chart and roofline">
      <h2>Where the bytes go, and what limits the kernel <span class="aside">whole run</span></h2>
      <div class="chart-box" dangerouslySetInnerHTML={{ __html: charts.memory }} />
      <div class="chart-box" dangerouslySetInnerHTML={{ __html: charts.roofline }} />
    </section>
  );
}
