import { Envelope } from "#server/envelope/envelope.ts";
import { KeyEncryptionKeys } from "#server/envelope/key-encryption-keys.ts";
import { systemClock } from "#server/kernel/clock.ts";

/** The key that mounts are configured with as well. */
export const TEST_KEYS = new KeyEncryptionKeys({ encryptionKey: Buffer.alloc(32), previousEncryptionKey: null });

/** Envelope that seals secrets where a test puts services together by hand. */
export const testEnvelope = new Envelope(TEST_KEYS, systemClock);
