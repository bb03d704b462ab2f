import { sql } from "drizzle-orm";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import {
  type ReceivedDelivery,
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from "#tests/support/webhook-receiver.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
type Loose = any;

let api: TestApi;
let receiver: WebhookReceiver;
let projectId: string;
const secrets: string[] = [];
const lines: string[] = [];
const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));

/** Starts an API whose days of the schedule are tens of milliseconds. A busy machine meets the deadline unless a test needs one that passes. */
const startApi = (deadlineMs = 30_000) =>
  startTestApi({
    mount: "listener",
    log: { request: write, debug: write, info: write, warn: write, error: write },
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    deliveries: {
      schedule: { live: [0, 30, 30, 30], test: [0, 30, 30, 30] },
      throttledMs: 60,
      deadlineMs,
      pollMs: 20,
      disableAfterMs: 1_500,
    },
  });

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});
beforeEach(async () => {
  projectId = await api.makeProject();
});

async function ask(method: string, path: string, body?: unknown, expected = [200, 201, 202]): Promise<Loose> {
  const answer = await api.call<Loose>(method, `/v1/projects/${projectId}${path}`, body === undefined ? {} : { body });
  expect([answer.status, expected.includes(answer.status) ? "" : answer.body]).toEqual([
    expect.toBeOneOf(expected),
    "",
  ]);
  return answer.body;
}

let paths = 0;
/** Makes a webhook to a path of its own. */
async function hook(fields: object = {}): Promise<Loose & { path: string }> {
  paths += 1;
  const path = `/hook-${paths}`;
  const made = await ask("POST", "/webhooks", { url: receiver.url + path, events: ["*"], ...fields });
  secrets.push(made.secret);
  return { ...made, path };
}

const makeEntity = (name: string) => ask("POST", "/entities", { external_id: name, type: "person", name });

const standing = (id: string) => ask("GET", `/webhooks/${id}`);

function verify(secret: string, { text, headers }: ReceivedDelivery): void {
  const told = headers as Record<string, string>;
  new StandardWebhook(secret).verify(text, told);
  new SvixWebhook(secret).verify(text, told);
}

