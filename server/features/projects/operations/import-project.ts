import { z } from "zod";
import { MODES } from "../../../kernel/scope.ts";
import { write } from "../../../operation/operation.ts";
import { projectFields } from "../schemas.ts";
import { beginTransfer } from "../transfer/begin-transfer.ts";
import { ProjectImport } from "../transfer/kept-transfers.ts";
import { readProjectFile } from "../transfer/read-file.ts";

export const importProject = write({
  method: "POST",
  path: "/v1/projects/import",
  scope: "write",
  long: true,
  summary: "Import a whole project",
  description: `Creates a project from the file of an [export](/docs/reference/projects#projects_exportProject) by a job: read the import for its
progress. Every id except the project's is kept. The project is invisible until it is complete; a failed import leaves nothing.
A file with history requires the scope \`admin\`, because it names authors.`,
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
  prepare: ({ body }, services, _caller, asker) => readProjectFile(body.content, services, asker),
  handle: (context, { body }, file) => beginTransfer(context, file, body),
});
