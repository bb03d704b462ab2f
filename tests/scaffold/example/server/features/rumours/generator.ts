import { z } from "zod";
import { data, entitiesPart, generator, recordPart, request } from "#server/features/generation/public.ts";
import { idOf, integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { rumour } from "./rumour.ts";

const MOST = 20;

const Answer = z.object({
  rumours: z
    .array(z.object({ name: singleLine({ min: 1, max: 200 }).meta({ description: "The rumour in a sentence." }) }))
    .min(1)
    .max(MOST),
});

/** Rumours from a brief. Without a model each is an open question about what is recorded. */
export const rumourGenerator = generator({
  kind: "rumour",
  path: "/v1/projects/{project_id}/rumours/generate",
  brief: z.object({
    prompt: text({ min: 1, max: 20_000 }).meta({ description: "Description of the rumours to make." }),
    about_id: idOf("ent")
      .nullable()
      .default(null)
      .meta({ description: "The entity they are about; null for the world." }),
    count: integer({ min: 1, max: MOST, default: 3 }).meta({ description: "Number of rumours." }),
  }),
  query: "prompt",
  subjects: ["about_id"],
  prompt: ({ prompt, about_id, count }, context) => ({
    task: `You make ${count} rumours for a story world. Some are wrong, but none contradicts what everyone can see.`,
    parts: [
      recordPart(context),
      entitiesPart(context.entities.values()),
      data(
        "about",
        "what they are about",
        about_id === null ? "the world" : (context.entities.get(about_id)?.name ?? ""),
      ),
      request(prompt),
    ],
  }),
  answer: Answer,
  sketch: ({ prompt, about_id, count }, { entities }) => {
    const whom = (about_id === null ? undefined : entities.get(about_id)?.name) ?? "someone";
    const words = prompt.trim().replaceAll(/\s+/g, " ").slice(0, 100);
    return {
      rumours: Array.from({ length: count }, (_, at) => ({ name: `Sketch ${at + 1}: they say of ${whom}: ${words}` })),
    };
  },
  landAs: {
    resource: rumour,
    bodies: (_unit, draft, { about_id }) => draft.rumours.map((each) => ({ ...each, about_id })),
  },
});
