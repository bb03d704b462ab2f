import { commentFields, commentVersions } from "#drizzle/schema/comments.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** Comment on words of a dialogue. It names them without a reference, so it survives them. */
export const comment = recorded({
  type: "comment",
  plural: "comments",
  path: "/v1/projects/{project_id}/game-narrative/comments",
  table: commentVersions,
  fields: commentFields,
  forCommenters: true,
  states: {
    states: {
      open: { is: { resolved: false } },
      resolved: { is: { resolved: true }, at: "resolved_at", by: "resolved_by" },
    },
    transitions: {
      resolve: {
        from: ["open"],
        to: "resolved",
        verb: "resolved",
        meaning: "The thread was resolved.",
        summary: "Resolve a comment",
        description: "Marks a thread as resolved. Has no effect on a resolved one.",
      },
      reopen: {
        from: ["resolved"],
        to: "open",
        verb: "reopened",
        meaning: "The thread was reopened.",
        summary: "Reopen a comment",
        description: "Reopens a resolved thread. Has no effect on an open one.",
      },
    },
  },
  example: {
    state: {
      graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
      node_id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq",
      quote: "the tide has turned",
      quote_start: 10,
      text: "Is it not ebbing yet?",
      author: "key:key_01k9hq3tx8v2m5rbz4nd7wcfje",
    },
    edits: { updated: { text: "Is it not ebbing yet? It ebbs later." } },
  },
});
