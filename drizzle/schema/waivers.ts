import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import { PROBLEM_CODES } from "#domain/problems/problem.ts";
import { field } from "#server/kernel/field.ts";
import { idOf, text } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Fields of a waiver. It names its dialogue and node without holding on to them. */
export const waiverFields = {
  graph_id: field(idOf("dlg"), { writable: "never", mentions: "dialogue" }),
  node_id: field(idOf("node").nullable(), {
    description: "The node the problem is on; null for the dialogue itself.",
    default: null,
    mentions: "dialogue_node",
  }),
  branch_id: field(idOf("br").nullable(), {
    description: "The branch it is on; null for the node itself.",
    default: null,
  }),
  code: field(z.enum(PROBLEM_CODES), {}),
  reason: field(text({ min: 1, max: 2_000 }), { column: "text" }),
  by: field(z.string(), { description: "Author of the decision.", writable: "never" }),
};

/** Versions of waivers: problems of dialogues that somebody decided to ignore. */
export const waiverVersions = versionTable("waiver_versions", waiverFields, (t) => [
  index("waiver_versions_graph").on(t.project_id, t.graph_id).where(isCurrent),
]);
