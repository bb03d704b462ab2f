import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../json.ts";
import { escapeToken, pointerTokens } from "./pointer.ts";

/**
 * Change of one subject by one event: values set and removed at JSON Pointers (RFC 6901). The empty pointer is the
 * whole subject, so creation is `set: {"": state}` and deletion `unset: [""]`, and one fold rebuilds every resource.
 */
export interface Change {
  set?: Record<string, Json>;
  unset?: string[];
}

/** The change between two states at the shallowest differing pointers; arrays are replaced whole. */
export function diffStates(before: JsonObject | null, after: JsonObject | null): Change {
  if (before === null && after === null) return {};
  if (after === null) return { unset: [""] };
  if (before === null) return { set: { "": after } };
  const set: Record<string, Json> = {};
  const unset: string[] = [];
  collect(before, after, "", set, unset);
  return {
    ...(Object.keys(set).length > 0 && { set }),
    ...(unset.length > 0 && { unset }),
  };
}

function collect(before: JsonObject, after: JsonObject, at: string, set: Record<string, Json>, unset: string[]): void {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) unset.push(`${at}/${escapeToken(key)}`);
  }
  for (const [key, value] of Object.entries(after)) {
    const pointer = `${at}/${escapeToken(key)}`;
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (old === undefined) set[pointer] = value;
    else if (isJsonObject(old) && isJsonObject(value)) collect(old, value, pointer, set, unset);
    else if (!jsonEqual(old, value)) set[pointer] = value;
  }
}

/** Whether a change does nothing. */
export function isEmptyChange(change: Change): boolean {
  return change.set === undefined && change.unset === undefined;
}

/** Applies a change to a state without touching the state given; null is "does not exist". */
export function applyChange(state: JsonObject | null, change: Change): JsonObject | null {
  let next = state;
  for (const pointer of change.unset ?? []) {
    if (pointer === "") next = null;
    else if (next !== null) next = without(next, pointerTokens(pointer));
  }
  for (const [pointer, value] of Object.entries(change.set ?? {})) {
    if (pointer === "") {
      if (!isJsonObject(value)) throw new Error("a change set a subject to something other than an object");
      next = value;
    } else {
      next = withValue(next ?? {}, pointerTokens(pointer), value);
    }
  }
  return next;
}

function withValue(target: JsonObject, tokens: string[], value: Json): JsonObject {
  const [head, ...rest] = tokens;
  if (head === undefined) throw new Error("a pointer inside a subject has at least one token");
  const child = Object.hasOwn(target, head) ? target[head] : undefined;
  const replacement = rest.length === 0 ? value : withValue(isJsonObject(child) ? child : {}, rest, value);
  return { ...target, [head]: replacement };
}

function without(target: JsonObject, tokens: string[]): JsonObject {
  const [head, ...rest] = tokens;
  if (head === undefined || !Object.hasOwn(target, head)) return target;
  if (rest.length === 0) {
    const { [head]: _removed, ...others } = target;
    return others;
  }
  const child = target[head];
  return isJsonObject(child) ? { ...target, [head]: without(child, rest) } : target;
}

/** Every pointer a change touches. */
export function touchedPointers(change: Change): string[] {
  return [...Object.keys(change.set ?? {}), ...(change.unset ?? [])];
}

/** The change that leads back from what `change` made of `before`: folding both leaves `before`. */
export function invertChange(before: JsonObject | null, change: Change): Change {
  return diffStates(applyChange(before, change), before);
}
