import { createHash } from "node:crypto";
import { itemAt, type ValidationItem, valueError } from "../kernel/validation/item.ts";
import { ANY_FILE } from "../operation/file-answer.ts";

/** Condition of an `If-Match` header: a sequence, any existing version (`*`), none (null), or a mistake. */
export type IfMatch = { ok: true; condition: number | "*" | null } | { ok: false; mistake: ValidationItem };

// `"12"`, and `"12.15"` for located entities, whose second part is the sequence of their path. Proxies that compress mark
// tags as weak, so `W/` is taken as well.
const SEQUENCE_TAG = /^(?:W\/)?"(\d{1,15})(?:\.\d{1,15})?"$/;

const NOT_A_TAG = valueError('If-Match must be the ETag of one resource, such as "12", or *');

const NOT_HONOURED = valueError("this operation does not take If-Match: leave it out");

/**
 * Reads `If-Match`; an absent header asks for nothing. Where an operation does not honour it, it is a mistake: whoever sends
 * it relies on nothing being overwritten.
 */
export function readIfMatch(header: string | null, isHonoured: boolean): IfMatch {
  if (header === null) return { ok: true, condition: null };
  const text = header.trim();
  const refused = (failure: typeof NOT_A_TAG): IfMatch => ({
    ok: false,
    mistake: itemAt(["header", "if-match"], failure, text),
  });
  if (!isHonoured) return refused(NOT_HONOURED);
  if (text === "*") return { ok: true, condition: "*" };
  const seq = SEQUENCE_TAG.exec(text)?.[1];
  return seq === undefined ? refused(NOT_A_TAG) : { ok: true, condition: Number(seq) };
}

/** Whether a `Prefer` header asks for a short answer (RFC 7240 §4.2); other preferences are not honoured. */
export function prefersMinimal(header: string | null): boolean {
  return header?.split(/[,;]/).some((each) => /^\s*return\s*=\s*"?minimal"?\s*$/i.test(each)) ?? false;
}

/** Whether an `Accept` header asks for a file of this type, by its name or as bytes of any type, before JSON. */
export function asksForFile(accept: string | null, mediaType: string): boolean {
  if (accept === null) return false;
  const weights = new Map(accept.split(",").map(weighed));
  const json = weights.get("application/json") ?? 0;
  const file = Math.max(
    weights.get(ANY_FILE) ?? 0,
    mediaType === "application/json" ? 0 : (weights.get(mediaType) ?? 0),
  );
  return file > json;
}

/** Whether a client asks to follow a call by messages, and not for its answer alone. */
export function asksForMessages(accept: string | null): boolean {
  if (accept === null) return false;
  const weights = new Map(accept.split(",").map(weighed));
  return (weights.get("text/event-stream") ?? 0) > (weights.get("application/json") ?? 0);
}

/** A type of an `Accept` header with its weight (RFC 9110 §12.4.2). */
function weighed(range: string): [type: string, weight: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1);
  return [type, Number.isNaN(weight) ? 0 : weight];
}

/** A tag made of an answer's bytes, for answers that no sequence tells apart. */
export function contentTag(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** Whether `If-None-Match` names the tag of the answer, compared weakly as RFC 9110 §13.1.2 asks. */
export function matchesNone(header: string | null, etag: string | undefined): boolean {
  if (header === null || etag === undefined) return false;
  if (header.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === bare);
}

/** Whether `If-None-Match` names this tag itself, which only an answer can have told. */
export function namesTag(header: string | null, etag: string): boolean {
  return header?.trim() !== "*" && matchesNone(header, etag);
}
