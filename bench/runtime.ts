/**
 * The runtime of dialogues: steps a second of a player that chooses at random, and states a second of an exploration that looks for
 * what is not there, each of the stories that come with the product.
 *
 *   node bench/runtime.ts [--steps=200000]
 */
import { parseArgs } from "node:util";
import { importFabula } from "#domain/import/fabula/fabula.ts";
import { playedStory } from "#domain/import/play-imported.fixture.ts";
import { explore } from "#domain/runtime/explore.ts";
import { randomAt } from "#domain/runtime/random.ts";
import { begin, choose, openOffers } from "#domain/runtime/run.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { SAMPLES } from "#server/features/samples/samples.ts";
import saltGate from "#server/seed/salt-gate/story.json" with { type: "json" };
import { type ReadNode, readDialogue } from "../packages/runtime/src/read-dialogue.ts";

const { values } = parseArgs({ options: { steps: { type: "string", default: "200000" } } });
const steps = Number(values.steps);

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

/** Runs one behind the other that an exploration is measured over; the first still has to be compiled. */
const RUNS = 9;

const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1_000).toLocaleString("en");

/** Looks through everything that can happen, several times: the first, and the median of those behind it. */
function exploreAll(name: string, dialogue: PlayedDialogue): void {
  const runs = Array.from({ length: RUNS }, () => {
    const begun = performance.now();
    const { states, kind } = explore(dialogue, { isWanted: () => false, budget: 1_000_000 });
    return { states, kind, took: performance.now() - begun };
  });
  const [first] = runs;
  if (first === undefined) return;
  const warm = runs.slice(1).map(({ took }) => took);
  const median = warm.sort((a, b) => a - b)[warm.length >> 1] ?? first.took;
  const { states, kind } = first;
  console.log(
    `${name}: ${states} states, ${kind}; first in ${first.took.toFixed(1)} ms, then ${median.toFixed(1)} ms, ${perSecond(states, median)} states/s`,
  );
}

/** Plays by choosing at random, from the beginning again where nothing is left to choose. */
function walk(name: string, dialogue: PlayedDialogue): void {
  const begun = performance.now();
  let page = begin(dialogue);
  for (let step = 0; step < steps; step++) {
    const open = openOffers(page.halt);
    const chosen = open[Math.floor(randomAt(1, step) * open.length)];
    page = chosen === undefined ? begin(dialogue, { seed: step }) : choose(dialogue, page.state, chosen.branch);
  }
  console.log(`${name}: ${dialogue.nodes.size} cards, ${perSecond(steps, performance.now() - begun)} steps/s`);
}

const written = [saltGate, ...Object.values(SAMPLES).map(({ content }) => content.story)];
for (const story of written.map((content) => importFabula(content))) {
  for (const { key, name } of story.graphs) {
    const dialogue = playedStory(story, key);
    walk(name, dialogue);
    exploreAll(name, dialogue);
  }
}
exploreAll("Twelve levers", levers(12));
