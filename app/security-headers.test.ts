import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./security-headers.ts";

const directives = (policy: string) =>
  new Map(
    policy.split("; ").map((part): [string, string] => [part.split(" ")[0] ?? "", part.slice(part.indexOf(" ") + 1)]),
  );

test("scripts run by nonce only; nothing else opens a way in", () => {
  const policy = directives(contentSecurityPolicy("abc", false));
  expect(policy.get("script-src")).toBe("'nonce-abc' 'strict-dynamic'");
  expect(policy.get("style-src")).toBe("'self' 'nonce-abc'");
  expect(policy.get("style-src-attr")).toBe("'unsafe-inline'");
  expect(policy.get("object-src")).toBe("'none'");
  expect(policy.get("base-uri")).toBe("'none'");
  expect(policy.get("form-action")).toBe("'self'");
  expect(policy.get("frame-ancestors")).toBe("'none'");
});

test("what development needs stays in development", () => {
  expect(contentSecurityPolicy("abc", false)).not.toContain("unsafe-eval");
  expect(contentSecurityPolicy("abc", true)).toContain("unsafe-eval");
});
