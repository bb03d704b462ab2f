import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

const MINUTE_MS = 60_000;
const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let api: TestApi;
let receiver: Server;
let status = 204;
let received = 0;

beforeAll(async () => {
  api = await startTestApi({ clock, deliveries: {}, environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  receiver = createServer((request, response) => {
    received += 1;
    request.resume().on("end", () => response.writeHead(status).end());
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await api.close();
});

async function makeWebhook(project: string, url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`) {
  const made = await api.call<{ webhook_id: string; secret: string }>("POST", `/v1/projects/${project}/webhooks`, {
    body: { url, events: ["variable.created"] },
  });
  expect(made.status).toBe(201);
  return { secret: made.body.secret, path: `/v1/projects/${project}/webhooks/${made.body.webhook_id}` };
}

test("a check sends its messages, grades what comes back, and is kept", async () => {
  const project = await api.makeProject();
  const { path, secret } = await makeWebhook(project);
  expect((await api.call("GET", `${path}/check`)).body).toEqual({ check: null });
  received = 0;
  const checked = await api.call<{ grade: string; findings: { check: string; result: string }[] }>(
    "POST",
    `${path}/check`,
  );
  expect(checked).toMatchObject({ status: 200, body: { grade: "D" } });
  expect(received).toBe(9);
  expect(checked.body.findings.filter(({ result }) => result === "failed").map(({ check }) => check)).toEqual([
    "bad_signature",
    "old_timestamp",
    "future_timestamp",
  ]);
  const kept = await api.call("GET", `${path}/check`);
  expect(kept.body).toEqual({ check: checked.body });
  expect(JSON.stringify([checked.body, kept.body])).not.toContain(secret);
  // It is no delivery, no event, and no success or failure of the webhook.
  expect((await api.call("GET", `${path}/deliveries`)).body).toMatchObject({ total: 0 });
  expect((await api.call("GET", path)).body).toMatchObject({ last_delivered_at: null, consecutive_failures: 0 });
});

test("a receiver is checked once a minute, whoever asks", async () => {
  const { path } = await makeWebhook(await api.makeProject());
  expect((await api.call("POST", `${path}/check`)).status).toBe(200);
  received = 0;
  const early = await api.call("POST", `${path}/check`);
  expect(early).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(received).toBe(0);
  clock.ahead += MINUTE_MS;
  expect((await api.call("POST", `${path}/check`)).status).toBe(200);
});

test("strangers check nothing", async () => {
  const { path } = await makeWebhook(await api.makeProject());
  received = 0;
  expect((await api.call("POST", `${path}/check`, { key: api.stranger.key })).status).toBe(404);
  expect(received).toBe(0);
});

test("webhooks that were stopped are told of over all projects; what somebody switched off is not", async () => {
  const [one, other] = [await api.makeProject(), await api.makeProject()];
  const [gone, off] = [await makeWebhook(one), await makeWebhook(other)];
  expect((await api.call("PATCH", off.path, { body: { active: false } })).status).toBe(200);
  status = 410;
  await api.call("POST", `/v1/projects/${one}/variables`, { body: { name: "flood", type: "boolean" } });
  const troubles = async (key = api.home.key) =>
    (await api.call<{ troubles: { webhook_id: string }[] }>("GET", "/v1/webhook-troubles", { key })).body.troubles;
  await expect.poll(() => troubles()).toHaveLength(1);
  expect((await troubles())[0]).toMatchObject({
    project_id: one,
    webhook_id: gone.path.split("/").at(-1),
    active: false,
    disabled_reason: "gone",
    disables_at: null,
  });
  expect(await troubles(api.stranger.key)).toEqual([]);
  status = 204;
  expect((await api.call("PATCH", gone.path, { body: { active: true } })).status).toBe(200);
  expect(await troubles()).toEqual([]);
});
