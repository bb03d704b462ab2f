import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { createTestDatabase } from "#tests/database.ts";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import { given } from "./workspace.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Milliseconds to wait for the start: the first one of a clean clone builds the pages. */
const PATIENCE_MS = 300_000;

/** Address, email and password for signing in to the running product. */
interface FirstSignIn {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

/** Function that ends a process or a resource that was started. */
type End = () => Promise<unknown> | undefined;

/**
 * Starts the product on a free port, with a data folder and a database that are gone afterwards, and the process that makes
 * workspaces in it. Where they are is left in the environment: FABULA_E2E_URL, FABULA_E2E_DATABASE and FABULA_E2E_WORKSPACES, and the
 * demo owner's FABULA_E2E_EMAIL and FABULA_E2E_PASSWORD. Where these name a product that runs, nothing is started.
 */
export default async function runProduct(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.FABULA_E2E_URL !== undefined) return undefined;
  const ends: End[] = [];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), "fabula-e2e-"));
    ends.push(async () => rmSync(folder, { recursive: true, force: true }));
    if (process.env.FABULA_TEST_CLUSTER === undefined) {
      const cluster = await startThrowaway();
      ends.push(cluster.stop);
      process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
    }
    const database = await createTestDatabase();
    ends.push(database.drop);
    const environment = settings(folder, database.url);
    const { url, email, password } = await startProduct(environment, ends, (isOver) => seededIn(folder, isOver));
    const workspaces = await startWorkspaceMaker({ ...environment, FABULA_PRODUCT_URL: url }, ends);
    Object.assign(process.env, {
      FABULA_E2E_URL: url,
      FABULA_E2E_DATABASE: database.url,
      FABULA_E2E_WORKSPACES: workspaces,
      FABULA_E2E_EMAIL: email,
      FABULA_E2E_PASSWORD: password,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/**
 * Starts one more process of the running product, over the same database and with settings of its own. It has the same
 * workspaces and people, who sign in to it anew.
 */
export async function startBeside(own: Readonly<Record<string, string>>): Promise<{ url: string; stop: End }> {
  const folder = mkdtempSync(join(tmpdir(), "fabula-e2e-"));
  const ends: End[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const environment = { ...settings(folder, given("FABULA_E2E_DATABASE")), ...own, PORT: String(port) };
    await startProduct(environment, ends, (isOver) => answering(() => url, isOver));
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Returns the environment of all processes. They share their secrets, since a session opened by one must be valid in
 * the others.
 */
function settings(folder: string, databaseUrl: string): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(
    ([name]) => !/^(FABULA_|DATABASE_|NEXTAUTH_|NODE_ENV$|PORT$|HOST$)/.test(name),
  );
  return {
    ...(Object.fromEntries(plain) as NodeJS.ProcessEnv),
    PORT: "0",
    DATABASE_URL: databaseUrl,
    FABULA_DATA_DIR: folder,
    FABULA_SECRET: "a secret that is only good for tests",
    FABULA_ENCRYPTION_KEY: "00".repeat(32),
    FABULA_LOG_LEVEL: "warn",
    // Visitors without a key are counted by address: each story of theirs says where it comes from.
    FABULA_TRUSTED_PROXIES: "1",
    // Receivers of webhooks are in the stories.
    FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
  };
}

async function startProduct<Found>(
  environment: NodeJS.ProcessEnv,
  ends: End[],
  find: (isOver: () => boolean) => Promise<Found>,
): Promise<Found> {
  const output: string[] = [];
  const product = spawn(process.execPath, [...PRODUCT_FLAGS, "server/start/start.ts"], {
    cwd: ROOT,
    // It ends with the run, however that ends.
    env: { ...environment, FABULA_BOOTSTRAP_PID: String(process.pid) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [product.stdout, product.stderr])
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  ends.push(() => ended(product, () => product.kill("SIGTERM")));
  try {
    return await find(() => product.exitCode !== null);
  } catch (error) {
    throw new Error(`The product did not start:\n${output.join("")}`, { cause: error });
  }
}

async function startWorkspaceMaker(environment: NodeJS.ProcessEnv, ends: End[]): Promise<string> {
  const maker = fork(fileURLToPath(new URL("./workspace-maker.ts", import.meta.url)), {
    env: environment,
    execArgv: [...PRODUCT_FLAGS],
  });
  ends.push(() => ended(maker, () => maker.disconnect()));
  const early = once(maker, "exit").then(([code]) =>
    Promise.reject(new Error(`the maker of workspaces ended with ${code}`)),
  );
  early.catch(() => undefined);
  const [{ url }] = (await Promise.race([once(maker, "message"), early])) as [{ url: string }];
  return url;
}

async function ended(child: ChildProcess, ask: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  ask();
  await gone;
}

/** Waits for the way in to be kept, and for the product to answer there. */
async function seededIn(folder: string, hasEnded: () => boolean): Promise<FirstSignIn> {
  await answering(() => keptIn(folder)?.url ?? null, hasEnded);
  const wayIn = keptIn(folder);
  if (wayIn === null) throw new Error("the way in was kept and is gone");
  return wayIn;
}

/** Waits for the product to answer at its address, once that is known. */
async function answering(address: () => string | null, hasEnded: () => boolean): Promise<void> {
  const giveUp = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    giveUp.throwIfAborted();
    if (hasEnded()) throw new Error("it ended by itself");
    const url = address();
    if (url !== null && (await isReady(url))) return;
    await pause(200);
  }
}

/** A port that nobody listens at now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function keptIn(folder: string): FirstSignIn | null {
  try {
    return JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8")) as FirstSignIn;
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
