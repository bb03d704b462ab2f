import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Config, localOrigin } from "./config.ts";
import { compose, type Fabula, type Parts } from "./context.ts";
import { answerUnparsed, refuseWhileStarting } from "./http/early-refusal.ts";
import { listen } from "./http/listen.ts";
import { createListener, type Listener } from "./http/listener.ts";
import { openWeb, type Web, type WebOptions } from "./http/web.ts";
import { shareInstance, withdrawInstance } from "./instance.ts";
import { createLogger } from "./log/log.ts";
import { openMetrics } from "./metrics/listener.ts";
import { ErasureFile } from "./process/erasure-file.ts";

/** Parts of a server without its pages. */
export interface ServerParts extends Omit<Parts, "publicUrl" | "hasListener" | "listenerPort" | "metricsPort"> {
  config: Config;
  databaseUrl: string;
}

export interface ServerOptions extends ServerParts {
  /** The pages; false serves the API alone, without loading Next. */
  web: WebOptions | false;
}

export interface RunningServer {
  /** Address for a browser on this machine. */
  readonly url: string;
  /** Port of the figures; null where there are none. */
  readonly metricsPort: number | null;
  readonly fabula: Fabula;
  /** Stops taking requests, finishes those under way, and closes everything this server opened. */
  close(): Promise<void>;
}

/** A server that has its port and its instance, and refuses every request until it serves. */
export interface OpenServer extends RunningServer {
  /** Loads the pages, unless there are to be none, and answers requests from then on. */
  serve(web: WebOptions | false): Promise<void>;
}

/** Longest wait for requests under way when the process is asked to stop. */
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;

/**
 * Starts the process: our listener, which answers `/v1`, `/health`, `/ready` and `/api/trpc` itself and gives every other
 * request to Next.
 *
 * @throws StartProblem when the port is taken or may not be used.
 */
export async function startServer({ web, ...parts }: ServerOptions): Promise<RunningServer> {
  const opened = await openServer(parts);
  try {
    await opened.serve(web);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

/**
 * Takes the port and composes the instance. Every request is refused with 503 until {@link OpenServer.serve} has been called.
 *
 * @throws StartProblem when the port is taken or may not be used.
 */
export async function openServer(options: ServerParts): Promise<OpenServer> {
  const { config } = options;
  await new ErasureFile(config.erasuresFile).prepare();
  const log = options.log ?? createLogger(config);
  let publicUrl = config.publicUrl;
  let listener: Listener | null = null;
  let web: Web | null = null;
  const server = createHttpServer(
    (incoming, outgoing) => {
      if (listener !== null) return listener.handle(incoming, outgoing);
      refuseWhileStarting(incoming, outgoing, { log, publicUrl });
    },
    () => web?.dev === true,
  );
  answerUnparsed(server, () => ({ log, publicUrl }));
  const unused = unusedConnections(server);
  const metrics = await openMetrics(config, log);
  try {
    await listen(server, { ...config, variables: { host: "HOST", port: "PORT" } });
  } catch (error) {
    await metrics?.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = localOrigin(config.host, port);
  // With port 0 the configuration cannot know where the system put us.
  if (config.publicUrl === localOrigin(config.host, 0)) publicUrl = url;

  const fabula = compose(config, options.databaseUrl, {
    ...options,
    log,
    publicUrl,
    hasListener: true,
    listenerPort: port,
    metricsPort: metrics?.port ?? null,
  });
  await metrics?.serve({ figures: fabula.figures, requestTimes: fabula.services.requestTimes });
  shareInstance(fabula);
  const closing = new AbortController();
  return {
    url,
    metricsPort: metrics?.port ?? null,
    fabula,
    serve: async (options) => {
      if (options !== false) web = await openWeb(options, server, { hostname: config.host, port });
      listener = createListener({ fabula, web });
      // Only now, because whoever starts waits for the rest.
      web?.packed?.pack(closing.signal).catch((error: unknown) => log.warn({ error }, "scripts could not be packed"));
    },
    close: async () => {
      closing.abort();
      fabula.drain();
      listener?.drain();
      await stopTaking(server, unused);
      withdrawInstance(fabula);
      await Promise.all([fabula.close(), web?.close(), metrics?.close()]);
    },
  };
}

/** Creates the server; `upgrades` tells whether connections may be taken over, as the tools of development do. */
function createHttpServer(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  upgrades: () => boolean,
): Server {
  const server = createServer(
    {
      // Answered by the listener: Node's refusal has no body.
      requireHostHeader: false,
      // Tokens and cookies fit twice over; what is longer is answered with 431 by Node.
      maxHeaderSize: 16 * 1024,
      headersTimeout: 20_000,
      // The largest import on a slow line; a body that trickles for longer is cut off.
      requestTimeout: 120_000,
      // Longer than the 60 s after which common balancers drop an idle connection, so that they never send into a closed one.
      keepAliveTimeout: 65_000,
      noDelay: true,
      // An offer of another protocol may be passed over (RFC 9110 §7.8). Next would end such a request unanswered, or keep its
      // connection without a limit.
      shouldUpgradeCallback: upgrades,
    },
    handle,
  );
  // An expectation nobody knows is no reason to refuse (RFC 9110 §10.1.1).
  server.on("checkExpectation", handle);
  return server;
}

/** Connections that browsers open ahead of a request: Node does not count them as idle, and would wait for them. */
function unusedConnections(server: Server): Set<Socket> {
  const unused = new Set<Socket>();
  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => unused.delete(socket));
  return unused;
}

async function stopTaking(server: Server, unused: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose request was under way becomes idle only with its answer.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  server.closeIdleConnections();
  for (const socket of unused) socket.destroy();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
