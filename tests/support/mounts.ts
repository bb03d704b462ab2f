import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "#server/config.ts";
import { compose, type Fabula, type Parts } from "#server/context.ts";
import { startServer } from "#server/main.ts";
import { NameProblem } from "#server/outbound/resolve.ts";
import { IS_FULL } from "#test-size";
import { patiently } from "./patiently.ts";
import { PRODUCT_FLAGS } from "./product-flags.ts";

/**
 * Paths of requests to the API: `app` calls it without a socket, `listener` goes through our HTTP server, `next`
 * through that and Next's route handlers.
 */
export type Mount = "app" | "listener" | "next";

/**
 * Mounts that a test runs through. Next is slow, and behind it is the same app:
 * `tests/contract/next-parity.api.test.ts` compares it with the listener, and `npm run test:full` sends everything
 * through it as well. FABULA_TEST_MOUNTS names different ones.
 */
export const MOUNTS: readonly Mount[] = mountsOf(
  process.env.FABULA_TEST_MOUNTS ?? (IS_FULL ? "app,listener,next" : "app,listener"),
);

function mountsOf(names: string): Mount[] {
  return names.split(",").filter((name) => name === "app" || name === "listener" || name === "next");
}

/** A running API and the way to it. */
export interface RunningApi {
  /** For `next` a second instance on the same database: the one that answers is in another process. */
  readonly fabula: Fabula;
  readonly url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface MountOptions {
  readonly databaseUrl: string;
  readonly failures: number;
  readonly visits: number;
  /** Settings by their environment variables. */
  readonly environment: Record<string, string>;
  readonly parts: Pick<Parts, "clock" | "log" | "liveTimings" | "deliveries" | "sessions" | "areas">;
}

/** Mounts the API on a database. */
export function openMount(mount: Mount, options: MountOptions): Promise<RunningApi> {
  switch (mount) {
    case "app":
      return Promise.resolve(onApp(options));
    case "listener":
      return onListener(options);
    case "next":
      return onNext(options);
  }
}

function settings(environment: Record<string, string>): Record<string, string> {
  return {
    FABULA_ENV: "test",
    PORT: "0",
    FABULA_SECRET: "a secret that is only good for tests",
    FABULA_ENCRYPTION_KEY: "00".repeat(32),
    FABULA_ERASURES: join(tmpdir(), `fabula-test-erasures-${process.pid}.ndjson`),
    ...environment,
  };
}

/** Names lead nowhere in tests: none of them asks the network for anything. */
const nowhere = (hostname: string) => Promise.reject(new NameProblem(hostname, true));

function partsOf({ parts, failures, visits }: MountOptions): Parts {
  // Most tests make webhooks without anybody who would answer, and what is generated while they look would move the record.
  const failureLimit = { failures, windowSeconds: 60 };
  return { deliveries: false, sessions: false, outbound: { resolve: nowhere }, ...parts, failureLimit, visits };
}

function onApp(options: MountOptions): RunningApi {
  const url = "http://fabula.test";
  const config = readConfig(settings(options.environment));
  const fabula = compose(config, options.databaseUrl, { ...partsOf(options), publicUrl: url });
  return {
    fabula,
    url,
    fetch: (path, init) =>
      patiently(() => fabula.app.fetch(new Request(url + path, init), { clientAddress: "127.0.0.1" })),
    close: () => fabula.close(),
  };
}

async function onListener(options: MountOptions): Promise<RunningApi> {
  const config = readConfig(settings(options.environment));
  const server = await startServer({ config, databaseUrl: options.databaseUrl, web: false, ...partsOf(options) });
  return {
    fabula: server.fabula,
    url: server.url,
    fetch: (path, init) => fetch(server.url + path, init),
    close: () => server.close(),
  };
}

async function onNext(options: MountOptions): Promise<RunningApi> {
  const environment = settings({ ...options.environment, FABULA_API_MOUNT: "next" });
  const child = fork(fileURLToPath(new URL("./next-server.ts", import.meta.url)), {
    execArgv: [...PRODUCT_FLAGS],
    env: {
      ...process.env,
      NODE_ENV: "production",
      ...environment,
      DATABASE_URL: options.databaseUrl,
      // What is done beside requests is done here, where a test says what of it.
      FABULA_WORKER: "off",
      FABULA_TEST_FAILURES: String(options.failures),
      FABULA_TEST_VISITS: String(options.visits),
    },
  });
  const url = await urlOf(child);
  const fabula = compose(readConfig(environment), options.databaseUrl, { ...partsOf(options), publicUrl: url });
  return {
    fabula,
    url,
    fetch: (path, init) => fetch(url + path, { redirect: "manual", ...init }),
    close: async () => {
      child.disconnect();
      await Promise.all([once(child, "exit"), fabula.close()]);
    },
  };
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("message", (message: { url: string }) => resolve(message.url));
    child.once("exit", (code) => reject(new Error(`the Next server ended with ${code} before it answered`)));
    child.once("error", reject);
  });
}
