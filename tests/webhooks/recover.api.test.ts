import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetOldDeliveries } from "#server/features/webhooks/forget.ts";
import { planNext } from "#server/features/webhooks/plan.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startWebhookReceiver, status, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
type Loose = any;

const DAY = 24 * 60 * 60 * 1_000;
const environment = { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" };
const clock = { ahead: 0, now: () => Date.now() + clock.ahead };

let receiver: WebhookReceiver;
/** Sends deliveries. */
let sending: TestApi;
/** Sends none: nothing is planned there. */
let silent: TestApi;
let api: TestApi;
let projectId: string;
let paths = 0;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sending = await startTestApi({ clock, environment, deliveries: { pollMs: 20 } });
  silent = await startTestApi({ environment });
});
afterAll(async () => {
  await sending.close();
  await silent.close();
  await receiver.close();
});
beforeEach(async () => {
  clock.ahead = 0;
  await on(sending);
});

async function on(chosen: TestApi): Promise<void> {
  api = chosen;
  projectId = await api.makeProject();
}

async function ask(method: string, path: string, body?: unknown): Promise<Loose> {
  const answer = await api.call<Loose>(method, `/v1/projects/${projectId}${path}`, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function hook(fields: object = {}): Promise<{ webhook_id: string; path: string }> {
  paths += 1;
  const path = `/recover-${paths}`;
  const made = await ask("POST", "/webhooks", { url: receiver.url + path, events: ["entity.*"], ...fields });
  return { ...made, path };
}

const makeEntity = async (name: string): Promise<Loose> =>
  ask("POST", "/entities", { external_id: name, type: "person", name });
const recover = (id: string, body: object) => ask("POST", `/webhooks/${id}/recover`, body);
const namesAt = (path: string) => receiver.at(path).map(({ body }) => body.data.change.set[""].name);

const until = (holds: () => Promise<boolean>, about: string) => eventually(holds, (isSo) => isSo, { about });

test("what was recorded before the webhook existed is neither counted nor sent, by sequence or by time", async () => {
  const before = new Date(clock.now() - 1).toISOString();
  await makeEntity("early");
  const { webhook_id, path } = await hook();
  await makeEntity("told");
  await receiver.until(() => receiver.at(path).length === 1);
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: false });
  await makeEntity("missed");
  const { missed } = await ask("PATCH", `/webhooks/${webhook_id}`, { active: true });
  await until(
    async () => (await ask("GET", `/webhooks/${webhook_id}/deliveries?status=delivered`)).total === 1,
    "the delivery's outcome",
  );
  const { events } = await ask("GET", `/events?subject_id=${webhook_id}`);
  const created = events[0].seq;
  for (const since of [
    { since_seq: 0 },
    { since: before },
    { since_seq: created },
    { since_seq: missed.from_seq - 1 },
  ]) {
    const counted = await recover(webhook_id, { ...since, dry_run: true });
    expect([since, counted.count]).toEqual([since, 1]);
    expect(counted.from_seq).toBe(Math.max(created, since.since_seq ?? 0) + 1);
  }
  expect(await recover(webhook_id, { since_seq: 0, to_seq: created - 1 })).toMatchObject({ count: 0, started: false });
  expect(await recover(webhook_id, { since_seq: 0 })).toMatchObject({ count: 1, started: true });
  await makeEntity("last");
  await receiver.until(() => receiver.at(path).length === 3, "what was missed, and what came after");
  await sleep(100);
  expect(namesAt(path).toSorted()).toEqual(["last", "missed", "told"]);
});

test("what is about to be told anyway is not counted, and keeps its turn", async () => {
  await on(silent);
  const { webhook_id } = await hook();
  await makeEntity("waiting");
  expect(await recover(webhook_id, { since_seq: 0, dry_run: true })).toMatchObject({ count: 0, started: false });
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: false });
  await makeEntity("while off");
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: true, events: ["entity.*", "variable.*"] });
  await ask("POST", "/variables", { name: "gold", type: "number", default: 1 });
  expect(await recover(webhook_id, { since_seq: 0, dry_run: true })).toMatchObject({ count: 1 });
  // What it is told of today counts: the next variable is made while it is on, and it did not ask for variables then.
  await ask("PATCH", `/webhooks/${webhook_id}`, { events: ["entity.*"] });
  await ask("POST", "/variables", { name: "silver", type: "number", default: 1 });
  await ask("PATCH", `/webhooks/${webhook_id}`, { events: ["variable.*"] });
  expect(await recover(webhook_id, { since_seq: 0, dry_run: true })).toMatchObject({ count: 1 });
});

