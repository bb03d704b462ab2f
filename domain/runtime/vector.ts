import type { VariableValue } from "../expression.ts";
import type { TextMark } from "../text-marks/text-mark.ts";
import type { RunAction } from "./log.ts";
import { answer, begin, choose, type Halt, offersOf, type Page, talk } from "./run.ts";
import type { PlayState } from "./state.ts";
import {
  graphsOf,
  type PlayedDialogue,
  type PlayGraph,
  type PlayNode,
  type PlayVariable,
  type World,
} from "./story.ts";
import type { TalkNews } from "./talk.ts";

/** A dialogue as a vector writes it down: lists instead of maps. */
interface VectorGraph {
  readonly id: string;
  readonly start: string | null;
  readonly nodes: readonly PlayNode[];
}

/** Action of a step: the beginning, a branch that is taken, an answer of the host, or what came up in a talk. */
export type VectorAction =
  | {
      readonly begin: {
        readonly seed?: number;
        readonly from?: string;
        readonly values?: Readonly<Record<string, VariableValue>>;
        readonly taken_by_player?: readonly string[];
        readonly world_time?: number;
      };
    }
  | RunAction
  | { readonly talk: TalkNews };

/** Outcome that a step must have. */
export interface VectorOutcome {
  readonly nodes: readonly string[];
  readonly said: readonly string[];
  /** Marks on the texts of `said`, in their order; absent where none has any. */
  readonly said_marks?: readonly (readonly TextMark[])[];
  readonly trace: readonly string[];
  readonly halt: string;
  readonly offers: readonly {
    readonly branch: string;
    readonly text: string;
    /** Marks on the text; absent where it has none. */
    readonly text_marks?: readonly TextMark[];
    readonly open: boolean;
    readonly shown: boolean;
    readonly closed_by: string | null;
  }[];
  /** Branches that a talk has come to; absent for none. */
  readonly opened?: readonly string[];
  readonly values: Readonly<Record<string, VariableValue>>;
  readonly draws: number;
}

/** A conformance vector: a story, what is done with it, and what has to come of it. */
export interface Vector {
  /** The rule of the guide that it is an example of. */
  readonly rule: string;
  readonly title: string;
  readonly dialogue: VectorGraph & {
    readonly variables: readonly PlayVariable[];
    readonly others: readonly VectorGraph[];
    readonly world: World | null;
  };
  readonly steps: readonly { readonly do: VectorAction; readonly expect: VectorOutcome | null }[];
}

const toGraph = ({ nodes, ...graph }: VectorGraph): PlayGraph => ({
  ...graph,
  nodes: new Map(nodes.map((node) => [node.id, node])),
});

/** The story of a vector as the runtime plays it. */
export function dialogueOf({
  dialogue: { variables, others, world, ...graph },
}: Pick<Vector, "dialogue">): PlayedDialogue {
  return {
    ...toGraph(graph),
    variables: new Map(variables.map((each) => [each.id, each])),
    others: new Map(others.map((each) => [each.id, toGraph(each)])),
    ...(world !== null && { world }),
  };
}

/**
 * Plays the steps of a vector. Between two steps the state is written down as JSON and read again, as a saved game is.
 *
 * @returns what came of each step; null where the host's answer was not waited for, or nobody could be talked to.
 */
export function playVector(vector: Vector): (VectorOutcome | null)[] {
  const dialogue = dialogueOf(vector);
  let page: Page | null = null;
  return vector.steps.map(({ do: action }) => {
    const state = page === null ? null : (JSON.parse(JSON.stringify(page.state)) as PlayState);
    const next = perform(dialogue, state, action);
    if (next === null) return null;
    page = next;
    return outcomeOf(next);
  });
}

/**
 * Does what a step of a vector says, where a playthrough stands.
 *
 * @param state null before the beginning.
 * @returns null where the host's answer was not waited for, or nobody could be talked to.
 * @throws Error for a branch that is not there, and for anything before the beginning.
 */
export function perform(dialogue: PlayedDialogue, state: PlayState | null, action: VectorAction): Page | null {
  if ("begin" in action) return begin(dialogue, action.begin);
  if (state === null) throw new Error("a vector begins with a beginning");
  if ("answer" in action) return answer(dialogue, state, action.answer);
  if ("talk" in action) return talk(dialogue, state, action.talk);
  const branch = nodesOf(dialogue)
    .flatMap(({ branches }) => branches)
    .find(({ id }) => id === action.choose);
  if (branch === undefined) throw new Error(`no branch ${action.choose}`);
  return choose(dialogue, state, branch);
}

const nodesOf = (dialogue: PlayedDialogue): PlayNode[] =>
  graphsOf(dialogue).flatMap((graph) => [...graph.nodes.values()]);

/** Returns the outcome of a step as a vector writes it down. */
export function outcomeOf({ nodes, said, trace, halt, state }: Page): VectorOutcome {
  return {
    nodes,
    said: said.map(({ text }) => text),
    ...(said.some(({ text_marks }) => text_marks.length > 0) && {
      said_marks: said.map(({ text_marks }) => text_marks),
    }),
    trace: trace.map(entryWords),
    ...haltWords(halt),
    values: state.values,
    draws: state.draws,
  };
}

function entryWords(entry: Page["trace"][number]): string {
  switch (entry.kind) {
    case "took":
      return `took ${entry.branch_id}`;
    case "changed":
      return `changed ${entry.variable_id} from ${JSON.stringify(entry.before)} to ${JSON.stringify(entry.after)}`;
    case "proposed": {
      const { what, entity_id, key, before, after } = entry;
      const where = [what, entity_id, key].filter((each) => each !== null).join(" ");
      return `proposed ${where} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`;
    }
    case "reset":
      return "reset visits";
    case "told":
      return `told ${entry.op} ${JSON.stringify(entry.value)}`;
    case "refused":
      return `refused ${entry.effect_id}: ${entry.reason}`;
    default:
      return `${entry.kind} ${entry.node_id}`;
  }
}

function haltWords(halt: Halt): Pick<VectorOutcome, "halt" | "offers" | "opened"> {
  const offers = offersOf(halt).map(({ branch, text, text_marks, available, shown, obstacle }) => ({
    branch: branch.id,
    text,
    ...(text_marks.length > 0 && { text_marks }),
    open: available,
    shown,
    closed_by: obstacle === null ? null : obstacle.kind === "condition" && obstacle.unknown ? "unknown" : obstacle.kind,
  }));
  const where = halt.kind === "leaves" ? ` ${halt.graphId}${halt.nodeId === null ? "" : ` ${halt.nodeId}`}` : "";
  const opened = halt.kind === "choices" ? (halt.talk?.opened ?? []) : [];
  return { halt: `${halt.kind}${where}`, offers, ...(opened.length > 0 && { opened }) };
}
