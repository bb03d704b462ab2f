import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { singleLine, text } from "#server/kernel/validation/fields.ts";
import { versionTable } from "./version-table.ts";

/** Fields of a saved view. */
export const viewFields = {
  name: field(singleLine({ min: 1, max: 200 }), { sort: true, filter: "Only views of this name." }),
  subject: field(z.enum(["characters", "places", "groups", "things"]), {
    description: "The list of the world that it shows.",
    filter: "Only views of this list of the world.",
    writable: "once",
    sort: true,
  }),
  kind: field(z.enum(["table", "gallery", "board", "tree"]), {
    description:
      "How it shows what is listed: a table, a gallery of faces, a board with a column for each value of a property, or a tree of what lies in what.",
    default: "table",
    filter: "Only views of this kind.",
  }),
  query: field(text({ max: 8_000 }), {
    description:
      "What it shows, as the query of the address of its list in the studio: search, filters, order, columns, and the property that groups.",
    request: "Query of the address of its list in the studio, without `?`.",
    default: "",
    column: "text",
  }),
};

/** Versions of saved views of lists of the world. */
export const viewVersions = versionTable("view_versions", viewFields);
