import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { turnPeriods } from "#server/features/billing/public.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import { askStudio } from "#tests/contract/trpc.ts";
import { operationNamed } from "#tests/contract/valid-call.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

const START = Date.UTC(2031, 0, 31, 12);
const DAY = 24 * 60 * 60 * 1000;
const MEBIBYTE = 1024 ** 2;

let time = START;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ plan: "free", clock: { now: () => time } });
});
afterAll(() => api.close());
beforeEach(async () => {
  time = START;
  const { writes } = api.database;
  for (const table of [
    "billing_accounts",
    "billing_invoices",
    "ledger_transactions",
    "ledger_entries",
    "ledger_balances",
    "workspace_audit",
  ]) {
    await writes.execute(sql`DELETE FROM ${sql.identifier(table)}`);
  }
  await writes.execute(sql`UPDATE workspaces SET plan = 'free'`);
  api.fabula.authenticator.forget();
});

interface Subscription {
  plan: string;
  status: string;
  next_plan: string | null;
  period: { from: string; to: string } | null;
  exceeds: unknown[];
  balance: { amount: number };
  may_change: boolean;
}
interface Invoice {
  id: string;
  number: string;
  status: string;
  total: { amount: number; currency: string };
  lines: { description: string; amount: number }[];
  settled_at: string | null;
}

const live = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  api.call<Body>(method, path, { key: api.home.liveKey, ...(body !== undefined && { body }) });
const subscription = async () => (await live<Subscription>("GET", "/v1/billing/subscription")).body;
const choose = (plan: string) => live<Subscription>("PATCH", "/v1/billing/subscription", { plan });
const invoices = async () => (await live<{ invoices: Invoice[] }>("GET", "/v1/billing/invoices")).body.invoices;
const turn = () => turnPeriods(api.database.writes, time);

