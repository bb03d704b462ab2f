import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  DaemonTime,
  measured,
  type ProcessRow,
  processRow,
  processTable,
  treeSeconds,
  waitedSeconds,
} from "./processor-time.ts";

const folder = mkdtempSync(join(tmpdir(), "fabula-times-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Uses at least so much processor time, then does the rest. */
const busy = (ms: number, rest = "") =>
  `const begun = process.cpuUsage(); while ((process.cpuUsage(begun).user) < ${ms * 1_000}) Math.random(); ${rest}`;

const row = (pid: number, parent: number, seconds: number, startedAt = 1): ProcessRow => ({
  pid,
  parent,
  seconds,
  startedAt,
});

describe.skipIf(process.platform === "win32")("a measured command", () => {
  const run = async (name: string, script: string, signal?: NodeJS.Signals) => {
    const file = join(folder, name);
    const [program, ...args] = measured([process.execPath, "-e", script], file);
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    if (signal !== undefined) child.stdout.once("data", () => child.kill(signal));
    else child.stdout.resume();
    const [code] = (await once(child, "exit")) as [number | null];
    return { code, seconds: waitedSeconds(readFileSync(file, "utf8")) };
  };

  it("ends as it would by itself, and tells the time of its children and theirs", async () => {
    const grandchild = JSON.stringify(busy(300));
    const spawned = `process.exitCode = 3; require("node:child_process").spawnSync(process.execPath, ["-e", ${grandchild}])`;
    const { code, seconds } = await run("grandchild", busy(200, spawned));
    expect(code).toBe(3);
    expect(seconds).toBeGreaterThanOrEqual(0.5);
  });

  it("is told to end, and may end in order", async () => {
    const script = `process.on("SIGTERM", () => setTimeout(() => process.exit(7), 20)); console.log("ready"); setInterval(() => {}, 1_000)`;
    expect((await run("ended", script, "SIGTERM")).code).toBe(7);
  });
});

describe("processor time", () => {
  it("reads what shells print", () => {
    expect(waitedSeconds("0m0.00s 0m0.01s\n12m3.250s 1m1.750s\n")).toBe(785);
    expect(waitedSeconds("0m0.000000s 0m0.000000s\n0m0.500000s 0m0.250000s\n")).toBe(0.75);
    expect(() => waitedSeconds("")).toThrow("not the output of times");
  });

  it("reads a process whatever it is called", () => {
    const fields = ["S", 7, ...Array(9).fill(0), 100, 20, 3_000, 400, 20, 0, 1, 0, 4_711, 0];
    expect(processRow(`42 (a) b (c) ${fields.join(" ")}`)).toEqual(row(42, 7, 35.2, 4_711));
  });

  it("counts a process with those below it", () => {
    const table = [row(1, 0, 100), row(2, 1, 5), row(3, 2, 1), row(4, 3, 0.5), row(5, 1, 50)];
    expect(treeSeconds(table, 2)).toBe(6.5);
    expect(treeSeconds(table, 9)).toBe(0);
  });

  it.runIf(process.platform === "linux")("finds this process in the table", () => {
    const own = processTable().find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ parent: process.ppid });
    expect(own?.seconds).toBeGreaterThan(0);
  });

  it("counts what detached itself, with its own children, once and to its last look", () => {
    const time = new DaemonTime(10);
    time.look([row(10, 1, 0), row(20, 10, 1), row(30, 20, 2), row(31, 30, 1)]);
    expect(time.seconds).toBe(0);
    time.look([row(10, 1, 0), row(20, 10, 1), row(30, 1, 3), row(31, 30, 1), row(40, 1, 70)]);
    expect(time.seconds).toBe(4);
    time.look([row(10, 1, 0), row(30, 1, 6), row(32, 30, 2), row(40, 1, 80)]);
    expect(time.seconds).toBe(8);
    // Its child outlives it; another process gets its pid.
    time.look([row(10, 1, 0), row(32, 1, 5), row(30, 1, 90, 2)]);
    expect(time.seconds).toBe(11);
    time.look([]);
    expect(time.seconds).toBe(11);
  });
});
