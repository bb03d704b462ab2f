import { afterAll, beforeAll, expect, test } from "vitest";
import { carryOn } from "#tests/generation/carry-on.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt } from "./contract/expectations.ts";

type Loose = Record<string, unknown>;
type Signal = Loose & { id: string };
type Insights = { insights: Loose[]; total: number };

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** A project with two lines of a dialogue, and two players, each with a token. */
async function world() {
  const at = `/v1/projects/${await api.makeProject()}`;
  const ask = async <T = { id: string }>(method: string, path: string, body?: object, key = api.home.key) => {
    const answer = await api.call<T>(method, `${at}${path}`, { key, ...(body !== undefined && { body }) });
    expect([method, path, answer.status < 300 || answer.body]).toEqual([method, path, true]);
    return answer.body;
  };
  const send = (method: string, path: string, key: string, body?: object) =>
    api.call<Loose>(method, `${at}${path}`, { key, ...(body !== undefined && { body }) });
  const { id: graph } = await ask("POST", "/game-narrative/dialogues", { name: "The gate" });
  const line = async (text: string) =>
    (await ask("POST", `/game-narrative/dialogues/${graph}/nodes`, { text })).id as string;
  const [first, second] = [await line("The gate opens for an hour."), await line("Nobody saw the seal.")];
  const { id: ana } = await ask("POST", "/players", { external_id: "ana" });
  const token = async (player: string, body: object = {}) =>
    (await ask<{ token: string }>("POST", `/players/${player}/tokens`, body)).token;
  const seq = async () => Number((await api.call("GET", `${at}/feedback`)).headers.get("x-project-seq"));
  return { at, ask, send, graph, first, second, ana, token, seq };
}

test("a second signal of somebody takes the place of the first, and the past has the first", async () => {
  const { at, ask, first, seq, ana, token } = await world();
  const said = { subject_id: first, name: "helpful", data_type: "boolean" };
  const one = await api.call<Signal>("POST", `${at}/feedback`, { body: { ...said, value: true, comment: "Yes." } });
  expect([one.status, one.body]).toMatchObject([201, { subject_type: "dialogue_node", value: true, comment: "Yes." }]);
  const then = await seq();
  const two = await api.call<Signal>("POST", `${at}/feedback`, { body: { ...said, value: false } });
  expect([two.status, two.body]).toMatchObject([200, { id: one.body.id, value: false, comment: "" }]);
  // Another version, another name and another author are signals of their own.
  const version = await ask<Signal>("POST", "/feedback", { ...said, value: true, version_seq: then });
  expect(Number(version.version_seq)).toBeLessThan(then);
  await ask("POST", "/feedback", { ...said, name: "pace", data_type: "number", value: 1e-200 });
  await ask("POST", "/feedback", { ...said, value: true }, await token(ana));
  const list = async (query: Record<string, string | number>) =>
    (await api.call<{ signals: Signal[]; total: number }>("GET", `${at}/feedback`, { query })).body;
  expect((await list({ subject_id: first })).total).toBe(4);
  expect((await api.call("GET", `${at}/feedback/insights`)).status).toBe(200);
  expect((await list({ subject_id: first, at_seq: then })).signals).toMatchObject([{ value: true, comment: "Yes." }]);

  // Taken back and given again, the old one cannot come back beside the new one.
  await ask("DELETE", `/feedback/${one.body.id}`);
  await ask("POST", "/feedback", { ...said, value: true });
  const restored = await api.call("POST", `${at}/feedback/${one.body.id}/restore`);
  expect(restored.status).toBe(409);
});

test("a signal that is none is refused at its field", async () => {
  const { at, first } = await world();
  const body = { subject_id: first, name: "helpful", data_type: "boolean", value: true };
  for (const [change, field] of [
    [{ subject_id: `node_${"0".repeat(26)}` }, "subject_id"],
    [{ name: "Very helpful!" }, "name"],
    [{ value: "yes" }, "value"],
    [{ data_type: "number" }, "value"],
    [{ data_type: "number", value: 1e200 }, "value"],
    [{ data_type: "text", value: null }, "comment"],
    [{ data_type: "correction", value: null }, "correction"],
    [{ correction: { before: "a", after: "b" } }, "correction"],
    [{ version_seq: 1 }, "version_seq"],
    [{ version_seq: 1_000_000 }, "version_seq"],
  ] as const) {
    const answer = await api.call("POST", `${at}/feedback`, { body: { ...body, ...change } });
    expectInvalidAt(answer, ["body", field]);
  }
});

