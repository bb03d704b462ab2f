import { endPieces } from "../operation/json-pieces.ts";
import { type ApiRequest, type ApiResponse, LINGER_MS, RequestAborted } from "./exchange.ts";
import { plainPath } from "./request-path.ts";

/** A web-standard request as the app sees it. */
export function toApiRequest(request: Request, from: { clientAddress?: string; target?: string | null }): ApiRequest {
  const url = new URL(request.url);
  const [path = "", query = ""] = (from.target ?? url.pathname + url.search).split(/\?(.*)/s);
  return {
    method: request.method,
    path: plainPath(path),
    query,
    clientAddress: from.clientAddress ?? "unknown",
    encoding: () => null,
    header: (name) => request.headers.get(name),
    gone: () => goneSignal(request.signal),
    read: (limitBytes) => readBody(request, limitBytes),
  };
}

/** The signal of a request with the reason that our own listener gives. */
function goneSignal(signal: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(new RequestAborted("the client left before it was answered"));
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  return gone.signal;
}

/** Reads the body of a web-standard request up to a limit; null when it is larger. */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) return null;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = request.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > limitBytes) {
        letIn(reader);
        return null;
      }
      chunks.push(part.value);
    }
  } catch {
    throw new RequestAborted("the body ended early");
  }
  return Buffer.concat(chunks, length);
}

/**
 * Reads what is left of a refused body and forgets it, for a while. Cancelled at once, Next would leave the connection open
 * but deaf, and the next request on it would wait for ever.
 */
function letIn(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  const timer = setTimeout(() => reader.cancel().catch(() => {}), LINGER_MS);
  const drain = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; ) part = await reader.read();
  };
  drain()
    // Nobody waits for this body any more, so nobody minds how it ends.
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}

/** Pieces as a body that is asked for piece by piece. When nobody asks any more, whoever makes them ends. */
function streamBody(source: AsyncIterable<string | Uint8Array>, close: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = await iterator.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(typeof piece.value === "string" ? encoder.encode(piece.value) : piece.value);
      },
      cancel: async () => {
        close();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The app's answer as a web-standard response. */
export function toResponse(request: Request, answer: ApiResponse): Response {
  const { status, headers, body, pieces, stream } = answer;
  if (stream !== undefined)
    return new Response(
      streamBody(stream, () => stream.close()),
      { status, headers },
    );
  if (pieces !== undefined && request.method === "HEAD") void endPieces(pieces).catch(() => {});
  else if (pieces !== undefined) {
    return new Response(
      streamBody(pieces, () => {}),
      { status, headers },
    );
  }
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}
