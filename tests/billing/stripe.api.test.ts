import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#server/log/log.ts";
import { rounds, TEST_SEED } from "#test-size";
import { expectProblem } from "#tests/contract/expectations.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { StripeFake } from "./stripe-fake.ts";

let fake: StripeFake;
let address: string;
let api: TestApi;
const lines: string[] = [];
/** Bodies of all answers. */
const answers: string[] = [];

beforeAll(async () => {
  fake = new StripeFake();
  address = await fake.listen();
  api = await startTestApi({
    plan: "free",
    clock: { now: () => fake.now * 1000 },
    log: createLogger({ environment: "test", logLevel: "trace" }, { write: (line) => void lines.push(line) }),
    environment: {
      FABULA_STRIPE_SECRET_KEY: fake.secretKey,
      FABULA_STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
      FABULA_STRIPE_API: address,
      FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
    },
  });
});
afterAll(async () => {
  await api.close();
  await fake.close();
});

let customer: string;
beforeEach(async () => {
  const { writes } = api.database;
  const tables = ["billing_accounts", "billing_invoices", "billing_inbox", "ledger_transactions", "ledger_entries"];
  for (const table of [...tables, "ledger_balances"]) await writes.execute(sql`DELETE FROM ${sql.identifier(table)}`);
  await writes.execute(sql`UPDATE workspaces SET plan = 'free'`);
  api.fabula.authenticator.forget();
  fake.now += 60;
  fake.requests.length = 0;
  fake.notices.length = 0;
  const { body } = await live<{ url: string }>("POST", "/v1/billing/checkout", { plan: "studio" });
  customer = /cus_\d+/.exec(body.url)?.[0] ?? "";
});
afterEach(() => {
  expect(fake.faults).toEqual([]);
});

interface Subscription {
  plan: string;
  status: string;
  next_plan: string | null;
  balance: { amount: number };
}

async function live<Body = Record<string, unknown>>(method: string, path: string, body?: unknown) {
  const answer = await api.call<Body>(method, path, { key: api.home.liveKey, ...(body !== undefined && { body }) });
  answers.push(JSON.stringify(answer.body));
  return answer;
}
const state = async () => {
  const { plan, status, next_plan, balance } = (await live<Subscription>("GET", "/v1/billing/subscription")).body;
  return { plan, status, next_plan, owed: balance.amount };
};
const choose = (plan: string) => live<Subscription>("PATCH", "/v1/billing/subscription", { plan });

/** Delivers a notice, and answers the status and what became of it. */
async function deliver(
  notice: Record<string, unknown>,
  options?: { secret?: string; at?: number },
): Promise<[status: number, outcome: unknown]> {
  const response = await api.fetch("/hooks/payments", { method: "POST", ...fake.signed(notice, options) });
  const text = await response.text();
  answers.push(text);
  return [response.status, JSON.parse(text).outcome ?? JSON.parse(text).code];
}
const deliverAll = async () => {
  for (const notice of fake.notices.splice(0)) await deliver(notice);
};