describe("a delivery", () => {
  test("is made for a webhook whose id another project has, too, however far that one has read", async () => {
    const { webhook_id } = await hook({ events: ["variable.created"] });
    const { path } = await hook({ events: ["entity.created"] });
    for (const name of ["a", "b", "c", "d", "e", "f"]) await makeEntity(name);
    await receiver.until(() => receiver.at(path).length === 6);
    projectId = await api.makeProject();
    const own = await hook({ id: webhook_id, events: ["entity.created"] });
    expect(own.webhook_id).toBe(webhook_id);
    await makeEntity("ana");
    await receiver.until(() => receiver.at(own.path).length === 1);
  });

  test("carries the event with its place in the record, and a signature that two libraries accept", async () => {
    const { path, secret, webhook_id } = await hook({ events: ["entity.created"] });
    const entity = await makeEntity("ana");
    await receiver.until(() => receiver.at(path).length === 1);
    const [received] = receiver.at(path) as [ReceivedDelivery];
    verify(secret, received);
    const { events } = await ask("GET", `/events?subject_id=${entity.id}`);
    expect(received.body).toEqual({ type: "entity.created", timestamp: events[0].recorded_at, data: events[0] });
    expect(received.body.data).toMatchObject({ seq: events[0].seq, commit_seq: events[0].commit_seq });
    expect(received.id).toMatch(/^msg_[0-9a-z]{26}$/);
    expect(received.headers["content-type"]).toBe("application/json");
    const stood = await eventually(
      () => standing(webhook_id),
      (value) => value.last_delivered_at !== null,
    );
    expect(stood).toMatchObject({ consecutive_failures: 0, last_error: null, active: true, disabled_at: null });
    const { deliveries } = await ask("GET", `/webhooks/${webhook_id}/deliveries`);
    expect(deliveries).toMatchObject([
      { delivery_id: received.id, status: "delivered", kind: "entity.created", attempt_count: 1, last_status: 204 },
    ]);
    const one = await ask("GET", `/webhooks/${webhook_id}/deliveries/${received.id}`);
    expect(one.body).toBe(received.text);
    expect(one.attempts).toMatchObject([
      { number: 1, succeeded: true, status: 204, manual: false, failure: null, url: receiver.url + path },
    ]);
    expect(one.attempts[0].request_headers).toEqual({
      "webhook-id": received.headers["webhook-id"],
      "webhook-timestamp": received.headers["webhook-timestamp"],
      "webhook-signature": received.headers["webhook-signature"],
    });
  });

  test("is one for each event that is asked for, in the order of the record, and never about the webhook itself", async () => {
    const all = await hook();
    const some = await hook({ events: ["variable.*", "entity.deleted"] });
    const names = Array.from({ length: 40 }, (_, index) => `p-${index}`);
    const made = await Promise.all(names.map((name) => makeEntity(name)));
    await ask("POST", "/variables", { name: "toll", type: "boolean", default: false });
    await ask("DELETE", `/entities/${made[0].id}`);
    await ask("PATCH", `/webhooks/${all.webhook_id}`, { description: "Renamed" });
    const { events } = await ask("GET", "/events?limit=100");
    const told = events.filter(
      ({ seq, subject_id }: Loose) => seq > all.valid_from_seq && subject_id !== all.webhook_id,
    );
    await receiver.until(() => receiver.at(all.path).length === told.length, "all events");
    const seqs = told.map(({ seq }: Loose) => seq);
    expect(
      receiver
        .at(all.path)
        .map(({ body }) => body.data.seq)
        .sort((a, b) => a - b),
    ).toEqual(seqs);
    // They arrive over several connections; what has an order is when they begin.
    const begun = await eventually(
      () =>
        api.database.reads.execute<{ seq: number }>(
          sql`SELECT d.seq FROM webhook_attempts a
              JOIN webhook_deliveries d ON d.project_id = a.project_id AND d.id = a.delivery_id
              WHERE a.project_id = ${projectId} AND a.webhook_id = ${all.webhook_id} ORDER BY a.started_at, d.seq`,
        ),
      (rows) => rows.length === seqs.length,
    );
    expect(begun.map(({ seq }) => seq)).toEqual(seqs);
    await receiver.until(() => receiver.at(some.path).length === 2, "the events asked for");
    const arrived = receiver.at(some.path).toSorted((a, b) => a.body.data.seq - b.body.data.seq);
    expect(arrived.map(({ body }) => body.type)).toEqual(["variable.created", "entity.deleted"]);
    // Of another webhook it is told.
    expect(receiver.at(all.path).map(({ body }) => body.type)).toContain("webhook.created");
  });

  test("goes without the change when it is too large, with the address where it is whole", async () => {
    const { path } = await hook({ events: ["entity.created"] });
    const properties = { text: "x".repeat(30_000) };
    await ask("POST", "/entities", { external_id: "long", type: "note", name: "Long", properties });
    await receiver.until(() => receiver.at(path).length === 1);
    const [{ body, text }] = receiver.at(path) as [ReceivedDelivery];
    expect(text.length).toBeLessThan(2_000);
    expect(body.data).not.toHaveProperty("change");
    const whole = await api.call<Loose>("GET", body.data.url.slice(api.services.publicUrl.length));
    expect(whole.body.events).toMatchObject([{ seq: body.data.seq, change: { set: { "": { properties } } } }]);
  });

  test("is one for a whole commit where that is asked for", async () => {
    const { path } = await hook({ events: ["entity.created"], delivers: "commit" });
    const batch = (names: string[]) =>
      ask("POST", "/entities/batch", {
        entities: names.map((name) => ({ op: "create", external_id: name, type: "person", name })),
      });
    await batch(["a1", "a2", "a3"]);
    await batch(Array.from({ length: 300 }, (_, index) => `b${index}`));
    await makeEntity("c1");
    await receiver.until(() => receiver.at(path).length === 3, "a delivery for each commit");
    const [first, large, last] = receiver.at(path).map(({ body }) => body) as [Loose, Loose, Loose];
    expect([first.type, first.data.event_count]).toEqual(["commit", 3]);
    expect(first.data.events.map(({ kind, commit_seq }: Loose) => [kind, commit_seq])).toEqual(
      Array.from({ length: 3 }, () => ["entity.created", first.data.commit_seq]),
    );
    expect(large.data).toMatchObject({ event_count: 300 });
    expect(large.data).not.toHaveProperty("events");
    expect(last.data.events).toHaveLength(1);
  });
});

