import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../json.ts";
import { applyChange, type Change, touchedPointers } from "./change.ts";
import { pointerTokens } from "./pointer.ts";

/** A subject around a change: before it, as it left it, and as it is now; null is "does not exist". */
export interface StatesAround {
  readonly before: JsonObject | null;
  readonly written: JsonObject | null;
  readonly now: JsonObject | null;
}

/** Reason for which a field keeps its value: it was written again since, or its subject is gone. */
export type LeftReason = "changed_since" | "gone";

/** A field that stays as it is; the empty pointer is the whole subject. */
export interface LeftField {
  readonly pointer: string;
  readonly reason: LeftReason;
}

/** Returns the pair of fields that a pointer is one of, where the second tells of the first; null for those that stand alone. */
export type PairOf = (pointer: string) => readonly [string, string] | null;

/** Rules of a kind of subject by which its changes are taken back. */
interface TakeBackRules {
  /** Pointers whose later changes do not keep a created subject, such as where a card lies. */
  readonly ignored?: readonly string[];
  /** Pairs of fields: where one was written again since, the other keeps its value too. */
  readonly pairOf?: PairOf;
}

/** Result of taking a change back. */
export interface TakenBack {
  /** The state it leaves; null where the subject is not to be. It is `now` itself where nothing can be taken back. */
  readonly next: JsonObject | null;
  /** Pointers that have again what they had before the change. */
  readonly back: readonly string[];
  readonly left: readonly LeftField[];
}

/**
 * Takes a change of one subject back, field by field: what it wrote gets its value of before, unless it was written again since. What it
 * created goes, unless any field of it was written since; what it deleted comes back, unless it is there.
 */
export function takeBack(
  change: Change,
  states: StatesAround,
  { ignored = [], pairOf = () => null }: TakeBackRules = {},
): TakenBack {
  const { before, written, now } = states;
  if (before === null || written === null) return takeWhole(states, ignored);
  const pointers = touchedPointers(change);
  if (now === null) return { next: null, back: [], left: pointers.map((pointer) => ({ pointer, reason: "gone" })) };
  const back: string[] = [];
  const left: LeftField[] = [];
  const set: Record<string, Json> = {};
  const unset: string[] = [];
  for (const pointer of pointers) {
    const old = entryAt(before, pointer);
    const together = pairOf(pointer) ?? [pointer];
    const isAsWritten = together.every((each) => isSame(entryAt(now, each), entryAt(written, each)));
    if (!isAsWritten || !hasRoom(now, pointer)) {
      left.push({ pointer, reason: "changed_since" });
      continue;
    }
    back.push(pointer);
    if (old === undefined) unset.push(pointer);
    else set[pointer] = old;
  }
  return { next: back.length === 0 ? now : applyChange(now, { set, unset }), back, left };
}

function takeWhole({ before, written, now }: StatesAround, ignored: readonly string[]): TakenBack {
  const isAsWritten =
    written === null ? now === null : now !== null && isSame(bare(now, ignored), bare(written, ignored));
  if (isAsWritten) return { next: before, back: [""], left: [] };
  return { next: now, back: [], left: [{ pointer: "", reason: now === null ? "gone" : "changed_since" }] };
}

function bare(state: JsonObject, ignored: readonly string[]): JsonObject | null {
  return applyChange(state, { unset: [...ignored] });
}

/** The value at a pointer; undefined where there is none, which null is not. */
function entryAt(state: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = state;
  for (const token of pointerTokens(pointer)) {
    value = isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : jsonEqual(a, b);
}

/** Whether what a pointer lies in is there, so that a value can be put back into it. */
function hasRoom(state: JsonObject, pointer: string): boolean {
  return isJsonObject(entryAt(state, pointer.slice(0, pointer.lastIndexOf("/"))));
}
