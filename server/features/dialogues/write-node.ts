import { mergePatch } from "#domain/change/merge-patch.ts";
import {
  type BranchInput as BranchWithoutIds,
  identifyBranches,
  identifyEntries,
} from "#domain/dialogue/branch-identity.ts";
import { type NodeLists, nodeListsFromKeyed, nodeListsToKeyed } from "#domain/dialogue/keyed.ts";
import type { Condition, Effect } from "#domain/expression.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { groupResource, nodeResource } from "./resources.ts";
import type { NodeCreate, NodePatchFields } from "./schemas.ts";
import type { NodeState, NodeVersion } from "./states.ts";

const PREFIX = { branch: "br", condition: "cnd", effect: "ef" } as const;

type Lists = Pick<NodePatchFields, "branches" | "conditions" | "on_enter_effects">;
type Loc = (string | number)[];

/** Gives ids to what was sent without, and keeps the order keys of what stays. */
function storedLists(existing: NodeState | null, sent: Lists, now: number, loc: Loc) {
  const before: NodeLists =
    existing === null ? { branches: [], conditions: [], on_enter_effects: [] } : nodeListsFromKeyed(existing);
  const makeId = (kind: keyof typeof PREFIX): string => newId(PREFIX[kind], now);
  const lists: NodeLists = {
    branches:
      sent.branches === undefined
        ? before.branches
        : identifyBranches(before.branches, sent.branches as BranchWithoutIds[], makeId),
    conditions:
      sent.conditions === undefined
        ? before.conditions
        : identifyEntries<Condition>(before.conditions, sent.conditions as never, () => makeId("condition")),
    on_enter_effects:
      sent.on_enter_effects === undefined
        ? before.on_enter_effects
        : identifyEntries<Effect>(before.on_enter_effects, sent.on_enter_effects as never, () => makeId("effect")),
  };
  requireDistinct(lists.branches, [...loc, "branches"]);
  requireDistinct(lists.conditions, [...loc, "conditions"]);
  requireDistinct(lists.on_enter_effects, [...loc, "on_enter_effects"]);
  for (const [index, branch] of lists.branches.entries()) {
    requireDistinct(branch.conditions, [...loc, "branches", index, "conditions"]);
    requireDistinct(branch.effects, [...loc, "branches", index, "effects"]);
  }
  return nodeListsToKeyed(lists, existing ?? undefined);
}

/** Two entries with one id would become one entry: refused, so that nothing is lost. */
export function requireDistinct(list: readonly { id: string }[], loc: Loc): void {
  const seen = new Set<string>();
  for (const [index, { id }] of list.entries()) {
    if (seen.has(id)) throw invalidValue([...loc, index, "id"], "another entry of this list has the same id", id);
    seen.add(id);
  }
}

/** The group of a node must exist in the same graph when it is named; speakers and targets may come later. */
async function requireGroup(
  record: UnitOfWork,
  graphId: string,
  sent: { group_id?: string | null | undefined },
  loc: Loc,
): Promise<void> {
  if (sent.group_id != null && (await record.get(groupResource, sent.group_id))?.graph_id !== graphId) {
    throw invalidValue([...loc, "group_id"], "no such group in this dialogue", sent.group_id);
  }
}

/** Creates a node in the unit of work and answers its id. */
export async function createNodeIn(
  record: UnitOfWork,
  graphId: string,
  body: NodeCreate,
  now: number,
  loc: Loc = ["body"],
): Promise<string> {
  if (body.id !== undefined) await record.requireUnused(nodeResource, [body.id]);
  await requireGroup(record, graphId, body, loc);
  const id = body.id ?? newId("node", now);
  const { id: _, conditions, on_enter_effects, branches, ...fields } = body;
  record.create(
    nodeResource,
    id,
    {
      ...fields,
      graph_id: graphId,
      ...storedLists(null, { conditions, on_enter_effects, branches }, now, loc),
      source_format: null,
      source_key: null,
    },
    { loc },
  );
  return id;
}

const POSITIONS = new Set(["canvas_x", "canvas_y"]);

/** Applies a patch to a loaded node in the unit of work. A change of position alone is `dialogue_node.moved`. */
export async function patchNodeIn(
  record: UnitOfWork,
  version: NodeVersion,
  patch: NodePatchFields,
  now: number,
  loc: Loc = ["body"],
): Promise<void> {
  const state = stateOf(nodeResource, version);
  const { conditions, on_enter_effects, branches, extensions, ...fields } = patch;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  await requireGroup(record, state.graph_id, fields, loc);
  const touchesLists = conditions !== undefined || on_enter_effects !== undefined || branches !== undefined;
  const next: NodeState = {
    ...state,
    ...given,
    ...(extensions !== undefined && { extensions: mergePatch(state.extensions, extensions) }),
    ...(touchesLists && storedLists(state, { conditions, on_enter_effects, branches }, now, loc)),
  };
  const names = Object.keys(patch).filter((name) => patch[name as keyof NodePatchFields] !== undefined);
  const moved = names.length > 0 && names.every((name) => POSITIONS.has(name));
  record.update(nodeResource, version, next, { verb: moved ? "moved" : "updated", loc });
}
