import { imageFields, imageVersions } from "#drizzle/schema/images.ts";
import { requireFileGroup } from "../../artifacts/require-file-group.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

const NO_IMAGE = "browsers show no such image: send PNG, JPEG, GIF, WebP or AVIF";

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
  invariants: (scope, changes) => requireFileGroup(scope, changes, "image", NO_IMAGE),
});
