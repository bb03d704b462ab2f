import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The first start of a clean clone builds the pages. */
const PATIENCE_MS = 300_000;

interface WayIn {
  url: string;
  email: string;
  password: string;
}

/**
 * Starts the product on a free port, with a data folder and a database that are gone afterwards, and leaves the way in to
 * the stories' environment. With FABULA_E2E_URL, FABULA_E2E_EMAIL and FABULA_E2E_PASSWORD the stories visit one that runs.
 */
export default async function runProduct(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.FABULA_E2E_URL !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "fabula-e2e-"));
  const output: string[] = [];
  const plain = Object.entries(process.env).filter(
    ([name]) => !/^(FABULA_|DATABASE_|NEXTAUTH_|NODE_ENV$|PORT$|HOST$)/.test(name),
  );
  const product = spawn(process.execPath, ["server/start.ts"], {
    cwd: ROOT,
    env: {
      ...(Object.fromEntries(plain) as NodeJS.ProcessEnv),
      PORT: "0",
      FABULA_DATA_DIR: folder,
      FABULA_LOG_LEVEL: "warn",
      // It ends with the run, however that ends.
      FABULA_BOOTSTRAP_PID: String(process.pid),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [product.stdout, product.stderr])
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const stop = async () => {
    if (product.exitCode === null) {
      product.kill("SIGTERM");
      await once(product, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const wayIn = await answering(folder, () => product.exitCode !== null);
    Object.assign(process.env, {
      FABULA_E2E_URL: wayIn.url,
      FABULA_E2E_EMAIL: wayIn.email,
      FABULA_E2E_PASSWORD: wayIn.password,
    });
  } catch (error) {
    await stop();
    throw new Error(`The product did not start:\n${output.join("")}`, { cause: error });
  }
  return stop;
}

/** Waits for the way in to be kept, and for the product to answer there. */
async function answering(folder: string, hasEnded: () => boolean): Promise<WayIn> {
  const giveUp = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    giveUp.throwIfAborted();
    if (hasEnded()) throw new Error("it ended by itself");
    const wayIn = keptIn(folder);
    if (wayIn !== null && (await isReady(wayIn.url))) return wayIn;
    await pause(200);
  }
}

function keptIn(folder: string): WayIn | null {
  try {
    return JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8")) as WayIn;
  } catch {
    return null;
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/ready`)).ok;
  } catch {
    return false;
  }
}