describe("from the checkout to the end of a subscription", () => {
  test("the plan holds when Stripe says that it is paid, upgrades at once and downgrades at the end", async () => {
    expect(await state()).toMatchObject({ plan: "free", status: "none" });
    const session = fake.requests.findLast(({ path }) => path === "/v1/checkout/sessions")?.form;
    // Whoever comes back is told how it went.
    expect(session?.get("success_url")).toMatch(/\/usage\?checkout=done$/);
    expect(session?.get("cancel_url")).toMatch(/\/usage\?checkout=left$/);
    const refused = await choose("studio");
    expectProblem(api, refused, "subscription_state");
    const id = fake.pay(customer, "studio");
    await deliverAll();
    expect(await state()).toEqual({ plan: "studio", status: "active", next_plan: null, owed: 4_900 });
    fake.settle(fake.invoices.at(-1) ?? "", "paid");
    await deliverAll();
    expect((await state()).owed).toBe(0);
    expectProblem(api, await live("POST", "/v1/billing/checkout", { plan: "scale" }), "subscription_state");

    expect((await choose("scale")).body).toMatchObject({ plan: "scale", next_plan: null });
    expect((await choose("studio")).body).toMatchObject({ plan: "scale", next_plan: "studio" });
    expect((await choose("scale")).body).toMatchObject({ plan: "scale", next_plan: null });
    expect((await choose("free")).body).toMatchObject({ plan: "scale", next_plan: "free" });
    expect((await choose("studio")).body).toMatchObject({ plan: "scale", next_plan: "studio" });
    await deliverAll();
    expect(await state()).toMatchObject({ plan: "scale", next_plan: "studio" });

    fake.change(id, "past_due", "studio");
    await deliverAll();
    expect(await state()).toMatchObject({ plan: "studio", status: "past_due", next_plan: null });
    expect((await live<{ message: string }>("GET", "/v1/billing/subscription")).body.message).toMatch(
      /will be tried again.*nothing is deleted/,
    );
    fake.change(id, "canceled");
    await deliverAll();
    expect(await state()).toMatchObject({ plan: "free", status: "canceled" });
    const { body } = await live<{ url: string }>("POST", "/v1/billing/portal");
    expect(body.url).toBe(`https://portal.example/${customer}`);
  });

  test("invoices are Stripe's: shown with their address, and not ours to settle", async () => {
    fake.pay(customer, "studio");
    await deliverAll();
    const { body } = await live<{ invoices: { id: string; status: string; url: string }[] }>(
      "GET",
      "/v1/billing/invoices",
    );
    expect(body.invoices).toMatchObject([
      { status: "open", url: expect.stringContaining("https://invoice.example/in_"), total: { amount: 4_900 } },
    ]);
    for (const act of ["settle", "void"]) {
      expectProblem(api, await live("POST", `/v1/billing/invoices/${body.invoices[0]?.id}/${act}`), "invoice_state");
    }
    fake.settle(fake.invoices.at(-1) ?? "", "void");
    await deliverAll();
    expect(await state()).toMatchObject({ owed: 0 });
  });
});

describe("notices", () => {
  test("in any order, late, twice, and many at once come to the same", async () => {
    let random = TEST_SEED % 2_147_483_647;
    const below = (most: number) => {
      random = (random * 48_271) % 2_147_483_647;
      return random % most;
    };
    for (let round = 0; round < rounds({ gate: 3, full: 20 }); round += 1) {
      const id = fake.pay(customer, "studio");
      const first = fake.invoices.at(-1) ?? "";
      fake.change(id, "active", "scale");
      fake.settle(first, "paid");
      const second = fake.invoice(customer, 45_000, "draft");
      fake.settle(second, "paid");
      const told = fake.notices.splice(0);
      const shuffled = [...told, ...told].sort(() => below(3) - 1);
      const outcomes: unknown[] = [];
      for (let at = 0; at < shuffled.length; at += 3) {
        const delivered = await Promise.all(shuffled.slice(at, at + 3).map((notice) => deliver(notice)));
        for (const [status, outcome] of delivered) {
          expect(status).toBe(200);
          outcomes.push(outcome);
        }
      }
      expect(outcomes.filter((outcome) => outcome === "duplicate")).toHaveLength(told.length);
      expect(await state()).toEqual({ plan: "scale", status: "active", next_plan: null, owed: 0 });
      const [sums] = await api.database.reads.execute<{ cash: string }>(
        sql`SELECT balance AS cash FROM ledger_balances WHERE account = 'cash'`,
      );
      expect(Number(sums?.cash)).toBe((round + 1) * 49_900);
    }
  });

  test("an old subscription that ends takes nothing from the one in its place", async () => {
    const old = fake.pay(customer, "studio");
    await deliverAll();
    fake.change(old, "canceled");
    const late = fake.notices.splice(0);
    fake.pay(customer, "scale");
    await deliverAll();
    for (const notice of late) expect(await deliver(notice)).toEqual([200, "outdated"]);
    expect(await state()).toMatchObject({ plan: "scale", status: "active" });
  });

  test("what is not Stripe's, or of another time, or of nobody we know, changes nothing", async () => {
    fake.pay("cus_of_somebody_else", "scale");
    for (const notice of fake.notices.splice(0)) expect(await deliver(notice)).toEqual([200, "ignored"]);
    fake.pay(customer, "scale");
    const [notice = {}] = fake.notices.splice(0);
    expect(await deliver(notice, { secret: "whsec_other" })).toEqual([401, "unauthorized"]);
    expect(await deliver(notice, { at: fake.now - 301 })).toEqual([401, "unauthorized"]);
    expect(await deliver(notice, { at: fake.now + 301 })).toEqual([401, "unauthorized"]);
    const unsigned = await api.fetch("/hooks/payments", { method: "POST", body: JSON.stringify(notice) });
    expect(unsigned.status).toBe(401);
    const { body, headers } = fake.signed(notice);
    const changed = await api.fetch("/hooks/payments", {
      method: "POST",
      headers,
      body: body.replace("scale", "other"),
    });
    expect(changed.status).toBe(401);
    expect((await api.fetch("/hooks/payments")).status).toBe(405);
    expect(await state()).toMatchObject({ plan: "free" });
    expect(await deliver(notice, { at: fake.now + 299 })).toEqual([200, "applied"]);
  });

  test("while Stripe cannot be asked a notice is not taken, and counts when it comes again", async () => {
    fake.pay(customer, "studio");
    const [notice = {}] = fake.notices.splice(0);
    // Three times: the client itself asks twice again.
    for (let n = 0; n < 3; n += 1) fake.faults.push({ status: 500, when: "before" });
    expect(await deliver(notice)).toEqual([503, "unavailable"]);
    expect(await state()).toMatchObject({ plan: "free" });
    expect(await deliver(notice)).toEqual([200, "applied"]);
    expect(await state()).toMatchObject({ plan: "studio" });
  });
});

