"use client";

import { type CSSProperties, memo } from "react";
import { isColor } from "#domain/dialogue/wire.ts";
import { MARK_WORDS, useCompared } from "../../compare/use-compared.ts";
import { useGroup, useIsSelected } from "../../session/dialogue-context.ts";
import { useViewStore } from "../../store/view-state.ts";
import { useKeyedValue } from "../scene/keyed-values.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useLevel } from "../surface/flow-adapter.tsx";
import { groupTitle } from "./group-title.ts";

/** The tokens of a colour by name; what is not a colour of ours is neutral. */
export function tintOf(color: string): CSSProperties {
  const name = isColor(color) ? color : "neutral";
  return { "--tint": `var(--group-${name})`, "--tint-soft": `var(--group-${name}-soft)` } as CSSProperties;
}

/** A group: a frame around its nodes, or a slab that stands for them when it is folded. */
export const GroupNode = memo(
  function GroupNode({ id }: { id: string }) {
    const { adapter, scene } = useCanvasParts();
    const view = useViewStore();
    const group = useGroup(id);
    const frame = useKeyedValue(scene.frames, id);
    const selected = useIsSelected(id);
    const mark = useCompared(id)?.mark;
    const level = useLevel(adapter);
    if (group === undefined || frame === undefined) return null;
    const fold = () =>
      view.setState(({ folded }) => {
        const next = new Set(folded);
        if (!next.delete(id)) next.add(id);
        return { folded: next };
      });
    return (
      <div
        className="cv-group"
        aria-hidden="true"
        data-folded={frame.folded || undefined}
        data-selected={selected || undefined}
        data-change={mark}
        data-small={level !== "near" || undefined}
        style={tintOf(group.color)}
      >
        <div className="cv-group-head" data-shown="group">
          <button type="button" tabIndex={-1} data-own="" className="cv-fold" onClick={fold}>
            <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
              <path d={frame.folded ? "m6 3 5 5-5 5" : "m3 6 5 5 5-5"} />
            </svg>
          </button>
          <span className="cv-group-title" data-part="title" dir="auto">
            {groupTitle(group.title)}
          </span>
          {mark !== undefined && <span className="cv-mark">{MARK_WORDS[mark].toLowerCase()}</span>}
          <span className="cv-group-count">{frame.members}</span>
        </div>
      </div>
    );
  },
  (before, after) => before.id === after.id,
);
