import type { ReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ByteRange, type ObjectStore, ObjectStoreFailure } from "./port.ts";

/** Objects as files of a folder. Processes that share it are on one machine, or on a file system that keeps renames whole. */
export class FolderObjects implements ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    await attempt("write", async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // An object is whole wherever its own name is there: the draft is renamed when its bytes are on the disk.
      await synced(draftOf(path), "w", (file) => file.writeFile(bytes));
      await rename(draftOf(path), path);
      await synced(dirname(path), "r", async () => {});
    });
  }

  async open(key: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | null> {
    const file = await attempt("read", () => open(this.#pathOf(key), "r").catch(missing));
    return file === null ? null : bytesOf(file.createReadStream({ start: range.start, end: range.end }));
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await attempt("remove", () => Promise.all([path, draftOf(path)].map((each) => rm(each, { force: true }))));
  }

  #pathOf(key: string): string {
    if (!/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new Error("a key of an object leaves its folder");
    return join(this.#folder, key);
  }
}

const draftOf = (path: string) => `${path}.partial`;

/** Chunks of a stream, which is closed also when nobody asked for the first of them. */
function bytesOf(stream: ReadStream): AsyncIterableIterator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => attempt("read", () => chunks.next()),
    return: async () => {
      stream.destroy();
      return { done: true, value: undefined };
    },
  };
}

/** Opens a file or a folder, and closes it when what was done to it would survive a power cut. */
async function synced(
  path: string,
  flags: string,
  work: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function attempt<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(what, error);
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

function failure(what: string, error: unknown): ObjectStoreFailure {
  const { code = "unknown" } = error as NodeJS.ErrnoException;
  return new ObjectStoreFailure(`The folder of files could not ${what} an object (${code}).`, { cause: error });
}
