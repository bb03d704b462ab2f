import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Fabula } from "./context.ts";
import { StartProblem } from "./kernel/start-problem.ts";

const PLACE = Symbol.for("fabula");

interface Shared {
  [PLACE]?: Fabula | Promise<Fabula>;
}

/** Makes this the one instance of the process. */
export function shareInstance(fabula: Fabula): void {
  (globalThis as Shared)[PLACE] = fabula;
}

/** Takes the instance back, when it closes. */
export function withdrawInstance(fabula: Fabula): void {
  const shared = globalThis as Shared;
  if (shared[PLACE] === fabula) delete shared[PLACE];
}

/**
 * Composes the instance of a Next server that runs without our listener. Node loads the composition from the project's
 * folder, which Next is started in: bundled, the whole server would be compiled twice, for two of three processor seconds
 * of a build.
 */
async function composeAlone(): Promise<Fabula> {
  const { href } = pathToFileURL(join(/* turbopackIgnore: true */ process.cwd(), "server", "context.ts"));
  const { composeFromEnvironment }: typeof import("./context.ts") = await import(/* turbopackIgnore: true */ href);
  return composeFromEnvironment();
}

/**
 * The one instance of the process. Next's bundle has its own copy of every module, so modules cannot hold it: one pool, one
 * cache and one queue live on `globalThis`. When Next runs without our listener, the first use makes it.
 */
export async function instance(): Promise<Fabula> {
  const shared = globalThis as Shared;
  shared[PLACE] ??= composeAlone().catch((error: unknown) => {
    // What a person must put right stays refused; a database that is away for a moment is asked again.
    if (!(error instanceof StartProblem)) delete shared[PLACE];
    throw error;
  });
  return shared[PLACE];
}
