import { z } from "zod";
import { chosenId, idOf, text } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { versionFields } from "../../record/wire.ts";
import { MAX_KNOWN_BY } from "./fact.ts";
import { secretResource } from "./secret.ts";
import { STORY } from "./story.ts";

export const Secret = z
  .object({
    id: z.string(),
    project_id: z.string(),
    subject_id: z.string().meta({ description: "Covered subject. It may have been deleted." }),
    subject_type: z.string().meta({ description: "The kind of that subject, such as `entity`." }),
    pointer: z.string().nullable().meta({ description: "The part that it covers; null for the whole subject." }),
    known_by: z.array(z.string()).meta({ description: "The only entities that know it." }),
    note: z.string(),
    ...versionFields,
  })
  .meta({ id: "Secret" });

const subjectId = z
  .string()
  .regex(new RegExp(`^(?:${STORY.map(({ prefix }) => prefix).join("|")})_[0-9a-hjkmnp-tv-z]{26}$`));

export const secretFields = {
  subject_id: subjectId.meta({
    description: "Covered subject: an entity, relationship, fact or variable, a dialogue or a part of one.",
  }),
  pointer: text({ min: 2, max: 1_000, pattern: /^(?:\/(?:[^~/]|~[01])+)+$/ })
    .nullable()
    .meta({
      description:
        "JSON Pointer to the part of the subject that it covers, such as `/properties/true_name`; null for the whole subject. It goes through objects: where it meets an array, all of that is covered.",
    }),
  known_by: z
    .array(idOf("ent"))
    .max(MAX_KNOWN_BY)
    .meta({ description: "The entities that know. An empty list leaves it to you." }),
  note: text({ max: 2_000 }).meta({ description: "Note of the author; shown to no entity." }),
};

/** Body that creates a secret. */
export const SecretCreate = z
  .strictObject({
    id: chosenId("sec"),
    subject_id: secretFields.subject_id,
    pointer: secretFields.pointer.default(null),
    known_by: secretFields.known_by.default([]),
    note: secretFields.note.default(""),
  })
  .meta({ id: "SecretCreate" });

export const secretApi = apiResource({
  resource: secretResource,
  one: "secret",
  param: "secret_id",
  wire: Secret,
  fields: secretFields,
});
