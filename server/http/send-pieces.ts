import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Encoding } from "../operation/encoding.ts";
import { encoder } from "./compress.ts";

/** A reader that takes nothing for this long is cut off. */
const STALL_MS = 30_000;

/**
 * Sends a body piece by piece, no faster than it is taken: the next piece is made when the one before has gone. A body that
 * fails on its way ends with its connection, so that nobody takes a part for the whole.
 */
export async function sendPieces(
  outgoing: ServerResponse,
  head: { status: number; headers: Record<string, string> },
  pieces: AsyncIterable<string | Uint8Array>,
  encoding: Encoding | null,
): Promise<void> {
  outgoing.setTimeout(STALL_MS, () => outgoing.destroy());
  outgoing.writeHead(head.status, { ...head.headers, ...(encoding !== null && { "content-encoding": encoding }) });
  const source = Readable.from(pieces);
  const sent = encoding === null ? pipeline(source, outgoing) : pipeline(source, encoder(encoding), outgoing);
  // The client went away, or a piece could not be made: the connection is closed by now, and whoever made it has said so.
  await sent.catch(() => {});
}
