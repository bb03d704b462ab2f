import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DialogueNode } from "#domain/dialogue/wire.ts";
import { begin, choose, openOffers, type Page } from "#domain/runtime/run.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { getDialogue } from "#server/features/dialogues/operations/get-dialogue.ts";
import { listDialogues } from "#server/features/dialogues/operations/list-dialogues.ts";
import { listEntities } from "#server/features/entities/operations/list-entities.ts";
import { listFacts } from "#server/features/facts/operations/list-facts.ts";
import { listCommits } from "#server/features/history/operations/list-commits.ts";
import { listProblems } from "#server/features/problems/operations/list-problems.ts";
import { createProjectOfSample } from "#server/features/samples/operations/create-project-of-sample.ts";
import { listSamples } from "#server/features/samples/operations/list-samples.ts";
import { SAMPLE_IDS, SAMPLES } from "#server/features/samples/samples.ts";
import { registry } from "#server/operations.ts";
import { newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { variables: variableOperations } = registry;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** More states than any sample has. */
const PATIENCE = 50_000;

/** Plays every way through a dialogue; answers the endings that are reached, and halts that are none. */
function playThrough(dialogue: PlayedDialogue): { endings: Set<string>; stuck: string[] } {
  const once = [...dialogue.nodes.values()].flatMap(({ branches }) =>
    branches.filter(({ repeat }) => repeat === "once"),
  );
  const endings = new Set<string>();
  const stuck: string[] = [];
  const seen = new Set<string>();
  const waiting: Page[] = [begin(dialogue)];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const { halt, nodes } = page;
    const here = nodes.at(-1) ?? "";
    if (halt.kind === "ending") endings.add(here);
    const open = openOffers(halt);
    if (halt.kind !== "ending" && open.length === 0) stuck.push(`${here}: ${halt.kind}`);
    for (const { branch } of open) {
      const next = choose(dialogue, page.state, branch);
      const key = JSON.stringify([next.nodes.at(-1), next.state.values, once.map(({ id }) => id in next.state.taken)]);
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > PATIENCE) throw new Error("the sample has more states than a sample should");
      waiting.push(next);
    }
  }
  return { endings, stuck };
}

describe("the samples", () => {
  it("are listed with what is in them", async () => {
    const { samples } = await bench.ask(listSamples, {});
    expect(samples.map(({ id }) => id)).toEqual(SAMPLE_IDS);
    for (const { nodes, entities, facts, minutes } of samples) {
      expect(Math.min(nodes, entities, facts, minutes)).toBeGreaterThan(0);
    }
  });

  it.each(SAMPLE_IDS)("%s is made in one commit, has no problem, and is played to each of its endings", async (id) => {
    const caller = newCaller();
    const project = await bench.ask(createProjectOfSample, { caller, body: { sample_id: id } });
    const { content, name } = SAMPLES[id];
    expect(project.name).toBe(name);
    const input = { caller, params: { project_id: project.id }, query: { limit: 500 } };
    expect((await bench.ask(listCommits, input)).commits).toHaveLength(1);
    expect((await bench.ask(listEntities, input)).entities).toHaveLength(content.world.entities.length);
    expect((await bench.ask(listFacts, input)).facts).toHaveLength(content.world.facts.length);
    const { variables } = await bench.ask(variableOperations.list, input);
    const { dialogues } = await bench.ask(listDialogues, input);
    expect(dialogues).toHaveLength(content.story.graphs.length);
    expect((await bench.ask(listProblems, input)).problems).toEqual([]);
    for (const { id: graph_id } of dialogues) {
      const dialogue = await bench.ask(getDialogue, {
        ...input,
        query: {},
        params: { project_id: project.id, graph_id },
      });
      const nodes = dialogue.nodes as DialogueNode[];
      const { endings, stuck } = playThrough({
        id: graph_id,
        start: dialogue.start_node_id,
        nodes: new Map(nodes.map((node) => [node.id, node])),
        variables: new Map(variables.map((each) => [each.id, each])),
      });
      expect(stuck).toEqual([]);
      const titled = (ids: Iterable<string>) =>
        nodes.flatMap((node) => ([...ids].includes(node.id) ? [node.title] : []));
      expect(titled(endings)).toEqual(titled(nodes.flatMap((node) => (node.kind === "end" ? [node.id] : []))));
    }
  });
});
