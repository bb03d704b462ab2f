import type { AuthoredMaterial } from "#domain/cast/authored-answer.ts";
import { fillMaterial } from "#domain/cast/fill-material.ts";
import { brokenLimits, type ContentLimits } from "#domain/content-limits.ts";
import type { AssembledContext } from "../../context/public.ts";
import type { Present } from "./present.ts";

/** Mark before the answers that a described line can have. */
const ANSWERS = " [answers: ";

/** Gathers what an npc can answer with, without a model: its own lines that have words of what was said, and facts, the best first; facts that a card waits for before others. */
export function authoredMaterial(
  { npc, character, person, talk }: Pick<Present, "npc" | "character" | "talk"> & { readonly person: string | null },
  sections: AssembledContext["sections"],
): AuthoredMaterial {
  const awaited = new Set(talk?.awaited.facts.filter((id) => !talk.talked.facts.includes(id)));
  const best = sections
    .flatMap(({ items }) => items)
    // What the card has said already is no answer to what is said to it.
    .filter(({ id }) => id !== talk?.node_id)
    .toSorted((a, b) => Number(awaited.has(b.id)) - Number(awaited.has(a.id)) || b.score - a.score);
  const names = { character: character.name, person };
  const material = {
    greetings: npc.greetings,
    lines: best.flatMap(({ kind, id, text, reason }) => {
      const said = kind === "line" && reason === "words" ? ownWords(text, character.name) : null;
      return said === null ? [] : [{ id, text: said }];
    }),
    facts: best.flatMap(({ kind, id, text }) => (kind === "fact" ? [{ id, text }] : [])),
  };
  return fillMaterial(material, names);
}

/** Returns the words of a described line, without who says them and what can be answered; null for a line of somebody else. */
function ownWords(described: string, name: string): string | null {
  const start = `${name}: `;
  if (!described.startsWith(start)) return null;
  const end = described.lastIndexOf(ANSWERS);
  const said = described.slice(start.length, end < 0 ? undefined : end);
  // Values in a text are those of a playthrough, which says it with them.
  return said === "" || said.includes("{") ? null : said;
}

/** Returns the part of a material that keeps the limits of a player. */
export function within(limits: ContentLimits, { greetings, lines, facts }: AuthoredMaterial): AuthoredMaterial {
  const keeps = (text: string) => brokenLimits(limits, { text, tags: [] }).length === 0;
  return {
    greetings: greetings.filter(keeps),
    lines: lines.filter(({ text }) => keeps(text)),
    facts: facts.filter(({ text }) => keeps(text)),
  };
}
