import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireLock, isAlive, lockHolder, ownIdentity, processStamp, waitForLock } from "./process-lock.mjs";
import { takeDataFolder } from "./run-lock.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fabula-lock-"));
  path = join(folder, "run.lock");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  if (child.pid === undefined) throw new Error("not started");
  return child.pid;
}

describe("a lock file", () => {
  it("is held by one at a time and names its holder", async () => {
    const lock = await acquireLock(path, { url: "http://x" });
    if (!lock.acquired) throw new Error("not acquired");
    const second = await acquireLock(path);
    expect(second).toMatchObject({ acquired: false, holder: { pid: process.pid, url: "http://x" } });
    lock.update({ stopping: true });
    expect(lockHolder(path)).toMatchObject({ pid: process.pid, stopping: true, url: "http://x" });
    lock.release();
    expect(lockHolder(path)).toBeNull();
    expect((await acquireLock(path)).acquired).toBe(true);
  });

  it("is taken over from a dead process", async () => {
    writeFileSync(path, JSON.stringify({ pid: await deadPid(), stamp: "gone" }));
    expect((await acquireLock(path)).acquired).toBe(true);
    expect(readdirSync(folder)).toEqual(["run.lock"]);
  });

  it("is taken over when its pid belongs to another process by now", async () => {
    const other = { pid: process.ppid, stamp: "an earlier process" };
    expect(isAlive(other)).toBe(false);
    writeFileSync(path, JSON.stringify(other));
    expect((await acquireLock(path)).acquired).toBe(true);
  });

  it("is taken over when it is damaged", async () => {
    writeFileSync(path, '{"pid":');
    expect((await acquireLock(path)).acquired).toBe(true);
  });

  it("goes to exactly one of many who find it abandoned", async () => {
    writeFileSync(path, JSON.stringify({ pid: await deadPid(), stamp: "gone" }));
    const attempts = await Promise.all(Array.from({ length: 20 }, () => acquireLock(path)));
    expect(attempts.filter((attempt) => attempt.acquired)).toHaveLength(1);
  });

  it("is waited for", async () => {
    const first = await acquireLock(path);
    if (!first.acquired) throw new Error("not acquired");
    const asked: number[] = [];
    const second = waitForLock(path, (holder) => {
      asked.push(holder.pid);
      first.release();
    });
    expect((await second).acquired).toBe(true);
    expect(asked).toEqual([process.pid]);
  });
});

describe("processStamp", () => {
  it("tells the living from the dead", async () => {
    expect(processStamp(process.pid)).toBe(ownIdentity().stamp);
    expect(processStamp(await deadPid())).toBeNull();
    expect(processStamp(0)).toBeNull();
  });
});

describe("takeDataFolder", () => {
  it("says in one sentence who has it and what to do", async () => {
    const lock = await takeDataFolder(folder);
    lock.update({ url: "http://127.0.0.1:3000" });
    await expect(takeDataFolder(folder)).rejects.toThrow(
      `Fabula already runs on ${folder} at http://127.0.0.1:3000 (process ${process.pid}): stop it, or start this one ` +
        "with another FABULA_DATA_DIR and PORT.",
    );
  });

  it("waits for one that is stopping", async () => {
    const lock = await takeDataFolder(folder);
    lock.update({ stopping: true });
    const next = takeDataFolder(folder);
    setTimeout(() => lock.release(), 2_500);
    expect((await next).acquired).toBe(true);
  });
});
