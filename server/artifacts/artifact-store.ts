import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { ByteRange, ObjectStore, ObjectStoreFailure } from "../adapters/objects/port.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Database, Db } from "../record/database.ts";
import { apartFromDeadline } from "../record/deadline.ts";
import type { Artifact, FilesOf } from "./artifact.ts";
import { forgetUnnamed, giveUp, removeObjects, removeProjectFiles } from "./collect.ts";
import { countFileBytes } from "./count-file-bytes.ts";
import { COLUMNS } from "./find-files.ts";
import { mediaTypeOf } from "./media-type.ts";
import { type FileLink, LINK_MS, type ReadPath, readSignedPath, signedPath } from "./signed-path.ts";

/** Time that an upload may take before its bytes are removed as abandoned, in milliseconds. */
export const UPLOAD_MS = 60 * 60_000;

/** Largest file, in bytes. It is held in memory while it is stored. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Time within which the address of a file stays the same, in milliseconds. */
const STEADY_MS = 30_000;

/** File to be kept. */
export interface NewFile {
  readonly bytes: Uint8Array;
  /** Type that its sender gives it. */
  readonly mediaType: string;
}

/** Makes sure that the plan of a workspace has room for more bytes. Throws `plan_limit_reached`; it holds the workspace until the transaction ends. */
export type RequireFileRoom = (
  db: Db,
  workspaceId: string,
  bytes: number,
  count: () => Promise<{ readonly used: number }>,
) => Promise<void>;

/** Parts of an {@link ArtifactStore}. */
export interface ArtifactStoreParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly requireRoom: RequireFileRoom;
  /** Key that addresses of files are signed with. */
  readonly linkSecret: string;
}

/** Path and query by which anybody reads a file, and the moment until which they do, in milliseconds. */
export interface SignedLink {
  readonly path: string;
  readonly until: number;
}

/**
 * Files of projects, by the SHA-256 of their content. Files of two projects share nothing, not even equal bytes, so that nobody learns
 * what another tenant has. A resource names files in fields declared with `files`; naming one makes it stay.
 */
export class ArtifactStore {
  readonly #parts: ArtifactStoreParts;

  constructor(parts: ArtifactStoreParts) {
    this.#parts = parts;
  }

  /**
   * Keeps a file, so that a version can name it: for a day, or for a day more than `heldMs`, unless one does. Called while no lock is
   * held; equal content is stored once.
   *
   * @throws Problem `plan_limit_reached`
   * @throws ObjectStoreFailure
   */
  keep({ id, workspaceId }: FilesOf, file: NewFile, heldMs = 0): Promise<Artifact> {
    const { requireRoom } = this.#parts;
    const count = (db: Db) => () => countFileBytes(db, workspaceId, this.#parts.clock.now());
    return this.#store(id, file, (db) => requireRoom(db, workspaceId, file.bytes.length, count(db)), heldMs);
  }

  /**
   * Keeps a file of a backup for its project, which need not be there yet, whatever room its plan has.
   *
   * @throws ObjectStoreFailure
   */
  putBack(projectId: string, file: NewFile): Promise<Artifact> {
    return this.#store(projectId, file, async () => {});
  }

  /** A file of a project that is not deleted; null for one that the project has not. */
  async find(projectId: string, sha256: string): Promise<Artifact | null> {
    const [found = null] = await this.#parts.database.reads.execute<Artifact>(
      sql`SELECT ${COLUMNS} FROM artifacts WHERE project_id = ${projectId} AND sha256 = ${sha256}
          AND EXISTS (SELECT 1 FROM project_heads h WHERE h.project_id = ${projectId} AND h.deleted_at IS NULL)`,
    );
    return found;
  }

