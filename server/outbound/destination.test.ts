import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { specialAddress } from "./address-classes.ts";
import { createOutbound } from "./outbound.ts";

const own = {
  listenerPort: 3_000,
  publicUrl: "https://stories.example.com",
  databaseUrls: ["postgres://fabula:secret@127.0.0.1:5433/fabula", "postgres://fabula@/fabula?host=/run/postgresql"],
};
const strict = createOutbound({ allow: [], own });
const permissive = createOutbound({ allow: ["127.0.0.0/8", "10.1.0.0/16", "fd00:7::/64"], own });

/** Each range by its first and last address, and what lies just outside it on either side. */
const RANGES: readonly (readonly [inside: string, outside: string])[] = [
  ["0.0.0.0 0.255.255.255", "1.0.0.0"],
  ["10.0.0.0 10.255.255.255", "9.255.255.255 11.0.0.0"],
  ["100.64.0.0 100.127.255.255", "100.63.255.255 100.128.0.0"],
  ["127.0.0.0 127.255.255.255", "126.255.255.255 128.0.0.0"],
  ["169.254.0.0 169.254.169.254 169.254.255.255", "169.253.255.255 169.255.0.0"],
  ["172.16.0.0 172.31.255.255", "172.15.255.255 172.32.0.0"],
  ["192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255", "191.255.255.255 192.0.1.0 192.0.3.0"],
  ["192.31.196.1 192.52.193.1 192.175.48.1", "192.31.197.0 192.52.194.0 192.175.49.0"],
  ["192.88.99.1 192.168.0.0 192.168.255.255", "192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0"],
  ["198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1", "198.17.255.255 198.20.0.0 198.51.101.0 203.0.114.0"],
  ["224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255", "223.255.255.255"],
  ["168.63.129.16", "168.63.129.15 168.63.129.17"],
  [":: ::1 ::7f00:1 ::ffff:10.0.0.1 ::ffff:0:8.8.8.8 64:ff9b::808:808 100::1", "::ffff:8.8.8.8"],
  ["1fff:ffff::1 4000::1 5f00::1", "2000::1 3ffe:ffff::1"],
  ["2001::1 2001:1ff:ffff::1 2001:db8::1 2002:808:808::1", "2001:200::1 2001:db9::1 2003::1"],
  ["2620:4f:8000::1 3fff::1 3fff:fff:ffff::1", "2620:4f:8001::1 3fff:1000::1"],
  ["fc00::1 fdff:ffff::1 fe80::1 febf::1 fe80::1%eth0 fec0::1 ff02::1", "2606:4700:4700::1111"],
];

describe("an address", () => {
  it.each(RANGES)("is refused inside a special range and not beside it: %s", (inside, outside) => {
    for (const address of inside.split(" ")) expect(specialAddress(address), address).toEqual(expect.any(String));
    for (const address of outside.split(" ")) expect(specialAddress(address), address).toBeNull();
  });
});