test("insights tell a share with its interval and where it went, and no number under five signals", async () => {
  const { at, ask, first, second, token } = await world();
  const players: string[] = [];
  for (let n = 0; n < 10; n++) players.push((await ask("POST", "/players", { external_id: `player-${n}` })).id);
  const tokens = await Promise.all(players.map((id) => token(id)));
  for (const [n, key] of tokens.entries()) {
    await ask("POST", "/feedback", { subject_id: first, name: "helpful", data_type: "boolean", value: n < 8 }, key);
    if (n < 4)
      await ask("POST", "/feedback", { subject_id: second, name: "helpful", data_type: "boolean", value: true }, key);
    const mood = n < 7 ? "sad" : "tense";
    await ask("POST", "/feedback", { subject_id: second, name: "mood", data_type: "category", value: mood }, key);
  }
  const { body } = await api.call<Insights>("GET", `${at}/feedback/insights`);
  expect(body).toMatchObject({ total: 3, has_more: false });
  const of = (group: string, name: string) => body.insights.find((each) => each.group === group && each.name === name);
  expect(of(first, "helpful")).toMatchObject({
    subject_type: "dialogue_node",
    subject_name: "The gate opens for an hour.",
    insufficient_data: false,
    n: 10,
    mean: 0.8,
    interval: { low: 0.4902, high: 0.9433 },
    trend: null,
  });
  expect(of(second, "helpful")).toMatchObject({
    insufficient_data: true,
    n: null,
    mean: null,
    interval: null,
    trend: null,
  });
  expect(of(second, "mood")).toMatchObject({
    n: 10,
    mean: null,
    categories: [
      { value: "sad", n: 7, share: 0.7 },
      { value: "tense", n: 3, share: 0.3 },
    ],
  });
  const day = 86_400_000;
  const { since, last_at } = of(first, "helpful") as { since: string; last_at: string };
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.parse(last_at) - 30 * day + 60_000);
  const after = async (updated_after: string) =>
    (await api.call<Insights>("GET", `${at}/feedback`, { query: { subject_id: first, updated_after } })).body.total;
  expect([await after(since), await after(last_at)]).toEqual([10, 0]);
  const whole = await api.call<Insights>("GET", `${at}/feedback/insights`, {
    query: { group_by: "subject_type", name: "helpful" },
  });
  expect(whole.body.insights).toMatchObject([{ group: "dialogue_node", n: 14, mean: 0.8571 }]);
});

test("a player says something of what the token shows, and of nothing else; the words go with the player", async () => {
  const { at, ask, send, graph, first, second, ana, token } = await world();
  const { id: bob } = await ask("POST", "/players", { external_id: "bob" });
  const [anas, bobs] = [await token(ana), await token(bob)];
  await ask("POST", "/secrets", { subject_id: second, known_by: [] });
  const other = await ask("POST", "/game-narrative/dialogues", { name: "Elsewhere" });
  const ofOne = await token(ana, { dialogues: [other.id] });
  const said = { subject_id: first, name: "helpful", data_type: "boolean", value: true, comment: "It made me cry." };
  const given = await send("POST", "/feedback", anas, said);
  expect([given.status, given.body]).toMatchObject([
    201,
    { author: `player:${ana}`, player_id: ana, comment: "", player_comment: "It made me cry." },
  ]);
  for (const [key, body] of [
    [anas, { ...said, subject_id: second }],
    [anas, { ...said, subject_id: bob }],
    [ofOne, { ...said, subject_id: graph }],
  ] as const) {
    expectInvalidAt(await send("POST", "/feedback", key, body), ["body", "subject_id"]);
  }
  expectInvalidAt(await send("POST", "/feedback", anas, { ...said, version_seq: 3 }), ["body", "version_seq"]);
  expect((await send("GET", "/feedback", anas)).body).toMatchObject({ total: 1 });
  expect((await send("GET", "/feedback", bobs)).body).toMatchObject({ total: 0 });
  expect((await send("GET", `/feedback/insights`, anas)).status).toBe(403);
  expect((await send("GET", `/feedback?player_id=${ana}`, bobs)).status).toBe(404);

  const receipt = await ask<Loose>("POST", `/players/${ana}/erasure`);
  expect(JSON.stringify(receipt)).toContain('"feedback":1');
  const { body } = await api.call<{ signals: Signal[] }>("GET", `${at}/feedback`);
  expect(body.signals).toMatchObject([{ value: true, player_comment: { erased: true } }]);
  expect(JSON.stringify(body)).not.toContain("cry");
});

test("a player says fifty things of one subject, and can still change each", async () => {
  const { ask, send, first, ana, token } = await world();
  const key = await token(ana);
  const said = (n: number) => ({ subject_id: first, name: `n${n}`, data_type: "boolean", value: n > 0 });
  for (let n = 0; n < 50; n++) await ask("POST", "/feedback", said(n), key);
  expectInvalidAt(await send("POST", "/feedback", key, said(50)), ["body", "name"]);
  expect((await send("POST", "/feedback", key, said(0))).status).toBe(200);
});

test("what somebody changes in a review is kept as a correction, with what wrote the draft", async () => {
  const { at, ask, seq } = await world();
  const started = await api.call<{ session_id: string }>("POST", `${at}/generate`, {
    body: { prompt: "A line for the keeper.", review: true },
  });
  const id = started.body.session_id;
  expect(await carryOn(api, id)).toBe("awaiting_human");
  const value = "Nobody passes before the ebb.";
  const answer = await api.call("POST", `/v1/sessions/${id}/respond`, { body: { action: "edit", value } });
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  const { body } = await api.call<{ signals: Signal[] }>("GET", `${at}/feedback`, { query: { session_id: id } });
  expect(body.signals).toMatchObject([
    {
      subject_id: id,
      name: "edited_in_review",
      data_type: "correction",
      correction: { after: value },
      generation_kind: "text",
      provider: "builtin",
    },
  ]);
  expect(Number(body.signals[0]?.value)).toBeGreaterThan(0);

  // Of a version, what counts is what made that one.
  const { id: subject_id } = await ask("POST", "/facts", { text: value, source: { kind: "session", session_id: id } });
  const version_seq = await seq();
  await ask("PATCH", `/facts/${subject_id}`, { text: "Nobody passes.", source: { kind: "client", label: null } });
  const said = { subject_id, name: "works", data_type: "boolean", value: true };
  expect(await ask("POST", "/feedback", { ...said, version_seq })).toMatchObject({ session_id: id });
  expect(await ask("POST", "/feedback", said)).toMatchObject({ session_id: null });
});
