/**
 * The runtime of dialogues: steps a second of a player that chooses at random, and states a second of an exploration that looks for
 * what is not there, each of the stories that come with the product.
 *
 *   node bench/runtime.ts [--steps=200000]
 */
import { parseArgs } from "node:util";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Effect } from "#domain/expression.ts";
import { explore } from "#domain/runtime/explore.ts";
import { randomAt } from "#domain/runtime/random.ts";
import { begin, choose, openOffers } from "#domain/runtime/run.ts";
import type { PlayedDialogue, PlayNode, PlayVariable } from "#domain/runtime/story.ts";
import { SAMPLES } from "#server/features/samples/samples.ts";
import { type ReadNode, readDialogue } from "../packages/runtime/src/read-dialogue.ts";

const { values } = parseArgs({ options: { steps: { type: "string", default: "200000" } } });
const steps = Number(values.steps);

/** A story in the product's own format, in which things are named by keys and what is usual is left out. */
interface WrittenNode extends Partial<Omit<PlayNode, "branches">> {
  readonly key: string;
  readonly branches?: readonly (Partial<Branch> & { readonly target_key?: string })[];
}
interface WrittenStory {
  readonly graphs: readonly {
    readonly key: string;
    readonly name: string;
    readonly start_key?: string;
    readonly nodes: readonly WrittenNode[];
  }[];
  readonly variables: readonly (Omit<PlayVariable, "id" | "enum_values"> & { readonly enum_values?: string[] })[];
}

const whole = (effects: readonly Effect[] = []): Effect[] =>
  effects.map((effect) => ({ ...effect, when: effect.when ?? [], value: effect.value ?? null }));

const toRead = ({ key, branches = [], on_enter_effects, ...node }: WrittenNode): ReadNode => ({
  ...node,
  id: key,
  on_enter_effects: whole(on_enter_effects),
  branches: branches.map(({ target_key, ...branch }, at) => ({
    ...branch,
    id: `${key}/${at}`,
    target_node_id: target_key ?? null,
    effects: whole(branch.effects),
  })),
});

/** A room of levers that are pulled and put back: two states for each, in every combination. */
function levers(count: number): PlayedDialogue {
  const of = (at: number) => `var_${at}`;
  const pull = (at: number): ReadNode["branches"] => [
    {
      id: `pull${at}`,
      choice_text: `Lever ${at}`,
      target_node_id: "room",
      effects: [{ id: `ef${at}`, op: "toggle", target: of(at), value: null, when: [] }],
    },
  ];
  const all = Array.from({ length: count }, (_, at) => at);
  const isOpen = { id: "cnd", op: "all" as const, args: all.map((at) => ({ var: of(at) })) };
  const door = { id: "leave", choice_text: "Leave", target_node_id: "out", conditions: [isOpen] };
  return readDialogue(
    {
      id: "levers",
      start_node_id: "room",
      nodes: [
        { id: "room", text: "Levers.", branches: [...all.flatMap((at) => pull(at) ?? []), door] },
        { id: "out", kind: "end" },
      ],
    },
    { variables: all.map((at) => ({ id: of(at), name: of(at), type: "boolean" as const, default: false })) },
  );
}

{
  const begun = performance.now();
  const { states, kind } = explore(levers(12), { isWanted: () => false, budget: 1_000_000 });
  const took = performance.now() - begun;
  const looked = Math.round((states / took) * 1_000).toLocaleString("en");
  console.log(`Twelve levers: ${states} states, ${kind}, in ${took.toFixed(0)} ms, ${looked} states/s`);
}

for (const { content } of Object.values(SAMPLES)) {
  const { graphs, variables } = content.story as unknown as WrittenStory;
  for (const graph of graphs) {
    const { name } = graph;
    const dialogue = readDialogue(
      { id: graph.key, start_node_id: graph.start_key ?? null, nodes: graph.nodes.map(toRead) },
      { variables: variables.map((each) => ({ ...each, id: each.name })) },
    );
    const begun = performance.now();
    let page = begin(dialogue);
    for (let step = 0; step < steps; step++) {
      const { halt } = page;
      const open = openOffers(halt);
      const chosen = open[Math.floor(randomAt(1, step) * open.length)];
      page = chosen === undefined ? begin(dialogue, { seed: step }) : choose(dialogue, page.state, chosen.branch);
    }
    const played = performance.now() - begun;
    const looked = performance.now();
    const { states, kind } = explore(dialogue, { isWanted: () => false, budget: 1_000_000 });
    const took = performance.now() - looked;
    const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1_000).toLocaleString("en");
    console.log(
      `${name}: ${graph.nodes.length} cards, ${perSecond(steps, played)} steps/s; ${states} states, ${kind}, in ${took.toFixed(0)} ms, ${perSecond(states, took)} states/s`,
    );
  }
}
