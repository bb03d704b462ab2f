import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { type ByteStream, LINGER_MS } from "./exchange.ts";

/** A reader that takes nothing for this long is cut off; it comes back and goes on where it stopped. */
const STALL_MS = 30_000;

/** Sends bytes as they come, no faster than they are taken. Ends with the stream, or with the connection. */
export async function sendStream(
  outgoing: ServerResponse,
  head: { status: number; headers: Record<string, string> },
  stream: ByteStream,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    gone.abort();
    stream.close();
  });
  if (outgoing.destroyed) {
    stream.close();
    return;
  }
  outgoing.writeHead(head.status, head.headers);
  outgoing.flushHeaders();
  for await (const piece of stream) {
    if (gone.signal.aborted) return;
    const full = write(outgoing, piece);
    if (full === null) continue;
    const isTaken = await taken(full, gone.signal, stream.over);
    if (gone.signal.aborted) return;
    if (!isTaken) break;
  }
  outgoing.end();
  // Whoever does not even take the end of it does not keep the connection.
  const cut = setTimeout(() => outgoing.destroy(), LINGER_MS);
  outgoing.once("finish", () => clearTimeout(cut));
  outgoing.once("close", () => clearTimeout(cut));
}

/** Pieces as chunks of a body, while the pieces live: they serve every response that is given the piece. */
const chunks = new WeakMap<Uint8Array, Buffer>();

/**
 * Writes a piece, and returns what is full then; null while more may be written. A response would hand its connection four
 * parts of a chunk each time, which is most of what an event costs at a thousand subscribers; here it is one buffer.
 */
function write(outgoing: ServerResponse, piece: Uint8Array): Writable | null {
  const { socket } = outgoing;
  // A response behind another one has no connection yet, and an old client gets no chunks.
  if (socket === null || !outgoing.chunkedEncoding) return outgoing.write(piece) ? null : outgoing;
  let chunk = chunks.get(piece);
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
    chunks.set(piece, chunk);
  }
  return socket.write(chunk) ? null : socket;
}

/** Whether what was written is taken in time; what is over is not waited for. */
async function taken(full: Writable, gone: AbortSignal, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => {
      clearTimeout(patience);
      full.off("drain", onDrain);
      gone.removeEventListener("abort", onEnd);
      over.removeEventListener("abort", onOver);
      resolve(isTaken);
    };
    const onDrain = () => settle(true);
    const onEnd = () => settle(false);
    // Its last message may still be taken.
    const onOver = () => {
      clearTimeout(patience);
      patience = setTimeout(onEnd, LINGER_MS);
    };
    let patience = setTimeout(onEnd, STALL_MS);
    full.once("drain", onDrain);
    gone.addEventListener("abort", onEnd, { once: true });
    if (over.aborted) onOver();
    else over.addEventListener("abort", onOver, { once: true });
  });
}

/** A web-standard body as such a stream. */
export function byteStream(body: ReadableStream<Uint8Array>): ByteStream {
  const reader = body.getReader();
  const over = new AbortController();
  const close = () => {
    if (over.signal.aborted) return;
    over.abort();
    // A body that has ended, or failed, has nothing to cancel.
    reader.cancel().catch(() => {});
  };
  return {
    close,
    over: over.signal,
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const part = await reader.read();
        return part.done ? { done: true as const, value: undefined } : { done: false as const, value: part.value };
      },
      return: async () => {
        close();
        return { done: true as const, value: undefined };
      },
    }),
  };
}
