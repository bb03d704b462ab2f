import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartProblem } from "../kernel/start-problem.ts";
import { type Account, engineAccount, runAs } from "./account.ts";
import { copyEngine, type Engine, packagedEngine } from "./engine.ts";
import { livePostmaster } from "./postmaster.ts";

const CHECKOUT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Location of an embedded PostgreSQL, and the account that runs it. */
export interface Placement {
  readonly engine: Engine;
  readonly account: Account | null;
  /** Holds `data` and the server's log; belongs to whoever runs it. */
  readonly folder: string;
  /** Notes for the person who starts, a sentence each. */
  readonly notes: readonly string[];
}

/** A folder of our own outside the checkout, made by us or refused: /var/tmp is open to everyone. */
function outsideFolder(forPath: string): string {
  const hash = createHash("sha256").update(realpathSync(forPath)).digest("hex").slice(0, 12);
  const folder = `/var/tmp/fabula-${hash}`;
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const info = lstatSync(folder);
  if (!info.isDirectory() || info.uid !== 0 || (info.mode & 0o022) !== 0) {
    throw new StartProblem(`${folder} does not belong to root alone: remove it and start again.`);
  }
  return folder;
}

async function canRun(account: Account, engine: Engine): Promise<boolean> {
  const { code } = await runAs(account, join(engine.home, "bin", "initdb"), ["--version"]);
  return code === 0;
}

async function canUse(account: Account, folder: string): Promise<boolean> {
  const { code } = await runAs(account, "/bin/sh", ["-c", 'test -x "$1" && test -w "$1"', "sh", folder]);
  return code === 0;
}

function ownedFolder(path: string, account: Account | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account !== null) chownSync(path, account.uid, account.gid);
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch {
    return null;
  }
}

/** Kept on both sides: in the data folder it says where the data is, beside the data whose it is. */
interface Elsewhere {
  id: string;
  dataDir: string;
  folder: string;
}

const MARKER = "postgres-is-elsewhere.json";

function readElsewhere(path: string): Elsewhere | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Elsewhere;
  } catch {
    return null;
  }
}

/** Ends a server that nobody looks after any more, writing everything down. */
async function endServer(data: string): Promise<void> {
  const running = livePostmaster(data);
  if (running === null) return;
  process.kill(running.pid, "SIGINT");
  while (livePostmaster(data) !== null) await pause(50);
}

/** The folder that the data folder's marker names. It follows the data folder when that is moved, not when it is copied. */
function knownOutside(dataDir: string, marker: Elsewhere): string {
  const beside = readElsewhere(join(dirname(marker.folder), "belongs-to.json"));
  if (beside?.id !== marker.id) {
    throw new StartProblem(
      `The database of ${dataDir} was kept in ${marker.folder} and is not there any more: put it back, or choose ` +
        "another FABULA_DATA_DIR and restore a backup.",
    );
  }
  const isElsewhere = marker.dataDir !== realpathSync(dataDir);
  if (isElsewhere && readElsewhere(join(marker.dataDir, MARKER))?.id === marker.id) {
    throw new StartProblem(
      `${dataDir} is a copy of ${marker.dataDir}, and the database in ${marker.folder} is that one's: choose another ` +
        "FABULA_DATA_DIR and restore a backup.",
    );
  }
  return marker.folder;
}

/**
 * Makes the folder outside for this data folder. When there is one already, the data folder it belonged to was
 * deleted and made again: it is set aside, never taken over and never deleted.
 */
async function claimOutside(dataDir: string, notes: string[]): Promise<string> {
  const base = outsideFolder(dataDir);
  const folder = join(base, "postgres");
  if (existsSync(folder)) {
    await endServer(join(folder, "data"));
    const aside = `${folder}-${new Date().toISOString().replace(/[:.]/g, "-")}`;
    renameSync(folder, aside);
    notes.push(`An older database of a deleted data folder was found and set aside: ${aside}`);
  }
  const elsewhere: Elsewhere = { id: randomBytes(8).toString("hex"), dataDir: realpathSync(dataDir), folder };
  for (const path of [join(base, "belongs-to.json"), join(dataDir, MARKER)]) {
    writeFileSync(path, `${JSON.stringify(elsewhere)}\n`, { mode: 0o600 });
  }
  return folder;
}

/**
 * Decides where PostgreSQL and its data live. Ordinarily inside the packages and the data folder; as root, whatever
 * the user `postgres` cannot enter goes to folders under /var/tmp that are named after the one it cannot enter.
 */
export async function placeCluster(dataDir: string): Promise<Placement> {
  const engine = packagedEngine();
  const inside = join(dataDir, "postgres");
  const marker = readElsewhere(join(dataDir, MARKER));
  const account = engineAccount(ownerOf(join(inside, "data")));
  if (account === null) {
    if (marker !== null) {
      throw new StartProblem(
        `The database of ${dataDir} was made by root: start as root, or choose another FABULA_DATA_DIR.`,
      );
    }
    ownedFolder(inside, null);
    return { engine, account, folder: inside, notes: [] };
  }
  const notes: string[] = [];
  const usable = (await canRun(account, engine)) ? engine : copyEngine(engine, outsideFolder(CHECKOUT));
  const moved = usable !== engine;
  let folder = inside;
  if (marker !== null) {
    folder = knownOutside(dataDir, marker);
  } else {
    ownedFolder(inside, account);
    if (!(await canUse(account, inside))) {
      if (readdirSync(inside).length === 0) rmdirSync(inside);
      folder = await claimOutside(dataDir, notes);
    }
  }
  if (folder !== inside) ownedFolder(folder, account);
  const places = [
    ...(moved ? [`its programs are in ${usable.home}`] : []),
    ...(folder === inside ? [] : [`its data is in ${folder}`]),
  ];
  if (places.length > 0) {
    const shut = moved ? CHECKOUT : dataDir;
    notes.push(`PostgreSQL runs as user ${account.name}, who cannot enter ${shut}: ${places.join(", ")}`);
  }
  return { engine: usable, account, folder, notes };
}
