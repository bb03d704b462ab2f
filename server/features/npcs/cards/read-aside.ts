import type { CardRemark, CharacterCard, LoreEntry } from "#domain/import/cards/card.ts";
import { readLorebook } from "#domain/import/cards/lorebook.ts";
import { pictureWithoutWords } from "#domain/import/cards/png-text.ts";
import { isFact, loreRemarks, readCard } from "#domain/import/cards/read-card.ts";
import { writeCard } from "#domain/import/cards/write-card.ts";
import { ImportError } from "#domain/import/import-error.ts";
import { ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, valueError } from "../../../kernel/validation/item.ts";
import { type Asker, boundedSent, type Threads } from "../../../operation/threads.ts";

/** Milliseconds of processor time that reading a card may take; the largest takes some 120. */
const DEADLINE_MS = 5_000;

const module = import.meta.url;

/** Card as a request sends it: its JSON text or its picture in base64, and a lorebook that goes with it. */
export interface SentCard {
  readonly card: string | null;
  readonly png: string | null;
  readonly lorebook: string | null;
}

/** Card that was read, with the lorebook that was sent beside it among its own entries. */
export interface ReadCard {
  readonly card: CharacterCard;
  readonly entries: readonly LoreEntry[];
  readonly remarks: readonly CardRemark[];
  /** Picture that carried the card, in base64, without the card; null where it was JSON. */
  readonly picture: string | null;
}

/**
 * Reads a card in a thread.
 *
 * @throws {@link ValidationProblem} at what was sent, for whatever is wrong with it.
 */
export function readCardAside(threads: Threads, input: SentCard, asker: Asker): Promise<ReadCard> {
  const bounds = { ...asker, deadlineMs: DEADLINE_MS };
  const sent = { loc: ["body", input.card === null ? "png" : "card"], doing: "reading the card" };
  return boundedSent(threads, { module, input, work }, bounds, sent);
}

/** Reads a card; what a thread runs. */
export function* work({ card, png, lorebook }: SentCard): Generator<ReadCard> {
  const at = card === null ? "png" : "card";
  const own = reading(at, () => readCard(card ?? Buffer.from(png ?? "", "base64")));
  const read = lorebook === null ? own : reading("lorebook", () => withLorebook(own, lorebook));
  const picture = png === null ? null : Buffer.from(pictureWithoutWords(Buffer.from(png, "base64"))).toString("base64");
  yield { card: read, entries: read.lorebook?.entries ?? [], remarks: read.remarks, picture };
}

/** Adds the entries of a lorebook behind those of a card: its text has them then as if they had been in it. */
function withLorebook(card: CharacterCard, text: string): CharacterCard {
  const added = readLorebook(text);
  const kept = (card.lorebook?.entries ?? []).map((_, entry) => ({ entry }));
  const lore = [...kept, ...added.entries.filter(isFact)];
  const read = readCard(writeCard({ source: card.source, changes: { lore } }));
  const others = loreRemarks({ ...added, entries: added.entries.filter((entry) => !isFact(entry)) });
  return { ...read, remarks: [...read.remarks, ...others] };
}

function reading<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const { code, message, pointer, line, column } = error;
    throw refused(["body", field], message, {
      code,
      ...(pointer !== null && { pointer }),
      ...(line !== null && { line }),
      ...(column !== null && { column }),
    });
  }
}

function refused(loc: (string | number)[], message: string, ctx: object = {}): ValidationProblem {
  return new ValidationProblem([itemAt(loc, valueError(message, { error: message, ...ctx }))]);
}
