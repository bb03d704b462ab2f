import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { MOUNTS } from "#tests/support/mounts.ts";
import { campaign, type Outcome } from "./campaign.ts";

const RUNS = Number(process.env.FABULA_FUZZ_RUNS ?? 20_000);
const SEED = Number(process.env.FABULA_FUZZ_SEED ?? Math.floor(Math.random() * 1_000_000_000));
const LONG_MS = 900_000;

/** Every request goes through our own listener; Next is slower, and behind it is the same app. */
const SHARE: Readonly<Record<string, number>> = { listener: 1, next: 0.1 };

describe.each(MOUNTS.filter((mount) => mount !== "app"))("hostile requests through the %s", (mount) => {
  let api: TestApi;
  let outcome: Outcome;
  const runs = Math.ceil(RUNS * (SHARE[mount] ?? 1));

  beforeAll(async () => {
    api = await startTestApi({ mount });
    const key = await api.home.makeKey();
    const me = await api.call<{ key: { id: string } }>("GET", "/v1/me", { key });
    const bearer = (each: string) => `Bearer ${each}`;
    const credentials = [
      "",
      "Basic c2s6",
      "Bearer",
      bearer("sk_test_pm1_nonsense"),
      bearer("x".repeat(9_000)),
      bearer(api.stranger.key),
      bearer(api.home.liveKey),
      bearer(api.home.scoped.read),
      bearer(api.home.scoped.write),
    ];
    const begun = performance.now();
    outcome = await campaign({ api, key, keyId: me.body.key.id, credentials }, { seed: SEED, runs });
    console.log(report(mount, outcome, performance.now() - begun));
  }, LONG_MS);
  afterAll(() => api.close());

  test("no 5xx, nothing later than 10 s, no insides: FABULA_FUZZ_SEED repeats it", () => {
    expect(outcome.findings).toEqual([]);
    expect(outcome.sent).toBe(runs);
  });

  test("at least three in ten are valid", () => {
    expect(outcome.succeeded / outcome.sent).toBeGreaterThanOrEqual(0.3);
  });

  test("the server is well afterwards", async () => {
    expect((await api.call("GET", "/health", { key: null })).status).toBe(200);
    expect((await api.call("GET", "/ready", { key: null })).status).toBe(200);
    await api.makeProject();
  });

  test(
    "replay of every project is clean",
    async () => {
      const { body } = await api.call<{ projects: { id: string; last_seq: number }[] }>(
        "GET",
        "/v1/projects?limit=500",
      );
      expect(Math.max(...body.projects.map((project) => project.last_seq))).toBeGreaterThan(runs / 100);
      for (const { id } of body.projects) {
        const answer = await api.call("POST", `/v1/projects/${id}/replay`);
        expect([answer.status, answer.body.differences]).toEqual([200, []]);
      }
    },
    LONG_MS,
  );
});

function report(mount: string, outcome: Outcome, ms: number): string {
  const share = (tally: Map<number, number>) =>
    [...tally]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status === 0 ? "none" : status}: ${times}`)
      .join(", ");
  return [
    `${outcome.sent} requests through the ${mount} in ${(ms / 1000).toFixed(1)} s, seed ${SEED}: ${outcome.succeeded} valid`,
    `  all: ${share(outcome.statuses)}`,
    `  as they should be: ${share(outcome.unmutated)}; slowest ${Math.round(outcome.slowestMs)} ms`,
  ].join("\n");
}
