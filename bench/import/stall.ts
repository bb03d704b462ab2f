import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { EXPORT_FORMATS } from "#server/features/dialogues/export/formats.ts";
import { startTestApi } from "#tests/support/api.ts";
import { stallCases } from "./stall-cases.ts";

const MIB = 1024 * 1024;

/** Passages of some twenty bytes, as a list of rooms may have them. */
function passages(count: number): string {
  return Array.from({ length: count }, (_, i) => `:: P${i}\n[[P${(i + 1) % count}]]`).join("\n");
}

/**
 * Measures how long another caller's request waits while a story of `count` passages is imported, exported and
 * duplicated, and how much memory each takes beyond what its process had before: a process each, which has done all of
 * it once with a small story. `heapMib` bounds its heap; without that a collector on a machine with much memory leaves
 * garbage lying, which counts here. Then the same for imports that are large in other ways, which the cases name. `only` names the
 * one row to measure, or the first words of some; the import that others need is done for those.
 */
export async function measureStall(count: number, heapMib: number | null, only: string | null): Promise<void> {
  const api = await startTestApi();
  const isWanted = (what: string): boolean =>
    only === null || what === only || what.startsWith(`${only} `) || what.startsWith(`${only},`);
  try {
    const other = await api.makeProject();
    const file = { format: "twee3", content: passages(count) };
    const size = (file.content.length / MIB).toFixed(1);
    console.log(`${count} passages, ${size} MiB; while it lasts, /health is asked again and again`);
    console.log("                                 took   busy at most   others waited at most   99 %   memory taken");
    const measured = async (what: string, project: string, { before, path, body }: Row): Promise<string> => {
      const server = await startServer(api.databaseUrl, heapMib);
      const ask = async (projectId: string, at: string, sent?: object): Promise<string> => {
        const answer = await fetch(`${server.url}/v1/projects/${projectId}/game-narrative/dialogues${at}`, {
          method: sent === undefined ? "GET" : "POST",
          headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" },
          ...(sent !== undefined && { body: JSON.stringify(sent) }),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 500)}`);
        return text;
      };
      try {
        const small = firstGraph(await ask(other, "/import", { ...file, content: passages(3_000) }));
        await ask(other, `/${small}/export`);
        await ask(other, `/${small}/duplicate`, {});
        const graph = before === undefined ? "" : firstGraph(await ask(project, "/import", before));
        return await probed(what, server, () => ask(project, path, body?.(graph)));
      } finally {
        server.process.disconnect();
        await once(server.process, "exit");
      }
    };
    const exports = Object.keys(EXPORT_FORMATS).map((format) => `export ${format}`);
    const others = ["import, again", ...exports, "duplicate"];
    if (["import, tried out", "import", ...others].some(isWanted)) {
      const project = await api.makeProject();
      const asked = async (what: string, row: Row): Promise<void> => {
        if (isWanted(what)) await measured(what, project, row);
      };
      await asked("import, tried out", { path: "/import", body: () => ({ ...file, dry_run: true }) });
      const imported = { path: "/import", body: () => file };
      if (["import", ...others].some(isWanted)) {
        const graph = firstGraph(await measured("import", project, imported));
        await asked("import, again", imported);
        for (const format of Object.keys(EXPORT_FORMATS))
          await asked(`export ${format}`, { path: `/${graph}/export?format=${format}` });
        await asked("duplicate", { path: `/${graph}/duplicate`, body: () => ({}) });
      }
    }
    for (const { name, before, body } of stallCases(count)) {
      if (isWanted(name)) await measured(name, await api.makeProject(), { before, path: "/import", body });
    }
  } finally {
    await api.close();
  }
}

/** Request that is measured, by its path below the dialogues of a project. */
interface Row {
  readonly path: string;
  /** Body, where the first dialogue that `before` made is known. */
  readonly body?: (graphId: string) => object;
  /** Body of an import before it. */
  readonly before?: object | undefined;
}

function firstGraph(answer: string): string {
  return JSON.parse(answer).graphs[0].id;
}

interface MeasuredServer {
  process: ChildProcess;
  url: string;
}

async function startServer(databaseUrl: string, heapMib: number | null): Promise<MeasuredServer> {
  const child = fork(fileURLToPath(new URL("../../tests/support/bounded-server.ts", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: ["--expose-gc", ...(heapMib === null ? [] : [`--max-old-space-size=${heapMib}`])],
    env: {
      ...process.env,
      FABULA_ENV: "production",
      PORT: "0",
      FABULA_SECRET: "a secret that is only good for tests",
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
      DATABASE_URL: databaseUrl,
    },
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return { process: child, url };
}

async function probed<T>(what: string, { process: server, url }: MeasuredServer, work: () => Promise<T>): Promise<T> {
  const { rss } = await told(server, "rest");
  const waits: number[] = [];
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await (await fetch(`${url}/health`)).text();
      waits.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const begun = performance.now();
  const result = await work().finally(() => {
    isOver = true;
  });
  const took = performance.now() - begun;
  await probing;
  const { most, busiest } = await told(server, "?");
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  const cells = [
    `${(took / 1_000).toFixed(1)} s`,
    `${busiest.toFixed(0)} ms`,
    `${at(1).toFixed(0)} ms`,
    `${at(0.99).toFixed(0)} ms`,
    `${((most - rss) / MIB).toFixed(0)} MiB`,
  ];
  console.log(`  ${what.padEnd(28)} ${cells.map((cell, i) => cell.padStart([7, 14, 21, 10, 12][i] ?? 0)).join(" ")}`);
  return result;
}

interface Told {
  rss: number;
  most: number;
  busiest: number;
}

async function told(server: ChildProcess, message: string): Promise<Told> {
  server.send(message);
  const [answer] = (await once(server, "message")) as [Told];
  return answer;
}
