import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "#server/kernel/ids.ts";
import { listKeyedOperations, type NamedOperation } from "#server/operations.ts";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "./expectations.ts";
import type { ValidCall } from "./fixture.ts";
import { nameOf, pathOf, Scene } from "./valid-call.ts";

/** Words that only authors may read. */
const CANARY = "canary-of-authors";

/** A key or token that is in copies of a game, and the same for another project. */
interface Held {
  readonly here: string;
  readonly elsewhere: string;
}

let api: TestApi;
let scene: Scene;
let published: Held;
/** Tokens of Ana, who has an avatar, and of a player of another project. */
let played: Held;
/** Tokens of the same players for what is closed to all of them, in turns: one token may ask no more than 600 times a minute. */
let shutOut: readonly Held[];
let refused = 0;
/** A token of Ana that opens one dialogue, in which no operation is called. */
let ofOneDialogue: string;
/** Ids, by the parameters of paths, of what is there and neither is for. */
let withheld: Record<string, string>;
/** Ana's own playthrough, and a save in Bob's. */
let own: { run_id: string; foreign_save: string };
/** Playthroughs that are not Ana's: of Bob, of nobody, and of the other project. */
let runsOfOthers: string[];
let bob: string;
/** Operations that show the canary to a secret key. */
const showing = new Set<string>();

beforeAll(async () => {
  api = await startTestApi();
  scene = new Scene(api);
  const other = new Scene(api);
  const [project, elsewhere] = await Promise.all([scene.projectId, other.projectId]);
  const publish = (id: string) => api.home.makeKey({ kind: "publishable", scopes: ["read"], projectIds: [id] });
  published = { here: await publish(project), elsewhere: await publish(elsewhere) };
  const avatar_id = await scene.param("entity_id", "entities");
  const playerOf = async (of: Scene, body: object) => (await of.ask<{ id: string }>("players.create", { body })).id;
  const tokenOf = async (of: Scene, player_id: string, more: object = {}) => {
    const body = { messages_per_minute: 600, ...more };
    return (await of.ask<{ token: string }>("playerTokens.create", { params: { player_id }, body })).token;
  };
  const ana = await playerOf(scene, { external_id: "ana", avatar_id });
  bob = await playerOf(scene, { external_id: "bob", display_name: CANARY });
  const namesake = await playerOf(other, { external_id: "ana" });
  const tokens = async () => ({ here: await tokenOf(scene, ana), elsewhere: await tokenOf(other, namesake) });
  played = await tokens();
  shutOut = [await tokens(), await tokens(), await tokens()];
  const { id: graph_id } = await scene.ask<{ id: string }>("dialogues.create", { body: { name: "The other gate" } });
  ofOneDialogue = await tokenOf(scene, ana, { dialogues: [graph_id] });
  withheld = await hideCanaries();
  const start = async (of: Scene, body: object) => (await of.ask<{ id: string }>("runs.start", { body })).id;
  runsOfOthers = [
    await start(scene, { player_id: bob }),
    await start(scene, {}),
    await start(other, { player_id: "ana" }),
  ];
  const saved = { params: { run_id: runsOfOthers[0] ?? "" }, body: { label: "Here" } };
  own = {
    run_id: await start(scene, { player_id: ana }),
    foreign_save: (await scene.ask<{ id: string }>("runs.save", saved)).id,
  };
});
afterAll(() => api.close());

/** Puts words into the project, each where only authors may read it. */
async function hideCanaries(): Promise<Record<string, string>> {
  const make = async (name: string, body: object, params = {}) =>
    (await scene.ask<{ id: string }>(name, { body, params })).id;
  const hide = (subject_id: string, pointer?: string) =>
    scene.ask("secrets.create", { body: { subject_id, ...(pointer !== undefined && { pointer }) } });
  for (const area of ["entities", "locations"]) {
    const entity_id = await scene.param("entity_id", area);
    await scene.ask("entities.update", { params: { entity_id }, body: { properties: { canary: CANARY } } });
    await hide(entity_id, "/properties/canary");
  }
  const hidden = {
    type: "location",
    name: CANARY,
    external_id: CANARY,
    parent_id: null,
    properties: { canary: CANARY },
  };
  const entity_id = await make("entities.create", hidden);
  const ends = { source_id: await scene.param("entity_id", "entities"), target_id: entity_id };
  const relationship_id = await make("relationships.create", { type: CANARY, external_id: CANARY, ...ends });
  const fact_id = await make("facts.create", { text: CANARY, known_by: [], secret: true, subject_id: entity_id });
  const stages = [{ name: CANARY, objectives: [{ text: CANARY, count: 1 }] }];
  const quest_id = await make("quests.create", { name: CANARY, external_id: CANARY, stages });
  const graph_id = await make("dialogues.create", { name: CANARY });
  const node = { title: CANARY, text: CANARY, speaker_label: CANARY, tags: [CANARY] };
  const node_id = await make("dialogues.createNode", node, { graph_id });
  for (const id of [entity_id, relationship_id, quest_id, node_id]) await hide(id);
  const external_id = CANARY;
  const npc_id = await make("npcs.create", { entity_id, greetings: [CANARY] });
  const conversation_id = await make("conversations.create", { title: CANARY });
  const speaking = { kind: "player", player_id: bob };
  const speaker = await make("conversations.addParticipant", speaking, { conversation_id });
  await scene.ask("conversations.start", { params: { conversation_id } });
  await make("conversations.post", { text: CANARY, speaker }, { conversation_id });
  return {
    entity_id,
    relationship_id,
    fact_id,
    quest_id,
    graph_id,
    node_id,
    external_id,
    npc_id,
    conversation_id,
    player_id: bob,
    subject_id: entity_id,
  };
}

