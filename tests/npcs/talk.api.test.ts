import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  answers,
  fails,
  type Manner,
  type ModelServer,
  startModelServer,
} from "#server/adapters/llm/model-server.fixture.ts";
import { readEvents } from "#server/adapters/llm/server-sent-events.ts";
import type { NpcAnswer } from "#server/features/npcs/talk/schemas.ts";
import { createLogger } from "#server/log/log.ts";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "../contract/expectations.ts";

const CANARY = "canary-under-the-third-stone";

let api: TestApi;
let server: ModelServer;
/** Lines of the log that tell of mistakes. */
const logged: string[] = [];
beforeAll(async () => {
  const write = (line: string) => void logged.push(line);
  api = await startTestApi({
    mount: "listener",
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    log: createLogger({ environment: "test", logLevel: "error" }, { write }),
  });
  server = await startModelServer(answers("{}"));
});
afterAll(async () => {
  await server.close();
  await api.close();
});

type Json = Record<string, unknown>;

let at: string;
let odo: string;
let npc: string;

async function make<T = { id: string }>(path: string, body: Json, method = "POST"): Promise<T> {
  const answer = await api.call<T>(method, `${at}${path}`, { body });
  expect([path, answer.status < 300 || answer.body]).toEqual([path, true]);
  return answer.body;
}

const talk = (body: Json, key?: string) =>
  api.call<NpcAnswer>("POST", `${at}/npcs/${npc}/dialogue`, { body, ...(key !== undefined && { key }) });

/** A project with Odo, who knows of the gate and not of the key. */
beforeEach(async () => {
  at = `/v1/projects/${await api.makeProject()}`;
  odo = (await make("/entities", { type: "character", name: "Odo", external_id: "odo" })).id;
  const mara = (await make("/entities", { type: "character", name: "Mara", external_id: "mara" })).id;
  await make("/facts", { text: "The salt gate opens at low tide.", known_by: [odo, mara] });
  await make("/facts", { text: `The key of the salt gate lies at ${CANARY}.`, known_by: [mara] });
  npc = (await make("/npcs", { entity_id: odo, role: "ferryman", greetings: ["You again."], style: "Gruff." })).id;
});

/** Expects that an npc cannot be talked to. */
function expectGone(answer: Answer<unknown>, state: string): void {
  expectProblem(api, answer, "npc_unavailable");
  expect(answer.body).toMatchObject({ detail: { npc_id: npc, state } });
}

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

const spoken = (say: string, more: Json = {}, manner: Manner = {}) =>
  answers(JSON.stringify({ say, emotion: "joy", used: [1], remember: [], ...more }), manner);

