import { z } from "zod";
import { idOf, integer, text } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { versionFields } from "../../record/wire.ts";
import { commentResource } from "./comment.ts";

/** People that one comment can call. */
const MAX_MENTIONS = 20;

/** A comment on the wire. */
export const Comment = z
  .object({
    id: z.string(),
    project_id: z.string(),
    graph_id: z.string().meta({ description: "The dialogue it is in." }),
    node_id: z.string().meta({ description: "The node it is about." }),
    branch_id: z.string().nullable().meta({ description: "The branch it is about; null for the node itself." }),
    parent_id: z
      .string()
      .nullable()
      .meta({ description: "The comment it answers; null for one that begins a thread." }),
    quote: z.string().nullable().meta({ description: "The words it is about, as they were; null for all of them." }),
    quote_start: z
      .int()
      .nullable()
      .meta({ description: "Where these words began, in UTF-16 code units; null without any." }),
    text: z.string().meta({ description: "Text of the line." }),
    mentions: z.array(z.string()).meta({ description: "Ids of the people it calls." }),
    author: z.string().meta({ description: "Author: `user:<id>` or `key:<id>`." }),
    edited_by: z
      .string()
      .nullable()
      .meta({ description: "Author of the last edit: `user:<id>` or `key:<id>`; null if never edited." }),
    resolved: z.boolean().meta({ description: "Whether the thread that it begins is settled." }),
    resolved_at: z.iso.datetime().nullable().meta({ description: "Time of the resolution, UTC; null if it is open." }),
    resolved_by: z.string().nullable().meta({ description: "Author of the resolution: `user:<id>` or `key:<id>`." }),
    ...versionFields,
  })
  .meta({ id: "Comment" });

export const commentFields = {
  text: text({ min: 1, max: 5_000 }).meta({ description: "Text of the line." }),
  mentions: z.array(idOf("usr")).max(MAX_MENTIONS).meta({ description: "Ids of the people it calls: members." }),
  quote: text({ min: 1, max: 1_000 }).nullable().meta({ description: "The words it is about; null for all of them." }),
  quote_start: integer({ min: 0 })
    .nullable()
    .meta({ description: "Offset of the quoted words in UTF-16 code units; null when they occur once." }),
};

export const commentApi = apiResource({
  resource: commentResource,
  one: "comment",
  param: "comment_id",
  wire: Comment,
  fields: commentFields,
});
