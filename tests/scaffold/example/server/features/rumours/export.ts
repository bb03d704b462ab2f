import { csvLine } from "#domain/rows/csv.ts";
import { declareExport } from "#server/operation/declare-export.ts";
import { projectScope } from "#server/operation/project-scope.ts";
import { findVersions } from "#server/record/versions.ts";
import { rumour } from "./rumour.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly heat: number;
}

/** Exports the rumours of a project as a file. */
export const exportRumours = declareExport({
  path: "/v1/projects/{project_id}/rumours/export",
  summary: "Export rumours",
  description: "Every rumour of the project at one sequence, oldest first.",
  params: projectScope,
  id: "RumourExport",
  formats: {
    csv: { name: "As a table (CSV)", mediaType: "text/csv", ending: ".csv", write: csv },
    ndjson: { name: "As JSON, one a line", mediaType: "application/x-ndjson", ending: ".ndjson", write: ndjson },
  },
  open: async ({ db, project, atSeq }) => ({
    name: "rumours",
    source: (await findVersions(db, rumour.resource, project.id, {}, atSeq)) as readonly Row[],
  }),
});

async function* csv(rows: readonly Row[]): AsyncGenerator<string, undefined, undefined> {
  yield csvLine(["id", "name", "state", "heat"]);
  for (const { id, name, state, heat } of rows) yield csvLine([id, name, state, String(heat)]);
}

async function* ndjson(rows: readonly Row[]): AsyncGenerator<string, undefined, undefined> {
  for (const { id, name, state, heat } of rows) yield `${JSON.stringify({ id, name, state, heat })}\n`;
}
