import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CanonLoop } from "#server/features/canon/public.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { seedSaltGate } from "#server/seed/seed-salt-gate.ts";
import { Story } from "#tests/record/story.ts";
import { newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { PlantedWorld, setRules } from "./planted.ts";

const { canonViolations, dialogues, entities, relationships } = registry;

const ARTICY = fileURLToPath(new URL("../../../shared/corpus/stories/articy/", import.meta.url));

let bench: Workbench;
const workspaceId = newId("wsp");

beforeAll(async () => {
  bench = await openWorkbench({ caller: newCaller({ workspaceId }) });
});
afterAll(() => bench.close());

type Nodes = { id: string; text: string; speaker_id: string | null; speaker_label: string | null }[];

async function violationsOf(projectId: string) {
  const loop = new CanonLoop(bench.database, () => {});
  while (await loop.checkPiece(projectId));
  const params = { project_id: projectId };
  return (await bench.ask(canonViolations.list, { params, query: { limit: 500 } })).violations;
}

/** Kills everybody who speaks in a dialogue at its first card; answers the lines behind it. */
async function killAll(projectId: string, graph_id: string): Promise<string[]> {
  const dialogue = await bench.ask(dialogues.get, { params: { project_id: projectId, graph_id } });
  const start = dialogue.start_node_id ?? "";
  const nodes = dialogue.nodes as Nodes;
  const speakers = [...new Set(nodes.flatMap(({ speaker_id }) => speaker_id ?? []))];
  const on_enter_effects = speakers.map((target) => ({
    op: "property.set",
    target,
    key: "status",
    value: { lit: "dead" },
  }));
  await bench.ask(dialogues.updateNode, {
    params: { project_id: projectId, node_id: start },
    body: { on_enter_effects },
  });
  const { unreachable } = await bench.ask(dialogues.validate, { params: { project_id: projectId, graph_id } });
  const lost = new Set(
    unreachable.map((each) => (typeof each === "string" ? each : (each as { node_id: string }).node_id)),
  );
  return nodes
    .filter(({ id, text, speaker_id }) => id !== start && text !== "" && speaker_id !== null && !lost.has(id))
    .map(({ id }) => `${start} ${id}`)
    .sort();
}

const linesOf = (violations: readonly { code: string; evidence: readonly { id: string }[] }[]) =>
  violations
    .flatMap(({ code, evidence }) => (code === "speaks_dead" ? evidence.map(({ id }) => id).join(" ") : []))
    .sort();

test("in The Salt Gate nothing is invented, and planted contradictions are found with both sides", async () => {
  const projectId = await seedSaltGate(bench.services, workspaceId);
  const story = Story.of(bench, projectId);
  await setRules(story);
  expect(await violationsOf(projectId)).toEqual([]);
  const params = { project_id: projectId };
  const cast = await bench.ask(entities.list, { params, query: { type: "character", limit: 500 } });
  const [odo, merryn] = [cast.entities[0]?.id ?? "", cast.entities[1]?.id ?? ""];
  const { entities: things } = await bench.ask(entities.list, { params, query: { type: "item", limit: 500 } });
  const { relationships: ties } = await bench.ask(relationships.list, { params, query: { limit: 500 } });
  const holding = ["has", "holds", "carries"];
  const before = ties.find(
    ({ type, source_id, target_id }) =>
      holding.includes(type) && source_id !== merryn && things.some(({ id }) => id === target_id),
  );
  const world = new PlantedWorld(story, () => 0);
  const death = await world.fact(odo, "died", { text: "Odo drowned under the arch." });
  const act = await world.fact(odo, "meets", { text: "Odo meets the carter at the gate.", object_id: merryn });
  const tie = await world.tie("has", merryn, before?.target_id ?? "");
  const found = (await violationsOf(projectId)).map(({ code, evidence }) => [code, ...evidence.map(({ id }) => id)]);
  expect(found.sort()).toEqual(
    [
      ["acts_dead", death, act],
      ["two_holders", before?.id, tie],
    ].sort(),
  );
});

test("in the dialogues of The Salt Gate every line behind a planted death is found with both cards", async () => {
  const projectId = await seedSaltGate(bench.services, workspaceId);
  const list = await bench.ask(dialogues.list, { params: { project_id: projectId }, query: { limit: 500 } });
  const before = linesOf(await violationsOf(projectId));
  expect(before).toEqual([]);
  const graph = list.dialogues.find(({ start_node_id }) => start_node_id !== null);
  const planted = await killAll(projectId, graph?.id ?? "");
  expect(planted.length).toBeGreaterThan(3);
  expect(linesOf(await violationsOf(projectId))).toEqual(planted);
});

describe.skipIf(!existsSync(ARTICY))("stories of articy:draft", () => {
  test.each(["data.articy.json", "unit.articy.json"])("%s", async (file) => {
    const projectId = await bench.newProject();
    const story = Story.of(bench, projectId);
    await setRules(story);
    const body = { format: "articy_json", content: readFileSync(`${ARTICY}${file}`, "utf8") };
    const { graphs } = await bench.ask(dialogues.import, { params: { project_id: projectId }, body });
    expect(await violationsOf(projectId)).toEqual([]);
    const speaker_id = await new PlantedWorld(story, () => 0).entity("character");
    const graph_id = graphs[0]?.id ?? "";
    const params = { project_id: projectId };
    const { nodes } = await bench.ask(dialogues.get, { params: { ...params, graph_id } });
    for (const { id: node_id } of nodes) {
      await bench.ask(dialogues.updateNode, { params: { ...params, node_id }, body: { speaker_id } });
    }
    const planted = await killAll(projectId, graph_id);
    expect(planted.length).toBeGreaterThan(file === "data.articy.json" ? 1 : -1);
    expect(linesOf(await violationsOf(projectId))).toEqual(planted);
  });
});
