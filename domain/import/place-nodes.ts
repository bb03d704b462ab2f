import { layOut } from "../layout.ts";
import { IMPORT_LIMITS, type ImportedNode } from "./story.ts";
import { refuseAbove } from "./story-limits.ts";

/**
 * Places the nodes of an imported graph: where the file has them, where it does, and else where a layout puts them.
 *
 * @throws {ImportError} where there are more than an import may have: a layout of them would take long for nothing
 */
export function placeNodes(
  nodes: readonly ImportedNode[],
  start: string | null,
  placeOf: (node: ImportedNode, index: number) => { x: number | null; y: number | null } | null = () => null,
): void {
  refuseAbove("nodes", nodes.length, IMPORT_LIMITS.nodes);
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
