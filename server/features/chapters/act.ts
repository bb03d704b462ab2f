import { actFields, actVersions } from "#drizzle/schema/chapters.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** Acts of one project. */
export const MAX_ACTS = 200;

/** Part of a book that has chapters of its own. */
export const act = recorded({
  type: "act",
  plural: "acts",
  path: "/v1/projects/{project_id}/book-author/acts",
  table: actVersions,
  fields: actFields,
  events: { moved: { meaning: "It has another place in the book." } },
  example: {
    state: { title: "The ebb", summary: "The gate opens, and nobody goes through.", order_key: "a0" },
    edits: { updated: { title: "The long ebb" } },
  },
});