  /** Returns an address that opens a file for five minutes, or some seconds less: it is the same within half a minute. */
  linkTo(link: FileLink): SignedLink {
    const now = Math.floor(this.#parts.clock.now() / STEADY_MS) * STEADY_MS;
    return { path: signedPath(this.#parts.linkSecret, link, now), until: now + LINK_MS };
  }

  /** Reads path and query of an address as they were sent. */
  readLink(path: string, query: string): ReadPath {
    return readSignedPath(this.#parts.linkSecret, path, query, this.#parts.clock.now());
  }

  /**
   * Opens the bytes of a file that was found, or a range of them.
   *
   * @throws ObjectStoreFailure, also where the bytes are not there
   */
  async open(
    { object, bytes }: Pick<Artifact, "object" | "bytes">,
    range: ByteRange = { start: 0, end: bytes - 1 },
  ): Promise<AsyncIterable<Uint8Array>> {
    if (bytes === 0) return nothing();
    const opened = await apartFromDeadline(() => this.#parts.objects.open(object, range));
    if (opened === null) throw new Error(`the bytes of the file ${object} are missing`);
    return opened;
  }

  /** Gives up a file that no version names, in the transaction of `db`; its bytes are removed by the next collection. */
  giveUp(db: Db, projectId: string, sha256: string): Promise<void> {
    return giveUp(db, sql`project_id = ${projectId} AND sha256 = ${sha256} AND NOT is_named`, this.#parts.clock.now());
  }

  /**
   * Gives up some files that no version names and nobody used for a day, and removes bytes that belong to no file; answers whether there
   * may be more. What the store does not remove is told to `onFailure`, and tried again later.
   */
  async collect(onFailure: (error: ObjectStoreFailure) => void): Promise<boolean> {
    const { database, objects, clock } = this.#parts;
    const isMore = await forgetUnnamed(database.writes, clock.now());
    return (await removeObjects(database.writes, objects, clock.now(), onFailure)) || isMore;
  }

  /**
   * Removes some files of a project that is removed for good, named ones too; answers whether there may be more.
   *
   * @throws ObjectStoreFailure
   */
  async removeProject(projectId: string): Promise<boolean> {
    const { database, objects, clock } = this.#parts;
    return removeProjectFiles(database.writes, objects, projectId, clock.now());
  }

  async #store(
    project_id: string,
    { bytes, mediaType }: NewFile,
    requireRoom: (db: Db) => Promise<void>,
    heldMs = 0,
  ): Promise<Artifact> {
    const { database, objects, clock } = this.#parts;
    const { writes } = database;
    if (bytes.length > MAX_FILE_BYTES) throw new Error("a file is larger than files may be");
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const now = clock.now();
    const used_at = new Date(now + heldMs).toISOString();
    const [known] = await writes.execute<Artifact>(
      sql`UPDATE artifacts SET used_at = greatest(used_at, ${used_at}::timestamptz)
          WHERE project_id = ${project_id} AND sha256 = ${sha256} RETURNING ${COLUMNS}`,
    );
    if (known !== undefined) return known;
    // A key of its own for each upload: bytes that are being removed are never those that another upload stores.
    const object = `${project_id}/${sha256.slice(0, 2)}/${sha256}-${randomBytes(8).toString("hex")}`;
    await writes.transaction("write", async (db) => {
      await requireRoom(db);
      // Noted before it is stored: an upload that is interrupted anywhere leaves nothing that is not removed.
      await db.execute(
        sql`INSERT INTO artifact_objects (project_id, object, bytes, is_doomed, due_at)
            VALUES (${project_id}, ${object}, ${bytes.length}, false, ${new Date(now + UPLOAD_MS).toISOString()})`,
      );
    });
    await apartFromDeadline(() => objects.put(object, bytes));
    const { isQuarantined: is_quarantined, mediaType: media_type } = mediaTypeOf(mediaType, bytes);
    const file = { project_id, sha256, object, bytes: bytes.length, media_type, is_quarantined };
    return writes.transaction("write", (db) => adopt(db, file, used_at, now));
  }
}

/** Makes a file of an object whose bytes are stored; where the project got the same file meanwhile, the object is left to be removed. */
async function adopt(db: Db, file: Artifact, used_at: string, now: number): Promise<Artifact> {
  const { project_id, sha256, object, bytes, media_type, is_quarantined } = file;
  const [kept] = await db.execute<Artifact>(
    sql`INSERT INTO artifacts (project_id, sha256, object, bytes, media_type, is_quarantined, used_at)
        VALUES (${project_id}, ${sha256}, ${object}, ${bytes}, ${media_type}, ${is_quarantined}, ${used_at})
        ON CONFLICT (project_id, sha256) DO UPDATE SET used_at = greatest(artifacts.used_at, excluded.used_at)
        RETURNING ${COLUMNS}`,
  );
  if (kept === undefined) throw new Error("a file was not written");
  if (kept.object !== object) {
    await db.execute(
      sql`UPDATE artifact_objects SET is_doomed = true, due_at = ${new Date(now).toISOString()}
          WHERE project_id = ${project_id} AND object = ${object}`,
    );
    return kept;
  }
  const adopted = await db.execute(
    sql`DELETE FROM artifact_objects WHERE project_id = ${project_id} AND object = ${object} AND NOT is_doomed RETURNING 1`,
  );
  if (adopted.length === 0) throw new Error("an upload took so long that its bytes were removed");
  return kept;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
