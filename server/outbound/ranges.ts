import { BlockList, isIP, isIPv6 } from "node:net";

/** An address in the one form it is compared in: IPv4 behind `::ffff:` as IPv4, no zone, IPv6 compressed. */
export function canonicalAddress(address: string): string {
  const bare = address.replace(/%.*$/, "");
  if (!isIPv6(bare)) return bare;
  const compressed = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed);
  if (mapped === null) return compressed;
  const [high, low] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** 4 or 6; what is no address counts as 6, where it is found in no range. */
export const familyOf = (address: string): 4 | 6 => (isIP(address) === 4 ? 4 : 6);

/** Whether a text names a range, such as `10.1.0.0/16`, or a single address. */
export function isRange(text: string): boolean {
  const [address = "", prefix, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** A set of addresses, given as ranges. */
export class AddressRanges {
  readonly #ranges = new BlockList();
  readonly isEmpty: boolean;

  /** @param ranges each as {@link isRange} wants it. */
  constructor(ranges: readonly string[]) {
    this.isEmpty = ranges.length === 0;
    for (const range of ranges) {
      const [address = "", prefix] = range.split("/");
      const type = familyOf(address) === 4 ? "ipv4" : "ipv6";
      if (prefix === undefined) this.#ranges.addAddress(address, type);
      else this.#ranges.addSubnet(address, Number(prefix), type);
    }
  }

  /** @param address in canonical form. */
  has(address: string): boolean {
    return this.#ranges.check(address, familyOf(address) === 4 ? "ipv4" : "ipv6");
  }
}
