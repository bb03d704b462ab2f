import { z } from "zod";
import { firstWords } from "#domain/first-words.ts";
import { drawPlaceholder } from "../../adapters/images/placeholder.ts";
import { MAX_PICTURE_PROMPT, MOST_PICTURE_TOKENS } from "../../adapters/images/port.ts";
import { countTokens } from "../../adapters/llm/token-count.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { fileHash, idOf, text } from "../../kernel/validation/fields.ts";
import { entityResource, image } from "../entities/public.ts";
import { type AskedFile, type GenerationContext, generator } from "../generation/public.ts";

const PictureBrief = z.object({
  entity_id: idOf("ent").meta({ description: "The entity it shows." }),
  prompt: text({ max: 2_000 })
    .default("")
    .meta({ description: "What it shows besides what is recorded, such as a pose, a moment or a mood." }),
  style: text({ max: 200, singleLine: true })
    .default("")
    .meta({ description: "Style in a few words, such as `ink drawing`." }),
  alt_text: text({ max: 1_000 }).default("").meta({
    description: "What it shows, in words, for those who do not see it; made of what is recorded when absent.",
  }),
});
type PictureBrief = z.output<typeof PictureBrief>;

/** Characters of words for those who do not see a picture, where nobody wrote any. */
const ALT_CHARACTERS = 300;

/** Generator of a picture of an entity from what is recorded of it, as the one who looks may know it. */
export const pictureGenerator = generator({
  kind: "image",
  path: "/v1/projects/{project_id}/entities/{entity_id}/images/generate",
  brief: PictureBrief,
  query: "prompt",
  subjects: ["entity_id"],
  answer: z.object({
    file: fileHash().meta({ description: "SHA-256 of the picture." }),
    alt_text: text({ max: 1_000 }).meta({ description: "What it shows, in words." }),
  }),
  file: {
    trade: "image",
    ask: ({ brief, context, comment }) => pictureOf(promptOf(brief, context, comment), brief.entity_id),
    draft: (file, { entity_id, alt_text }, context) => {
      const name = nameOf(entity_id, context);
      const told = file.isBuiltIn ? `Placeholder for ${name}, drawn without a model.` : aboutOf(entity_id, context);
      return { file: file.sha256, alt_text: alt_text === "" ? firstWords(told, ALT_CHARACTERS) : alt_text };
    },
  },
  landAs: {
    resource: image,
    bodies: async (unit, draft, { entity_id }) => {
      if ((await unit.get(entityResource, entity_id)) === null) {
        throw invalidValue(["path", "entity_id"], "the entity of the picture has been deleted", entity_id);
      }
      return [{ entity_id, ...draft }];
    },
  },
});

function pictureOf(prompt: string, entityId: string): AskedFile {
  return {
    prompt,
    use: async ({ pictures }, { model, signal }) => ({
      model,
      tokens: (await countTokens(prompt)) + MOST_PICTURE_TOKENS,
      ask: async (access) => {
        const { revisedPrompt, ...picture } = await pictures.open(access).draw({ model, prompt, signal });
        return { ...picture, words: revisedPrompt ?? "" };
      },
    }),
    builtIn: () => ({ bytes: drawPlaceholder(entityId), mediaType: "image/png" }),
  };
}

/** The words for the model: what is wished first, so that it is not cut off behind a long record. */
function promptOf(
  { entity_id, prompt, style }: PictureBrief,
  context: GenerationContext,
  comment: string | null,
): string {
  const words = [
    `A picture of ${nameOf(entity_id, context)}, without any writing in it.`,
    style === "" ? "" : `Style: ${style}.`,
    prompt,
    comment === null ? "" : `The last picture was turned down: ${comment}`,
    "What is known of it:",
    aboutOf(entity_id, context),
  ];
  return words
    .filter((each) => each !== "")
    .join("\n")
    .slice(0, MAX_PICTURE_PROMPT);
}

function nameOf(entityId: string, { entities }: GenerationContext): string {
  return entities.get(entityId)?.name ?? "somebody";
}

/** Returns what the context has of an entity, a line each. */
function aboutOf(entityId: string, { sections }: GenerationContext): string {
  return sections
    .flatMap(({ items }) => items)
    .filter(({ id, subject_id }) => id === entityId || subject_id === entityId)
    .map(({ text: said }) => said)
    .join("\n");
}
