import { z } from "zod";
import { ROW_FILE_BYTES } from "#domain/rows/row-file.ts";
import { fileContent, flag } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { beginImport, EntityImport } from "../../entities/public.ts";
import { importWorldJob } from "../import-job.ts";
import { planAside } from "../plan-aside.ts";

export const importWorld = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/world/import",
  scope: "write",
  long: true,
  summary: "Import a world file",
  description: `JSON with the lists \`entities\`, \`variables\`, \`relationships\`, \`facts\` and \`secrets\`, any of which may be missing: up to 16 MiB
and 200,000 rows. Each row is the body of an upsert of its kind, without \`base_seq\`, and names entities as \`{"external_id": …}\`, in the file or in the
project; the order of the rows does not matter. A job writes them in pieces. Read the import for its progress, and its rows for
their outcomes. A refused row does not affect others, and the same file again changes nothing.`,
  params: projectScope,
  body: z.strictObject({
    content: fileContent(),
    dry_run: flag().default(false).meta({ description: "Determine the outcome of each row without writing anything." }),
  }),
  bodyLimit: ROW_FILE_BYTES,
  output: EntityImport,
  status: 202,
  errors: ["not_found"],
  example: {
    content: {
      entities: [
        { external_id: "harbour", type: "location", name: "Harbour", parent_id: null },
        { external_id: "mara", type: "person", name: "Mara", properties: { true_name: "Hild" } },
      ],
      relationships: [
        {
          external_id: "mara-guards",
          type: "guards",
          source_id: { external_id: "mara" },
          target_id: { external_id: "harbour" },
        },
      ],
      facts: [{ external_id: "tide", text: "The tide turns at noon.", known_by: [{ external_id: "mara" }] }],
      secrets: [
        {
          external_id: "mara-name",
          subject_id: { external_id: "mara" },
          pointer: "/properties/true_name",
          known_by: [],
        },
      ],
      variables: [{ external_id: "toll-paid", name: "toll_paid", type: "boolean" }],
    },
  },
  prepare: ({ body }, { threads }, _caller, asker) => planAside(threads, body.content, asker),
  handle: async (context, { body }, rows) =>
    beginImport(context, importWorldJob, {
      head: { dry_run: body.dry_run, format: "world", type: null },
      plan: { mapping: [], rows, order: rows.filter(({ input }) => input !== null) },
    }),
});
