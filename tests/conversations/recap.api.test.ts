import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, fails, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { expectInvalidAt, expectProblem } from "../contract/expectations.ts";
import { Talking } from "./scene.ts";

let api: TestApi;
let server: ModelServer;
beforeAll(async () => {
  api = await startTestApi({ mount: "listener", environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  server = await startModelServer(answers("{}"));
});
afterAll(async () => {
  await server.close();
  await api.close();
});

interface Recapped {
  readonly text: string;
  readonly lines: { number: number; text: string }[];
  readonly memories: { text: string; fact_id: string | null }[];
  readonly made_by: { kind: string; reason: string | null };
}

const recap = (talking: Talking, body: Record<string, unknown> = {}, key: string | null = null) =>
  talking.call<Recapped>("POST", "/recap", { key, body });

test("a recap extracts the lines that say most, the same each time, and a model writes it where there is a key", async () => {
  const talking = await Talking.begin(api);
  const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
  await talking.say(ana, "Hello!");
  await talking.say(ana, "The salt gate opens at low tide.");
  await talking.say(bob, "Mara has the key of the salt gate.", { audience: [ana.id] });
  const other = await talking.join("Cy");
  const whole = await recap(talking);
  expect(whole.body).toMatchObject({
    text: "Ana: The salt gate opens at low tide.\nBob: Mara has the key of the salt gate.",
    ...{ messages: 3, from_number: 4, to_number: 6 },
    made_by: { kind: "extraction", reason: "no_provider" },
  });
  expect((await recap(talking)).body).toEqual(whole.body);
  expect((await recap(talking, {}, other.token)).body).toMatchObject({ text: "", lines: [], messages: 0 });
  expectInvalidAt(await recap(talking, { provider: "auto" }, ana.token), ["body", "provider"]);
  server.script([answers(JSON.stringify({ recap: "They spoke of the gate." })), fails(500)]);
  await api.call("POST", `/v1/projects/${talking.project}/byok`, {
    body: {
      provider: "openai_compatible",
      key: "sk-canary-a0b1c2d3e4f50617",
      base_url: server.url,
      models: { text: "tale-1" },
    },
  });
  expect((await recap(talking)).body).toMatchObject({
    text: "They spoke of the gate.",
    made_by: { kind: "model", reason: null },
  });
  expect((await recap(talking)).body).toMatchObject({
    text: whole.body.text,
    made_by: { kind: "extraction", reason: "failed" },
  });
  const calls = server.calls.length;
  expect((await recap(talking, {}, ana.token)).body.made_by).toMatchObject({
    kind: "extraction",
    reason: "provider_off",
  });
  expect(server.calls.length).toBe(calls);
});

test("an npc remembers what others stated, in the playthrough of the conversation, where its policy keeps memories", async () => {
  const project = await api.makeProject();
  const at = `/v1/projects/${project}`;
  const make = async (path: string, body: object) =>
    (await api.call<{ id: string }>("POST", `${at}${path}`, { body })).body.id;
  const graph = await make("/game-narrative/dialogues", { name: "At the gate" });
  const node = await make(`/game-narrative/dialogues/${graph}/nodes`, { text: "Halt!" });
  await api.call("PATCH", `${at}/game-narrative/dialogues/${graph}`, { body: { start_node_id: node } });
  const entity_id = await make("/entities", { type: "character", name: "Odo", external_id: "odo" });
  const npc_id = await make("/npcs", { entity_id });
  const run_id = await make(`/game-narrative/dialogues/${graph}/runs`, { seed: 7 });
  const talking = await Talking.begin(api, { project, run_id });
  const odo = await talking.add({ kind: "npc", npc_id });
  const ana = await talking.join("Ana");
  await talking.say(ana, "Mara hid the key under the third stone.", { listeners: [odo.id] });
  await eventually(
    () => talking.messages(),
    (messages) => messages.length === 2,
  );
  const remembered = await recap(talking, { participant_id: odo.id, remember: true });
  const [memory] = remembered.body.memories;
  expect(memory).toMatchObject({
    text: "Ana said: “Mara hid the key under the third stone.”",
    fact_id: expect.any(String),
  });
  const known = await api.call("GET", `${at}/facts/${memory?.fact_id}`, { query: { run: run_id } });
  expect(known.body).toMatchObject({ text: memory?.text, known_by: [entity_id] });
  expectProblem(api, await api.call("GET", `${at}/facts/${memory?.fact_id}`), "not_found");
  expectInvalidAt(await recap(talking, { participant_id: ana.id, remember: true }), ["body", "participant_id"]);
  expectInvalidAt(await recap(await Talking.begin(api, { project }), { remember: true }), ["body", "remember"]);
});

test("an export is a file in Markdown or JSON Lines, with what was said as it was", async () => {
  const talking = await Talking.begin(api, { title: "The *gate*" });
  const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
  await talking.say(ana, "1. <b>Look</b>\n# and _see_");
  const slip = await talking.say(bob, "A slip.", { audience: [ana.id] });
  await talking.call("POST", `/messages/${slip.number}/redact`);
  const markdown = await api.fetch(`${talking.path}/export?format=markdown`, {
    headers: { authorization: `Bearer ${api.home.key}`, accept: "text/markdown" },
  });
  expect(markdown.headers.get("content-disposition")).toMatch(/the-gate\.md/);
  const text = await markdown.text();
  expect(text).toMatch(
    /^# The \\\*gate\\\*\n\n\*\*Ana\*\* · .+\n\n1\\\. \\<b\\>Look\\<\/b\\> {2}\n\\# and \\_see\\_\n\n\*\*Bob\*\*, to Ana alone · .+\n\n\*\(redacted\)\*\n$/,
  );
  const lines = await talking.call<{ filename: string; content: string }>("GET", "/export", {
    query: { format: "jsonl" },
  });
  const values = lines.body.content
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(values.map(({ type }) => type)).toEqual(["conversation", "participant", "participant", "message", "message"]);
  expect(values.slice(3).map(({ type: _, ...message }) => message)).toEqual(await talking.messages());
});
