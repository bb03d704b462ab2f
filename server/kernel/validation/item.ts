/** Origin of a value; the first element of every `loc`. */
export type InputRoot = "body" | "query" | "path" | "header";

/** Path to a value: the input root, then field names and list indexes. */
export type Loc = (string | number)[];

/** One entry of a validation error's `detail` list. `ctx` is absent when there is nothing to add. */
export type ValidationItem = {
  type: string;
  loc: Loc;
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
};

/** Validation failure without its location. */
export type Failure = { type: string; msg: string; ctx?: Record<string, unknown> };

/** Most items one answer lists: a megabyte of wrong list entries would otherwise be answered with some 80 megabytes. */
export const MAX_ITEMS = 1000;

/** Longest field name repeated in a `loc`; unknown names are as long as the caller likes. */
const MAX_NAME_LENGTH = 256;

/** A field name made safe to repeat: no NUL, no lone surrogate, no endless text. */
export function nameForLoc(name: string): string {
  const safe = name.toWellFormed().replaceAll("\0", "\uFFFD");
  return safe.length <= MAX_NAME_LENGTH ? safe : `${safe.slice(0, MAX_NAME_LENGTH).toWellFormed()}…`;
}

/** Put a failure at a place. `input` is left out when it is not given, or cannot be repeated. */
export function itemAt(loc: Loc, failure: Failure, ...input: [] | [unknown]): ValidationItem {
  const item: ValidationItem = { type: failure.type, loc, msg: failure.msg };
  if (input.length === 1) item.input = input[0];
  if (failure.ctx !== undefined && Object.keys(failure.ctx).length > 0) item.ctx = failure.ctx;
  return item;
}

export const MISSING: Failure = { type: "missing", msg: "Field required" };

export const EXTRA_FORBIDDEN: Failure = { type: "extra_forbidden", msg: "Extra inputs are not permitted" };

export const FINITE_NUMBER: Failure = { type: "finite_number", msg: "Input should be a finite number" };

/** A rule of ours that the common vocabulary has no word for. */
export function valueError(reason: string, ctx: Record<string, unknown> = {}): Failure {
  return { type: "value_error", msg: `Value error, ${reason}`, ctx };
}
