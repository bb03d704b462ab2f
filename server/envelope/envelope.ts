import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Mode } from "../kernel/scope.ts";
import type { Columns, Db } from "../record/database.ts";
import type { KeyEncryptionKeys } from "./key-encryption-keys.ts";
import { keyIdOf, openWith, sealWith, UnopenedSecret } from "./sealed-text.ts";

/** The row a secret belongs to. A sealed secret opens for this row and no other. */
export interface SecretOwner {
  readonly workspaceId: string;
  readonly mode: Mode;
  /** Purpose of the secret: `webhook`, `billing`, `provider`. */
  readonly purpose: string;
  readonly rowId: string;
}

type DataKeyRow = Columns<"data_keys", "id" | "kek_id" | "wrapped">;

/** Bytes of a data key, for AES-256. */
const DATA_KEY_BYTES = 32;
/** Opened data keys kept, so that signing thousands of deliveries asks the database once a workspace. */
const KEPT = 1_000;
/** Time that an opened data key is cached: an erased one opens nothing after that. */
const KEPT_MS = 5 * 60_000;

/** Returns the authenticated data of a wrapped data key, so that no workspace's key opens as another's. */
export function aboutDataKey(workspaceId: string, id: string): string[] {
  return ["data key", workspaceId, id];
}

function aboutSecret({ workspaceId, mode, purpose, rowId }: SecretOwner): string[] {
  return [workspaceId, mode, purpose, rowId];
}

/**
 * Seals secrets at rest with a data key of their workspace, which lies in the database wrapped by the installation's key.
 * What it gives out is of the form of `sealWith`; every sealing has a nonce of its own.
 */
export class Envelope {
  private readonly keys: KeyEncryptionKeys;
  private readonly clock: Clock;
  private readonly opened = new LRUCache<string, { readonly key: KeyObject; readonly until: number }>({ max: KEPT });

  constructor(keys: KeyEncryptionKeys, clock: Clock) {
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * Seals a text for the row that keeps it. Asks `db` for the data key in use, and makes one there when the workspace has
   * none: in the transaction that keeps what was sealed with it, or before.
   */
  async seal(db: Db, owner: SecretOwner, plain: string): Promise<string> {
    const { id, key } = await this.keyInUse(db, owner.workspaceId);
    return sealWith(key, id, aboutSecret(owner), Buffer.from(plain, "utf8"));
  }

  /** Seals a text for each of several rows of a workspace, as {@link seal} does, with one look at its data key. */
  async sealEach(
    db: Db,
    workspaceId: string,
    secrets: readonly { readonly owner: SecretOwner; readonly plain: string }[],
  ): Promise<string[]> {
    const { id, key } = await this.keyInUse(db, workspaceId);
    return secrets.map(({ owner, plain }) => sealWith(key, id, aboutSecret(owner), Buffer.from(plain, "utf8")));
  }

  /**
   * Opens what was sealed for this row.
   *
   * @throws UnopenedSecret when it was sealed for another row, was changed, or its data key is gone
   */
  async open(db: Db, owner: SecretOwner, sealed: string): Promise<string> {
    const id = keyIdOf(sealed);
    const key = this.kept(owner.workspaceId, id) ?? (await this.fetched(db, owner.workspaceId, id));
    return openWith(key, aboutSecret(owner), sealed).toString("utf8");
  }

  /**
   * A word by which a secret is known again within its workspace, until new data keys are asked for. It is an HMAC under a key
   * derived from the data key in use, so that nothing can be tried against it without that.
   */
  async fingerprint(db: Db, { workspaceId, purpose }: Pick<SecretOwner, "workspaceId" | "purpose">, plain: string) {
    const { key } = await this.keyInUse(db, workspaceId);
    const derived = Buffer.from(hkdfSync("sha256", key, "", `fabula fingerprint of ${purpose}`, 32));
    return createHmac("sha256", derived).update(plain, "utf8").digest("hex").slice(0, 16);
  }

  private async keyInUse(db: Db, workspaceId: string): Promise<{ id: string; key: KeyObject }> {
    // Looked up each time: one remembered from a transaction that was taken back would open nothing later.
    const row = (await findInUse(db, workspaceId)) ?? (await this.make(db, workspaceId));
    return { id: row.id, key: this.unwrapped(workspaceId, row) };
  }

  /** Makes the workspace's data key, or takes the one that somebody made meanwhile. */
  private async make(db: Db, workspaceId: string): Promise<DataKeyRow> {
    await db.execute(this.insertion(workspaceId));
    const row = await findInUse(db, workspaceId);
    if (row === null) throw new Error("a data key that was just made is not there");
    return row;
  }

  private insertion(workspaceId: string) {
    const now = this.clock.now();
    const id = newId("dek", now);
    const wrapped = this.keys.wrap(aboutDataKey(workspaceId, id), randomBytes(DATA_KEY_BYTES));
    return sql`INSERT INTO data_keys (workspace_id, id, kek_id, wrapped, created_at)
      VALUES (${workspaceId}, ${id}, ${this.keys.currentId}, ${wrapped}, ${new Date(now).toISOString()})
      ON CONFLICT DO NOTHING`;
  }

  private async fetched(db: Db, workspaceId: string, id: string): Promise<KeyObject> {
    const [row] = await db.execute<DataKeyRow>(
      sql`SELECT id, kek_id, wrapped FROM data_keys WHERE workspace_id = ${workspaceId} AND id = ${id}`,
    );
    if (row === undefined) throw new UnopenedSecret();
    const key = this.unwrapped(workspaceId, row);
    this.keep(workspaceId, id, key);
    return key;
  }

  private unwrapped(workspaceId: string, { id, kek_id, wrapped }: DataKeyRow): KeyObject {
    return createSecretKey(this.keys.unwrap(kek_id, aboutDataKey(workspaceId, id), wrapped));
  }

  private kept(workspaceId: string, id: string): KeyObject | null {
    const found = this.opened.get(`${workspaceId} ${id}`);
    return found !== undefined && found.until > this.clock.now() ? found.key : null;
  }

  private keep(workspaceId: string, id: string, key: KeyObject): void {
    this.opened.set(`${workspaceId} ${id}`, { key, until: this.clock.now() + KEPT_MS });
  }
}

async function findInUse(db: Db, workspaceId: string): Promise<DataKeyRow | null> {
  const [row] = await db.execute<DataKeyRow>(
    sql`SELECT id, kek_id, wrapped FROM data_keys WHERE workspace_id = ${workspaceId} AND retired_at IS NULL`,
  );
  return row ?? null;
}
