import { z } from "zod";
import { ROW_FILE_BYTES } from "#domain/rows/row-file.ts";
import { fileContent, flag } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { beginImport, importEntitiesJob } from "../import/import-job.ts";
import { planAside } from "../import/plan-aside.ts";
import { resolveNames } from "../import/resolve-names.ts";
import { EntityImport, ImportColumn, rowFormat } from "../import/schemas.ts";
import { entityFields } from "../schemas.ts";

export const importEntities = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/entities/import",
  scope: "write",
  long: true,
  summary: "Import entities from CSV or JSON",
  description: `A job writes the rows: up to 16 MiB, 200,000 rows and 2,000 columns. Read the import for its progress, and its rows for their
outcomes. A refused row does not affect others.

A row creates the entity of its \`external_id\` or changes it, so an import can be repeated. Without a column of ids, \`name\`
identifies rows: the entity of that type and name is changed, or created with an id made of the name. \`parent_name\` names the
place (type \`location\`) that an entity is in. A name that several have refuses the row. Columns with the same \`to\`, \`name\` or a
text property, make one value with spaces between. Properties that are not in the file, or whose
cell is empty, are kept; \`""\`, in quotes, is an empty text, and as \`parent_external_id\` removes the parent, as null does in JSON.
Parents may come before or after their children. The apostrophe that an export puts before a formula is removed.

Without \`mapping\`, columns are mapped by their names: as in exports (\`properties.population:number\`), by usual names such as
\`id\` and \`parent\`, and otherwise as properties.`,
  params: projectScope,
  body: z.strictObject({
    format: rowFormat,
    content: fileContent(),
    mapping: z
      .array(ImportColumn)
      .min(1)
      .max(500)
      .optional()
      .meta({ description: "Mapping of columns; unmapped columns are ignored." }),
    type: entityFields.type.optional().meta({ description: "Type of new entities whose row has none." }),
    dry_run: flag().default(false).meta({ description: "Determine the outcome of each row without writing anything." }),
  }),
  bodyLimit: ROW_FILE_BYTES,
  output: EntityImport,
  status: 202,
  errors: ["not_found"],
  example: {
    format: "csv",
    content: "id,name,parent,population\nharbour,Harbour,,\nquay,The Quay,harbour,40\n",
    type: "location",
  },
  prepare: ({ body }, { threads }, _caller, asker) => planAside(threads, body, asker),
  handle: async (context, { body: { dry_run, format, type = null } }, planned) =>
    beginImport(context, importEntitiesJob, {
      head: { dry_run, format, type },
      plan: await resolveNames(context.record, planned, type),
    }),
});
