import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { StartProblem } from "../start-problem.ts";
import { type Account, engineAccount, runAs } from "./account.ts";
import { copyEngine, type Engine, packagedEngine } from "./engine.ts";

/** Where an embedded PostgreSQL lives, and who runs it. */
export interface Placement {
  readonly engine: Engine;
  readonly account: Account | null;
  /** Holds `data` and the server's log; belongs to whoever runs it. */
  readonly folder: string;
  /** What the person who starts should know about it, a sentence each. */
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

/** Ties data kept elsewhere to the data folder it belongs to. */
interface Elsewhere {
  folder: string;
  id: string;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

/**
 * The folder outside for this data folder. When the data folder was deleted and made again, what is outside belongs
 * to the one that is gone: it is set aside, never taken over and never deleted.
 */
function claimOutside(dataDir: string, marker: string, notes: string[]): string {
  const base = outsideFolder(dataDir);
  const folder = join(base, "postgres");
  const known = readText(marker);
  const parsed = known === null ? null : (JSON.parse(known) as Elsewhere);
  const present = readText(join(base, "belongs-to"));
  if (parsed !== null && parsed.folder === folder && parsed.id === present) return folder;
  if (existsSync(folder)) {
    const aside = `${folder}-${new Date().toISOString().replace(/[:.]/g, "-")}`;
    renameSync(folder, aside);
    notes.push(`An older database of a deleted data folder was found and set aside: ${aside}`);
  }
  const id = randomBytes(8).toString("hex");
  writeFileSync(join(base, "belongs-to"), `${id}\n`, { mode: 0o600 });
  writeFileSync(marker, `${JSON.stringify({ folder, id } satisfies Elsewhere)}\n`, { mode: 0o600 });
  return folder;
}

/**
 * Decides where PostgreSQL and its data live. Ordinarily inside the packages and the data folder; as root, whatever
 * the user `postgres` cannot enter goes to a folder under /var/tmp that is named after the data folder.
 *
 * @param engineFor names the folder of a copied engine instead; short-lived data folders share one.
 */
export async function placeCluster(dataDir: string, engineFor: string = dataDir): Promise<Placement> {
  const engine = packagedEngine();
  const inside = join(dataDir, "postgres");
  const marker = join(dataDir, "postgres-is-elsewhere.json");
  const account = engineAccount(ownerOf(join(inside, "data")));
  if (account === null) {
    if (existsSync(marker)) {
      throw new StartProblem(
        `The database of ${dataDir} was made by root: start as root, or choose another FABULA_DATA_DIR.`,
      );
    }
    ownedFolder(inside, null);
    return { engine, account, folder: inside, notes: [] };
  }
  const notes: string[] = [];
  const usable = (await canRun(account, engine)) ? engine : copyEngine(engine, outsideFolder(engineFor));
  const moved = usable !== engine;
  let folder = inside;
  if (!existsSync(marker)) ownedFolder(inside, account);
  if (existsSync(marker) || !(await canUse(account, inside))) {
    folder = claimOutside(dataDir, marker, notes);
    ownedFolder(folder, account);
  }
  if (moved || folder !== inside) {
    const what =
      moved && folder !== inside ? "its programs and its data are" : moved ? "its programs are" : "its data is";
    const where = moved && folder === inside ? usable.home : folder;
    notes.push(
      `PostgreSQL runs as user ${account.name}, who cannot enter ${moved ? "this checkout" : dataDir}: ${what} in ${where}`,
    );
  }
  return { engine: usable, account, folder, notes };
}
