/**
 * An address as a path of this very origin. A path that begins with two slashes would be read as the name of another host, and
 * `/x/..//elsewhere` becomes one when its dots are resolved.
 */
export function ownPath({ pathname, search, hash }: URL): string {
  return `${pathname.replace(/^\/+/, "/")}${search}${hash}`;
}
