import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { requireDatabaseKey } from "#server/envelope/check-value.ts";
import { Envelope, type SecretOwner } from "#server/envelope/envelope.ts";
import { KeyEncryptionKeys } from "#server/envelope/key-encryption-keys.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { openDatabase } from "#server/record/database.ts";
import { createTestDatabase } from "#tests/database.ts";
import { endScripts, startScript } from "#tests/support/script-process.ts";

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const keysOf = (encryptionKey: Buffer, previousEncryptionKey: Buffer | null = null) =>
  new KeyEncryptionKeys({ encryptionKey, previousEncryptionKey });

afterEach(endScripts);

test("a rotation that is killed in the middle loses no secret, and the next one ends it", async () => {
  const own = await createTestDatabase();
  const database = openDatabase(own.url, { direct: true });
  try {
    await requireDatabaseKey(database.writes, keysOf(OLD));
    const before = new Envelope(keysOf(OLD), systemClock);
    const kept: { owner: SecretOwner; sealed: string }[] = [];
    for (let n = 0; n < 250; n += 1) {
      const workspaceId = `wsp_${String(n).padStart(3, "0")}`;
      const owner: SecretOwner = { workspaceId, mode: "test", purpose: "webhook", rowId: "whk_1" };
      kept.push({ owner, sealed: await before.seal(database.writes, owner, workspaceId) });
    }
    const settings = {
      DATABASE_URL: own.url,
      FABULA_ENCRYPTION_KEY: NEW.toString("hex"),
      FABULA_ENCRYPTION_KEY_PREVIOUS: OLD.toString("hex"),
    };
    const rotate = () => startScript("scripts/admin.ts", ["rotate-secrets"], settings);
    const rewrapped = async () => {
      const [row] = await database.reads.execute<{ n: number }>(
        sql`SELECT count(*)::int AS n FROM data_keys WHERE kek_id = ${keysOf(NEW).currentId}`,
      );
      return row?.n ?? 0;
    };

    // It comes as far as the last key, which somebody holds.
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lock = database.writes.transaction("write", async (db) => {
      await db.execute(sql`SELECT id FROM data_keys WHERE workspace_id = 'wsp_249' FOR UPDATE`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const killed = rotate();
    await expect.poll(rewrapped, { interval: 10 }).toBe(200);
    killed.child.kill("SIGKILL");
    expect(await killed.ended).toBeNull();
    held.resolve();
    await lock;
    expect(await rewrapped()).toBe(200);

    const openAll = async (...keys: [Buffer, Buffer?]) => {
      const envelope = new Envelope(keysOf(...keys), systemClock);
      const opened = kept.map(({ owner, sealed }) => envelope.open(database.reads, owner, sealed));
      expect(await Promise.all(opened)).toEqual(kept.map(({ owner }) => owner.workspaceId));
    };
    // Half way, nobody can do with one key alone, and is told so at the start; whoever has both reads and writes.
    for (const alone of [OLD, NEW]) {
      await expect(requireDatabaseKey(database.writes, keysOf(alone))).rejects.toThrow(StartProblem);
    }
    await requireDatabaseKey(database.writes, keysOf(NEW, OLD));
    await requireDatabaseKey(database.writes, keysOf(OLD, NEW));
    await openAll(NEW, OLD);

    const again = rotate();
    expect([await again.ended, again.output()]).toEqual([
      0,
      expect.stringMatching(/Wrapped {4}50 data keys, and 200 before/),
    ]);
    await openAll(NEW);
    await requireDatabaseKey(database.writes, keysOf(NEW));
    await expect(requireDatabaseKey(database.writes, keysOf(OLD))).rejects.toThrow(StartProblem);
  } finally {
    await database.close();
    await own.drop();
  }
});
