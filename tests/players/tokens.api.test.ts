import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKey } from "#server/features/access/key-format.ts";
import { newId } from "#server/kernel/ids.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "../contract/expectations.ts";

type Json = Record<string, unknown>;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Words that no player may read. */
const CANARY = "canary-of-authors";

/** A project with two players, of whom one has an avatar, and a story of three cards of which the second is secret. */
async function world() {
  const project_id = await api.makeProject();
  const at = `/v1/projects/${project_id}`;
  const ask = async <T = { id: string }>(method: string, path: string, body?: Json, key: string = api.home.key) => {
    const answer = await api.call<T>(method, `${at}${path}`, { key, ...(body !== undefined && { body }) });
    expect([method, path, answer.status < 300 || answer.body]).toEqual([method, path, true]);
    return answer.body;
  };
  const avatar = await ask("POST", "/entities", { type: "character", name: "Ines", external_id: "ines" });
  const { id: ana } = await ask("POST", "/players", { external_id: "ana", avatar_id: avatar.id });
  const { id: bob } = await ask("POST", "/players", { external_id: "bob" });
  await ask("POST", "/facts", { text: `The seal is forged, says the ${CANARY}.`, known_by: [], secret: true });
  await ask("POST", "/facts", { text: "Ines saw the seal.", known_by: [avatar.id] });
  await ask("POST", "/variables", { name: "coins", type: "integer", default: 3 });
  const quest = (name: string) => ask("POST", "/game-narrative/quests", { name, stages: [] });
  const [open, hidden] = [await quest("The seal"), await quest(CANARY)];
  await ask("POST", "/secrets", { subject_id: hidden.id, known_by: [] });
  const takenUp = [open, hidden].map(({ id }) => ({
    ...{ op: "quest.set_state", target: id, value: { lit: "active" } },
  }));
  const dialogue = async (name: string) => {
    const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name });
    const nodes = `/game-narrative/dialogues/${graph_id}/nodes`;
    const [first, second, last] = [newId("node"), newId("node"), newId("node")];
    const [on, into, away] = [newId("br"), newId("br"), newId("br")];
    await ask("POST", nodes, { id: last, kind: "end", text: "Out." });
    await ask("POST", nodes, {
      id: second,
      title: CANARY,
      text: `The ${CANARY} speaks of the seal.`,
      branches: [{ id: away, choice_text: `Nod at the ${CANARY}`, target_node_id: last }],
    });
    await ask("POST", nodes, {
      id: first,
      title: CANARY,
      text: "You have {coins}.",
      branches: [
        { id: on, choice_text: "Listen", target_node_id: second, effects: takenUp },
        { id: into, choice_text: "Leave", target_node_id: last },
        {
          id: newId("br"),
          choice_text: CANARY,
          target_node_id: last,
          conditions: [{ op: "eq", args: [{ lit: 1 }, { lit: 2 }] }],
        },
      ],
    });
    await ask("POST", nodes, { text: `Nothing leads to the ${CANARY}.` });
    await ask("PATCH", `/game-narrative/dialogues/${graph_id}`, { start_node_id: first });
    await ask("POST", "/secrets", { subject_id: second, known_by: [] });
    return { graph_id, first, second, on, into, away };
  };
  const tokenOf = async (player: string, body: Json = {}) =>
    ask<{ id: string; token: string }>("POST", `/players/${player}/tokens`, body);
  const send = (key: string, method: string, path: string, body?: Json) =>
    api.call<Json>(method, `${at}${path}`, { key, ...(body !== undefined && { body }) });
  return { project_id, at, ask, send, tokenOf, dialogue, avatar: avatar.id, ana, bob };
}

