import { z } from "zod";
import { branchesFromKeyed } from "#domain/dialogue/keyed.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { graphResource, nodeResource } from "./resources.ts";
import type { NodeVersion } from "./states.ts";

/** References left dangling by the deletion of a node. */
export const NodeDeletion = z
  .object({
    id: z.string(),
    deleted: z.literal(true),
    graph_id: z.string(),
    start_dangles: z.boolean().meta({ description: "Whether it was the start: `start_node_id` still names it." }),
    dangling_branches: z
      .array(z.object({ from_node_id: z.string(), branch_id: z.string(), choice_text: z.string() }))
      .meta({ description: "Branches of the dialogue that still lead to it." }),
  })
  .meta({ id: "DialogueNodeDeletion" });

/** Finds what will point at nothing once a node is deleted: branches that lead to it, and a start that names it. */
export async function danglingWithout(
  record: UnitOfWork,
  version: NodeVersion,
): Promise<Omit<z.output<typeof NodeDeletion>, "id" | "deleted">> {
  const graph = await record.get(graphResource, version.graph_id);
  const others = await record.find(nodeResource, { graph_id: version.graph_id });
  const dangling = others
    .filter(({ id }) => id !== version.id)
    .flatMap((node) =>
      branchesFromKeyed(node.branches)
        .filter((branch) => branch.target_node_id === version.id)
        .map((branch) => ({ from_node_id: node.id, branch_id: branch.id, choice_text: branch.choice_text })),
    );
  return {
    graph_id: version.graph_id,
    start_dangles: graph?.start_node_id === version.id,
    dangling_branches: dangling,
  };
}
