import { BRANCH_DEFAULTS } from "#domain/dialogue/wire.ts";
import type { Removed } from "../model/content.ts";
import type { Operation } from "../model/operation.ts";
import { pointersMeet, touchedBy } from "../model/touched.ts";
import type { ConflictFact, Entry, SentOperation } from "../saving/outbox/entry.ts";

/** What deciding about a gesture needs to know of the record. */
interface Ground {
  readonly graphId: string;
  readonly versions: ReadonlyMap<string, number>;
  /** What was deleted, by id. */
  readonly removed: ReadonlyMap<string, Removed>;
}

/** A gesture's operations sent once more over what others did. What they deleted comes back first. */
export function asMine({ operations, conflicts }: Entry, { graphId, versions, removed }: Ground): SentOperation[] {
  const back: Operation[] = conflicts.flatMap(({ id, field }) => (field === "" ? restored(id, removed) : []));
  const again = operations.map((operation): SentOperation => {
    const { base_seq, ...rest } = operation;
    const made = remade(rest as Operation, conflicts);
    const subjectId = touchedBy(operation, graphId)[0]?.subjectId ?? "";
    const seq = versions.get(subjectId);
    return base_seq === undefined || seq === undefined || made.op !== operation.op ? made : { ...made, base_seq: seq };
  });
  return [...back, ...again];
}

/** A gesture's operations without what others have changed. */
export function asTheirs({ operations, conflicts }: Entry, graphId: string): SentOperation[] {
  return operations.flatMap((operation) => {
    const touched = touchedBy(operation, graphId);
    const lost = touched.filter((at) =>
      conflicts.some(({ id, field }) => id === at.subjectId && pointersMeet(field, at.pointer)),
    );
    if (lost.length === 0) return [operation];
    if (lost.length === touched.length || !("patch" in operation)) return [];
    const names = new Set(lost.map(({ pointer }) => pointer.slice(pointer.lastIndexOf("/") + 1)));
    const patch = Object.fromEntries(Object.entries(operation.patch).filter(([name]) => !names.has(name)));
    return [{ ...operation, patch } as SentOperation];
  });
}

function restored(id: string, removed: ReadonlyMap<string, Removed>): Operation[] {
  const kind =
    removed.get(id)?.kind ?? (id.startsWith("grp_") ? "group" : id.startsWith("ann_") ? "annotation" : "node");
  return [{ op: kind === "node" ? "node.restore" : kind === "group" ? "group.restore" : "annotation.restore", id }];
}

/** An edit of a choice that was deleted makes it again, with the edit. */
function remade(operation: Operation, conflicts: readonly ConflictFact[]): Operation {
  if (operation.op !== "branch.update") return operation;
  const { id, node_id, patch } = operation;
  const isGone = conflicts.some(
    (each) => each.id === node_id && each.field === `/branches/${id}` && each.theirs === null,
  );
  if (!isGone) return operation;
  return {
    op: "branch.create",
    node_id,
    branch: {
      id,
      ...BRANCH_DEFAULTS,
      conditions: [],
      effects: [],
      extensions: {},
      ...(Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as object),
    },
  };
}
