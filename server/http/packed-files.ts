import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { filesBelow } from "../files-below.ts";
import { chooseEncoding } from "./compress.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
const PACKED = ".br";
const ADDRESS = "/_next/static/";

/**
 * Puts a compressed copy beside every script and stylesheet of a build. Done once, it may take the time that the best quality
 * needs: three seconds for 2.7 MB, and 12 % fewer bytes than gzip as it is answered on the way.
 */
export function packFiles(folder: string): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const path of filesBelow(folder)) {
    if (extname(path) in TYPES) writeFileSync(path + PACKED, brotliCompressSync(readFileSync(path), { params }));
  }
}

/** Answers a request for a packed file; false when it is for something else, or from someone who cannot read those. */
export type PackedFiles = (path: string, incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Holds the packed files of a build's folder `static`, half a megabyte, as they are sent. */
export function openPackedFiles(folder: string): PackedFiles {
  const files = new Map(
    filesBelow(folder)
      .filter((path) => path.endsWith(PACKED))
      .map((path) => {
        const plain = path.slice(0, -PACKED.length);
        const address =
          ADDRESS +
          plain
            .slice(folder.length + 1)
            .split(sep)
            .join("/");
        return [address, { type: TYPES[extname(plain)] ?? "", body: readFileSync(path) }] as const;
      }),
  );
  return (path, { method, headers }, outgoing) => {
    if (method !== "GET" && method !== "HEAD") return false;
    const file = files.get(path);
    if (file === undefined || chooseEncoding(headers["accept-encoding"], Number.POSITIVE_INFINITY) !== "br")
      return false;
    outgoing.writeHead(200, {
      "content-type": file.type,
      "content-encoding": "br",
      "content-length": file.body.length,
      // Names hold a hash of the content.
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
    });
    outgoing.end(method === "HEAD" ? undefined : file.body);
    return true;
  };
}