describe("a receiver that fails", () => {
  test("gets the same bytes again by the schedule, while what is new goes on, until the schedule ends", async () => {
    const { path, webhook_id, secret } = await hook({ events: ["entity.created"] });
    const first = new Set<string>();
    receiver.answer(path, (response, { id, body }) => {
      if (body.data.change.set[""].name === "bad") first.add(id);
      status(first.has(id) ? 500 : 200, {}, "no\u0000 room")(response, {} as ReceivedDelivery, 0);
    });
    await makeEntity("bad");
    await makeEntity("good");
    await receiver.until(() => receiver.at(path).length === 5, "four attempts and one");
    const [id = ""] = first;
    const bad = receiver.at(path).filter((each) => each.id === id);
    expect(bad).toHaveLength(4);
    expect(new Set(bad.map(({ text }) => text)).size).toBe(1);
    for (const each of bad) verify(secret, each);
    const read = () => ask("GET", `/webhooks/${webhook_id}/deliveries/${id}`);
    const ended = await eventually(read, (value) => value.attempt_count === 4);
    expect(ended).toMatchObject({ status: "failed", next_attempt_at: null, last_status: 500 });
    expect(ended.attempts.map(({ status: code, succeeded, failure }: Loose) => [code, succeeded, failure])).toEqual(
      Array.from({ length: 4 }, () => [500, false, "receiver_error"]),
    );
    expect(ended.attempts[0]).toMatchObject({ response_body: "no room", response_truncated: false });
    const stood = await standing(webhook_id);
    expect(stood.consecutive_failures).toBeGreaterThanOrEqual(1);
    expect(stood.last_error).toMatch(/answered 500/);
    expect(stood.failing_since).not.toBeNull();
    const { deliveries, total } = await ask("GET", `/webhooks/${webhook_id}/deliveries?status=failed`);
    expect([total, deliveries[0].delivery_id]).toEqual([1, id]);
  });

  test("by redirecting, hanging or cutting off is told so in words, and a success forgets it all", async () => {
    const patient = api;
    api = await startApi(500);
    onTestFinished(async () => {
      await api.close();
      api = patient;
    });
    projectId = await api.makeProject();
    const { path, webhook_id } = await hook({ events: ["entity.created"] });
    receiver.answer(path, (response, received, nth) => {
      if (nth === 1) status(302, { location: `${receiver.url}/elsewhere` })(response, received, nth);
      else if (nth === 3) response.destroy();
      else if (nth === 4) status(200)(response, received, nth);
    });
    await makeEntity("ana");
    const read = async () => (await ask("GET", `/webhooks/${webhook_id}/deliveries`)).deliveries[0];
    const { delivery_id } = await eventually(read, (value) => value?.status === "delivered");
    const { attempts } = await ask("GET", `/webhooks/${webhook_id}/deliveries/${delivery_id}`);
    expect(attempts.map(({ failure }: Loose) => failure)).toEqual(["redirect", "timeout", "connection_reset", null]);
    expect(receiver.at("/elsewhere")).toEqual([]);
    expect(await standing(webhook_id)).toMatchObject({ consecutive_failures: 0, failing_since: null, warning: null });
  });

  test("by hanging keeps nobody else waiting", async () => {
    const slow = await hook({ events: ["entity.created"] });
    const quick = await hook({ events: ["entity.created"] });
    const held: (() => void)[] = [];
    receiver.answer(slow.path, (response) => void held.push(() => response.end()));
    const entities = Array.from({ length: 40 }, (_, index) => ({
      op: "create",
      external_id: `s${index}`,
      type: "person",
      name: `s${index}`,
    }));
    await ask("POST", "/entities/batch", { entities });
    await receiver.until(() => receiver.at(quick.path).length === 40, "everything at the quick one");
    expect(receiver.at(slow.path).length).toBeLessThan(40);
    await ask("DELETE", `/webhooks/${slow.webhook_id}`);
    for (const end of held) end();
  });

  test("for days is switched off, through the record, unless an attempt succeeds", async () => {
    const failing = await hook({ events: ["entity.created"] });
    receiver.answer(failing.path, status(503));
    const stop = setInterval(() => void makeEntity(`x${performance.now()}`).catch(() => {}), 100);
    const off = await eventually(
      () => standing(failing.webhook_id),
      (value) => !value.active,
    ).finally(() => clearInterval(stop));
    expect(off).toMatchObject({ disabled_reason: "failing", disabled_at: expect.any(String) });
    const { events } = await ask("GET", `/events?kind=webhook.disabled`);
    expect(events).toMatchObject([{ subject_id: failing.webhook_id, actor: "system:webhooks", request_id: null }]);
    const left = () => ask("GET", `/webhooks/${failing.webhook_id}/deliveries?status=pending`);
    await eventually(left, ({ total }) => total === 0);
  });
});

