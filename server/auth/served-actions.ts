/**
 * Routes of next-auth that the studio uses. Its own pages, which have no content security policy, and its list of
 * providers are not served.
 */
const SERVED: ReadonlySet<string> = new Set([
  "GET csrf",
  "GET session",
  "POST session",
  "GET signin",
  "GET error",
  "POST callback/credentials",
  "POST signout",
]);

/** Whether a request below `/api/auth/` is answered at all; `signin` and `error` lead on to the studio's own page. */
export function isServedAction(method: string, path: readonly string[]): boolean {
  return SERVED.has(`${method} ${path.join("/")}`);
}
