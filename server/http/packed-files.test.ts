import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPackedFiles, type PackedFiles } from "./packed-files.ts";

const SCRIPT = "export const sentence = 'the tide comes in';\n".repeat(200);
let folder: string;
let packed: PackedFiles;
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "fabula-packed-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks", "a1.js"), SCRIPT);
  writeFileSync(join(folder, "chunks", "font.woff2"), "font");
  packed = openPackedFiles(folder);
  server = createServer((incoming, outgoing) => {
    if (!packed.answer(incoming.url ?? "", incoming, outgoing)) outgoing.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function ask(path: string, acceptEncoding: string | undefined, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const headers = acceptEncoding === undefined ? {} : { "accept-encoding": acceptEncoding };
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request({ port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
        );
      })
        .on("error", reject)
        .end();
    },
  );
}

describe("packed files", () => {
  it("are answered as soon as they are packed, and found again by the next process", async () => {
    expect((await ask("/_next/static/chunks/a1.js", "br")).status).toBe(418);
    const stopped = AbortSignal.abort();
    await packed.pack(stopped);
    expect(readdirSync(join(folder, "chunks"))).toEqual(["a1.js", "font.woff2"]);
    await packed.pack(new AbortController().signal);
    expect(readdirSync(join(folder, "chunks"))).toEqual(["a1.js", "a1.js.br", "font.woff2"]);
    expect((await ask("/_next/static/chunks/a1.js", "br")).status).toBe(200);
    packed = openPackedFiles(folder);
    expect((await ask("/_next/static/chunks/a1.js", "br")).status).toBe(200);
  });

  it("are sent to whoever can read them, for good", async () => {
    await packed.pack(new AbortController().signal);
    const { status, headers, body } = await ask("/_next/static/chunks/a1.js", "gzip, deflate, br, zstd");
    expect([status, headers["content-encoding"], headers["content-type"]]).toEqual([
      200,
      "br",
      "application/javascript; charset=UTF-8",
    ]);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "content-length": String(body.length),
    });
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
    const head = await ask("/_next/static/chunks/a1.js", "br", "HEAD");
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, String(body.length), 0]);
  });

  it("are nobody else's business", async () => {
    await packed.pack(new AbortController().signal);
    for (const [path, encoding, method] of [
      ["/_next/static/chunks/a1.js", "gzip"],
      ["/_next/static/chunks/a1.js", "br;q=0, gzip"],
      ["/_next/static/chunks/a1.js", undefined],
      ["/_next/static/chunks/a1.js", "br", "POST"],
      ["/_next/static/chunks/a1.js.br", "br"],
      ["/_next/static/chunks/font.woff2", "br"],
      ["/_next/static/../static/chunks/a1.js", "br"],
      ["/_next/static/chunks/b2.js", "br"],
    ] as const) {
      expect([path, encoding, (await ask(path, encoding, method)).status]).toEqual([path, encoding, 418]);
    }
  });
});
