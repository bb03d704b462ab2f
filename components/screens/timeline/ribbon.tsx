"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { sayMoment } from "../../ui/local-time.tsx";
import { ticksBetween } from "./ribbon-axis.ts";
import { seqAtShare, shareOf } from "./ribbon-geometry.ts";
import type { TimelineFilter } from "./timeline-filter.ts";

type Bucket = Outputs["record"]["density"]["buckets"][number];

/** Number of bars: each is about three pixels wide. */
const BUCKETS = 400;
const HEIGHT = 56;

/**
 * Shows the number of changes over time as bars, with a playhead. Dragging moves the playhead alone; the moment opens
 * when the playhead is released, or with Enter. The server counts a record of any length into the same number of bars.
 */
export function Ribbon({ filter }: { filter: TimelineFilter }) {
  const { at, goTo } = useMoment();
  const input = { project_id: useProjectId(), buckets: BUCKETS, by: "time", ...filter } as const;
  const { data } = useQuery(useApi().record.density.queryOptions(input, { placeholderData: keepPreviousData }));
  const canvas = useRef<HTMLCanvasElement>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const buckets = data?.buckets ?? NONE;
  const [from, to] = [data?.from_seq ?? 1, data?.to_seq ?? 1];
  const head = wanted ?? at ?? to;
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return;
    const draw = () => drawBars(current, buckets, head);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(current);
    return () => observer.disconnect();
  }, [buckets, head]);
  if (data === undefined || data.to_seq <= data.from_seq) return null;

  const here = buckets.findLast((bucket) => bucket.from_seq <= head);
  const said = here === undefined ? "The beginning" : sayMoment(new Date(here.to_at), new Date());
  const seqAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return seqAtShare(buckets, Math.min(1, Math.max(0, (clientX - left) / width))) ?? to;
  };
  const choose = (seq: number) => {
    setWanted(null);
    goTo(seq >= to ? null : Math.max(1, seq));
  };
  /** Moves the playhead by one bar or to either end; nothing is read before Enter. */
  function onKeyDown(event: KeyboardEvent): void {
    const at = buckets.findLastIndex((bucket) => bucket.from_seq <= head);
    const target: Readonly<Record<string, number | undefined>> = {
      ArrowLeft: buckets[Math.max(0, at - 1)]?.to_seq,
      ArrowRight: buckets[Math.min(buckets.length - 1, at + 1)]?.to_seq,
      Home: buckets[0]?.to_seq,
      End: to,
    };
    const next = target[event.key];
    if (event.key === "Enter" && wanted !== null) choose(wanted);
    else if (event.key === "Escape" && wanted !== null) setWanted(null);
    else if (next !== undefined) setWanted(next);
    else return;
    event.preventDefault();
  }
  return (
    <div className="px-4 pt-3 print:hidden">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Moment"
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={head}
        aria-valuetext={`${said}${here === undefined ? "" : `, ${counted(here.events, "change")} around then`}`}
        className="relative cursor-ew-resize touch-none rounded-control border border-line bg-panel"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setWanted(seqAt(event));
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) setWanted(seqAt(event));
        }}
        onPointerUp={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) choose(seqAt(event));
        }}
        onPointerCancel={() => setWanted(null)}
      >
        <canvas ref={canvas} className="block w-full text-ink-3" style={{ height: HEIGHT }} />
      </div>
      <Axis buckets={buckets} />
      <p className="numerals mt-1 text-12 text-ink-3">
        {wanted === null ? "Drag, or use the arrows and Enter, to look back." : said}
      </p>
    </div>
  );
}

const NONE: readonly Bucket[] = [];

/** Times and days below the bars. */
function Axis({ buckets }: { buckets: readonly Bucket[] }) {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <div aria-hidden="true" className="numerals relative h-4 text-12 text-ink-3">
      {ticksBetween(new Date(first.from_at), new Date(last.from_at)).map(({ share, label }) => (
        <span
          key={label}
          className="absolute whitespace-nowrap border-line-strong border-s ps-1"
          // A label near the end would leave the window: it stands before its time.
          style={share > 0.92 ? { insetInlineEnd: `${(1 - share) * 100}%` } : { insetInlineStart: `${share * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** Draws a bar for each bucket, as high as the square root of its share, so that a quiet day is seen beside an import. */
function drawBars(canvas: HTMLCanvasElement, buckets: readonly Bucket[], head: number): void {
  const context = canvas.getContext("2d");
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0) return;
  const scale = window.devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const most = Math.max(1, ...buckets.map(({ events }) => events));
  const bar = Math.max(2, width / BUCKETS - 0.5);
  const xOf = (bucket: Bucket) => shareOf(buckets, bucket) * (width - bar);
  for (const bucket of buckets) {
    const high = Math.max(2, Math.sqrt(bucket.events / most) * (height - 8));
    context.fillStyle = style.color;
    context.globalAlpha = bucket.from_seq > head ? 0.35 : 1;
    context.fillRect(xOf(bucket), height - high, bar, high);
  }
  const here = buckets.findLast(({ from_seq }) => from_seq <= head);
  context.globalAlpha = 1;
  context.fillStyle = style.getPropertyValue("--color-accent") || style.color;
  context.fillRect(here === undefined ? 0 : Math.min(width - 2, xOf(here) + bar / 2), 0, 2, height);
}
