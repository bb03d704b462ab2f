import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { actionsSchema, type DeclaredAction } from "./actions.ts";
import { EMOTIONS } from "./schemas.ts";

/** Most characters of what an npc says. */
const MAX_SAID = 2_000;
/** Most memories of one answer. */
const MAX_MEMORIES = 3;

/** Answer as a model is asked for it. `say` comes first, so that it can be told while the rest is on its way. */
const Spoken = z.object({
  say: z.string().trim().min(1).max(MAX_SAID).meta({ description: "The spoken words." }),
  emotion: z.enum(EMOTIONS),
  used: z.array(z.int()).meta({ description: "Numbers of the facts that are used." }),
  remember: z.array(z.string().trim().min(1).max(300)).meta({ description: "What it was told that is new to it." }),
});

/** Answer of a model that was read. */
export type ReadSpoken = z.output<typeof Spoken> & {
  /** Actions as the model named them. */
  readonly actions: Json;
};

/** Returns the JSON schema of an answer; without actions that can be taken it has none. */
export function spokenSchema(offered: readonly DeclaredAction[]): JsonObject {
  const form = offered.length === 0 ? Spoken : Spoken.extend({ actions: actionsSchema(offered) });
  return z.toJSONSchema(form) as JsonObject;
}

/** Reads what a model said. Only its words have to be as they were asked for; null where there are none. */
export function readSpoken(value: Json): ReadSpoken | null {
  if (!isJsonObject(value)) return null;
  const { say, emotion, used, remember } = Spoken.shape;
  const words = say.safeParse(value.say);
  if (!words.success || !words.data.isWellFormed() || words.data.includes("\u0000")) return null;
  return {
    say: words.data,
    emotion: emotion.safeParse(value.emotion).data ?? "neutral",
    used: used.safeParse(value.used).data ?? [],
    remember: (remember.safeParse(value.remember).data ?? [])
      .filter((each) => each.isWellFormed() && !each.includes("\u0000"))
      .slice(0, MAX_MEMORIES),
    actions: value.actions ?? [],
  };
}
