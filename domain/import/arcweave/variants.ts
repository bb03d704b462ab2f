import { collectUses } from "../../expression.ts";
import { joined, plain } from "../../text-marks/marked-text.ts";
import type { MarkedText } from "../../text-marks/text-mark.ts";
import type { Guard } from "../script/guards.ts";
import type { GuardedAssignment } from "../script/statements.ts";

/** A stretch of a text, with what must hold for it to show. */
export interface TextPiece {
  /** Whitespace between the words and those before them. */
  readonly gap: string;
  readonly words: MarkedText;
  readonly guards: readonly Guard[];
}

/** One text that can come of a scripted one: shown where all of these hold. */
export interface TextVariant {
  readonly guards: readonly Guard[];
  readonly text: MarkedText;
}

/** Texts that one scripted text is made into at most. */
const MAX_VARIANTS = 16;

/**
 * The texts that a scripted text can come to, each with what must hold for it, so that exactly one shows. Null where there is only one,
 * where there would be more than sixteen, where a condition could not be read, and where a condition asks for what is changed behind
 * it: on a card effects come first.
 */
export function variantsOf(
  pieces: readonly TextPiece[],
  assignments: readonly GuardedAssignment[],
): readonly TextVariant[] | null {
  const guards = pieces.flatMap((piece) => piece.guards);
  if (guards.length === 0 || guards.some(({ expression }) => expression === null)) return null;
  const changed = new Set(assignments.map(({ assignment }) => assignment.target));
  const asksForChanged = guards.some(({ expression }) => {
    return expression !== null && [...collectUses(expression).variables].some((name) => changed.has(name));
  });
  if (asksForChanged) return null;
  const variants: TextVariant[] = [];
  return split(pieces, [], variants) ? variants : null;
}

/** Decides on the first condition that is open, both ways; false where there are too many ways. */
function split(pieces: readonly TextPiece[], decided: readonly Guard[], found: TextVariant[]): boolean {
  const open = pieces.flatMap((piece) => piece.guards)[0];
  if (open === undefined) return found.push({ guards: decided, text: textOf(pieces) }) <= MAX_VARIANTS;
  const holds = { ...open, negated: false };
  const fails = { ...open, negated: true };
  return (
    split(given(pieces, holds), [...decided, holds], found) && split(given(pieces, fails), [...decided, fails], found)
  );
}

/** The pieces that are left once it is known whether a condition holds. */
function given(pieces: readonly TextPiece[], known: Guard): TextPiece[] {
  return pieces.flatMap((piece) => {
    const isSame = ({ source }: Guard) => source === known.source;
    if (piece.guards.some((guard) => isSame(guard) && guard.negated !== known.negated)) return [];
    return [{ ...piece, guards: piece.guards.filter((guard) => !isSame(guard)) }];
  });
}

function textOf(pieces: readonly TextPiece[]): MarkedText {
  return joined(pieces.flatMap(({ gap, words }, at) => (at === 0 ? [words] : [plain(gap), words])));
}
