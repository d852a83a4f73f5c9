// A canvas as large as its box, sharp on every screen, drawn anew when a signal that it reads changes.
import { useSignalEffect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { themeVersion } from "./colors";

export interface Size {
  width: number;
  height: number;
}
interface Props {
  label: string;
  height?: number;
  draw: (g: CanvasRenderingContext2D, size: Size) => void;
  onPoint?: (x: number, y: number, kind: "move" | "click" | "leave", event: MouseEvent) => void;
  class?: string;
}

export function Canvas(props: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = canvas.current!;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth !== size.value.width || clientHeight !== size.value.height)
        size.value = { width: clientWidth, height: clientHeight };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useSignalEffect(() => {
    themeVersion.value;
    const { width, height } = size.value;
    if (width === 0 || height === 0) return;
    const element = canvas.current!;
    const scale = window.devicePixelRatio || 1;
    element.width = Math.round(width * scale);
    element.height = Math.round(height * scale);
    const g = element.getContext("2d")!;
    g.scale(scale, scale);
    props.draw(g, { width, height });
  });
  const point = (kind: "move" | "click" | "leave") => (e: MouseEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    props.onPoint?.(e.clientX - box.left, e.clientY - box.top, kind, e);
  };
  return (
    <canvas
      ref={canvas}
      class={props.class}
      role="img"
      aria-label={props.label}
      style={props.height === undefined ? undefined : { height: `${props.height}px` }}
      onMouseMove={point("move")}
      onClick={point("click")}
      onMouseLeave={point("leave")}
    />
  );
}
