import { afterAll, beforeAll, expect, test } from "vitest";
import { type OfflineQuestion, offlineAnswer, type SpokenStory } from "#domain/offline/offline-answer.ts";
import { choose, offersOf, stand } from "#domain/runtime/run.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { newId } from "#server/kernel/ids.ts";
import { expectProblem } from "#tests/contract/expectations.ts";
import type { Loose } from "#tests/graphql/client.ts";
import { knownWorld } from "#tests/players/known-world.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { readDialogue } from "../../packages/runtime/src/index.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const GREETINGS = ["So it is you, {{user}}. {{char}} remembers."];

test("a character answers offline as over the interface: with names, and not once it is dead or retired", async () => {
  const { ask, send, tokenOf, ana, avatar, keeper } = await knownWorld(api);
  const { id: npc } = await ask("POST", "/npcs", { entity_id: keeper, greetings: GREETINGS });
  for (const text of ["{{char}} fears {{user}}.", "<BOT> keeps the lamp."]) {
    await ask("POST", "/facts", { text, subject_id: keeper, known_by: "everyone" });
  }
  const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name: "The gate" });
  const [gate, yard] = [newId("node"), newId("node")];
  const dies = { op: "property.set", target: keeper, key: "alive", value: { lit: false } };
  for (const node of [
    { id: yard, text: "It is quiet.", branches: [] },
    {
      id: gate,
      text: "Halt.",
      speaker_id: keeper,
      branches: [{ choice_text: "Strike", target_node_id: yard, effects: [dies] }],
    },
  ]) {
    await ask("POST", `/game-narrative/dialogues/${graph_id}/nodes`, node);
  }
  await ask("PATCH", `/game-narrative/dialogues/${graph_id}`, { start_node_id: gate });

  /** Begins a playthrough, with its file. */
  const begin = async (key: string) => {
    const run = await ask("POST", `/game-narrative/dialogues/${graph_id}/runs`, {}, key);
    const at = `/game-narrative/dialogues/${graph_id}/story?at_seq=${run.base_seq}`;
    const file = (await ask("GET", at, undefined, key)) as SpokenStory & Loose;
    const actions = `/game-narrative/runs/${run.id}/actions`;
    const act = async (step: number, list: readonly object[]) => ask("POST", actions, { step, actions: list }, key);
    const { step, state } = await act(0, []);
    const talk = (body: object) => send("POST", `/npcs/${npc}/dialogue`, { run: run.id, ...body }, key);
    const offline = (now: PlayState, asked: Omit<OfflineQuestion, "to" | "greetings">) =>
      offlineAnswer(file, now, { to: keeper, greetings: GREETINGS, ...asked });
    return { file, act, step: Number(step), state: state as PlayState, talk, offline };
  };
  for (const key of [api.home.key, await tokenOf(ana)]) {
    const { file, act, step, state, talk, offline } = await begin(key);
    for (const [text, said] of [
      ["Hello", "So it is you, Ines. Mara remembers."],
      ["Who fears whom?", "Mara fears Ines."],
      ["Who keeps the lamp?", "Mara keeps the lamp."],
    ] as const) {
      expect(offline(state, { text, person: "Ines" })).toMatchObject({ text: said, unavailable: null });
      expect((await talk({ text, ...(key === api.home.key && { speaker_id: avatar }) })).body.text).toBe(said);
    }
    for (const text of ["Hello", "Who fears whom?"])
      expect(offline(state, { text }).text).not.toMatch(/\{\{|Ines|fears/);
    if (key === api.home.key) expect((await talk({ text: "Who fears whom?" })).body.text).not.toMatch(/\{\{|fears/);
    const { dialogue, ...parts } = file;
    const story = readDialogue(dialogue as never, parts as never);
    const [offer] = offersOf(stand(story, state).halt);
    if (offer === undefined) throw new Error("nothing is offered");
    const struck = choose(story, state, offer.branch);
    const sent = await act(step, [{ client_id: "1", choose: offer.branch.id }]);
    for (const after of [struck.state, sent.state as PlayState]) {
      expect(offline(after, { text: "Hello" })).toMatchObject({ text: "", unavailable: "deceased" });
    }
    expectProblem(api, await talk({ text: "Hello" }), "npc_unavailable");
    expect(offline(state, { text: "Hello" }).unavailable).toBe(null);
  }

  for (const [path, change, unavailable] of [
    [`/npcs/${npc}`, { retired: true }, "retired"],
    [`/entities/${keeper}`, { properties: { status: "Dead" } }, "deceased"],
  ] as const) {
    await ask("PATCH", path, change);
    for (const key of [api.home.key, await tokenOf(ana)]) {
      const { state, talk, offline } = await begin(key);
      expect(offline(state, { text: "Hello" })).toMatchObject({ text: "", unavailable });
      expectProblem(api, await talk({ text: "Hello" }), "npc_unavailable");
    }
  }
});

test("who is woken answers a player offline again, and who is only told things not once it is dead or retired", async () => {
  const { ask, send, tokenOf, ana, keeper, smith } = await knownWorld(api);
  const token = await tokenOf(ana);
  const npcs = new Map<string, string>();
  for (const entity_id of [keeper, smith]) npcs.set(entity_id, (await ask("POST", "/npcs", { entity_id })).id);
  const { id: fact } = await ask("POST", "/facts", { text: "The gate is shut.", known_by: "everyone" });
  await ask("PATCH", `/entities/${keeper}`, { properties: { status: "dead" } });
  const set = (target: string, key: string, value: unknown) => ({
    op: "property.set",
    target,
    key,
    value: { lit: value },
  });
  const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name: "The gate" });
  await ask("POST", `/game-narrative/dialogues/${graph_id}/nodes`, {
    ...{ text: "…", speaker_id: keeper },
    branches: [
      { choice_text: "Wake", effects: [set(keeper, "status", "canary-of-authors")] },
      {
        choice_text: "Tell",
        effects: [{ op: "fact.tell", target: smith, key: fact, value: null }, set(smith, "alive", false)],
      },
    ],
  });
  const begin = async () => {
    const run = await ask("POST", `/game-narrative/dialogues/${graph_id}/runs`, {}, token);
    const at = `/game-narrative/dialogues/${graph_id}/story?at_seq=${run.base_seq}`;
    const { dialogue, ...parts } = await ask("GET", at, undefined, token);
    const act = (step: number, actions: readonly object[]) =>
      ask("POST", `/game-narrative/runs/${run.id}/actions`, { step, actions }, token);
    const { step, state } = await act(0, []);
    const file = { dialogue, ...parts } as SpokenStory & Loose;
    const offline = (now: PlayState, to: string) => offlineAnswer(file, now, { to, text: "Hello" }).unavailable;
    const online = async (to: string) =>
      (await send("POST", `/npcs/${npcs.get(to)}/dialogue`, { run: run.id, text: "Hello" }, token)).status === 200;
    return {
      file,
      story: readDialogue(dialogue, parts as never),
      act,
      step,
      state: state as PlayState,
      offline,
      online,
    };
  };
  for (const [nth, who, before, after] of [
    [0, keeper, "deceased", null],
    [1, smith, null, "deceased"],
  ] as const) {
    const { file, story, act, step, state, offline, online } = await begin();
    expect([offline(state, who), await online(who)]).toEqual([before, before === null]);
    const offer = offersOf(stand(story, state).halt)[nth];
    if (offer === undefined) throw new Error("it is not offered");
    const own = choose(story, state, offer.branch).state;
    const sent = await act(step, [{ client_id: "1", choose: offer.branch.id }]);
    expect(sent.state).toEqual(JSON.parse(JSON.stringify(own)));
    expect([offline(own, who), await online(who)]).toEqual([after, after === null]);
    expect(JSON.stringify([file, sent])).not.toContain("canary-of-authors");
  }
  await ask("PATCH", `/npcs/${npcs.get(smith)}`, { retired: true });
  const { state, offline, online } = await begin();
  expect([offline(state, smith), await online(smith)]).toEqual(["retired", false]);
});

test("a death that a secret covers is not in the file of a player", async () => {
  const { ask, tokenOf, ana, keeper } = await knownWorld(api);
  const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name: "The gate" });
  await ask("POST", `/game-narrative/dialogues/${graph_id}/nodes`, { text: "Halt.", speaker_id: keeper });
  await ask("PATCH", `/entities/${keeper}`, { properties: { alive: false } });
  await ask("POST", "/secrets", { subject_id: keeper, pointer: "/properties/alive", known_by: [] });
  const at = `/game-narrative/dialogues/${graph_id}/story`;
  const keeperOf = (file: Loose) => file.knowers.find(({ entity_id }: Loose) => entity_id === keeper);
  expect(keeperOf(await ask("GET", at)).dead_by).toEqual(["alive"]);
  expect(keeperOf(await ask("GET", at, undefined, await tokenOf(ana))).dead_by).toBeUndefined();
});
