import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { section } from "#tests/contract/interface.ts";
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

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Clock that the test moves on. All waits except the search for work are as long as in production. */
const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let api: TestApi;
let receiver: WebhookReceiver;
let projectId: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  api = await startTestApi({
    clock,
    deliveries: { pollMs: 20 },
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
  });
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});
beforeEach(async () => {
  projectId = await api.makeProject();
});

async function ask(method: string, path: string, body?: unknown, key = api.home.key): Promise<Loose> {
  const options = { key, ...(body !== undefined && { body }) };
  const answer = await api.call<Loose>(method, `/v1/projects/${projectId}${path}`, options);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

let paths = 0;
async function hook(fields: object = {}, key = api.home.key): Promise<Loose> {
  paths += 1;
  const path = `/standing-${paths}`;
  const made = await ask("POST", "/webhooks", { url: receiver.url + path, events: ["entity.created"], ...fields }, key);
  return { ...made, path };
}

let entities = 0;
const makeEntity = (key = api.home.key) => {
  entities += 1;
  return ask("POST", "/entities", { external_id: `e${entities}`, type: "person", name: `e${entities}` }, key);
};

const standing = (id: string) => ask("GET", `/webhooks/${id}`);
const deliveries = (id: string, query = "", key = api.home.key) =>
  ask("GET", `/webhooks/${id}/deliveries${query}`, undefined, key);
/** The newest delivery, once it was tried so often. */
const triedFor = (id: string, tries: number, key = api.home.key): Promise<Loose> =>
  eventually(
    async () => (await deliveries(id, "", key)).deliveries[0],
    (value) => value?.attempt_count === tries,
  );

describe("the wait before the next attempt, as the delivery tells it", () => {
  /** Milliseconds from the end of the first attempt, to within its own time. */
  async function waitAfter(answer: Parameters<WebhookReceiver["answer"]>[1], key = api.home.key): Promise<number> {
    projectId = await api.makeProject({ key });
    const { path, webhook_id } = await hook({}, key);
    receiver.answer(path, answer);
    await makeEntity(key);
    const { next_attempt_at, last_attempt_at } = await triedFor(webhook_id, 1, key);
    return Date.parse(next_attempt_at) - Date.parse(last_attempt_at);
  }
  const between = (value: number, from: number, to: number) => {
    expect(value).toBeGreaterThanOrEqual(from);
    expect(value).toBeLessThanOrEqual(to + 5 * SECOND);
  };

  test("is five minutes for development data and five seconds for live data, a fifth more or less", async () => {
    between(await waitAfter(status(500)), 4 * MINUTE, 6 * MINUTE);
    between(await waitAfter(status(500), api.home.liveKey), 4 * SECOND, 6 * SECOND);
  });

  test("is what Retry-After asks for, in seconds or as a date, between what was due and twice that", async () => {
    between(await waitAfter(status(503, { "retry-after": "420" })), 7 * MINUTE, 7 * MINUTE);
    const date = new Date(clock.now() + 8 * MINUTE).toUTCString();
    between(await waitAfter(status(503, { "retry-after": date })), 8 * MINUTE - 5 * SECOND, 8 * MINUTE);
    between(await waitAfter(status(503, { "retry-after": "1" })), 5 * MINUTE, 5 * MINUTE);
    between(await waitAfter(status(503, { "retry-after": "86400" })), 10 * MINUTE, 10 * MINUTE);
  });

  test("is a minute at least after 429, 502 and 504", async () => {
    for (const code of [429, 502, 504]) {
      between(await waitAfter(status(code), api.home.liveKey), MINUTE, MINUTE);
    }
  });
});

test("the fields of how it stands are true after every attempt, and start anew after a success", async () => {
  const { path, webhook_id } = await hook();
  receiver.answer(path, (response, received, nth) =>
    status([500, 404, 200, 503, 302][nth - 1] ?? 200)(response, received, nth),
  );
  const after = (count: number) =>
    eventually(
      () => standing(webhook_id),
      () => receiver.at(path).length === count,
    ).then(() =>
      eventually(
        () => standing(webhook_id),
        (value) => told(value) === seen[count - 1],
      ),
    );
  const told = ({ consecutive_failures, last_error, last_delivered_at }: Loose) =>
    `${consecutive_failures} ${/answered (\d+)/.exec(last_error)?.[1] ?? null} ${last_delivered_at !== null}`;
  // What went wrong last stays to be read when deliveries succeed again.
  const seen = ["1 500 false", "2 404 false", "0 404 true", "1 503 true", "2 302 true"];
  expect(told(await standing(webhook_id))).toBe("0 null false");
  const since: (string | null)[] = [];
  for (let nth = 1; nth <= seen.length; nth += 1) {
    await makeEntity();
    const { failing_since, disables_at } = await after(nth);
    since.push(failing_since);
    expect(disables_at).toBe(
      failing_since === null ? null : new Date(Date.parse(failing_since) + 5 * DAY).toISOString(),
    );
  }
  const [first, second, third, fourth, fifth] = since;
  expect([first === second, third, fourth === fifth, fourth === first]).toEqual([true, null, true, false]);
  const events = await ask("GET", "/events?limit=100");
  // How it stands is no part of the record.
  expect(events.events.filter(({ subject_id }: Loose) => subject_id === webhook_id)).toHaveLength(1);
});

describe(`${section("States of a webhook")}: whatever switched it off, PATCH with active true switches it on`, () => {
  const on = async (webhookId: string, reason: string) => {
    const off = await eventually(
      () => standing(webhookId),
      ({ active }) => !active,
    );
    expect(off).toMatchObject({ disabled_reason: reason, disabled_at: expect.any(String) });
    const { events } = await ask("GET", `/events?subject_id=${webhookId}`);
    const seq = events.at(-1).seq;
    await makeEntity();
    const { body, status: code } = await api.call<Loose>("PATCH", `/v1/projects/${projectId}/webhooks/${webhookId}`, {
      body: { active: true },
    });
    expect([code, body]).toMatchObject([
      200,
      {
        active: true,
        disabled_at: null,
        disabled_reason: null,
        consecutive_failures: 0,
        failing_since: null,
        disables_at: null,
        warning: null,
        resumes_after_seq: seq + 2,
      },
    ]);
    expect(body.missed.to_seq).toBe(seq + 1);
    expect(body.missed.from_seq).toBeLessThanOrEqual(seq + 1);
    expect(await standing(webhookId)).toMatchObject({ active: true, disabled_reason: null });
  };

  test("manual", async () => {
    const { webhook_id } = await hook();
    await ask("PATCH", `/webhooks/${webhook_id}`, { active: false });
    await on(webhook_id, "manual");
  });

  test("gone", async () => {
    const { webhook_id, path } = await hook();
    receiver.answer(path, status(410));
    await makeEntity();
    await on(webhook_id, "gone");
  });

  test("receiver_request", async () => {
    const { webhook_id, path } = await hook();
    receiver.answer(path, status(200, { "webhook-delivery": "disable" }));
    await makeEntity();
    await on(webhook_id, "receiver_request");
  });

  test("failing, after five days of nothing but failures and warnings at 50, 70 and 90 percent", async () => {
    const { webhook_id, path } = await hook();
    receiver.answer(path, status(500));
    const failed = async () => {
      const before = receiver.at(path).length;
      await makeEntity();
      await receiver.until(() => receiver.at(path).length > before);
    };
    await failed();
    await eventually(
      () => standing(webhook_id),
      ({ consecutive_failures }) => consecutive_failures > 0,
    );
    const warnings: (number | null)[] = [];
    for (const hours of [59, 2, 24, 24]) {
      clock.ahead += hours * 60 * MINUTE;
      const { warning, active } = await standing(webhook_id);
      expect(active).toBe(true);
      warnings.push(warning);
    }
    expect(warnings).toEqual([null, 50, 70, 90]);
    clock.ahead += 12 * 60 * MINUTE;
    await failed();
    await on(webhook_id, "failing");
  });
});

test("2.3: the secret is in the answers of create and rotate, and in no other", async () => {
  const { webhook_id, secret, path } = await hook();
  await makeEntity();
  await receiver.until(() => receiver.at(path).length === 1);
  const { delivery_id } = await triedFor(webhook_id, 1);
  const one = `/webhooks/${webhook_id}`;
  const rotated = await ask("POST", `${one}/rotate-secret`, {});
  const calls: readonly (readonly [string, string, unknown?])[] = [
    ["GET", "/webhooks"],
    ["GET", one],
    ["GET", `${one}?at_seq=1`],
    ["PATCH", one, { description: "Other" }],
    ["PATCH", one, { active: false }],
    ["PATCH", one, { active: true }],
    ["POST", `${one}/test`, {}],
    ["POST", `${one}/check`],
    ["GET", `${one}/check`],
    ["GET", `${one}/deliveries`],
    ["GET", `${one}/deliveries/${delivery_id}`],
    ["POST", `${one}/deliveries/${delivery_id}/redeliver`],
    ["POST", `${one}/recover`, { since_seq: 0, dry_run: true }],
    ["DELETE", one],
    ["POST", `${one}/restore`],
    ["GET", "/events?limit=500&include=resource"],
    ["GET", "/diff?from_seq=0"],
  ];
  for (const [method, at, body] of calls) {
    const answer = await api.call<Loose>(method, `/v1/projects/${projectId}${at}`, body === undefined ? {} : { body });
    const text = JSON.stringify(answer.body);
    for (const each of [secret, rotated.secret])
      expect([method, at, text.includes(each.slice(6))]).toEqual([method, at, false]);
    expect([method, at, text.includes("whsec_")]).toEqual([method, at, false]);
  }
});

test("an old secret signs for its time of grace and not a moment longer", async () => {
  const { webhook_id, secret, path } = await hook();
  const second = await ask("POST", `/webhooks/${webhook_id}/rotate-secret`, { grace_period_seconds: 3_600 });
  expect(Date.parse(second.previous_secret_expires_at) - clock.now()).toBeGreaterThan(59 * MINUTE);
  const signatures = async () => {
    const before = receiver.at(path).length;
    await makeEntity();
    await receiver.until(() => receiver.at(path).length === before + 1);
    const last = receiver.at(path).at(-1) as ReceivedDelivery;
    const headers = last.headers as Record<string, string>;
    // The verifiers go by the time of the machine, which does not move.
    const shifted = (key: string) =>
      new StandardWebhook(key).sign(last.id, new Date(Number(headers["webhook-timestamp"]) * 1_000), last.text);
    return [secret, second.secret].map((key) => (headers["webhook-signature"] ?? "").split(" ").includes(shifted(key)));
  };
  expect(await signatures()).toEqual([true, true]);
  clock.ahead += 59 * MINUTE;
  expect(await signatures()).toEqual([true, true]);
  clock.ahead += 2 * MINUTE;
  expect(await signatures()).toEqual([false, true]);
});

test("deliveries are found by how they stand, kind, id, sequence and time, with their number", async () => {
  const { webhook_id, path } = await hook({ events: ["entity.*"] });
  const first = await makeEntity();
  await triedFor(webhook_id, 1);
  clock.ahead += MINUTE;
  const middle = new Date(clock.now()).toISOString();
  clock.ahead += MINUTE;
  receiver.answer(path, status(500));
  await ask("PATCH", `/entities/${first.id}`, { name: "Other" });
  await receiver.until(() => receiver.at(path).length === 2);
  await eventually(
    async () => (await deliveries(webhook_id)).deliveries,
    (list) => list.length === 2 && list.every((each: Loose) => each.attempt_count === 1),
  );
  const { deliveries: all } = await deliveries(webhook_id);
  const [failing, delivered] = all;
  const only = async (query: string) => {
    const { deliveries: list, total, has_more } = await deliveries(webhook_id, query);
    return [list.map((each: Loose) => each.delivery_id), total, has_more];
  };
  const [good, bad] = [
    [[delivered.delivery_id], 1, false],
    [[failing.delivery_id], 1, false],
  ];
  expect(await only("?status=delivered")).toEqual(good);
  expect(await only("?status=pending")).toEqual(bad);
  expect(await only("?kind=entity.updated")).toEqual(bad);
  expect(await only(`?seq=${delivered.seq}`)).toEqual(good);
  expect(await only(`?delivery_id=${failing.delivery_id}`)).toEqual(bad);
  expect(await only(`?created_before=${middle}`)).toEqual(good);
  expect(await only(`?created_after=${middle}`)).toEqual(bad);
  expect(await only("?limit=1")).toEqual([[failing.delivery_id], 2, true]);
  expect(await only("?status=cancelled")).toEqual([[], 0, false]);
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: false });
  expect(await only("?status=cancelled")).toEqual(bad);
});

test("recover begins after a moment as well as after a sequence, and needs one of them", async () => {
  const { webhook_id } = await hook();
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: false });
  await makeEntity();
  clock.ahead += MINUTE;
  const since = new Date(clock.now()).toISOString();
  clock.ahead += MINUTE;
  await makeEntity();
  await makeEntity();
  const { missed } = await ask("PATCH", `/webhooks/${webhook_id}`, { active: true });
  const count = async (body: object) =>
    (await ask("POST", `/webhooks/${webhook_id}/recover`, { ...body, dry_run: true })).count;
  expect(await count({ since_seq: missed.from_seq - 1 })).toBe(3);
  expect(await count({ since_seq: missed.from_seq })).toBe(2);
  expect(await count({ since_seq: missed.from_seq - 1, to_seq: missed.to_seq - 1 })).toBe(2);
  expect(await count({ since })).toBe(2);
  for (const body of [{}, { since, since_seq: 0 }]) {
    const path = `/v1/projects/${projectId}/webhooks/${webhook_id}/recover`;
    expect(await api.call("POST", path, { body })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "since_seq"] }] },
    });
  }
});
