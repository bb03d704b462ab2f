import type { ServerResponse } from "node:http";
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
    if (outgoing.write(piece)) continue;
    const isTaken = await taken(outgoing, gone.signal, stream.over);
    if (gone.signal.aborted) return;
    if (!isTaken) break;
  }
  outgoing.end();
  // Whoever does not even take the end of it does not keep the connection.
  const cut = setTimeout(() => outgoing.destroy(), LINGER_MS);
  outgoing.once("finish", () => clearTimeout(cut));
  outgoing.once("close", () => clearTimeout(cut));
}

/** Whether what was written is taken in time; what is over is not waited for. */
async function taken(outgoing: ServerResponse, gone: AbortSignal, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => {
      clearTimeout(patience);
      outgoing.off("drain", onDrain);
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
    outgoing.once("drain", onDrain);
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
