import type { commentFields } from "#drizzle/schema/comments.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { nodeResource } from "../dialogues/public.ts";
import { comment } from "./comment.ts";

type About = Pick<StateOf<typeof commentFields>, "node_id" | "branch_id" | "parent_id" | "quote" | "quote_start">;

/**
 * Finds what a comment is about: its dialogue, and where the words that it quotes begin.
 *
 * @throws {@link Problem} for a node that is not there, and {@link ValidationProblem} for a branch, a thread or words that it does not have.
 */
export async function findWords(
  record: UnitOfWork,
  { node_id, branch_id, parent_id, quote, quote_start }: About,
): Promise<Pick<StateOf<typeof commentFields>, "graph_id" | "quote_start">> {
  const node = await record.require(nodeResource, node_id);
  const branch = branch_id === null ? null : node.branches[branch_id];
  if (branch === undefined) throw invalidValue(["body", "branch_id"], "the node has no such branch", branch_id);
  if (parent_id !== null) {
    const parent = await record.require(comment.resource, parent_id);
    if (parent.node_id !== node_id || parent.parent_id !== null)
      throw invalidValue(["body", "parent_id"], "this comment does not begin a thread about the node", parent_id);
  }
  if (quote === null) return { graph_id: node.graph_id, quote_start: null };
  const words = branch === null ? node.text : branch.choice_text;
  const start = quote_start ?? words.indexOf(quote);
  if (!words.startsWith(quote, start)) throw invalidValue(["body", "quote"], "these words do not stand there", quote);
  return { graph_id: node.graph_id, quote_start: start };
}
