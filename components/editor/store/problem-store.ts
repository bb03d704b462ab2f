import { createStore, type StoreApi } from "zustand/vanilla";
import { addToList } from "#domain/add-to-list.ts";
import { countCauses, groupProblems, type ProblemGroup } from "#domain/problems/group-problems.ts";
import { type Problem, problemKey, type Severity } from "#domain/problems/problem.ts";

/** A decision to ignore a problem. */
export interface KnownWaiver {
  readonly id: string;
  readonly node_id: string | null;
  readonly branch_id: string | null;
  readonly code: string;
  readonly reason: string;
  /** `user:…` or `key:…`. */
  readonly by: string;
  readonly updated_at: string;
}

/** A problem that is ignored, and why. */
export interface IgnoredProblem {
  readonly problem: Problem;
  readonly waiver: KnownWaiver;
}

/** Time at which a problem appeared while this dialogue was open, and the gesture before it. */
export interface Since {
  readonly at: number;
  /** Label of the last gesture before it; null when the change came from another person. */
  readonly after: string | null;
}

export type ShownGroup = ProblemGroup & {
  /** Null for what was there when the dialogue was opened. */
  readonly since: Since | null;
};

/** The problems of the open dialogue as they are shown. */
export interface ProblemsState {
  /** False until the first check is done. */
  readonly isChecked: boolean;
  /** All problems, ignored ones included. */
  readonly found: readonly Problem[];
  readonly waivers: readonly KnownWaiver[];
  readonly groups: readonly ShownGroup[];
  readonly ignored: readonly IgnoredProblem[];
  /** Problems by node. A node whose problems are the same keeps the same array. */
  readonly byNode: ReadonlyMap<string, readonly Problem[]>;
  /** Groups by severity: what one gesture can put right is one problem, however many nodes it is on. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Time of the last check on this device. */
  readonly checkedAt: number;
  /** The last answer of the server, and the sequence it is true at. */
  readonly confirmed: { readonly seq: number; readonly at: number } | null;
  /** The group that F8 stands at. */
  readonly current: string | null;
  /** The node that is being written: what is wrong with it only since then waits until it is left. */
  readonly held: string | null;
}

export type ProblemStore = StoreApi<ProblemsState>;

export function createProblemStore(): ProblemStore {
  return createStore<ProblemsState>(() => ({
    isChecked: false,
    found: [],
    waivers: [],
    groups: [],
    ignored: [],
    byNode: new Map(),
    counts: { error: 0, warning: 0, info: 0 },
    checkedAt: 0,
    confirmed: null,
    current: null,
    held: null,
  }));
}

/**
 * The state after a check, after waivers changed, or after another node is being written. `since` is given to groups that were not there
 * before.
 */
export function withFindings(
  state: ProblemsState,
  { found = state.found, waivers = state.waivers, held = state.held, since }: Findings,
): ProblemsState {
  const places = new Map(waivers.map((waiver) => [placeOf(waiver), waiver]));
  const told = new Set((held === null ? [] : (state.byNode.get(held) ?? [])).map(problemKey));
  const shown: Problem[] = [];
  const ignored: IgnoredProblem[] = [];
  for (const problem of found) {
    const waiver = places.get(placeOf(problem));
    if (waiver !== undefined) ignored.push({ problem, waiver });
    else if (held === null || problem.node_id !== held || told.has(problemKey(problem))) shown.push(problem);
  }
  const before = new Map(state.groups.map((group) => [group.key, group.since]));
  const groups = groupProblems(shown).map((group): ShownGroup => {
    const known = before.get(group.key);
    return { ...group, since: known === undefined ? since : known };
  });
  return {
    ...state,
    found,
    waivers,
    groups,
    ignored,
    byNode: byNode(state.byNode, shown),
    counts: countCauses(shown),
    current: groups.some(({ key }) => key === state.current) ? state.current : null,
    held,
  };
}

interface Findings {
  readonly found?: readonly Problem[];
  readonly waivers?: readonly KnownWaiver[];
  readonly held?: string | null;
  readonly since: Since | null;
}

function byNode(
  before: ReadonlyMap<string, readonly Problem[]>,
  problems: readonly Problem[],
): ReadonlyMap<string, readonly Problem[]> {
  const next = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (problem.node_id === null) continue;
    addToList(next, problem.node_id, problem);
  }
  const result = new Map<string, readonly Problem[]>();
  for (const [id, list] of next) {
    const old = before.get(id);
    result.set(id, old !== undefined && sameProblems(old, list) ? old : list);
  }
  return result;
}

/** Whether two lists say the same, in the same order. */
export function sameProblems(a: readonly Problem[], b: readonly Problem[]): boolean {
  return (
    a.length === b.length &&
    a.every((each, index) => {
      const other = b[index];
      if (other === undefined || problemKey(each) !== problemKey(other) || each.cause !== other.cause) return false;
      return JSON.stringify(each.data) === JSON.stringify(other.data);
    })
  );
}

function placeOf({ code, node_id, branch_id }: Pick<KnownWaiver, "code" | "node_id" | "branch_id">): string {
  return `${code} ${node_id ?? ""} ${branch_id ?? ""}`;
}

/** The group after or before the current one, in a circle. Notes are passed over while there is anything worse. */
export function neighbour(groups: readonly ShownGroup[], current: string | null, by: 1 | -1): ShownGroup | null {
  const worse = groups.filter(({ severity }) => severity !== "info");
  const stops = worse.length === 0 ? groups : worse;
  const at = stops.findIndex(({ key }) => key === current);
  const next = at < 0 ? (by > 0 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length;
  return stops[next] ?? null;
}
