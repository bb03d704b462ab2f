import { addToList } from "../add-to-list.ts";
import { canonicalJson } from "../canonical-json.ts";
import { marksAfter } from "../text-marks/kept-marks.ts";
import type { MarkedText } from "../text-marks/text-mark.ts";
import type { Branch } from "./wire.ts";

/** An entry of a list as it may be sent: with or without its id. */
export type Optional<T> = T extends { id: string } ? Omit<T, "id"> & { id?: string | undefined } : never;

/** A branch as it may be sent: it, its conditions and its effects with or without ids. */
export type BranchInput = Omit<Branch, "id" | "text_marks" | "conditions" | "effects"> & {
  readonly id?: string | undefined;
  /** Absent: those of the branch that it is, on the words that stay. */
  readonly text_marks?: Branch["text_marks"] | undefined;
  readonly conditions: readonly Optional<Branch["conditions"][number]>[];
  readonly effects: readonly Optional<Branch["effects"][number]>[];
};

/** Makes a new id of one kind. */
export type MakeId = (kind: "branch" | "condition" | "effect") => string;

/**
 * Gives ids to branches that were sent without. A branch that was sent with an id keeps it; the others take the id of
 * an existing branch with the same target and text, then of the one at the same place in the list, and what is left is
 * new. Conditions and effects inside a branch that keeps its id are treated by {@link identifyEntries} likewise.
 *
 * So a client that knows nothing of ids can read a node, change a text and send the node back without every branch
 * becoming another branch in history.
 */
export function identifyBranches(
  existing: readonly Branch[],
  incoming: readonly BranchInput[],
  makeId: MakeId,
): Branch[] {
  const matched = match(existing, incoming, (branch) =>
    canonicalJson([branch.target_graph_id, branch.target_node_id, branch.choice_text]),
  );
  const byId = new Map(existing.map((branch) => [branch.id, branch]));
  return incoming.map((branch, index) => {
    const id = branch.id ?? matched[index] ?? makeId("branch");
    const before = byId.get(id);
    return {
      ...branch,
      id,
      text_marks: marksAfter(markedChoice(before), { text: branch.choice_text, marks: branch.text_marks }),
      conditions: identifyEntries(before?.conditions ?? [], branch.conditions, () => makeId("condition")),
      effects: identifyEntries(before?.effects ?? [], branch.effects, () => makeId("effect")),
    };
  });
}

/** Words of a choice with their marks; of one that is not there yet, none. */
function markedChoice(branch: Branch | undefined): MarkedText {
  return { text: branch?.choice_text ?? "", marks: branch?.text_marks ?? [] };
}

/** Gives ids to conditions or effects that were sent without: by equal content, then by place, then new ones. */
export function identifyEntries<T extends { id: string }>(
  existing: readonly T[],
  incoming: readonly Optional<T>[],
  makeId: () => string,
): T[] {
  const matched = match<{ id?: string | undefined }>(existing, incoming, ({ id: _, ...content }) =>
    canonicalJson(content),
  );
  return incoming.map((entry, index) => ({ ...entry, id: entry.id ?? matched[index] ?? makeId() }) as unknown as T);
}

/** For each incoming item without an id, the id of the existing item it is taken to be. No existing id is used twice. */
function match<T extends { id?: string | undefined }>(
  existing: readonly T[],
  incoming: readonly T[],
  likeness: (item: T) => string,
): (string | undefined)[] {
  const free = new Set(existing.map((item) => item.id));
  for (const item of incoming) if (item.id !== undefined) free.delete(item.id);
  const result: (string | undefined)[] = new Array(incoming.length).fill(undefined);
  if (free.size === 0) return result;

  const take = (index: number, id: string | undefined) => {
    if (id === undefined || !free.has(id)) return;
    result[index] = id;
    free.delete(id);
  };
  const open = () => incoming.flatMap((item, at) => (item.id === undefined && result[at] === undefined ? [at] : []));
  const known = existing.map((item) => (item.id !== undefined && free.has(item.id) ? likeness(item) : null));
  const wanted = incoming.map((item) => (item.id === undefined ? likeness(item) : null));
  // Of several alike, the one at the same place: one whose target a file cannot say looks like another without a target.
  for (const at of open()) if (wanted[at] === known[at]) take(at, existing[at]?.id);
  const alike = new Map<string | null, string[]>();
  for (const [at, { id }] of [...existing.entries()].reverse())
    if (id !== undefined && free.has(id)) addToList(alike, known[at] ?? null, id);
  for (const at of open()) take(at, alike.get(wanted[at] ?? null)?.pop());
  for (const at of open()) take(at, existing[at]?.id);
  return result;
}
