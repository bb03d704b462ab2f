import type { IncomingMessage, ServerResponse } from "node:http";
import type { Encoding } from "../operation/encoding.ts";
import { endPieces } from "../operation/json-pieces.ts";
import { chooseEncoding, compress } from "./compress.ts";
import { type ApiRequest, type ApiResponse, LINGER_MS, RequestAborted } from "./exchange.ts";
import { clientAddress } from "./forwarded-for.ts";
import { plainPath } from "./request-path.ts";
import { sendPieces } from "./send-pieces.ts";
import { byteStream, sendStream } from "./send-stream.ts";

/** A request of our own listener as the app sees it. */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #trustedProxies: number;
  #gone: AbortSignal | null = null;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, trustedProxies: number) {
    const target = withoutOrigin(incoming.url ?? "/");
    const mark = target.indexOf("?");
    this.method = incoming.method ?? "GET";
    this.path = plainPath(mark === -1 ? target : target.slice(0, mark));
    this.query = mark === -1 ? "" : target.slice(mark + 1);
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#trustedProxies = trustedProxies;
  }

  get clientAddress(): string {
    const { headers, socket } = this.#incoming;
    const forwarded = headers["x-forwarded-for"];
    const hops = Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? null);
    return clientAddress(socket.remoteAddress ?? "", hops, this.#trustedProxies);
  }

  /** Path and query, so far as it matters as they were sent. */
  get target(): string {
    return this.query === "" ? this.path : `${this.path}?${this.query}`;
  }

  encoding(): Encoding | null {
    return chooseEncoding(this.#incoming.headers["accept-encoding"], Number.POSITIVE_INFINITY);
  }

  header(name: string): string | null {
    const value = this.#incoming.headers[name];
    return typeof value === "string" ? value : null;
  }

  gone(): AbortSignal {
    if (this.#gone !== null) return this.#gone;
    const gone = new AbortController();
    const outgoing = this.#outgoing;
    const leave = () => {
      if (!outgoing.writableFinished) gone.abort(new RequestAborted("the client left before it was answered"));
    };
    if (outgoing.closed) leave();
    else outgoing.once("close", leave);
    this.#gone = gone.signal;
    return gone.signal;
  }

  read(limitBytes: number): Promise<Uint8Array | null> {
    return read(this.#incoming, limitBytes);
  }
}

/** A request target without its fragment; one in absolute form loses its origin. */
function withoutOrigin(target: string): string {
  const hash = target.indexOf("#");
  const whole = hash === -1 ? target : target.slice(0, hash);
  return whole.startsWith("/") ? whole : whole.replace(/^https?:\/\/[^/?]*/i, "") || "/";
}

/** Reads a body up to a limit; null when it is larger. */
function read(incoming: IncomingMessage, limitBytes: number): Promise<Uint8Array | null> {
  const declared = incoming.headers["content-length"];
  if (declared === undefined && incoming.headers["transfer-encoding"] === undefined) {
    return Promise.resolve(new Uint8Array());
  }
  if (Number(declared ?? 0) > limitBytes) return Promise.resolve(null);
  // Who left before anybody listened is told of no more.
  if (incoming.destroyed) return Promise.reject(new RequestAborted("the body ended early"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) resolve(null);
      else chunks.push(chunk);
    });
    incoming.once("end", () => resolve(Buffer.concat(chunks)));
    // Not with its cause: the code of a cut connection would pass for the loss of the database.
    incoming.once("error", () => reject(new RequestAborted("the body ended early")));
    incoming.once("close", () => {
      if (!incoming.readableEnded) reject(new RequestAborted("the body ended early"));
    });
  });
}

/** Sends the app's answer, compressed where that helps. */
export async function send(incoming: IncomingMessage, outgoing: ServerResponse, answer: ApiResponse): Promise<void> {
  const { status, headers, body, pieces, stream, encoding: made = null } = answer;
  if (stream !== undefined) return sendStream(outgoing, { status, headers }, stream);
  if (!incoming.complete) outgoing.once("finish", () => linger(incoming));
  if (pieces !== undefined && incoming.method === "HEAD") await endPieces(pieces);
  else if (pieces !== undefined) {
    if (headers["content-length"] !== undefined) return sendPieces(outgoing, { status, headers }, pieces, null);
    const head = { status, headers: { ...headers, vary: varying(headers) } };
    if (made !== null) {
      return sendPieces(outgoing, { ...head, headers: { ...head.headers, "content-encoding": made } }, pieces, null);
    }
    const encoding = chooseEncoding(incoming.headers["accept-encoding"], Number.POSITIVE_INFINITY);
    return sendPieces(outgoing, head, pieces, encoding);
  }
  if (body === null) {
    outgoing.writeHead(status, headers).end();
    return;
  }
  const length = Buffer.byteLength(body);
  const encoding = chooseEncoding(incoming.headers["accept-encoding"], length);
  // Compressed next to text of the caller's choosing, a secret can be guessed from lengths.
  if (encoding === null || headers["cache-control"] === "no-store") {
    outgoing.writeHead(status, listed(headers, length)).end(body);
    return;
  }
  const encoded = incoming.method === "HEAD" ? null : await compress(encoding, body);
  outgoing.writeHead(status, {
    ...headers,
    vary: varying(headers),
    "content-encoding": encoding,
    ...(encoded !== null && { "content-length": encoded.length }),
  });
  outgoing.end(encoded);
}

/** Headers as Node writes them down soonest: names and values in one list. */
function listed(headers: Record<string, string>, length: number): string[] {
  const list: string[] = [];
  for (const name of Object.keys(headers)) if (name !== "vary") list.push(name, headers[name] as string);
  list.push("vary", varying(headers), "content-length", String(length));
  return list;
}

/** Headers of requests that an answer depends on. */
function varying({ vary }: Record<string, string>): string {
  return vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`;
}

/** A body refused unread is let in a little longer, so that its sender gets to read the refusal instead of a reset. */
function linger(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  const timer = setTimeout(() => incoming.socket.destroy(), LINGER_MS);
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}

/** A web-standard request for handlers that need one, without its body: that is read from the connection when it is asked for. */
export function toRequest(incoming: IncomingMessage, request: NodeRequest, origin: string): Request {
  const { target, method } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return new Request(origin + target, { method, headers, signal: request.gone() });
}

/** Sends a web-standard response. */
export async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
): Promise<void> {
  if (response.body !== null && response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    const head = { status: response.status, headers: Object.fromEntries(response.headers) };
    return sendStream(outgoing, head, byteStream(response.body));
  }
  const body = await response.text();
  // Sent whole, with its length.
  response.headers.delete("transfer-encoding");
  const headers = Object.fromEntries(response.headers);
  await send(incoming, outgoing, { status: response.status, headers, body: body === "" ? null : body });
}
