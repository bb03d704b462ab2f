import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartProblem } from "../kernel/start-problem.ts";
import { prepareDataFolder } from "../process/data-folder.ts";

const KeptSecrets = z.object({ secret: z.string().min(32), encryption_key: z.string().min(43) });

/** Secrets that a development instance generates for itself at its first start. */
export type KeptSecrets = z.infer<typeof KeptSecrets>;

function read(path: string): KeptSecrets | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Whatever is wrong with the folder itself is said when it is prepared.
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new StartProblem(`${path} cannot be read (${code}): start Fabula as the user who started it before.`);
  }
  try {
    return KeptSecrets.parse(JSON.parse(text));
  } catch {
    throw new StartProblem(
      `${path} is damaged: put it back from a backup, or set FABULA_SECRET and FABULA_ENCRYPTION_KEY.`,
    );
  }
}

/**
 * The secrets kept in the data folder, made there (mode 0600) when there are none yet. Two processes may come here
 * at once: the file appears whole or not at all, and the second takes what the first made.
 */
export function keptSecrets(dataDir: string): KeptSecrets {
  const path = join(dataDir, "secrets.json");
  const present = read(path);
  if (present !== null) return present;

  prepareDataFolder(dataDir);
  const made: KeptSecrets = {
    secret: randomBytes(32).toString("hex"),
    encryption_key: randomBytes(32).toString("hex"),
  };
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, `${JSON.stringify(made, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read(path) ?? made;
}
