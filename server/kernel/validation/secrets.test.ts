import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rounds } from "#test-size";
import { freeObject, integer, secretText, text } from "./fields.ts";
import { type ParseOptions, parseInput } from "./parse.ts";
import { MASK, maskSecrets } from "./secrets.ts";

const BODY: ParseOptions = { root: "body", lax: false };
const CANARY = "sk_live_canary_7Q";

function refusals(schema: z.ZodType, value: unknown, options = BODY) {
  const result = parseInput(schema, value, options);
  expect(result.ok).toBe(false);
  return result.ok ? [] : result.issues;
}

const Login = z.strictObject({ email: text({ min: 1 }), password: secretText({ min: 20, pattern: /^[a-z]+$/ }) });

describe("a secret", () => {
  it("is masked where it is wrong itself", () => {
    expect(refusals(Login, { email: "e", password: CANARY })).toEqual([
      {
        type: "string_too_short",
        loc: ["body", "password"],
        msg: "String should have at least 20 characters",
        input: MASK,
        ctx: { min_length: 20 },
      },
    ]);
    expect(refusals(Login, { email: "e", password: { value: [CANARY] } })[0]?.input).toBe(MASK);
    expect(refusals(Login, { email: "e", password: null })[0]?.input).toBe(null);
  });

  it("is masked inside a parent that is shown", () => {
    const [item] = refusals(Login, { password: "a".repeat(20) });
    expect(item).toMatchObject({ type: "missing", input: { password: MASK } });
    const either = Login.refine(() => false, "no");
    expect(refusals(either, { email: "e", password: "a".repeat(20) })[0]?.input).toEqual({
      email: "e",
      password: MASK,
    });
  });

  it("is masked under a misspelt name and where an object was expected", () => {
    const nested = z.strictObject({ name: text(), provider: Login.optional() });
    const wrong = [
      { name: "n", pasword: CANARY },
      { name: "n", providr: { password: CANARY } },
      { name: "n", provider: { passwrd: CANARY } },
      { name: "n", provider: CANARY },
      { name: "n", provider: [CANARY] },
      CANARY,
      [CANARY],
    ];
    for (const value of wrong) expect(JSON.stringify(refusals(nested, value))).not.toContain(CANARY);
    expect(refusals(nested, { other: 1, provider: { password: CANARY } })[0]?.input).toEqual({
      other: MASK,
      provider: { password: MASK },
    });
  });

  it("is masked whichever member of a union knows it", () => {
    const plain = z.union([text({ max: 3 }), z.strictObject({ kind: z.literal("a"), n: integer() }), Login]);
    const tagged = z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("open"), url: text() }),
      z.strictObject({ kind: z.literal("keyed"), api_key: secretText({ min: 30 }) }),
    ]);
    for (const schema of [plain, tagged, z.array(tagged), z.record(text(), tagged.nullable())]) {
      for (const inner of [
        CANARY,
        { kind: "a", password: CANARY },
        { kind: "keyed", api_key: CANARY },
        { kind: "open", api_key: CANARY },
        { kind: "other", api_key: CANARY },
        { api_key: CANARY },
      ]) {
        for (const value of [inner, [inner], { key: inner }]) {
          const result = parseInput(schema, value, BODY);
          if (!result.ok) expect(JSON.stringify(result.issues)).not.toContain(CANARY);
        }
      }
    }
  });

  it("stays one through everything derived from it", () => {
    const schemas = [
      secretText().refine(() => false, "no"),
      secretText()
        .optional()
        .refine(() => false, "no"),
      secretText()
        .nullable()
        .meta({ description: "d" })
        .default("x")
        .refine(() => false, "no"),
      secretText().max(2).brand("k"),
      z.lazy(() => secretText({ max: 2 })),
      secretText({ max: 2 }).transform((value) => value.length),
    ];
    for (const schema of schemas) {
      expect(refusals(z.strictObject({ s: schema }), { s: CANARY })[0]?.input).toBe(MASK);
    }
  });

  it("is masked in parameters too", () => {
    const schema = z.strictObject({ token: secretText({ max: 3 }), n: integer().optional() });
    const query: ParseOptions = { root: "query", lax: true };
    for (const value of [{ token: CANARY }, { token: [CANARY, CANARY] }, { tken: CANARY }, { token: `${CANARY}\0` }]) {
      expect(JSON.stringify(refusals(schema, value, query))).not.toContain(CANARY);
    }
  });

  it("leaves schemas without secrets, and free-form data beside a secret, as they were sent", () => {
    const value = { properties: { password: "shown" }, email: 5 };
    expect(
      refusals(z.strictObject({ email: text(), properties: freeObject({ maxBytes: 100 }) }), value)[0]?.input,
    ).toBe(5);
    const [item] = refusals(z.strictObject({ key: secretText(), properties: freeObject({ maxBytes: 100 }) }), {
      properties: { a: "b" },
    });
    expect(item?.input).toEqual({ properties: { a: "b" } });
  });

  it("never appears, wherever in a body it is put", () => {
    const schema = z.strictObject({
      name: text({ max: 5 }),
      auth: z.union([Login, z.strictObject({ token: secretText() })]).optional(),
      list: z.array(z.strictObject({ n: integer(), key: secretText({ min: 50 }).optional() })).optional(),
    });
    const key = fc.constantFrom("password", "token", "key", "auth", "list", "pasword", "api_key");
    const { body } = fc.letrec((tie) => ({
      leaf: fc.constantFrom(CANARY, CANARY, 1, null),
      body: fc.dictionary(key, tie("any"), { maxKeys: 4 }),
      any: fc.oneof({ depthSize: "small" }, tie("leaf"), tie("body"), fc.array(tie("any"), { maxLength: 3 })),
    }));
    fc.assert(
      fc.property(body, (value) => {
        const result = parseInput(schema, value, BODY);
        return result.ok || !JSON.stringify(result.issues).includes(CANARY);
      }),
      { numRuns: rounds({ gate: 200, full: 2_000 }) },
    );
  });
});

