"use client";

import { Maximize, TriangleAlert, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import {
  BOX,
  boxBeside,
  boxRemark,
  boxWords,
  drawMap,
  folderWords,
  lostWords,
  type MapBox,
  type MapLine,
  type ProjectMap,
} from "./map-drawing.ts";
import { useMapView } from "./use-map-view.ts";

interface MapProps {
  readonly map: ProjectMap;
  readonly hrefOf: (id: string) => string;
}

/**
 * The dialogues of a project and the ways between them. One box is the stop of the Tab key; arrows go to the box beside it, Enter opens
 * it, + and − zoom, 0 shows all.
 */
export function StoryMap({ map, hrefOf }: MapProps) {
  const drawing = useMemo(() => drawMap(map), [map]);
  const box = useRef<HTMLDivElement>(null);
  const { view, showAll, zoomBy, bring, ground } = useMapView(box, drawing);
  const [stop, setStop] = useState<string | null>(null);
  const [seen, setSeen] = useState<string | null>(null);
  const names = useMemo(() => new Map(map.dialogues.map(({ id, name }) => [id, name])), [map]);
  const active = drawing.boxes.find(({ dialogue }) => dialogue.id === stop) ?? drawing.boxes[0];

  function go(to: MapBox | undefined): void {
    if (to === undefined) return;
    setStop(to.dialogue.id);
    bring({ x: to.x, y: to.y, ...BOX });
    box.current
      ?.querySelector<HTMLElement>(`[data-box="${CSS.escape(to.dialogue.id)}"]`)
      ?.focus({ preventScroll: true });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoomBy(1);
    else if (event.key === "-") zoomBy(-1);
    else if (event.key === "0") showAll();
    else if (event.key === "Home") go(drawing.boxes[0]);
    else if (event.key === "End") go(drawing.boxes.at(-1));
    else if (event.key.startsWith("Arrow") && active !== undefined) go(boxBeside(drawing.boxes, active, event.key));
    else return;
    event.preventDefault();
  }
  const isLit = ({ link }: MapLine) => seen !== null && (link.from_graph_id === seen || link.to_graph_id === seen);
  return (
    <div className="relative flex min-h-0 grow flex-col">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging its ground has keys and buttons beside it. */}
      <div
        ref={box}
        className="relative min-h-64 grow touch-none overflow-hidden bg-canvas"
        onKeyDown={onKeyDown}
        {...ground}
      >
        <div
          className="absolute start-0 top-0 origin-top-left"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
        >
          <svg
            aria-hidden="true"
            width={drawing.width + 64}
            height={drawing.height + 64}
            className="pointer-events-none absolute start-0 top-0 overflow-visible"
          >
            <defs>
              <marker id="map-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                <path d="M0 0L8 4L0 8z" className="fill-ink-3" />
              </marker>
            </defs>
            {drawing.lines.map((line) => (
              <path
                key={`${line.link.from_graph_id} ${line.link.to_graph_id}`}
                d={line.path}
                markerEnd="url(#map-arrow)"
                className={`fill-none ${isLit(line) ? "stroke-accent stroke-2" : "stroke-ink-3"}`}
              />
            ))}
          </svg>
          {drawing.lines
            .filter(({ link }) => link.count > 1)
            .map(({ link, at }) => (
              <span
                key={`${link.from_graph_id} ${link.to_graph_id}`}
                aria-hidden="true"
                className="numerals -translate-1/2 pointer-events-none absolute rounded-control border border-line bg-panel px-1 text-11 text-ink-2"
                style={{ left: at.x, top: at.y }}
              >
                {link.count.toLocaleString("en")}
              </span>
            ))}
          <ul aria-label="Dialogues" className="contents">
            {drawing.boxes.map((each) => (
              <li key={each.dialogue.id}>
                <Box
                  box={each}
                  href={hrefOf(each.dialogue.id)}
                  label={boxWords(each, (id) => names.get(id) ?? "")}
                  isStop={each === active}
                  onSeen={(isSeen) => {
                    setSeen(isSeen ? each.dialogue.id : null);
                    if (isSeen) setStop(each.dialogue.id);
                  }}
                  onFocus={() => bring({ x: each.x, y: each.y, ...BOX })}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="absolute end-3 bottom-3 flex items-center gap-1 rounded-card border border-line bg-panel p-1 print:hidden">
        <IconButton size="sm" label="Zoom out" icon={<ZoomOut className="size-4" />} onClick={() => zoomBy(-1)} />
        <span className="numerals min-w-10 text-center text-12 text-ink-2">{Math.round(view.zoom * 100)} %</span>
        <IconButton size="sm" label="Zoom in" icon={<ZoomIn className="size-4" />} onClick={() => zoomBy(1)} />
        <IconButton size="sm" label="Show all" icon={<Maximize className="size-4" />} onClick={showAll} />
      </div>
    </div>
  );
}

interface BoxProps {
  readonly box: MapBox;
  readonly href: string;
  readonly label: string;
  /** The Tab key comes to it. */
  readonly isStop: boolean;
  /** The pointer or the focus is on it. */
  readonly onSeen: (isSeen: boolean) => void;
  readonly onFocus: () => void;
}

function Box({ box, href, label, isStop, onSeen, onFocus }: BoxProps) {
  const { dialogue, isUnreached, missing } = box;
  const remark = boxRemark(box);
  return (
    <PageLink
      href={href}
      draggable={false}
      aria-label={label}
      tabIndex={isStop ? 0 : -1}
      data-box={dialogue.id}
      onPointerEnter={() => onSeen(true)}
      onPointerLeave={() => onSeen(false)}
      onFocus={() => {
        onSeen(true);
        onFocus();
      }}
      onBlur={() => onSeen(false)}
      className={`absolute flex flex-col justify-center gap-0.5 rounded-card border bg-panel px-3 text-start hover:border-accent ${isUnreached ? "border-dashed border-line-strong" : "border-line-strong"}`}
      style={{ left: box.x, top: box.y, width: BOX.width, height: BOX.height }}
    >
      {dialogue.folder !== "" && (
        <span dir="auto" className="truncate text-11 text-ink-3">
          {`${folderWords(dialogue.folder)} `}
        </span>
      )}
      <span dir="auto" className="truncate font-medium font-reading text-15 text-ink">
        {`${dialogue.name} `}
      </span>
      <span className="flex items-center gap-2 truncate text-11 text-ink-3">
        <span className="numerals">{`${counted(dialogue.node_count, "card")} `}</span>
        {missing > 0 ? (
          <span className="flex min-w-0 items-center gap-1 text-on-warn-soft" title={lostWords(missing)}>
            <TriangleAlert aria-hidden="true" className="size-3 shrink-0 text-warn" />
            <span className="truncate">{remark}</span>
          </span>
        ) : (
          remark !== null && <span className="truncate">{remark}</span>
        )}
      </span>
    </PageLink>
  );
}
