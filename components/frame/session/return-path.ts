/** A base that no path can leave without naming another host. */
const HERE = "https://here.invalid";

/**
 * Returns the path to open after signing in: a path of this studio, with its query; null for any other address, and for
 * the sign-in itself.
 */
export function returnPath(text: unknown): string | null {
  // A browser reads a backslash, and a tab inside an address, in ways of its own.
  if (typeof text !== "string" || !text.startsWith("/") || /[\\\p{Cc}]/u.test(text) || text.length > 2_000) return null;
  const address = URL.parse(text, HERE);
  if (address === null || address.origin !== HERE) return null;
  if (/^\/(sign-in|api|v1)(\/|$)/.test(address.pathname) || address.pathname.startsWith("//")) return null;
  const path = address.pathname + address.search;
  return path === "/" ? null : path;
}
