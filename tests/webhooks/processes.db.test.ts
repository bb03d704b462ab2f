import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { matchesKind } from "#server/features/webhooks/event-patterns.ts";
import { DeliveryLoop } from "#server/features/webhooks/public.ts";
import { readSubscriptions, type SubscriptionVersion } from "#server/features/webhooks/subscriptions.ts";
import type { Caller } from "#server/kernel/scope.ts";
import { registry } from "#server/operations.ts";
import { restoreBackup } from "#server/record/backup/restore.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { resources } from "#server/resources.ts";
import { rounds, TEST_SEED } from "#test-size";
import { newCaller, openWorkbench } from "#tests/record/workbench.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import { startWebhookReceiver, status, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
type Loose = any;

const DELIVERIES = { pollMs: 50, leaseMs: 3_000, deadlineMs: 60_000 };
const ENVIRONMENT = {
  FABULA_ENV: "test",
  PORT: "0",
  FABULA_SECRET: "a secret that is only good for tests",
  FABULA_ENCRYPTION_KEY: "00".repeat(32),
  FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
};

let api: TestApi;
let receiver: WebhookReceiver;
let projectId: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  api = await startTestApi({ environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" }, deliveries: DELIVERIES });
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});
beforeEach(async () => {
  projectId = await api.makeProject();
});

async function ask(method: string, path: string, body?: unknown): Promise<Loose> {
  const answer = await api.call<Loose>(method, `/v1/projects/${projectId}${path}`, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const makeEntity = (name: string) => ask("POST", "/entities", { external_id: name, type: "person", name });

async function startWorker(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("./delivery-process.ts", import.meta.url)), {
    execArgv: [...PRODUCT_FLAGS],
    env: {
      ...process.env,
      ...ENVIRONMENT,
      DATABASE_URL: api.databaseUrl,
      FABULA_TEST_DELIVERIES: JSON.stringify(DELIVERIES),
    },
  });
  await once(child, "message");
  return child;
}

const until = (holds: () => Promise<boolean>, about: string) => eventually(holds, (isSo) => isSo, { about });

describe("two processes", () => {
  test("send each delivery once while both live; what a killed one had begun, the other one sends", async () => {
    const { webhook_id } = await ask("POST", "/webhooks", { url: `${receiver.url}/both`, events: ["entity.created"] });
    const worker = await startWorker();
    for (let batch = 0; batch < 6; batch += 1) {
      await Promise.all(Array.from({ length: 8 }, (_, index) => makeEntity(`e-${batch}-${index}`)));
    }
    await receiver.until(() => receiver.at("/both").length >= 48, "every event");
    const seqs = receiver.at("/both").map(({ body }) => body.data.seq);
    expect(seqs.toSorted((a, b) => a - b)).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(seqs).toHaveLength(48);

    const deliveredSoFar = async () => (await ask("GET", `/webhooks/${webhook_id}/deliveries?status=delivered`)).total;
    await until(async () => (await deliveredSoFar()) === 48, "every outcome");

    // More than one process sends to one endpoint at a time: the other one has the rest.
    const held: (() => void)[] = [];
    receiver.answer("/both", (response) => void held.push(() => response.end()));
    await Promise.all(Array.from({ length: 48 }, (_, index) => makeEntity(`late-${index}`)));
    await receiver.until(() => held.length === 48, "all under way");
    const holders = await api.database.reads.execute<{ n: number }>(
      sql`SELECT count(*) AS n FROM webhook_deliveries WHERE project_id = ${projectId} AND holder IS NOT NULL
          GROUP BY holder ORDER BY 1`,
    );
    const shares = holders.map(({ n }) => n);
    expect(shares).toEqual([48 - (shares[1] ?? 0), shares[1]]);
    expect(shares[1]).toBeLessThanOrEqual(32);
    // Leases last three seconds here, and are kept for as long as it takes.
    const leaseEnd = async () => {
      const [row] = await api.database.reads.execute<{ at: string }>(
        sql`SELECT min(lease_until) AS at FROM webhook_deliveries WHERE project_id = ${projectId} AND status = 'pending'`,
      );
      return Date.parse(row?.at ?? "");
    };
    const first = await leaseEnd();
    await until(async () => (await leaseEnd()) > first + 1_000, "the leases' second renewal");
    expect(held).toHaveLength(48);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    receiver.answer("/both", (response) => response.end());
    for (const end of held) end();
    await until(async () => (await deliveredSoFar()) === 96, "every delivery");
    const after = receiver.at("/both").slice(48);
    expect(new Set(after.map(({ body }) => body.data.seq)).size).toBe(48);
    // Those that the dead one had begun, and no others, came twice.
    expect(shares).toContain(after.length - 48);
  });

  test("a late answer under a lease that is gone is not written", async () => {
    const { webhook_id } = await ask("POST", "/webhooks", { url: `${receiver.url}/late`, events: ["entity.created"] });
    const held: (() => void)[] = [];
    receiver.answer("/late", (response) => void held.push(() => response.end()));
    await makeEntity("ana");
    await receiver.until(() => held.length === 1);
    // Somebody else has taken it on meanwhile.
    await api.database.writes.execute(
      sql`UPDATE webhook_deliveries SET fence = fence + 1, lease_until = now() + interval '1 second'
          WHERE project_id = ${projectId} AND webhook_id = ${webhook_id}`,
    );
    held[0]?.();
    await receiver.until(() => held.length === 2, "the next attempt, when that lease is over");
    const [one] = (await ask("GET", `/webhooks/${webhook_id}/deliveries`)).deliveries;
    expect([one.attempt_count, one.status]).toEqual([0, "pending"]);
    held[1]?.();
    await until(
      async () => (await ask("GET", `/webhooks/${webhook_id}/deliveries`)).deliveries[0].status === "delivered",
      "the delivery",
    );
  });
});