describe("a value under a name that sounds secret", () => {
  const shown = (loc: (string | number)[], input: unknown) =>
    maskSecrets({ type: "extra_forbidden", loc, msg: "no", input }).input;

  it.each([
    "api_key",
    "llm_api_key",
    "apiKey",
    "password",
    "passphrase",
    "client_secret",
    "access-token",
    "credentials",
  ])("is masked: %s", (name) => {
    expect(shown(["body", name], CANARY)).toBe(MASK);
    expect(shown(["body", name, "value", 0], CANARY)).toBe(MASK);
    expect(shown(["body", "other"], { a: [{ [name]: CANARY, b: 1 }] })).toEqual({ a: [{ [name]: MASK, b: 1 }] });
  });

  it.each([
    ["https://fabula:canary@example.com/in?a=b", `https://${MASK}@example.com/in?a=b`],
    ["ftp://canary@example.com", `ftp://${MASK}@example.com`],
    ["https:\\\\a:canary@example.com", `https:\\\\${MASK}@example.com`],
    ["https:a:canary@example.com", `https:${MASK}@example.com`],
    ["//a:canary@b@example.com/@", `//${MASK}@example.com/@`],
    ["two: https://a:canary@b and http://canary@c.", `two: https://${MASK}@b and http://${MASK}@c.`],
  ])("is masked as the user name and password of a URL: %s", (url, masked) => {
    expect(shown(["body", "url"], url)).toBe(masked);
    expect(shown(["body", "events"], { url: [url], n: 1 })).toEqual({ url: [masked], n: 1 });
  });

  it("is left alone where nothing sounds secret, and not copied", () => {
    const input = { key: "a", monkey: [1, { tokens_left_over: 2 }], nothing: null };
    expect(shown(["body", "name"], input)).toBe(input);
    for (const text of ["wren@example.com", "https://example.com/@wren", "a: b@c", "12:30 @ the ferry"]) {
      expect(shown(["body", "name"], text)).toBe(text);
    }
    expect(shown(["body", "password"], null)).toBe(null);
  });
});
