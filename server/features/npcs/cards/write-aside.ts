import type { WrittenVersion } from "#domain/import/cards/write-card.ts";
import { type Asker, boundedStored, type Threads } from "../../../operation/threads.ts";
import type { CardMaterial } from "./card-material.ts";
import { currentCard, sourceCard, type WrittenCard } from "./card-of-npc.ts";

/** Milliseconds of processor time that writing a card may take. One card takes some 120 to read, and there may be 21 of the largest. */
const DEADLINE_MS = 10_000;

const module = import.meta.url;

/** Card that is to be written. */
export interface CardTask {
  readonly material: CardMaterial;
  readonly view: "source" | "current";
  readonly version: WrittenVersion;
  /** File of the card that the npc came from; null for none. */
  readonly last: Uint8Array | null;
  /** Files of the earlier cards, as the npc names them; null for one that nothing is taken from. */
  readonly earlier: readonly (Uint8Array | null)[];
}

/**
 * Writes a card in a thread: what it came from is read for that.
 *
 * @throws `busy` where it takes too long.
 */
export function writeCardAside(threads: Threads, input: CardTask, asker: Asker): Promise<WrittenCard> {
  return boundedStored(threads, { module, input, work }, { ...asker, deadlineMs: DEADLINE_MS });
}

/** Writes a card; what a thread runs. */
export function* work({ material, view, version, last, earlier }: CardTask): Generator<WrittenCard> {
  const source = textOf(last);
  if (view === "source" && source !== null) yield sourceCard(material, source, version);
  else yield currentCard(material, { last: source, earlier: earlier.map(textOf) }, version);
}

function textOf(file: Uint8Array | null): string | null {
  return file === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(file);
}