test("deliveries that could not be stored are planned again: a place in the record moves with them or not at all", async () => {
  const { webhook_id } = await ask("POST", "/webhooks", { url: `${receiver.url}/stored`, events: ["entity.created"] });
  const place = async () => {
    const [row] = await api.database.reads.execute<{ seq: number }>(
      sql`SELECT cursor_seq AS seq FROM webhook_states WHERE project_id = ${projectId} AND webhook_id = ${webhook_id}`,
    );
    return row?.seq;
  };
  const alter = (change: ReturnType<typeof sql>) =>
    api.database.writes.execute(sql`ALTER TABLE webhook_deliveries ${change}`);
  await makeEntity("ana");
  await receiver.until(() => receiver.at("/stored").length === 1);
  await alter(sql`ADD CONSTRAINT full_up CHECK (project_id <> ${sql.raw(`'${projectId}'`)}) NOT VALID`);
  const before = await place();
  try {
    await makeEntity("bor");
    // Long enough for several looks.
    await sleep(DELIVERIES.pollMs * 6);
    expect(await place()).toBe(before);
  } finally {
    await alter(sql`DROP CONSTRAINT full_up`);
  }
  await receiver.until(() => receiver.at("/stored").length === 2, "the delivery that was not stored");
});

describe("a delivery whose next attempt is minutes away", () => {
  test("is sent at once when somebody asks: a failure leaves the schedule as it is, a success ends it", async () => {
    const { webhook_id } = await ask("POST", "/webhooks", { url: `${receiver.url}/again`, events: ["entity.created"] });
    receiver.answer("/again", status(500));
    await makeEntity("ana");
    const one = async () => (await ask("GET", `/webhooks/${webhook_id}/deliveries`)).deliveries[0];
    await until(async () => (await one())?.attempt_count === 1, "the first attempt");
    const { delivery_id, next_attempt_at, status: waiting } = await one();
    expect(waiting).toBe("pending");
    const again = () => ask("POST", `/webhooks/${webhook_id}/deliveries/${delivery_id}/redeliver`);
    await again();
    await until(async () => (await one()).attempt_count === 2, "the attempt asked for");
    expect(await one()).toMatchObject({ status: "pending", next_attempt_at });
    receiver.answer("/again", status(200));
    await again();
    await until(async () => (await one()).status === "delivered", "the delivery");
    expect(await one()).toMatchObject({ attempt_count: 3, next_attempt_at: null });
    expect(new Set(receiver.at("/again").map(({ id }) => id)).size).toBe(1);
  });
});

