import { createHash } from "node:crypto";
import { ID_PREFIXES } from "../kernel/ids.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** The uuid under which a job with this id is kept: both are 128 bits, the id in base 32. */
export function uuidOfJob(id: string): string {
  let bits = 0n;
  for (const character of id.slice(ID_PREFIXES.job.length + 1)) bits = bits * 32n + BigInt(ALPHABET.indexOf(character));
  return dashed(bits.toString(16).padStart(32, "0"));
}

/** The id of a job that is kept under this uuid. */
export function jobOfUuid(uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll("-", "")}`);
  let body = "";
  for (let i = 0; i < 26; i++) {
    body = ALPHABET[Number(bits % 32n)] + body;
    bits /= 32n;
  }
  return `${ID_PREFIXES.job}_${body}`;
}

/** The id that a job has wherever and whenever it is asked for, so that it is there once. */
export function jobNamed(...names: string[]): string {
  return jobOfUuid(dashed(createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 32)));
}

function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
