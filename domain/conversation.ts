/** States that a participant of a conversation can be in. */
export const PARTICIPANT_STATES = ["invited", "joined", "left", "removed", "banned"] as const;
export type ParticipantState = (typeof PARTICIPANT_STATES)[number];

/** Kinds of participants. */
export const PARTICIPANT_KINDS = ["player", "npc", "gm"] as const;
export type ParticipantKind = (typeof PARTICIPANT_KINDS)[number];

/** States of participants who may read what they heard. */
export const READING_STATES: readonly ParticipantState[] = ["joined", "left"];

/** Moves of participants: those that the host makes, and those that participants make themselves. */
const MOVES: Readonly<
  Record<ParticipantState, { host: readonly ParticipantState[]; self: readonly ParticipantState[] }>
> = {
  invited: { host: ["joined", "removed", "banned"], self: ["joined", "left"] },
  joined: { host: ["left", "removed", "banned"], self: ["left"] },
  left: { host: ["invited", "joined", "removed", "banned"], self: [] },
  removed: { host: ["invited", "joined", "banned"], self: [] },
  banned: { host: ["removed"], self: [] },
};

/** Circumstances of a move: who makes it, and who may join the conversation uninvited. */
export interface MovedBy {
  readonly by: "host" | "self";
  readonly entry: "invited" | "players";
}

/** Returns the states that a participant can be moved into from a state. Where every player may join, whoever left may come back. */
export function participantMoves(from: ParticipantState, { by, entry }: MovedBy): readonly ParticipantState[] {
  const moves = MOVES[from][by];
  return by === "self" && entry === "players" && from === "left" ? [...moves, "joined"] : moves;
}

/**
 * Most UTF-16 units of a text in which names are looked for, three for each character that a message may have. Folding makes up to 18 of one
 * character.
 */
const MAX_SEARCHED = 12_000;

/** Words of a text in which names are looked for; null for more than are looked through. */
export type SearchedWords = string | null;

/** Form in which names are looked for: without case, and without differences that are not seen. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Returns the words of a text as names are looked for in them. */
export function searchedWords(text: string): SearchedWords {
  const words = folded(text);
  return words.length > MAX_SEARCHED ? null : words;
}

const IN_WORD = /[\p{L}\p{N}]/u;

const isInWord = (point: number | undefined): boolean =>
  point !== undefined && IN_WORD.test(String.fromCodePoint(point));

/** Returns the code point that ends before a place; undefined at the start. */
function pointBefore(words: string, at: number): number | undefined {
  const pair = at > 1 ? words.codePointAt(at - 2) : undefined;
  return pair !== undefined && pair > 0xffff ? pair : words.codePointAt(at - 1);
}

/** Whether words have a name, as whole words and whatever the case. Words that are not looked through may have any name. */
export function hasName(words: SearchedWords, name: string): boolean {
  const wanted = folded(name).trim();
  if (wanted === "") return false;
  if (words === null) return true;
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
    if (!isInWord(pointBefore(words, at)) && !isInWord(words.codePointAt(at + wanted.length))) return true;
  }
  return false;
}
