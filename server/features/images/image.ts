import { imageFields, imageVersions } from "#drizzle/schema/images.ts";
import { findFiles } from "../../artifacts/find-files.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

const NO_IMAGE = valueError("browsers show no such image: send PNG, JPEG, GIF, WebP or AVIF");

/** An image of an entity, such as the portrait of a character. */
export const image = recorded({
  type: "image",
  plural: "images",
  path: "/v1/projects/{project_id}/images",
  table: imageVersions,
  fields: imageFields,
  example: {
    state: {
      entity_id: "ent_01k9hq3xg1r7m4k2vn5te8y6cb",
      file: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
      alt_text: "A woman in oilskins looks out over the mole.",
    },
    edits: { updated: { alt_text: "Mara on the mole, before the flood." } },
  },
  invariants: async ({ db, projectId }, changes) => {
    const named = changes.flatMap(({ before, after, loc }) =>
      after === null || after.file === before?.file ? [] : [{ sha256: after.file, loc: [...loc, "file"] }],
    );
    const hashes = named.map(({ sha256 }) => sha256);
    const kept = new Map((await findFiles(db, projectId, hashes)).map((file) => [file.sha256, file]));
    // The unit of work refuses what the project has not.
    const wrong = named.filter(({ sha256 }) => {
      const file = kept.get(sha256);
      return file !== undefined && (file.is_quarantined || !file.media_type.startsWith("image/"));
    });
    if (wrong.length > 0) throw new ValidationProblem(wrong.map(({ loc, sha256 }) => itemAt(loc, NO_IMAGE, sha256)));
  },
});
