import { area } from "../../operation/area.ts";
import { edit } from "../../operation/edit.ts";
import { byId } from "../../record/look-up.ts";
import { stateOf } from "../../record/resource.ts";
import { nodeResource } from "../dialogues/public.ts";
import { findWords } from "./about.ts";
import { comment } from "./comment.ts";
import { requireMembers } from "./require-members.ts";
import { requireOwn } from "./require-own.ts";

export const comments = area({
  tag: "dialogue",
  resources: [comment],
  operations: {
    create: comment.create({
      summary: "Comment on words of a dialogue",
      description:
        "Says something about a node, one of its branches, or words of either, or answers a comment about it. Words are named by themselves and by where they begin; they are found again where they moved to.",
      example: {
        node_id: "node_01k9hq3xp4t9v0s2hy6gd8bnjw",
        quote: "the tide has turned",
        quote_start: 10,
        text: "Is it not ebbing yet?",
      },
      lookUps: (body) => [byId(nodeResource, [body.node_id]), byId(comment.resource, [body.parent_id])],
      state: async (context, body) => {
        const words = await findWords(context.record, body);
        await requireMembers(context, body.mentions);
        return { ...words, author: context.caller.actor };
      },
    }),
    list: comment.list({ description: "Comments on deleted nodes are included." }),
    get: comment.get(),
    update: comment.update({
      description:
        "Changes the text or the mentions of a comment. The author of the change is recorded. Commenters change only their own.",
      example: { text: "Is this still true after the storm?" },
      errors: ["forbidden"],
      write: async (context, version, { base_seq: baseSeq, text = version.text, mentions = version.mentions }) => {
        await requireOwn(context, version);
        await requireMembers(context, mentions);
        const edited_by = text === version.text ? version.edited_by : context.caller.actor;
        const next = { ...stateOf(comment.resource, version), text, mentions, edited_by };
        await edit(context, comment.resource, version, next, { baseSeq });
      },
    }),
    delete: comment.delete({
      description: "Replies are kept and can be restored with it. Commenters delete only their own.",
      errors: ["forbidden"],
      guard: requireOwn,
    }),
    restore: comment.restore({ errors: ["forbidden"], guard: requireOwn }),
    ...comment.transitions(),
  },
});
