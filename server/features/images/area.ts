import { invalidValue } from "../../kernel/problem.ts";
import { area } from "../../operation/area.ts";
import { byId } from "../../record/look-up.ts";
import { entityResource, image } from "../entities/public.ts";
import { pictureGenerator } from "./generator.ts";

const FILE = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";

export const images = area({
  tag: "images",
  forms: ["generate"],
  generators: [pictureGenerator],
  resources: [image],
  words: { image: ["picture", "pictures"] },
  operations: {
    create: image.create({
      summary: "Add an image to an entity",
      description: "Adds an image, such as a portrait. [Upload the file](/docs/reference/files#files_upload) first.",
      example: {
        entity_id: "ent_01k9hq3xg1r7m4k2vn5te8y6cb",
        file: FILE,
        alt_text: "A woman in oilskins looks out over the mole.",
      },
      lookUps: ({ entity_id }) => [byId(entityResource, [entity_id])],
      state: async ({ record }, { entity_id }) => {
        if ((await record.get(entityResource, entity_id)) === null)
          throw invalidValue(["body", "entity_id"], "there is no such entity", entity_id);
        return {};
      },
    }),
    list: image.list(),
    get: image.get(),
    update: image.update({
      description: "Changes the words about an image, or its file.",
      example: { alt_text: "Mara on the mole, before the flood." },
    }),
    delete: image.delete({ description: "Its file stays with the project: earlier versions name it." }),
    restore: image.restore(),
    generate: pictureGenerator.generate({
      summary: "Generate an image of an entity",
      description:
        "Starts a generation session that draws an entity from what is recorded of it and adds the picture to its images. The newest provider key that names a model for pictures draws it; without one the picture is a placeholder, made without a model and described as such. Poll `poll_url` until the status is `completed` or `error`. A session costs one generation unit of the plan, which is refunded when it ends in an error.",
      example: { prompt: "She looks out over the mole at low tide.", style: "ink drawing" },
    }),
  },
});