describe("the token of a player", () => {
  test("starts, plays, saves and loads playthroughs of that player, and never shows what the avatar may not know", async () => {
    const { ask, send, tokenOf, dialogue, ana, avatar } = await world();
    const { graph_id, second: card, on, away } = await dialogue("At the gate");
    const { token } = await tokenOf(ana);
    const seen: unknown[] = [];
    const play = async (method: string, path: string, body?: Json) => {
      const answer = await send(token, method, path, body);
      seen.push(answer.body);
      expect([path, answer.status < 300 || answer.body]).toEqual([path, true]);
      return answer.body as { id: string; player_id: string; standing: Json; step: number } & Json;
    };
    const story = await play("GET", `/game-narrative/dialogues/${graph_id}/story`);
    expect((story.dialogue as { nodes: unknown[] }).nodes).toHaveLength(3);
    expect(story).toMatchObject({
      facts: [{ text: "Ines saw the seal.", public: false }],
      knowers: [{ entity_id: avatar, name: "Ines", knows: [{ by: [{ entity_id: avatar, how: null }] }] }],
      quests: [{ name: "The seal" }],
    });
    const run = await play("POST", `/game-narrative/dialogues/${graph_id}/runs`, {});
    expect(run.player_id).toBe(ana);
    const runs = `/game-narrative/runs/${run.id}`;
    const offers = (run.standing.offers as { text: string }[]).map(({ text }) => text);
    expect(offers).toEqual(["Listen", "Leave"]);
    expect(run.standing.said).toMatchObject([{ text: "You have 3." }]);
    const second = await play("POST", `${runs}/choose`, { branch_id: on, step: 0 });
    expect(second.said).toMatchObject([{ text: "", speaker_label: null }]);
    const save = await play("POST", `${runs}/saves`, { label: "Before the nod" });
    await play("GET", `${runs}/saves`);
    expect(await play("GET", `${runs}/quests`)).toMatchObject({ quests: [{ name: "The seal" }], total: 1 });
    // Nothing tells that there is another one, on whatever page.
    expect(await play("GET", `${runs}/quests?limit=1`)).toMatchObject({ total: 1, has_more: false });
    expect(await play("GET", `${runs}/quests?limit=1&offset=1`)).toMatchObject({ quests: [], total: 1 });
    expect(await play("GET", `/players/${ana}/quests?limit=1`)).toMatchObject({
      quests: [{ name: "The seal" }],
      has_more: false,
    });
    await play("POST", `${runs}/choose`, { branch_id: away, step: 1 });
    await play("POST", `${runs}/back`, { step: 2 });
    const fork = await play("POST", `${runs}/fork`, { save_id: save.id });
    expect(fork.player_id).toBe(ana);
    await play("GET", runs);
    const context = await play("POST", "/context", { token_budget: 500, query: "Who forged the seal?", run: run.id });
    expect(context.text).toContain("Ines saw the seal.");
    expect(context).toMatchObject({ as: avatar });
    await play("POST", "/context", { token_budget: 500, query: "seal" });
    const events = (player: string) => ({
      events: [{ client_id: "1", kind: "custom", name: "waved", player, at: new Date().toISOString() }],
    });
    expect(await play("POST", "/events", events(ana))).toMatchObject({ results: [{ status: "stored" }] });
    expectProblem(api, await send(token, "POST", "/events", events("somebody else")), "not_found");
    expect(JSON.stringify(seen)).not.toContain(CANARY);
    // Whoever knows what the card says, hears it.
    const { secrets } = await ask<{ secrets: { id: string }[] }>("GET", `/secrets?subject_id=${card}`);
    await ask("PATCH", `/secrets/${secrets[0]?.id}`, { known_by: [avatar] });
    expect(JSON.stringify((await send(token, "GET", runs)).body)).toContain(CANARY);
  });

  test("talks to npcs as the avatar, in that player's playthroughs, and is told words alone", async () => {
    const { ask, send, tokenOf, dialogue, ana, bob, avatar } = await world();
    const odo = await ask("POST", "/entities", { type: "character", name: "Odo", external_id: "odo" });
    await ask("POST", "/facts", { text: "The ledger lies with Bor.", known_by: [odo.id] });
    const { id: npc } = await ask("POST", "/npcs", { entity_id: odo.id });
    const { graph_id } = await dialogue("At the gate");
    const { token } = await tokenOf(ana);
    const start = (player_id: string) => ask("POST", `/game-narrative/dialogues/${graph_id}/runs`, { player_id });
    const [own, others] = [await start(ana), await start(bob)];
    const say = (body: Json) => send(token, "POST", `/npcs/${npc}/dialogue`, body);
    const told = await say({ text: "I buried the seal in the garden.", run: own.id });
    expect(told).toMatchObject({ status: 200, body: { used_facts: [], memories: [], receipt_id: null, withheld: 0 } });
    expect((await say({ text: "Where is the seal?", run: own.id })).body.text).toContain(
      "Ines said: “I buried the seal",
    );
    expect((await say({ text: "Where is the ledger?" })).body).toMatchObject({
      text: "The ledger lies with Bor.",
      used_facts: [],
    });
    expectProblem(api, await say({ text: "Hi", run: others.id }), "not_found");
    for (const field of [{ at_seq: 1 }, { provider: "authored" }, { speaker_id: avatar }, { present: [] }]) {
      expectInvalidAt(await say({ text: "Hi", ...field }), ["body", Object.keys(field)[0] ?? ""]);
    }
  });

  test("a player without an avatar reads as everyone", async () => {
    const { send, tokenOf, bob } = await world();
    const { token } = await tokenOf(bob);
    const { body } = await send(token, "POST", "/context", { token_budget: 500, query: "Who saw the seal?" });
    expect(body).toMatchObject({ as: "everyone" });
    expect(body.text).not.toContain("Ines saw");
  });

  test("sets nothing that is for the game's server, and names each field that it may not send", async () => {
    const { send, tokenOf, dialogue, ana, avatar } = await world();
    const { graph_id } = await dialogue("At the gate");
    const { token } = await tokenOf(ana);
    const start = `/game-narrative/dialogues/${graph_id}/runs`;
    const sent: [string, Json][] = [
      [start, { seed: 1 }],
      [start, { variables: { coins: 9 } }],
      [start, { base_seq: 1 }],
      [start, { world_time: 4 }],
      ["/context", { token_budget: 500, query: "x", as: avatar }],
      ["/context", { token_budget: 500, query: "x", at_seq: 1 }],
    ];
    for (const [path, body] of sent) {
      const field = Object.keys(body).at(-1) ?? "";
      expectInvalidAt(await send(token, "POST", path, body), ["body", field]);
    }
  });

  test("opens nothing once it or the key that asked for it is revoked, it is expired, or its player has another key's mode", async () => {
    const { project_id, ask, send, tokenOf, ana } = await world();
    const read = (token: string) => send(token, "POST", "/context", { token_budget: 500, query: "seal" });
    const { id, token } = await tokenOf(ana);
    expect((await read(token)).status).toBe(200);
    await ask("POST", `/players/${ana}/tokens/${id}/revoke`);
    expectProblem(api, await read(token), "invalid_api_key");
    const key = await api.home.makeKey({ name: "game server", projectIds: [project_id] });
    const made = await ask<{ token: string }>("POST", `/players/${ana}/tokens`, {}, key);
    expect((await read(made.token)).status).toBe(200);
    await api.database.writes.execute(sql`UPDATE api_keys SET revoked_at = now() WHERE name = 'game server'`);
    const old = await tokenOf(ana);
    expect((await read(old.token)).status).toBe(200);
    await api.database.writes.execute(sql`UPDATE player_tokens SET expires_at = now() WHERE id = ${old.id}`);
    // As long as a process may remember who holds a key.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expectProblem(api, await read(made.token), "invalid_api_key");
    expectProblem(api, await read(old.token), "invalid_api_key");
    const typo = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
    expectProblem(api, await read(typo), "invalid_api_key");
    expectProblem(api, await read(newKey("secret", "test").key.replace("sk_", "pt_")), "invalid_api_key");
    const { tokens } = await ask<{ tokens: Json[] }>("GET", `/players/${ana}/tokens`);
    expect(tokens).toHaveLength(3);
    expect(JSON.stringify(tokens)).not.toContain(token);
  });

  test("goes with its player, who was erased", async () => {
    const { ask, send, tokenOf, bob } = await world();
    const { token } = await tokenOf(bob);
    const read = () => send(token, "POST", "/context", { token_budget: 500, query: "seal" });
    expect((await read()).status).toBe(200);
    expect(await ask("POST", `/players/${bob}/erasure`)).toMatchObject({ counts: { player_tokens: 1 } });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expectProblem(api, await read(), "invalid_api_key");
  });

  test("does no more a minute than it says, and reads on", async () => {
    const { send, tokenOf, dialogue, ana } = await world();
    const { graph_id } = await dialogue("At the gate");
    const { token } = await tokenOf(ana, { messages_per_minute: 2 });
    const ask = () => send(token, "POST", "/context", { token_budget: 500, query: "seal" });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expectProblem(api, refused, "rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send(token, "GET", `/game-narrative/dialogues/${graph_id}/story`)).status).toBe(200);
  });

  test("asks GraphQL nothing, and is made by nobody who only reads", async () => {
    const { at, send, tokenOf, ana } = await world();
    const { token } = await tokenOf(ana);
    expectProblem(
      api,
      await api.call("POST", "/v1/graphql", { key: token, body: { query: "{ me { kind } }" } }),
      "forbidden",
    );
    const published = await api.home.makeKey({ kind: "publishable", scopes: ["read"] });
    const path = `/players/${ana}/tokens`;
    expectProblem(api, await send(published, "POST", path, {}), "insufficient_scope");
    expectProblem(api, await send(token, "POST", path, {}), "forbidden");
    expectInvalidAt(await api.call("POST", `${at}${path}`, { key: api.home.key, body: { ttl: 90_000 } }), [
      "body",
      "ttl",
    ]);
  });
});
