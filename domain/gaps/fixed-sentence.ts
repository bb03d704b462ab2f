import { GAP_KINDS, type GapKind } from "./gap.ts";
import { gapWords } from "./gap-words.ts";

/** Sentences about a gap that become subjects of their own: the premise of an idea, and the promise of a seed. */
export type Sentence = "premise" | "promise";

/** Character in place of a name: one that texts do not have. */
const HOLE = "\ue000";

/** Fixed words of a sentence in order, between which the names stand. */
interface Form {
  readonly kind: GapKind;
  readonly pieces: readonly string[];
}

const FORMS: Readonly<Record<Sentence, readonly Form[]>> = { premise: formsOf("premise"), promise: formsOf("promise") };

/** Returns the kind of gap whose fixed sentence a text is, whatever it names; null for a text in other words. */
export function fixedKind(text: string, sentence: Sentence): GapKind | null {
  return FORMS[sentence].find(({ pieces }) => fits(text, pieces))?.kind ?? null;
}

function formsOf(sentence: Sentence): Form[] {
  const subject = { id: "", name: HOLE };
  return GAP_KINDS.map((kind) => {
    const words = gapWords({ kind, subjects: [subject, subject], words: HOLE })[sentence];
    return { kind, pieces: words.split(HOLE) };
    // A sentence that is a name alone has no fixed words.
  }).filter(({ pieces }) => pieces.some((piece) => piece !== ""));
}

function fits(text: string, pieces: readonly string[]): boolean {
  const [first = "", ...others] = pieces;
  const last = others.pop() ?? "";
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at + 1);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at < text.length - last.length;
}
