import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Problem } from "../kernel/problem.ts";
import type { ProblemCode } from "../kernel/problem-catalogue.ts";
import type { Log } from "../operation/context.ts";
import type { ApiResponse } from "./exchange.ts";
import { send } from "./node-mount.ts";
import { refusalResponse, refuse, standardHeaders } from "./respond.ts";

/** Parts needed by a refusal before anything is known about a request. */
export interface EarlyRefusalParts {
  readonly log: Log;
  /** For links to error pages. */
  readonly publicUrl: string;
}

/** Refuses a request that never reached its address, with the error object every other refusal has. */
export function earlyRefusal(error: Problem, { log, publicUrl }: EarlyRefusalParts): ApiResponse {
  const requestId = randomUUID();
  const { status, headers, body } = refusalResponse(refuse(error, { requestId, operation: "-", log, publicUrl }));
  log.request({ request_id: requestId, operation: "-", status, actor: null });
  return { status, headers: { ...headers, ...standardHeaders(requestId), connection: "close" }, body };
}

/** Answers a request that comes before the process can do anything else. */
export function refuseWhileStarting(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  parts: EarlyRefusalParts,
): void {
  const refusal = earlyRefusal(new Problem("unavailable", { headers: { "retry-after": "1" } }), parts);
  send(incoming, outgoing, refusal).catch(() => outgoing.destroy());
}

/** The last answer begun on a connection. Kept there: a map of every connection is more work at each request. */
const LAST = Symbol("last answer");
type Answering = Socket & { [LAST]?: ServerResponse };

/** Node's codes for what its parser refuses; every other one is a malformed request. */
const CODES: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Answers what the HTTP parser refuses, which Node would answer without a body, and closes the connection. */
export function answerUnparsed(server: Server, parts: () => EarlyRefusalParts): void {
  server.prependListener("request", ({ socket }: { socket: Answering }, outgoing) => {
    socket[LAST] = outgoing;
  });
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const refuseNow = () => {
      if (socket.writable) {
        socket.write(serialized(earlyRefusal(new Problem(CODES[error.code ?? ""] ?? "bad_request"), parts())));
      }
      socket.destroySoon();
    };
    const last = (socket as Answering)[LAST];
    if (error.code === "ECONNRESET") socket.destroy();
    else if (last === undefined || last.writableFinished) refuseNow();
    // What came before it is answered first, or the client would take this for that answer.
    else if (last.req.complete) last.once("finish", refuseNow);
    else if (last.headersSent) socket.destroy();
    else refuseNow();
  });
}

function serialized({ status, headers, body }: ApiResponse): string {
  const all = { date: new Date().toUTCString(), ...headers, "content-length": Buffer.byteLength(body ?? "") };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", body ?? ""].join("\r\n");
}
