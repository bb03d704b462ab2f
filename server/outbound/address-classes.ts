import { AddressRanges, canonicalAddress, familyOf } from "./ranges.ts";

/**
 * Addresses that are nobody's on the public internet, and what they are, from the special-purpose registries of IANA. A
 * range lies before the wider ones that hold it. The last but one of IPv4 is where Azure's machines reach their host.
 */
const CLASSES: readonly (readonly [what: string, ...ranges: string[]])[] = [
  ["an address of the machine itself", "0.0.0.0/8", "127.0.0.0/8", "::/128", "::1/128"],
  ["an address of a private network", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"],
  ["a link-local address, where cloud machines find their own credentials", "169.254.0.0/16", "fe80::/10"],
  [
    "an address kept for documentation",
    "192.0.2.0/24",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "2001:db8::/32",
    "3fff::/20",
  ],
  ["an address kept for measurements", "198.18.0.0/15"],
  ["a multicast address", "224.0.0.0/4", "ff00::/8"],
  ["an address kept for special purposes", "192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24"],
  ["an address kept for special purposes", "168.63.129.16/32", "240.0.0.0/4", "2001::/23", "2620:4f:8000::/48"],
  ["an address that stands for an IPv4 address", "192.88.99.0/24", "2002::/16"],
];

const classes = CLASSES.map(([what, ...ranges]) => ({ what, ranges: new AddressRanges(ranges) }));
/** All that is given out of IPv6 so far; whatever else is written in it leads somewhere unexpected. */
const givenOut = new AddressRanges(["2000::/3"]);

/** Returns the special purpose of an address in words; null for one of the public internet. */
export function specialAddress(address: string): string | null {
  const canonical = canonicalAddress(address);
  const found = classes.find(({ ranges }) => ranges.has(canonical));
  if (found !== undefined) return found.what;
  return familyOf(canonical) === 6 && !givenOut.has(canonical) ? "an address that is not in public use" : null;
}
