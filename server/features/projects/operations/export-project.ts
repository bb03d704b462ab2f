import { z } from "zod";
import { JsonPieces, openObject, textPieces } from "../../../operation/json-pieces.ts";
import { projectRead } from "../../../operation/operation.ts";
import { sealed } from "../../../record/sealed-lines.ts";
import { projectParams } from "../schemas.ts";
import { exportLines } from "../transfer/export-lines.ts";
import { CONTENTS } from "../transfer/lines.ts";

export const exportProject = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/export",
  scope: "read",
  long: true,
  summary: "Export a whole project",
  description: `Lines of JSON: a header, a line for each change, and an end with a checksum. \`state\` is the project at the sequence;
\`history\` has all events up to it with their authors and times. An [import](/docs/reference/projects#projects_import) creates a project
that exports the same file except for the project's id.

Webhooks, provider keys, API keys, generation sessions, playthroughs and share links are omitted. A state without history also omits
checkpoints, suggestions and readings.`,
  params: projectParams,
  query: z.object({
    contents: z
      .enum(CONTENTS)
      .default("state")
      .meta({ description: "Contents: the current state, or the whole history." }),
  }),
  output: z
    .object({
      filename: z.string().meta({ description: "A name to save it under." }),
      content: z.string().meta({ description: "The file: NDJSON." }),
    })
    .meta({ id: "ProjectExport" }),
  errors: ["not_found"],
  handle: async ({ project, atSeq, services }, { query: { contents } }) => {
    const { database, resources } = services;
    const exported = { projectId: project.id, seq: atSeq ?? project.lastSeq, contents };
    return new JsonPieces(async function* () {
      yield `${openObject({ filename: `${project.id}.${contents}.ndjson` })},"content":`;
      yield* textPieces(sealed(exportLines(database.reads, resources, exported)));
      yield "}";
    });
  },
});
