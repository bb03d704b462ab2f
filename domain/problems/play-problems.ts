import { collectUses, type Expression, type VariableValue, walkExpression } from "../expression.ts";
import { FUNCTIONS } from "../expression-functions.ts";
import type { VariableDeclaration } from "../expression-type.ts";
import { explorer } from "../runtime/explore.ts";
import type { Page } from "../runtime/run.ts";
import { logicOf, type PlayedDialogue, type PlayNode, type PlayVariable, startOf } from "../runtime/story.ts";
import type { Steps } from "../steps.ts";
import type { KnownElsewhere } from "./knowledge-problems.ts";
import { asksVariablesAlone, changedBy, holdsWith, type PlayedTest, testsIn } from "./played-tests.ts";
import { type Problem, problem, type SeenValues } from "./problem.ts";

/** A variable as the rules read it; without a default, nothing is said of its values. */
export type CheckedVariable = VariableDeclaration & Partial<Pick<PlayVariable, "default" | "scope" | "min" | "max">>;

/** The other dialogues of the project, as far as they decide what is true in this one. */
export interface Elsewhere {
  /** Variables that other dialogues change. */
  readonly changed: ReadonlySet<string>;
  /** Whether another dialogue leads here. */
  readonly leadsHere: boolean;
  /** Answer of the rest of the project about the facts that are named here; absent while it is not known. */
  readonly knowledge?: KnownElsewhere;
}

/** A dialogue with its nodes in order of creation, without its words. */
export interface PlayedNodes {
  readonly id: string;
  readonly start_node_id: string | null;
  readonly nodes: readonly PlayNode[];
}

/** Nodes of a dialogue that is played at all, and of one whose states are all looked at. */
export const MOST_PLAYED = 2_000;
const MOST_EXPLORED = 500;
/** Different states that are looked at, at most, and those between two steps. */
const BUDGET = 500;
const STATES_A_STEP = 10;
/** Values of a variable that a problem names, at most. */
const MOST_VALUES = 3;

/** Kinds at which the host of a story may set variables. */
const HOSTED: ReadonlySet<PlayNode["kind"]> = new Set(["command", "wait_event"]);

/**
 * Finds the conditions that come out the same however the dialogue is played: because nothing changes what they ask for, or because no state
 * that can be reached makes them true. What cannot be decided within a budget, or depends on what is not in this dialogue, is no problem.
 */
export function* playProblems(
  { id, start_node_id, nodes }: PlayedNodes,
  variables: ReadonlyMap<string, CheckedVariable>,
  elsewhere: Elsewhere,
): Steps<Problem[]> {
  if (nodes.length > MOST_PLAYED) return [];
  const tests = testsIn(nodes, (variable) => variables.get(variable));
  if (tests.length === 0) return [];
  const { effects } = logicOf(nodes);
  const isHosted = nodes.some(({ kind }) => HOSTED.has(kind)) || effects.some(({ op }) => op === "opaque");
  if (isHosted) return [];
  const changed = changedBy(effects);
  const constants: Record<string, VariableValue> = {};
  for (const [variable, { default: value }] of variables) {
    if (value !== undefined && !changed.has(variable) && !elsewhere.changed.has(variable)) constants[variable] = value;
  }
  const found: Problem[] = [];
  const open: PlayedTest[] = [];
  for (const test of tests) {
    const truth = holdsWith(test.conditions, constants, test.nodeId);
    if (typeof truth === "boolean") found.push(neverSet(test, truth, constants));
    else if (asksVariablesAlone(test.conditions)) open.push(test);
  }
  if (open.length === 0 || nodes.length > MOST_EXPLORED) return found;
  const isOwn = (variable: string): boolean => {
    const known = variables.get(variable);
    if (known?.default === undefined || elsewhere.changed.has(variable)) return false;
    return Object.hasOwn(constants, variable) || known.scope === "playthrough" || known.scope === "dialogue";
  };
  if (elsewhere.leadsHere || !isWhole(nodes, startOf({ id, start: start_node_id, nodes: byId(nodes) }), isOwn)) {
    return found;
  }
  const played: PlayedDialogue = {
    id,
    start: start_node_id,
    nodes: byId(nodes.map(playedWithoutWords)),
    variables: new Map([...variables].flatMap(([each, known]) => playVariable(each, known))),
  };
  return [...found, ...(yield* neverTrue(played, open))];
}

