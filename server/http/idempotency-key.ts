import { createHmac } from "node:crypto";
import { itemAt, type ValidationItem, valueError } from "../kernel/validation/item.ts";

/** An `Idempotency-Key` header read: the key, null when absent, or a mistake. */
export type IdempotencyKey = { ok: true; key: string | null } | { ok: false; mistake: ValidationItem };

const VISIBLE = /^[\x21-\x7e]{1,255}$/;
const QUOTED = /^"([\x21-\x7e]*)"$/;

const IS_NO_KEY = valueError("Idempotency-Key must be 1 to 255 visible ASCII characters");

const NOT_HONOURED = valueError("this operation does not take Idempotency-Key: leave it out");

/**
 * Reads the header: 1–255 visible ASCII characters, bare or as a quoted string. Where an operation does not honour it, it is a
 * mistake: whoever sends it relies on the stored answer.
 */
export function readIdempotencyKey(header: string | null, isHonoured: boolean): IdempotencyKey {
  if (header === null) return { ok: true, key: null };
  const refused = (failure: typeof IS_NO_KEY): IdempotencyKey => ({
    ok: false,
    mistake: itemAt(["header", "idempotency-key"], failure),
  });
  if (!isHonoured) return refused(NOT_HONOURED);
  const text = header.trim();
  const key = QUOTED.exec(text)?.[1] ?? text;
  return VISIBLE.test(key) ? { ok: true, key } : refused(IS_NO_KEY);
}

/**
 * Returns the fingerprint by which two requests are the same. The order of query parameters does not count. It is keyed
 * with what only the caller has, so that a stored fingerprint of a body with a password cannot be searched for the
 * password.
 */
export function fingerprint(request: {
  key: Uint8Array | null;
  method: string;
  path: string;
  query: string;
  contentType: string | null;
  body: Uint8Array;
}): string {
  const { key, method, path, query, contentType, body } = request;
  const head = [method, path, query.split("&").sort().join("&"), contentType ?? ""];
  return createHmac("sha256", key ?? "")
    .update(JSON.stringify(head))
    .update("\n")
    .update(body)
    .digest("hex");
}
