import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { composeFromEnvironment } from "#server/context.ts";
import { requireDatabaseKey } from "#server/envelope/check-value.ts";
import { Envelope, type SecretOwner } from "#server/envelope/envelope.ts";
import { KeyEncryptionKeys } from "#server/envelope/key-encryption-keys.ts";
import { rotateSecrets } from "#server/envelope/rotate-secrets.ts";
import { UnopenedSecret } from "#server/envelope/sealed-text.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { type Database, openDatabase } from "#server/record/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const keysOf = (encryptionKey: Buffer, previousEncryptionKey: Buffer | null = null) =>
  new KeyEncryptionKeys({ encryptionKey, previousEncryptionKey });
const envelopeOf = (encryptionKey: Buffer, previous: Buffer | null = null) =>
  new Envelope(keysOf(encryptionKey, previous), systemClock);

const OWNER: SecretOwner = { workspaceId: "wsp_a", mode: "test", purpose: "webhook", rowId: "whk_1" };
const CANARY = "canary-secret-that-nobody-reads";

let own: TestDatabase;
let database: Database;

beforeEach(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, { direct: true });
});
afterEach(async () => {
  await database.close();
  await own.drop();
});

/** Opens with nothing remembered from before. */
const openAnew = (sealed: string, owner: SecretOwner, ...keys: [Buffer, Buffer?]) =>
  envelopeOf(...keys).open(database.reads, owner, sealed);
const rotate = (newDataKeys = false) =>
  rotateSecrets(database, keysOf(NEW, OLD), { newDataKeys, now: systemClock.now() });

describe("a sealed secret", () => {
  test("opens for its owner alone, and no bit of it may change", async () => {
    const sealed = await envelopeOf(OLD).seal(database.writes, OWNER, CANARY);
    expect(await openAnew(sealed, OWNER, OLD)).toBe(CANARY);
    expect(sealed).toMatch(/^v1\|dek_\w{26}\|[\w-]{16}\|[\w-]+\|[\w-]{22}$/);

    const others: Partial<SecretOwner>[] = [{ mode: "live" }, { purpose: "billing" }, { rowId: "whk_2" }];
    for (const other of others) {
      await expect(openAnew(sealed, { ...OWNER, ...other }, OLD)).rejects.toThrow(UnopenedSecret);
    }
    await envelopeOf(OLD).seal(database.writes, { ...OWNER, workspaceId: "wsp_b" }, "another");
    await expect(openAnew(sealed, { ...OWNER, workspaceId: "wsp_b" }, OLD)).rejects.toThrow(UnopenedSecret);

    for (let at = 0; at < sealed.length; at += 1) {
      const flipped = String.fromCharCode(sealed.charCodeAt(at) ^ 1);
      const changed = sealed.slice(0, at) + flipped + sealed.slice(at + 1);
      await expect(openAnew(changed, OWNER, OLD), `character ${at}`).rejects.toThrow(UnopenedSecret);
    }
    await expect(openAnew(sealed.slice(0, -4), OWNER, OLD)).rejects.toThrow(UnopenedSecret);
    await expect(openAnew(sealed, OWNER, NEW)).rejects.toThrow(UnopenedSecret);
  });

  test("is another text each time, and nothing in the database shows what it is", async () => {
    const envelope = envelopeOf(OLD);
    const sealed = await Promise.all([1, 2, 3].map(() => envelope.seal(database.writes, OWNER, CANARY)));
    expect(new Set(sealed).size).toBe(3);
    // All three came when the workspace had no key yet.
    const rows = await database.reads.execute<{ text: string }>(sql`SELECT data_keys::text AS text FROM data_keys`);
    expect(rows).toHaveLength(1);
    for (const text of [...sealed, rows[0]?.text ?? ""]) {
      for (const encoding of ["utf8", "base64", "base64url", "hex"] as const) {
        expect(text).not.toContain(Buffer.from(CANARY).toString(encoding).slice(0, 16));
      }
    }
  });

  test("is not sealed with a key whose transaction was taken back", async () => {
    const envelope = envelopeOf(OLD);
    const undone = database.writes.transaction("write", async (db) => {
      await envelope.seal(db, OWNER, CANARY);
      throw new Error("taken back");
    });
    await expect(undone).rejects.toThrow("taken back");
    const sealed = await envelope.seal(database.writes, OWNER, CANARY);
    expect(await openAnew(sealed, OWNER, OLD)).toBe(CANARY);
  });
});

