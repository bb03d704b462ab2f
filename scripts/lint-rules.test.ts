import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const tree = mkdtempSync(join(tmpdir(), "fabula-lint-rules-"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const WAYS_OUT = `
import http, { createServer, get } from "node:http";
import { request } from "node:https";
import { connect } from "node:net";
import { TLSSocket } from "node:tls";
import { Agent } from "undici";
export const all = [http, createServer, get, request, connect, TLSSocket, Agent, fetch("https://example.com"), WebSocket];
`;
const LISTENING = `import { createServer } from "node:http";\nexport const server = createServer();\n`;

const BARE_LINK = `import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
export const all = [Link, usePathname, useRouter];
`;

const BARE_CHANGE = `import { useMutation, useQuery } from "@tanstack/react-query";\nexport const all = [useMutation, useQuery];\n`;

/** Returns what the linter finds of the restricted imports and globals in planted files, by path, and what it says. */
function findingsIn(sources: Readonly<Record<string, string>>) {
  for (const [path, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), source);
  }
  copyFileSync(join(root, "biome.json"), join(tree, "biome.json"));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const { stdout } = spawnSync(process.execPath, [biome, "lint", "--vcs-enabled=false", "--reporter=json", "."], {
    cwd: tree,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] };
  const found = diagnostics.filter(({ category }) => category.startsWith("lint/style/noRestricted"));
  return { paths: found.map(({ location }) => location.path).sort(), said: stdout };
}

test("only the guarded client may send requests, one hook make changes, and one link and one hook open pages, and the linter says why", () => {
  const { paths, said } = findingsIn({
    "server/features/webhooks/deliver.ts": WAYS_OUT,
    "server/outbound/connections.ts": WAYS_OUT,
    "server/main.ts": LISTENING,
    "components/screens/home/save.tsx": BARE_CHANGE,
    "components/frame/api/use-change.ts": BARE_CHANGE,
    "components/screens/home/links.tsx": BARE_LINK,
    "components/ui/page-link.tsx": BARE_LINK,
  });
  // Two imports of node:http, one each of the other four modules, and two globals.
  const waysOut = Array.from({ length: 8 }, () => "server/features/webhooks/deliver.ts");
  const links = Array.from({ length: 2 }, () => "components/screens/home/links.tsx");
  expect(paths).toEqual([...links, "components/screens/home/save.tsx", ...waysOut]);
  expect(said).toContain("services.outbound alone");
  expect(said).toContain("useChange");
  expect(said).toContain("useOpenPage");
});

/** Returns the text of each function by which a query asks, in a source. */
function queriesIn(source: string): string[] {
  return [...source.matchAll(/\b(?:queryFn|ask):/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    for (; end < source.length && depth >= 0; end++) {
      const letter = source[end] ?? "";
      if ("([{".includes(letter)) depth += 1;
      else if (")]}".includes(letter)) depth -= 1;
      else if (depth === 0 && (letter === "," || letter === ";")) break;
    }
    return source.slice(index, end);
  });
}

test("no query of the studio makes a change", () => {
  expect(queriesIn("useQuery({ queryFn: () => a.mutate({ b: [1, 2] }), c: 1 })")).toEqual([
    "queryFn: () => a.mutate({ b: [1, 2] })",
  ]);
  const files = globSync("components/**/*.{ts,tsx}", { cwd: root }).filter((path) => !path.includes(".test."));
  const queries = files.flatMap((path) =>
    queriesIn(readFileSync(join(root, path), "utf8")).map((query) => [path, query] as const),
  );
  expect(queries.length).toBeGreaterThan(10);
  expect(queries.filter(([, query]) => query.includes(".mutate("))).toEqual([]);
});
