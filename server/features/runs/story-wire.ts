import { z } from "zod";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { Variable } from "../variables/public.ts";
import { playedValue } from "./schemas.ts";

/** Fields of a variable that playing needs. */
export const StoryVariable = Variable.pick({
  id: true,
  name: true,
  type: true,
  default: true,
  enum_values: true,
  scope: true,
  min: true,
  max: true,
});

export const StoryWorld = z
  .object({
    entities: z
      .record(
        z.string(),
        z.object({
          parent_id: z.string().nullable().meta({ description: "Its parent; null for none." }),
          properties: z.looseObject({}),
        }),
      )
      .meta({ description: "Entities named by conditions, and the places that contain them, by id." }),
    relationships: z
      .array(
        z.object({ source_id: z.string(), target_id: z.string(), type: z.string(), properties: z.looseObject({}) }),
      )
      .meta({ description: "Relationships among them." }),
    facts: z
      .array(
        z.object({
          subject_id: z.string(),
          predicate: z.string().meta({ description: "The fact." }),
          value: playedValue.meta({ description: "An entity's id, or words." }),
        }),
      )
      .meta({ description: "Known facts." }),
    time: z.number().nullable().meta({ description: "Time of the story world: null, because the host provides it." }),
  })
  .meta({ id: "StoryWorld" });

/** The variables of a story on the wire. */
export function toStoryVariables({ variables }: PlayedDialogue): z.input<typeof StoryVariable>[] {
  return [...variables.values()].map((variable) => ({
    ...variable,
    enum_values: [...variable.enum_values],
    scope: variable.scope ?? "playthrough",
    min: variable.min ?? null,
    max: variable.max ?? null,
  }));
}

/** The story world of a story on the wire. */
export function toStoryWorld({ world }: PlayedDialogue): z.input<typeof StoryWorld> {
  const { entities = {}, relationships = [], facts = [], time = null } = world ?? {};
  return { entities: { ...entities }, relationships: [...relationships], facts: [...facts], time };
}
