import { branchesFromKeyed } from "#domain/dialogue/keyed.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { nodeResource } from "../dialogues/public.ts";
import type { WaiverState } from "./waiver.ts";

/** A problem as a request names it. */
export type NamedProblem = Pick<WaiverState, "node_id" | "branch_id" | "code">;

/**
 * Checks that problems are on nodes and branches of the dialogue; the nodes of all are read at once.
 *
 * @throws {@link ValidationProblem} naming the first that is not.
 */
export async function requirePlaces(
  record: UnitOfWork,
  graphId: string,
  problems: readonly NamedProblem[],
  locOf: (index: number) => (string | number)[],
): Promise<void> {
  const nodes = await record.load(nodeResource, [...new Set(problems.flatMap(({ node_id }) => node_id ?? []))]);
  for (const [index, { node_id, branch_id }] of problems.entries()) {
    const node = node_id === null ? undefined : nodes.get(node_id);
    if (node_id !== null && node?.graph_id !== graphId) {
      throw invalidValue([...locOf(index), "node_id"], "no such node in this dialogue", node_id);
    }
    if (branch_id === null) continue;
    const branches = node === undefined ? [] : branchesFromKeyed(node.branches);
    if (!branches.some(({ id }) => id === branch_id)) {
      throw invalidValue([...locOf(index), "branch_id"], "no such branch on this node", branch_id);
    }
  }
}
