import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { tourBlocks, tourScript } from "./readme.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const corpus = join(root, "../shared/corpus");
const folder = mkdtempSync(join(tmpdir(), "fabula-tour-"));
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    mount: "listener",
    deliveries: {},
    sessions: {},
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
  });
  writeFileSync(join(folder, "first-run.json"), JSON.stringify({ url: api.url, test_key: api.home.key }));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a new user follows the README and the walkthrough, command by command", async () => {
  const walkthrough = readFileSync(join(root, "docs/guides/walkthrough.md"), "utf8");
  const blocks = [readFileSync(join(root, "README.md"), "utf8"), walkthrough].flatMap(tourBlocks);
  expect(blocks.length).toBeGreaterThan(13);
  expect(blocks[0]?.commands.split("\n").length, "lines before the first result").toBeLessThanOrEqual(25);
  expect(walkthrough).toContain(readFileSync(join(root, "docs/webhook-receiver.mjs"), "utf8").trimEnd());
  const { script, missing } = tourScript(blocks, corpus);
  if (missing.length > 0) console.log(`skipped for want of input: ${missing.join(", ")}`);
  const { stdout } = await promisify(execFile)("bash", ["-c", script], {
    cwd: root,
    env: { ...process.env, FABULA_DATA_DIR: folder, CORPUS: corpus, TMPDIR: folder, RECEIVER_PORT: await freePort() },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 240_000,
  });
  const answers = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  const reports = answers.filter((answer) => "dead_ends" in answer);
  expect(reports.map((report) => [report.dead_ends.length, report.invalid_branch_targets.length])).toEqual([
    [0, 1],
    [0, 2],
    [0, 1],
    // What was generated is whole.
    [0, 0],
  ]);
  expect(answers.find((answer) => "way" in answer)).toMatchObject({ result: "found" });
  expect(answers).toContainEqual(expect.objectContaining({ differences: [] }));
  expect(stdout).toMatch(/^verified entity\.updated .*rung":true/m);
  const moments = answers.filter((answer) => answer.data?.project !== undefined);
  expect(moments.map(({ data }) => data.project.entity)).toEqual([
    { name: "The Bell", properties: {} },
    { name: "The Bell", properties: { rung: true } },
  ]);
  expect(answers).toContainEqual(expect.objectContaining({ grade: "A" }));

  // An npc repeats a secret to the player who told it, and to nobody else; the save that is loaded is from before.
  const talks = answers.filter((answer) => "made_by" in answer);
  expect(talks.map(({ text }) => text.includes("under the third stone"))).toEqual([false, true, false, false]);
  expect(talks[1]?.used_facts).toEqual([talks[0]?.memories[0].fact_id]);

  // Notes became a bible, a second home broke a rule, which names both events, and the book has its notes.
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  expect(text("bible.txt")).toMatch(
    /^## Characters$[\s\S]*Ines[\s\S]*Odo owes Ines a lamp\.[\s\S]*^## Places$[\s\S]*The Salt Gate/m,
  );
  const broken = answers.find((answer) => "violations" in answer);
  expect(broken.violations).toMatchObject([
    {
      evidence: [
        { seq: expect.any(Number), text: "Odo lives at the gate." },
        { seq: expect.any(Number), text: "Odo lives in the lighthouse." },
      ],
    },
  ]);
  expect(stdout).toMatch(/^completed\ncompleted$/m);
  expect(stdout).toMatch(/^## The lamp$[\s\S]*To be written/m);
  expect(readFileSync(join(folder, "lamp.epub")).subarray(30, 58).toString()).toBe("mimetypeapplication/epub+zip");

  // A generation without a key asked its question, and its dialogue lies on the canvas.
  expect(stdout).toMatch(/^awaiting_human$/m);
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  expect(read("made.json")).toMatchObject({ status: "completed", provider: { provider: "builtin" } });
  const { id, nodes } = read("graph.json") as { id: string; nodes: { canvas_x: number; canvas_y: number }[] };
  expect(stdout).toContain(`On the canvas: ${api.url}/projects/`);
  expect(stdout).toContain(`/dialogues/${id}`);
  expect(nodes.length).toBeGreaterThan(3);
  expect(new Set(nodes.map(({ canvas_x, canvas_y }) => `${canvas_x} ${canvas_y}`)).size).toBe(nodes.length);

  // What she knows before she was told, and after.
  const [before, after] = answers.filter((answer) => "knowledge" in answer);
  const textsOf = (answer: { knowledge: { fact: { text: string } }[] }) =>
    answer.knowledge.map(({ fact }) => fact.text);
  expect(textsOf(before)).toEqual(["Odo Pell has kept the salt gate for thirty years."]);
  expect(before.withheld).toBe(1);
  expect(textsOf(after)).toContain("The ledger of the gate is gone.");
  expect(after).toMatchObject({ withheld: 0 });
  expect(after.knowledge.find(({ since }: { since: { kind: string } }) => since.kind === "fact.updated")).toBeDefined();
});

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return String(port);
}
