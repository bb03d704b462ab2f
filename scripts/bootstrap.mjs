// Every npm script starts here: `node scripts/bootstrap.mjs <file> [arguments]`.
// It runs on Node 20 with nothing installed: installs the packages when the lockfile asks for it, then hands over
// to Node 24, which reads the project's TypeScript as it is.
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
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Ends with one sentence for the reader, without a stack. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const stampFile = join(root, "node_modules", ".fabula-install");

function wantedStamp() {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  return `${hash} ${process.platform}-${process.arch}\n`;
}

/** Whether a plain `npm ci` put exactly this lockfile in place; npm leaves its own account of what it installed. */
function installedByHand() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
    const present = JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
    for (const [path, entry] of Object.entries(wanted)) {
      if (path === "") continue;
      const found = present[path];
      if (found === undefined ? entry.optional !== true : found.version !== entry.version) return false;
    }
    return Object.keys(present).every((path) => wanted[path] !== undefined);
  } catch {
    return false;
  }
}

function isInstalled() {
  try {
    return readFileSync(stampFile, "utf8") === wantedStamp();
  } catch {
    return false;
  }
}

function run(command, args, options) {
  return new Promise((done, refuse) => {
    const child = spawn(command, args, options);
    child.on("error", refuse);
    child.on("exit", (code, signal) => done({ code, signal }));
  });
}

async function install() {
  if (isInstalled()) return;
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
    if (isInstalled()) return;
    if (!installedByHand()) {
      console.log("Installing the packages (about half a minute)…");
      const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
      const npm = process.env.npm_execpath;
      const byFile = npm !== undefined && /\.c?js$/.test(npm);
      const result = byFile
        ? await run(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
        : await run("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
      if (result.code !== 0) fail("Installing the packages failed; npm's own message above says why.");
    }
    try {
      writeFileSync(stampFile, wantedStamp());
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
  const child = spawn(node, [resolve(root, file), ...args], {
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
const [file, ...args] = process.argv.slice(2);
if (file === undefined) fail("Usage: node scripts/bootstrap.mjs <file> [arguments]");
await install();
handOver(file, args);
