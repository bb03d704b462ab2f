import { layOut } from "../layout.ts";
import type { ImportedNode } from "./story.ts";

/** Places the nodes of an imported graph: where the file has them, where it does, and else where a layout puts them. */
export function placeNodes(
  nodes: readonly ImportedNode[],
  start: string | null,
  placeOf: (node: ImportedNode, index: number) => { x: number | null; y: number | null } | null = () => null,
): void {
  const positions = layOut(
    nodes.map((node, index) => {
      const { x, y } = placeOf(node, index) ?? { x: null, y: null };
      const targets = node.branches.flatMap(({ target_key }) => (target_key === null ? [] : [target_key]));
      return { key: node.key, x, y, targets };
    }),
    start,
  );
  for (const node of nodes) {
    const position = positions.get(node.key);
    node.canvas_x = position?.x ?? 0;
    node.canvas_y = position?.y ?? 0;
  }
}
