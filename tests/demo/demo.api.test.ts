import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isPublic } from "#server/operation/operation.ts";
import { listOperations } from "#server/operations.ts";
import type { Job } from "#server/queue/job.ts";
import { jobs } from "#server/worker/jobs.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import { section } from "#tests/contract/interface.ts";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";

interface Session {
  session_id: string;
  messages_left: number;
  created_at: string;
  expires_at: string;
  suggestions: string[];
  moments: { name: string; at_seq: number }[];
  messages: Message[];
}

interface Message {
  number: number;
  text: string;
  messages_left: number;
  provider: string;
  answers: { moment: string; at_seq: number; text: string; facts: { id: string }[]; withheld: number }[];
}

const HOUR = 3_600_000;
const START = Date.parse("2030-01-01T12:00:00Z");
const QUESTION = { text: "Who has the keys to the sluice?" };

const clock = { time: START, now: () => clock.time };
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ visits: 20, clock });
});
afterAll(() => api.close());

let visitors = 0;
/** An address nobody had before. */
const newAddress = () => {
  visitors += 1;
  return `198.51.${visitors >> 8}.${visitors & 255}`;
};

/** Sends a request as somebody at an address. */
async function ask<Body = Session>(from: string, method: string, path: string, body?: unknown): Promise<Answer<Body>> {
  const request = new Request(`${api.url}/v1/demo${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const response = await api.fabula.app.fetch(request, { clientAddress: from });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

const begin = (from: string) => ask(from, "POST", "/sessions");
const say = (from: string, id: string, body: unknown = QUESTION) =>
  ask<Message>(from, "POST", `/sessions/${id}/messages`, body);
const count = async () => {
  const [row] = await api.database.reads.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM public_requests`);
  return row?.n;
};

function expectSpent(answer: Answer<unknown>, seconds: number): void {
  expectProblem(api, answer, "rate_limited");
  expect(answer.body).toMatchObject({ detail: { violated_policies: ["demo"], limit: 20 } });
  expect(answer.headers.get("retry-after")).toBe(String(seconds));
  expect(answer.headers.get("ratelimit")).toBe(`"demo";r=0;t=${seconds}`);
}

beforeEach(() => {
  clock.time += 10 * HOUR;
});

describe(`${section("Demo")}: a conversation`, () => {
  test("begins with five questions, and says who is there and until when", async () => {
    const { status, body } = await begin(newAddress());
    expect([status, body.messages_left, body.messages]).toEqual([201, 5, []]);
    expect(body.session_id).toMatch(/^demo_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(Date.parse(body.expires_at)).toBe(clock.time + HOUR);
    expect(body.moments.map(({ name }) => name)).toEqual(["before_the_flood", "after_the_flood"]);
    expect(body.suggestions.length).toBeGreaterThanOrEqual(5);
  });

  test("answers before and after the flood, with the facts that were used", async () => {
    const from = newAddress();
    const { session_id } = (await begin(from)).body;
    const { status, body } = await say(from, session_id);
    expect([status, body.number, body.messages_left, body.provider]).toEqual([201, 1, 4, "builtin"]);
    expect(body.answers.map(({ facts, withheld }) => [facts.map(({ id }) => id), withheld])).toEqual([
      [["two-sluice-keys"], 0],
      [["nail-is-empty"], 1],
    ]);
    const again = (await ask(from, "GET", `/sessions/${session_id}`)).body;
    const { messages_left, ...message } = body;
    expect([again.messages_left, again.messages]).toEqual([messages_left, [message]]);
  });

  test("429: the sixth question, which says that it is the sixth and when the conversation is over", async () => {
    const from = newAddress();
    const { session_id } = (await begin(from)).body;
    for (let left = 4; left >= 0; left -= 1) expect((await say(from, session_id)).body.messages_left).toBe(left);
    clock.time += 60_000;
    const sixth = await say(from, session_id);
    expectProblem(api, sixth, "demo_message_limit");
    expect(sixth.status).toBe(429);
    expect(sixth.body).toMatchObject({ detail: { violated_policies: ["demo_messages"], limit: 5 } });
    expect(sixth.headers.get("retry-after")).toBe(String(HOUR / 1000 - 60));
    expect((await ask(from, "GET", `/sessions/${session_id}`)).body.messages).toHaveLength(5);
  });

  test("takes five of twenty questions that come at once", async () => {
    const { session_id } = (await begin(newAddress())).body;
    const answers = await Promise.all(Array.from({ length: 20 }, () => say(newAddress(), session_id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(15).fill(429)]);
    expect(new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.number] : [])))).toEqual(
      new Set([1, 2, 3, 4, 5]),
    );
  });

  test("422: no question, one of blanks, and one of more than 500 characters", async () => {
    const from = newAddress();
    const { session_id } = (await begin(from)).body;
    expectInvalidAt(await say(from, session_id, {}), ["body", "text"], "missing");
    for (const text of ["", " \n "]) expectInvalidAt(await say(from, session_id, { text }), ["body", "text"]);
    expectInvalidAt(await say(from, session_id, { text: "x".repeat(501) }), ["body", "text"]);
    expect((await say(from, session_id, { text: "🌊".repeat(500) })).status).toBe(201);
  });

  test("404: one that is over, or never was", async () => {
    const from = newAddress();
    const { session_id } = (await begin(from)).body;
    clock.time += HOUR - 1;
    expect((await ask(from, "GET", `/sessions/${session_id}`)).status).toBe(200);
    clock.time += 1;
    expectProblem(api, await ask(from, "GET", `/sessions/${session_id}`), "not_found");
    expectProblem(api, await say(from, session_id), "not_found");
    expectProblem(api, await ask(from, "GET", `/sessions/${session_id.replace(/.$/, "0")}`), "not_found");
  });
});

