import { createHmac } from "node:crypto";
import { openWith, sealWith, UnopenedSecret } from "./sealed-text.ts";

/** The configuration's keys, 32 bytes each. */
interface EncryptionKeys {
  readonly encryptionKey: Uint8Array;
  readonly previousEncryptionKey: Uint8Array | null;
}

interface KeyEncryptionKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/**
 * The keys that wrap data keys, known by a fingerprint: the current one, which wraps, and another one while it is being
 * replaced, which only opens.
 */
export class KeyEncryptionKeys {
  readonly currentId: string;
  private readonly current: KeyEncryptionKey;
  private readonly known: ReadonlyMap<string, KeyEncryptionKey>;

  constructor({ encryptionKey, previousEncryptionKey }: EncryptionKeys) {
    this.current = named(encryptionKey);
    this.currentId = this.current.id;
    const keys = previousEncryptionKey === null ? [this.current] : [named(previousEncryptionKey), this.current];
    this.known = new Map(keys.map((key) => [key.id, key]));
  }

  /** Fingerprints of all keys that open something. */
  get ids(): string[] {
    return [...this.known.keys()];
  }

  wrap(about: readonly string[], plain: Uint8Array): string {
    return sealWith(this.current.bytes, this.current.id, about, plain);
  }

  /** @throws UnopenedSecret when none of the keys wrapped it, or it was changed */
  unwrap(kekId: string, about: readonly string[], wrapped: string): Buffer {
    const key = this.known.get(kekId);
    if (key === undefined) throw new UnopenedSecret();
    return openWith(key.bytes, about, wrapped);
  }
}

/** Names a key by its fingerprint, which stands in tables and messages and tells nothing about the key. */
function named(bytes: Uint8Array): KeyEncryptionKey {
  const digest = createHmac("sha256", bytes).update("fabula key encryption key").digest("hex");
  return { id: `kek_${digest.slice(0, 16)}`, bytes };
}