function send(named: NamedOperation, { params, query, body }: ValidCall, key: string) {
  const path = pathOf(named, params);
  return api.call(named.operation.method, path, { key, query, ...(body !== undefined && { body }) });
}

/** Headers that tell one request from another. */
const OF_REQUEST = ["x-request-id", "ratelimit", "date"];

/** An answer as it was sent, but for what tells one request from another; without canaries. */
function sentIn(answer: Answer<unknown>): string {
  const text = textOf(answer, OF_REQUEST);
  expect(text).not.toContain(CANARY);
  return text;
}

/** The same of an answer that may repeat a value of its request, which is replaced; its tag is of what it repeats. */
function sentBut(answer: Answer<unknown>, value: string, replaced: string): string {
  const text = textOf(answer, [...OF_REQUEST, "etag"]).replaceAll(value, replaced);
  expect(text).not.toContain(CANARY);
  return text;
}

function textOf({ status, headers, body }: Answer<unknown>, without: readonly string[]): string {
  const others = [...headers].filter(([name]) => !without.includes(name));
  return JSON.stringify([status, others, body]).replaceAll(headers.get("x-request-id") ?? "", "");
}

/** The same id of something that there is not. */
const madeUp = (id: string) => (id === CANARY ? "nobody-of-this-name" : newId(id.slice(0, id.indexOf("_"))));

/** Calls that a holder is refused before anything is looked at: of what there is, and of what there is not. */
async function refusedCalls({ operation }: NamedOperation): Promise<ValidCall[]> {
  const names = Object.keys(operation.params.shape);
  const of = (ids: (name: string) => string | undefined) =>
    Object.fromEntries(names.map((name) => [name, ids(name) ?? newId("key")]));
  const project_id = await scene.projectId;
  const example = operation.body === undefined ? undefined : (operation.example ?? {});
  return [
    { params: of((name) => ({ ...withheld, project_id })[name]), query: {}, body: example },
    {
      params: of((name) => (name === "project_id" ? newId("prj") : undefined)),
      query: { no_such_parameter: 1 },
      body: operation.method === "GET" ? undefined : [1],
    },
  ];
}

async function expectRefused(
  named: NamedOperation,
  { here, elsewhere }: Held,
  code: "forbidden" | "insufficient_scope",
) {
  const [there, nowhere] = (await refusedCalls(named)) as [ValidCall, ValidCall];
  const answer = await send(named, there, here);
  expectProblem(api, answer, code);
  for (const [call, key] of [
    [nowhere, here],
    [there, elsewhere],
  ] as const) {
    expect(sentIn(await send(named, call, key))).toBe(sentIn(answer));
  }
}

/** Expects calls to be answered as if what they name were not there, byte by byte. */
async function expectMissing(
  named: NamedOperation,
  reference: ValidCall,
  calls: readonly (readonly [ValidCall, string])[],
  key: string,
) {
  const missing = await send(named, reference, key);
  expectProblem(api, missing, "not_found");
  for (const [call, by] of calls) expect(sentIn(await send(named, call, by))).toBe(sentIn(missing));
}

const withParams = (call: ValidCall, params: Record<string, string>): ValidCall => ({
  ...call,
  params: { ...call.params, ...params },
});

/** Values of the query that name what is withheld, or words of it. */
const probes = (): Record<string, string> => ({
  ...Object.fromEntries(
    [
      "parent_id",
      "under",
      "source_id",
      "target_id",
      "entity_id",
      "subject_id",
      "object_id",
      "known_by",
      "ids",
      "speaker_id",
    ].map((name) => [name, withheld.entity_id ?? ""]),
  ),
  graph_id: withheld.graph_id ?? "",
  node_id: withheld.node_id ?? "",
  run: runsOfOthers[0] ?? "",
  ...Object.fromEntries(
    ["external_id", "external_ids", "q", "type", "relationship_type", "speaker_label", "tag", "predicate"].map(
      (name) => [name, CANARY],
    ),
  ),
});

/** A call of an operation as the game of a player sends it: what is for its server to say is left out. */
async function callOfPlayer(named: NamedOperation): Promise<ValidCall> {
  const call = await scene.validCall(named);
  const { seed: _, ...body } = (call.body ?? {}) as Record<string, unknown>;
  return { ...call, body: call.body === undefined ? undefined : body };
}

