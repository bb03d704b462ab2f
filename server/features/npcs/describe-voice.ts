import { fillNames, type SpokenNames } from "#domain/cast/fill-names.ts";
import type { NpcVersion } from "./npc.ts";

/** Describes an npc for a model; what a card calls its character and its reader has their names. */
export function describeVoice(npc: NpcVersion, names: SpokenNames & { readonly character: string }): string {
  const { role, description, personality, goals, style, mood, sample_lines } = npc;
  const parts: (readonly [string, string])[] = [
    ["Name", names.character],
    ["Role", role],
    ["Description", description],
    ["Personality", personality],
    [
      "Goals",
      goals
        .toSorted((a, b) => b.priority - a.priority)
        .map((goal) => goal.text)
        .join("; "),
    ],
    ["Way of speaking", style],
    ["Mood", mood],
    ["Says things like", sample_lines.map((line) => `“${line}”`).join(" ")],
  ];
  return parts
    .flatMap(([title, words]) => (words === "" ? [] : [`${title}: ${fillNames(words, names) ?? words}`]))
    .join("\n");
}
