import { z } from "zod";
import { commentVersions } from "#drizzle/schema/comments.ts";
import { resource } from "../../record/resource.ts";

/** State of a comment as the record keeps it. */
const CommentState = z.object({
  graph_id: z.string(),
  node_id: z.string(),
  /** The branch whose words it is about; null for the node's own. */
  branch_id: z.string().nullable().default(null),
  /** The comment it answers; null for one that begins a thread. */
  parent_id: z.string().nullable().default(null),
  /** The words it is about, as they were; null for all of them. */
  quote: z.string().nullable().default(null),
  /** Start of the quoted words, in UTF-16 code units. */
  quote_start: z.number().nullable().default(null),
  text: z.string(),
  /** Ids of the people it calls. */
  mentions: z.array(z.string()).default([]),
  author: z.string(),
  /** Last person who edited it; null while it is as it was first written. */
  edited_by: z.string().nullable().default(null),
  resolved: z.boolean().default(false),
  resolved_at: z.string().nullable().default(null),
  resolved_by: z.string().nullable().default(null),
});

/** Comment on words of a dialogue. It names them without a reference, so it survives them. */
export const commentResource = resource({
  type: "comment",
  prefix: "cmt",
  table: commentVersions,
  state: CommentState,
  mentions: { graph_id: "dialogue", node_id: "dialogue_node", parent_id: "comment" },
  events: {
    resolved: { meaning: "The thread was resolved." },
    reopened: { meaning: "The thread was reopened." },
  },
});

/** A comment whose matter is not settled. */
export const OPEN = { resolved: false, resolved_at: null, resolved_by: null } as const;
