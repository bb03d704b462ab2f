import { describe, expect, it } from "vitest";
import { clientAddress } from "./forwarded-for.ts";

describe("the client's address", () => {
  it.each([
    ["is the connection's without proxies", "203.0.113.9", "1.1.1.1", 0, "203.0.113.9"],
    ["is what the one proxy saw", "10.0.0.1", "1.1.1.1, 203.0.113.9", 1, "203.0.113.9"],
    ["is what the outer of two proxies saw", "10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
    ["is the first there is when proxies are missing", "10.0.0.1", "203.0.113.9", 3, "203.0.113.9"],
    ["is the connection's when the proxy wrote nonsense", "10.0.0.1", "203.0.113.9, unknown", 1, "10.0.0.1"],
    ["is the connection's when the proxy wrote nothing", "10.0.0.1", null, 1, "10.0.0.1"],
    ["loses its port", "10.0.0.1", "203.0.113.9:4711", 1, "203.0.113.9"],
    ["loses brackets and port", "10.0.0.1", "[2001:db8::1]:4711", 1, "2001:db8::1"],
    ["is IPv4 when it came through an IPv6 socket", "::ffff:203.0.113.9", null, 0, "203.0.113.9"],
    ["is unknown when nobody says", "", "1.1.1.1", 0, "unknown"],
  ])("%s", (_, remote, forwarded, hops, expected) => {
    expect(clientAddress(remote, forwarded, hops)).toBe(expected);
  });
});
