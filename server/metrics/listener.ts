import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import type { Config } from "../config.ts";
import { listen } from "../http/listen.ts";
import type { Log } from "../operation/context.ts";
import { loggableError } from "../record/database-errors.ts";
import type { MetricsSources } from "./metrics.ts";

/** Path of the figures. */
const PATH = "/metrics";
const VARIABLES = { host: "FABULA_METRICS_HOST", port: "FABULA_METRICS_PORT" };

/** Server of the figures, on a port of its own, so that whoever may use the product does not see them. */
export interface MetricsListener {
  readonly port: number;
  /** Answers with these figures from now on; before, each request is a 503. */
  serve(sources: MetricsSources): Promise<void>;
  close(): Promise<void>;
}

/**
 * Takes the port of the figures; null where the configuration has none.
 *
 * @throws StartProblem when the port is taken or may not be used.
 */
export async function openMetrics({ metrics }: Pick<Config, "metrics">, log: Log): Promise<MetricsListener | null> {
  if (metrics === null) return null;
  let registry: Registry | null = null;
  const server = createServer((incoming, outgoing) => {
    answer(registry, incoming, outgoing).catch((error: unknown) => {
      log.warn({ error: loggableError(error) }, "figures could not be answered");
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  });
  await listen(server, { ...metrics, variables: VARIABLES });
  return {
    port: (server.address() as AddressInfo).port,
    serve: async (sources) => {
      // Only where figures are asked for is the library loaded.
      const { createRegistry } = await import("./metrics.ts");
      registry = createRegistry(sources);
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(registry: Registry | null, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, url = "" } = incoming;
  if (url !== PATH) outgoing.writeHead(404).end();
  else if (method !== "GET" && method !== "HEAD") outgoing.writeHead(405, { allow: "GET, HEAD" }).end();
  else if (registry === null) outgoing.writeHead(503, { "retry-after": "1" }).end();
  else {
    const text = await registry.metrics();
    outgoing.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" });
    outgoing.end(method === "HEAD" ? undefined : text);
  }
}
