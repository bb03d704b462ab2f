import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fabula } from "../context.ts";
import { answerStudio, TRPC_PATH } from "../trpc/mount.ts";
import { isApiPath } from "./app.ts";
import { CLIENT_ADDRESS_HEADER } from "./forwarded-for.ts";
import { clientAddressOf, NodeRequest, send, sendResponse, toRequest } from "./node-mount.ts";
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
  const throughNext = config.apiMount === "next";
  let draining = false;

  const toPages = (incoming: IncomingMessage, outgoing: ServerResponse, pages: Web): Promise<void> => {
    incoming.headers[CLIENT_ADDRESS_HEADER] = clientAddressOf(incoming, config.trustedProxies);
    return pages.handle(incoming, outgoing);
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = new NodeRequest(incoming, config.trustedProxies);
    const isStudio = request.path.startsWith(`${TRPC_PATH}/`);
    if (web !== null && (throughNext || !(isStudio || isApiPath(request.path)))) return toPages(incoming, outgoing, web);
    if (!isStudio) return send(incoming, outgoing, await app.answer(request));
    const standard = await toRequest(incoming, request, services.publicUrl);
    return sendResponse(incoming, outgoing, standard === null ? null : await answerStudio(studio, standard));
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
