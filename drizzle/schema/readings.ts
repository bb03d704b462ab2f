import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { RunAction } from "#domain/runtime/log.ts";
import type { ReadingLine } from "#domain/runtime/reading.ts";
import type { Beginning } from "#domain/runtime/state.ts";
import { field } from "#server/kernel/field.ts";
import { idOf, integer, singleLine } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Fields of a reading. It names its dialogue without holding on to it. */
export const readingFields = {
  graph_id: field(idOf("dlg"), {
    description: "The dialogue it begins in.",
    writable: "once",
    filter: "Only readings that begin in this dialogue.",
    mentions: "dialogue",
  }),
  name: field(singleLine({ min: 1, max: 200 }), { description: "Name for authors.", sort: true }),
  beginning: field(z.custom<Beginning>(), { writable: "never" }),
  from_node_id: field(idOf("node").nullable(), {
    description: "The node it begins at; null for the dialogue's start.",
    writable: "never",
    default: null,
    mentions: "dialogue_node",
  }),
  steps: field(z.custom<readonly RunAction[]>(), { writable: "never" }),
  /** Lines read when the reading was kept; a check expects the same lines. */
  lines: field(z.custom<readonly ReadingLine[]>(), { writable: "never" }),
  reaches: field(z.custom<readonly string[]>(), { writable: "never" }),
  kept_seq: field(integer(), {
    description: "The sequence of the story that was read.",
    writable: "never",
    column: "sequence",
  }),
};

/** Versions of readings: playthroughs that were kept, with what was read in them. */
export const readingVersions = versionTable("reading_versions", readingFields, (t) => [
  index("reading_versions_graph").on(t.project_id, t.graph_id, t.created_seq).where(isCurrent),
]);
