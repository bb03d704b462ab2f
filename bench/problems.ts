/**
 * Finding the problems of a dialogue: the first time, after an edit of one card with the other cards' findings remembered
 * (as the studio's worker does), and against the structural check alone; interleaved rounds in one run.
 *
 *   node bench/problems.ts [--rounds=15]
 */
import { parseArgs } from "node:util";
import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import {
  findProblems,
  type NodeCheck,
  nodeProblems,
  type ProblemContext,
  type ProblemNode,
} from "#domain/problems/find-problems.ts";
import { groupProblems } from "#domain/problems/group-problems.ts";
import type { Problem } from "#domain/problems/problem.ts";
import { checkGraph } from "#domain/structural-checks.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const rounds = Number(values.rounds);

const context: ProblemContext = {
  variables: new Map([["var_courage", { type: "integer", enum_values: [] }]]),
  entities: new Map([["ent_mara", true]]),
  dialogues: new Map(),
  places: new Map(),
};

function branch(id: string, target: string | null, guarded: boolean): Branch {
  return {
    ...BRANCH_DEFAULTS,
    id,
    target_node_id: target,
    choice_text: `Go on to ${target}.`,
    conditions: guarded ? [{ id: "cnd_1", op: "gte", args: [{ var: "var_courage" }, { lit: 3 }] }] : [],
    effects: guarded ? [{ id: "ef_1", op: "add", target: "var_courage", value: { lit: 1 }, when: [] }] : [],
    extensions: {},
  };
}

/** A chain with a second branch from every third card; one card in fifty has a fault. */
function story(count: number, faulty: boolean): ProblemNode[] {
  return Array.from({ length: count }, (_, i): ProblemNode => {
    const branches = i === count - 1 ? [] : [branch(`br_${i}_0`, `node_${i + 1}`, i % 5 === 0)];
    if (i % 3 === 0 && i < count - 1) branches.push(branch(`br_${i}_1`, `node_${(i * 7919) % count}`, false));
    if (faulty && i % 50 === 49) branches.push(branch(`br_${i}_2`, i % 100 === 99 ? null : "node_gone", false));
    return {
      id: `node_${i}`,
      kind: i === count - 1 ? "end" : "line",
      text: faulty && i % 50 === 7 ? "" : "A line of dialogue about as long as lines of dialogue are.",
      speaker_id: "ent_mara",
      speaker_label: null,
      conditions: [],
      on_enter_effects: [],
      branches,
      exit_to: null,
      extensions: {},
    };
  });
}

function remembering(): NodeCheck {
  const seen = new WeakMap<ProblemNode, readonly Problem[]>();
  return (node, graphId, known) => {
    let found = seen.get(node);
    if (found === undefined) {
      found = nodeProblems(node, graphId, known);
      seen.set(node, found);
    }
    return found;
  };
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

for (const count of [2_000, 10_000, 100_000]) {
  for (const faulty of [false, true]) {
    const graph = { id: "dlg_1", start_node_id: "node_0" };
    const nodes = story(count, faulty);
    const check = remembering();
    findProblems({ ...graph, nodes }, context, check);
    const ways: Record<string, (round: number) => number> = {
      "structural check alone": () => checkGraph(graph, nodes).unreachable.length,
      "all problems, first time": () => findProblems({ ...graph, nodes }, context).length,
      "after one edit": (round) => {
        const at = round % count;
        const edited = nodes.map((node, i) => (i === at ? { ...node, text: `${node.text}!` } : node));
        return findProblems({ ...graph, nodes: edited }, context, check).length;
      },
      "… and grouped": () => groupProblems(findProblems({ ...graph, nodes }, context, check)).length,
    };
    const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      for (const [way, work] of Object.entries(ways)) {
        const start = performance.now();
        found = work(round);
        times.get(way)?.push(performance.now() - start);
      }
    }
    console.log(`${count} cards, ${faulty ? `${found} groups of problems` : "sound"}`);
    for (const [way, taken] of times) console.log(`  ${way.padEnd(26)} ${median(taken).toFixed(2).padStart(8)} ms`);
  }
}
