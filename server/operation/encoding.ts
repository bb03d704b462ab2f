import { type BrotliOptions, brotliCompressSync, constants, gzipSync, type ZlibOptions } from "node:zlib";

/** Compression of a body, as HTTP names it. */
export type Encoding = "br" | "gzip";

/**
 * Settings for bodies that are long as a rule, whose end waits for their compression. Of a bible of 3.1 MiB gzip makes 248 KiB in 7 ms, and
 * with level 6 242 in 19; Brotli 222 in 10, and with quality 4 219 in 12.
 */
export const QUICK_GZIP: ZlibOptions = { level: 3 };
export const QUICK_BROTLI: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // A window of 1 MiB instead of 4: so many may be on their way at once.
    [constants.BROTLI_PARAM_LGWIN]: 20,
  },
};

/** Compresses a whole body at once: some milliseconds for each MiB, so in a thread alone. */
export function compressed(encoding: Encoding, body: Uint8Array): Uint8Array {
  return encoding === "gzip" ? gzipSync(body, QUICK_GZIP) : brotliCompressSync(body, QUICK_BROTLI);
}
