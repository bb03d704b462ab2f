import { expect, test } from "vitest";
import { codeSamples } from "./code-samples.ts";

const request = {
  method: "POST",
  path: "/v1/projects/{project_id}/entities",
  query: [["mode", "a b"]] as [string, string][],
  body: { name: "It's", guarded: true, parent: null, tags: ["x"], depth: {} },
  key: true,
  answers: "json" as const,
};

test("a request is shown for a shell, for TypeScript and for Python", () => {
  const [curl, typescript, python] = codeSamples(request).map(({ code }) => code);
  expect(curl).toContain('curl -X POST "$FABULA_URL/v1/projects/$PROJECT_ID/entities?mode=a%20b"');
  expect(typescript).toMatch(/^const response = await fetch\(`[^`]*\/entities\?mode=a%20b`, \{\n {2}method: "POST",/);
  expect(python).toContain('requests.post(\n    f"{FABULA_URL}/v1/projects/{project_id}/entities?mode=a%20b",');
  expect(python).toContain('"guarded": True,');
  expect(python).toContain('"parent": None,');
});

test("the TypeScript sample runs, and sends what the command sends", async () => {
  const code = codeSamples(request)[1]?.code ?? "";
  const sent: unknown[] = [];
  const fetch = async (address: string, options: { body: string; headers: object }) => {
    sent.push(address, JSON.parse(options.body), options.headers);
    return { json: async () => ({ id: "ent_1" }) };
  };
  const body = `return (async () => { ${code} return answer; })()`;
  const run = new Function("fetch", "FABULA_URL", "FABULA_KEY", "projectId", body);
  expect(await run(fetch, "http://x", "sk", "prj_1")).toEqual({ id: "ent_1" });
  expect(sent).toEqual([
    "http://x/v1/projects/prj_1/entities?mode=a%20b",
    request.body,
    { Authorization: "Bearer sk", "Content-Type": "application/json" },
  ]);
});

test("an answer that is no JSON is not read as JSON", () => {
  for (const answers of ["text", "events", "nothing"] as const) {
    const codes = codeSamples({ ...request, answers }).map(({ code }) => code);
    expect(codes.join("\n")).not.toContain(".json()");
    expect(codes[2]).toContain({ text: "response.text", events: "iter_lines", nothing: "" }[answers]);
  }
});
