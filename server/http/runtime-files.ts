import { readdir, readFile } from "node:fs/promises";
import type { ApiResponse } from "./exchange.ts";
import { answerText, type ServedText, servedText } from "./served-text.ts";

interface RuntimeFile {
  readonly contentType: string;
  /** Operation id in the OpenAPI description. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Reads the text. */
  readonly read: () => Promise<string>;
}

const source = (path: string) => new URL(`../../${path}`, import.meta.url);
const VECTORS = "docs/runtime/vectors/";

/**
 * Files that a game needs to play dialogues: code and examples without data of a tenant, so that they need no key. They are kept with
 * the sources as `scripts/build-runtime.ts` and `scripts/record-vectors.ts` write them, so that a running server needs no bundler.
 */
export const RUNTIME_FILES: Readonly<Record<`/${string}`, RuntimeFile>> = {
  "/runtime.js": {
    contentType: "text/javascript; charset=utf-8",
    operationId: "runtime",
    summary: "The runtime of dialogues",
    description:
      "One ES module without imports that plays dialogues in games; see its [reference](/docs/runtime) and the guide on [playing](/docs/guides/playing). Needs no key, and can be imported by any page.",
    read: () => readFile(source("packages/runtime/runtime.js"), "utf8"),
  },
  "/runtime.d.ts": {
    contentType: "text/plain; charset=utf-8",
    operationId: "runtimeTypes",
    summary: "Types of the runtime",
    description:
      "TypeScript declarations of `/runtime.js` in one file without imports. Saved beside it, they are found by its name. Needs no key.",
    read: () => readFile(source("packages/runtime/runtime.d.ts"), "utf8"),
  },
  "/offline.js": {
    contentType: "text/javascript; charset=utf-8",
    operationId: "offlineRuntime",
    summary: "The runtime of games without a network",
    description:
      "One ES module without imports, beside `/runtime.js`: who knows what in a playthrough, quests, saves as files of a game, and what a player did until it is [sent](/docs/guides/offline). Needs no key, and can be imported by any page.",
    read: () => readFile(source("packages/runtime/offline.js"), "utf8"),
  },
  "/offline.d.ts": {
    contentType: "text/plain; charset=utf-8",
    operationId: "offlineRuntimeTypes",
    summary: "Types of the runtime of games without a network",
    description:
      "TypeScript declarations of `/offline.js` in one file without imports. Saved beside it, they are found by its name. Needs no key.",
    read: () => readFile(source("packages/runtime/offline.d.ts"), "utf8"),
  },
  "/runtime-vectors.json": {
    contentType: "application/json; charset=utf-8",
    operationId: "runtimeVectors",
    summary: "Test vectors of the runtime",
    description:
      "A list of stories, each with the actions of a player and the expected result of each action, for runtimes in other languages. [Vector](/docs/runtime#vector) is the form of an entry. Needs no key.",
    read: readVectors,
  },
  "/knowledge-vectors.json": {
    contentType: "application/json; charset=utf-8",
    operationId: "knowledgeVectors",
    summary: "Test vectors of knowledge",
    description:
      "A list of what story files carry, each with the state of a playthrough and who knows what in it, for runtimes in other languages. [KnowledgeVector](/docs/runtime/offline#knowledgevector) is the form of an entry. Needs no key.",
    read: () => readFile(source("docs/runtime/knowledge-vectors.json"), "utf8"),
  },
};

/** All vectors as one list, a vector a line. */
async function readVectors(): Promise<string> {
  const names = (await readdir(source(VECTORS))).filter((name) => name.endsWith(".json")).toSorted();
  const lists = await Promise.all(names.map((name) => readFile(source(VECTORS + name), "utf8")));
  return `[\n${lists.map((list) => list.trim().slice(1, -1).trim()).join(",\n")}\n]\n`;
}

/** Files of the runtime, each read when somebody first asks for it. */
export class RuntimeFiles {
  readonly #loaded = new Map<string, Promise<ServedText>>();

  /** Answers a request for a file, of any page of any site. */
  async answer(path: keyof typeof RUNTIME_FILES, ifNoneMatch: string | null): Promise<ApiResponse> {
    const file = RUNTIME_FILES[path];
    if (file === undefined) throw new Error(`${path} is no file of the runtime`);
    const loading = this.#loaded.get(path) ?? file.read().then((text) => servedText(file.contentType, text));
    this.#loaded.set(path, loading);
    const served = await loading.catch((error: unknown) => {
      this.#loaded.delete(path);
      throw error;
    });
    return answerText(served, ifNoneMatch);
  }
}
