import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;
let base: string;
beforeAll(async () => {
  api = await startTestApi({ mount: "listener" });
  base = `/v1/projects/${await api.makeProject()}`;
  const properties = { story: "Ö".repeat(60_000) };
  for (const external_id of ["quay", "mole", "pier", "lock", "gate"]) {
    await api.call("POST", `${base}/entities`, {
      body: { external_id, type: "location", name: "Kai", properties },
    });
  }
});
afterAll(() => api.close());

/** Asks for an export with an `Accept` header. */
async function ask(path: string, accept: string | null, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${api.home.key}`, ...(accept !== null && { accept }), ...more };
  const response = await api.fetch(`${base}${path}`, { headers });
  return { status: response.status, text: await response.text(), headers: Object.fromEntries(response.headers) };
}
const entities = "/entities/export?type=location&format=";

test("an export answers the file to whoever accepts its type, and JSON to all others", async () => {
  for (const [format, type] of [
    ["csv", "text/csv"],
    ["ndjson", "application/x-ndjson"],
  ] as const) {
    const json = await ask(entities + format, null);
    const { filename, content } = JSON.parse(json.text) as { filename: string; content: string };
    expect(content.length).toBeGreaterThan(256 * 1024);
    expect([json.headers["content-type"], json.headers["content-disposition"]]).toEqual([
      "application/json",
      undefined,
    ]);
    for (const accept of ["*/*", "application/json", "text/html,application/json;q=0.9,text/csv;q=0.1", "image/png"]) {
      expect((await ask(entities + format, accept)).text, accept).toBe(json.text);
    }
    for (const accept of [type, "application/octet-stream", `${type};q=0.9, application/json;q=0.8, */*`]) {
      const file = await ask(entities + format, accept);
      expect(file.text, accept).toBe(content);
      expect(file.headers).toMatchObject({
        "content-type": `${type}; charset=utf-8`,
        "content-disposition": `attachment; filename="${filename}"; filename*=UTF-8''${filename}`,
        vary: expect.stringMatching(/accept, ?accept-encoding/),
        "x-project-seq": "6",
      });
      expect(file.headers.etag).not.toBe(json.headers.etag);
      const again = await ask(entities + format, accept, { "if-none-match": file.headers.etag ?? "" });
      expect([again.status, again.text, again.headers.vary]).toEqual([304, "", "accept"]);
      expect((await ask(entities + format, null, { "if-none-match": file.headers.etag ?? "" })).status).toBe(200);
    }
  }
});

test("a format that is JSON is a file only for who accepts any file, and a refusal is JSON", async () => {
  const { body } = await api.call<{ id: string }>("POST", `${base}/game-narrative/dialogues`, {
    body: { name: "The Gate" },
  });
  const path = `/game-narrative/dialogues/${body.id}/export`;
  const json = JSON.parse((await ask(path, "application/json")).text) as { content: object; report: unknown[] };
  expect(json.report).toEqual([]);
  const file = await ask(path, "application/octet-stream");
  expect(JSON.parse(file.text)).toEqual(json.content);
  expect(file.headers).toMatchObject({
    "content-type": "application/json",
    "content-disposition": expect.stringContaining('filename="the-gate.fabula.json"'),
  });
  const refused = await ask(`${path}?format=ink&at_seq=0`, "text/plain");
  expect([refused.status, refused.headers["content-type"]]).toEqual([404, "application/json"]);
});
