import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const tree = mkdtempSync(join(tmpdir(), "fabula-ways-out-"));
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

test("only the guarded client may send requests, and the linter says why", () => {
  const sources = {
    "server/features/webhooks/deliver.ts": WAYS_OUT,
    "server/outbound/connections.ts": WAYS_OUT,
    "server/main.ts": LISTENING,
  };
  for (const [path, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), source);
  }
  copyFileSync(join(root, "biome.json"), join(tree, "biome.json"));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const { stdout } = spawnSync(process.execPath, [biome, "lint", "--vcs-enabled=false", "--reporter=json", "server"], {
    cwd: tree,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] };
  const found = diagnostics.filter(({ category }) => category.startsWith("lint/style/noRestricted"));
  // Two imports of node:http, one each of the other four modules, and two globals.
  expect(found).toHaveLength(8);
  for (const { location } of found) expect(location.path).toBe("server/features/webhooks/deliver.ts");
  expect(stdout).toContain("services.outbound alone");
});
