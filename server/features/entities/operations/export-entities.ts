import { ExportColumns, type ExportedEntity } from "#domain/rows/exported-rows.ts";
import { declareExport } from "../../../operation/declare-export.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { exportedPages } from "../exported-pages.ts";
import { entityListQuery } from "../list-entities.ts";

const { limit: _, offset: __, cursor: ___, ...listed } = entityListQuery.shape;

export const exportEntities = declareExport({
  path: "/v1/projects/{project_id}/entities/export",
  summary: "Export entities as CSV or NDJSON",
  description: `Exports the entities of a list with the same filters and order, at one sequence. An import of the content makes the same
entities, with parents by their \`external_id\`.

In CSV every property is a column; its name has the type unless it is text: \`properties.population:number\`. An empty cell is a missing
value, \`""\` an empty text. Text that spreadsheets would run as a formula is prefixed with an apostrophe.`,
  params: projectScope,
  query: listed,
  id: "EntityExport",
  formats: {
    csv: { name: "As a table (CSV)", mediaType: "text/csv", ending: ".csv", write: csv },
    ndjson: { name: "As JSON, one a line", mediaType: "application/x-ndjson", ending: ".ndjson", write: ndjson },
  },
  open: async (context, { query }) => ({
    name: query.type ?? "entities",
    source: () => exportedPages(context, query),
  }),
});

type Pages = () => AsyncIterable<readonly ExportedEntity[]>;

/** The pages are read twice: once for the columns, once to be written. */
async function* csv(pages: Pages): AsyncGenerator<string, undefined, undefined> {
  const columns = new ExportColumns();
  for await (const page of pages()) for (const entity of page) columns.add(entity);
  yield columns.head();
  for await (const page of pages()) yield page.map((entity) => columns.line(entity)).join("");
}

async function* ndjson(pages: Pages): AsyncGenerator<string, undefined, undefined> {
  for await (const page of pages()) yield page.map((entity) => `${JSON.stringify(entity)}\n`).join("");
}