describe("a receiver that wants no more", () => {
  test("answers 410: the webhook is off at once; switched on again it says what was missed, and recovers it", async () => {
    const { path, webhook_id } = await hook({ events: ["entity.created"] });
    receiver.answer(path, status(410));
    await makeEntity("gone-1");
    const off = await eventually(
      () => standing(webhook_id),
      (value) => !value.active && value.consecutive_failures === 1,
    );
    expect(off).toMatchObject({ disabled_reason: "gone", last_error: expect.stringMatching(/410/) });
    await makeEntity("gone-2");
    await makeEntity("gone-3");
    const [failed] = (await ask("GET", `/webhooks/${webhook_id}/deliveries`)).deliveries;
    expect(failed).toMatchObject({ status: "failed", last_status: 410 });
    const refused = await ask(
      "POST",
      `/webhooks/${webhook_id}/deliveries/${failed.delivery_id}/redeliver`,
      undefined,
      [409],
    );
    expect([refused.code, refused.detail.disabled_reason]).toEqual(["webhook_disabled", "gone"]);
    expect((await ask("POST", `/webhooks/${webhook_id}/recover`, { since_seq: 0 }, [409])).code).toBe(
      "webhook_disabled",
    );
    receiver.answer(path, status(200));
    const on = await ask("PATCH", `/webhooks/${webhook_id}`, { active: true });
    expect(on).toMatchObject({ active: true, disabled_at: null, disabled_reason: null, consecutive_failures: 0 });
    expect(on).not.toHaveProperty("secret");
    const { events } = await ask("GET", `/events?subject_id=${webhook_id}`);
    expect(events.map(({ kind }: Loose) => kind)).toEqual(["webhook.created", "webhook.disabled", "webhook.updated"]);
    expect(on.resumes_after_seq).toBe(events[2].seq);
    // The delivery that was answered 410 did not arrive either.
    expect(on.missed).toEqual({ from_seq: failed.seq, to_seq: events[2].seq - 1 });
    await makeEntity("back");
    await receiver.until(() => receiver.at(path).length === 2, "what came after");
    const since = { since_seq: on.missed.from_seq - 1 };
    const dry = await ask("POST", `/webhooks/${webhook_id}/recover`, { ...since, dry_run: true });
    expect(dry).toMatchObject({ count: 3, started: false });
    expect((await ask("POST", `/webhooks/${webhook_id}/recover`, since)).started).toBe(true);
    await receiver.until(() => receiver.at(path).length === 5, "what was missed");
    const names = receiver.at(path).map(({ body }) => body.data.change.set[""].name);
    expect(names.slice(2).sort()).toEqual(["gone-1", "gone-2", "gone-3"]);
    // What failed keeps its id.
    expect(receiver.at(path).filter(({ id }) => id === failed.delivery_id)).toHaveLength(2);
    const after = await eventually(
      () => ask("POST", `/webhooks/${webhook_id}/recover`, { ...since, dry_run: true }),
      ({ count }) => count === 0,
    );
    expect(after.started).toBe(false);
  });

  test("says so in a header: no more of this delivery, or no more at all", async () => {
    const { path, webhook_id } = await hook({ events: ["entity.created"] });
    receiver.answer(path, status(500, { "webhook-delivery": "abort-message" }));
    await makeEntity("one");
    const read = async () => (await ask("GET", `/webhooks/${webhook_id}/deliveries`)).deliveries[0];
    expect(await eventually(read, (value) => value?.status === "failed")).toMatchObject({ attempt_count: 1 });
    expect((await standing(webhook_id)).active).toBe(true);
    receiver.answer(path, status(200, { "webhook-delivery": "disable" }));
    await makeEntity("two");
    const off = await eventually(
      () => standing(webhook_id),
      (value) => !value.active,
    );
    expect(off.disabled_reason).toBe("receiver_request");
  });

  test("is deleted, or its project is: nothing is sent any more", async () => {
    const one = await hook({ events: ["entity.created"] });
    receiver.answer(one.path, status(500));
    await makeEntity("first");
    await receiver.until(() => receiver.at(one.path).length > 0);
    await ask("DELETE", `/webhooks/${one.webhook_id}`);
    expect((await ask("GET", `/webhooks/${one.webhook_id}`, undefined, [404])).code).toBe("not_found");
    const other = await hook({ events: ["entity.created"] });
    receiver.answer(other.path, status(500));
    await makeEntity("second");
    await receiver.until(() => receiver.at(other.path).length > 0);
    await api.call("DELETE", `/v1/projects/${projectId}`);
    const pending = () =>
      api.database.reads.execute<{ n: number }>(
        sql`SELECT count(*) AS n FROM webhook_deliveries WHERE project_id = ${projectId} AND lease_until IS NOT NULL`,
      );
    await eventually(pending, ([row]) => row?.n === 0);
    const before = receiver.received.length;
    const path = `/v1/projects/${projectId}`;
    projectId = await api.makeProject();
    const marker = await hook({ events: ["entity.created"] });
    await makeEntity("marker");
    await receiver.until(() => receiver.at(marker.path).length === 1);
    expect(receiver.received.length).toBe(before + 1);
    await api.call("POST", `${path}/restore`);
  });
});

