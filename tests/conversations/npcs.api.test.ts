import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answers, type Manner, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { answerAll } from "#server/features/conversations/answer.ts";
import { ConversationLoop } from "#server/features/conversations/public.ts";
import { Problem } from "#server/kernel/problem.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { expectInvalidAt } from "../contract/expectations.ts";
import { tablesWith } from "../players/traces.ts";
import { heard, type SaidMessage, type Somebody, Talking } from "./scene.ts";

let api: TestApi;
let server: ModelServer;
beforeAll(async () => {
  api = await startTestApi({
    mount: "listener",
    liveTimings: { pollMs: 200, heartbeatMs: 60_000 },
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
  });
  server = await startModelServer(answers("{}"));
});
afterAll(async () => {
  await server.close();
  await api.close();
});

type Json = Record<string, unknown>;

let talking: Talking;
let odo: Somebody;
let npc: string;
let ana: Somebody;
let bob: Somebody;

async function make(path: string, body: Json, method = "POST"): Promise<{ id: string }> {
  const answer = await api.call<{ id: string }>(method, `/v1/projects/${talking.project}${path}`, { body });
  expect([path, answer.status < 300 || answer.body]).toEqual([path, true]);
  return answer.body;
}

beforeEach(async () => {
  talking = await Talking.begin(api);
  const { id: entity_id } = await make("/entities", { type: "character", name: "Odo", external_id: "odo" });
  await make("/facts", { text: "The salt gate opens at low tide.", known_by: [entity_id] });
  npc = (await make("/npcs", { entity_id, greetings: ["You again."] })).id;
  odo = await talking.add({ kind: "npc", npc_id: npc });
  [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
});

/** Gives the project a key of the model server. */
const withModel = (turns: Parameters<ModelServer["script"]>[0]) => {
  server.script(turns);
  return make("/byok", {
    provider: "openai_compatible",
    key: "sk-canary-a0b1c2d3e4f50617",
    base_url: server.url,
    models: { text: "tale-1" },
  });
};

const spoken = (say: string, manner: Manner = {}) =>
  answers(JSON.stringify({ say, emotion: "joy", used: [1], remember: [] }), manner);

/** Waits until so many messages were said, and answers them. */
const said = (count: number, by: Somebody | null = null): Promise<SaidMessage[]> =>
  eventually(
    () => talking.messages(by),
    (messages) => messages.length >= count,
  );

const heads = (change: string) =>
  api.database.writes.execute({
    text: `UPDATE conversation_heads SET ${change} WHERE project_id = $1`,
    values: [talking.project],
  });

/** Lets another process seem to look for the words of npcs. */
const asIfTaken = () => heads("answering_by = 'gone', answering_until = now() + interval '1 minute'");
const free = async () => {
  // Whoever was to answer what was said looks beside the request, and has found it taken by then.
  await sleep(200);
  await heads("answering_by = NULL, answering_until = NULL");
};

/** Reads the answers that are owed. */
const owed = () =>
  api.database.reads.execute({
    text: "SELECT attempts FROM conversation_replies WHERE project_id = $1",
    values: [talking.project],
  });

const promptOf = (call: number): string => JSON.stringify(server.calls[call]?.body.messages);

describe("an npc in a conversation", () => {
  test("answers by an authored line what is said to it, and what is said to all where it is the only one", async () => {
    const asked = await talking.say(ana, "When does the salt gate open?", { listeners: [odo.id] });
    const [, answer] = await said(2);
    expect(answer).toMatchObject({
      ...{ speaker: odo.id, listeners: [ana.id], audience: [odo.id, ana.id, bob.id], whisper: false },
      ...{ text: "The salt gate opens at low tide.", answers: asked.number },
      made_by: { kind: "authored", reason: "no_provider" },
    });
    expect((await talking.messages(ana))[1]).toMatchObject({ text: answer?.text, made_by: null });
    await talking.say(bob, "Hello, Odo");
    expect((await said(4))[3]).toMatchObject({ text: "You again.", listeners: [bob.id] });
    const second = await make("/entities", { type: "character", name: "Mara", external_id: "mara" });
    const { id } = await make("/npcs", { entity_id: second.id, greetings: ["Yes?"] });
    await talking.add({ kind: "npc", npc_id: id });
    await talking.say(bob, "Hello, all");
    await talking.say(bob, "What now?", { listeners: [ana.id] });
    await sleep(300);
    expect(await talking.messages()).toHaveLength(6);
  });

  test("whispers back, and is told of nothing that it did not hear", async () => {
    await withModel([spoken("As you say."), spoken("Quietly.")]);
    await talking.say(ana, "canary-between-us", { audience: [bob.id] });
    await talking.say(ana, "Odo, wait.", { listeners: [odo.id] });
    await said(3);
    expect(promptOf(0)).toContain("Ana: Odo, wait.");
    expect(promptOf(0)).not.toContain("canary");
    await talking.say(bob, "I have the key.", { listeners: [odo.id], audience: [odo.id] });
    const all = await said(5);
    expect(all[4]).toMatchObject({ text: "Quietly.", whisper: true, audience: [odo.id, bob.id] });
    expect(promptOf(1)).toContain("Odo: As you say.");
    expect(promptOf(1)).toContain("Ana: Odo, wait.");
    expect((await talking.messages(ana)).map(({ text }) => text)).toEqual([
      ...["canary-between-us", "Odo, wait.", "As you say."],
    ]);
  });

  test("is told of no whisper where others hear its words, and of it again where they do not", async () => {
    await withModel([spoken("I will keep it."), spoken("Nothing."), spoken("Still kept.")]);
    await talking.say(ana, "The key is a canary.", { listeners: [odo.id], audience: [odo.id] });
    await said(2);
    const promptsWith = (words: string) =>
      server.calls.map((_, call) => promptOf(call)).filter((prompt) => prompt.includes(words));
    await talking.say(bob, "What did she tell you?", { listeners: [odo.id] });
    await said(4);
    expect(promptsWith("What did she tell you?").join()).not.toMatch(/^$|canary|I will keep it/);
    await talking.say(ana, "Is it kept?", { listeners: [odo.id], audience: [odo.id] });
    await said(6);
    expect(promptsWith("Is it kept?").at(-1)).toMatch(/canary.*I will keep it/);
  });

  test("is not told what it said itself before somebody came, for it may have had whispers in it", async () => {
    await withModel([spoken("Under the canary stone."), spoken("Nothing.")]);
    await talking.say(ana, "The key lies under the canary stone.", { listeners: [bob.id], audience: [odo.id, bob.id] });
    await talking.say(bob, "Odo, where does it lie?", { listeners: [odo.id] });
    await said(3);
    expect(promptOf(server.calls.length - 1)).toContain("canary");
    const cy = await talking.join("Cy");
    await talking.say(cy, "What did you tell them?", { listeners: [odo.id] });
    await said(5);
    expect(promptOf(server.calls.length - 1)).toMatch(/^(?!.*canary).*where does it lie/);
  });

  test("tells its words as they come to those whom they are for, without ids, and the whole once", async () => {
    await withModel([spoken("Low tide, at dusk.", { bytes: 90, pause: 15 })]);
    const [of_ana, of_bob] = [await talking.follow(ana), await talking.follow(bob)];
    await of_bob.first(({ event }) => event === "ready");
    await talking.say(ana, "When?", { listeners: [odo.id], audience: [odo.id] });
    await of_ana.until(() => heard(of_ana).length === 2);
    const pieces = of_ana.frames.filter(({ event }) => event === "text");
    expect(pieces.map(({ id }) => id).every((id) => id === null)).toBe(true);
    expect(pieces.map(({ data }) => data.text).join("")).toBe("Low tide, at dusk.");
    expect(of_ana.frames.some(({ event, data }) => event === "typing" && data.speaker === odo.id)).toBe(true);
    expect(heard(of_ana)[1]).toMatchObject({ text: "Low tide, at dusk." });
    expect(of_bob.frames.map(({ event }) => event)).toEqual(["ready"]);
    await Promise.all([of_ana.cut(), of_bob.cut()]);
  });

  test("answers once, however many processes look for its words and however many speak to it at a time", async () => {
    await withModel(Array.from({ length: 12 }, () => spoken("One thing after another.", { bytes: 120, pause: 20 })));
    await Promise.all([
      talking.say(ana, "Odo?", { listeners: [odo.id] }),
      talking.say(bob, "Odo!", { listeners: [odo.id] }),
      ...[1, 2, 3].map(() => answerAll(api.services, talking.place)),
    ]);
    await said(3);
    await sleep(400);
    const all = await talking.messages();
    expect(all.map(({ speaker }) => speaker === odo.id)).toEqual([false, false, true]);
    expect(all[2]?.answers).toBe(all[1]?.number);
  });

  test("never speaks over a person: whoever speaks meanwhile comes first, and the answer has heard it", async () => {
    const slow = { bytes: 60, pause: 50 };
    await withModel([spoken("The first tide.", slow), spoken("The first tide.", slow), spoken("Yes, Bob.", slow)]);
    const stream = await talking.follow(ana);
    await talking.say(ana, "Which tide?", { listeners: [odo.id] });
    await stream.first(({ event }) => event === "typing");
    await talking.say(bob, "I would know, too.", { listeners: [ana.id] });
    const all = await said(3);
    expect(all.map(({ text }) => text)).toEqual(["Which tide?", "I would know, too.", "The first tide."]);
    expect(stream.frames.some(({ event }) => event === "restart")).toBe(true);
    const told = server.calls.filter(({ body }) => JSON.stringify(body).includes("I would know, too."));
    expect(told).toHaveLength(1);
    await stream.cut();
  });

  /** Words that a model finds while something happens. */
  const spokenWhile = (say: string, happens: () => Promise<unknown>): ReturnType<typeof spoken> => {
    const words = spoken(say);
    return async (...call) => {
      await happens();
      await words(...call);
    };
  };

  test("finds other words for whoever comes while it thinks: the first may have whispers in them", async () => {
    let cy: Somebody | null = null;
    const comes = async () => {
      cy = await talking.join("Cy");
    };
    await withModel([spokenWhile("Under the canary stone.", comes), spoken("Nothing.")]);
    await talking.say(ana, "It lies under the canary stone.", { listeners: [bob.id], audience: [odo.id, bob.id] });
    await talking.say(bob, "Odo, where does it lie?", { listeners: [odo.id] });
    const answer = (await said(3))[2];
    expect(answer).toMatchObject({ text: "Nothing.", audience: [odo, ana, bob, cy].map((each) => each?.id) });
    expect(promptOf(server.calls.length - 1)).toMatch(/^(?!.*canary).*where does it lie/);
  });

  test("says nothing that it was told by a player who is erased while it thinks", async () => {
    const { body } = await talking.call<{ participants: { player_id: string; name: string }[] }>(
      "GET",
      "/participants",
    );
    const player = body.participants.find(({ name }) => name === "Ana")?.player_id;
    const goes = async () => {
      const path = `/v1/projects/${talking.project}/players/${player}/erasure`;
      expect((await api.call("POST", path)).status).toBe(200);
    };
    await withModel([spokenWhile("You said canary-of-ana.", goes)]);
    await talking.say(ana, "canary-of-ana", { listeners: [odo.id] });
    // Nobody's rights ask a model any more.
    expect((await said(2)).map(({ text }) => text)).toEqual([{ erased: true }, "You again."]);
  });

  test("speaks when it is given the turn, and passes it on", async () => {
    talking = await Talking.begin(api, { project: talking.project, mode: "led" });
    const gm = await talking.add({ kind: "gm" });
    const led = await talking.add({ kind: "npc", npc_id: npc });
    await talking.say(gm, "Odo, when does the salt gate open?", { listeners: [led.id] });
    await talking.call("POST", "/turn", { body: { participant_id: led.id } });
    const [, answer] = await said(2);
    expect(answer).toMatchObject({ speaker: led.id, text: "The salt gate opens at low tide." });
    await eventually(
      () => talking.call("GET", ""),
      ({ body }) => body.turn === null,
    );
    expect(await talking.messages()).toHaveLength(2);
  });

  test("speaks once a conversation is resumed that was paused while it thought", async () => {
    const slow = { bytes: 60, pause: 50 };
    await withModel([spoken("The first tide.", slow), spoken("The first tide.")]);
    const stream = await talking.follow(ana);
    await talking.say(ana, "Which tide?", { listeners: [odo.id] });
    await stream.first(({ event }) => event === "typing");
    await talking.call("POST", "/pause");
    await stream.first(({ event }) => event === "silent");
    expect(await talking.messages()).toHaveLength(1);
    expect(await owed()).toHaveLength(1);
    await answerAll(api.services, talking.place);
    expect(await owed()).toHaveLength(1);
    await talking.call("POST", "/resume");
    expect((await said(2))[1]).toMatchObject({ speaker: odo.id, text: "The first tide." });
    await stream.cut();
  });

  test("speaks where a pause is over by the time at which its answer would be let go", async () => {
    await asIfTaken();
    await talking.say(ana, "When does the salt gate open?", { listeners: [odo.id] });
    await free();
    const { reads } = api.database;
    let pauses = 0;
    const transaction = async (...args: Parameters<typeof reads.transaction>): Promise<unknown> => {
      pauses += 1;
      if (pauses > 1) return reads.transaction(...args);
      await talking.call("POST", "/pause");
      const ground = await reads.transaction(...args);
      await talking.call("POST", "/resume");
      return ground;
    };
    const paused = new Proxy(reads, {
      get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name).bind(target)),
    });
    await answerAll({ ...api.services, database: { ...api.database, reads: paused } }, talking.place);
    expect(pauses).toBeGreaterThan(1);
    expect((await said(2))[1]).toMatchObject({ speaker: odo.id, text: "The salt gate opens at low tide." });
  });

  test("is silent where another process has taken over the search for its words", async () => {
    const words = spoken("The first tide.");
    await withModel([
      async (...call) => {
        await asIfTaken();
        await words(...call);
      },
    ]);
    const stream = await talking.follow(ana);
    const asked = await talking.say(ana, "Which tide?", { listeners: [odo.id] });
    await stream.first(({ event }) => event === "typing");
    const { data } = await stream.first(({ event }) => event === "silent");
    expect(data).toEqual({ speaker: odo.id, answers: asked.number });
    expect(await talking.messages()).toHaveLength(1);
    expect(await owed()).toHaveLength(1);
    await stream.cut();
  });

  test("that is sent away while it thinks says nothing, and those who wait for it are told", async () => {
    await withModel([spoken("The first tide.", { bytes: 60, pause: 50 })]);
    const stream = await talking.follow(ana);
    await talking.say(ana, "Which tide?", { listeners: [odo.id] });
    await stream.first(({ event }) => event === "typing");
    await talking.call("POST", `/participants/${odo.id}`, { body: { state: "removed" } });
    const { data } = await stream.first(({ event }) => event === "silent");
    expect(data).toMatchObject({ speaker: odo.id });
    expect(await owed()).toEqual([]);
    expect(await talking.messages()).toHaveLength(1);
    await stream.cut();
  });

  test("says nothing where its turn was taken back while it thought, and speaks when it has it again", async () => {
    const slow = { bytes: 60, pause: 50 };
    await withModel([spoken("The second tide.", slow), spoken("The second tide.")]);
    talking = await Talking.begin(api, { project: talking.project, mode: "led" });
    const gm = await talking.add({ kind: "gm" });
    const led = await talking.add({ kind: "npc", npc_id: npc });
    const stream = await talking.follow(null);
    await talking.say(gm, "Odo, which tide?", { listeners: [led.id] });
    const turn = (participant_id: string) => talking.call("POST", "/turn", { body: { participant_id } });
    await turn(led.id);
    await stream.first(({ event }) => event === "typing");
    await turn(gm.id);
    await stream.first(({ event }) => event === "silent");
    expect(await owed()).toEqual([]);
    expect(await talking.messages()).toHaveLength(1);
    expect((await talking.call("GET", "")).body.turn).toBe(gm.id);
    await turn(led.id);
    expect((await said(2))[1]).toMatchObject({ speaker: led.id, text: "The second tide." });
    await stream.cut();
  });

  test("is still owed its words where the database was busy, and not where they can never come", async () => {
    await asIfTaken();
    await talking.say(ana, "When does the salt gate open?", { listeners: [odo.id] });
    const busy = { ...api.services, currentCaller: () => Promise.reject(new Problem("busy")) };
    await free();
    const stream = await talking.follow(ana, { after: 0 });
    await stream.first(({ event }) => event === "message");
    await expect(answerAll(busy, talking.place)).rejects.toMatchObject({ code: "busy" });
    await stream.first(({ event }) => event === "silent");
    await stream.cut();
    expect(await owed()).toMatchObject([{ attempts: 1 }]);
    await api.database.writes.execute({ text: "UPDATE conversation_replies SET due_at = now()", values: [] });
    await answerAll(api.services, talking.place);
    expect((await said(2))[1]).toMatchObject({ speaker: odo.id, text: "The salt gate opens at low tide." });
    expect(await owed()).toEqual([]);
  });

  test("speaks though the process that was looking for its words has ended", async () => {
    await asIfTaken();
    await talking.say(ana, "When does the salt gate open?", { listeners: [odo.id] });
    const loop = new ConversationLoop(api.services);
    loop.start();
    try {
      await sleep(300);
      expect(await talking.messages()).toHaveLength(1);
      await heads("answering_until = now() - interval '1 second'");
      expect((await said(2))[1]).toMatchObject({ speaker: odo.id, text: "The salt gate opens at low tide." });
    } finally {
      await loop.close();
    }
  });

  test("that is dead says nothing, and nobody waits for it", async () => {
    await make(`/npcs/${npc}`, { retired: true }, "PATCH");
    await talking.say(ana, "Odo?", { listeners: [odo.id] });
    await eventually(owed, (rows) => rows.length === 0);
    expect(await talking.messages()).toHaveLength(1);
  });
});

