import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { answersTheSame, type ReliedOn } from "#domain/runtime/relied-on.ts";
import type { Story } from "../runs/public.ts";
import type { ReadingCheck } from "./schemas.ts";

/** Result of playing a reading again, on the wire. */
export type Check = z.input<typeof ReadingCheck>;

/** Readings whose last check is remembered. */
const REMEMBERED = 2_000;

/** A version of a reading. */
export interface ReadingKey {
  readonly project_id: string;
  readonly id: string;
  readonly valid_from_seq: number;
}

interface Checked {
  readonly version: number;
  readonly check: Check;
  readonly reliedOn: ReliedOn;
}

/** Results of readings when they were last played; the least recently used entry is dropped first. */
const remembered = new LRUCache<string, Checked>({ max: REMEMBERED });

const keyOf = ({ project_id, id }: ReadingKey) => `${project_id} ${id}`;

/**
 * Returns the remembered result of a reading, valid for a story that gives the same answers to all that the reading
 * relied on; null where the reading has to be played.
 */
export function checkedIn({ dialogue }: Story, reading: ReadingKey): Check | null {
  const last = remembered.get(keyOf(reading));
  if (last === undefined || last.version !== reading.valid_from_seq || !answersTheSame(dialogue, last.reliedOn))
    return null;
  return last.check;
}

/** Remembers what a reading came to, and what it relied on. */
export function rememberCheck(reading: ReadingKey, check: Check, reliedOn: ReliedOn): void {
  remembered.set(keyOf(reading), { version: reading.valid_from_seq, check, reliedOn });
}
