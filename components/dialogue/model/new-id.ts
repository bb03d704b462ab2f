const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Kinds of things a person makes here. */
export type NewIdPrefix = "node" | "br" | "cnd" | "ef" | "grp" | "ann" | "var" | "ent";

/** An identifier made on this device, of the form the server makes: it is known before anything was sent. */
export function newId(prefix: NewIdPrefix, now: number = Date.now()): string {
  let time = "";
  for (let rest = now, i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  let random = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) random += ALPHABET[byte & 31];
  return `${prefix}_${time}${random}`;
}
