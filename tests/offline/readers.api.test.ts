import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import type { Loose } from "#tests/graphql/client.ts";
import { knownWorld } from "#tests/players/known-world.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const CANARY = "canary-of-authors";

test("the file of a player has what the avatar could read then and may read now, and names nobody who is secret", async () => {
  const { project_id, ask, send, tokenOf, ana, bob, avatar, keeper, smith, nobody } = await knownWorld(api);
  const fact = async (text: string, known_by: string[] | "everyone", more: object = {}) =>
    (await ask("POST", "/facts", { text, known_by, ...more })).id as string;
  await fact("The gate is shut.", "everyone");
  const seal = await fact(`The seal is forged: ${CANARY}.`, [avatar, keeper]);
  await fact("The tide turns at four.", [keeper, avatar]);
  await fact(`The ${CANARY} owes her.`, [keeper]);
  const { id: quest } = await ask("POST", "/game-narrative/quests", { name: CANARY, carried: true });
  await ask("POST", "/secrets", { subject_id: quest, known_by: [] });
  await ask("POST", "/game-narrative/quests", { name: "The seal", carried: true });
  const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name: "At the gate" });
  const [first, second, third] = [newId("node"), newId("node"), newId("node")];
  for (const [id, speaker_id, target_node_id] of [
    [third, nobody, null],
    [second, smith, third],
    [first, keeper, second],
  ] as const) {
    const branches = target_node_id === null ? [] : [{ choice_text: "On", target_node_id }];
    const body = { id, text: "Hm.", speaker_id, speaker_label: speaker_id === nobody ? CANARY : null, branches };
    await ask("POST", `/game-narrative/dialogues/${graph_id}/nodes`, body);
  }
  await ask("PATCH", `/game-narrative/dialogues/${graph_id}`, { start_node_id: first });
  // Logic that asks for what is secret, and changes it, so that its value is in the file of who may read it.
  const owes = { text: `Ten ${CANARY}.`, subject_id: keeper, predicate: "owes", known_by: [] };
  await ask("POST", "/facts", owes);
  await ask("PATCH", `/entities/${keeper}`, { properties: { plan: CANARY, mood: "calm" } });
  await ask("POST", "/secrets", { subject_id: keeper, pointer: "/properties/plan", known_by: [] });
  const lit = (value: unknown) => ({ lit: value });
  const asks = [
    { op: "eq", args: [{ entity: keeper, path: "plan" }, lit("none")] },
    { op: "eq", args: [{ entity: keeper, path: "mood" }, lit("calm")] },
    { op: "eq", args: [{ fn: "fact", args: [lit(keeper), lit("owes")] }, lit("nothing")] },
  ];
  const changes = [
    { op: "property.set", target: keeper, key: "plan", value: lit("none") },
    { op: "fact.set", target: keeper, key: "owes", value: lit("nothing") },
  ];
  const again = { choice_text: "Again", target_node_id: first, when_unavailable: "disable" };
  await ask("PATCH", `/game-narrative/dialogue-nodes/${third}`, {
    branches: [{ ...again, conditions: asks, effects: changes }],
  });
  const { base_seq } = await ask("GET", `/game-narrative/dialogues/${graph_id}/story`);
  await ask("POST", "/secrets", { subject_id: nobody, known_by: [] });
  await ask("POST", "/secrets", { subject_id: seal, known_by: [keeper] });
  const at = `/game-narrative/dialogues/${graph_id}/story`;
  const token = await tokenOf(ana);
  for (const path of [at, `${at}?at_seq=${base_seq}`]) {
    const file = await ask("GET", path, undefined, token);
    expect(JSON.stringify(file)).not.toContain(CANARY);
    expect(JSON.stringify(file)).not.toContain(nobody);
    expect(file.world).toMatchObject({ entities: { [keeper]: { properties: { mood: "calm" } } }, facts: [] });
    expect(file.facts.map(({ text }: Loose) => text)).toEqual(["The gate is shut.", "The tide turns at four."]);
    expect(new Set(file.knowers.map(({ name }: Loose) => name))).toEqual(new Set(["Ines", "Mara", "Bor"]));
    expect(file.knowers.find(({ name }: Loose) => name === "Mara").knows).toMatchObject([
      { by: [{ entity_id: keeper, how: null, from: null }] },
    ]);
    expect(file.quests.map(({ name }: Loose) => name)).toEqual(["The seal"]);
  }
  // A player without an avatar, and a key that asks for it, get what everyone may read.
  const open = await ask("GET", at, undefined, await tokenOf(bob));
  expect(open.facts.map(({ text }: Loose) => text)).toEqual(["The gate is shut."]);
  expect(await ask("GET", `${at}?as=everyone`)).toEqual(open);
  expect(await ask("GET", `${at}?as=${avatar}`)).toEqual(await ask("GET", at, undefined, token));
  const whole = await ask("GET", at);
  expect(whole.facts).toHaveLength(4);
  expect(whole.world).toMatchObject({
    facts: [{ value: owes.text }],
    entities: { [keeper]: { properties: { plan: CANARY } } },
  });
  expect(whole.knowers.find(({ name }: Loose) => name === "Ines")).toBeUndefined();
  expect(await ask("GET", `${at}?knowledge=false`)).toEqual({ ...whole, facts: [], knowers: [], quests: [] });
  expectInvalidAt(await send("GET", `${at}?as=everyone`, undefined, token), ["query", "as"]);
  expectInvalidAt(await send("GET", `${at}?as=${newId("ent")}`), ["query", "as"]);
  const publishable = await api.home.makeKey({ kind: "publishable", scopes: ["read"], projectIds: [project_id] });
  expectProblem(api, await send("GET", at, undefined, publishable), "forbidden");
});
