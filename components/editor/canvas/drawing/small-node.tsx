"use client";

import { type CSSProperties, useEffect } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import { useCompared } from "../../compare/use-compared.ts";
import { Glyph, lookOf } from "../../fields/glyph.tsx";
import { useNode } from "../../session/dialogue-context.ts";
import { useWorstProblem } from "../../store/use-problems.ts";
import { useSpeakerName } from "../surface/names.ts";
import { noteCommit } from "./commit-count.ts";
import { NodeFrame } from "./node-frame.tsx";
import { useNodeState } from "./node-state.ts";

/** A node from further away: who speaks and what it is called, as large on the screen at every zoom of this level. */
export function SmallNode({ id }: { id: string }) {
  useEffect(() => noteCommit("node", id));
  const node = useNode(id);
  const state = useNodeState(id);
  const worst = useWorstProblem(id);
  const mark = useCompared(id)?.mark;
  if (node === undefined) return null;
  return (
    <NodeFrame
      className="cv-node cv-small-node"
      node={node}
      state={state}
      mark={mark}
      data-start={state.start || undefined}
      data-worst={worst ?? undefined}
      style={{ "--node-height": nodeMetrics(node).height } as CSSProperties}
    >
      <div className="cv-face cv-small-node-face">
        {lookOf(node.kind) !== "line" && (
          <span className="cv-small-glyph">
            <Glyph kind={node.kind} />
          </span>
        )}
        <span className="cv-title" dir="auto">
          <By id={node.speaker_id} label={node.speaker_label} />
          {nodeName(node)}
        </span>
      </div>
    </NodeFrame>
  );
}

/** Speaker before the name of a node. */
function By({ id, label }: { id: string | null; label: string | null }) {
  const name = useSpeakerName(id, label);
  return name === null ? null : <span className="cv-by">{name} </span>;
}
