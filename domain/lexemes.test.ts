import { describe, expect, test } from "vitest";
import { countedLexemes, lexemes } from "./lexemes.ts";

describe("lexemes", () => {
  test("are words in their order, without case, accents, dashes and what follows an apostrophe", () => {
    expect(lexemes("Mara’s café – the QUAY, isn't it?")).toEqual(["mara", "cafe", "the", "quay", "isn", "it"]);
  });

  test("lose the ending of a plural, and keep one that belongs to the word", () => {
    expect(lexemes("ledger ledgers seas glass this bus as 1990s наводнения")).toEqual([
      ...["ledger", "ledger", "sea", "glass", "this", "bus", "as", "1990s", "наводнения"],
    ]);
  });

  test("are pairs of characters where words are not spaced", () => {
    expect(lexemes("港の書記 ok")).toEqual(["港の", "の書", "書記", "ok"]);
    expect(lexemes("港")).toEqual(["港"]);
  });

  test("of punctuation alone are none, and a repeated one counts twice", () => {
    expect(lexemes("… — ?! ")).toEqual([]);
    expect(countedLexemes("the sea, the sea, the end")).toEqual(["end", "sea", "sea", "the", "the"]);
  });
});
