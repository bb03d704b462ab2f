import type { Outputs } from "../../../frame/api/client.ts";

/** A voice of a character, with the state that it is in at the moment that is looked at. */
export type Npc = Outputs["npcs"]["list"]["npcs"][number];

/** States of a character with a voice, in a word. */
export const STATE_WORDS = { active: "Takes part", retired: "Retired", deceased: "Dead" } as const satisfies Readonly<
  Record<Npc["state"], string>
>;

/** Ways to treat what a character is told, with what each comes to. */
export const MEMORY_OPTIONS = [
  { value: "keep", label: "Keeps it", means: "From then on, and in that playthrough alone." },
  { value: "propose", label: "Proposes it", means: "The game is told what could be kept; nothing is." },
  { value: "off", label: "Forgets it", means: "Nothing stays of what was said." },
] as const satisfies readonly { readonly value: Npc["memory"]; readonly label: string; readonly means: string }[];

/** Returns the reason why nobody can talk to a character; null where one can. */
export function whySilent(state: Npc["state"], name: string): string | null {
  if (state === "deceased") return `${name} is dead at this moment.`;
  return state === "retired" ? `${name} is retired at this moment.` : null;
}
