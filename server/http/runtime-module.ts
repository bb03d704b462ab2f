import { readFile } from "node:fs/promises";
import { contentTag, matchesNone } from "./conditions.ts";
import type { ApiResponse } from "./exchange.ts";

/** Path of the dialogue runtime: a module that a game imports. Code without any data, so that it needs no key. */
export const RUNTIME_PATH = "/runtime.js";

/** The module as `scripts/build-runtime.ts` writes it, kept with the sources so that a running server needs no bundler. */
const FILE = new URL("../../packages/runtime/runtime.js", import.meta.url);

async function load(): Promise<{ text: string; etag: string }> {
  const text = await readFile(FILE, "utf8");
  return { text, etag: contentTag(text) };
}

/** The runtime as one module, read when somebody first asks for it. */
export class RuntimeModule {
  #loaded: Promise<{ text: string; etag: string }> | null = null;

  /** Answers a request for the module, of any page of any site. */
  async answer(ifNoneMatch: string | null): Promise<ApiResponse> {
    this.#loaded ??= load();
    const { text, etag } = await this.#loaded.catch((error: unknown) => {
      this.#loaded = null;
      throw error;
    });
    const headers = { "content-type": "text/javascript; charset=utf-8", etag, "cache-control": "public, no-cache" };
    if (matchesNone(ifNoneMatch, etag)) return { status: 304, headers, body: null };
    return { status: 200, headers, body: text };
  }
}
