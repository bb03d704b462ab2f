import { diffStates, touchedPointers } from "../change/change.ts";
import { type ChangedField, changedFields } from "../change/changed-fields.ts";
import { jsonEqual } from "../json.ts";
import { isPart, type NodeState, type SubjectState } from "./states.ts";

/** Difference of one part of a dialogue between two moments. */
export type ChangeMark = "added" | "removed" | "changed";

/** A subject of a dialogue that differs between two moments. */
export interface SubjectComparison {
  readonly mark: ChangeMark;
  /** The fields that differ; none for what was added or removed. */
  readonly fields: readonly ChangedField[];
}

/** Two moments of one dialogue, in the order of time. */
export interface DialogueComparison {
  /**
   * Differences by the id of the dialogue, node, group or annotation. A part that only moved on the canvas is left out.
   */
  readonly subjects: ReadonlyMap<string, SubjectComparison>;
  /** Branches that differ, by id; those of added and removed nodes as well. */
  readonly branches: ReadonlyMap<string, ChangeMark>;
}

/** The states of a dialogue and its parts, by id. */
export type DialogueStates = ReadonlyMap<string, SubjectState>;

/** Fields that tell where something is drawn, stored or came from: nobody reads them in the story. */
const NOT_READ = /^\/(canvas_x|canvas_y|width|height|graph_id|source_format|source_key)$/;

/** Compares a dialogue at an earlier moment with the same dialogue at a later one. */
export function compareDialogues(before: DialogueStates, after: DialogueStates): DialogueComparison {
  const subjects = new Map<string, SubjectComparison>();
  const branches = new Map<string, ChangeMark>();
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(id) ?? null, after.get(id) ?? null];
    const compared = compareSubject(old, now);
    if (compared === null) continue;
    subjects.set(id, compared);
    markBranches(branches, branchesOf(old), branchesOf(now));
  }
  return { subjects, branches };
}

function compareSubject(before: SubjectState | null, after: SubjectState | null): SubjectComparison | null {
  if (before === null) return { mark: "added", fields: [] };
  if (after === null) return { mark: "removed", fields: [] };
  const [old, now] = [before, after];
  const pointers = touchedPointers(diffStates(old, now)).filter((pointer) => !NOT_READ.test(pointer));
  const fields = changedFields(pointers, old, now);
  return fields.length === 0 ? null : { mark: "changed", fields };
}

const branchesOf = (state: SubjectState | null): NodeState["branches"] => (isPart("node", state) ? state.branches : {});

function markBranches(marks: Map<string, ChangeMark>, before: NodeState["branches"], after: NodeState["branches"]) {
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[id], after[id]];
    if (old === undefined) marks.set(id, "added");
    else if (now === undefined) marks.set(id, "removed");
    else if (!jsonEqual(old, now)) marks.set(id, "changed");
  }
}

/**
 * Returns the states to draw while two moments are compared: all of the moment shown, and the subjects and branches
 * that only the other moment has, at their own positions.
 */
export function statesOfBoth(shown: DialogueStates, other: DialogueStates): Map<string, SubjectState> {
  const both = new Map<string, SubjectState>(shown);
  for (const [id, state] of other) {
    const known = shown.get(id);
    if (known === undefined) both.set(id, state);
    else if (isPart("node", known) && isPart("node", state))
      both.set(id, { ...known, branches: { ...state.branches, ...known.branches } });
  }
  return both;
}
