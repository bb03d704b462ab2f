const ESCAPES = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[\w.~-]/;

/**
 * A path in its plain form: an escaped letter, digit, `-`, `.`, `_` or `~` means the same as the character itself (RFC 3986
 * §6.2.2.2). Everything else stays as it was sent.
 */
export function plainPath(path: string): string {
  if (!path.includes("%")) return path;
  return path.replace(ESCAPES, (sent) => {
    const character = String.fromCharCode(Number.parseInt(sent.slice(1), 16));
    return UNRESERVED.test(character) ? character : sent;
  });
}
