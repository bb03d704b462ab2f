import { sql } from "drizzle-orm";
import { type Columns, type Db, textArray } from "../database.ts";
import { type BackupLine, BackupProblem } from "./lines.ts";

type NamedFile = Columns<"artifacts", "sha256" | "object" | "bytes" | "media_type">;

/** Files of projects, as backups read and write their bytes. */
export interface BackupFiles {
  open(file: Pick<NamedFile, "object" | "bytes">): Promise<AsyncIterable<Uint8Array>>;
  putBack(
    projectId: string,
    file: { readonly bytes: Uint8Array; readonly mediaType: string },
  ): Promise<{ readonly sha256: string }>;
}

/** Bytes of one line; the lines of a backup are short. */
const PART_BYTES = 768 * 1024;

/** The files that versions of a project name, each a line and the lines of its bytes. What nobody named yet is no part of a backup. */
export async function* fileLines(
  db: Db,
  files: BackupFiles | undefined,
  projectId: string,
): AsyncGenerator<BackupLine> {
  const named = await db.execute<NamedFile>(
    sql`SELECT sha256, object, bytes, media_type FROM artifacts WHERE project_id = ${projectId} AND is_named ORDER BY sha256`,
  );
  for (const { sha256, object, bytes, media_type } of named) {
    if (files === undefined) throw new Error("a backup of a project with files needs their store");
    yield { type: "file", project_id: projectId, sha256, media_type, bytes };
    for await (const chunk of await files.open({ object, bytes })) {
      for (let at = 0; at < chunk.length; at += PART_BYTES)
        yield { type: "file_bytes", base64: Buffer.from(chunk.subarray(at, at + PART_BYTES)).toString("base64") };
    }
  }
}

/** Reads the files of a backup that come before their project, and stores those that are wanted. */
export class RestoredFiles {
  readonly #files: BackupFiles | undefined;
  readonly #projectId: string | null;
  /** Hashes of stored files, by their projects. */
  readonly #stored = new Map<string, string[]>();

  /** @param projectId the project that is restored alone; null for all */
  constructor(files: BackupFiles | undefined, projectId: string | null) {
    this.#files = files;
    this.#projectId = projectId;
  }

  /**
   * Reads one file, whose first line is given, and stores it. It is named when its project is restored, and collected if that fails.
   *
   * @param advance reads the next line
   */
  async read(file: BackupLine & { type: "file" }, advance: () => Promise<BackupLine | null>): Promise<void> {
    const isWanted = this.#projectId === null || this.#projectId === file.project_id;
    const parts: Buffer[] = [];
    for (let line = await advance(); line?.type === "file_bytes"; line = await advance())
      if (isWanted) parts.push(Buffer.from(line.base64, "base64"));
    if (!isWanted) return;
    if (this.#files === undefined) throw new Error("a backup with files needs a store for them");
    const kept = await this.#files.putBack(file.project_id, {
      bytes: Buffer.concat(parts),
      mediaType: file.media_type,
    });
    if (kept.sha256 !== file.sha256)
      throw new BackupProblem(`The file ${file.sha256} of project ${file.project_id} is damaged in this backup.`);
    this.#stored.set(file.project_id, [...(this.#stored.get(file.project_id) ?? []), file.sha256]);
  }

  /** Makes the files of a project stay, in the transaction that restores it. */
  async name(db: Db, projectId: string): Promise<void> {
    const hashes = this.#stored.get(projectId) ?? [];
    if (hashes.length === 0) return;
    const named = await db.execute(
      sql`UPDATE artifacts SET is_named = true WHERE project_id = ${projectId} AND sha256 = ANY(${textArray(hashes)}) RETURNING 1`,
    );
    if (named.length !== hashes.length) throw new Error("files of a project were removed while it was restored");
    this.#stored.delete(projectId);
  }
}