describe("a plan in our own ledger", () => {
  test("a workspace that never chose pays nothing, and is told that payments are not connected", async () => {
    expect(await subscription()).toEqual({
      plan: "free",
      title: "Free",
      price: { amount: 0, currency: "usd" },
      provider: "embedded",
      payments_connected: false,
      message: "Payments are not connected; an owner sets the plan here.",
      status: "none",
      period: null,
      next_plan: null,
      exceeds: [],
      balance: { amount: 0, currency: "usd" },
      may_change: true,
    });
    expect(await invoices()).toEqual([]);
  });

  test("a dearer plan holds at once and is charged; a dearer one still pays the difference for the rest", async () => {
    const { body, status } = await choose("studio");
    expect(status).toBe(200);
    // The 31st: February ends on its last day.
    const period = { from: "2031-01-31T12:00:00.000Z", to: "2031-02-28T12:00:00.000Z" };
    expect(body).toMatchObject({ plan: "studio", status: "active", period, balance: { amount: 4_900 } });
    const { headers } = await live("GET", "/v1/me");
    expect(headers.get("ratelimit-policy")).toContain("q=3000;");

    time += 14 * DAY;
    const { body: tier } = await live<{ plans: { name: string; change: string; due_now: { amount: number } }[] }>(
      "GET",
      "/v1/billing/tier",
    );
    expect(tier.plans.map(({ name, change, due_now }) => [name, change, due_now.amount])).toEqual([
      ["free", "period_end", 0],
      ["studio", "current", 0],
      ["scale", "now", 22_500],
    ]);
    expect((await choose("scale")).body).toMatchObject({ plan: "scale", period, balance: { amount: 27_400 } });
    const [second, first] = await invoices();
    expect(first).toMatchObject({ number: "F-0001", status: "open", total: { amount: 4_900, currency: "usd" } });
    expect(second?.lines).toEqual([
      { description: "Scale plan, rest of the period", amount: 24_950 },
      { description: "Studio plan, time not used", amount: -2_450 },
    ]);
    const audit = await live<{ entries: { kind: string; data: object }[] }>("GET", "/v1/audit");
    expect(audit.body.entries.map(({ kind, data }) => [kind, data])).toEqual([
      ["workspace.plan_changed", { from: "free", to: "studio" }],
      ["workspace.plan_changed", { from: "studio", to: "scale" }],
    ]);
  });

  test("a cheaper plan follows at the end of the period, with what is too much; it can be taken back until then", async () => {
    await choose("studio");
    for (const name of ["One", "Two", "Three", "Four"]) await live("POST", "/v1/projects", { name });
    await api.database.writes.execute(
      sql`INSERT INTO artifact_objects (project_id, object, bytes, is_doomed, due_at)
          SELECT min(project_id), 'large', ${300 * MEBIBYTE}, false, '2100-01-01T00:00:00Z'
          FROM project_heads WHERE workspace_id = ${api.home.id}`,
    );
    const planned = await choose("free");
    const exceeds = [
      { what: "projects", limit: 3, used: 4 },
      { what: "file_bytes", limit: 256 * MEBIBYTE, used: 300 * MEBIBYTE },
    ];
    expect(planned.body).toMatchObject({ plan: "studio", next_plan: "free", exceeds, balance: { amount: 4_900 } });
    expect((await choose("studio")).body).toMatchObject({ plan: "studio", next_plan: null, exceeds: [] });
    await choose("free");
    time += 27 * DAY;
    await turn();
    expect(await subscription()).toMatchObject({ plan: "studio", next_plan: "free" });
    time += 2 * DAY;
    await turn();
    expect(await subscription()).toMatchObject({ plan: "free", status: "none", period: null, next_plan: null });
    expect(await invoices()).toHaveLength(1);
    // What is there stays; more is refused.
    expect((await live("GET", "/v1/projects")).body.total).toBe(4);
    expectProblem(api, await live("POST", "/v1/projects", { name: "Five" }), "plan_limit_reached");
    for (const table of ["artifact_objects", "project_heads"])
      await api.database.writes.execute(sql`DELETE FROM ${sql.identifier(table)}`);
  });

  test("each period is charged once, whoever turns it and however late", async () => {
    await choose("studio");
    time += 100 * DAY;
    for (let patience = 0; patience < 10; patience += 1) await Promise.all([turn(), turn()]);
    expect((await subscription()).period).toEqual({ from: "2031-04-30T12:00:00.000Z", to: "2031-05-31T12:00:00.000Z" });
    const charged = await invoices();
    expect(charged.map(({ number }) => number).sort()).toEqual(["F-0001", "F-0002", "F-0003", "F-0004"]);
    expect((await subscription()).balance.amount).toBe(4 * 4_900);
  });

  test("two upgrades at once are charged as one", async () => {
    const answers = await Promise.all([choose("scale"), choose("scale"), choose("scale")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await invoices()).toHaveLength(1);
    expect((await subscription()).balance.amount).toBe(49_900);
  });
});

describe("invoices of our own ledger", () => {
  test("one is noted as paid, or taken back by its reversal; once", async () => {
    await choose("studio");
    time += DAY;
    await choose("scale");
    const [second, first] = await invoices();
    const settled = await live<Invoice>("POST", `/v1/billing/invoices/${first?.id}/settle`);
    expect(settled.body).toMatchObject({ status: "paid", settled_at: "2031-02-01T12:00:00.000Z" });
    const voided = await live<Invoice>("POST", `/v1/billing/invoices/${second?.id}/void`);
    expect(voided.body).toMatchObject({ status: "void", settled_at: null, total: second?.total });
    expect((await subscription()).balance.amount).toBe(0);
    for (const [id, act, status] of [
      [first?.id, "void", "paid"],
      [second?.id, "settle", "void"],
    ]) {
      const refused = await live("POST", `/v1/billing/invoices/${id}/${act}`);
      expectProblem(api, refused, "invoice_state");
      expect(refused.body.detail).toEqual({ status });
    }
    expect((await live("GET", `/v1/billing/invoices/${second?.id}`)).body).toEqual(voided.body);
    expectProblem(
      api,
      await api.call("GET", `/v1/billing/invoices/${first?.id}`, { key: api.stranger.liveKey }),
      "not_found",
    );
    expect(await live("GET", "/v1/billing/invoices").then(({ body }) => body)).toMatchObject({ total: 2 });
  });
});

describe("what is billed", () => {
  test("test data are told apart; no request of theirs changes an invoice", async () => {
    await choose("studio");
    await api.call("GET", "/v1/me", { key: api.home.key });
    await api.services.usage.flush();
    await api.database.writes.execute(sql`DELETE FROM usage_counts`);
    for (const key of [api.home.key, api.home.key, api.home.liveKey]) await api.call("GET", "/v1/me", { key });
    const { body } = await live("GET", "/v1/billing/usage");
    expect(body).toEqual({
      month: { from: "2031-01-01T00:00:00.000Z", to: "2031-02-01T00:00:00.000Z" },
      live: { requests: 1, generation_units: 0 },
      test: { requests: 2, generation_units: 0 },
      generation_units_limit: 50_000,
      next_invoice: {
        at: "2031-02-28T12:00:00.000Z",
        total: { amount: 4_900, currency: "usd" },
        lines: [{ description: "Studio plan, one month", amount: 4_900 }],
      },
    });
  });
});

describe("who may", () => {
  test("owners and live keys change the plan; admins see it; test keys and project keys do not reach it", async () => {
    const owner = await api.home.makeMember("owner");
    const admin = await api.home.makeMember("admin");
    const change = (cookie: string) =>
      askStudio(api, operationNamed("billing.changePlan"), cookie, { body: { plan: "studio" } });
    expect((await change(admin.cookie)).error?.problem).toMatchObject({ code: "forbidden", detail: { role: "admin" } });
    const seen = await askStudio(api, operationNamed("billing.subscription"), admin.cookie, {});
    expect(JSON.parse(seen.result ?? "")).toMatchObject({ plan: "free", may_change: false });
    expect((await change(owner.cookie)).status).toBe(200);
    const changes: [string, string, object | undefined][] = [
      ["PATCH", "/v1/billing/subscription", { plan: "scale" }],
      ["POST", "/v1/billing/checkout", { plan: "scale" }],
      ["POST", "/v1/billing/portal", undefined],
    ];
    for (const [method, path, body] of changes) {
      const refused = await api.call(method, path, { key: api.home.key, ...(body !== undefined && { body }) });
      expectProblem(api, refused, "forbidden");
    }
    const limited = await api.home.makeKey({ mode: "live", projectIds: [] });
    for (const path of ["tier", "subscription", "usage", "invoices"]) {
      expectProblem(api, await api.call("GET", `/v1/billing/${path}`, { key: limited }), "forbidden");
      expect((await api.call("GET", `/v1/billing/${path}`)).status).toBe(200);
    }
  });

  test("checkout and portal lead to the studio's own page; plans that are not offered are a 422", async () => {
    const page = `${api.url}/usage`;
    expect((await live("POST", "/v1/billing/checkout", { plan: "studio" })).body).toEqual({
      url: `${page}?plan=studio`,
    });
    expect((await live("POST", "/v1/billing/portal")).body).toEqual({ url: page });
    expect((await subscription()).plan).toBe("free");
    expectInvalidAt(await choose("demo"), ["body", "plan"]);
    expectInvalidAt(await live("POST", "/v1/billing/checkout", { plan: "free" }), ["body", "plan"]);
  });
});
