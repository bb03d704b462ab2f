import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import type { NextConfig } from "next";
import { openPackedFiles, type PackedFiles } from "./packed-files.ts";

/** Options for running Next. */
export interface WebOptions {
  /** Builds pages as they are asked for, and again when their sources change. */
  readonly dev: boolean;
  /** The project's folder. */
  readonly dir: string;
  /** Replaces next.config.ts. */
  readonly conf?: NextConfig;
}

/** The pages, behind our listener. */
export interface Web {
  /** Whether pages are built as they are asked for, whose tools in the browser send more than pages do. */
  readonly dev: boolean;
  /** Packed scripts and styles; null where pages are built as they are asked for. */
  readonly packed: PackedFiles | null;
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** Loads Next, which takes a second, and prepares it to serve behind `server`. */
export async function openWeb(
  options: WebOptions,
  server: Server,
  address: { hostname: string; port: number },
): Promise<Web> {
  const { default: createNext } = await import("next");
  const next = createNext({ ...options, ...address, httpServer: server });
  await next.prepare();
  const handle = next.getRequestHandler();
  const dist = process.env.FABULA_NEXT_DIST;
  const packed = options.dev || dist === undefined ? null : openPackedFiles(join(options.dir, dist, "static"));
  return {
    dev: options.dev,
    packed,
    handle: (incoming, outgoing) => handle(incoming, outgoing),
    close: () => next.close(),
  };
}
