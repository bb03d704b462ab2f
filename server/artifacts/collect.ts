import { sql } from "drizzle-orm";
import { type ObjectStore, ObjectStoreFailure } from "../adapters/objects/port.ts";
import type { Columns, Db, Pool } from "../record/database.ts";

/** Time for which a file that no version names is kept after its last use, in milliseconds. */
export const UNNAMED_MS = 24 * 60 * 60_000;

/** Time after which the removal of an object is tried again, in milliseconds. */
const AGAIN_MS = 10 * 60_000;

const AT_ONCE = 100;

type LooseObject = Columns<"artifact_objects", "project_id" | "object">;

const moment = (ms: number) => new Date(ms).toISOString();

/** Gives up some files that no version names and nobody used for a day; answers whether there may be more. */
export async function forgetUnnamed(writes: Pool, now: number): Promise<boolean> {
  const until = moment(now - UNNAMED_MS);
  // Found and removed by two statements: a sharded database takes no subquery in a DELETE of all shards.
  const old = await writes.execute<Columns<"artifacts", "project_id" | "sha256">>(
    sql`SELECT project_id, sha256 FROM artifacts WHERE NOT is_named AND used_at <= ${until} ORDER BY used_at LIMIT ${AT_ONCE}`,
  );
  for (const { project_id, sha256 } of old) {
    await writes.transaction("write", (db) =>
      giveUp(db, sql`project_id = ${project_id} AND sha256 = ${sha256} AND NOT is_named AND used_at <= ${until}`, now),
    );
  }
  return old.length === AT_ONCE;
}

/**
 * Removes some objects that no file was made of in time, or whose file is gone; answers whether there may be more. What the store does
 * not remove is told to `onFailure`, and tried again later.
 */
export async function removeObjects(
  writes: Pool,
  objects: ObjectStore,
  now: number,
  onFailure: (error: ObjectStoreFailure) => void,
): Promise<boolean> {
  // Doomed first, by itself: from here on no upload makes a file of it.
  await writes.execute(
    sql`UPDATE artifact_objects SET is_doomed = true WHERE NOT is_doomed AND due_at <= ${moment(now)}`,
  );
  const due = await writes.execute<LooseObject>(
    sql`SELECT project_id, object FROM artifact_objects WHERE is_doomed AND due_at <= ${moment(now)}
        ORDER BY due_at LIMIT ${AT_ONCE}`,
  );
  for (const each of due) {
    try {
      await remove(writes, objects, each);
    } catch (error) {
      if (!(error instanceof ObjectStoreFailure)) throw error;
      onFailure(error);
      await writes.execute(
        sql`UPDATE artifact_objects SET due_at = ${moment(now + AGAIN_MS)}
            WHERE project_id = ${each.project_id} AND object = ${each.object}`,
      );
    }
  }
  return due.length === AT_ONCE;
}

/**
 * Removes some files of a project that is removed for good, named ones too; answers whether there may be more.
 *
 * @throws ObjectStoreFailure
 */
export async function removeProjectFiles(
  writes: Pool,
  objects: ObjectStore,
  projectId: string,
  now: number,
): Promise<boolean> {
  await writes.transaction("write", async (db) => {
    const some = await db.execute<Columns<"artifacts", "sha256">>(
      sql`SELECT sha256 FROM artifacts WHERE project_id = ${projectId} LIMIT ${AT_ONCE}`,
    );
    for (const { sha256 } of some) await giveUp(db, sql`project_id = ${projectId} AND sha256 = ${sha256}`, now);
    await db.execute(
      sql`UPDATE artifact_objects SET is_doomed = true WHERE project_id = ${projectId} AND NOT is_doomed`,
    );
  });
  const loose = await writes.execute<LooseObject>(
    sql`SELECT project_id, object FROM artifact_objects WHERE project_id = ${projectId} LIMIT ${AT_ONCE}`,
  );
  for (const each of loose) await remove(writes, objects, each);
  return loose.length > 0;
}

/** Takes a file away from its project, and leaves its object to be removed. */
export async function giveUp(db: Db, which: ReturnType<typeof sql>, now: number): Promise<void> {
  const gone = await db.execute<Columns<"artifacts", "project_id" | "object" | "bytes">>(
    sql`DELETE FROM artifacts WHERE ${which} RETURNING project_id, object, bytes`,
  );
  for (const { project_id, object, bytes } of gone) {
    await db.execute(
      sql`INSERT INTO artifact_objects (project_id, object, bytes, is_doomed, due_at)
          VALUES (${project_id}, ${object}, ${bytes}, true, ${moment(now)})`,
    );
  }
}

async function remove(writes: Pool, objects: ObjectStore, { project_id, object }: LooseObject): Promise<void> {
  await objects.remove(object);
  await writes.execute(sql`DELETE FROM artifact_objects WHERE project_id = ${project_id} AND object = ${object}`);
}
