import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectProblem } from "../contract/expectations.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("a profile has each part as its list has it, at a moment, through eyes, and in pages that say what follows", async () => {
  const at = `/v1/projects/${await api.makeProject()}`;
  const make = async (path: string, body: object) => (await api.call<Loose>("POST", `${at}${path}`, { body })).body;
  const get = async (path: string) => (await api.call<Loose>("GET", `${at}${path}`)).body;
  const odo = await make("/entities", { type: "character", name: "Odo", external_id: "odo" });
  const mara = await make("/entities", { type: "character", name: "Mara", external_id: "mara" });
  const seq = (await get("")).last_seq;
  await make("/npcs", { entity_id: odo.id, role: "ferryman" });
  await make("/relationships", { type: "owes", source_id: odo.id, target_id: mara.id });
  await make("/facts", { subject_id: odo.id, text: "Odo sold the ferry.", known_by: [odo.id] });
  await make("/facts", { subject_id: odo.id, text: "Odo limps.", known_by: "everyone" });
  const graph = await make("/game-narrative/dialogues", { name: "At the ferry" });
  await make(`/game-narrative/dialogues/${graph.id}/nodes`, { text: "You again.", speaker_id: odo.id });
  await make("/game-narrative/quests", { name: "The ferry", giver_id: odo.id });
  await make("/game-narrative/quests", { name: "The lamp" });

  const whole = await get(`/entities/${odo.id}/profile`);
  const lists: [string, string][] = [
    ["relationships", `/relationships?entity_id=${odo.id}`],
    ["facts", `/facts?subject_id=${odo.id}`],
    ["knowledge", `/entities/${odo.id}/knowledge?x`.replace("?x", "?limit=20")],
    ["lines", `/game-narrative/lines?speaker_id=${odo.id}`],
    ["quests", `/game-narrative/quests?giver_id=${odo.id}`],
    ["images", `/images?entity_id=${odo.id}`],
  ];
  for (const [name, path] of lists) {
    const { [name]: rows, ...rest } = await get(path);
    expect([name, whole[name]]).toEqual([name, { [name]: rows, ...rest }]);
  }
  expect(whole).toMatchObject({
    entity: { name: "Odo" },
    npc: { role: "ferryman", state: "active" },
    facts: { total: 2 },
    quests: { total: 1, quests: [{ name: "The ferry" }] },
    lines: { lines: [{ text: "You again." }] },
  });
  expect(await get(`/entities/${odo.id}/profile?rows=1`)).toMatchObject({ facts: { total: 2, has_more: true } });
  expect(await get(`/entities/${odo.id}/profile?at_seq=${seq}`)).toMatchObject({
    npc: null,
    facts: { total: 0 },
    lines: { total: 0 },
  });
  expect(await get(`/entities/${odo.id}/profile?as=${mara.id}`)).toMatchObject({
    facts: { total: 1, facts: [{ text: "Odo limps." }] },
    ...{ npc: null, knowledge: null, lines: null, images: null },
  });
  expectProblem(api, await api.call("GET", `${at}/entities/ent_01k9hq3tx8v2m5rbz4nd7wcfje/profile`), "not_found");
});
