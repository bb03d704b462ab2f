import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import type { Loose } from "#tests/graphql/client.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { knownWorld } from "./known-world.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const idsIn = ({ sections }: Loose): string[] =>
  sections.flatMap(({ items }: Loose) => items.map(({ id }: Loose) => id));
const barredIn = ({ left_out }: Loose): string[] =>
  left_out.flatMap(({ id, reason }: Loose) => (reason === "content" ? [id] : []));

test("what a player does not want comes to no context of the player: facts, lines and characters, by their tags or words", async () => {
  const { ask, send, tell, tokenOf, ana, bob, keeper } = await knownWorld(api);
  const limits = { content_limits: { lines: ["spiders", "harm to animals"], veils: ["drowning"] } };
  const { valid_from_seq: limited } = await ask("PATCH", `/players/${ana}`, { preferences: limits });
  const fact = async (text: string, content_tags: string[] = []) =>
    (await ask("POST", "/facts", { text, content_tags })).id as string;
  const [lamp, web, dog, flood] = [
    await fact("The lamp of the cellar is out."),
    await fact("Something hangs in the cellar.", ["Spider"]),
    await fact("In the cellar there was harm to animals."),
    await fact("The cellar was flooded.", ["drowning"]),
  ];
  expect(await ask("GET", `/facts/${web}`)).toMatchObject({ content_tags: ["Spider"] });
  const eight = await ask("POST", "/entities", {
    type: "creature",
    name: "The thing of the cellar",
    properties: { is: "the queen of spiders" },
    external_id: "eight",
  });
  const own = (await tell(ana, { text: "Ines ran from the cellar.", content_tags: ["spiders"], known_by: [keeper] }))
    .id;

  const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name: "In the cellar" });
  const nodes = `/game-narrative/dialogues/${graph_id}/nodes`;
  const [first, second, last, on, away] = [newId("node"), newId("node"), newId("node"), newId("br"), newId("br")];
  await ask("POST", nodes, { id: last, kind: "end", text: "Out of the cellar." });
  await ask("POST", nodes, {
    id: second,
    text: "Something moves in the cellar.",
    tags: ["spiders"],
    branches: [{ id: away, choice_text: "Run", target_node_id: last }],
  });
  const quest = await ask("POST", "/game-narrative/quests", { name: "Down", stages: [] });
  const effects = [{ op: "quest.set_state", target: quest.id, value: { lit: "active" } }];
  const branches = [{ id: on, choice_text: "Go down", target_node_id: second, effects }];
  await ask("POST", nodes, { id: first, text: "The door of the cellar is open.", branches });
  await ask("PATCH", `/game-narrative/dialogues/${graph_id}`, { start_node_id: first });
  const token = await tokenOf(ana);
  const run = await ask("POST", `/game-narrative/dialogues/${graph_id}/runs`, {}, token);
  await ask("POST", `/game-narrative/runs/${run.id}/choose`, { branch_id: on, step: 0 }, token);

  const size = "q=cellar&least=0&token_budget=4000";
  const shown = [lamp, flood, first];
  const barred = [web, dog, eight.id, own, second];
  for (const [key, query] of [
    [api.home.key, `${size}&dialogue=all`],
    [api.home.key, `${size}&dialogue=all&for=${keeper}`],
    [token, `${size}&run=${run.id}`],
  ] as const) {
    const context = await ask("GET", `/players/${ana}/context?${query}`, undefined, key);
    expect([query, idsIn(context)]).toEqual([query, expect.arrayContaining(shown)]);
    expect([query, idsIn(context).filter((id) => barred.includes(id))]).toEqual([query, []]);
    expect([query, barredIn(context)]).toEqual([query, expect.arrayContaining([web, dog, eight.id, own, second])]);
    expect(context).toMatchObject({ preferences: limits, quests: [{ quest_id: quest.id, state: "active" }] });
    expect(await ask("POST", `/context/${context.receipt_id}/replay`)).toMatchObject({ equal: true });
  }
  const asked = { query: "cellar", token_budget: 4_000, least: 0 };
  const byToken = await ask("POST", "/context", { ...asked, run: run.id }, token);
  expect(barredIn(byToken)).toEqual(expect.arrayContaining(barred));
  expect(byToken.player_id).toBe(ana);

  // Others are not limited, nor is what was before.
  for (const context of [
    await ask("POST", "/context", asked),
    await ask("GET", `/players/${bob}/context?${size}&dialogue=all`),
  ]) {
    expect(idsIn(context)).toEqual(expect.arrayContaining([lamp, web, dog, flood, eight.id, second]));
    expect(barredIn(context)).toEqual([]);
  }
  await ask("PATCH", `/players/${ana}`, { preferences: { content_limits: null } });
  const free = await ask("GET", `/players/${ana}/context?${size}&dialogue=all`);
  expect(idsIn(free)).toEqual(expect.arrayContaining([web, dog, own, second]));
  // A limit of today holds in a playthrough of an older story.
  await ask("PATCH", `/players/${ana}`, { preferences: { content_limits: { lines: ["lamp"] } } });
  expect(barredIn(await ask("GET", `/players/${ana}/context?${size}&run=${run.id}`))).toEqual([lamp]);
  expect(limited).toBeLessThan(run.base_seq);

  // In a playthrough facts are made with tags too.
  const newer = { text: "The lamp of the cellar burns.", content_tags: ["fire"] };
  await ask("POST", `/facts/${lamp}/supersede`, { by: newer, reason: "It was lit.", run: run.id });
  await ask("PATCH", `/players/${ana}`, { preferences: { content_limits: { lines: ["fire"] } } });
  const lit = await ask("GET", `/players/${ana}/context?${size}&run=${run.id}`);
  expect([barredIn(lit).length, lit.text.includes("burns")]).toEqual([1, false]);

  const others = await ask("POST", `/game-narrative/dialogues/${graph_id}/runs`, { player_id: bob });
  expectInvalidAt(await send("GET", `/players/${ana}/context?run=${others.id}`), ["query", "run"]);
  expectProblem(api, await send("GET", `/players/${ana}/context?run=${others.id}`, undefined, token), "not_found");
  expectInvalidAt(await send("GET", `/players/${ana}/context?for=${keeper}`, undefined, token), ["query", "for"]);
});
