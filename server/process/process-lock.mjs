// Plain JavaScript, because the bootstrap uses it under a Node that cannot read TypeScript yet.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

const UNKNOWN = "unknown";
/** A lock file without readable content this long after its creation was left by a process that died in between. */
const HALF_WRITTEN_MS = 2_000;

let bootId;

function currentBoot() {
  if (bootId === undefined) {
    try {
      bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    } catch {
      bootId = "";
    }
  }
  return bootId;
}

function answersSignal(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Returns the start time of a process, which tells it from a later one with the same pid. `null` when no such process
 * lives; a zombie counts as dead, because it holds nothing.
 */
export function processStamp(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The command name, in parentheses, may itself hold spaces and parentheses.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z" || fields[0] === "X") return null;
      return `${currentBoot()}:${fields[19]}`;
    } catch {
      // /proc may hide the processes of other users: then only the signal can tell.
      return answersSignal(pid) ? UNKNOWN : null;
    }
  }
  if (!answersSignal(pid)) return null;
  if (process.platform === "win32") return UNKNOWN;
  const listed = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return listed.status === 0 && listed.stdout.trim() !== "" ? listed.stdout.trim() : UNKNOWN;
}

/** Whether the process that wrote `{pid, stamp}` still lives. */
export function isAlive(holder) {
  const stamp = processStamp(holder.pid);
  if (stamp === null) return false;
  return stamp === UNKNOWN || holder.stamp === UNKNOWN || stamp === holder.stamp;
}

/** Returns the identity of this process for lock files and in-use marks. */
export function ownIdentity() {
  return { pid: process.pid, stamp: processStamp(process.pid) ?? UNKNOWN };
}

function readHolder(path) {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return { text: null, holder: null };
    throw error;
  }
  try {
    const holder = JSON.parse(text);
    if (Number.isInteger(holder?.pid) && typeof holder.stamp === "string") return { text, holder };
  } catch {
    // Half written or damaged: judged by its age below.
  }
  return { text, holder: null };
}

/** The live holder of the lock, or `null`. */
export function lockHolder(path) {
  const { holder } = readHolder(path);
  return holder !== null && isAlive(holder) ? holder : null;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function isYoung(path) {
  try {
    return Date.now() - statSync(path).mtimeMs < HALF_WRITTEN_MS;
  } catch {
    return true;
  }
}

/** Moves a dead holder's file away. Two processes may try at once: whoever moved a fresh lock by mistake puts it back. */
function clearStale(path, staleText) {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  try {
    if (readFileSync(aside, "utf8") !== staleText) linkSync(aside, path);
  } catch {
    // Someone else holds the lock by now; the loser notices below that the file is not its own.
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Takes the lock file, or says who holds it. The holder is known by pid and start time, so a file left by a killed
 * process is taken over, even when its pid belongs to another process by now.
 */
export async function acquireLock(path, info = {}) {
  for (;;) {
    const token = randomBytes(8).toString("hex");
    const base = { ...ownIdentity(), token, since: new Date().toISOString() };
    let text = JSON.stringify({ ...base, ...info });
    let tookOver = false;
    for (;;) {
      try {
        writeFileSync(path, text, { flag: "wx", mode: 0o644 });
        break;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      const found = readHolder(path);
      if (found.text === null) continue;
      if (found.holder !== null && isAlive(found.holder)) return { acquired: false, holder: found.holder };
      if (found.holder === null && isYoung(path)) {
        await pause(50);
        continue;
      }
      clearStale(path, found.text);
      tookOver = true;
    }
    if (tookOver) {
      await pause(50);
      if (readHolder(path).text !== text) continue;
    }
    const isOurs = () => readHolder(path).holder?.token === token;
    return {
      acquired: true,
      update(more) {
        if (!isOurs()) return;
        text = JSON.stringify({ ...base, ...info, ...more });
        const next = `${path}.${token}`;
        writeFileSync(next, text, { mode: 0o644 });
        renameSync(next, path);
      },
      release() {
        if (isOurs()) rmSync(path, { force: true });
      },
    };
  }
}

/**
 * Acquires the lock as `acquireLock` does, but waits for the holder to finish or die. `onWait` is called once, with the
 * holder.
 */
export async function waitForLock(path, onWait, signal) {
  let told = false;
  for (;;) {
    signal?.throwIfAborted();
    const lock = await acquireLock(path);
    if (lock.acquired) return lock;
    if (!told) {
      told = true;
      onWait?.(lock.holder);
    }
    await pause(200);
  }
}
