import { join } from "node:path";
import type { InlineConfig } from "vite";
import { contentTag, matchesNone } from "./conditions.ts";
import type { ApiResponse } from "./exchange.ts";

/** Path of the dialogue runtime: a module that a game imports. Code without any data, so that it needs no key. */
export const RUNTIME_PATH = "/runtime.js";

const SOURCE = "packages/runtime/src/index.ts";

/** Returns the bundler's settings for the runtime module; `root` is the project's folder. */
export function runtimeBundle(root: string): InlineConfig & { build: NonNullable<InlineConfig["build"]> } {
  return {
    configFile: false,
    root,
    logLevel: "error",
    build: {
      target: "es2022",
      minify: true,
      lib: { entry: join(root, SOURCE), formats: ["es"], fileName: () => "index.js" },
    },
  };
}

async function load(): Promise<{ text: string; etag: string }> {
  const { build } = await import(/* turbopackIgnore: true */ "vite");
  const config = runtimeBundle(/* turbopackIgnore: true */ process.cwd());
  const built = await build({ ...config, build: { ...config.build, write: false } });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((each) => ("output" in each ? each.output : []));
  const text = chunks.map((chunk) => ("code" in chunk ? chunk.code : "")).join("");
  return { text, etag: contentTag(text) };
}

/** The runtime as one module, bundled when somebody first asks for it, which takes a fifth of a second. */
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
