import { describe, expect, it } from "vitest";
import { joined, literal, marked, plain } from "../text-marks/marked-text.ts";
import type { MarkedText } from "../text-marks/text-mark.ts";
import { textSegments, withSigns } from "./text-segments.ts";

const segments = (whole: MarkedText) =>
  textSegments(whole, (name) => name === "coins").map(({ text, isValue, kinds }) => [
    isValue ? `=${text}` : text,
    ...kinds,
  ]);

describe("segments of a text", () => {
  it("given names of variables in braces, then their values are parts of their own, and other braces are words", () => {
    expect(segments(plain("a {coins} b {nobody} {coins}"))).toEqual([["a "], ["=coins"], [" b {nobody} "], ["=coins"]]);
  });
  it("given literal braces, then what is in them is words beside them", () => {
    expect(segments(joined([plain("[{coins} "), literal("{coins}"), plain("]")]))).toEqual([
      ["["],
      ["=coins"],
      [" {coins}]"],
    ]);
  });
  it("given a mark that ends within a name, then the value has none of it", () => {
    const whole = joined([marked(plain("so {co"), "strong"), plain("ins}"), marked(plain("!"), "emphasis")]);
    expect(segments(whole)).toEqual([["so ", "strong"], ["=coins"], ["!", "emphasis"]]);
    expect(segments(joined([marked(plain("{co"), "strong", "strike"), marked(plain("ins}!"), "strike")]))).toEqual([
      ["=coins", "strike"],
      ["!", "strike"],
    ]);
    expect(segments(joined([plain("{"), marked(plain("coins"), "strong"), plain("} b")]))).toEqual([
      ["=coins"],
      [" b"],
    ]);
  });
});

describe("signs around segments", () => {
  it("given marks that cross, then what opened last closes first", () => {
    const whole = joined([
      marked(plain("a"), "emphasis"),
      marked(plain("b"), "emphasis", "strong"),
      marked(plain("c"), "strong"),
      marked(plain("d"), "strike"),
    ]);
    const signs = { emphasis: ["<i>", "</i>"], strong: ["<b>", "</b>"] } as const;
    const written = withSigns(
      textSegments(whole, () => false),
      signs,
      ({ text }) => text,
    );
    expect(written).toBe("<i>a<b>b</b></i><b>c</b>d");
  });
});
