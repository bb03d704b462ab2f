import { itemAt, type ValidationItem, valueError } from "../kernel/validation/item.ts";

/** What an `If-Match` header asks for: a sequence, anything that exists (null), or a mistake. */
export type IfMatch = { ok: true; seq: number | null } | { ok: false; mistake: ValidationItem };

// `"12"`, and `"12.15"` for located entities, whose second part is the sequence of their path. Proxies that compress mark
// tags as weak, so `W/` is taken as well.
const SEQUENCE_TAG = /^(?:W\/)?"(\d{1,15})(?:\.\d{1,15})?"$/;

/** Reads `If-Match`; an absent header asks for nothing. */
export function readIfMatch(header: string | null): IfMatch {
  const text = header?.trim() ?? "*";
  if (text === "*") return { ok: true, seq: null };
  const seq = SEQUENCE_TAG.exec(text)?.[1];
  if (seq !== undefined) return { ok: true, seq: Number(seq) };
  const failure = valueError('If-Match must be the ETag of one resource, such as "12", or *');
  return { ok: false, mistake: itemAt(["header", "if-match"], failure, text.slice(0, 256)) };
}

/** Whether `If-None-Match` names the tag of the answer, compared weakly as RFC 9110 §13.1.2 asks. */
export function matchesNone(header: string | null, etag: string | undefined): boolean {
  if (header === null || etag === undefined) return false;
  if (header.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === bare);
}
