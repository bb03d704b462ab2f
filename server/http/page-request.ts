import type { IncomingMessage } from "node:http";

/** Most parameters, and most cookies, of a request that Next answers: pages have a handful, Next compares each with all others. */
export const MAX_PARTS = 250;

/** Whether the query and the cookies of a request have few enough parts for Next to read them in no time. */
export function hasFewParts(query: string, { cookie = "" }: Pick<IncomingMessage["headers"], "cookie">): boolean {
  return partsIn(query, "&") <= MAX_PARTS && partsIn(cookie, ";") <= MAX_PARTS;
}

function partsIn(text: string, separator: string): number {
  let parts = 1;
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) parts++;
  return parts;
}

/** Addresses of Next's that take more than reading: those of signing in and out. */
const SIGNING_IN = "/api/auth/";

/** Whether a page may be asked for with this method. Next would answer some files with 500, and render a page for any other. */
export function takesMethod(path: string, method: string): boolean {
  return method === "GET" || method === "HEAD" || path.startsWith(SIGNING_IN);
}
