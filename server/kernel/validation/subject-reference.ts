import { z } from "zod";
import { idOf, singleLine } from "./fields.ts";

/** Subject that a body names by its external id; the id takes its place before an operation handles the body. */
export class SubjectReference {
  /** Type of the subject. */
  readonly type: string;
  readonly external_id: string;

  constructor(type: string, externalId: string) {
    this.type = type;
    this.external_id = externalId;
  }
}

/** Schema of a subject in a body: its id, or its external id as an object. Handlers find the id. */
export type ReferenceSchema = z.ZodType<string, string | { external_id: string; type?: string | undefined }>;

const byName = new WeakSet<z.core.$ZodType>();

const externalId = singleLine({ min: 1, max: 255 }).meta({ description: "Its external_id." });

const entityId = idOf("ent");
const namedEntity = noted(
  z
    .strictObject({ external_id: externalId })
    .overwrite(({ external_id }) => new SubjectReference("entity", external_id)),
);

/** An entity in the body of a write: its id, or whatever text stands for one, or `{external_id}`. */
export function entityRef(id: z.ZodString = entityId): ReferenceSchema {
  return z.union([id, namedEntity]) as unknown as ReferenceSchema;
}

/** A subject of one of several types in the body of a write: its id, or `{type, external_id}`; an entity where no type is sent. */
export function subjectRef(id: z.ZodString, types: readonly ["entity", ...string[]]): ReferenceSchema {
  const named = z
    .strictObject({
      type: z.enum(types).optional().meta({ description: "Its type; `entity` when absent." }),
      external_id: externalId,
    })
    .overwrite(({ type = "entity", external_id }) => new SubjectReference(type, external_id) as never);
  return z.union([id, noted(named)]) as unknown as ReferenceSchema;
}

function noted<Schema extends z.ZodType>(schema: Schema): Schema {
  byName.add(schema);
  return schema;
}

/** Returns the schema of the id in place of a {@link ReferenceSchema}; null for any other. */
export function referencedId(schema: z.core.$ZodType): z.ZodString | null {
  if (!(schema instanceof z.ZodUnion)) return null;
  const [id, named] = schema.options;
  return named !== undefined && byName.has(named) ? (id as z.ZodString) : null;
}
