import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { docPages, pageText } from "#server/docs/doc-pages.ts";
import type { OpenApiDocument } from "#server/docs/openapi-document.ts";
import { describeReference } from "#server/docs/reference.ts";
import { shownEvents } from "#server/docs/served-events.ts";
import { RUNTIME_FILES } from "#server/http/runtime-files.ts";
import { resources } from "#server/resources.ts";
import { ensureBuild } from "#server/start/next-build.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { endScripts, startScript } from "#tests/support/script-process.ts";
import { BUILD_MS } from "./mount.ts";

/**
 * `next start` in the project's folder, as a platform that hosts Next runs it: no module of the server has run before the
 * first request, so the route handlers compose the instance themselves.
 */
let listener: TestApi;
let url: string;

beforeAll(async () => {
  listener = await startTestApi({ mount: "listener" });
  const next = startScript("node_modules/next/dist/bin/next", ["start", "--port", "0", "--hostname", "127.0.0.1"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NO_COLOR: "1",
    FABULA_NEXT_DIST: await ensureBuild(),
    FABULA_WORKER: "off",
    FABULA_ENCRYPTION_KEY: "00".repeat(32),
    DATABASE_URL: listener.databaseUrl,
  });
  const said = await eventually(
    async () => next.output(),
    (output) => output.includes("Ready in") || next.child.exitCode !== null,
    { about: "next start" },
  );
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? expect.fail(said);
  // The first request composes the instance, for as long as a busy machine takes to load the server.
  await fetch(`${url}/v1/me`);
}, BUILD_MS);
afterAll(async () => {
  await endScripts();
  await listener.close();
});

test("route handlers read, write and refuse as the listener does", async () => {
  const path = `/v1/projects/${await listener.makeProject()}`;
  const headers = { authorization: `Bearer ${listener.home.key}`, "content-type": "application/json" };
  const kept = async () => (await listener.call("GET", path)).body;
  const read = await fetch(url + path, { headers });
  expect([read.status, await read.json()]).toEqual([200, await kept()]);
  const body = JSON.stringify({ description: "Written through Next alone." });
  const written = await fetch(url + path, { method: "PATCH", headers, body });
  expect([written.status, await written.json()]).toEqual([200, await kept()]);
  expect((await fetch(url + path)).status).toBe(401);
});

test("others are answered while a path is searched", async () => {
  const project = `/v1/projects/${await listener.makeProject()}`;
  // Each choice turns one of sixteen variables on: more states than are searched in the time there is.
  const names = Array.from({ length: 16 }, (_, index) => `v${index}`);
  const choices = names.map((name) => `* {not ${name}} [${name}]\n  ~ ${name} = true\n  -> top`);
  const declared = names.map((name) => `VAR ${name} = false`);
  const content = `${declared.join("\n")}\n-> top\n=== top\nHello.\n${choices.join("\n")}\n=== far\nNever.\n-> END`;
  const path = `${project}/game-narrative/dialogues`;
  const { body } = await listener.call<{ graphs: { id: string }[] }>("POST", `${path}/import`, {
    body: { format: "ink", content },
  });
  const gone = new AbortController();
  const search = { isOver: false };
  const headers = { authorization: `Bearer ${listener.home.key}`, "content-type": "application/json" };
  const searched = fetch(`${url}${path}/${body.graphs[0]?.id}/explore`, {
    method: "POST",
    headers,
    body: JSON.stringify({ to: { ending: true } }),
    signal: gone.signal,
  }).finally(() => {
    search.isOver = true;
  });
  const left = expect(searched).rejects.toThrow(/abort/i);
  // The search has begun by the time at which a later request was answered.
  for (let n = 0; n < 20; n++) {
    await sleep(50);
    expect((await fetch(`${url}/v1/me`, { headers })).status).toBe(200);
    expect(search.isOver).toBe(false);
  }
  gone.abort();
  await left;
});

test("pages of the documentation stay below 200 KB, and are Markdown to whom asks for it", async () => {
  const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as OpenApiDocument;
  const pages = docPages(describeReference(document), shownEvents(resources));
  const sized = await Promise.all(
    pages.map(async (page) => ({ path: page.path, size: (await pageText(page)).length })),
  );
  const kinds = Map.groupBy(sized, ({ path }) => `${path.split("/")[2]} ${path.split("/").length}`);
  // The largest of each kind: all of them would take longer than they are worth.
  const largest = [...kinds.values()].flatMap((each) => each.toSorted((a, b) => b.size - a.size).slice(0, 3));
  for (const { path } of largest) {
    const response = await fetch(url + path);
    expect([path, response.status]).toEqual([path, 200]);
    expect((await response.arrayBuffer()).byteLength, path).toBeLessThanOrEqual(200_000);
  }
  const [guide] = largest.filter(({ path }) => path.startsWith("/docs/guides/"));
  const headers = { accept: "text/markdown, text/html;q=0.9" };
  const asked = [await fetch(`${url}${guide?.path}.md`), await fetch(url + guide?.path, { headers })];
  for (const response of asked) expect(response.headers.get("content-type")).toMatch(/^text\/markdown/);
  const [first, second] = await Promise.all(asked.map((response) => response.text()));
  expect(first).toBe(second);
  expect(await (await fetch(`${url}/llms-full.txt`)).text()).toContain(first?.trim());
  const missing = `${url}/docs/guides/none`;
  expect((await fetch(`${missing}.md`)).status).toBe(404);
});

test.each(["/sign-in", "/docs", "/v1/openapi.json", ...Object.keys(RUNTIME_FILES)])("%s is served", async (path) => {
  expect((await fetch(url + path)).status).toBe(200);
});
