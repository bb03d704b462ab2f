import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readQuery } from "./query-string.ts";

describe("a query string", () => {
  it("gives every text back as it was, when it is percent-encoded", () => {
    const text = fc.string({ unit: "grapheme" }).filter((value) => value.isWellFormed());
    fc.assert(
      fc.property(fc.dictionary(text, text), (values) => {
        const sent = Object.entries(values).filter(([name]) => name !== "__proto__");
        const query = sent.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
        const { parameters, mistakes } = readQuery(query);
        expect(mistakes).toEqual([]);
        expect({ ...parameters }).toEqual(Object.fromEntries(sent));
      }),
    );
  });

  it("never throws and never invents a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (query) => {
        const { parameters } = readQuery(query);
        expect(JSON.stringify(parameters)).not.toContain("\uFFFD");
      }),
    );
  });

  it("gathers what is repeated and keeps a name such as __proto__ a name", () => {
    const { parameters } = readQuery("a=1&b&a=2&__proto__=x");
    expect(Object.entries(parameters)).toEqual([
      ["a", ["1", "2"]],
      ["b", ""],
      ["__proto__", "x"],
    ]);
  });
});
