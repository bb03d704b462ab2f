import { expect } from "vitest";
import type { Generator } from "#server/features/generation/public.ts";
import { carryOn } from "#tests/generation/carry-on.ts";
import type { TestApi } from "#tests/support/api.ts";

type Body = Record<string, unknown> & { id: string };

/** Goes through rumours by HTTP: both resources, the states, a generation without a key, and the files; answers the project. */
export async function tellRumours(api: TestApi, kinds?: readonly Generator[]): Promise<string> {
  const project = await api.makeProject();
  const list = `/v1/projects/${project}/rumours`;
  const keeper = await api.call<Body>("POST", `/v1/projects/${project}/entities`, {
    body: { type: "character", name: "Bor", external_id: "bor" },
  });
  const about_id = keeper.body.id;
  const body = { name: "The toll is doubled at night.", about_id, heat: 7 };
  const made = await api.call<Body>("POST", list, { body });
  expect([made.status, made.body]).toMatchObject([201, { ...body, spread: "few", state: "whispered" }]);
  const one = `${list}/${made.body.id}`;

  // Steps, the states they lead to, and those that a refused one begins in.
  for (const [verb, state, allowed] of [
    ["revive", "whispered", null],
    ["believe", "believed", null],
    ["revive", null, ["disproved"]],
    ["disprove", "disproved", null],
    ["believe", null, ["whispered"]],
    ["revive", "whispered", null],
  ] as const) {
    const { status, body: said } = await api.call<Body>("POST", `${one}/${verb}`);
    expect([status, said]).toMatchObject(state === null ? [409, { detail: { allowed } }] : [200, { state }]);
  }
  const found = await api.call("GET", list, { query: { state: "whispered", spread: "few", sort_by: "heat" } });
  expect(found.body).toMatchObject({ rumours: [{ id: made.body.id }], total: 1 });

  const tellings = `/v1/projects/${project}/tellings`;
  const told = await api.call<Body>("POST", tellings, { body: { name: "I swear.", rumour_id: made.body.id } });
  expect([told.status, told.body]).toMatchObject([201, { teller_id: null }]);
  const missing = { name: "Who knows.", rumour_id: `rum_${"0".repeat(26)}` };
  expect((await api.call("POST", tellings, { body: missing })).status).toBe(422);

  const asked = await api.call<{ session_id: string }>("POST", `${list}/generate`, {
    body: { prompt: "The flood", about_id, count: 2 },
  });
  expect(await carryOn(api, asked.body.session_id, kinds)).toBe("completed");
  const { body: all } = await api.call<{ rumours: Body[] }>("GET", list, { query: { sort_by: "name" } });
  expect(all.rumours.map(({ name }) => name)).toEqual([
    "Sketch 1: they say of Bor: The flood",
    "Sketch 2: they say of Bor: The flood",
    "The toll is doubled at night.",
  ]);
  expect(all.rumours[0]).toMatchObject({ about_id, source: { session_id: asked.body.session_id } });

  const headers = { accept: "text/csv" };
  const file = await api.fetch(`${list}/export?format=csv`, {
    headers: { authorization: `Bearer ${api.home.key}`, ...headers },
  });
  expect(file.headers.get("content-disposition")).toContain("rumours.csv");
  expect((await file.text()).split("\n")[1]).toContain("The toll is doubled at night.");

  await api.call("DELETE", one);
  expect((await api.call("GET", one)).status).toBe(404);
  expect((await api.call("POST", `${one}/restore`)).body).toMatchObject({ restored: [made.body.id] });
  return project;
}
