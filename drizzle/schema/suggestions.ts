import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { KeyedList } from "#domain/dialogue/keyed.ts";
import { field } from "#server/kernel/field.ts";
import { idOf, integer, singleLine } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** One gesture of a suggestion, and what became of it. */
export const SuggestionPart = z
  .object({
    id: z.string().meta({ description: "Its name within the suggestion: `p1`, `p2` and so on." }),
    label: z.string().meta({ description: "Description of the change." }),
    status: z
      .enum(["open", "accepted", "rejected"])
      .meta({ description: "Whether the part is undecided, accepted or rejected." }),
    operations: z
      .array(z.looseObject({ op: z.string() }))
      .meta({ description: "Operations of a gesture, as in a batch of the dialogue." }),
  })
  .meta({ id: "SuggestionPart" });

/** Fields of a suggestion. It names its dialogue without holding on to it. */
export const suggestionFields = {
  graph_id: field(idOf("dlg"), {
    description: "The dialogue it would change. It may have been deleted since.",
    request: "The dialogue it would change.",
    writable: "once",
    filter: "The dialogue it would change.",
    mentions: "dialogue",
  }),
  label: field(singleLine({ min: 1, max: 200 }), {
    description: "Short description of the proposal.",
    column: "text",
  }),
  source: field(
    z.object({
      /** A session of a generator, or a client of the interface. */
      kind: z.enum(["generation", "client"]),
      session_id: z.string().nullable().meta({ description: "The generation session it came from." }),
      provider: z.string().nullable().meta({ description: "Provider; `builtin` is a sketch without a model." }),
    }),
    { description: "Author of the suggestion.", writable: "never" },
  ),
  base_seq: field(integer({ min: 0 }), {
    description: "The sequence it was written against.",
    request: "The sequence it was written against; the present when absent.",
    writable: "once",
    optional: true,
    column: "sequence",
  }),
  status: field(z.enum(["open", "accepted", "partly_accepted", "rejected"]), {
    description: "`open` while a part is undecided, then the result of the decisions.",
    writable: "never",
    sort: true,
    filter: "Only those that are so.",
  }),
  /** Parts by id, so that accepting one changes one pointer. */
  parts: field(z.custom<KeyedList<z.output<typeof SuggestionPart>>>(), { writable: "never" }),
};

/** Versions of suggestions: changes of a dialogue that somebody proposed and nobody made yet. */
export const suggestionVersions = versionTable("suggestion_versions", suggestionFields, (t) => [
  index("suggestion_versions_graph").on(t.project_id, t.graph_id, t.status).where(isCurrent),
]);
