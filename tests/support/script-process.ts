import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { PRODUCT_FLAGS } from "./product-flags.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const running = new Set<ChildProcess>();

/** Process of the product, started as its script starts it. */
export interface ScriptProcess {
  readonly child: ChildProcess;
  /** Exit code of the process; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Returns the output printed so far. */
  output(): string;
}

/** Starts a script with the given settings and none of this process's own. */
export function startScript(script: string, args: readonly string[], settings: Record<string, string>): ScriptProcess {
  const plain = Object.entries(process.env).filter(([name]) => !/^(FABULA_|DATABASE_|NODE_ENV$)/.test(name));
  const child = spawn(process.execPath, [...PRODUCT_FLAGS, script, ...args], {
    cwd: ROOT,
    env: {
      ...(Object.fromEntries(plain) as NodeJS.ProcessEnv),
      FABULA_ENV: "test",
      FABULA_SECRET: "a secret that is only good for tests",
      FABULA_BOOTSTRAP_PID: String(process.pid),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, "exit").then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, ended, output: () => text };
}

/** Starts the process of `npm run worker`. */
export function startWorker(settings: Record<string, string>): ScriptProcess {
  return startScript("server/worker/worker-process.ts", [], settings);
}

/** Ends every process that a test has left. */
export async function endScripts(): Promise<void> {
  for (const child of running) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}
