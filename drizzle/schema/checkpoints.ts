import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { versionTable } from "./version-table.ts";

/** Fields of a checkpoint. */
export const checkpointFields = {
  name: field(singleLine({ min: 1, max: 200 }), { sort: true, filter: "Only checkpoints of this name." }),
  seq: field(integer({ min: 0 }), {
    description: "The sequence it names: pass it as `at_seq` to read the project as it was then.",
    request: "A sequence of the project; the present when absent.",
    writable: "once",
    optional: true,
    sort: true,
    column: "sequence",
  }),
  note: field(text({ max: 5_000 }), { default: "", column: "text" }),
  released: field(z.boolean(), {
    description: "Whether it is released for readers: share links may play it.",
    writable: "never",
    default: false,
    filter: "Only moments that are released, or that are not.",
  }),
  released_at: field(z.iso.datetime().nullable(), {
    description: "Time of the release, UTC; null if it is not released.",
    writable: "never",
    default: null,
  }),
  released_by: field(z.string().nullable(), {
    description: "Author of the release: `user:<id>` or `key:<id>`.",
    writable: "never",
    default: null,
    column: "text",
  }),
};

/** Versions of named moments of a project. */
export const checkpointVersions = versionTable("checkpoint_versions", checkpointFields);
