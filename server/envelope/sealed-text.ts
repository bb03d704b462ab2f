import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** AES-256-GCM with the nonce and the tag of NIST SP 800-38D §5.2.1: 96 and 128 bits. */
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1";

/** A sealed text that its key does not open: it was changed, moved to another owner, or sealed with another key. */
export class UnopenedSecret extends Error {
  override readonly name = "UnopenedSecret";

  constructor() {
    super("a sealed secret does not open: it was changed or moved, or another key sealed it");
  }
}

/**
 * Seals bytes under a key: `v1|<key id>|<nonce>|<ciphertext>|<tag>`, the last three as base64url. `about` is authenticated
 * with them and not kept, so it must be told again to open.
 *
 * @param key 32 bytes; those used often come as a key object, which spares a third of an opening
 */
export function sealWith(key: CipherKey, keyId: string, about: readonly string[], plain: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(authenticated(keyId, about));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [VERSION, keyId, ...[nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString("base64url"))].join(
    "|",
  );
}

/** The id of the key that a text was sealed with. @throws UnopenedSecret when it is no sealed text. */
export function keyIdOf(sealed: string): string {
  return partsOf(sealed).keyId;
}

/**
 * Opens what {@link sealWith} made.
 *
 * @throws UnopenedSecret which says nothing of the text, the key or the reason
 */
export function openWith(key: CipherKey, about: readonly string[], sealed: string): Buffer {
  const { keyId, nonce, ciphertext, tag } = partsOf(sealed);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticated(keyId, about)).setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch {
    throw new UnopenedSecret();
  }
}

/** A form in which no two lists of texts are the same bytes. */
function authenticated(keyId: string, about: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, ...about]));
}

function partsOf(sealed: string): { keyId: string; nonce: Buffer; ciphertext: Buffer; tag: Buffer } {
  const [version, keyId = "", ...encoded] = sealed.split("|");
  const decoded = encoded.map((part) => Buffer.from(part, "base64url"));
  const [nonce, ciphertext, tag, ...rest] = decoded;
  // A shorter tag would be easier to guess.
  const isWhole = nonce?.length === NONCE_BYTES && tag?.length === TAG_BYTES && rest.length === 0;
  // Base64url has several spellings of the same bytes; only the one that was written is taken.
  const isAsWritten = decoded.every((bytes, index) => bytes.toString("base64url") === encoded[index]);
  if (version !== VERSION || !isWhole || ciphertext === undefined || !isAsWritten) throw new UnopenedSecret();
  return { keyId, nonce, ciphertext, tag };
}
