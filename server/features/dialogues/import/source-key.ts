import { createHash } from "node:crypto";
import { shorten } from "#domain/import/report.ts";
import { MAX_SOURCE_KEY_BYTES } from "../../entities/public.ts";

const SHOWN = 100;

/**
 * An importer's key in the form the record keeps it.
 *
 * A dialogue is known by (format, its key), and everything in it by (format, the dialogue's key, its own key): a passage
 * by format, title and name, an Arcweave element by its board's uuid and its own. What belongs to a dialogue carries only
 * its own key, because it already names its dialogue; so the same passage name in two stories never meets.
 */
export function sourceKey(key: string): string {
  if (Buffer.byteLength(key) <= MAX_SOURCE_KEY_BYTES) return key;
  return `${shorten(key, SHOWN)}#${createHash("sha256").update(key).digest("hex")}`;
}
