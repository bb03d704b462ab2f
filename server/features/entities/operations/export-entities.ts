import { z } from "zod";
import { ExportColumns, type ExportedEntity } from "#domain/rows/exported-rows.ts";
import { JsonPieces, openObject, textPieces } from "../../../operation/json-pieces.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { exportedPages } from "../exported-pages.ts";
import { entityListQuery } from "../list-entities.ts";

const { limit: _, offset: __, cursor: ___, ...listed } = entityListQuery.shape;

const EXPORT_FORMATS = ["csv", "ndjson"] as const;

export const exportEntities = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entities/export",
  scope: "read",
  long: true,
  summary: "Export entities as CSV or NDJSON",
  description: `Exports the entities of a list with the same filters and order, at one sequence. An import of the content makes the same
entities, with parents by their \`external_id\`.

In CSV every property is a column; its name has the type unless it is text: \`properties.population:number\`. An empty cell is a missing
value, \`""\` an empty text. Text that spreadsheets would run as a formula is prefixed with an apostrophe.`,
  params: projectScope,
  query: z.object({ format: z.enum(EXPORT_FORMATS).default("csv"), ...listed }),
  output: z
    .object({
      format: z.enum(EXPORT_FORMATS),
      filename: z.string().meta({ description: "A name to save it under." }),
      content: z.string().meta({ description: "The file." }),
    })
    .meta({ id: "EntityExport" }),
  errors: ["not_found"],
  handle: async (context, { query: { format, ...query } }) => {
    const pages = () => exportedPages(context, query);
    return new JsonPieces(async function* () {
      yield `${openObject({ format, filename: `${query.type ?? "entities"}.${format}` })},"content":`;
      yield* textPieces(format === "csv" ? csvParts(pages) : ndjsonParts(pages));
      yield "}";
    });
  },
});

/** The pages are read twice: once for the columns, once to be written. */
async function* csvParts(pages: () => AsyncIterable<readonly ExportedEntity[]>): AsyncGenerator<string> {
  const columns = new ExportColumns();
  for await (const page of pages()) for (const entity of page) columns.add(entity);
  yield columns.head();
  for await (const page of pages()) yield page.map((entity) => columns.line(entity)).join("");
}

async function* ndjsonParts(pages: () => AsyncIterable<readonly ExportedEntity[]>): AsyncGenerator<string> {
  for await (const page of pages()) yield page.map((entity) => `${JSON.stringify(entity)}\n`).join("");
}
