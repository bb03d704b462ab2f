import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, it } from "vitest";
import { newSecret, sign } from "./signature.ts";

const secret = newSecret();
const id = "msg_01k0000000000000000000000";
const body = JSON.stringify({ type: "entity.updated", data: { name: "Das Tor über dem Fluß 🗝" } });
const now = () => Math.floor(Date.now() / 1000);

/** Two verifiers that others wrote; both throw at what does not hold. */
const verifiers = [
  ["standardwebhooks", StandardWebhook],
  ["svix", SvixWebhook],
] as const;

describe.each(verifiers)("a signature, as %s verifies it", (_name, Webhook) => {
  const verify = (key: string, text: string, headers: Record<string, string>) => {
    new Webhook(key).verify(text, headers);
    return "verified";
  };
  const headersAt = (timestamp: number, secrets = [secret]) => sign({ id, timestamp, body, secrets }).headers;

  it("holds for text and for the bytes of the text", () => {
    expect(verify(secret, body, headersAt(now()))).toBe("verified");
    const bytes = new TextEncoder().encode(body);
    expect(verify(secret, body, sign({ id, timestamp: now(), body: bytes, secrets: [secret] }).headers)).toBe(
      "verified",
    );
  });

  it("holds with the new and with the old secret while a rotation overlaps, and with no third", () => {
    const old = newSecret();
    const headers = headersAt(now(), [secret, old]);
    expect(headers["webhook-signature"].split(" ")).toHaveLength(2);
    expect(verify(secret, body, headers)).toBe("verified");
    expect(verify(old, body, headers)).toBe("verified");
    expect(() => verify(newSecret(), body, headers)).toThrow();
  });

  it("holds for less than five minutes to either side", () => {
    expect(verify(secret, body, headersAt(now() - 290))).toBe("verified");
    expect(verify(secret, body, headersAt(now() + 290))).toBe("verified");
    expect(() => verify(secret, body, headersAt(now() - 310))).toThrow();
    expect(() => verify(secret, body, headersAt(now() + 310))).toThrow();
  });

  it.each([
    ["another id", (headers: Record<string, string>) => ({ ...headers, "webhook-id": "msg_other" }), body],
    [
      "another second",
      (headers: Record<string, string>) => ({ ...headers, "webhook-timestamp": String(now() - 1) }),
      body,
    ],
    ["another body", (headers: Record<string, string>) => headers, body.replace("Tor", "tor")],
    [
      "a version it does not know",
      (headers: Record<string, string>) => ({
        ...headers,
        "webhook-signature": (headers["webhook-signature"] ?? "").replace("v1,", "v2,"),
      }),
      body,
    ],
  ])("does not hold with %s", (_what, change, text) => {
    expect(() => verify(secret, text, change({ ...headersAt(now()) }))).toThrow();
  });
});

describe("newSecret", () => {
  it("is 32 bytes behind a prefix, and never the same", () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Set(Array.from({ length: 100 }, newSecret)).size).toBe(100);
  });
});
