import type { Outputs } from "../../../frame/api/client.ts";

/** A voice of a character, with the state that it is in at the moment that is looked at. */
export type Npc = Outputs["npcs"]["list"]["npcs"][number];

/** States of a character with a voice, in a word. */
export const STATE_WORDS = { active: "Takes part", retired: "Retired", deceased: "Dead" } as const satisfies Readonly<
  Record<Npc["state"], string>
>;

/** Returns the reason why nobody can talk to a character; null where one can. */
export function whySilent(state: Npc["state"], name: string): string | null {
  if (state === "deceased") return `${name} is dead at this moment.`;
  return state === "retired" ? `${name} is retired at this moment.` : null;
}
