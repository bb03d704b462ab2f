import type { DialogueComparison } from "#domain/dialogue/comparison.ts";
import { marksPointer } from "../model/field.ts";
import type { Model, Node } from "../model/model.ts";

/** State of the open dialogue: its content as drawn, and the selection. */
export interface DialogueState extends Model {
  readonly projectId: string;
  /** Sequence of the project up to which others' changes are in here. */
  readonly seq: number;
  /** Ids of selected nodes, groups and notes; survives zooming and changing the view. */
  readonly selection: ReadonlySet<string>;
  /** The one of them that keys and the inspector act on: the last selected. */
  readonly active: string | null;
  /** Counts requests to bring something into view; canvas and script follow it. */
  readonly revealed: { readonly id: string; readonly count: number } | null;
  /** Conflicts by the id of the node, group or note they are on. */
  readonly conflicts: ReadonlyMap<string, readonly FieldConflict[]>;
  /** Fields that someone else changed while their text was being edited here, by {@link fieldKey}. */
  readonly waiting: ReadonlyMap<string, RemoteChange>;
  /** Moment that this one is compared with; null for none. */
  readonly compared: ComparedMoment | null;
}

/** Differences between the moment shown and another one. Subjects that only the other has are drawn among the nodes. */
export interface ComparedMoment extends DialogueComparison {
  /** The nodes of the moment that is looked at, and nothing of the other. */
  readonly nodes: ReadonlyMap<string, Node>;
  /** Whether the other moment is the later one: what only it has is new. */
  readonly isOtherLater: boolean;
}

/** The nodes of the moment that is looked at, for whatever says something about it: its problems, its script, how it plays. */
export const nodesOfMoment = ({ nodes, compared }: Pick<DialogueState, "nodes" | "compared">) =>
  compared?.nodes ?? nodes;

/** Two people changed one field: mine is kept and shown, theirs is what the server has. */
export interface FieldConflict {
  readonly subjectId: string;
  /** JSON pointer into the stored subject: `/text`, `/branches/br_…/choice_text`; empty when all of it was deleted. */
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** `user:…` or `key:…`; empty while that is not known. */
  readonly by: string;
  readonly at: string;
  /** The refused gesture that holds mine. */
  readonly entryId: string;
}

/** A node as it is at the moment that is looked at; one that only the other moment has, as it is there. */
export const nodeOfMoment = (state: Pick<DialogueState, "nodes" | "compared">, id: string): Node | undefined =>
  nodesOfMoment(state).get(id) ?? state.nodes.get(id);

/** A change of someone else that waits because its field has the caret. */
export interface RemoteChange {
  readonly value: unknown;
  readonly by: string;
  readonly at: string;
}

export type SelectMode = "replace" | "add" | "toggle";

/** The key of a field: its subject and its JSON pointer. */
export function fieldKey(subjectId: string, pointer: string): string {
  return `${subjectId}#${pointer}`;
}

/** The conflict about a field: about its words, else about the marks on them. */
export function conflictAt(
  conflicts: readonly FieldConflict[] | undefined,
  pointer: string,
): FieldConflict | undefined {
  const about = (wanted: string | null) => conflicts?.find(({ field }) => field === wanted);
  return about(pointer) ?? about(marksPointer(pointer));
}

/** A dialogue as it opens: nothing is selected, in conflict, or waits. */
export function openingState(
  model: Model,
  projectId: string,
  seq: number,
  compared: ComparedMoment | null = null,
): DialogueState {
  return {
    ...model,
    projectId,
    seq,
    selection: new Set(),
    active: null,
    revealed: null,
    conflicts: new Map(),
    waiting: new Map(),
    compared,
  };
}

/** Selection, and the part of it that keys act on. */
export type Selection = Pick<DialogueState, "selection" | "active">;

/** The selection after a person selected something. The active one is the last that was added. */
export function selected({ selection, active }: Selection, ids: readonly string[], mode: SelectMode): Selection {
  if (mode === "replace") {
    const same = ids.length === selection.size && ids.every((id) => selection.has(id));
    const last = ids.at(-1) ?? null;
    return same && active === last
      ? { selection, active }
      : { selection: same ? selection : new Set(ids), active: last };
  }
  const next = new Set(selection);
  for (const id of ids) {
    if (mode === "toggle" && selection.has(id)) next.delete(id);
    else next.add(id);
  }
  const last = ids.findLast((id) => next.has(id)) ?? active;
  return { selection: next, active: last !== null && next.has(last) ? last : ([...next].at(-1) ?? null) };
}

/** The selection without what is gone; the same sets where nothing is. */
export function remaining(state: Selection, exists: (id: string) => boolean): Selection {
  if ([...state.selection].every(exists)) return state;
  const selection = new Set([...state.selection].filter(exists));
  const kept = state.active !== null && selection.has(state.active);
  return { selection, active: kept ? state.active : ([...selection].at(-1) ?? null) };
}
