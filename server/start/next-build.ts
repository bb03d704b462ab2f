import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../files-below.ts";
import { StartProblem } from "../kernel/start-problem.ts";
import { isAlive, ownIdentity, type ProcessIdentity, waitForLock } from "../process/process-lock.mjs";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const BUILDS = join(ROOT, ".builds");
/** Changed when builds made before must not be used any more, whatever the files say. */
const FORMAT = "2";

/** Folders that feed a build. Tests and migrations in them do not. */
const FOLDERS = ["app", "components", "docs/errors", "domain", "drizzle", "public", "server"];
const FILES = [
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
  "tsconfig.json",
];
const BESIDE = /\.test\.tsx?$|^drizzle\/migrations\//;

/** Number of builds that are kept, used or not: going back a step needs no build. */
const KEPT_BUILDS = 3;
/** The first errors explain the others. */
const LINES_SHOWN = 60;

/** A file's path inside the project, the same on every system. */
const inProject = (path: string): string => relative(ROOT, path).split(sep).join("/");

/** The name of the build that these sources make. */
export function buildName(): string {
  const files = FOLDERS.flatMap((folder) => filesBelow(join(ROOT, folder)).map(inProject)).filter(
    (file) => !BESIDE.test(file),
  );
  const hash = createHash("sha256").update(FORMAT);
  for (const file of [...files, ...FILES].sort()) {
    const path = join(ROOT, file);
    if (existsSync(path)) hash.update(`\0${file}\0`).update(readFileSync(path));
  }
  const { imports, dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  hash.update(JSON.stringify([imports, dependencies]));
  return hash.digest("hex").slice(0, 16);
}

function isComplete(name: string): boolean {
  return existsSync(join(BUILDS, name, "BUILD_ID"));
}

/** Marks the build as used by this process, and as wanted lately. */
function markUse(name: string): void {
  const users = join(BUILDS, name, "users");
  try {
    mkdirSync(users, { recursive: true });
    writeFileSync(join(users, `${process.pid}.json`), JSON.stringify(ownIdentity()));
    const now = new Date();
    utimesSync(join(BUILDS, name), now, now);
  } catch {
    // Someone else's build, which we may only read: its owner does not prune what is new.
  }
}

function isUsed(name: string): boolean {
  const users = join(BUILDS, name, "users");
  if (!existsSync(users)) return false;
  return readdirSync(users).some((file) => {
    try {
      return isAlive(JSON.parse(readFileSync(join(users, file), "utf8")) as ProcessIdentity);
    } catch {
      return false;
    }
  });
}

/** Removes builds that nobody uses, but for the newest. */
function prune(made: string): void {
  const builds = readdirSync(BUILDS)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => ({ name, usedAt: name === made ? Number.POSITIVE_INFINITY : statSync(join(BUILDS, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { name } of builds.slice(KEPT_BUILDS)) {
    if (!isUsed(name)) rmSync(join(BUILDS, name), { recursive: true, force: true });
  }
}

/** The build sees none of our settings: what it makes must not depend on where it runs. */
function buildEnvironment(dist: string): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(
    ([name]) => !/^(FABULA_|DATABASE_|NEXTAUTH_|PORT$|HOST$)/.test(name),
  );
  return {
    ...Object.fromEntries(plain),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NO_COLOR: "1",
    FABULA_NEXT_DIST: dist,
  };
}

function runBuild(dist: string, signal: AbortSignal | undefined): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const next = join(ROOT, "node_modules", "next", "dist", "bin", "next");
    const child = spawn(process.execPath, [next, "build"], {
      cwd: ROOT,
      env: buildEnvironment(dist),
      stdio: ["ignore", "pipe", "pipe"],
      ...(signal === undefined ? {} : { signal }),
    });
    let output = "";
    const keep = (chunk: Buffer) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

export interface BuildOptions {
  /** Told when a build begins or is waited for, because that takes a while. */
  readonly say?: (sentence: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Makes sure that the pages are built from the sources as they are. Builds live in folders named by their sources'
 * content and appear whole, so a running start keeps the one it began with.
 *
 * @returns the build's folder, relative to the project, for FABULA_NEXT_DIST.
 */
export async function ensureBuild({ say = () => {}, signal }: BuildOptions = {}): Promise<string> {
  let name = buildName();
  if (!isComplete(name)) {
    prepareFolder();
    const lock = await waitForLock(
      join(BUILDS, "build.lock"),
      () => say("waiting for another process that is building…"),
      signal,
    );
    try {
      name = buildName();
      if (!isComplete(name)) {
        say("building them from their sources…");
        name = await build(signal);
      }
    } finally {
      lock.release();
    }
  }
  markUse(name);
  return `.builds/${name}`;
}

function prepareFolder(): void {
  try {
    mkdirSync(BUILDS, { recursive: true });
    accessSync(BUILDS, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      `The pages must be built, and ${BUILDS} cannot be written (${code}): run "npm run build" as a user who may write there.`,
    );
  }
}

/** Builds, again when the sources changed in the meantime: a build must be what its name says. */
async function build(signal: AbortSignal | undefined): Promise<string> {
  for (;;) {
    const name = buildName();
    // One builder at a time, so the draft's name can be the same always; what a killed build left is removed.
    const draft = join(BUILDS, "draft");
    rmSync(draft, { recursive: true, force: true });
    const { code, output } = await runBuild(".builds/draft", signal);
    if (code !== 0) {
      const shown = output.trim().split("\n").slice(0, LINES_SHOWN).join("\n");
      throw new StartProblem(`The pages could not be built, because of a mistake in the sources:\n${shown}`);
    }
    if (buildName() !== name) continue;
    rmSync(join(BUILDS, name), { recursive: true, force: true });
    renameSync(draft, join(BUILDS, name));
    prune(name);
    return name;
  }
}
