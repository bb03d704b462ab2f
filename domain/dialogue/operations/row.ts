import { mergePatch, patchBetween } from "../../change/merge-patch.ts";
import { type JsonObject, jsonEqual } from "../../json.ts";
import type { MakeId } from "../branch-identity.ts";
import { type Changes, isPart, type PartKind, type PartStates, type States, type SubjectState } from "../states.ts";
import type { OpenNamed, Operation, OperationNamed } from "./operation.ts";

/** A place in the record. The empty pointer (RFC 6901) is the whole subject. */
export interface RecordPointer {
  readonly subjectId: string;
  readonly pointer: string;
}

/** Subject or branch that must exist for an operation to be possible. */
export interface Need {
  readonly id: string;
  readonly kind: PartKind | "branch";
  /** The field of what the operation says that names it; null where the operation is about it. */
  readonly field: string | null;
}

/** One operation: everything that record, studio and simulated server have to know of it. */
export interface Row<Op extends Operation["op"]> {
  /** Lists the places it writes. */
  touches(operation: OpenNamed<Op>, graphId: string): RecordPointer[];
  /** Lists what must exist: what the operation is about first, then what its fields name. */
  needs(operation: OpenNamed<Op>): Need[];
  /** Lists the ids that exist because of it. */
  makes(operation: OpenNamed<Op>): string[];
  /** Fills in the ids it leaves open; absent where it leaves none. */
  normalise?(states: States, operation: OpenNamed<Op>, makeId: MakeId): OperationNamed<Op>;
  /** Makes the changed states. Anything may have happened meanwhile: what it does not find it leaves alone. */
  apply(states: States, operation: OperationNamed<Op>): Changes;
  /** Makes the operations that undo it, given the states before it; none where it does nothing. */
  inverse(states: States, operation: OperationNamed<Op>): Operation[];
}

/** The rows of some operations. */
export type Rows<Op extends Operation["op"]> = { readonly [Each in Op]: Row<Each> };

const NOTHING: Changes = new Map();

/** Finds a part of the dialogue by its kind. */
export function part<K extends PartKind>(states: States, kind: K, id: string): PartStates[K] | null {
  const state = states.get(id);
  return isPart(kind, state) ? state : null;
}

/** Whether an id exists, or did: it is used once. */
export function isUsed(states: States, id: string): boolean {
  return states.get(id) !== null || states.removed(id) !== null;
}

/** The change of one state; nothing where it is the same. */
export function changed(id: string, before: SubjectState | null, after: SubjectState | null): Changes {
  return before === after ? NOTHING : new Map([[id, after]]);
}

/** The place of a whole subject. */
export function whole(subjectId: string): RecordPointer[] {
  return [{ subjectId, pointer: "" }];
}

/** The places of the fields a patch names, below a pointer. */
export function fields(subjectId: string, patch: object, below = ""): RecordPointer[] {
  return namesIn(patch).map((name) => ({ subjectId, pointer: `${below}/${name}` }));
}

/** The names of the fields a patch says something about. */
function namesIn(patch: object): string[] {
  return Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Fields whose keys change by themselves: a patch of them is a merge patch. */
const MERGED: ReadonlySet<string> = new Set(["properties", "extensions"]);

/** Merges a patch into a state: {@link MERGED} fields as merge patches, other fields whole. The same object where it says nothing new. */
export function patched<S extends object>(state: S, patch: object): S {
  const known = state as Record<string, unknown>;
  const next = Object.entries(patch).flatMap(([name, sent]) => {
    const value = MERGED.has(name) && sent !== undefined ? mergePatch(known[name] as JsonObject, sent) : sent;
    return value === undefined || jsonEqual(known[name], value) ? [] : [[name, value]];
  });
  return next.length === 0 ? state : { ...state, ...Object.fromEntries(next) };
}

/** The patch that leads a state, changed by a patch, back to what it is. */
export function earlier<P extends object>(state: object, patch: P): P {
  const known = state as Record<string, unknown>;
  const back = (name: string): unknown => {
    if (!MERGED.has(name)) return known[name];
    const before = known[name] as JsonObject;
    return patchBetween(mergePatch(before, (patch as Record<string, JsonObject>)[name] ?? {}), before);
  };
  return Object.fromEntries(namesIn(patch).map((name) => [name, back(name)])) as P;
}
