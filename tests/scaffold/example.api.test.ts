import { readFileSync } from "node:fs";
import { join } from "node:path";
import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { createElement, type FunctionComponent } from "react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { TABLES } from "#drizzle/tables.ts";
import { ID_PREFIXES } from "#server/kernel/ids.ts";
import { type Areas, areas } from "#server/operations.ts";
import { generatorsOf } from "#server/worker/generators.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { openDocument } from "#tests/support/open-document.ts";
import { SCREENS, studioFiles } from "../../scripts/studio-data.ts";
import { exampleFiles, handWritten, OWN_PREFIXES, ROOT } from "./example-files.ts";

const own = <Module>(path: string) => import(join(ROOT, path)) as Promise<Module>;
const product = <Module>(path: string) => import(join(import.meta.dirname, "../..", path)) as Promise<Module>;

let api: TestApi;
let served: Areas;

// The example is no part of the product: what it adds is put back when its tests are over.
const tables = TABLES as PgTable[];
const before = tables.length;

beforeAll(async () => {
  Object.assign(ID_PREFIXES, OWN_PREFIXES);
  tables.push(
    ...Object.values(await own<Record<string, PgTable>>("drizzle/schema/rumours.ts")).filter((each) =>
      is(each, PgTable),
    ),
  );
  served = { ...areas, ...(await own<Areas>("server/features/rumours/area.ts")) };
  api = await startTestApi({ areas: served });
  for (const table of tables.slice(before)) {
    const { name, columns } = getTableConfig(table);
    const listed = columns.map((column) => `"${column.name}" ${column.getSQLType()}`);
    const key = "PRIMARY KEY (project_id, id, valid_from_seq)";
    const current = `CREATE UNIQUE INDEX ON "${name}" (project_id, id) WHERE valid_to_seq = ${CURRENT}`;
    await api.database.writes.execute(sql.raw(`CREATE TABLE "${name}" (${[...listed, key].join(", ")})`));
    await api.database.writes.execute(sql.raw(current));
  }
});
afterAll(async () => {
  await api.close();
  tables.length = before;
  for (const type of Object.keys(OWN_PREFIXES)) Reflect.deleteProperty(ID_PREFIXES, type);
});

test("an example of two resources, states, a generator, an export and a screen is written by hand in under 550 lines", () => {
  const lines = Object.entries(exampleFiles()).map(([path, text]) => [path, handWritten(path, text)] as const);
  const total = lines.reduce((sum, [, count]) => sum + count, 0);
  expect(total, JSON.stringify(Object.fromEntries(lines))).toBeLessThan(550);
  expect(total).toBeGreaterThan(100);
});

test("the example runs from HTTP to its screen", async () => {
  const ofProduct = studioFiles(areas);
  for (const [path, text] of Object.entries(studioFiles(served)).filter(([each]) => each.startsWith(SCREENS))) {
    if (!Object.hasOwn(ofProduct, path)) expect(readFileSync(join(ROOT, path), "utf8"), path).toBe(text);
  }
  const { tellRumours } = await own<typeof import("./example/tests/tell-rumours.ts")>("tests/tell-rumours.ts");
  const projectId = await tellRumours(api, generatorsOf(served));
  const { cookie } = await api.home.makeMember("owner");
  const closeDocument = openDocument("http://fabula.test/");
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.delete("x-fabula-workspace");
    headers.set("cookie", cookie);
    headers.set("sec-fetch-site", "same-origin");
    const { body, method } = init;
    return api.fabula.studio.fetch(
      new Request(`http://fabula.test${path}`, { body: body ?? null, method: method ?? "GET", headers }),
    );
  });
  try {
    const { render, screen, within, cleanup } = await import("@testing-library/react");
    const { default: userEvent } = await import("@testing-library/user-event");
    const { Studio } = await product<{ Studio: FunctionComponent<{ role: string; projectId: string }> }>(
      "components/studio.fixture.tsx",
    );
    const { RumourList } = await own<{ RumourList: FunctionComponent }>(
      "components/screens/rumours/rumours-screen.tsx",
    );
    render(createElement(Studio, { role: "owner", projectId }, createElement(RumourList)));
    await screen.findByText("3 rumours", {}, { timeout: 20_000 });
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "The toll is doubled at night." }));
    const panel = within(await screen.findByRole("region", { name: "The toll is doubled at night." }));
    await user.click(panel.getByRole("button", { name: "Believe" }));
    await panel.findByText("Believed", {}, { timeout: 20_000 });
    await user.selectOptions(screen.getByRole("combobox", { name: "State" }), "Believed");
    expect(screen.getAllByRole("rowheader")).toHaveLength(1);
    cleanup();
  } finally {
    vi.unstubAllGlobals();
    await closeDocument();
  }
  const { body } = await api.call<{ total: number }>("GET", `/v1/projects/${projectId}/rumours`, {
    query: { state: "believed" },
  });
  expect(body.total).toBe(1);
});
