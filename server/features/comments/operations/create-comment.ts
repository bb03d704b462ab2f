import { z } from "zod";
import { invalidValue } from "../../../kernel/problem.ts";
import { chosenId, idOf } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { byId } from "../../../record/look-up.ts";
import { nodeResource } from "../../dialogues/public.ts";
import { commentResource, OPEN } from "../comment.ts";
import { requireMembers } from "../require-members.ts";
import { Comment, commentApi, commentFields } from "../schemas.ts";

export const createComment = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/comments",
  scope: "write",
  summary: "Comment on words of a dialogue",
  description:
    "Says something about a node, one of its branches, or words of either, or answers a comment about it. Words are named by themselves and by where they begin; they are found again where they moved to.",
  params: projectScope,
  body: z.strictObject({
    id: chosenId("cmt"),
    node_id: idOf("node").meta({ description: "The node it is about." }),
    branch_id: idOf("br").nullable().default(null).meta({ description: "The branch it is about; null for the node." }),
    parent_id: idOf("cmt")
      .nullable()
      .default(null)
      .meta({ description: "The comment it answers; null begins a thread." }),
    quote: commentFields.quote.default(null),
    quote_start: commentFields.quote_start.default(null),
    text: commentFields.text,
    mentions: commentFields.mentions.default([]),
  }),
  output: Comment,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: {
    node_id: "node_01k9hq3xp4t9v0s2hy6gd8bnjw",
    quote: "the tide has turned",
    quote_start: 10,
    text: "Is it not ebbing yet?",
  },
  lookUps: ({ body }) => [byId(nodeResource, [body.node_id]), byId(commentResource, [body.parent_id])],
  handle: async (context, { body }) => {
    const { record, caller } = context;
    const { id, node_id, branch_id, parent_id, quote, text, mentions } = body;
    const node = await record.require(nodeResource, node_id);
    const branch = branch_id === null ? null : node.branches[branch_id];
    if (branch === undefined) throw invalidValue(["body", "branch_id"], "the node has no such branch", branch_id);
    if (parent_id !== null) {
      const parent = await record.require(commentResource, parent_id);
      if (parent.node_id !== node_id || parent.parent_id !== null)
        throw invalidValue(["body", "parent_id"], "this comment does not begin a thread about the node", parent_id);
    }
    const words = branch === null ? node.text : branch.choice_text;
    const quote_start = quote === null ? null : (body.quote_start ?? words.indexOf(quote));
    if (quote !== null && !words.startsWith(quote, quote_start ?? 0))
      throw invalidValue(["body", "quote"], "these words do not stand there", quote);
    await requireMembers(context, mentions);
    const about = { graph_id: node.graph_id, node_id, branch_id, parent_id, quote, quote_start };
    return commentApi.toWire(
      await created(context, commentResource, id, {
        ...about,
        text,
        mentions,
        author: caller.actor,
        edited_by: null,
        ...OPEN,
      }),
    );
  },
});