describe("20 requests an hour and address", () => {
  test("whatever they ask for; what is left is said each time", async () => {
    const from = newAddress();
    const { session_id } = (await begin(from)).body;
    const requests = [
      () => say(from, session_id),
      () => ask(from, "GET", `/sessions/${session_id}`),
      () => begin(from),
    ];
    for (let left = 18; left >= 0; left -= 1) {
      const answer = await (requests[left % 3 === 0 && left > 3 ? 0 : left % 2 === 0 ? 1 : 2] ?? requests[2])?.();
      expect([answer?.status, answer?.headers.get("ratelimit")]).toEqual([
        expect.toBeOneOf([200, 201]),
        `"demo";r=${left};t=3600`,
      ]);
    }
    expectSpent(await begin(from), 3_600);
    expect((await begin(newAddress())).status).toBe(201);
  });

  test("in any hour: each request counts for an hour from when it came", async () => {
    const from = newAddress();
    for (let nth = 0; nth < 20; nth += 1) {
      expect((await begin(from)).status).toBe(201);
      clock.time += 60_000;
    }
    // The first was 20 minutes ago.
    expectSpent(await begin(from), 40 * 60);
    clock.time += 40 * 60_000 - 1;
    expectSpent(await begin(from), 1);
    clock.time += 1;
    expect((await begin(from)).status).toBe(201);
    expectSpent(await begin(from), 60);
  });

  test("what is refused does not count", async () => {
    const from = newAddress();
    const { session_id } = (await begin(from)).body;
    for (let nth = 0; nth < 30; nth += 1) {
      expect((await say(from, session_id, { text: "" })).status).toBe(422);
      expect((await say(from, "demo_00000000000000000000000000")).status).toBe(404);
    }
    for (let nth = 0; nth < 19; nth += 1) expect((await begin(from)).status).toBe(201);
    for (let nth = 0; nth < 10; nth += 1) expectSpent(await begin(from), 3_600);
    clock.time += HOUR;
    expect((await begin(from)).status).toBe(201);
  });

  test("an IPv6 address is counted with all of its /64", async () => {
    for (let nth = 0; nth < 20; nth += 1) expect((await begin(`2001:db8:7:1::${nth.toString(16)}`)).status).toBe(201);
    expectSpent(await begin("2001:db8:7:1:ffff:ffff:ffff:ffff"), 3_600);
    expect((await begin("2001:db8:7:2::1")).status).toBe(201);
  });

  test("the address is kept as a digest under a key, and no longer than it counts", async () => {
    const from = newAddress();
    const [id] = [(await begin(from)).headers.get("x-request-id")];
    const rows = await api.database.reads.execute(sql`SELECT * FROM public_requests WHERE request_id = ${id}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(from);
    expect(
      await api.database.reads.execute(sql`SELECT * FROM demo_sessions WHERE demo_sessions::text LIKE ${`%${from}%`}`),
    ).toEqual([]);

    // Of every operation that is asked for without a key, whatever its limit is called.
    for (const { operation } of listOperations().filter((each) => isPublic(each.operation))) {
      await api.database.writes.execute(
        sql`INSERT INTO public_requests (request_id, policy, address, at)
            VALUES (${randomUUID()}, ${operation.visits?.policy ?? ""}, 'digest', ${new Date(clock.time).toISOString()})`,
      );
    }
    const kept = await count();
    clock.time += HOUR - 1;
    await runJob("forget_visits");
    expect(await count()).toBeGreaterThan(0);
    clock.time += 1;
    await runJob("forget_visits");
    expect([kept, await count()]).toEqual([expect.toSatisfy((n: number) => n > 0), 0]);
    await runJob("forget_demo_sessions");
    expect(await api.database.reads.execute(sql`SELECT 1 FROM demo_sessions`)).toEqual([]);
  });

  const runJob = (name: string) =>
    (jobs.find((each) => each.name === name) as Job).step(api.services, {}, new AbortController().signal);
});

describe("two processes", () => {
  let one: TestApi;
  let other: ChildProcess;
  let url: string;

  beforeAll(async () => {
    one = await startTestApi({ mount: "listener", visits: 20, environment: { FABULA_TRUSTED_PROXIES: "1" } });
    other = fork(fileURLToPath(new URL("./api-process.ts", import.meta.url)), {
      execArgv: [...PRODUCT_FLAGS],
      env: {
        ...process.env,
        FABULA_ENV: "test",
        PORT: "0",
        FABULA_SECRET: "a secret that is only good for tests",
        FABULA_ENCRYPTION_KEY: "00".repeat(32),
        FABULA_TRUSTED_PROXIES: "1",
        DATABASE_URL: one.databaseUrl,
      },
    });
    [{ url }] = (await once(other, "message")) as [{ url: string }];
  });
  afterEach(() => one.database.writes.execute(sql`DELETE FROM public_requests`));
  afterAll(async () => {
    other.disconnect();
    await once(other, "exit");
    await one.close();
  });

  const from = (address: string) => ({ method: "POST", headers: { "x-forwarded-for": `203.0.113.99, ${address}` } });

  test("of 300 requests at once from one address they admit exactly 20", async () => {
    const sent = Array.from({ length: 300 }, (_, nth) =>
      fetch(`${nth % 2 === 0 ? one.url : url}/v1/demo/sessions`, from("192.0.2.7")),
    );
    const answers = await Promise.all(sent);
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect([statuses.get(201)?.length, statuses.get(429)?.length, statuses.size]).toEqual([20, 280, 2]);
    for (const { headers } of statuses.get(429) ?? []) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(3_590);
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(3_600);
    }
    const rows = await one.database.reads.execute(sql`SELECT 1 FROM public_requests`);
    expect(rows).toHaveLength(20);
  });

  test("an address is what the trusted proxy says, and nothing a client wrote before it", async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      expect((await fetch(`${nth % 2 === 0 ? one.url : url}/v1/demo/sessions`, from("192.0.2.8"))).status).toBe(201);
    }
    const claimed = { method: "POST", headers: { "x-forwarded-for": "192.0.2.250, 192.0.2.8" } };
    expect((await fetch(`${url}/v1/demo/sessions`, claimed)).status).toBe(429);
    expect((await fetch(`${url}/v1/demo/sessions`, from("192.0.2.9"))).status).toBe(201);
  });
});
