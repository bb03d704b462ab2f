import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { createLogger } from "#server/log/log.ts";
import { listKeyedOperations } from "#server/operations.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import type { Loose } from "#tests/graphql/client.ts";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { walkStates } from "#tests/support/walk-states.ts";

const START = Date.parse("2030-01-01T12:00:00Z");
const HOUR = 3_600_000;
const clock = { time: START, now: () => clock.time };
const lines: string[] = [];
let api: TestApi;

beforeAll(async () => {
  const log = createLogger(
    { environment: "test", logLevel: "trace" },
    { write: (line: string) => void lines.push(line) },
  );
  api = await startTestApi({ clock, log, visits: 80 });
});
afterAll(() => api.close());

/** Asks as the home workspace, and fails unless it succeeds. */
async function ask(method: string, path: string, body?: unknown): Promise<Loose> {
  const answer = await api.call<Loose>(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const read = (token: string | null) => api.call<Loose>("GET", "/v1/shared/story", { key: token });
const send = (token: string, body: unknown) => api.call<Loose>("POST", "/v1/shared/paths", { key: token, body });

/** A gate with a keeper, a way in, and a card that no way leads to. */
async function story() {
  const project = await api.makeProject();
  const base = `/v1/projects/${project}`;
  const keeper = await ask("POST", `${base}/entities`, {
    external_id: "odo",
    type: "character",
    name: "Odo",
    properties: { color: "green", note: "SECRET-note" },
  });
  const narrative = `${base}/game-narrative`;
  const graph = (await ask("POST", `${narrative}/dialogues`, { name: "The gate", description: "SECRET-description" }))
    .id;
  const [first, end] = [newId("node"), newId("node")];
  const [pay, wait] = [newId("br"), newId("br")];
  await ask("POST", `${narrative}/dialogues/${graph}/nodes`, { id: end, kind: "end", text: "In." });
  await ask("POST", `${narrative}/dialogues/${graph}/nodes`, {
    id: first,
    title: "SECRET-title",
    text: "Halt!",
    speaker_id: keeper.id,
    branches: [
      { id: pay, choice_text: "Pay", target_node_id: end },
      { id: wait, choice_text: "Wait", target_node_id: first },
    ],
  });
  await ask("POST", `${narrative}/dialogues/${graph}/nodes`, { text: "SECRET-loose card" });
  await ask("POST", `${narrative}/dialogues/${graph}/annotations`, { text: "SECRET-remark", canvas_x: 0, canvas_y: 0 });
  await ask("PATCH", `${narrative}/dialogues/${graph}`, { start_node_id: first });
  const share = (more: object = {}) => ask("POST", `${base}/shares`, { graph_id: graph, name: "SECRET-name", ...more });
  return { base, narrative, graph, first, end, pay, wait, share };
}

const texts = (answer: Answer<Loose>) => answer.body.dialogue.nodes.map(({ text }: { text: string }) => text);

describe("a share link", () => {
  test("is revoked for good, and its released moment goes between its states as the table says, by any walk", async () => {
    const { base, share } = await story();
    const events = `${base}/events`;
    await walkStates<Loose & { id: string }>(api, {
      make: async () => `${base}/shares/${(await share()).id}`,
      first: "active",
      table: { active: { revoke: "revoked" }, revoked: { revoke: "revoked" } },
      stateOf: ({ revoked_at, revoked_by }) => {
        expect(revoked_by === null).toBe(revoked_at === null);
        return revoked_at === null ? "active" : "revoked";
      },
      events,
    });
    await walkStates<Loose & { id: string }>(api, {
      make: async () => `${base}/checkpoints/${(await ask("POST", `${base}/checkpoints`, { name: "Act one" })).id}`,
      first: "unreleased",
      table: {
        unreleased: { release: "released", unrelease: "unreleased" },
        released: { release: "released", unrelease: "unreleased" },
      },
      stateOf: ({ released, released_at, released_by }) => {
        expect([released_at !== null, released_by !== null]).toEqual([released, released]);
        return released ? "released" : "unreleased";
      },
      events,
    });
  });

  test("opens the story as far as a reader can come, with who speaks, and nothing else of the project", async () => {
    const { share, first } = await story();
    const { token, url } = await share();
    expect(token).toMatch(/^sl_pm1_[0-9A-Za-z]{38}$/);
    expect(url).toBe(`${api.url}/play#${token}`);
    const answer = await read(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ title: "The gate", draft: true, takes_paths: true });
    expect(texts(answer)).toEqual(["In.", "Halt!"]);
    expect(answer.body.dialogue.nodes[1]).toMatchObject({ id: first, speaker: { name: "Odo", color: "green" } });
    expect(JSON.stringify(answer.body)).not.toContain("SECRET");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("is a key to nothing: every other operation answers 401", async () => {
    const { share, base } = await story();
    const { token } = await share();
    const project = base.split("/").at(-1) ?? "";
    for (const { operation } of listKeyedOperations()) {
      const path = operation.path.replace("{project_id}", project).replace(/\{\w+\}/g, newId("node"));
      const answer = await api.call<Loose>(operation.method, path, {
        key: token,
        ...(operation.body !== undefined && { body: {} }),
      });
      expect([operation.path, answer.status, answer.body.code]).toEqual([operation.path, 401, "invalid_api_key"]);
    }
    const graphql = await api.call<Loose>("POST", "/v1/graphql", { key: token, body: { query: "{ __typename }" } });
    expect(graphql.status).toBe(401);
  });

  test("is kept as a hash beside the record, and shown nowhere again", async () => {
    const { share, base } = await story();
    const { token, id } = await share();
    const secret = token.slice(7);
    const seen = [
      await ask("GET", `${base}/shares`),
      await ask("GET", `${base}/shares/${id}`),
      await ask("GET", `${base}/events?limit=500`),
    ];
    await read(token);
    await read(`${token.slice(0, -1)}0`);
    const exported = await api.call<string>("GET", `${base}/export?contents=history`);
    const tables = await api.database.reads.execute<{ name: string }>(
      sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await api.database.reads.execute(
        sql`SELECT t::text FROM ${sql.identifier(name)} t WHERE t::text LIKE ${`%${secret}%`}`,
      );
      expect([name, rows.length]).toEqual([name, 0]);
    }
    const [hashed] = await api.database.reads.execute<{ hash: string }>(
      sql`SELECT hash FROM share_tokens WHERE share_id = ${id}`,
    );
    const text = JSON.stringify([seen, exported.body]);
    for (const hidden of [secret, hashed?.hash ?? "no hash"]) {
      expect(text).not.toContain(hidden);
      expect(lines.join("")).not.toContain(hidden);
    }
  });

  test("404, the same for all: never there, revoked, expired, renewed, unreleased, archived, and without its dialogue", async () => {
    const { share, base, narrative, graph } = await story();
    const head = (await ask("GET", base)).last_seq;
    const moment = await ask("POST", `${base}/checkpoints`, { name: "First reading" });
    expectInvalidAt(
      await api.call("POST", `${base}/shares`, {
        body: { graph_id: graph, name: "x", plays: "checkpoint", checkpoint_id: moment.id },
      }),
      ["body", "checkpoint_id"],
    );
    const released = await ask("POST", `${base}/checkpoints/${moment.id}/release`);
    expect(released).toMatchObject({ released: true, released_at: "2030-01-01T12:00:00.000Z" });
    expect((await ask("GET", `${base}/checkpoints?released=true`)).total).toBe(1);
    const [revoked, expiring, renewed, fixed, latest, at] = [
      await share(),
      await share({ expires_at: new Date(clock.time + HOUR).toISOString() }),
      await share(),
      await share({ plays: "checkpoint", checkpoint_id: moment.id }),
      await share(),
      await share({ plays: "seq", seq: head }),
    ];
    for (const { token } of [revoked, expiring, renewed, fixed, latest, at])
      expect((await read(token)).status).toBe(200);
    expect((await read(fixed.token)).body.draft).toBe(false);
    await ask("POST", `${base}/shares/${revoked.id}/revoke`);
    const restored = await ask("POST", `${base}/subjects/${revoked.id}/restore`, { seq: head + 6 });
    expect(restored.restored).toEqual([]);
    const { token: anew } = await ask("POST", `${base}/shares/${renewed.id}/renew`);
    expect((await read(anew)).status).toBe(200);
    expectProblem(api, await api.call("POST", `${base}/shares/${revoked.id}/renew`), "share_state");
    await ask("POST", `${base}/checkpoints/${moment.id}/unrelease`);
    clock.time += HOUR;
    const bodies = new Set<string>();
    const expectClosed = async (token: string) => {
      const answer = await read(token);
      expectProblem(api, answer, "not_found");
      const { request_id: _, ...body } = answer.body;
      bodies.add(JSON.stringify(body));
    };
    for (const { token } of [revoked, expiring, renewed, fixed]) await expectClosed(token);
    await expectClosed("nonsense");
    await expectClosed(`${latest.token.slice(0, -1)}${latest.token.endsWith("0") ? "1" : "0"}`);
    await expectClosed(api.home.key);
    await ask("POST", `${base}/archive`);
    await expectClosed(latest.token);
    await ask("POST", `${base}/unarchive`);
    expect((await read(latest.token)).status).toBe(200);
    await ask("DELETE", `${narrative}/dialogues/${graph}`);
    for (const { token } of [latest, at]) await expectClosed(token);
    expect(bodies.size).toBe(1);
    const { status, body } = await read(null);
    expect([status, body.code]).toEqual([401, "unauthorized"]);
    const kinds = (await ask("GET", `${base}/events?limit=500`)).events.map(({ kind }: { kind: string }) => kind);
    for (const kind of [
      "share.created",
      "share.revoked",
      "share.renewed",
      "checkpoint.released",
      "checkpoint.unreleased",
    ])
      expect(kinds).toContain(kind);
  });

  test("plays what it is moved to, and a fixed moment stays while authors go on", async () => {
    const { share, base, narrative, first } = await story();
    const seq = (await ask("GET", base)).last_seq;
    const { token, id } = await share({ plays: "seq", seq });
    await ask("PATCH", `${narrative}/dialogue-nodes/${first}`, { text: "Stop!" });
    expect(texts(await read(token))[1]).toBe("Halt!");
    await ask("PATCH", `${base}/shares/${id}`, { plays: "latest" });
    expect(texts(await read(token))[1]).toBe("Stop!");
    const past = { expires_at: new Date(clock.time - 1).toISOString() };
    expectInvalidAt(await api.call("PATCH", `${base}/shares/${id}`, { body: past }), ["body", "expires_at"]);
  });
});

describe("a path that a reader sends back", () => {
  test("is played again, kept as a playthrough, and shown to authors branch by branch", async () => {
    const { share, base, narrative, pay, wait } = await story();
    const { token, id } = await share();
    const { base_seq } = (await read(token)).body;
    const path = { base_seq, seed: 7, actions: [{ choose: wait }, { choose: pay }], words: "I liked the gate." };
    expect(await send(token, path)).toMatchObject({ status: 201, body: { received: true } });
    const { runs } = await ask("GET", `${narrative}/runs?share_id=${id}`);
    expect(runs).toMatchObject([{ share_id: id, words: "I liked the gate.", base_seq, ending: { kind: "ending" } }]);
    const run = await ask("GET", `${narrative}/runs/${runs[0].id}`);
    expect(run.transcript.map(({ branch_id }: Loose) => branch_id)).toEqual([null, wait, pay]);
    const { events } = await ask("GET", `${base}/events?limit=500&kind=run.created`);
    expect(events.map(({ actor }: Loose) => actor)).toEqual([`share:${id}`]);
    expect((await ask("POST", `${base}/replay`)).differences ?? []).toEqual([]);
  });

  test("422: what the story does not offer, another sequence, too much of it; 409 where none are taken", async () => {
    const { share, base, pay } = await story();
    const { token, id } = await share();
    const { base_seq } = (await read(token)).body;
    const path = { base_seq, seed: 7, actions: [{ choose: pay }] };
    expectInvalidAt(await send(token, { ...path, actions: [{ choose: newId("br") }] }), ["body", "actions", 0]);
    expectInvalidAt(await send(token, { ...path, base_seq: 1 }), ["body", "base_seq"]);
    expectInvalidAt(await send(token, { ...path, words: "x".repeat(2_001) }), ["body", "words"]);
    const many = Array.from({ length: 2_001 }, () => ({ choose: pay }));
    expectInvalidAt(await send(token, { ...path, actions: many }), ["body", "actions"]);
    await ask("PATCH", `${base}/shares/${id}`, { takes_paths: false });
    expectProblem(api, await send(token, path), "share_state");
  });
});

test("an address asks for so many stories in an hour, and for as many that are refused", async () => {
  const { share } = await story();
  const { token } = await share();
  const from = async (address: string, bearer: string) => {
    const request = new Request(`${api.url}/v1/shared/story`, { headers: { authorization: `Bearer ${bearer}` } });
    return (await api.fabula.app.fetch(request, { clientAddress: address })).status;
  };
  clock.time += 10 * HOUR;
  let refused = 0;
  for (let n = 0; n < 82; n++) if ((await from("203.0.113.7", n % 2 === 0 ? "nonsense" : token)) === 429) refused += 1;
  expect(refused).toBe(2);
  expect(await from("203.0.113.8", token)).toBe(200);
});
