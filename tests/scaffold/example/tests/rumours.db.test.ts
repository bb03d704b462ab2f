import { afterAll, beforeAll, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { tellRumours } from "./tell-rumours.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("rumours are told, believed, disproved, generated and exported", async () => {
  await tellRumours(api);
});
