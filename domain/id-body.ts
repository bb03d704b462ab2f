const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Bytes of randomness {@link idBody} takes; five bits of each are used. */
export const ID_RANDOM_BYTES = 16;

/**
 * The 26 characters of an identifier after its prefix: lower-case Crockford base 32 of 48 bits of milliseconds, then 80 random
 * bits, the layout of a ULID, so that ids made later sort later. Whoever makes one brings the randomness.
 */
export function idBody(now: number, random: Uint8Array): string {
  let time = "";
  for (let rest = now, i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  let body = time;
  for (const byte of random) body += ALPHABET[byte & 31];
  return body;
}
