// Every npm script starts here: `node scripts/bootstrap.mjs [--omit=dev] <file> [arguments]`.
// It runs on Node 20 with nothing installed: installs the packages when the lockfile asks for it, then hands over
// to Node 24, which reads the project's TypeScript as it is. With `--omit=dev` a fresh checkout gets the packages of a
// start alone; the first script without it adds those of development.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { waitForLock } from "../server/process/process-lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED_MAJOR = 24;
/** npm, when it started us, is watched this often. */
const PARENT_CHECK_MS = 100;
/** Interval of the lines about an installation that goes on. */
const TELL_MS = 10_000;
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Ends with one sentence for the reader, without a stack. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const stampFile = join(root, "node_modules", ".fabula-install");

/** Sets of packages that scripts need; `all` holds `start`. */
const SETS = ["start", "all"];

/** Returns the line that names the lockfile, the system and the set of packages of an installation. */
function stampOf(set) {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  return `${hash} ${process.platform}-${process.arch} ${set}\n`;
}

/** Returns the installed set of packages by the stamp; null without one, or when it is of another lockfile. */
function stampedSet() {
  try {
    const stamp = readFileSync(stampFile, "utf8");
    return SETS.find((set) => stampOf(set) === stamp) ?? null;
  } catch {
    return null;
  }
}

/** Returns the installed set of packages by the list that npm itself keeps, whoever called it; null when neither is complete. */
function placedSet() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
    const present = JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
    if (!Object.keys(present).every((path) => wanted[path] !== undefined)) return null;
    const isPlaced = ([path, { version, optional }]) =>
      path === "" || (present[path] === undefined ? optional === true : present[path].version === version);
    const entries = Object.entries(wanted);
    if (entries.every(isPlaced)) return "all";
    return entries.filter(([, { dev }]) => dev !== true).every(isPlaced) ? "start" : null;
  } catch {
    return null;
  }
}

/** Whether the one set has every package of the other. */
const holds = (set, needed) => set !== null && (set === needed || set === "all");

function run(command, args, options) {
  return new Promise((done, refuse) => {
    const child = spawn(command, args, options);
    child.on("error", refuse);
    child.on("exit", (code, signal) => done({ code, signal }));
  });
}

/**
 * Runs npm with the arguments, and prints every ten seconds how long it has taken. A failure ends the process.
 */
async function runNpm(args, about) {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1_000);
  console.log(`  packages     ${about}…`);
  const telling = setInterval(() => console.log(`  packages     ${seconds()} s so far`), TELL_MS);
  const npm = process.env.npm_execpath;
  const byFile = npm !== undefined && /\.c?js$/.test(npm);
  const all = [...args, "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = byFile
    ? await run(process.execPath, [npm, ...all], { cwd: root, stdio: "inherit" })
    : await run("npm", all, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  clearInterval(telling);
  if (result.code !== 0) fail("Installing the packages failed; npm's own message above says why.");
  console.log(`  packages     installed (${seconds()} s)`);
}

/** Installs the set of packages unless it is there. Packages are only added where that is enough, so that a running start keeps its files. */
async function install(needed) {
  if (holds(stampedSet(), needed)) return;
  const lockFolder = join(root, ".tmp");
  let lock;
  try {
    mkdirSync(lockFolder, { recursive: true });
    lock = await waitForLock(join(lockFolder, "install.lock"), (holder) =>
      console.log(`Waiting for process ${holder.pid}, which is installing the packages…`),
    );
  } catch (error) {
    fail(
      `The packages are not installed and ${root} cannot be written (${error.code}): ` +
        "run this as a user who may write there, or run npm ci there first.",
    );
  }
  try {
    if (holds(stampedSet(), needed)) return;
    let placed = placedSet();
    if (!holds(placed, needed)) {
      // `npm ci` begins with removing what is there; `npm install` only adds, and by the lockfile, which it leaves alone.
      if (placed === "start") await runNpm(["install", "--no-save", "--include=dev"], "adding those of development");
      else if (needed === "start") await runNpm(["ci", "--omit=dev"], "installing what a start needs");
      else await runNpm(["ci", "--include=dev"], "installing all");
      placed = needed;
    }
    try {
      writeFileSync(stampFile, stampOf(placed));
    } catch {
      // A node_modules that may only be read: it is compared again at the next start.
    }
  } finally {
    lock.release();
  }
}

function modernNode() {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) return process.execPath;
  const platform = process.platform === "win32" ? "win" : process.platform;
  const file = process.platform === "win32" ? "node.exe" : "node";
  const packaged = join(root, "node_modules", `node-${platform}-${process.arch}`, "bin", file);
  if (!existsSync(packaged)) {
    fail(
      `Fabula needs Node ${NEEDED_MAJOR}, and this is Node ${process.versions.node} on ${process.platform} ` +
        `(${process.arch}), for which no Node comes with the packages: install Node ${NEEDED_MAJOR} or newer.`,
    );
  }
  return packaged;
}

/** A process's parent and name; null where they cannot be had. */
function lineage(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    return { name: stat.slice(stat.indexOf("(") + 1, end), parent: Number(stat.slice(end + 2).split(" ")[1]) };
  } catch {
    return null;
  }
}

/**
 * Calls back when the npm that started us is gone: a server must not outlive a killed `npm start`. Some shells stay
 * between npm and us, and take a signal for themselves without passing it on.
 */
function onNpmGone(gone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const parent = process.ppid;
  const shell = lineage(parent);
  const above = shell !== null && /^(ba|da|a|k|z)?sh$|^busybox$/.test(shell.name) ? shell.parent : null;
  const watch = setInterval(() => {
    if (process.ppid === parent && (above === null || lineage(parent)?.parent === above)) return;
    clearInterval(watch);
    gone();
  }, PARENT_CHECK_MS);
  watch.unref();
}

/** Starts the file under Node 24, passes signals on, and ends as it ends. */
function handOver(file, args) {
  const node = modernNode();
  const preload = file.startsWith("server/") ? ["--import", new URL("preload.mjs", import.meta.url).href] : [];
  // Tools of others, such as the bundler of the tests, use `__proto__`; nothing that a start loads does.
  const guard = file.startsWith("node_modules/") ? [] : ["--disable-proto=delete"];
  const child = spawn(node, [...guard, ...preload, resolve(root, file), ...args], {
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
      FABULA_BOOTSTRAP_PID: String(process.pid),
    },
  });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));

  onNpmGone(() => child.kill("SIGTERM"));
  child.on("error", (error) => fail(`Node ${NEEDED_MAJOR} could not be started (${error.code}): ${node}`));
  child.on("exit", (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0));
  });
}

if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Fabula needs Node 20 or newer to start, and this is Node ${process.versions.node}: install Node 24.`);
}
const words = process.argv.slice(2);
const omitsDev = words[0] === "--omit=dev";
const [file, ...args] = omitsDev ? words.slice(1) : words;
if (file === undefined) fail("Usage: node scripts/bootstrap.mjs [--omit=dev] <file> [arguments]");
await install(omitsDev ? "start" : "all");
handOver(file, args);
