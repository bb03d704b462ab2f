import { setTimeout as sleep } from "node:timers/promises";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type Received, startWebhookReceiver, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
type Loose = any;

let api: TestApi;
let receiver: WebhookReceiver;
let projectId: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  api = await startTestApi({
    mount: "listener",
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    // Days of the schedule are tens of milliseconds here.
    deliveries: {
      schedule: { live: [0, 30, 30, 30], test: [0, 30, 30, 30] },
      throttledMs: 60,
      deadlineMs: 400,
      pollMs: 20,
      disableAfterMs: 1_500,
    },
  });
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
  return { ...made, path };
}

const makeEntity = (name: string) => ask("POST", "/entities", { external_id: name, type: "person", name });

/** Asks until the answer is as it should be. */
async function eventually<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > deadline) throw new Error(`it did not come to be: ${JSON.stringify(value)}`);
    await sleep(10);
  }
}

const standing = (id: string) => ask("GET", `/webhooks/${id}`);

function verify(secret: string, { text, headers }: Received): void {
  const told = headers as Record<string, string>;
  new StandardWebhook(secret).verify(text, told);
  new SvixWebhook(secret).verify(text, told);
}

describe("a delivery", () => {
  test("carries the event with its place in the record, and a signature that two libraries accept", async () => {
    const { path, secret, webhook_id } = await hook({ events: ["entity.created"] });
    const entity = await makeEntity("ana");
    await receiver.until(() => receiver.at(path).length === 1);
    const [received] = receiver.at(path) as [Received];
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
});