describe("rotating the key", () => {
  test("while secrets are sealed and opened: none is lost, and the old key opens nothing afterwards", async () => {
    await requireDatabaseKey(database.writes, keysOf(OLD));
    const before = envelopeOf(OLD, NEW);
    const owners = Array.from({ length: 120 }, (_, i) => ({ ...OWNER, workspaceId: `wsp_${i}` }));
    const kept = await Promise.all(
      owners.map(async (owner) => ({ owner, sealed: await before.seal(database.writes, owner, owner.workspaceId) })),
    );

    const after = envelopeOf(NEW, OLD);
    const late = owners.map((owner) => ({ ...owner, rowId: "whk_2" }));
    const [done] = await Promise.all([
      rotate(true),
      ...late.map(async (owner) => {
        kept.push({ owner, sealed: await after.seal(database.writes, owner, owner.workspaceId) });
      }),
      ...kept.map(async ({ owner, sealed }) => {
        expect(await openAnew(sealed, owner, NEW, OLD)).toBe(owner.workspaceId);
      }),
    ]);
    // Those sealed during the rotation may have found their key retired and made a new one.
    expect(done.rewrapped).toBe(120);
    expect(done.retired).toBeGreaterThanOrEqual(120);

    expect(kept).toHaveLength(240);
    for (const { owner, sealed } of kept) expect(await openAnew(sealed, owner, NEW)).toBe(owner.workspaceId);
    const [one] = kept;
    if (one === undefined) expect.fail("nothing was sealed");
    await expect(openAnew(one.sealed, one.owner, OLD)).rejects.toThrow(UnopenedSecret);
    expect(await rotate()).toMatchObject({ rewrapped: 0, retired: 0 });
    // What is sealed now has a data key that sealed nothing before.
    const fresh = await envelopeOf(NEW).seal(database.writes, OWNER, CANARY);
    expect(kept.some(({ sealed }) => sealed.split("|")[1] === fresh.split("|")[1])).toBe(false);
  });

  test("that was cut off goes on where it was", async () => {
    await requireDatabaseKey(database.writes, keysOf(OLD));
    const sealed = await envelopeOf(OLD).seal(database.writes, OWNER, CANARY);
    const other = { ...OWNER, workspaceId: "wsp_other" };
    const rewrapped = await envelopeOf(OLD).seal(database.writes, other, CANARY);
    await rotate();
    // As if it had ended between the two keys: one is wrapped anew, the check value and the other key are not.
    await database.writes.execute(sql`DELETE FROM encryption_check`);
    await requireDatabaseKey(database.writes, keysOf(OLD, NEW));
    await database.writes.execute(sql`DELETE FROM data_keys WHERE workspace_id = ${OWNER.workspaceId}`);
    const again = await envelopeOf(OLD, NEW).seal(database.writes, OWNER, CANARY);
    await expect(openAnew(sealed, OWNER, NEW)).rejects.toThrow(UnopenedSecret);

    expect(await rotate()).toMatchObject({ rewrapped: 1, already: 1 });
    expect(await openAnew(again, OWNER, NEW)).toBe(CANARY);
    expect(await openAnew(rewrapped, other, NEW)).toBe(CANARY);
    await requireDatabaseKey(database.writes, keysOf(NEW));
  });
});

describe("a start", () => {
  test("is refused with another key, whoever came first, and in one sentence that shows none", async () => {
    await Promise.all([1, 2].map(() => requireDatabaseKey(database.writes, keysOf(OLD))));
    await requireDatabaseKey(database.writes, keysOf(NEW, OLD));
    await expect(requireDatabaseKey(database.writes, keysOf(NEW))).rejects.toThrow(StartProblem);
    await expect(rotateSecrets(database, keysOf(NEW), { newDataKeys: false, now: 0 })).rejects.toThrow(StartProblem);

    await rotate();
    await requireDatabaseKey(database.writes, keysOf(NEW));
    const refused = await requireDatabaseKey(database.writes, keysOf(OLD)).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(StartProblem);
    const { message } = refused as Error;
    expect(message).toMatch(/^The secrets in this database are sealed with the key kek_\w{16}, .*\.$/);
    for (const key of [OLD, NEW]) expect(message).not.toContain(key.toString("hex").slice(0, 12));
  });

  test("is refused by one foreign data key, as after a restoration into another installation", async () => {
    await envelopeOf(OLD).seal(database.writes, OWNER, CANARY);
    await expect(requireDatabaseKey(database.writes, keysOf(NEW))).rejects.toThrow(StartProblem);
  });

  test("under Next alone is refused as well", async () => {
    await requireDatabaseKey(database.writes, keysOf(OLD));
    vi.stubEnv("FABULA_ENV", "test");
    vi.stubEnv("DATABASE_URL", own.url);
    vi.stubEnv("FABULA_SECRET", "s".repeat(40));
    vi.stubEnv("FABULA_ENCRYPTION_KEY", NEW.toString("hex"));
    await expect(composeFromEnvironment()).rejects.toThrow(StartProblem);
    vi.stubEnv("FABULA_ENCRYPTION_KEY_PREVIOUS", OLD.toString("hex"));
    const fabula = await composeFromEnvironment();
    await fabula.close();
    vi.unstubAllEnvs();
  });
});
