import type { Node as FlowNode } from "@xyflow/react";
import type { Drag } from "./drag.ts";
import type { GroupFrames } from "./group-frames.ts";
import type { SceneNodes } from "./scene-nodes.ts";
import type { SceneNotes } from "./scene-notes.ts";

/** List of all shapes as React Flow takes it: frames, notes, nodes. */
export class SceneShapes {
  list: FlowNode[] = [];
  readonly #nodes: SceneNodes;
  readonly #notes: SceneNotes;
  readonly #groups: GroupFrames;
  readonly #drag: Drag;
  /** Index of each shape in the list. */
  #at = new Map<string, number>();

  constructor(nodes: SceneNodes, notes: SceneNotes, groups: GroupFrames, drag: Drag) {
    this.#nodes = nodes;
    this.#notes = notes;
    this.#groups = groups;
    this.#drag = drag;
  }

  /** Lists what is drawn; says whether anything is another, and whether a group was folded or unfolded. */
  renew(): { readonly any: boolean; readonly folds: boolean } {
    const folds = this.#groups.draw(null);
    const shapes: FlowNode[] = [];
    for (const id of this.#groups.values.all().keys()) shapes.push(this.#groups.shapeOf(id));
    for (const [id, { shape }] of this.#notes.all)
      shapes.push(this.#notes.resized(id) ?? this.#drag.shapeOf(id, shape));
    for (const [id, { node, shape }] of this.#nodes.all) {
      if (this.#groups.foldedIn(node) === null) shapes.push(this.#drag.shapeOf(id, shape));
    }
    const before = this.list;
    const any = before.length !== shapes.length || shapes.some((shape, i) => shape !== before[i]);
    if (any) {
      this.list = shapes;
      this.#at = new Map(shapes.map(({ id }, i) => [id, i]));
    }
    return { any, folds };
  }

  /** Draws only these and the frames around them where they are now: what a drag does every frame. */
  place(ids: ReadonlySet<string>): void {
    const shapes = [...this.list];
    const around = new Set<string>();
    for (const id of ids) {
      const at = this.#at.get(id);
      const node = this.#nodes.all.get(id);
      if (node?.node.group_id != null) around.add(node.node.group_id);
      const shape = node?.shape ?? this.#notes.all.get(id)?.shape;
      if (at !== undefined && shape !== undefined) shapes[at] = this.#drag.shapeOf(id, shape);
    }
    this.#groups.draw(around);
    for (const id of around) {
      const at = this.#at.get(id);
      if (at !== undefined) shapes[at] = this.#groups.shapeOf(id);
    }
    this.list = shapes;
  }
}
