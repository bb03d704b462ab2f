import { nodeHeight, WIDTH } from "../dialogue/node-metrics.ts";
import { layOut } from "../layout.ts";
import { layOutGroups } from "../layout-groups.ts";
import { IMPORT_LIMITS, type ImportedNode } from "./story.ts";
import { refuseAbove } from "./story-limits.ts";

/**
 * Places the nodes of an imported graph: where the file has them, where it does, and else in a layout of its groups.
 *
 * @throws {ImportError} where there are more than an import may have: a layout of them would take long for nothing
 */
export function placeNodes(
  nodes: readonly ImportedNode[],
  start: string | null,
  placeOf: (node: ImportedNode, index: number) => { x: number | null; y: number | null } | null = () => null,
): void {
  refuseAbove("nodes", nodes.length, IMPORT_LIMITS.nodes);
  const places = nodes.map((node, index) => placeOf(node, index) ?? { x: null, y: null });
  const isPlaced = places.some(({ x, y }) => x !== null && y !== null);
  const targetsOf = ({ branches }: ImportedNode) => branches.flatMap(({ target_key }) => target_key ?? []);
  const positions = isPlaced
    ? layOut(
        nodes.map((node, index) => ({
          key: node.key,
          targets: targetsOf(node),
          ...(places[index] ?? { x: null, y: null }),
        })),
        start,
      )
    : layOutGroups(
        nodes.map((node) => ({
          key: node.key,
          width: WIDTH,
          height: nodeHeight(node, node.branches.length),
          targets: targetsOf(node),
          group: node.group_key,
        })),
        start,
      );
  for (const node of nodes) {
    const position = positions.get(node.key);
    node.canvas_x = position?.x ?? 0;
    node.canvas_y = position?.y ?? 0;
  }
}
