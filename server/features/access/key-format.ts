import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { MODES, type Mode } from "../../kernel/scope.ts";

/** Secret keys stay on servers; publishable ones may sit in browsers and only read. */
export const KEY_KINDS = ["secret", "publishable"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** Largest multiple of 62 below 256: bytes from here on would favour the first letters. */
const UNBIASED_BELOW = 248;

const PREFIX_KIND = { sk: "secret", pk: "publishable" } as const;
// The underscore within the body's first nine characters keeps secret scanners from taking the key for another vendor's.
const SHAPE = /^(?<kind>sk|pk)_(?<mode>live|test)_pm1_[0-9A-Za-z]{38}$/;

/** Beginning of the tokens of players, which keys have not. */
export const PLAYER_TOKEN_PREFIX = "pt";
const PLAYER_TOKEN = new RegExp(`^${PLAYER_TOKEN_PREFIX}_(?:live|test)_pm1_[0-9A-Za-z]{38}$`);

/** Whether a bearer has the form and the checksum of a player's token, which needs no look-up. */
export function isPlayerToken(bearer: string): boolean {
  return PLAYER_TOKEN.test(bearer) && hasChecksum(bearer);
}

/** A key as it is shown once, and what is kept of it. */
export interface NewKey {
  /** The key in full. */
  readonly key: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly prefix: string;
  /** First four of the random characters. */
  readonly start: string;
  readonly last4: string;
}

/** Makes a key of 190 random bits. */
export function newKey(kind: KeyKind, mode: Mode): NewKey {
  const prefix = `${kind === "secret" ? "sk" : "pk"}_${mode}_pm1_`;
  const key = newSecret(prefix);
  return { key, hash: hashKey(key), prefix, start: key.slice(prefix.length, prefix.length + 4), last4: key.slice(-4) };
}

/** A prefix, 190 random bits in base 62, and a checksum of both. */
export function newSecret(prefix: string): string {
  const random = randomBase62(RANDOM_LENGTH);
  return `${prefix}${random}${keyChecksum(prefix + random)}`;
}

/** Whether the checksum at the end of a secret is that of what stands before it. */
export function hasChecksum(secret: string): boolean {
  return keyChecksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH);
}

/** Reads the kind and mode from a key, or null when its form or checksum is wrong, which needs no look-up. */
export function readKey(key: string): { kind: KeyKind; mode: Mode } | null {
  const groups = SHAPE.exec(key)?.groups;
  if (groups === undefined) return null;
  if (!hasChecksum(key)) return null;
  const mode = MODES.find((each) => each === groups.mode);
  return mode === undefined ? null : { kind: PREFIX_KIND[groups.kind === "sk" ? "sk" : "pk"], mode };
}

/** SHA-256 in hexadecimal. A slow hash would add nothing: there is no guessing 190 random bits. */
export function hashKey(key: string): string {
  return hash("sha256", key, "hex");
}

/** CRC32 of the text in six base 62 digits. */
export function keyChecksum(text: string): string {
  let digits = "";
  for (let rest = crc32(text), i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < UNBIASED_BELOW && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}
