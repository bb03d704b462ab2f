import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importFabula } from "#domain/import/fabula/fabula.ts";
import { playedStory } from "#domain/import/play-imported.fixture.ts";
import { explore } from "#domain/runtime/explore.ts";
import { outcomeOf, type Vector } from "#domain/runtime/vector.ts";
import saltGate from "#server/seed/salt-gate/story.json" with { type: "json" };

type Runtime = typeof import("../packages/runtime/src/index.ts");
type Story = ReturnType<Runtime["readDialogue"]>;
type State = ReturnType<Runtime["begin"]>["state"];

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

test("the package is one module without imports, of at most 16 KB compressed", () => {
  expect(code()).not.toMatch(/\bfrom\s*["']|\bimport\s*[("'{*]|\brequire\(|["']node:|\bprocess\./);
  expect(gzipSync(code()).length).toBeLessThanOrEqual(16 * 1_024);
  expect(brotliCompressSync(code()).length).toBeLessThan(gzipSync(code()).length);
});

test.each([
  ["index.js", "packages/runtime/runtime.js"],
  ["index.d.ts", "packages/runtime/runtime.d.ts"],
  ["reference.md", "docs/runtime/reference.md"],
  ["offline-reference.md", "docs/runtime/offline-reference.md"],
])("%s is what a server answers from %s", (made, kept) => {
  const isSame = readFileSync(join(built, made), "utf8") === readFileSync(join(root, kept), "utf8");
  expect(isSame, "written anew by: node scripts/build-runtime.ts").toBe(true);
});

test.each([
  ["choose", (story: Story, state: State) => [story, state, undefined], /choose\(\): `branch` .*It is undefined/],
  ["stand", (story: Story) => [story, { nodes: [], halt: story.id }], /stand\(\): `state` .*page\.state/],
  ["begin", () => [{ id: "dlg_1", nodes: [] }], /begin\(\): `story` .*readDialogue\(\).*id, nodes/],
  ["readDialogue", () => ["dlg_1"], /readDialogue\(\): `dialogue` .*It is "dlg_1"/],
] as const)("%s names what it was called with by mistake", async (name, wrong, words) => {
  const runtime = (await import(join(built, "index.js"))) as Runtime;
  const story = runtime.readDialogue({ id: "d", start_node_id: null, nodes: [{ id: "n", text: "Hello." }] });
  const call = runtime[name] as (...given: unknown[]) => unknown;
  expect(() => call(...wrong(story, runtime.begin(story).state))).toThrow(words);
});

test("what is built passes every vector, through its own reader of dialogues", async () => {
  const runtime = (await import(join(built, "index.js"))) as Runtime;
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
        else if ("talk" in action) next = runtime.talk(story, state, action.talk);
        else if (branch !== undefined) next = runtime.choose(story, state, branch);
        expect([title, next === null ? null : outcomeOf(next)]).toEqual([title, wanted]);
        page = next ?? page;
      }
    }
  }
});

test("its types are one file, and a project that has nothing else can use them", () => {
  writeFileSync(
    join(folder, "game.mts"),
    'import { begin, readDialogue, type Page } from "fabula-runtime";\nconst page: Page = begin(readDialogue({ id: "d", start_node_id: null, nodes: [{ id: "n", text: "Hello." }] }));\nconst nodes: readonly string[] = page.nodes;\n// @ts-expect-error a seed is a number\nbegin(readDialogue({ id: "d", start_node_id: null, nodes: [] }), { seed: "7" });\nexport default nodes;\n',
  );
  const checked = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/typescript-native/bin/tsc"),
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

test("The Salt Gate is explored to its last state", () => {
  const story = importFabula(saltGate);
  for (const { key } of story.graphs) {
    const { kind, states } = explore(playedStory(story, key), { isWanted: () => false, budget: 20_000 });
    expect([key, kind, states < 20_000]).toEqual([key, "none", true]);
  }
});

test("the example plays The Salt Gate in a terminal to its end", () => {
  const { graphs, variables } = importFabula(saltGate);
  const [dialogue, ...others] = graphs.map(({ key, start_key, nodes }) => ({
    id: key,
    start_node_id: start_key,
    nodes: nodes.map(({ exit_to, branches, ...node }) => ({
      ...node,
      id: node.key,
      exit_to: exit_to === null ? null : { graph_id: exit_to.graph_key, node_id: exit_to.node_key },
      branches: branches.map((branch, at) => ({
        ...branch,
        id: branch.key ?? `${node.key}/${at}`,
        target_node_id: branch.target_key,
        target_graph_id: branch.target_graph_key,
      })),
    })),
  }));
  const parts = { others, variables: variables.map((each) => ({ ...each, id: each.name })) };
  writeFileSync(join(folder, "story.json"), JSON.stringify({ dialogue, ...parts }));
  const played = spawnSync(process.execPath, [join(home, "example/play.mjs"), "story.json"], {
    cwd: folder,
    encoding: "utf8",
    input: "1\n".repeat(60),
  });
  expect(played.stderr).toBe("");
  const start = graphs[0]?.nodes.find(({ key }) => key === graphs[0]?.start_key);
  expect(played.stdout.trimStart()).toContain(start?.text ?? "no start");
  expect(played.stdout).toMatch(/ {2}2\. \S/);
  expect(played.stdout).toMatch(/\(ending\)\n$/);
});