describe("somebody asks", () => {
  test("for a test: an example, signed and marked, that counts for nothing", async () => {
    const { path, webhook_id, secret } = await hook({ events: ["entity.*"], active: false });
    receiver.answer(path, status(500));
    const sent = await ask("POST", `/webhooks/${webhook_id}/test`, { kind: "entity.updated" });
    expect(sent).toMatchObject({ origin: "test", status: "pending", seq: null, kind: "entity.updated" });
    await receiver.until(() => receiver.at(path).length === 1);
    const [received] = receiver.at(path) as [ReceivedDelivery];
    verify(secret, received);
    expect(received.body).toMatchObject({ type: "entity.updated", test: true, data: { kind: "entity.updated" } });
    const read = () => ask("GET", `/webhooks/${webhook_id}/deliveries/${sent.delivery_id}`);
    expect(await eventually(read, (value) => value.status !== "pending")).toMatchObject({
      status: "failed",
      attempt_count: 1,
    });
    expect(await standing(webhook_id)).toMatchObject({ consecutive_failures: 0, last_error: null });
    const unknown = await ask("POST", `/webhooks/${webhook_id}/test`, { kind: "entity.eaten" }, [422]);
    expect(unknown.detail).toMatchObject([{ loc: ["body", "kind"] }]);
  });

  test("for a delivery once more: the same id and bytes at once, and its schedule stays", async () => {
    const { path, webhook_id } = await hook({ events: ["entity.created"] });
    await makeEntity("ana");
    await receiver.until(() => receiver.at(path).length === 1);
    const [first] = receiver.at(path) as [ReceivedDelivery];
    const one = () => ask("GET", `/webhooks/${webhook_id}/deliveries/${first.id}`);
    await eventually(one, (value) => value.status === "delivered");
    receiver.answer(path, status(500));
    const again = await ask("POST", `/webhooks/${webhook_id}/deliveries/${first.id}/redeliver`);
    expect(again).toMatchObject({ delivery_id: first.id, next_attempt_at: expect.any(String) });
    const after = await eventually(one, (value) => value.attempt_count === 2);
    // It has arrived once, and nothing more was due.
    expect(after).toMatchObject({ status: "delivered", next_attempt_at: null });
    expect(after.attempts.map(({ manual, succeeded }: Loose) => [manual, succeeded])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(receiver.at(path).map(({ id, text }) => [id, text])).toEqual([
      [first.id, first.text],
      [first.id, first.text],
    ]);
  });

  test("for a new secret: both sign during the time of grace, two old ones at most, and without grace the old is gone", async () => {
    const { path, webhook_id, secret } = await hook({ events: ["entity.created"] });
    const rotate = (grace?: number, expected = [200]) =>
      ask(
        "POST",
        `/webhooks/${webhook_id}/rotate-secret`,
        grace === undefined ? {} : { grace_period_seconds: grace },
        expected,
      );
    const second = await rotate();
    expect(second.secret).toMatch(/^whsec_/);
    expect(second.previous_secret_expires_at).not.toBeNull();
    const third = await rotate(604_800);
    secrets.push(second.secret, third.secret);
    await makeEntity("ana");
    await receiver.until(() => receiver.at(path).length === 1);
    for (const each of [secret, second.secret, third.secret]) verify(each, receiver.at(path)[0] as ReceivedDelivery);
    const full = await rotate(60, [409]);
    expect([full.code, full.detail.maximum]).toEqual(["rotation_full", 2]);
    const fourth = await rotate(0);
    expect(fourth.previous_secret_expires_at).toBeNull();
    await makeEntity("bor");
    await receiver.until(() => receiver.at(path).length === 2);
    const last = receiver.at(path)[1] as ReceivedDelivery;
    verify(fourth.secret, last);
    expect(() => verify(third.secret, last)).toThrow();
    expect((await rotate(604_801, [422])).detail).toMatchObject([{ loc: ["body", "grace_period_seconds"] }]);
    const { body } = await api.call<Loose>("GET", "/v1/audit?kind=webhook.secret_rotated", { key: api.home.liveKey });
    expect(body.entries).toHaveLength(3);
    expect(JSON.stringify(body)).not.toContain("whsec_");
  });
});

test("no secret that was ever shown is in a log line or in a row of any table", async () => {
  expect(secrets.length).toBeGreaterThan(10);
  const tables = await api.database.reads.execute<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const texts = [lines.join("\n")];
  for (const { name } of tables) {
    const [row] = await api.database.reads.execute<{ text: string }>(
      sql`SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${sql.identifier(name)} t`,
    );
    texts.push(row?.text ?? "");
  }
  // What is looked at is there.
  expect(texts.join()).toContain("msg_");
  for (const secret of secrets) for (const text of texts) expect(text.includes(secret.slice(6))).toBe(false);
});
