import { z } from "zod";
import { MODES } from "../../../kernel/scope.ts";
import { write } from "../../../operation/operation.ts";
import { projectFields } from "../schemas.ts";
import { beginTransfer, checkProjectFile } from "../transfer/begin-transfer.ts";
import { ProjectImport } from "../transfer/kept-transfers.ts";

export const importProject = write({
  method: "POST",
  path: "/v1/projects/import",
  scope: "write",
  long: true,
  summary: "Import a whole project",
  description: `Makes a new project of a file that an [export](/docs/reference/projects#projects_exportProject) wrote, by a job: ask for the
import to see how far it is. Every id but the project's is kept. Nobody sees the project before it is whole, and nothing is left of one
that cannot be. A history says who did what, so it takes the scope \`admin\`.`,
  params: z.object({}),
  body: z.strictObject({
    content: z.string().min(1).meta({ description: "The file: NDJSON." }),
    name: projectFields.name.optional().meta({ description: "Its name here; the one it had when absent." }),
    mode: z
      .enum(MODES)
      .optional()
      .meta({ description: "Mode of the project, for members; defaults to `live`. A key always uses its own mode." }),
  }),
  bodyLimit: 64 * 1024 * 1024,
  output: ProjectImport,
  status: 202,
  errors: ["forbidden", "insufficient_scope", "plan_limit_reached"],
  example: { content: '{"type":"project","format":"fabula-project","version":1,…}\n' },
  prepare: async ({ body }, services) => checkProjectFile(body.content, services),
  handle: (context, { body }, file) => beginTransfer(context, file, body),
});
