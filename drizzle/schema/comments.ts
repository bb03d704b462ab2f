import { sql } from "drizzle-orm";
import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { idOf, integer, text } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** People that one comment can call. */
const MAX_MENTIONS = 20;

/** Fields of a comment. What it is about it names without a reference, so it survives that. */
export const commentFields = {
  graph_id: field(idOf("dlg"), {
    description: "The dialogue it is in.",
    writable: "never",
    filter: "Only comments in this dialogue.",
    mentions: "dialogue",
  }),
  node_id: field(idOf("node"), {
    description: "The node it is about.",
    writable: "once",
    filter: "Only comments about this node.",
    sort: true,
    mentions: "dialogue_node",
  }),
  branch_id: field(idOf("br").nullable(), {
    description: "The branch it is about; null for the node itself.",
    writable: "once",
    default: null,
  }),
  parent_id: field(idOf("cmt").nullable(), {
    description: "The comment it answers; null for one that begins a thread.",
    writable: "once",
    default: null,
    filter: "Only answers to this comment.",
    mentions: "comment",
  }),
  quote: field(text({ min: 1, max: 1_000 }).nullable(), {
    description: "The words it is about, as they were; null for all of them.",
    writable: "once",
    default: null,
    column: "text",
  }),
  quote_start: field(integer({ min: 0 }).nullable(), {
    description: "Where these words began, in UTF-16 code units; null without any.",
    request: "Offset of the quoted words in UTF-16 code units; null when they occur once.",
    writable: "once",
    default: null,
  }),
  text: field(text({ min: 1, max: 5_000 }), { description: "Text of the line.", column: "text" }),
  mentions: field(z.array(idOf("usr")).max(MAX_MENTIONS), {
    description: "Ids of the people it calls.",
    request: "Ids of the people it calls: members.",
    default: [],
    column: "text[]",
  }),
  author: field(z.string(), { description: "Author: `user:<id>` or `key:<id>`.", writable: "never" }),
  edited_by: field(z.string().nullable(), {
    description: "Author of the last edit: `user:<id>` or `key:<id>`; null if never edited.",
    writable: "never",
    default: null,
  }),
  resolved: field(z.boolean(), {
    description: "Whether the thread that it begins is settled.",
    writable: "never",
    default: false,
    filter: "Only comments that are settled, or that are not.",
  }),
  resolved_at: field(z.iso.datetime().nullable(), {
    description: "Time of the resolution, UTC; null if it is open.",
    writable: "never",
    default: null,
  }),
  resolved_by: field(z.string().nullable(), {
    description: "Author of the resolution: `user:<id>` or `key:<id>`.",
    writable: "never",
    default: null,
    column: "text",
  }),
};

/** Versions of comments: what people say to one another about a card, a choice, or words of either. */
export const commentVersions = versionTable("comment_versions", commentFields, (t) => [
  index("comment_versions_graph").on(t.project_id, t.graph_id, t.created_seq).where(isCurrent),
  // Few comments call somebody; the inbox looks for those alone.
  index("comment_versions_calling").on(t.project_id, t.id).where(sql`${isCurrent} AND mentions <> '{}'`),
]);
