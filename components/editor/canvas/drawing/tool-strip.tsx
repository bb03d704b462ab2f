"use client";

import { Frame, Map as MapSign, Maximize, Minus, Plus, SquarePlus, Workflow } from "lucide-react";
import { useRef, useSyncExternalStore } from "react";
import { CommandButton } from "../../../frame/commands/command-menu.tsx";
import { useCan } from "../../../frame/session/can.ts";
import { useToastsAbove } from "../../../ui/use-toasts-above.ts";
import type { FlowAdapter } from "../surface/flow-adapter.tsx";

const SIGN = { size: 15, strokeWidth: 1.75, "aria-hidden": true } as const;

/** A button with words; where those have no room, its sign has less around it. */
const WORDED = { variant: "bare", size: "sm", className: "@max-[28rem]/canvas:px-1.5" } as const;

/**
 * The tools at the bottom of the canvas: what makes nodes, for those whose role lets them, and how much of them is seen. Where the canvas is narrow they are
 * signs alone, whose words are their names and tooltips, and where it is narrower than those they take a second row.
 */
export function ToolStrip({ adapter, unit }: { adapter: FlowAdapter; unit: number }) {
  const strip = useRef<HTMLDivElement>(null);
  useToastsAbove(strip);
  const writes = useCan({ whileArchived: true, now: true })("edit").allowed;
  return (
    <div ref={strip} className="cv-strip">
      <div role="toolbar" aria-label="Canvas tools" className="flex flex-wrap items-center justify-center gap-0.5">
        {writes && (
          <>
            <CommandButton id="card.new" label="Card" {...WORDED} icon={<SquarePlus {...SIGN} />} />
            <CommandButton id="group.create" label="Group" {...WORDED} icon={<Frame {...SIGN} />} />
            <CommandButton id="arrange.tidy" label="Tidy" {...WORDED} icon={<Workflow {...SIGN} />} />
            <span className="cv-strip-rule" />
          </>
        )}
        <CommandButton id="view.zoom-out" isIconOnly size="sm" icon={<Minus {...SIGN} />} />
        <ZoomWord adapter={adapter} unit={unit} />
        <CommandButton id="view.zoom-in" isIconOnly size="sm" icon={<Plus {...SIGN} />} />
        <CommandButton id="view.fit" label="Fit" {...WORDED} icon={<Maximize {...SIGN} />} />
        {/* Where there is no room for the map, there is none for its button. */}
        <CommandButton
          {...WORDED}
          id="view.map"
          label="Map"
          icon={<MapSign {...SIGN} />}
          className="@max-[560px]/canvas:hidden"
        />
      </div>
    </div>
  );
}

/** The zoom in words; the one thing that is rendered again while zooming. */
function ZoomWord({ adapter, unit }: { adapter: FlowAdapter; unit: number }) {
  const percent = useSyncExternalStore(
    adapter.listenView,
    () => Math.round((adapter.viewport().zoom / unit) * 100),
    () => 100,
  );
  return <span className="numerals w-12 whitespace-nowrap text-center text-12 text-ink-2">{percent} %</span>;
}