describe("what is asked of Stripe", () => {
  test("a request whose answer was lost is repeated with its key, and done once", async () => {
    await api.database.writes.execute(sql`DELETE FROM billing_accounts`);
    const before = fake.customers;
    fake.requests.length = 0;
    // Under another workspace's key, whose customer there is not yet.
    fake.faults.push({ status: 500, when: "behind" });
    const made = await api.call("POST", "/v1/billing/checkout", {
      key: api.stranger.liveKey,
      body: { plan: "studio" },
    });
    expect(made.status).toBe(201);
    expect(fake.customers).toBe(before + 1);
    const tries = fake.requests.filter(({ path }) => path === "/v1/customers");
    expect(tries).toHaveLength(2);
    expect(tries[0]?.idempotencyKey).not.toBeNull();
    expect(tries[0]?.idempotencyKey).toBe(tries[1]?.idempotencyKey);
  });

  test("a declined payment is a 402, and the plan stays", async () => {
    fake.pay(customer, "studio");
    await deliverAll();
    fake.faults.push({ status: 402, type: "card_error", code: "card_declined", when: "before", method: "POST" });
    expectProblem(api, await choose("scale"), "payment_failed");
    expect(fake.requests.at(-1)).toMatchObject({ method: "POST", path: expect.stringContaining("/v1/subscriptions/") });
    expect(await state()).toMatchObject({ plan: "studio", status: "active" });
  });

  test("who may not change the plan does not get to ask", async () => {
    const asked = fake.requests.length;
    expectProblem(
      api,
      await api.call("POST", "/v1/billing/checkout", { key: api.home.key, body: { plan: "studio" } }),
      "forbidden",
    );
    expect(fake.requests).toHaveLength(asked);
  });

  test("no secret of Stripe's is in a log line, an answer or the database", async () => {
    fake.faults.push({ status: 400, type: "invalid_request_error", when: "before" });
    const failed = await live("POST", "/v1/billing/portal");
    expectProblem(api, failed, "internal_error");
    const tables = await api.database.reads.execute<{ name: string }>(
      sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    for (const { name } of tables) {
      const rows = await api.database.reads.execute<{ text: string }>(
        sql`SELECT t::text AS text FROM ${sql.identifier(name)} t`,
      );
      expect([name, rows.filter(({ text }) => text.includes("canary"))]).toEqual([name, []]);
    }
    expect(lines.length).toBeGreaterThan(20);
    expect(answers.length).toBeGreaterThan(20);
    expect([...lines, ...answers].filter((text) => text.includes("canary"))).toEqual([]);
  });
});
