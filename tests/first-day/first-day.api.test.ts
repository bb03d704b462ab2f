import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answers,
  fails,
  type ModelServer,
  startModelServer,
  type Turn,
} from "#server/adapters/llm/model-server.fixture.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

const MODULES = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const GAME = fileURLToPath(new URL("./game/", import.meta.url));
const MODEL_KEY = "sk-canary-7e3b5a9c1d2f4068";
const ANSWER = "I never saw who did it. You paid me in silver.";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever the game reports.
type Loose = any;

const folder = mkdtempSync(join(tmpdir(), "fabula-first-day-"));
let api: TestApi;
let model: ModelServer;

/** Speaks as the character at the second attempt, and passes the verification of the key. */
function speaker(): Turn {
  let attempts = 0;
  return (call, response, server) => {
    const turn = !JSON.stringify(call.body).includes("Answer as Ilse")
      ? answers({ harbour: "Salt Gate", berths: 12 })
      : ++attempts === 1
        ? fails(503, { type: "server_error" })
        : answers(ANSWER);
    return turn(call, response, server);
  };
}

beforeAll(async () => {
  model = await startModelServer(speaker());
  model.key = MODEL_KEY;
  api = await startTestApi({
    mount: "listener",
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    deliveries: { schedule: { live: [0, 50], test: [0, 50, 50] }, pollMs: 20 },
    sessions: { pollMs: 30, retryMs: 5, longestRetryMs: 20 },
  });
});
afterAll(async () => {
  await api.close();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes the folder of a game: its sources, and what the server gives to developers. */
async function prepare(): Promise<void> {
  cpSync(GAME, folder, { recursive: true });
  symlinkSync(MODULES, join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  mkdirSync(join(folder, "fabula"));
  const served = { "/v1/openapi.json": "openapi.json", "/runtime.js": "runtime.js", "/runtime.d.ts": "runtime.d.ts" };
  for (const [path, file] of Object.entries(served)) {
    writeFileSync(join(folder, "fabula", file), await (await api.fetch(path)).text());
  }
}

/** Runs a program in that folder and returns what it printed: with what went wrong, if anything did. */
async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 };
  return promisify(execFile)(process.execPath, [program, ...args], options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
}

/** Report of the game as it was printed, and by its parts. */
let printed: string;
let day: Record<string, Loose>;

beforeAll(async () => {
  await prepare();
  await run(join(MODULES, "openapi-typescript/bin/cli.js"), ["fabula/openapi.json", "--output", "fabula/api.d.ts"]);
  const compiled = await run(join(MODULES, "typescript-native/bin/tsc"), []);
  if (compiled !== "") throw new Error(compiled);
});
beforeAll(async () => {
  printed = await run("first-day.ts", [], {
    FABULA_URL: api.url,
    FABULA_KEY: api.home.key,
    MODEL_URL: model.url,
    MODEL_KEY,
  });
  if (!printed.startsWith("{")) throw new Error(printed);
  day = JSON.parse(printed);
});

test("a world is loaded in batches, loaded again without a second of anything, and read page by page", () => {
  expect(day.world).toEqual({
    loaded: { created: 2_053 },
    // What the lost answers of the batches said, and facts that are there.
    repeated: { created: 2_010, unchanged: 43 },
    reloaded: { unchanged: 2_053 },
    written_again: 0,
    names: 1_048,
    renamed: ["The Last Ferry", "The Last Ferry"],
  });
});

test("a draft of the story is checked, and its one mistake is mended", () => {
  expect(day.story.draft.nowhere).toEqual(["Wait for morning"]);
  expect(day.story.draft.errors).toEqual([expect.stringMatching(/^invalid_target: /)]);
  expect(day.story.checked).toEqual({ nowhere: [], errors: [] });
});

test("a night is the same online and offline, step back, saved state and trace included", () => {
  const { online, offline, saves, continued, shared, kept } = day.play;
  expect(online.map(({ halt, said }: Loose) => [halt, said.at(-1) ?? null])).toEqual([
    ["choices", "Last crossing tonight. You have 3 coins; I take four."],
    ["continue", "It burned for ninety years. Ask Tam who put it out."],
    ["choices", "Last crossing tonight. You have 3 coins; I take four."],
    ["choices", "The rope slips. Ilse trusts you: 1."],
    ["choices", null],
    ["choices", "The rope slips. Ilse trusts you: 1."],
    ["continue", "A wave takes an oar."],
    ["command", null],
    ["ending", "Under the keel a lamp answers."],
  ]);
  expect(online[0].offers).toEqual(["(Pay four coins)", "Ask about the lamp", "Wait for morning"]);
  expect(online[2].offers).toEqual(["(Pay four coins)", "Show the silver token", "Wait for morning"]);
  // A step back takes back what it did to the world, and the choice it took.
  const { offers, values, world } = online[2];
  expect(online[3].world).not.toEqual(world);
  expect(online[4]).toMatchObject({ offers, values, world });
  expect(online[5]).toEqual(online[3]);

  expect(offline).toEqual(online);
  expect(saves[0]).toEqual(saves[1]);
  expect(continued).toEqual(online.slice(6));
  expect(shared).toEqual(online.slice(0, 6).map(({ said, halt, offers }: Loose) => ({ said, halt, offers })));
  // The token, Ilse's trust, the lamp in the traveller's hands, and its light.
  expect(kept).toEqual(["updated", "updated", "created", "updated"]);
});

test("a character's prompt has what the character knows and no secret, and its receipt gives it again", () => {
  const { ilse, tam } = day.memory;
  expect(ilse.text).toContain("promised the traveller's mother");
  expect(ilse.text).toContain("paid the crossing with a silver token");
  expect(tam.text).toContain("Tam Reed sank the lamp");
  expect(tam.text).not.toContain("paid the crossing");
  for (const { again, tokens, items, withheld } of [ilse, tam]) {
    expect(again).toBe(true);
    expect(tokens).toBeLessThanOrEqual(800);
    expect(items).toBeGreaterThan(3);
    expect(withheld).toBeGreaterThan(0);
  }
  for (const text of [ilse.text, ...day.model.prompts])
    expect(text).not.toMatch(/sank the lamp of Morrow to|Tamsin|lit: true/);
});

test("the game's own model speaks at the second attempt, and its key is in no answer", () => {
  expect(day.model).toMatchObject({
    status: "active",
    model: "tale-1",
    provider: "openai_compatible",
    text: ANSWER,
    calls: ["started", "failed", "started", "answered"],
  });
  expect(day.model.prompts).toHaveLength(2);
  expect(day.model.prompts[0]).toContain("promised the traveller's mother");
  expect(model.calls.at(-1)?.body).toMatchObject({ stream: true });
  expect(printed).not.toContain(MODEL_KEY);
});

test("webhooks arrive signed and again after a failure, and what is too large for one is read", () => {
  const { arrivals, ...others } = day.webhook;
  expect(new Set(arrivals).size).toBe(2);
  expect(arrivals.filter((id: string) => id === arrivals[0]).length).toBeGreaterThan(1);
  expect(others).toEqual({
    completed: "session",
    sent_whole: [true, false],
    crossings: 1,
    grade: "A",
  });
});

test("a mirror by the stream equals the lists at the end, in spite of a cut", () => {
  expect(day.mirror).toEqual({ rows: [1_048, 963, 44], differing: [], opened: 2, head: expect.any(Number) });
});

test("refusals have codes to act on, and a publishable key sees what everyone may", () => {
  expect(day.refusals).toEqual({
    "loader reads keys": "insufficient_scope",
    "client reads secrets": "forbidden",
    "client reads the hidden lamp": "not_found",
    "client starts a playthrough": "insufficient_scope",
    "an ended playthrough is continued": "run_state",
    "a misspelt field": "validation_error",
  });
  expect(day.client).toEqual({
    names: 1_047,
    tam: { trade: "lamplighter" },
    facts: ["The last ferry leaves Morrow at dusk."],
  });
});
