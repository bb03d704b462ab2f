import { mergePatch } from "#domain/change/merge-patch.ts";
import { identifyEntries } from "#domain/dialogue/branch-identity.ts";
import { fromKeyed, type Keyed, type StoredBranch, toKeyed } from "#domain/dialogue/keyed.ts";
import type { Condition, Effect } from "#domain/expression.ts";
import { keysBetween } from "#domain/order.ts";
import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { nodeResource } from "./resources.ts";
import type { BranchPatchFields } from "./schemas.ts";
import type { NodeState, NodeVersion } from "./states.ts";
import { requireDistinct } from "./write-node.ts";

type Loc = (string | number)[];
type Branches = Keyed<StoredBranch>;

/** A branch to be made, under the id its client chose. */
type NewBranch = Required<{ [Field in keyof BranchPatchFields]: Exclude<BranchPatchFields[Field], undefined> }> & {
  id: string;
};

/** Adds a branch to a loaded node in the unit of work, in front of another one or last. */
export function createBranchIn(
  record: UnitOfWork,
  node: NodeVersion,
  branch: NewBranch,
  before: string | null,
  now: number,
  loc: Loc,
): void {
  const { branches } = stateOf(nodeResource, node);
  const { id, conditions, effects, ...fields } = branch;
  if (Object.hasOwn(branches, id)) throw new Problem("id_taken", { detail: { id } });
  const logic = logicOf(null, { conditions, effects }, now, [...loc, "branch"]);
  // The entry needs a key before it can be placed; placing it gives it its own.
  const added = { ...branches, [id]: { ...fields, ...logic, order: "" } as unknown as Branches[string] };
  write(record, node, place(added, id, before), loc);
}

/** Changes fields of one branch of a loaded node in the unit of work; the others are not touched. */
export function patchBranchIn(
  record: UnitOfWork,
  node: NodeVersion,
  id: string,
  patch: BranchPatchFields,
  now: number,
  loc: Loc,
): void {
  const { branches } = stateOf(nodeResource, node);
  const branch = required(branches, id);
  const { conditions, effects, extensions, ...fields } = patch;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const next = {
    ...branch,
    ...given,
    ...(extensions !== undefined && { extensions: mergePatch(branch.extensions as never, extensions) }),
    ...logicOf(branch, { conditions, effects }, now, [...loc, "patch"]),
  };
  write(record, node, { ...branches, [id]: next as Branches[string] }, loc);
}

/** Deletes one branch of a loaded node in the unit of work. */
export function deleteBranchIn(record: UnitOfWork, node: NodeVersion, id: string, loc: Loc): void {
  const { branches } = stateOf(nodeResource, node);
  required(branches, id);
  const { [id]: _, ...others } = branches;
  write(record, node, others, loc);
}

/** Puts one branch of a loaded node in front of another one, or last; no other branch changes. */
export function moveBranchIn(record: UnitOfWork, node: NodeVersion, id: string, before: string | null, loc: Loc): void {
  const { branches } = stateOf(nodeResource, node);
  required(branches, id);
  if (before !== id) write(record, node, place(branches, id, before), loc);
}

function required(branches: Branches, id: string): Branches[string] {
  const branch = Object.hasOwn(branches, id) ? branches[id] : undefined;
  if (branch === undefined) throw new Problem("not_found", { detail: { id } });
  return branch;
}

/** Gives one branch a key between its new neighbours, and leaves it as it is when it lies there already. */
function place(branches: Branches, id: string, before: string | null): Branches {
  const others = fromKeyed<StoredBranch>(branches).filter((branch) => branch.id !== id);
  const found = others.findIndex((branch) => branch.id === before);
  const at = found === -1 ? others.length : found;
  const keyOf = (index: number): string | null => branches[others[index]?.id ?? ""]?.order ?? null;
  const [low, high] = [keyOf(at - 1), keyOf(at)];
  const branch = required(branches, id);
  if (branch.order !== "" && (low === null || low < branch.order) && (high === null || branch.order < high)) {
    return branches;
  }
  if (low !== null && high !== null && low >= high) return rekeyed(branches, id, at);
  const order = keysBetween(low, high, 1)[0] ?? "";
  return { ...branches, [id]: { ...branch, order } };
}

/** Two branches with one key leave no room between them: the list gets keys that do. */
function rekeyed(branches: Branches, id: string, at: number): Branches {
  const list = fromKeyed<StoredBranch>(branches);
  const others = list.filter((branch) => branch.id !== id);
  return toKeyed<StoredBranch>(others.toSpliced(at, 0, ...list.filter((branch) => branch.id === id)), branches);
}

/** Conditions and effects as stored, where they were sent; what was sent without ids gets some. */
function logicOf(
  before: Branches[string] | null,
  sent: Pick<BranchPatchFields, "conditions" | "effects">,
  now: number,
  loc: Loc,
): Partial<Pick<StoredBranch, "conditions" | "effects">> {
  const logic: Partial<Pick<StoredBranch, "conditions" | "effects">> = {};
  if (sent.conditions !== undefined) {
    const existing = before?.conditions ?? {};
    const list = identifyEntries<Condition>(fromKeyed(existing), sent.conditions as never, () => newId("cnd", now));
    requireDistinct(list, [...loc, "conditions"]);
    logic.conditions = toKeyed<Condition>(list, existing);
  }
  if (sent.effects !== undefined) {
    const existing = before?.effects ?? {};
    const list = identifyEntries<Effect>(fromKeyed(existing), sent.effects as never, () => newId("ef", now));
    requireDistinct(list, [...loc, "effects"]);
    logic.effects = toKeyed<Effect>(list, existing);
  }
  return logic;
}

function write(record: UnitOfWork, node: NodeVersion, branches: Branches, loc: Loc): void {
  const next: NodeState = { ...stateOf(nodeResource, node), branches };
  record.update(nodeResource, node, next, { loc });
}
