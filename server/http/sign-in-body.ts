import { Problem } from "../kernel/problem.ts";
import { parseJson } from "../kernel/validation/json.ts";
import { payloadTooLarge } from "./body.ts";
import { readBody } from "./fetch-mount.ts";

/** Longest body of a request to sign in or out: its fields are an address, a password and tokens. */
const SIGN_IN_BYTES = 16 * 1024;

/**
 * Reads the body of a request to sign in or out, which next-auth would read to any length, and fail at where it is no JSON.
 * Returns the problem of one that is refused.
 */
export async function readSignInBody(request: Request): Promise<Uint8Array | Problem> {
  const body = await readBody(request, SIGN_IN_BYTES).catch(() => new Problem("bad_request"));
  if (body === null) return payloadTooLarge(SIGN_IN_BYTES);
  if (body instanceof Problem || request.headers.get("content-type")?.includes("json") !== true) return body;
  return parseJson(body).ok ? body : new Problem("bad_request", { message: "The body of the request is not JSON." });
}
