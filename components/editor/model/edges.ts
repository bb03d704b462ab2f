import type { Node } from "./model.ts";

/** An edge between two nodes, or from a node to nowhere, to a node that is gone, or to another dialogue. */
export interface Edge {
  readonly id: string;
  readonly from: string;
  readonly branchId: string;
  readonly to: string | null;
  readonly toGraph: string | null;
  readonly conditional: boolean;
  readonly kind: Node["branches"][number]["kind"];
  readonly once: boolean;
  /** Conditions and effects along the edge; null where there are none. */
  readonly logic: Pick<Node["branches"][number], "conditions" | "effects"> | null;
}

// Branches keep their identity while only words change, so edges made once serve until something is rewired.
const made = new WeakMap<Node["branches"], readonly Edge[]>();

/** The edges that leave a node, the same array as long as its branches are the same array. */
export function edgesOf(node: Node): readonly Edge[] {
  const known = made.get(node.branches);
  if (known !== undefined) return known;
  const edges = node.branches.map(
    (branch): Edge => ({
      id: branch.id,
      from: node.id,
      branchId: branch.id,
      to: branch.target_node_id,
      toGraph: branch.target_graph_id,
      conditional: branch.conditions.length > 0,
      kind: branch.kind,
      once: branch.repeat === "once",
      logic: logicOf(node, branch),
    }),
  );
  made.set(node.branches, edges);
  return edges;
}

/** A check says on itself what it asks; its edges say what they change. */
function logicOf({ kind }: Node, { conditions, effects, choice_text }: Node["branches"][number]): Edge["logic"] {
  const asked = kind === "condition" && choice_text === "" ? [] : conditions;
  return asked.length === 0 && effects.length === 0 ? null : { conditions: asked, effects };
}