describe("an npc in a playthrough", () => {
  let graph: string;
  let run: string;

  /** Waits until the playthrough has so many facts beside the one of the record. */
  const memories = async (count: number): Promise<string[]> =>
    eventually(
      async () => {
        const query = { run, limit: 50 };
        const listed = await api.call<{ facts: { text: string }[] }>("GET", `/v1/projects/${talking.project}/facts`, {
          query,
        });
        return listed.body.facts.map(({ text }) => text).filter((text) => !text.includes("low tide"));
      },
      (texts) => texts.length >= count,
    );

  beforeEach(async () => {
    graph = (await make("/game-narrative/dialogues", { name: "At the gate" })).id;
    const node = await make(`/game-narrative/dialogues/${graph}/nodes`, { text: "Halt!" });
    await make(`/game-narrative/dialogues/${graph}`, { start_node_id: node.id }, "PATCH");
    run = (await make(`/game-narrative/dialogues/${graph}/runs`, { seed: 7 })).id;
    talking = await Talking.begin(api, { project: talking.project, run_id: run });
    odo = await talking.add({ kind: "npc", npc_id: npc });
    [ana, bob] = [await talking.join("ana-there", { name: "Ana" }), await talking.join("bob-there", { name: "Bob" })];
  });

  test("remembers what is said aloud, and nothing of a whisper, which it tells nobody", async () => {
    await talking.say(ana, "The canary key lies under the third stone.", { listeners: [odo.id], audience: [odo.id] });
    await said(2);
    await talking.say(ana, "The lamp hangs behind the mill.", { listeners: [odo.id] });
    expect(await memories(1)).toEqual([expect.stringContaining("behind the mill")]);
    await talking.say(bob, "Where does the canary key lie, under which stone?", { listeners: [odo.id] });
    const all = await said(6);
    expect(JSON.stringify(all[5])).not.toContain("third stone");
    const recap = await talking.call<{ memories: { text: string }[] }>("POST", "/recap", {
      body: { participant_id: odo.id, remember: true },
    });
    expect(recap.body.memories.map(({ text }) => text)).toEqual([expect.stringContaining("behind the mill")]);
  });

  test("remembers what it heard though the playthrough was busy when it had spoken", async () => {
    await asIfTaken();
    await talking.say(ana, "The lamp hangs behind the mill.", { listeners: [odo.id] });
    await free();
    let refused = 0;
    const change: typeof api.services.playthroughs.change = async (...args) => {
      refused += 1;
      if (refused === 1) throw new Problem("run_step");
      if (refused === 2) throw new Problem("busy");
      return api.services.playthroughs.change(...args);
    };
    await answerAll({ ...api.services, playthroughs: { ...api.services.playthroughs, change } }, talking.place);
    expect(await memories(1)).toEqual([expect.stringContaining("behind the mill")]);
    expect(await talking.messages()).toHaveLength(2);
  });

  test("is added to its conversation only where it is there, and greets where a message names a playthrough in which it is not", async () => {
    const { id: entity_id } = await make("/entities", { type: "character", name: "Mara", external_id: "mara" });
    const npc_id = (await make("/npcs", { entity_id, greetings: ["Yes?"] })).id;
    expectInvalidAt(await talking.call("POST", "/participants", { body: { kind: "npc", npc_id } }), ["body", "npc_id"]);
    talking = await Talking.begin(api, { project: talking.project });
    const [mara, gm] = [await talking.add({ kind: "npc", npc_id }), await talking.add({ kind: "gm" })];
    const unknown = "run_01k9hq3v5e0w8q2n6yc4rk1m7t";
    expectInvalidAt(await talking.post(gm, { text: "Hm.", run: unknown }), ["body", "run"]);
    expect(await talking.messages()).toEqual([]);
    await talking.say(gm, "When does the gate open?", { listeners: [mara.id], run });
    expect((await said(2))[1]).toMatchObject({
      ...{ speaker: mara.id, text: "Yes?" },
      made_by: { kind: "authored", reason: "not_there" },
    });
  });

  test("a message that names it is kept once, though the playthrough is gone when it is sent again", async () => {
    talking = await Talking.begin(api, { project: talking.project });
    const gm = await talking.add({ kind: "gm" });
    const body = { text: "It rains.", run, client_id: "m-1" };
    const sent = await talking.post(gm, body);
    expect(sent.status).toBe(201);
    await api.call("DELETE", `/v1/projects/${talking.project}/game-narrative/runs/${run}`);
    expect(await talking.post(gm, body)).toMatchObject({ status: 200, body: sent.body });
    expectInvalidAt(await talking.post(gm, { ...body, client_id: "m-2" }), ["body", "run"]);
  });

  test("remembers nothing of an answer that was made with whispers in it", async () => {
    const remember = ["The canary key lies under the third stone."];
    const words = answers(JSON.stringify({ say: "As you say.", emotion: "joy", used: [], remember }));
    await withModel([words, words, words]);
    const listeners = [odo.id];
    await talking.say(ana, "Under the third stone.", { listeners, audience: [odo.id, bob.id] });
    await said(2);
    await talking.say(bob, "Is it there still?", { listeners });
    await said(4);
    await eventually(
      () =>
        api.database.reads.execute({
          text: "SELECT 1 FROM conversation_heads WHERE project_id = $1 AND answering_by IS NOT NULL",
          values: [talking.project],
        }),
      (rows) => rows.length === 0,
    );
    expect(await memories(0)).toEqual([]);
  });

  const erase = async (playerId: string | undefined) =>
    expect((await api.call("POST", `/v1/projects/${talking.project}/players/${playerId}/erasure`)).status).toBe(200);

  test("repeats what it heard in another conversation of the playthrough until whoever said it is erased", async () => {
    await talking.say(ana, "The lamp hangs behind the old mill.", { listeners: [odo.id] });
    await memories(1);
    const { participants } = (
      await talking.call<{ participants: { id: string; player_id: string }[] }>("GET", "/participants")
    ).body;
    talking = await Talking.begin(api, { project: talking.project, run_id: run });
    odo = await talking.add({ kind: "npc", npc_id: npc });
    const cy = await talking.join("Cy");
    await talking.say(cy, "Where does the lamp hang?", { listeners: [odo.id] });
    expect((await said(2))[1]?.text).toContain("behind the old mill");
    await erase(participants.find(({ id }) => id === ana.id)?.player_id);
    expect((await said(2))[1]?.text).toEqual({ erased: true });
  });

  test("repeats what the player of the playthrough told it alone until that player is erased", async () => {
    const { id: player_id } = await talking.player("Dee");
    run = (await make(`/game-narrative/dialogues/${graph}/runs`, { player_id })).id;
    await make(`/npcs/${npc}/dialogue`, { text: "The lamp hangs behind the old mill.", run, player_id });
    talking = await Talking.begin(api, { project: talking.project, run_id: run });
    odo = await talking.add({ kind: "npc", npc_id: npc });
    const cy = await talking.join("Cy");
    await talking.say(cy, "Where does the lamp hang?", { listeners: [odo.id] });
    expect((await said(2))[1]?.text).toContain("behind the old mill");
    await erase(player_id);
    expect((await said(2))[1]?.text).toEqual({ erased: true });
  });

  /** Asks for the lamp in a conversation of a playthrough, and erases a player once the answer tells of it. */
  const askAndErase = async (run_id: string, player: string) => {
    talking = await Talking.begin(api, { project: talking.project, run_id });
    odo = await talking.add({ kind: "npc", npc_id: npc });
    const cy = await talking.join(`cy-${run_id}`);
    await talking.say(cy, "Where does the lamp hang?", { listeners: [odo.id] });
    expect((await said(2))[1]?.text).toContain("behind the old mill");
    await erase(player);
    expect((await said(2))[1]?.text).toEqual({ erased: true });
  };

  test("repeats what anybody told it alone until that player is erased, in forks too", async () => {
    const { id: player_id } = await talking.player("Dee");
    await make(`/npcs/${npc}/dialogue`, { text: "The lamp hangs behind the old mill.", run, player_id });
    const fork = await make(`/game-narrative/runs/${run}/fork`, {});
    await askAndErase(fork.id, player_id);
  });

  test("repeats what it heard where a message only named the playthrough until whoever said it is erased", async () => {
    talking = await Talking.begin(api, { project: talking.project });
    const { id: player_id } = await talking.player("Eve");
    const there = await talking.add({ kind: "npc", npc_id: npc });
    const eve = await talking.add({ kind: "player", player_id, name: "Eve" });
    await talking.say(eve, "The lamp hangs behind the old mill.", { listeners: [there.id], run });
    await memories(1);
    await askAndErase(run, player_id);
    const { body } = await api.call("POST", `/v1/projects/${talking.project}/players/${player_id}/erasure`);
    expect(body).toMatchObject({ kept: expect.arrayContaining([expect.objectContaining({ ids: [run] })]) });
  });

  test("repeats the words of a player until the player is erased, however long ago it heard them", async () => {
    await talking.say(ana, "The lamp hangs behind the old mill.", { listeners: [odo.id] });
    await memories(1);
    const gm = await talking.add({ kind: "gm" });
    for (let n = 0; n < 20; n += 1) await talking.say(gm, "It rains.", { listeners: [bob.id] });
    await talking.say(bob, "Where does the lamp hang?", { listeners: [odo.id] });
    const all = await said(24);
    expect(all[23]?.text).toContain("behind the old mill");
    const { body } = await talking.call<{ participants: { player_id: string; name: string }[] }>(
      "GET",
      "/participants",
    );
    await erase(body.participants.find(({ name }) => name === "Ana")?.player_id);
    expect(JSON.stringify(await talking.messages())).not.toContain("behind the old mill");
  });
});

test("an answer goes with the players whose words it was made of", async () => {
  await withModel([spoken("canary-of-ana, said again")]);
  const bobs = await api.call<{ participants: { player_id: string; name: string }[] }>(
    "GET",
    `${talking.path}/participants`,
  );
  await talking.say(ana, "canary-of-ana");
  await talking.say(bob, "What did she say?", { listeners: [odo.id] });
  await eventually(
    () => talking.messages(),
    (messages) => messages.some(({ speaker, answers: number }) => speaker === odo.id && number !== null),
  );
  expect(await tablesWith(api.database.reads, "canary-of-ana")).toEqual([]);
  const id = bobs.body.participants.find(({ name }) => name === "Ana")?.player_id;
  const before = (await talking.messages()).length;
  expect((await api.call("POST", `/v1/projects/${talking.project}/players/${id}/erasure`)).status).toBe(200);
  const after = await talking.messages();
  expect(after).toHaveLength(before);
  expect(JSON.stringify(after)).not.toContain("canary");
});
