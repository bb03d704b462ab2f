import { index } from "drizzle-orm/pg-core";
import { field } from "#server/kernel/field.ts";
import { sessionSourceField } from "#server/kernel/session-source.ts";
import { fileHash, text } from "#server/kernel/validation/fields.ts";
import { entityRef } from "#server/kernel/validation/subject-reference.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Fields of an image of an entity. */
export const imageFields = {
  entity_id: field(entityRef(), {
    description: "The entity it shows.",
    writable: "once",
    filter: "Only images of this entity.",
    mentions: "entity",
  }),
  file: field(fileHash(), {
    description: "SHA-256 of the file: PNG, JPEG, GIF, WebP or AVIF.",
    request: "SHA-256 of a file of the project: PNG, JPEG, GIF, WebP or AVIF. Upload it first.",
    file: true,
    column: "text",
  }),
  alt_text: field(text({ max: 1_000 }), {
    description: "What it shows, in words, for those who do not see it.",
    default: "",
    column: "text",
  }),
  source: sessionSourceField,
};

/** Versions of images of entities. */
export const imageVersions = versionTable("image_versions", imageFields, (t) => [
  index("image_versions_entity").on(t.project_id, t.entity_id, t.created_seq).where(isCurrent),
]);
