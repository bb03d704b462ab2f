import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outcomeOf, type Vector } from "#domain/runtime/vector.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fabula-runtime-"));
const home = join(folder, "node_modules/fabula-runtime");
const built = join(home, "dist");
const code = () => readFileSync(join(built, "index.js"), "utf8");

beforeAll(() => {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  cpSync(join(root, "packages/runtime"), home, { recursive: true });
  execFileSync(process.execPath, [join(root, "scripts/build-runtime.ts"), built], { cwd: root });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package is one module without imports, of at most 15 KB compressed", () => {
  expect(code()).not.toMatch(/\bfrom\s*["']|\bimport\s*[("'{*]|\brequire\(|["']node:|\bprocess\./);
  expect(gzipSync(code()).length).toBeLessThanOrEqual(15 * 1_024);
  expect(brotliCompressSync(code()).length).toBeLessThan(gzipSync(code()).length);
});

test("what is built passes every vector, through its own reader of dialogues", async () => {
  const runtime = (await import(join(built, "index.js"))) as typeof import("../packages/runtime/src/index.ts");
  const vectors = new URL("../docs/runtime/vectors/", import.meta.url);
  for (const name of readdirSync(vectors).filter((each) => each.endsWith(".json"))) {
    for (const { title, dialogue, steps } of JSON.parse(readFileSync(new URL(name, vectors), "utf8")) as Vector[]) {
      const read = ({ id, start, nodes }: (typeof dialogue.others)[number]) => ({ id, start_node_id: start, nodes });
      const parts = {
        variables: dialogue.variables,
        others: dialogue.others.map(read),
        ...(dialogue.world !== null && { world: dialogue.world }),
      };
      const story = runtime.readDialogue(read(dialogue), parts);
      const branches = [story, ...(story.others?.values() ?? [])]
        .flatMap((graph) => [...graph.nodes.values()])
        .flatMap((node) => node.branches);
      let page = runtime.begin(story);
      for (const { do: action, expect: wanted } of steps) {
        const state = JSON.parse(JSON.stringify(page.state));
        const branch = "choose" in action ? branches.find(({ id }) => id === action.choose) : undefined;
        let next: typeof page | null = null;
        if ("begin" in action) next = runtime.begin(story, action.begin);
        else if ("answer" in action) next = runtime.answer(story, state, action.answer);
        else if (branch !== undefined) next = runtime.choose(story, state, branch);
        expect([title, next === null ? null : outcomeOf(story, next)]).toEqual([title, wanted]);
        page = next ?? page;
      }
    }
  }
});

test("its types stand beside it, and a project that has nothing else can use them", () => {
  expect(existsSync(join(built, "types/packages/runtime/src/index.d.ts"))).toBe(true);
  writeFileSync(
    join(folder, "game.mts"),
    'import { begin, readDialogue, type Page } from "fabula-runtime";\nconst page: Page = begin(readDialogue({ id: "d", start_node_id: null, nodes: [{ id: "n", text: "Hello." }] }));\nconst nodes: readonly string[] = page.nodes;\n// @ts-expect-error a seed is a number\nbegin(readDialogue({ id: "d", start_node_id: null, nodes: [] }), { seed: "7" });\nexport default nodes;\n',
  );
  const checked = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2022",
      "game.mts",
    ],
    { cwd: folder, encoding: "utf8" },
  );
  expect(checked.stdout).toBe("");
});

test("the example plays a dialogue in a terminal to its end", () => {
  const way = (id: string, to: string, choice_text: string) => ({ id, target_node_id: to, choice_text });
  writeFileSync(
    join(folder, "story.json"),
    JSON.stringify({
      id: "dlg_1",
      start_node_id: "gate",
      nodes: [
        {
          id: "gate",
          text: "Halt! Who goes there?",
          branches: [way("a", "friend", "A friend."), way("b", "gate", "Nobody.")],
        },
        { id: "friend", kind: "end", text: "Then come in." },
      ],
      variables: [],
    }),
  );
  const example = join(home, "example/play.mjs");
  const played = spawnSync(process.execPath, [example, "story.json"], {
    cwd: folder,
    encoding: "utf8",
    input: "2\n1\n",
  });
  expect(played.stdout).toContain("1. A friend.");
  expect(played.stdout.match(/Halt! Who goes there\?/g)).toHaveLength(2);
  expect(played.stdout).toContain("Then come in.\n\n(ending)");
});
