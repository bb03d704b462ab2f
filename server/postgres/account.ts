import { spawn, spawnSync } from "node:child_process";
import { StartProblem } from "../kernel/start-problem.ts";

/** The user who runs PostgreSQL when it is not the one who runs Fabula. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export interface ProcessResult {
  readonly code: number | null;
  readonly output: string;
}

function lookUp(user: string): Account | null {
  const listed = spawnSync("getent", ["passwd", user], { encoding: "utf8" });
  const [name, , uid, gid] = (listed.stdout ?? "").trim().split(":");
  if (listed.status !== 0 || name === undefined) return null;
  return { name, uid: Number(uid), gid: Number(gid) };
}

function createPostgresUser(): void {
  const made = spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"]);
  // Small distributions have the other tool.
  if (made.error !== undefined) spawnSync("adduser", ["-S", "-D", "-H", "postgres"]);
}

/**
 * Returns the account that runs PostgreSQL, which refuses to run as root: null for our own, else the owner of existing
 * data, else the user `postgres`, made when it is missing.
 */
export function engineAccount(dataOwner: number | null): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (dataOwner !== null && dataOwner !== 0) {
    const owner = lookUp(String(dataOwner));
    if (owner !== null) return owner;
  }
  let account = lookUp("postgres");
  if (account === null) {
    createPostgresUser();
    account = lookUp("postgres");
  }
  if (account === null || account.uid === 0) {
    throw new StartProblem(
      "PostgreSQL does not run as root, and the user postgres could not be created: " +
        "start Fabula as an ordinary user, or set DATABASE_URL.",
    );
  }
  return account;
}

/** PostgreSQL's programs get nothing of our environment but what they need: PGDATA or LC_ALL must not decide. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const plain: NodeJS.ProcessEnv = { NODE_ENV: "production", LC_ALL: "C", TZ: "UTC" };
  for (const name of ["PATH", "SystemRoot", "TMPDIR"]) {
    const value = process.env[name];
    if (value !== undefined) plain[name] = value;
  }
  return plain;
}

/** Runs a program to its end as `account`, from a folder that everyone may enter. */
export function runAs(account: Account | null, command: string, args: readonly string[]): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: process.platform === "win32" ? undefined : "/",
      env: plainEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    });
    let output = "";
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-8_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ code: null, output: error.message }));
    // "exit", not "close": a server started by pg_ctl may keep the pipes open.
    child.on("exit", (code) => setTimeout(() => resolve({ code, output }), 5));
  });
}
