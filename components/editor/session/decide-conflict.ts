import { pointersMeet } from "#domain/change/pointer.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { touches } from "#domain/dialogue/operations/table.ts";
import type { ConflictFact, Entry } from "../saving/outbox/entry.ts";

/** A gesture's operations sent once more over what others did. What they deleted comes back first. */
export function asMine(
  { operations, conflicts }: Entry,
  graphId: string,
  versions: ReadonlyMap<string, number>,
): Operation[] {
  const back: Operation[] = conflicts.flatMap(({ id, field }) => (field === "" ? restored(id) : []));
  const again = operations.map((operation): Operation => {
    const { base_seq, ...rest } = operation as Operation & { readonly base_seq?: number };
    const made = remade(rest as Operation, conflicts);
    const seq = versions.get(touches(operation, graphId)[0]?.subjectId ?? "");
    const isNew = base_seq === undefined || seq === undefined || made.op !== operation.op;
    return isNew ? made : ({ ...made, base_seq: seq } as Operation);
  });
  return [...back, ...again];
}

/** Words of two people, one after the other: theirs stand first, as they are saved. */
const together = (theirs: string, mine: string): string => `${theirs}\n\n${mine}`;

/** Whether both versions of a field can stand in it: words that may be of any length and have lines. */
export function canKeepBoth({ field, mine, theirs }: Pick<ConflictFact, "field" | "mine" | "theirs">): boolean {
  const isText = /^\/(text|description)$/.test(field);
  return isText && typeof mine === "string" && typeof theirs === "string" && mine !== "" && theirs !== "";
}

/** A gesture's operations sent once more, its words behind those of others. */
export function asBoth(entry: Entry, graphId: string, versions: ReadonlyMap<string, number>): Operation[] {
  return asMine(entry, graphId, versions).map((operation): Operation => {
    if (!("patch" in operation)) return operation;
    const patch: Record<string, unknown> = { ...operation.patch };
    const subjects = new Set(touches(operation, graphId).map(({ subjectId }) => subjectId));
    for (const fact of entry.conflicts) {
      const name = fact.field.slice(1);
      const mine = patch[name];
      if (!subjects.has(fact.id) || !canKeepBoth(fact) || typeof mine !== "string") continue;
      patch[name] = together(String(fact.theirs), mine);
      // Marks stay on the words of theirs; those on mine are told in places that are no longer theirs.
      if (name === "text") delete patch.text_marks;
    }
    return { ...operation, patch } as Operation;
  });
}

/** A gesture's operations without what others have changed. */
export function asTheirs({ operations, conflicts }: Entry, graphId: string): Operation[] {
  return operations.flatMap((operation) => {
    const touched = touches(operation, graphId);
    const lost = touched.filter((at) =>
      conflicts.some(({ id, field }) => id === at.subjectId && pointersMeet(field, at.pointer)),
    );
    if (lost.length === 0) return [operation];
    if (lost.length === touched.length || !("patch" in operation)) return [];
    const names = new Set(lost.map(({ pointer }) => pointer.slice(pointer.lastIndexOf("/") + 1)));
    if (names.has("text") || names.has("choice_text")) names.add("text_marks");
    const patch = Object.entries(operation.patch).filter(([name]) => !names.has(name));
    return patch.length === 0 ? [] : [{ ...operation, patch: Object.fromEntries(patch) } as Operation];
  });
}

function restored(id: string): Operation[] {
  const kind = id.startsWith("grp_") ? "group" : id.startsWith("ann_") ? "annotation" : "node";
  return [{ op: `${kind}.restore`, id }];
}

/** An edit of a branch that was deleted makes it again, with the edit. */
function remade(operation: Operation, conflicts: readonly ConflictFact[]): Operation {
  if (operation.op !== "branch.update") return operation;
  const { id, node_id, patch } = operation;
  const isGone = conflicts.some(
    (each) => each.id === node_id && each.field === `/branches/${id}` && each.theirs === null,
  );
  if (!isGone) return operation;
  return { op: "branch.create", node_id, branch: { ...patch, id } };
}