test("commits are counted as they are sent", async () => {
  const { webhook_id, path } = await hook({ delivers: "commit" });
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: false });
  const entities = ["a", "b", "c"].map((name) => ({ external_id: name, type: "person", name }));
  await ask("POST", "/entities/batch", { entities });
  await makeEntity("d");
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: true });
  expect(await recover(webhook_id, { since_seq: 0 })).toMatchObject({ count: 2 });
  await receiver.until(() => receiver.at(path).length === 2, "what was missed");
  await sleep(100);
  expect(
    receiver
      .at(path)
      .map(({ body }) => body.data.event_count)
      .toSorted(),
  ).toEqual([1, 3]);
});

test("what was recorded before a webhook delivered otherwise is sent as it was asked for then", async () => {
  await on(silent);
  const seqs: number[] = [];
  for (const name of ["a", "b", "c", "d"]) seqs.push((await makeEntity(name)).valid_from_seq);
  const [first = 0, , third = 0, last = 0] = seqs;
  const { database, services } = api;
  const shared = { active: true, events: ["entity.*"], url: "https://example.com" };
  for (const [before, after] of [
    ["event", "commit"],
    ["commit", "event"],
  ] as const) {
    const versions = [
      { ...shared, delivers: before, from: first, to: third - 1 },
      { ...shared, delivers: after, from: third, to: Number.MAX_SAFE_INTEGER },
    ];
    const kinds: string[] = [];
    for (let done = first - 1; done < last; ) {
      const plan = await planNext(
        database.reads,
        { projectId, webhookId: "whk_1", versions },
        { after: done, head: last, room: 16, publicUrl: "", resources: services.resources },
      );
      kinds.push(...plan.deliveries.map(({ kind }) => kind));
      done = plan.to;
    }
    const of = { event: "entity.created", commit: "commit" };
    expect(kinds).toEqual([of[before], of[before], of[after], of[after]]);
  }
});

test("what was delivered so long ago that its row is gone is not sent again; what was missed then, still is", async () => {
  const { webhook_id, path } = await hook();
  await makeEntity("delivered");
  await receiver.until(() => receiver.at(path).length === 1);
  await until(
    async () => (await ask("GET", `/webhooks/${webhook_id}/deliveries?status=delivered`)).total === 1,
    "its outcome",
  );
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: false });
  await makeEntity("missed");
  clock.ahead = 40 * DAY;
  while (await forgetOldDeliveries(api.database.writes, clock.now()));
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: true });
  expect((await ask("GET", `/webhooks/${webhook_id}/deliveries`)).total).toBe(0);
  expect(await recover(webhook_id, { since_seq: 0 })).toMatchObject({ count: 1, started: true });
  await receiver.until(() => receiver.at(path).length === 2);
  await sleep(100);
  expect(namesAt(path)).toEqual(["delivered", "missed"]);
});

test("a webhook that failed until it was switched off has missed what failed, however long before that was", async () => {
  const { webhook_id, path } = await hook();
  await makeEntity("arrived");
  await receiver.until(() => receiver.at(path).length === 1);
  // Each failure is the last of its delivery, and the webhook stays on.
  receiver.answer(path, status(500, { "webhook-delivery": "abort-message" }));
  const first = await makeEntity("lost");
  await makeEntity("lost too");
  await until(
    async () => (await ask("GET", `/webhooks/${webhook_id}/deliveries?status=failed`)).total === 2,
    "both failures",
  );
  await ask("PATCH", `/webhooks/${webhook_id}`, { active: false });
  receiver.answer(path, status(200));
  const { missed } = await ask("PATCH", `/webhooks/${webhook_id}`, { active: true });
  expect(missed.from_seq).toBe(first.valid_from_seq);
  expect(await recover(webhook_id, { since_seq: missed.from_seq - 1 })).toMatchObject({ count: 2 });
  await receiver.until(() => receiver.at(path).length === 5);
});
