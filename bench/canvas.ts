/**
 * The canvas beside React Flow as its examples write it: default nodes, the same graph, the same gestures, in interleaved
 * runs of one browser. Both are built by the same tool and served over loopback, so only ratios mean something.
 *
 *   node bench/canvas.ts [--nodes=2000] [--many=10000] [--rounds=5]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { preview } from "vite";
import { BROWSER_ARGUMENTS, browserPath } from "../e2e/browser.ts";
import { buildPage, pageConfig } from "./canvas/page-config.ts";
import { type Gesture, installProbe, type Visit, visit } from "./canvas/runs.ts";
import { median } from "./machine.ts";

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "2000" },
    many: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
  },
});
const nodes = Math.min(Number(values.nodes), 20_000);
const many = Math.min(Number(values.many), 50_000);
const rounds = Math.min(Number(values.rounds), 20);

const folder = mkdtempSync(join(tmpdir(), "fabula-canvas-"));
await buildPage(folder);
const server = await preview({ ...pageConfig, build: { outDir: folder }, preview: { port: 0, host: "127.0.0.1" } });
const address = server.httpServer.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
const url = (which: string, count: number) => `http://127.0.0.1:${port}/?which=${which}&nodes=${count}`;
const PAGES = {
  ours: url("ours", nodes),
  peer: url("peer", nodes),
  many: url("ours", many),
} as const;
type Which = keyof typeof PAGES;

const browser = await chromium.launch({
  executablePath: await browserPath(),
  args: [...BROWSER_ARGUMENTS],
});
const visits: Record<Which, Visit[]> = { ours: [], peer: [], many: [] };
try {
  for (let round = 0; round <= rounds; round++) {
    for (const which of Object.keys(PAGES) as Which[]) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addInitScript(installProbe);
      const page = await context.newPage();
      const measured = await visit(page, PAGES[which]);
      await context.close();
      // The first round warms caches and is forgotten.
      if (round > 0) visits[which].push(measured);
    }
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

const of = (which: Which, take: (visit: Visit) => number): number => median(visits[which].map(take));

let hasFailed = false;
function line(what: string, ours: number, peer: number, unit: string, target?: { most: number; found: number }): void {
  const ratio = peer === 0 ? "–" : `${(ours / peer).toFixed(2)}×`;
  let verdict = "";
  if (target !== undefined) {
    const holds = target.found <= target.most;
    hasFailed ||= !holds;
    verdict = `${holds ? "holds" : "MISSED"} (at most ${target.most})`;
  }
  console.log(
    `${what.padEnd(38)} ${ours.toFixed(ours < 100 ? 1 : 0).padStart(8)} ${peer.toFixed(peer < 100 ? 1 : 0).padStart(8)} ${unit.padEnd(4)} ${ratio.padStart(7)}  ${verdict}`,
  );
}

console.log(`${nodes} cards, ${rounds} rounds, medians`);
console.log(`${"".padEnd(38)} ${"ours".padStart(8)} ${"peer".padStart(8)}`);
const compare = (what: string, unit: string, take: (visit: Visit) => number, most?: number) => {
  const [ours, peer] = [of("ours", take), of("peer", take)];
  line(what, ours, peer, unit, most === undefined ? undefined : { most, found: ours / peer });
};
const gestures: Record<string, (visit: Visit) => Gesture> = {
  drag: ({ drag }) => drag,
  pan: ({ pan }) => pan,
  zoom: ({ zoom }) => zoom,
};
compare("ready", "ms", ({ ready }) => ready, 0.5);
compare("elements", "", ({ elements }) => elements);
for (const [name, gesture] of Object.entries(gestures)) {
  compare(`${name}: work of the main thread`, "ms", (each) => gesture(each).work, name === "drag" ? 0.3 : undefined);
  const long = of("ours", (each) => gesture(each).longTasks);
  line(
    `${name}: tasks over 50 ms`,
    long,
    of("peer", (each) => gesture(each).longTasks),
    "",
    { most: 0, found: long },
  );
  const slowest = of("ours", (each) => gesture(each).slowestEvent);
  line(
    `${name}: slowest event`,
    slowest,
    of("peer", (each) => gesture(each).slowestEvent),
    "ms",
    { most: 16, found: slowest },
  );
}
const opening = of("many", ({ ready }) => ready);
const theirs = of("peer", ({ ready }) => ready);
line(`ready with ${many} cards, peer with ${nodes}`, opening, theirs, "ms", { most: 1, found: opening / theirs });
process.exitCode = hasFailed ? 1 : 0;