const byId = (nodes: readonly PlayNode[]) => new Map(nodes.map((node) => [node.id, node]));

function playVariable(id: string, known: CheckedVariable): [string, PlayVariable][] {
  return known.default === undefined ? [] : [[id, { ...known, id, name: id, default: known.default }]];
}

/** A node as it is played; of its words only that there are some, and nothing of its notes. */
export function playedWithoutWords(node: PlayNode): PlayNode {
  const { id, kind, conditions, on_enter_effects, exit_to } = node;
  const mark = (words: string) => (words.trim() === "" ? "" : "…");
  const branches = node.branches.map((branch) => ({
    ...branch,
    choice_text: mark(branch.choice_text),
    text_marks: [],
    extensions: {},
  }));
  return { id, kind, text: mark(node.text), conditions, on_enter_effects, branches, exit_to };
}

function neverSet(
  { nodeId, branchId, variables }: PlayedTest,
  holds: boolean,
  constants: Readonly<Record<string, VariableValue>>,
): Problem {
  const states = [...variables].flatMap((variable_id) =>
    Object.hasOwn(constants, variable_id) ? [{ variable_id, values: [inWords(constants[variable_id] ?? null)] }] : [],
  );
  const variable_id = states[0]?.variable_id ?? nodeId;
  return problem("never_set", variable_id, { node_id: nodeId, branch_id: branchId, variable_id }, { states, holds });
}

/** Functions that tell of the play of this dialogue alone. */
const OF_PLAY: ReadonlySet<string> = new Set([
  "visits",
  "visited",
  "offered",
  "turns",
  "turns_since",
  "choice_count",
  "has_any_content",
  "random",
]);

/** Whether all that decides how a dialogue goes on is in it, from one beginning. */
function isWhole(nodes: readonly PlayNode[], start: string | null, isOwn: (variable: string) => boolean): boolean {
  const ids = new Set(nodes.flatMap(({ id, branches }) => [id, ...branches.map((branch) => branch.id)]));
  const isKnown = (expression: Expression): boolean => {
    let known = true;
    walkExpression(expression, (part) => {
      if ("var" in part) known &&= isOwn(part.var);
      else if ("ref" in part) known &&= ids.has(part.ref);
      else if ("entity" in part) known = false;
      else if ("fn" in part && !("op" in part)) known &&= OF_PLAY.has(part.fn) && Object.hasOwn(FUNCTIONS, part.fn);
      else if ("op" in part) known &&= part.op !== "opaque";
    });
    return known;
  };
  const { conditions, effects } = logicOf(nodes);
  const isDecided =
    conditions.every(isKnown) &&
    effects.every(({ value, when }) => (value === null || isKnown(value)) && when.every(isKnown));
  return (
    isDecided &&
    nodes.every(({ id, kind, branches }) => {
      const comesBack = kind === "detour" || kind === "subgraph";
      const isEntered = kind === "entry" && id !== start;
      const stays = branches.every(({ target_graph_id }) => target_graph_id === null);
      return !isEntered && (!comesBack || stays) && branches.every(({ repeat_scope }) => repeat_scope !== "player");
    })
  );
}

/** Values that a variable had wherever a test was asked. */
interface Asked {
  readonly test: PlayedTest;
  readonly values: ReadonlyMap<string, Map<string, VariableValue>>;
  times: number;
}

