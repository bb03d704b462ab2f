import { z } from "zod";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { MODES } from "../../../kernel/scope.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { openProject } from "../../../operation/gate.ts";
import { write } from "../../../operation/operation.ts";
import { sealed } from "../../../record/sealed-lines.ts";
import { projectFields, projectParams, transferredFiles } from "../schemas.ts";
import { beginTransfer } from "../transfer/begin-transfer.ts";
import { exportLines } from "../transfer/export-lines.ts";
import { lineOfCopy } from "../transfer/file-lines.ts";
import { ProjectImport } from "../transfer/kept-transfers.ts";
import { CONTENTS } from "../transfer/lines.ts";
import { readProjectFile } from "../transfer/read-file.ts";

export const copyProject = write({
  method: "POST",
  path: "/v1/projects/{project_id}/copy",
  scope: "write",
  long: true,
  summary: "Copy a project",
  description: `Copies a project at a sequence by a job: read the [import](/docs/reference/projects#projects_getImport) for its progress.
\`mode\` makes a live project of a test project. Every id except the project's is kept. Data that an export omits are omitted here.
Copying the history requires the scope \`admin\`.`,
  params: projectParams,
  body: z.strictObject({
    name: projectFields.name.optional().meta({ description: "Its name; that of the original when absent." }),
    mode: z
      .enum(MODES)
      .optional()
      .meta({ description: "Mode of the copy, for members. A key always uses its own mode." }),
    contents: z
      .enum(CONTENTS)
      .default("state")
      .meta({ description: "Contents: the current state, or the whole history." }),
    files: transferredFiles,
    seq: integer({ min: 1 }).optional().meta({ description: "The sequence to copy at; the present when absent." }),
  }),
  bodyOptional: true,
  output: ProjectImport,
  status: 202,
  errors: ["not_found", "forbidden", "insufficient_scope", "plan_limit_reached"],
  example: { name: "The Salt Gate, live" },
  // Nothing is held while the project is read and checked, which may wait for its turn in a thread.
  prepare: async ({ params, body }, services, caller, asker) => {
    const { reads } = services.database;
    const { project } = await openProject(reads, caller, params.project_id);
    const seq = body.seq ?? project.lastSeq;
    if (seq > project.lastSeq) throw aboveMaximum(["body", "seq"], seq, project.lastSeq);
    const exported = { projectId: project.id, seq, contents: body.contents, files: body.files };
    let content = "";
    const lines = exportLines(reads, services.resources, exported, async (file) => lineOfCopy(file));
    for await (const text of sealed(lines)) content += text;
    return readProjectFile(content, services, asker, { isCopy: true });
  },
  handle: (context, { body }, file) => beginTransfer(context, file, body),
});
