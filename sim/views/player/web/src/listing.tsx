// A listing with figures: one row for each line, all in the same columns.
import { Component } from "preact";
import { Lane } from "./run";
import { laneWords, lanesDo } from "./words";

// The comment and the opcode stand out; nothing more.
export function PtxText({ text }: { text: string }) {
  const comment = text.indexOf("//");
  const code = comment <= 0 ? text.slice(0, comment < 0 ? undefined : 0) : text.slice(0, comment).replace(/(\S)\s+$/, "$1  ");
  const parts = /^(\s*(?:@!?%\w+\s+)?)([a-z][\w.:]*)(\s.*|;.*)$/s.exec(code);
  return (
    <code>
      {parts ? [parts[1], <b>{parts[2]}</b>, parts[3]] : code}
      {comment >= 0 && <i>{text.slice(comment)}</i>}
    </code>
  );
}
export function CudaText({ text }: { text: string }) {
  const comment = text.indexOf("//");
  return <code>{comment < 0 ? text : text.slice(0, comment)}{comment >= 0 && <i>{text.slice(comment)}</i>}</code>;
}

export interface LineProps {
  line: number;
  text: string;
  cuda?: boolean; // its language
  code: boolean; // has instructions
  here: boolean;
  related: boolean; // of the CUDA line that is pointed at, or a call that it is inlined at
  tint: number; // of the CUDA line; 0: none
  lanes: string; // "0:4,2:28": states with their number of lanes
  heat: string;
  width: number;
  title: string;
  onClick?: () => void;
  onPoint?: (on: boolean) => void;
}
const kTab = 4;
/** How far in a text begins, in characters, and the text from there. */
function indented(text: string): [number, string] {
  const begin = text.search(/\S|$/);
  let columns = 0;
  for (let i = 0; i < begin; ++i) columns = text[i] === "\t" ? columns - (columns % kTab) + kTab : columns + 1;
  return [columns, text.slice(begin)];
}
/** Drawn anew only when something of it changed: a file may have thousands of lines. */
export class Line extends Component<LineProps> {
  shouldComponentUpdate(next: LineProps) {
    return (Object.keys(next) as (keyof LineProps)[]).some((k) => !k.startsWith("on") && next[k] !== this.props[k]);
  }
  render({ line, text, cuda, code, here, related, tint, lanes, heat, width, title, onClick, onPoint }: LineProps) {
    const Text = cuda ? CudaText : PtxText;
    const [blanks, words] = indented(text);
    const indent = { "--indent": `${blanks}ch` };
    return (
      <div role="listitem" data-line={line} class={`line ${here ? "here" : ""} ${related ? "related" : ""} tint-${tint}`} aria-current={here ? "step" : undefined}
        onMouseEnter={() => onPoint?.(true)} onMouseLeave={() => onPoint?.(false)}>
        <span class="n">{line}</span>
        <span class="heat" title={title}>
          {heat && <i style={{ width: `${100 * width}%` }} />}
          {heat && <em>{heat}</em>}
        </span>
        {!cuda && (
          <span class="who">
            {lanes !== "" && lanes.split(",").map((entry) => {
              const [lane, n] = entry.split(":").map(Number) as [Lane, number];
              return <span class={`tag lane-${Lane[lane]}`} title={`${n} ${lanesDo(n, lane)}: ${laneWords[lane].text}`}>{n}</span>;
            })}
          </span>
        )}
        {code && onClick
          ? <button type="button" class="text" style={indent} tabIndex={-1} title={title} onClick={onClick}><Text text={words} /></button>
          : <span class="text" style={indent}><Text text={words} /></span>}
      </div>
    );
  }
}

/** Lines of the launch and its checks that stand together, by the first of them: how many. */
export function headerRuns(texts: string[]): Map<number, number> {
  const out = new Map<number, number>();
  const is = (i: number) => i < texts.length && /^\s*\/\/!/.test(texts[i]);
  for (let i = 0; i < texts.length; ++i) {
    let end = i;
    while (is(end)) ++end;
    if (end - i > 1) out.set(i, end - i);
    i = Math.max(i, end - 1);
  }
  return out;
}
/** In place of those lines, or above them. */
export function Fold({ lines, open, onClick }: { lines: number; open: boolean; onClick: () => void }) {
  return (
    <div role="listitem" class="line fold">
      <button type="button" aria-expanded={open} onClick={onClick}>{open ? "▾" : "▸"} {lines} lines of launch and checks (//!)</button>
    </div>
  );
}
