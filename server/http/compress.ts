import { promisify } from "node:util";
import {
  type BrotliCompress,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzip,
} from "node:zlib";
import { type Encoding, QUICK_BROTLI, QUICK_GZIP } from "../operation/encoding.ts";

/** Smallest body that is compressed, in bytes: one packet travels as fast as it is. */
const LEAST_BYTES = 1400;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** The encoding to use for a body, or null: too small, or not wanted by the client. */
export function chooseEncoding(acceptEncoding: string | undefined, bytes: number): Encoding | null {
  if (acceptEncoding === undefined || bytes < LEAST_BYTES) return null;
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(",")
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => (part.split(";")[0] ?? "").trim()),
  );
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : null;
}

/** Compresses in the thread pool, so that other requests are answered meanwhile. */
export function compress(encoding: Encoding, body: string): Promise<Buffer> {
  if (encoding === "gzip") return compressGzip(body, { level: 6 });
  // Quality 4 takes less time than gzip's 6 and gives smaller JSON.
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  });
}

/** Compresses what is written to it, for bodies whose length nobody knows yet. */
export function encoder(encoding: Encoding): Gzip | BrotliCompress {
  return encoding === "gzip" ? createGzip(QUICK_GZIP) : createBrotliCompress(QUICK_BROTLI);
}
