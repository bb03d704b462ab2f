import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fabula } from "../context.ts";
import { answerStudio, TRPC_PATH } from "../trpc/mount.ts";
import { isApiPath } from "./app.ts";
import { CLIENT_ADDRESS_HEADER } from "./forwarded-for.ts";
import { clientAddressOf, escapeRaw, fromIncoming, send, sendResponse, targetOf, toRequest } from "./node-mount.ts";
import type { Web } from "./web.ts";

/** What our HTTP server does with each request. */
export interface Listener {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Tells clients from now on not to keep their connections. */
  drain(): void;
}

/** Divides requests between the API, the studio's API and the pages. */
export function createListener({ fabula, web }: { fabula: Fabula; web: Web | null }): Listener {
  const { config, app, studio, services } = fabula;
  const throughNext = config.apiMount === "next" && web !== null;
  let draining = false;

  const toPages = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (web === null) return send(incoming, outgoing, await app.answer(fromIncoming(incoming, config.trustedProxies)));
    incoming.headers[CLIENT_ADDRESS_HEADER] = clientAddressOf(incoming, config.trustedProxies);
    incoming.url = escapeRaw(incoming.url ?? "/");
    await web.handle(incoming, outgoing);
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { path } = targetOf(incoming);
    if (throughNext) return toPages(incoming, outgoing);
    if (isApiPath(path)) return send(incoming, outgoing, await app.answer(fromIncoming(incoming, config.trustedProxies)));
    if (path.startsWith(`${TRPC_PATH}/`)) {
      const request = await toRequest(incoming, services.publicUrl);
      return sendResponse(incoming, outgoing, request === null ? null : await answerStudio(studio, request));
    }
    return toPages(incoming, outgoing);
  };

  return {
    drain: () => {
      draining = true;
    },
    handle: (incoming, outgoing) => {
      if (draining) outgoing.setHeader("connection", "close");
      answer(incoming, outgoing).catch((error: unknown) => {
        services.log.error({ error }, "an answer could not be sent");
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(500, { connection: "close" }).end();
      });
    },
  };
}
