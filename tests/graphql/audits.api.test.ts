import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ mount: "listener" });
});
afterAll(() => api.close());

/** The audits of the GraphQL over HTTP specification, as its reference implementation has them, by a caller with a key. */
const audits = serverAudits({
  url: () => `${api.url}/v1/graphql`,
  fetchFn: (input: RequestInfo, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${api.home.key}`);
    return fetch(input, { ...init, headers });
  },
});

describe("GraphQL over HTTP", () => {
  test("all of its audits are there", () => expect(audits).toHaveLength(61));

  test.each(audits.map(({ id, name, fn }) => [id, name, fn] as const))("%s %s", async (_id, _name, fn) => {
    const result = await fn();
    expect([result.status, "reason" in result ? result.reason : null]).toEqual(["ok", null]);
  });
});
