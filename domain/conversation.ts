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

/** Form in which names are looked for: without case, and without differences that are not seen. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

const IN_WORD = /[\p{L}\p{N}]/u;

/** Whether a text has a name, as whole words and whatever the case. */
export function hasName(text: string, name: string): boolean {
  const [words, wanted] = [folded(text), folded(name).trim()];
  if (wanted === "") return false;
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
    const before = words.slice(0, at).match(/.$/su)?.[0] ?? "";
    const after = words.slice(at + wanted.length).match(/^./su)?.[0] ?? "";
    if (!IN_WORD.test(before) && !IN_WORD.test(after)) return true;
  }
  return false;
}
