import { isIP } from "node:net";

/**
 * Headers in which our listener tells what is behind it who asks, and for what: Next passes on a query that it decoded and
 * encoded again, which turns broken UTF-8 into U+FFFD. It overwrites whatever a client sent under these names; where there is
 * no listener, they prove nothing.
 */
export const CLIENT_ADDRESS_HEADER = "x-fabula-client-address";
export const TARGET_HEADER = "x-fabula-target";

/**
 * The client's address: the connection's own, or with trusted proxies in front the entry that the outermost of them added to
 * `X-Forwarded-For`. What stands further left was written by the client and is never believed.
 */
export function clientAddress(remote: string, forwardedFor: string | null, trustedProxies: number): string {
  const direct = plain(remote) ?? "unknown";
  if (trustedProxies === 0 || forwardedFor === null) return direct;
  const hops = forwardedFor.split(",");
  const named = hops[Math.max(0, hops.length - trustedProxies)];
  return (named === undefined ? null : plain(named)) ?? direct;
}

/** An address without the port some proxies add, and IPv4 in its own form; null when it is none. */
function plain(text: string): string | null {
  const trimmed = text.trim();
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(trimmed)?.[1];
  const address = (bracketed ?? trimmed.replace(/^([\d.]+):\d+$/, "$1")).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) === 0 ? null : address;
}