/** Looks at every state of a dialogue, and answers the tests that were asked and true in none; none where there are too many states. */
function* neverTrue(played: PlayedDialogue, tests: readonly PlayedTest[]): Steps<Problem[]> {
  const asked = new Map<string, Asked[]>();
  for (const test of tests) {
    const values = new Map([...test.variables].map((each) => [each, new Map<string, VariableValue>()]));
    for (const at of placesOf(test, played)) asked.set(at, [...(asked.get(at) ?? []), { test, values, times: 0 }]);
  }
  const open = new Map<PlayedTest, Asked>();
  for (const each of [...asked.values()].flat()) if (!open.has(each.test)) open.set(each.test, each);
  const note = (nodeId: string, values: Readonly<Record<string, VariableValue>>) => {
    for (const { test } of asked.get(nodeId) ?? []) {
      const own = open.get(test);
      if (own === undefined) continue;
      if (holdsWith(test.conditions, values, nodeId) !== false) open.delete(test);
      own.times += 1;
      for (const [id, had] of own.values) had.set(JSON.stringify(values[id]), values[id] ?? null);
    }
  };
  const look = explorer(played, {
    isWanted: (page) => {
      noteDecisions(page, note, ownerOf);
      return false;
    },
    isStopped: () => open.size === 0,
  });
  const owners = new Map(
    [...played.nodes.values()].flatMap(({ id, branches }) => branches.map((branch) => [branch.id, id] as const)),
  );
  function ownerOf(branchId: string): string | undefined {
    return owners.get(branchId);
  }
  for (let budget = STATES_A_STEP; budget <= BUDGET; budget += STATES_A_STEP) {
    const { kind } = look(budget);
    if (kind === "none") {
      return tests.flatMap((test) => {
        const own = open.get(test);
        return own === undefined || own.times === 0 ? [] : [neverHolds(own, played)];
      });
    }
    if (open.size === 0) return [];
    yield;
  }
  return [];
}

/** Nodes at which a test is asked: that of its branch, or those that lead to its node. */
function placesOf({ nodeId, branchId }: PlayedTest, { nodes }: PlayedDialogue): string[] {
  if (branchId !== null) return [nodeId];
  return [...nodes.values()].flatMap(({ id, branches }) =>
    branches.some(({ target_node_id }) => target_node_id === nodeId) ? [id] : [],
  );
}

/** Tells of each decision of a page at which node it was made, and the values of variables then. */
function noteDecisions(
  { trace, state }: Page,
  note: (nodeId: string, values: Readonly<Record<string, VariableValue>>) => void,
  ownerOf: (branchId: string) => string | undefined,
): void {
  if (state.at !== null) note(state.at.node, state.values);
  const values = { ...state.values };
  for (const entry of trace.toReversed()) {
    if (entry.kind === "changed") values[entry.variable_id] = entry.before;
    const nodeId = entry.kind === "took" ? ownerOf(entry.branch_id) : undefined;
    if (nodeId !== undefined) note(nodeId, { ...values });
  }
}

function neverHolds({ test, values }: Asked, played: PlayedDialogue): Problem {
  const { nodeId, branchId } = test;
  const states = [...values].flatMap(([variable_id, had]): SeenValues[] => {
    const isTold = had.size <= MOST_VALUES && (had.size === 1 || isExact(variable_id, had, played));
    return isTold ? [{ variable_id, values: [...had.values()].map(inWords).sort() }] : [];
  });
  return problem("never_holds", branchId ?? nodeId, { node_id: nodeId, branch_id: branchId }, { states });
}

/** Whether all values of a variable were seen: states are not told apart above the numbers that it is compared with. */
function isExact(variable: string, had: ReadonlyMap<string, VariableValue>, { nodes }: PlayedDialogue): boolean {
  const compared = logicOf(nodes.values()).conditions.filter((each) => collectUses(each).variables.has(variable));
  const numbers = compared.flatMap((each) => {
    const found: number[] = [];
    walkExpression(each, (part) => {
      if ("lit" in part && typeof part.lit === "number") found.push(part.lit);
    });
    return found;
  });
  const most = Math.max(0, ...numbers);
  return [...had.values()].every((value) => typeof value !== "number" || value <= most);
}

/** A value as it is named in a problem. */
function inWords(value: VariableValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return `“${value}”`;
  if (Array.isArray(value)) return value.length === 0 ? "empty" : value.map((each) => `“${each}”`).join(", ");
  return value === null ? "nothing" : String(value);
}
