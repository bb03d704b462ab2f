import type { ComponentProps } from "react";
import type { ChangeMark } from "#domain/dialogue/comparison.ts";
import { lookOf } from "../../fields/glyph.tsx";
import type { Node } from "../../model/model.ts";
import { useView } from "../../store/view-state.ts";
import type { NodeState } from "./node-state.ts";
import { useIsMuted } from "./use-is-muted.ts";

interface NodeFrameProps extends ComponentProps<"div"> {
  node: Node;
  state: NodeState;
  /** Difference of the node between the moments that are compared. */
  mark: ChangeMark | undefined;
}

/** The box of a node at any zoom. Its attributes say what the node is and which state it is in. */
export function NodeFrame({ node, state, mark, ...box }: NodeFrameProps) {
  const isMuted = useIsMuted(node.id);
  const isMarked = useView((view) => view.marked.has(node.id));
  return (
    <div
      aria-hidden="true"
      data-shown="node"
      data-look={lookOf(node.kind)}
      data-kind={node.kind}
      data-selected={state.selected || undefined}
      data-active={state.active || undefined}
      data-conflict={state.conflict || undefined}
      data-marked={isMarked || undefined}
      data-muted={isMuted || undefined}
      data-change={mark}
      {...box}
    />
  );
}
