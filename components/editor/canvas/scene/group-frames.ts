import type { Node as FlowNode } from "@xyflow/react";
import type { StoreApi } from "zustand/vanilla";
import { GROUP_HEAD, GROUP_PAD, WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { Node } from "../../model/model.ts";
import { boundsOf, type Rect } from "../../model/rects.ts";
import type { DialogueState } from "../../store/dialogue-state.ts";
import type { ViewStore } from "../../store/view-state.ts";
import type { Drag } from "./drag.ts";
import { groupShape } from "./flow-shapes.ts";
import { KeyedValues } from "./keyed-values.ts";
import type { SceneNodes } from "./scene-nodes.ts";

/** A group as it is drawn. */
export interface GroupFrame {
  readonly rect: Rect;
  readonly members: number;
  readonly folded: boolean;
}

/** The frames of groups, each around its nodes where they are shown; a folded one is a slab in its corner. */
export class GroupFrames {
  readonly values = new KeyedValues<GroupFrame>();
  readonly #store: StoreApi<DialogueState>;
  readonly #view: ViewStore;
  readonly #nodes: SceneNodes;
  readonly #drag: Drag;
  readonly #shapes = new Map<string, { readonly frame: GroupFrame; readonly shape: FlowNode }>();

  constructor(store: StoreApi<DialogueState>, view: ViewStore, nodes: SceneNodes, drag: Drag) {
    this.#store = store;
    this.#view = view;
    this.#nodes = nodes;
    this.#drag = drag;
  }

  /** The folded group a node is in, or null. */
  foldedIn({ group_id }: Node): string | null {
    return group_id !== null && this.#isFolded(group_id) ? group_id : null;
  }

  /** Draws the frames of these groups, or of all, around their members; says whether one was folded or unfolded. */
  draw(only: ReadonlySet<string> | null): boolean {
    const { groups } = this.#store.getState();
    const before = this.values.all();
    if (only?.size === 0 || (groups.size === 0 && before.size === 0)) return false;
    const frames = new Map(only === null ? [] : before);
    let folds = false;
    for (const id of only ?? this.#nodes.members.keys()) {
      if (!groups.has(id)) continue;
      const known = before.get(id);
      const frame = this.#frameOf(id);
      if (known?.folded !== frame.folded) folds = true;
      frames.set(id, known !== undefined && sameFrame(known, frame) ? known : frame);
    }
    if (frames.size !== before.size) folds = true;
    this.values.replace(frames);
    return folds;
  }

  /** A frame for React Flow; the same frame is the same shape. */
  shapeOf(id: string): FlowNode {
    const frame = this.values.get(id);
    const before = this.#shapes.get(id);
    if (frame === undefined || before?.frame === frame) return before?.shape ?? NOTHING;
    const shape = groupShape(id, frame.rect, frame.folded);
    this.#shapes.set(id, { frame, shape });
    return shape;
  }

  #isFolded(id: string): boolean {
    return this.#view.getState().folded.has(id);
  }

  #frameOf(id: string): GroupFrame {
    const members = this.#nodes.members.get(id) ?? [];
    const shown = members.flatMap((member) => {
      const node = this.#nodes.all.get(member);
      return node === undefined
        ? []
        : [this.#drag.rectOf(member, { ...node.at, width: node.metrics.width, height: node.metrics.height })];
    });
    const { x, y, width, height } = boundsOf(shown) ?? NOWHERE;
    const folded = this.#isFolded(id);
    const corner = { x: x - GROUP_PAD, y: y - GROUP_PAD - GROUP_HEAD };
    const rect: Rect = folded
      ? { ...corner, width: WIDTH, height: GROUP_HEAD * 2 }
      : { ...corner, width: width + 2 * GROUP_PAD, height: height + 2 * GROUP_PAD + GROUP_HEAD };
    return { rect, members: members.length, folded };
  }
}

/** A group without a frame is not drawn; there is none in the list of frames. */
const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };
const NOTHING = groupShape("", NOWHERE, false);

function sameFrame(a: GroupFrame, b: GroupFrame): boolean {
  return (
    a.folded === b.folded &&
    a.members === b.members &&
    a.rect.x === b.rect.x &&
    a.rect.y === b.rect.y &&
    a.rect.width === b.rect.width &&
    a.rect.height === b.rect.height
  );
}