/** Fields of bodies by which somebody else could be named: what is not there, and what is another's. */
function* namedInBodies({ body }: NamedOperation["operation"]): Generator<[string, unknown, unknown[]]> {
  if (body !== undefined && !(body instanceof z.ZodObject)) throw new Error("the fields of a body are not known");
  const fields: object = body?.shape ?? {};
  if ("run" in fields) yield ["run", newId("run"), runsOfOthers];
  if ("player_id" in fields) yield ["player_id", newId("ply"), [bob, "bob", "nobody-yet"]];
  const event = (player: string) => [
    { client_id: "1", kind: "custom", name: "x", player, at: new Date().toISOString() },
  ];
  if ("events" in fields) yield ["events", event(newId("ply")), [bob, "bob", "nobody-yet"].map(event)];
}

describe.each(listKeyedOperations().map((named) => [nameOf(named), named] as const))("%s", (_, named) => {
  const { operation } = named;

  test("a publishable key is answered what everyone may read, by declaration, and nothing tells it of the rest", async () => {
    if (!operation.forEveryone) {
      await expectRefused(named, published, operation.scope === "read" ? "forbidden" : "insufficient_scope");
      return;
    }
    const call = await scene.validCall(named);
    if (JSON.stringify((await send(named, call, api.home.key)).body).includes(CANARY)) showing.add(nameOf(named));
    const answer = await send(named, call, published.here);
    expect([answer.status, sentIn(answer).length > 0]).toEqual([200, true]);
    const names = Object.keys(operation.params.shape);
    if (!names.includes("project_id")) return;
    const nowhere = withParams(call, { project_id: newId("prj") });
    await expectMissing(named, nowhere, [[call, published.elsewhere]], published.here);
    const last = names.at(-1) ?? "";
    const hidden = withheld[last];
    expect([last, hidden !== undefined || last === "project_id"]).toEqual([last, true]);
    if (hidden !== undefined) {
      const there = withParams(call, { [last]: hidden });
      await expectMissing(
        named,
        withParams(call, { [last]: madeUp(hidden) }),
        [[there, published.here]],
        published.here,
      );
    }
    for (const [name, value] of Object.entries(probes())) {
      if (operation.query?.shape[name] === undefined) continue;
      const none = madeUp(value);
      const asked = (given: string) =>
        send(named, { ...call, query: { ...call.query, [name]: given } }, published.here);
      expect([name, sentBut(await asked(value), value, none)]).toEqual([name, sentBut(await asked(none), none, none)]);
    }
    if (operation.query?.shape.as === undefined) return;
    const as = await scene.param("entity_id", "entities");
    expectInvalidAt(await send(named, { ...call, query: { ...call.query, as } }, published.here), ["query", "as"]);
  });

  test("the token of a player is answered what is declared for players, and nothing of others is there for it", async () => {
    if (operation.forPlayers === null) {
      await expectRefused(named, shutOut[refused++ % shutOut.length] as Held, "forbidden");
      return;
    }
    const call = await callOfPlayer(named);
    const nowhere = withParams(call, { project_id: newId("prj") });
    await expectMissing(named, nowhere, [[call, played.elsewhere]], played.here);
    const { run_id, graph_id } = call.params;
    const body = call.body as Record<string, unknown> | undefined;
    if (run_id !== undefined) {
      const others = [run_id, ...runsOfOthers].map((id) => [withParams(call, { run_id: id }), played.here] as const);
      await expectMissing(named, withParams(call, { run_id: newId("run") }), others, played.here);
    }
    if (graph_id !== undefined)
      await expectMissing(named, withParams(call, { graph_id: newId("dlg") }), [[call, ofOneDialogue]], played.here);
    if (nameOf(named) === "runs.fork") {
      const forked = async (save_id: string) => {
        const from = { ...withParams(call, { run_id: own.run_id }), body: { save_id } };
        return sentBut(await send(named, from, played.here), save_id, "");
      };
      const none = await forked(newId("sav"));
      expect(none).toContain("no such save");
      expect(await forked(own.foreign_save)).toBe(none);
    }
    const { npc_id } = call.params;
    if (npc_id !== undefined) {
      const hidden = withParams(call, { npc_id: withheld.npc_id ?? "" });
      await expectMissing(named, withParams(call, { npc_id: newId("npc") }), [[hidden, played.here]], played.here);
    }
    if (call.params.conversation_id !== undefined) {
      const hidden = withParams(call, { conversation_id: withheld.conversation_id ?? "" });
      const none = withParams(call, { conversation_id: newId("cnv") });
      await expectMissing(named, none, [[hidden, played.here]], played.here);
    }
    for (const [field, none, others] of namedInBodies(operation)) {
      const withField = (value: unknown): ValidCall => ({ ...call, body: { ...body, [field]: value } });
      const calls = others.map((value) => [withField(value), played.here] as const);
      await expectMissing(named, withField(none), calls, played.here);
    }
  });
});

test("the canaries are where secret keys find them", () => {
  expect([...showing]).toEqual(expect.arrayContaining(["entities.get", "entities.list", "facts.list"]));
});