describe("a URL", () => {
  it("is refused with the operator's remedy where there is one, and without it elsewhere", () => {
    const isNamed = (url: string) => strict.problemOf(url)?.message.includes("FABULA_OUTBOUND_ALLOW");
    const allowable = [
      "http://example.com/",
      "http://127.0.0.1/",
      "https://10.0.0.1/",
      "https://localhost/",
      "https://nas.local/",
    ];
    expect(allowable.filter((url) => isNamed(url) !== true)).toEqual([]);
    const final = [
      "ftp://example.com/",
      "https://stories.example.com/",
      "https://user@example.com/",
      "https://example.com:22/",
    ];
    expect(final.filter((url) => isNamed(url) !== false)).toEqual([]);
  });

  it.each([
    ["nothing at all", "", "malformed"],
    ["no scheme", "example.com/hooks", "malformed"],
    ["a path alone", "/hooks", "malformed"],
    ["a space that the parser would drop", " https://example.com/", "malformed"],
    ["a tab that the parser would drop", "https://exa\tmple.com/", "malformed"],
    ["more than 2,048 characters", `https://example.com/${"a".repeat(2_048)}`, "too_long"],
    ["no encryption", "http://example.com/", "scheme_refused"],
    ["another scheme", "ftp://example.com/", "scheme_refused"],
    ["a user", "https://user@example.com/", "credentials_refused"],
    ["a password", "https://:secret@example.com/", "credentials_refused"],
    ["port 0", "https://example.com:0/", "port_refused"],
    ["the port of another protocol", "https://example.com:22/", "port_refused"],
    ["another port of a public address", "https://8.8.8.8:5432/", "port_refused"],
    ["the name of this machine", "https://localhost/", "name_refused"],
    ["a name below it, with a full stop", "https://Fabula.LOCALHOST./", "name_refused"],
    ["a private name", "https://printer.local/", "name_refused"],
    ["a cloud's own name", "https://metadata.google.internal./", "name_refused"],
    ["an address written as a number", "https://2130706433/", "address_refused"],
    ["an IPv4 address inside IPv6", "https://[::ffff:7f00:1]/", "address_refused"],
    ["our public name", "https://stories.example.com/v1", "address_refused"],
    ["our public name with its port", "https://STORIES.example.com.:443/v1", "address_refused"],
  ])("with %s is refused", (_what, url, code) => {
    const problem = strict.problemOf(url);
    expect(problem).toMatchObject({ code });
    expect(problem?.message).toMatch(/\.$/);
    expect(problem?.message).not.toContain("secret");
  });

  it.each([
    "https://example.com",
    "https://example.com:8443/hooks?key=a%20b#part",
    "https://bücher.example/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
    "https://does-not-exist.invalid/",
  ])("that is public is taken: %s", (url) => {
    expect(strict.problemOf(url)).toBeNull();
  });

  it("may lead to what the operator allows, and to nothing beside it", () => {
    for (const url of [
      "http://127.0.0.1:3999/",
      "http://localhost:3999/",
      "http://10.1.2.3/",
      "https://[fd00:7::1]:9000/",
      "http://hooks.internal:8080/",
      "https://8.8.8.8/",
    ]) {
      expect(permissive.problemOf(url), url).toBeNull();
    }
    for (const url of ["http://10.2.0.1/", "http://[::1]/", "http://[fd00:8::1]/", "http://8.8.8.8/"]) {
      expect(permissive.problemOf(url), url).not.toBeNull();
    }
  });

  it("never leads to our listener or our database, whatever is allowed", () => {
    for (const host of ["127.0.0.1", "127.1.2.3", "0.0.0.0", "2130706433", "localhost"]) {
      for (const port of [3_000, 5_433]) {
        expect(permissive.problemOf(`http://${host}:${port}/`), `${host}:${port}`).toMatchObject({
          code: "address_refused",
        });
      }
    }
    expect(permissive.problemOf("http://127.0.0.1:5432/")).toBeNull();
  });
});

const vectors = fileURLToPath(new URL("../../../shared/corpus/vectors/ssrf.json", import.meta.url));

describe.skipIf(!existsSync(vectors))("the collected vectors", () => {
  const read = () => JSON.parse(readFileSync(vectors, "utf8")) as Record<"deny_ip" | "allow_ip" | "deny_url", string[]>;
  const literal = (address: string) => `https://${address.includes(":") ? `[${address}]` : address}/`;

  it("of addresses are refused or taken as they say", () => {
    const { deny_ip, allow_ip } = read();
    expect(deny_ip.length).toBeGreaterThan(50);
    expect(deny_ip.filter((address) => strict.problemOf(literal(address)) === null)).toEqual([]);
    expect(allow_ip.filter((address) => strict.problemOf(literal(address)) !== null)).toEqual([]);
  });

  it("of URLs are refused, and would be over TLS too", () => {
    const { deny_url } = read();
    expect(deny_url.length).toBeGreaterThan(20);
    for (const url of deny_url) {
      expect(strict.problemOf(url), url).not.toBeNull();
      expect(strict.problemOf(url.replace(/^http:/, "https:")), url).not.toBeNull();
    }
  });
});
