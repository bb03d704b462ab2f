import { isIPv4, isIPv6 } from "node:net";

/**
 * Returns the key under which a client's address is counted: an IPv4 address itself, an IPv6 address by its first 64
 * bits, because one customer has all the rest. Texts that are no address share one key.
 */
export function addressKey(address: string): string {
  const bare = address.split("%", 1)[0] ?? "";
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return "unknown";
  const groups = groupsOf(bare);
  const [high, low] = [groups[6] ?? 0, groups[7] ?? 0];
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight 16-bit groups of an IPv6 address that is known to be well formed. */
function groupsOf(address: string): number[] {
  const [before = "", after] = address.split("::", 2);
  const head = parse(before);
  if (after === undefined) return head;
  const tail = parse(after);
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function parse(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