/** Follows an answer: its messages, in order. */
async function follow(body: Json, key = api.home.key): Promise<{ type: string; data: Json }[]> {
  const answer = await fetch(`${api.url}${at}/npcs/${npc}/dialogue`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify(body),
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  return readEvents(await answer.text()).map(({ event, data }) => ({ type: event ?? "", data: JSON.parse(data) }));
}

describe("without a provider", () => {
  test("an npc greets, tells what it knows with its ids, and says honestly what it does not", async () => {
    expect((await talk({ text: "Hello, Odo" })).body).toMatchObject({
      text: "You again.",
      emotion: null,
      used_facts: [],
      made_by: { kind: "authored", reason: "no_provider", model: null, usage: null },
    });
    const told = await talk({ text: "When does the salt gate open?" });
    expect(told.body).toMatchObject({ text: "The salt gate opens at low tide.", used_facts: [expect.any(String)] });
    expect((await talk({ text: "When does the salt gate open?" })).body).toEqual(told.body);
    expect((await talk({ text: "Who sank the Albatross?" })).body.used_facts).toEqual([]);
  });

  test("what it may not know is in no answer, and a line of its own is said word for word", async () => {
    const asked = await talk({ text: "Where lies the key of the salt gate?" });
    expect(JSON.stringify(asked.body)).not.toContain(CANARY);
    const { id } = await make("/game-narrative/dialogues", { name: "At the ferry" });
    const line = { text: "Keys are for those who own doors.", speaker_id: odo };
    const { id: node } = await make(`/game-narrative/dialogues/${id}/nodes`, line);
    expect((await talk({ text: "And who owns doors with keys?" })).body).toMatchObject({
      text: line.text,
      used_lines: [node],
    });
  });

  test("who is secret from it speaks without a name, and what it is told is remembered all the same", async () => {
    const { id: graph } = await make("/game-narrative/dialogues", { name: "At the ferry" });
    const { id: node } = await make(`/game-narrative/dialogues/${graph}/nodes`, { text: "Halt!" });
    await make(`/game-narrative/dialogues/${graph}`, { start_node_id: node }, "PATCH");
    const body = { type: "character", name: "Canary of Tern", external_id: "heir" };
    const { id: speaker_id } = await make("/entities", body);
    await make("/secrets", { subject_id: speaker_id, known_by: [speaker_id] });
    await make(`/npcs/${npc}`, { greetings: ["You again, {{user}}.", "You again."] }, "PATCH");
    const { id: run } = await make(`/game-narrative/dialogues/${graph}/runs`, {});
    await withModel(Array.from({ length: 2 }, () => spoken("Hm.")));
    const calls = server.calls.length;
    const history = [{ by: "player", text: "Hello." }];
    for (const provider of ["auto", "authored"]) {
      for (const text of ["Hello, Odo", "The lamp hangs behind the old mill."]) {
        const { status, body: said } = await talk({ text, run, speaker_id, history, provider });
        expect([status, JSON.stringify(said)]).toEqual([200, expect.not.stringContaining("Canary of Tern")]);
      }
    }
    expect(server.calls.slice(calls).map(({ body: sent }) => JSON.stringify(sent))).toEqual([
      expect.not.stringContaining("Canary of Tern"),
      expect.not.stringContaining("Canary of Tern"),
    ]);
    const asked = await talk({ text: "Where does the lamp hang?", run, speaker_id, provider: "authored" });
    expect(asked.body.text).toContain("behind the old mill");
  });

  test("the dead and the retired do not answer, but they did earlier", async () => {
    const before = (await talk({ text: "Hi" })).body.seq;
    await make(`/entities/${odo}`, { properties: { alive: false } }, "PATCH");
    expectGone(await talk({ text: "Hi" }), "deceased");
    expect((await talk({ text: "Hi", at_seq: before })).status).toBe(200);
    expect((await api.call<Json>("GET", `${at}/npcs/${npc}`)).body).toMatchObject({ name: "Odo", state: "deceased" });
    await make(`/entities/${odo}`, { properties: { alive: true } }, "PATCH");
    await make(`/npcs/${npc}`, { retired: true }, "PATCH");
    expectGone(await talk({ text: "Hi" }), "retired");
    expectInvalidAt(await talk({ text: "Hi", at_seq: 99_999 }), ["body", "at_seq"]);
  });

  test("a character that is secret even from itself answers, and tells nothing of that", async () => {
    await make("/secrets", { subject_id: odo, known_by: [] });
    expect((await talk({ text: "When does the salt gate open?" })).body).toMatchObject({
      text: "The salt gate opens at low tide.",
      made_by: { reason: "no_provider" },
    });
  });

  test("an entity is one npc, also when a deleted one comes back", async () => {
    const second = await api.call<Json>("POST", `${at}/npcs`, { body: { entity_id: odo } });
    expectProblem(api, second, "npc_exists");
    expect(second.body.detail).toEqual({ entity_id: odo, npc_id: npc });
    await api.call("DELETE", `${at}/npcs/${npc}`);
    const other = await make("/npcs", { entity_id: odo });
    const back = await api.call<Json>("POST", `${at}/npcs/${npc}/restore`);
    expect(back.body).toMatchObject({ code: "npc_exists", detail: { npc_id: other.id } });
  });
});

describe("in a playthrough", () => {
  const STONE = "I hid the ledger under the third stone.";
  const SAID = `Ines said: “${STONE}”`;

  /** Begins playthroughs of a dialogue that waits for a choice. */
  async function playing() {
    const person = async (name: string) => (await make("/entities", { type: "character", name, external_id: name })).id;
    const [ines, bor, cleo] = [await person("Ines"), await person("Bor"), await person("Cleo")];
    const { id } = await make("/game-narrative/dialogues", { name: "At the ferry" });
    const nodes = `/game-narrative/dialogues/${id}/nodes`;
    const end = await make(nodes, { kind: "end", text: "Out." });
    const first = await make(nodes, { text: "Well?", branches: [{ choice_text: "Go", target_node_id: end.id }] });
    await make(`/game-narrative/dialogues/${id}`, { start_node_id: first.id }, "PATCH");
    const begin = async () => (await make(`/game-narrative/dialogues/${id}/runs`, {})).id;
    return { runs: [await begin(), await begin()], ines, bor, cleo };
  }
  const ledger = "Where is the ledger?";

  test("an npc remembers what it was told there, tells it in no other one, and forgets it when a save is loaded", async () => {
    const { runs, ines } = await playing();
    const [run = "", other = ""] = runs;
    const { id: save } = await make(`/game-narrative/runs/${run}/saves`, { label: "Before the talk" });
    const told = await talk({ text: STONE, run, speaker_id: ines });
    expect(told.body).toMatchObject({ memories: [{ text: SAID, fact_id: expect.any(String) }], run: { step: 1 } });
    expect((await talk({ text: ledger, run })).body).toMatchObject({
      text: SAID,
      used_facts: [told.body.memories[0]?.fact_id],
    });
    for (const elsewhere of [{ run: other }, {}]) {
      expect((await talk({ text: ledger, ...elsewhere })).body.used_facts).toEqual([]);
    }
    const loaded = await make(`/game-narrative/runs/${run}/fork`, { save_id: save });
    expect((await talk({ text: ledger, run: loaded.id })).body.used_facts).toEqual([]);
    // Nothing of it is in the record.
    expect((await api.call<Json>("GET", `${at}/facts?q=ledger`)).body.total).toBe(0);
  });

  test("an npc remembers nothing that a player said who is erased while it thinks", async () => {
    const { runs } = await playing();
    const [run = ""] = runs;
    const { id: player_id } = await make("/players", { external_id: "ines" });
    const words = spoken("Hm.", { remember: [STONE] });
    await withModel([
      async (...call) => {
        expect((await api.call("POST", `${at}/players/${player_id}/erasure`)).status).toBe(200);
        await words(...call);
      },
    ]);
    expect((await talk({ text: STONE, run, player_id })).body).toMatchObject({ text: "Hm.", memories: [] });
    expect((await talk({ text: ledger, run, provider: "authored" })).body.used_facts).toEqual([]);
  });

  test("an npc remembers nothing of a talk behind which the playthrough went back while it thought", async () => {
    const { runs, ines } = await playing();
    const [run = ""] = runs;
    const at_mill = { text: "The lamp hangs behind the mill.", run, speaker_id: ines };
    expect((await talk(at_mill)).body.run).toMatchObject({ step: 1 });
    const words = spoken("I will.", { used: [], remember: ["Ines hid the ledger."] });
    await withModel(async (...call) => {
      await make(`/game-narrative/runs/${run}/back`, { step: 1 });
      await words(...call);
    });
    const { body } = await talk({ text: STONE, run, speaker_id: ines, deadline_ms: 20_000 });
    expect(body).toMatchObject({ text: "I will.", memories: [{ text: "Ines hid the ledger.", fact_id: null }] });
    const { transcript } = (
      await api.call<{ transcript: { did: string }[] }>("GET", `${at}/game-narrative/runs/${run}`)
    ).body;
    expect(transcript.map(({ did }) => did)).toEqual(["begin"]);
  });

  test("an npc remembers a talk behind which the playthrough went on while it thought, and back no further", async () => {
    const { runs, ines } = await playing();
    const [run = ""] = runs;
    const words = spoken("I will.", { used: [], remember: ["Ines hid the ledger."] });
    await withModel(async (...call) => {
      for (const text of ["The lamp hangs behind the mill.", "The lamp on the mole is broken."])
        await talk({ text, run, speaker_id: ines, provider: "authored" });
      await make(`/game-narrative/runs/${run}/back`, { step: 2 });
      await words(...call);
    });
    const { body } = await talk({ text: STONE, run, speaker_id: ines, deadline_ms: 20_000 });
    expect(body).toMatchObject({ run: { step: 4 }, memories: [{ fact_id: expect.any(String) }] });
  });

  test("what was learnt becomes a fact of the record by review alone, once in all forks, or is dismissed", async () => {
    const { runs, ines } = await playing();
    const [run = "", other = ""] = runs;
    await talk({ text: STONE, run, speaker_id: ines });
    await talk({ text: "The lamp on the mole is broken.", run: other });
    const { id: save } = await make(`/game-narrative/runs/${run}/saves`, { label: "Behind the talk" });
    const fork = await make(`/game-narrative/runs/${run}/fork`, { save_id: save });
    const path = "/game-narrative/run-memories";
    const listed = async (query = "") =>
      (await api.call<{ memories: Json[]; total: number }>("GET", `${at}${path}${query}`)).body;
    // The fork has the same memory, which is one.
    const { memories, total } = await listed("?state=open");
    const [lamp, stone] = memories;
    expect([total, memories.length]).toEqual([2, 2]);
    expect(stone).toMatchObject({
      text: SAID,
      entity_id: odo,
      subject_id: ines,
      run_id: run,
      state: "open",
      fact_id: null,
    });
    expect((await listed(`?run_id=${other}`)).memories).toEqual([lamp]);
    expect((await api.call<Json>("GET", `${at}/facts?q=ledger`)).body.total).toBe(0);

    const accepted = await make<{ fact_id: string }>(`${path}/${stone?.id}/accept`, {});
    const fact = await api.call<Json>("GET", `${at}/facts/${accepted.fact_id}`);
    expect(fact.body).toMatchObject({ text: SAID, subject_id: ines, source: { witness_id: odo } });
    expect(new Set(fact.body.known_by as string[])).toEqual(new Set([odo, ines]));
    const head = async () => (await api.call("GET", at)).headers.get("x-project-seq");
    const before = await head();
    expect(await make(`${path}/${stone?.id}/accept`, { text: "Another text." })).toEqual(accepted);
    expect(await make(`${path}/${stone?.id}/dismiss`, {})).toEqual(accepted);
    expect(await head()).toBe(before);
    // A fact that was deleted is made again, in the words that are sent.
    await api.call("DELETE", `${at}/facts/${accepted.fact_id}`);
    const again = await make<{ fact_id: string }>(`${path}/${stone?.id}/accept`, { text: "The ledger is hidden." });
    expect(again.fact_id).not.toBe(accepted.fact_id);

    expect(await make(`${path}/${lamp?.id}/dismiss`, {})).toMatchObject({ state: "dismissed", fact_id: null });
    expect((await listed("?state=open")).total).toBe(0);
    expect(await make(`${path}/${lamp?.id}/dismiss`, { dismissed: false })).toMatchObject({ state: "open" });
    // Where the first playthrough is gone, the fork still has what was learnt; nobody accepts it twice.
    await api.call("DELETE", `${at}/game-narrative/runs/${run}`);
    const ofFork = (await listed()).memories.find(({ id }) => id === stone?.id);
    expect(ofFork).toMatchObject({ run_id: fork.id, state: "accepted", fact_id: again.fact_id });
    const nobody = await api.call("POST", `${at}${path}/fact_01k9hq3tx8v2m5rbz4nd7wcfje/accept`, { body: {} });
    expectProblem(api, nobody, "not_found");
  });

  test("who is present knows what was said by both; others do not", async () => {
    const { runs, ines, bor, cleo } = await playing();
    const [run = ""] = runs;
    await talk({ text: STONE, run, speaker_id: ines, present: [bor] });
    const { body } = await talk({ text: "When does the salt gate open?", run, speaker_id: ines, present: [bor] });
    const knows = async (who: string) => {
      const answer = await api.call<{ facts: { id: string; text: string }[] }>(
        "GET",
        `${at}/facts?run=${run}&as=${who}`,
      );
      return answer.body.facts.map(({ text }) => text).toSorted();
    };
    const both = [SAID, "The salt gate opens at low tide."];
    expect([await knows(bor), await knows(ines), await knows(cleo)]).toEqual([both, both, []]);
    const fact = await api.call<Json>("GET", `${at}/facts/${body.used_facts[0]}?run=${run}`);
    expect(fact.body.told).toEqual({ [ines]: { how: "told", from: odo }, [bor]: { how: "heard", from: odo } });
  });

  test("an npc that proposes keeps nothing, and one that is off remembers nothing", async () => {
    await make(`/npcs/${npc}`, { memory: "propose" }, "PATCH");
    const { runs } = await playing();
    const [run = ""] = runs;
    expect((await talk({ text: STONE, run })).body.memories).toEqual([
      { text: `The player said: “${STONE}”`, fact_id: null },
    ]);
    await make(`/npcs/${npc}`, { memory: "off" }, "PATCH");
    expect((await talk({ text: STONE })).body.memories).toEqual([]);
  });

  test("an npc that names no treatment has that of the project, at every moment", async () => {
    const shown = async (query = "") => (await api.call<Json>("GET", `${at}/npcs/${npc}${query}`)).body;
    expect(await shown()).toMatchObject({ memory: null, effective_memory: "keep" });
    const before = Number((await api.call("GET", at)).headers.get("x-project-seq"));
    await make("", { npc_memory: "off" }, "PATCH");
    expect((await talk({ text: STONE })).body.memories).toEqual([]);
    expect((await talk({ text: STONE, at_seq: before })).body.memories).toHaveLength(1);
    expect(await shown()).toMatchObject({ memory: null, effective_memory: "off" });
    expect(await shown(`?at_seq=${before}`)).toMatchObject({ effective_memory: "keep" });
    const listed = await api.call<{ npcs: Json[] }>("GET", `${at}/npcs`);
    expect(listed.body.npcs).toEqual([await shown()]);
    await make(`/npcs/${npc}`, { memory: "propose" }, "PATCH");
    expect((await talk({ text: STONE })).body.memories).toHaveLength(1);
    await make(`/npcs/${npc}`, { memory: null }, "PATCH");
    expect((await talk({ text: STONE })).body.memories).toEqual([]);
  });
});

/** Begins a playthrough that waits for a choice, with values of variables. */
async function playing(body: Json, text = "Well?"): Promise<string> {
  const { id } = await make("/game-narrative/dialogues", { name: "At the gate" });
  const nodes = `/game-narrative/dialogues/${id}/nodes`;
  const end = await make(nodes, { kind: "end", text: "Out." });
  const die = { op: "property.set", target: odo, key: "alive", value: { lit: false } };
  const kill = { choice_text: "Push him", target_node_id: end.id, effects: [die] };
  const first = await make(nodes, { text, branches: [kill, { choice_text: "Go", target_node_id: end.id }] });
  await make(`/game-narrative/dialogues/${id}`, { start_node_id: first.id }, "PATCH");
  return (await make(`/game-narrative/dialogues/${id}/runs`, body)).id;
}

/** Actions of Odo, the first of which asks for a variable. */
const ACTIONS = (toll: string) => [
  {
    key: "open_gate",
    description: "When the toll is paid and somebody asks.",
    parameters: [{ key: "way", type: "choice", choices: ["sea", "marsh"] }],
    when: [{ var: toll }],
  },
  { key: "pay", description: "Pays back.", parameters: [{ key: "coins", type: "number" }] },
  { key: "point_at", description: "Points at somebody.", parameters: [{ key: "who", type: "entity" }] },
];

test("an npc that dies in a playthrough answers no more there, and everywhere else", async () => {
  const [run, other] = [await playing({}), await playing({})];
  const { body } = await api.call<{ standing: { offers: { branch_id: string; text: string }[] } }>(
    "GET",
    `${at}/game-narrative/runs/${run}`,
  );
  const push = body.standing.offers.find(({ text }) => text === "Push him")?.branch_id;
  await make(`/game-narrative/runs/${run}/choose`, { branch_id: push, step: 0 });
  expectGone(await talk({ text: "Hi", run }), "deceased");
  for (const elsewhere of [{ run: other }, {}]) expect((await talk({ text: "Hi", ...elsewhere })).status).toBe(200);
});

describe("at a talk of a dialogue", () => {
  type Standing = {
    step: number;
    halt: string;
    node: { id: string };
    talk: Json | null;
    offers: { branch_id: string }[];
  };
  let run: string;
  let card: string;
  let hall: string;
  let ways: string[];

  const stands = async (of = run) =>
    (await api.call<{ standing: Standing }>("GET", `${at}/game-narrative/runs/${of}`)).body.standing;

  /** Begins a playthrough at a card where Odo is talked to, and remembers nothing of it. */
  beforeEach(async () => {
    const listed = await api.call<{ facts: { id: string; text: string }[] }>("GET", `${at}/facts`);
    const tide = listed.body.facts.find(({ text }) => text.includes("low tide"))?.id;
    const actions = [{ key: "open_gate", description: "Opens the gate." }];
    await make(`/npcs/${npc}`, { actions, memory: "off" }, "PATCH");
    const { id } = await make("/game-narrative/dialogues", { name: "At the gate" });
    const nodes = `/game-narrative/dialogues/${id}/nodes`;
    const end = (await make(nodes, { kind: "end", text: "Out." })).id;
    hall = (await make(nodes, { text: "The hall.", branches: [{ target_node_id: end, choice_text: "Leave" }] })).id;
    const waits = (choice_text: string, facts: unknown[], keys: string[]) => ({
      choice_text,
      target_node_id: hall,
      opened_by: { facts, actions: keys },
    });
    const made = await make<{ id: string; branches: { id: string }[] }>(nodes, {
      kind: "talk",
      // Its own words are no answer to what is asked of it.
      text: "The salt gate is shut, and opens when it does. Well?",
      speaker_id: odo,
      branches: [
        waits("When does it open?", [tide], []),
        waits("Open it now.", [tide], ["open_gate"]),
        { choice_text: "Never mind.", target_node_id: end },
      ],
    });
    card = made.id;
    ways = made.branches.map((each) => each.id);
    await make(`/game-narrative/dialogues/${id}`, { start_node_id: card }, "PATCH");
    run = (await make(`/game-narrative/dialogues/${id}/runs`, {})).id;
  });

  test("what came up opens branches, is a step of the log, and is forgotten where a save is loaded", async () => {
    expect(await stands()).toMatchObject({ halt: "choices", talk: { entity_id: odo, opened: [] } });
    const { id: save } = await make(`/game-narrative/runs/${run}/saves`, { label: "Before" });
    expect((await talk({ text: "Hello", run })).body).toMatchObject({
      talk: { node_id: card, opened: [] },
      run: { step: 0 },
    });
    const asked = { text: "When does the salt gate open?", run };
    expect((await talk(asked)).body).toMatchObject({
      talk: { node_id: card, opened: [ways[0]] },
      run: { step: 1 },
      memories: [],
    });
    // What came up already is no step once more.
    expect((await talk(asked)).body).toMatchObject({ talk: { opened: [ways[0]] }, run: { step: 1 } });
    await withModel(spoken("There.", { used: [], actions: [{ key: "open_gate", arguments: [] }] }));
    const { body } = await talk({ text: "Then open it.", run });
    expect(body).toMatchObject({ talk: { opened: [ways[0], ways[1]] }, run: { step: 2 } });
    expect(await stands()).toMatchObject({ step: 2, talk: { opened: [ways[0], ways[1]] } });
    const detail = await api.call<{ transcript: { did: string }[] }>("GET", `${at}/game-narrative/runs/${run}`);
    expect(detail.body.transcript.map(({ did }) => did)).toEqual(["begin", "learn", "learn"]);
    const loaded = (await make(`/game-narrative/runs/${run}/fork`, { save_id: save })).id;
    expect((await stands(loaded)).talk).toEqual({ entity_id: odo, opened: [] });
    const taken = await make<Standing>(`/game-narrative/runs/${run}/choose`, { branch_id: ways[1], step: 2 });
    expect(taken).toMatchObject({ node: { id: hall }, talk: null });
    expect((await talk(asked)).body).toMatchObject({ talk: null, run: { step: 3 } });
    await make(`/game-narrative/runs/${run}/back`, { step: 3 });
    expect((await stands()).talk).toEqual({ entity_id: odo, opened: [ways[0], ways[1]] });
  });

  test("words alone open nothing: neither facts that are not used nor actions that are not declared", async () => {
    const said = "It opens at low tide. I open the gate for you.";
    await withModel(
      [
        spoken(said, { used: [], actions: [] }),
        spoken(said, { used: [9], actions: [{ key: "open_hall", arguments: [] }] }),
        spoken("I like you.", { used: [], remember: ["open_gate"] }),
      ].flat(),
    );
    for (let turn = 0; turn < 3; turn++)
      expect((await talk({ text: "Open the salt gate!", run })).body).toMatchObject({ talk: { opened: [] } });
    expect((await stands()).step).toBe(0);
  });

  test("without a word the written answers go on, and another npc has no part in it", async () => {
    const mara = (await api.call<{ entities: { id: string }[] }>("GET", `${at}/entities?q=Mara`)).body.entities[0]?.id;
    const other = (await make("/npcs", { entity_id: mara })).id;
    const { graph_id } = (await api.call<Json>("GET", `${at}/game-narrative/runs/${run}`)).body;
    run = (await make(`/game-narrative/dialogues/${graph_id}/runs`, {})).id;
    const answer = await api.call<NpcAnswer>("POST", `${at}/npcs/${other}/dialogue`, {
      body: { text: "When does the salt gate open?", run },
    });
    expect(answer.body).toMatchObject({ used_facts: [expect.any(String)], talk: null });
    expect((await stands()).offers.map(({ branch_id }) => branch_id)).toEqual(ways);
    const taken = await make<Standing>(`/game-narrative/runs/${run}/choose`, {
      branch_id: ways[1],
      step: (await stands()).step,
    });
    expect(taken.node.id).toBe(hall);
  });

  test("the token of a player hears which branches are open, and not which facts were told", async () => {
    const { id: player } = await make("/players", { external_id: "ana" });
    const { token } = await make<{ token: string }>(`/players/${player}/tokens`, {});
    const { graph_id } = (await api.call<Json>("GET", `${at}/game-narrative/runs/${run}`)).body;
    const own = await api.call<{ id: string }>("POST", `${at}/game-narrative/dialogues/${graph_id}/runs`, {
      key: token,
      body: {},
    });
    const { body } = await talk({ text: "When does the salt gate open?", run: own.body.id }, token);
    expect(body).toMatchObject({ talk: { node_id: card, opened: [ways[0]] }, used_facts: [] });
  });
});

describe("with a model", () => {
  test("its words come as they are made, then whole; what it may not know is in no prompt", async () => {
    await make(`/npcs/${npc}`, { sample_lines: ["{{char}} nods at {{user}}."] }, "PATCH");
    const remember = ["The player asked for the gate."];
    await withModel(spoken("At low tide. Bring a coin.", { remember }, { bytes: 150, pause: 5 }));
    const messages = await follow({ text: "When does the salt gate open, and where lies its key?" });
    const pieces = messages.filter(({ type }) => type === "text").map(({ data }) => data.text);
    expect(pieces.join("")).toBe("At low tide. Bring a coin.");
    expect(pieces.length).toBeGreaterThan(1);
    expect(messages.map(({ type }) => type).filter((type) => type !== "text")).toEqual(["begin", "answer"]);
    expect(messages.at(-1)?.data).toMatchObject({
      text: "At low tide. Bring a coin.",
      emotion: "joy",
      used_facts: [expect.stringMatching(/^fact_/)],
      memories: [{ text: "The player asked for the gate.", fact_id: null }],
      made_by: { kind: "model", reason: null, model: "tale-1" },
    });
    const sent = JSON.stringify(server.calls.at(-1)?.body);
    expect(sent).toContain("The salt gate opens at low tide.");
    expect(sent).toContain("Odo nods at the player.");
    expect(sent).not.toContain(CANARY);
  });

  test.each<[string, Parameters<ModelServer["script"]>[0]]>([
    ["deadline", spoken("At low", {}, { end: "hang", events: (all) => all.slice(0, 2) })],
    ["refused", spoken("No.", {}, { finish: "refused" })],
    ["unusable", answers("I would rather not say it in JSON")],
    ["failed", fails(500)],
    ["failed", spoken("At low tide", {}, { end: "drop", events: (all) => all.slice(0, 3) })],
    ["unusable", spoken("x".repeat(3_000))],
  ])("whatever fails, an authored line is said: %s", async (reason, turn) => {
    await withModel(turn);
    const messages = await follow({ text: "When does the salt gate open?", deadline_ms: 400 });
    const last = messages.at(-1);
    expect(last).toMatchObject({
      type: "answer",
      data: { text: "The salt gate opens at low tide.", made_by: { kind: "authored", reason } },
    });
    const begun = messages.findLastIndex(({ type }) => type === "restart");
    const said = messages.slice(begun + 1).filter(({ type }) => type === "text");
    expect(said.map(({ data }) => data.text).join("")).toBe("The salt gate opens at low tide.");
  });

  test("over the tokens that its project gives npcs a day it says authored lines, with whatever key", async () => {
    await make("", { npc_units: 100_000 }, "PATCH");
    await withModel(spoken("At low tide."));
    expect((await talk({ text: "When does the salt gate open?" })).body.made_by.kind).toBe("model");
    await make("", { npc_units: 100 }, "PATCH");
    expect((await talk({ text: "When does the salt gate open?" })).body).toMatchObject({
      text: "The salt gate opens at low tide.",
      made_by: { kind: "authored", reason: "units", usage: null },
    });
    await make("", { npc_units: null }, "PATCH");
    expect((await talk({ text: "When does the salt gate open?" })).body.made_by.kind).toBe("model");
  });

  test("it takes actions that it declares, where their conditions hold, with arguments of their types", async () => {
    const people = await api.call<{ entities: { id: string }[] }>("GET", `${at}/entities?q=Mara`);
    const mara = people.body.entities[0]?.id;
    const { id: toll } = await make("/variables", { name: "toll_paid", type: "boolean", default: false });
    await make(`/npcs/${npc}`, { actions: ACTIONS(toll) }, "PATCH");
    const taken = [
      { key: "open_gate", arguments: [{ key: "way", value: "SEA" }] },
      { key: "pay", arguments: [{ key: "coins", value: "2,5" }] },
      { key: "pay", arguments: [{ key: "coins", value: "many" }] },
      { key: "point_at", arguments: [{ key: "who", value: "mara" }] },
      { key: "fly", arguments: [] },
    ];
    await make("/relationships", { source_id: odo, target_id: mara, type: "knows" });
    const asked = { text: "Will you open, as you did for Mara?" };
    await withModel(spoken("Very well.", { actions: taken }));
    expect((await talk(asked)).body.actions).toEqual([
      { key: "pay", arguments: { coins: 2.5 } },
      { key: "point_at", arguments: { who: mara } },
    ]);
    expect(JSON.stringify(server.calls.at(-1)?.body)).not.toContain("open_gate");
    const run = await playing({ variables: { toll_paid: true } }, "Paid: {toll_paid}.");
    expect((await talk({ ...asked, run })).body.actions[0]).toEqual({ key: "open_gate", arguments: { way: "sea" } });
    expect((await talk({ ...asked, provider: "authored" })).body.actions).toEqual([]);
  });

  test.each<[string, Json, (string | number)[]]>([
    ["two of one key", { key: "pay", description: "Pays." }, []],
    ["a choice without choices", { parameters: [{ key: "way", type: "choice" }] }, ["parameters", 0, "choices"]],
    ["a condition that is none", { when: [{ op: "eq", args: [{ var: "toll" }] }] }, ["when", 0, "args"]],
    ["a condition with an id", { when: [{ id: "cnd_1", lit: true }] }, ["when", 0, "id"]],
    ["a key with a space", { key: "open gate" }, ["key"]],
  ])("an action with a mistake is refused at its place: %s", async (_, wrong, path) => {
    const actions = [
      { key: "pay", description: "Pays." },
      { key: "open_gate", description: "Opens the gate.", ...wrong },
    ];
    const answer = await api.call("PATCH", `${at}/npcs/${npc}`, { body: { actions } });
    expectInvalidAt(answer, ["body", "actions", ...(path.length === 0 ? [] : [1, ...path])]);
  });

  test("a key of which no model is known is answered for, unless it is the one that is asked for", async () => {
    const key = { provider: "openai_compatible", key: "sk-canary-a0b1c2d3e4f50617", base_url: server.url };
    const { id } = await make("/byok", key);
    expect((await talk({ text: "Hi" })).body).toMatchObject({ text: "You again.", made_by: { reason: "failed" } });
    expectProblem(api, await talk({ text: "Hi", provider: id }), "provider_key_unverified");
  });

  test("whoever leaves in mid-answer ends the call of the model, and that is no error", async () => {
    const { id: byok_id } = await withModel(spoken("A long story. ".repeat(60), {}, { bytes: 20, pause: 20 }));
    const left = new AbortController();
    const answer = await fetch(`${api.url}${at}/npcs/${npc}/dialogue`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${api.home.key}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ text: "Tell me a story.", deadline_ms: 20_000 }),
      signal: left.signal,
    });
    await answer.body?.getReader().read();
    const before = logged.length;
    left.abort();
    const used = async () => JSON.stringify((await api.call("GET", `${at}/byok/${byok_id}/usage`)).body);
    await expect.poll(used, { timeout: 5_000 }).toContain('"failed_calls":1');
    expect(logged.slice(before)).toEqual([]);
  });

  test("a request that is refused is refused before a stream begins", async () => {
    const answer = await fetch(`${api.url}${at}/npcs/${npc}/dialogue`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${api.home.key}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ text: "Hi", run: "run_01k9hq3tx8v2m5rbz4nd7wcfje" }),
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([422, "application/json"]);
  });

  test("a player spends units over all tokens of a day, then hears authored lines; the stream of a token goes on while it is good", async () => {
    await withModel(spoken("At low tide.", {}, { usage: { input: 600, output: 100 }, bytes: 40, pause: 40 }));
    const { id: player } = await make("/players", { external_id: "ana" });
    const tokenOf = (units: number) => make<{ token: string }>(`/players/${player}/tokens`, { units });
    const { token } = await tokenOf(2_000);
    const kinds: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const messages = await follow({ text: "When does the salt gate open?" }, token);
      for (const { type, data } of messages) {
        if (type !== "answer") continue;
        const { kind, reason } = data.made_by as NpcAnswer["made_by"];
        kinds.push(reason ?? kind);
      }
    }
    expect(kinds).toEqual(["model", "model", "units"]);
    const { body } = await talk({ text: "When does the salt gate open?" }, (await tokenOf(1_500)).token);
    expect(body).toMatchObject({ text: "The salt gate opens at low tide.", made_by: { reason: "units" } });
    const listed = await api.call<{ tokens: Json[] }>("GET", `${at}/players/${player}/tokens`);
    expect(listed.body.tokens.map(({ units_used }) => units_used)).toEqual([0, 1_400]);
  });

  test("an npc knows what it was told of the player, and says nothing that the player does not want", async () => {
    const preferences = { content_limits: { lines: ["spiders"] } };
    const { id: player } = await make("/players", { external_id: "ana", preferences });
    await make(`/players/${player}/facts`, { text: "Ana owes a coin at the salt gate.", known_by: [odo] });
    await make("/facts", { text: "A spider sees who owes at the salt gate.", known_by: [odo] });
    const question = { text: "Who owes at the salt gate?", player_id: "ana" };
    const told = (await talk(question)).body.text;
    expect(told).toContain("Ana owes a coin at the salt gate.");
    expect(told).not.toContain("spider");
    expect((await talk({ text: question.text })).body.text).toContain("spider");
    await withModel(spoken("Spiders, mostly."));
    const messages = await follow(question);
    expect(JSON.stringify(messages)).not.toContain("Spiders");
    expect(messages.at(-1)).toMatchObject({ data: { text: told, made_by: { kind: "authored", reason: "content" } } });
    expectInvalidAt(await talk({ ...question, player_id: "nobody" }), ["body", "player_id"]);
  });
});
