import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { NextServerOptions } from "next/dist/server/next.js";

/** How Next is to run: `dev` and `dir`, and whatever else its custom server takes. */
export type WebOptions = Pick<NextServerOptions, "dev" | "dir" | "conf" | "turbopack" | "webpack">;

/** The pages, behind our listener. */
export interface Web {
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
  return { handle: (incoming, outgoing) => handle(incoming, outgoing), close: () => next.close() };
}
