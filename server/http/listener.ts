import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fabula } from "../context.ts";
import { Problem } from "../kernel/problem.ts";
import { TRPC_PATH } from "../trpc/mount.ts";
import { isApiPath, METHODS } from "./app.ts";
import { earlyRefusal } from "./early-refusal.ts";
import { RequestAborted } from "./exchange.ts";
import { CLIENT_ADDRESS_HEADER, TARGET_HEADER } from "./forwarded-for.ts";
import { withoutNotFoundPage } from "./json-not-found.ts";
import { NodeRequest, send, sendResponse, toRequest } from "./node-mount.ts";
import { hasFewParts, MAX_PARTS, takesMethod } from "./page-request.ts";
import type { Web } from "./web.ts";

/** Handler of our HTTP server's requests. */
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

  const toNext = (
    next: Web,
    request: NodeRequest,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> => {
    incoming.headers[CLIENT_ADDRESS_HEADER] = request.clientAddress;
    incoming.headers[TARGET_HEADER] = request.target;
    // Next takes a target for a path: what is before that, it would repeat in redirects and fail to read.
    if (incoming.url?.startsWith("/") !== true) incoming.url = request.target;
    const { socket } = incoming;
    // A body given up half-way takes its connection along: what came next on it would never be answered.
    incoming.once("close", () => {
      if (!incoming.complete) socket.destroy();
    });
    return next.handle(incoming, outgoing);
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = new NodeRequest(incoming, outgoing, config.trustedProxies);
    // Node keeps the first of several; another server on the way may have gone by the last.
    const hosts = incoming.headersDistinct.host?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && incoming.httpVersion === "1.1")) {
      return send(incoming, outgoing, earlyRefusal(new Problem("bad_request"), services));
    }
    const isStudio = request.path.startsWith(`${TRPC_PATH}/`);
    const isPage = !(isStudio || isApiPath(request.path));
    const isForNext = throughNext || isPage;
    // Next and tRPC answer 500 to a target that is no path, to a path that cannot be decoded, and to TRACE: for us it is the
    // address of nothing.
    const isUnderstood = request.path.startsWith("/") && isDecodable(request.path) && METHODS.has(request.method);
    const isTaken = isUnderstood && (!isPage || web?.dev === true || takesMethod(request.path, request.method));
    if (web !== null && isForNext && isTaken) {
      if (!hasFewParts(request.query, incoming.headers)) {
        const message = `The address or the cookies have more than ${MAX_PARTS} parts.`;
        return send(incoming, outgoing, earlyRefusal(new Problem("headers_too_large", { message }), services));
      }
      if (web.packed?.answer(request.path, incoming, outgoing)) return;
      withoutNotFoundPage(incoming, outgoing, () => app.answer(request));
      return toNext(web, request, incoming, outgoing);
    }
    if (!isStudio || !isUnderstood) return send(incoming, outgoing, await app.answer(request));
    const standard = toRequest(incoming, request, services.publicUrl);
    return sendResponse(incoming, outgoing, await studio.fetch(standard, (limitBytes) => request.read(limitBytes)));
  };

  return {
    drain: () => {
      draining = true;
    },
    handle: (incoming, outgoing) => {
      if (draining) outgoing.setHeader("connection", "close");
      answer(incoming, outgoing).catch((error: unknown) => {
        const isUnwanted = error instanceof RequestAborted;
        if (!isUnwanted) services.log.error({ error }, "an answer could not be sent");
        if (isUnwanted || outgoing.headersSent) return void outgoing.destroy();
        return send(incoming, outgoing, earlyRefusal(new Problem("internal_error"), services));
      });
    },
  };
}

function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
