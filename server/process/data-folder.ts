import { accessSync, chmodSync, constants, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartProblem } from "../kernel/start-problem.ts";

/**
 * A fresh folder of root's, such as a temporary one, is opened for the user who runs PostgreSQL to pass through. One
 * with something in it is left as its owner wants it.
 */
function letOthersEnter(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, mode } = statSync(dataDir);
  if (uid === 0 && (mode & 0o111) === 0o100 && readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o711);
}

/**
 * Makes the data folder when it is missing and checks that it can be written. As root it may be entered, though not
 * listed, by the user who runs PostgreSQL.
 *
 * @throws StartProblem naming the folder and the remedy.
 */
export function prepareDataFolder(dataDir: string): void {
  const remedy = "choose another with FABULA_DATA_DIR, or change its owner or permissions";
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    letOthersEnter(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // Root passes every permission check, so only writing shows a file system that is mounted read-only or full.
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe, { force: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    const reasons: Record<string, string> = {
      ENOTDIR: "is not a folder",
      EEXIST: "is not a folder",
      ENOSPC: "cannot be written because the disk is full",
      EROFS: "cannot be written because its file system is read-only",
    };
    throw new StartProblem(`The data folder ${dataDir} ${reasons[code] ?? `cannot be written (${code})`}: ${remedy}.`);
  }
}
