import { firstWords } from "../first-words.ts";
import type { Gap, GapKind } from "./gap.ts";

/** Sentences about a gap: what is missing, the idea that would fill it, ways into it, and the promise that it holds. */
interface GapWords {
  readonly missing: string;
  readonly premise: string;
  readonly hooks: readonly string[];
  readonly promise: string;
}

type Names = readonly [first: string, second: string, words: string];

const WORDS: Readonly<Record<GapKind, (...names: Names) => GapWords>> = {
  overdue_promise: (promise) => ({
    missing: `A promise is overdue: ${promise}`,
    premise: `Keep a promise that is overdue: ${promise}`,
    hooks: ["Who remembers the promise?", "What does it cost to keep it this late?"],
    promise,
  }),
  untaken_choice: (choice, dialogue) => ({
    missing: `Nobody takes the choice “${choice}” in “${dialogue}”.`,
    premise: `Give players a reason to choose “${choice}” in “${dialogue}”.`,
    hooks: [`What would be lost without “${choice}”?`, "Who would tell a player that it is worth it?"],
    promise: `Whoever chooses “${choice}” in “${dialogue}” finds what nobody else does.`,
  }),
  untold_secret: (secret) => ({
    missing: `No dialogue tells the secret: ${secret}`,
    premise: `Let a secret come out that no dialogue tells: ${secret}`,
    hooks: ["Who gains most if it stays secret?", "Who would tell it, and to whom?"],
    promise: `It will come out: ${secret}`,
  }),
  untold_quest: (quest) => ({
    missing: `No dialogue tells the quest “${quest}”.`,
    premise: `Tell the quest “${quest}” in a dialogue.`,
    hooks: [`Who asks for “${quest}”, and why now?`, "What happens if nobody takes it up?"],
    promise: `“${quest}” will be asked of somebody.`,
  }),
  unused_place: (place) => ({
    missing: `Nothing happens at ${place}.`,
    premise: `Something happens at ${place}.`,
    hooks: [`Who goes to ${place}, and what for?`, `What was left behind at ${place}?`],
    promise: `${place} will matter.`,
  }),
  silent_character: (character) => ({
    missing: `${character} has no lines.`,
    premise: `${character} speaks at last.`,
    hooks: [`What does ${character} know that nobody asked?`, `Who would not want ${character} heard?`],
    promise: `${character} will speak.`,
  }),
  one_sided_bond: (one, other, bond) => ({
    missing: `${one} has a bond with ${other} (${bond}), and nothing is said of the other way.`,
    premise: `Show what ${one} is to ${other}: only ${one}’s side is recorded (${bond}).`,
    hooks: [`Does ${other} know of it?`, `What does ${other} call it?`],
    promise: `${other} will answer what ${one} feels (${bond}).`,
  }),
};

/** Longest part of a sentence that comes from the record, in UTF-16 code units. */
const LONGEST = 160;

/** Returns the sentences about a gap. They are made of the record alone, the same for the same gap. */
export function gapWords({ kind, subjects: [first, second], words }: Gap): GapWords {
  return WORDS[kind](inLine(first?.name ?? ""), inLine(second?.name ?? ""), inLine(words));
}

function inLine(text: string): string {
  return firstWords(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "), LONGEST);
}
