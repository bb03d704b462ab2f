import { z } from "zod";
import { ROW_FIELDS, targetOf, VALUE_TYPES } from "#domain/rows/mapping.ts";
import { ROW_FORMATS } from "#domain/rows/row-file.ts";
import { jsonValue } from "../../../kernel/page.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { valueError } from "../../../kernel/validation/item.ts";
import { projectScope } from "../../../operation/project-scope.ts";

export const importParams = z.object({
  ...projectScope.shape,
  import_id: idOf("imp").meta({ description: "The import." }),
});

export const rowFormat = z.enum(ROW_FORMATS).meta({
  description:
    "`csv` with a line of names first; `json`, a list of objects or an object that holds one; `ndjson`, an object a line.",
});

/** Mapping of one column of a file. */
export const ImportColumn = z
  .strictObject({
    column: text({ min: 1, max: 5_000 }).meta({
      description: "Name in the file. Nested values have dotted names, such as `address.city`.",
    }),
    to: text({ min: 1, max: 5_000 })
      .check((payload) => {
        const target = targetOf(payload.value);
        if (!("fault" in target)) return;
        const { msg: message, ...params } = valueError(target.fault);
        payload.issues.push({ code: "custom", message, input: payload.value, params });
      })
      .meta({
        description: `${ROW_FIELDS.map((field) => `\`${field}\``).join(", ")}, \`properties.\` and a path, or \`properties\` for an object of several.`,
      }),
    as: z.enum(VALUE_TYPES).optional().meta({
      description:
        "How the text of a cell is read as a property: `text` unless said otherwise, `number`, `boolean` (yes and no too) or `json`. Values of JSON files are kept as they are.",
    }),
  })
  .meta({ id: "ImportColumn" });

/** Format of a file with rows of several kinds, which need no mapping. */
export const WORLD = "world";

/** Kinds of rows. */
export const IMPORT_KINDS = ["entity", "variable", "relationship", "fact", "secret"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const IMPORT_STATES = ["waiting", "running", "completed", "failed"] as const;

/** An import on the wire. */
export const EntityImport = z
  .object({
    id: z.string(),
    project_id: z.string(),
    job_id: z.string().meta({ description: "The job that does it." }),
    status: z.enum(IMPORT_STATES).meta({
      description: "`completed` when every row was tried; `failed` when it ended before, with `error`.",
    }),
    dry_run: z.boolean().meta({ description: "Nothing is written; outcomes are those that an import would have." }),
    undoes: z.string().nullable().meta({ description: "The import that this one takes back; null for any other." }),
    undone_by: z
      .string()
      .nullable()
      .meta({ description: "The import that takes this one back; null while none does." }),
    type: z.string().nullable().meta({ description: "Type of new entities whose row has none." }),
    format: z.enum([...ROW_FORMATS, WORLD]).meta({ description: "Format of the file; `world` for a world file." }),
    mapping: z.array(ImportColumn).meta({ description: "Mapping of the columns; empty for a world file." }),
    total: z.int().meta({ description: "Rows of the file." }),
    done: z.int().meta({ description: "Rows that were tried so far." }),
    created: z.int(),
    updated: z.int().meta({ description: "Rows whose entity was changed; for an undo, reverted." }),
    unchanged: z.int(),
    refused: z.int().meta({
      description: "Rows with a mistake: nothing of them was written. Of an undo, those that stay as they are.",
    }),
    deleted: z.int().meta({ description: "Rows whose entity an undo deleted." }),
    first_seq: z.int().nullable().meta({ description: "The first event it made; null while there is none." }),
    last_seq: z.int().nullable().meta({ description: "The last event it made so far." }),
    error: z.string().nullable().meta({ description: "Reason of a failure, or of the wait for another attempt." }),
    created_by: z.string().meta({ description: "Author of the request and of the events it writes." }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable().meta({ description: "Time of the last row." }),
  })
  .meta({ id: "EntityImport" });

export const ROW_OUTCOMES = ["waiting", "created", "updated", "unchanged", "refused", "deleted"] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Mistake in a row, in the form of validation errors. */
export const RowError = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])).meta({
      description:
        "`rows`, the number of the row, and the field of the entity; of a world file the list, the place in it from 0, and the field.",
    }),
    msg: z.string().meta({ description: "Message of the problem." }),
    type: z.string(),
    input: jsonValue.optional(),
  })
  .meta({ id: "ImportRowError" });
export type RowError = z.output<typeof RowError>;

/** One row of an import on the wire. */
export const ImportRow = z
  .object({
    number: z.int().meta({
      description:
        "As the file counts it, from 1: the row of the spreadsheet, the line of NDJSON, the entry of the list. Of a world file the rows of all lists are counted: entities, variables, relationships, facts, secrets.",
    }),
    kind: z.enum(IMPORT_KINDS).meta({ description: "Kind of subject; `entity` but in world files." }),
    outcome: z.enum(ROW_OUTCOMES).meta({ description: "Outcome; in a dry run, the expected outcome." }),
    external_id: z.string().nullable(),
    name: z.string().nullable(),
    entity_id: z.string().nullable().meta({
      description: "The entity; null for one that a dry run would create, and for rows of other kinds.",
    }),
    subject_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the subject, whatever its kind; null for one that a dry run would create." }),
    changes: z.array(z.string()).meta({
      description: "Changed fields, such as `name` or `properties.population`; empty for new entities.",
    }),
    errors: z
      .array(RowError)
      .meta({ description: "Reason of the refusal; for an undo, the reason for keeping the entity." }),
  })
  .meta({ id: "ImportRow" });
