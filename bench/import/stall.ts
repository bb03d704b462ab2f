import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startTestApi } from "#tests/support/api.ts";

const MIB = 1024 * 1024;

/** Passages of some twenty bytes, as a list of rooms may have them. */
function passages(count: number): string {
  return Array.from({ length: count }, (_, i) => `:: P${i}\n[[P${(i + 1) % count}]]`).join("\n");
}

/** How long a request of somebody else's waits while a story of `count` passages is imported, exported and duplicated. */
export async function measureStall(count: number): Promise<void> {
  const api = await startTestApi();
  const server = fork(fileURLToPath(new URL("../../tests/support/bounded-server.ts", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      FABULA_ENV: "production",
      PORT: "0",
      FABULA_SECRET: "a secret that is only good for tests",
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
      DATABASE_URL: api.databaseUrl,
    },
  });
  try {
    const [{ url }] = (await once(server, "message")) as [{ url: string }];
    const project = await api.makeProject();
    const content = passages(count);
    console.log(
      `${count} passages, ${(content.length / MIB).toFixed(1)} MiB; while it lasts, /health is asked again and again`,
    );
    console.log("                                 took     others waited at most   99 %   memory at most");
    const narrative = `${url}/v1/projects/${project}/game-narrative/dialogues`;
    const ask = async (path: string, body?: object): Promise<string> => {
      const answer = await fetch(narrative + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 500)}`);
      return text;
    };
    const file = { format: "twee3", content };
    await probed("import, tried out", server, url, () => ask("/import", { ...file, dry_run: true }));
    const imported = await probed("import", server, url, () => ask("/import", file));
    const graph: string = JSON.parse(imported).graphs[0].id;
    await probed("export", server, url, () => ask(`/${graph}/export`));
    await probed("duplicate", server, url, () => ask(`/${graph}/duplicate`, {}));
  } finally {
    server.disconnect();
    await once(server, "exit");
    await api.close();
  }
}

async function probed<T>(what: string, server: ChildProcess, url: string, work: () => Promise<T>): Promise<T> {
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
  server.send("?");
  const [{ most }] = (await once(server, "message")) as [{ most: number }];
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  const cells = [
    `${(took / 1_000).toFixed(1)} s`,
    `${at(1).toFixed(0)} ms`,
    `${at(0.99).toFixed(0)} ms`,
    `${(most / MIB).toFixed(0)} MiB`,
  ];
  console.log(`  ${what.padEnd(28)} ${cells.map((cell, i) => cell.padStart([7, 21, 10, 12][i] ?? 0)).join(" ")}`);
  return result;
}