test("a project restored from a backup calls nobody: its webhooks have no secret, are switched off, and say why", async () => {
  const { webhook_id, secret } = await ask("POST", "/webhooks", { url: `${receiver.url}/copy`, events: ["*"] });
  await makeEntity("ana");
  await receiver.until(() => receiver.at("/copy").length === 1);
  let text = "";
  await api.database.reads.transaction("snapshot", async (db) => {
    for await (const piece of sealed(backupLines(db, { projectId, now: 0 }))) text += piece;
  });
  expect(text).toContain(webhook_id);
  expect(text).not.toContain(secret);
  const copy = await openWorkbench();
  const { workspaceId } = copy.caller;
  await copy.database.writes.execute(
    sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${workspaceId}, 'Copy', 'demo', now())`,
  );
  async function* lines(): AsyncGenerator<string> {
    yield* text.trimEnd().split("\n");
  }
  await restoreBackup(copy.database, resources, lines, { projectId: null, workspaceId, intoEmpty: false });
  const loop = new DeliveryLoop(copy.services, { pollMs: 20 });
  loop.start();
  const params = { project_id: projectId, webhook_id };
  const read = () => copy.ask(registry.webhooks.get, { params });
  await until(async () => !(await read()).active, "the end of it");
  expect(await read()).toMatchObject({ disabled_reason: "secret_missing" });
  await expect(copy.ask(registry.webhooks.update, { params, body: { active: true } })).rejects.toMatchObject({
    code: "webhook_without_secret",
  });
  const rotated = await copy.ask(registry.webhooks.rotateSecret, { params, body: {} });
  expect(rotated.secret).not.toBe(secret);
  expect(await copy.ask(registry.webhooks.update, { params, body: { active: true } })).toMatchObject({ active: true });
  await loop.close();
  await copy.close();
  expect(receiver.at("/copy")).toHaveLength(1);
});

test("webhooks of one workspace that hang leave room for those of another", async () => {
  const bench = await openWorkbench();
  const good = await startWebhookReceiver();
  receiver.answer("/hangs", () => {});
  const started = async (caller: Caller, url: string, events: number) => {
    const { id } = await bench.ask(registry.projects.create, { caller, body: { name: "A project" } });
    const params = { project_id: id };
    for (const path of ["/hangs", "/hangs?again"]) {
      await bench.ask(registry.webhooks.create, {
        caller,
        params,
        body: { url: `${url}${path}`, events: ["entity.*"] },
      });
    }
    for (let at = 0; at < events; at++) {
      await bench.ask(registry.entities.create, {
        caller,
        params,
        body: { external_id: `e-${at}`, type: "person", name: "E" },
      });
    }
  };
  await started(bench.caller, receiver.url, 6);
  const loop = new DeliveryLoop(bench.services, { pollMs: 20, deadlineMs: 60_000 }, { inProcess: 8 });
  loop.start();
  const hanging = () => receiver.received.filter(({ path }) => path.startsWith("/hangs")).length;
  await receiver.until(() => hanging() > 0, "a delivery that hangs");
  await started(newCaller(), good.url, 3);
  await good.until(() => good.received.length === 6, "the deliveries of the other workspace");
  // A quarter of all.
  expect(hanging()).toBe(2);
  await Promise.all([loop.close(), good.close()]);
  await bench.close();
});

/** Generates an action that affects a webhook. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("entity", "variable") },
  fc.constantFrom("on", "off", "delete", "restore"),
  fc.constantFrom(["entity.*"], ["*"], ["variable.created", "entity.updated"]),
);

test("whatever happens, what is planned is what was told at its time: no event more, none less, each once", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      run += 1;
      projectId = await api.makeProject();
      await makeEntity("early");
      const { webhook_id } = await ask("POST", "/webhooks", { url: `${receiver.url}/any`, events: ["entity.*"] });
      const path = `/webhooks/${webhook_id}`;
      for (const [index, what] of steps.entries()) {
        if (what === "entity") await makeEntity(`e${run}-${index}`);
        else if (what === "variable")
          await ask("POST", "/variables", { name: `v${index}`, type: "boolean", default: false });
        // Some of it is refused, for a webhook that is not there.
        else if (what === "delete") await ask("DELETE", path).catch(() => {});
        else if (what === "restore") await ask("POST", `${path}/restore`).catch(() => {});
        else if (typeof what === "string") await ask("PATCH", path, { active: what === "on" }).catch(() => {});
        else await ask("PATCH", path, { events: what }).catch(() => {});
      }
      await ask("POST", `${path}/restore`).catch(() => {});
      await ask("PATCH", path, { active: true, events: ["*"] });
      await makeEntity(`last${run}`);
      const { events } = await ask("GET", "/events?limit=500");
      const versions = await api.database.reads.execute<Record<string, unknown>>(
        sql`SELECT valid_from_seq AS "from", valid_to_seq AS "to", active, events FROM webhook_versions
            WHERE project_id = ${projectId}`,
      );
      const expected = events
        .filter(({ seq, kind, subject_id }: Loose) => {
          const at = (versions as unknown as SubscriptionVersion[]).find(({ from, to }) => from <= seq && seq <= to);
          return at?.active === true && subject_id !== webhook_id && matchesKind(at.events, kind);
        })
        .map(({ seq }: Loose) => seq);
      const planned = async () =>
        (
          await api.database.reads.execute<{ seq: number }>(
            sql`SELECT seq FROM webhook_deliveries WHERE project_id = ${projectId} ORDER BY seq`,
          )
        ).map(({ seq }) => seq);
      const last = expected.at(-1);
      await until(async () => (await planned()).at(-1) === last, "the last delivery");
      expect(await planned()).toEqual(expected);
      expect(await readSubscriptions(api.database.reads, projectId)).toHaveLength(1);

      // A recovery counts all the rest since the webhook was made, and sends that and no more.
      const stored = async (status: string) =>
        (
          await api.database.reads.execute<{ seq: number }>(
            sql`SELECT seq FROM webhook_deliveries WHERE project_id = ${projectId} AND status = ${status} ORDER BY seq`,
          )
        ).map(({ seq }) => seq);
      await until(async () => (await stored("pending")).length === 0, "every outcome");
      const created = events.find(({ subject_id }: Loose) => subject_id === webhook_id).seq;
      const own = ({ seq, subject_id }: Loose) => seq > created && subject_id !== webhook_id;
      const whole = events.filter(own).map(({ seq }: Loose) => seq);
      const lacking = whole.length - (await stored("delivered")).length;
      expect(await ask("POST", `${path}/recover`, { since_seq: 0 })).toMatchObject({ count: lacking });
      await until(async () => (await stored("delivered")).length === whole.length, "what was missed");
      expect(await planned()).toEqual(whole);
      expect(await ask("POST", `${path}/recover`, { since_seq: 0 })).toMatchObject({ count: 0, started: false });
    }),
    { numRuns: rounds({ gate: 6, full: 200 }), seed: TEST_SEED },
  );
});
