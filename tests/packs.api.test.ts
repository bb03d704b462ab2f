import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvalidAt } from "./contract/expectations.ts";
import { startTestApi, type TestApi } from "./support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

interface Project {
  id: string;
  packs: string[];
  last_seq: number;
}
const make = (body: object) => api.call<Project>("POST", "/v1/projects", { body: { name: "Packs", ...body } });

test("given no packs, then a project has the usual one; given none on purpose, then it has none", async () => {
  expect((await make({})).body.packs).toEqual(["game"]);
  expect((await make({ packs: [] })).body.packs).toEqual([]);
});

test("packs are kept once each and in one order, and read as they were at a sequence", async () => {
  const { body: made } = await make({ packs: ["book", "game", "book"] });
  expect(made.packs).toEqual(["game", "book"]);
  const path = `/v1/projects/${made.id}`;
  const changed = await api.call<Project>("PATCH", path, { body: { packs: ["table"] } });
  expect([changed.status, changed.body.packs]).toEqual([200, ["table"]]);
  expect((await api.call<Project>("GET", `${path}?at_seq=${made.last_seq}`)).body.packs).toEqual(["game", "book"]);
  const same = await api.call<Project>("PATCH", path, { body: { name: "Renamed" } });
  expect(same.body.packs).toEqual(["table"]);
});

test("a pack that is none is a 422 at its place", async () => {
  expectInvalidAt(await make({ packs: ["game", "film"] }), ["body", "packs", 1]);
});

test("what a pack is named for can be used without it", async () => {
  const { body: made } = await make({ packs: [] });
  const dialogues = `/v1/projects/${made.id}/game-narrative/dialogues`;
  expect((await api.call("POST", dialogues, { body: { name: "Hidden" } })).status).toBe(201);
});
