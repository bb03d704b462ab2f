import { z } from "zod";
import { JsonPieces, openObject, textPieces } from "../../../operation/json-pieces.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectParams } from "../schemas.ts";
import { exportLines } from "../transfer/export-lines.ts";
import { CONTENTS, sealed } from "../transfer/lines.ts";

export const exportProject = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/export",
  scope: "read",
  long: true,
  summary: "Export a whole project",
  description: `Lines of JSON: a header, a line for each change, and an end with a checksum. \`state\` is what is there at the sequence;
\`history\` is everything that happened up to it, with who did it and when. An [import](/docs/reference/projects#projects_import) makes the
same project of it, which exports the same file but for the project's id.

Webhooks, provider keys, API keys and generation sessions are left out, and a state without its history has no named moments and no
suggestions.`,
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
