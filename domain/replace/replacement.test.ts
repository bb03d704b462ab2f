import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PatternError, Work, WorkExceeded } from "./pattern.ts";
import { Replacement, type ReplacementWords } from "./replacement.ts";

const work = () => new Work(10_000_000);
const replaced = (text: string, words: Partial<ReplacementWords> & { find: string }) =>
  new Replacement({ replace: "X", isExpression: false, matchCase: false, wholeWord: false, ...words }).of(text, work())
    ?.after ?? text;
const expressed = (text: string, find: string, replace = "X") =>
  replaced(text, { find, replace, isExpression: true, matchCase: true });

describe("words", () => {
  it("are found whatever their case, and with it where it matters", () => {
    expect(replaced("Salt, salt, SALT", { find: "salt" })).toBe("X, X, X");
    expect(replaced("Salt, salt", { find: "salt", matchCase: true })).toBe("Salt, X");
    expect(replaced("ÉTÉ", { find: "été" })).toBe("X");
  });

  it("are found as whole words in every script", () => {
    expect(replaced("toll, tolls, untoll, toll", { find: "toll", wholeWord: true })).toBe("X, tolls, untoll, X");
    expect(replaced("écu écus", { find: "écu", wholeWord: true })).toBe("X écus");
    expect(replaced("Wait... what", { find: "...", wholeWord: true })).toBe("WaitX what");
  });

  it("mean nothing else than themselves, and what comes in their place neither", () => {
    expect(replaced("a.c abc", { find: "a.c", replace: "$1$$" })).toBe("$1$$ abc");
  });

  it("count, and say nothing where nothing would change", () => {
    const same = new Replacement({ find: "a", replace: "a", isExpression: false, matchCase: true, wholeWord: false });
    expect(same.of("aa", work())).toBeNull();
    const other = new Replacement({ find: "a", replace: "b", isExpression: false, matchCase: true, wholeWord: false });
    expect(other.of("xaxa", work())).toEqual({ after: "xbxb", count: 2, first: 1 });
  });
});

describe("expressions", () => {
  it.each([
    ["colour color", "colou?r", "X X"],
    ["aaa", "a{2}", "Xa"],
    ["a1 b22", "[a-c]\\d+", "X X"],
    ["one two", "^one|two$", "X X"],
    ["cat concat", "\\bcat\\b", "X concat"],
    ["<<a>><<b>>", "<<.+?>>", "XX"],
    ["a\nb", "^\\w$", "X\nX"],
    ["(x)", "\\(x\\)", "X"],
    ["x]y", "[]]", "xXy"],
    ["a-b", "[a-]", "XXb"],
    ["雪の日", "\\w+", "X"],
  ])("%s ~ %s", (text, find, after) => {
    expect(expressed(text, find)).toBe(after);
  });

  it("put groups where they are named", () => {
    expect(expressed("Mara Voss", "(\\w+) (\\w+)", "$2, $1 ($0, $$5)")).toBe("Voss, Mara (Mara Voss, $5)");
    expect(expressed("b", "(a)|b", "[$1]")).toBe("[]");
  });

  it.each([
    ["(a", 0],
    ["a)", 1],
    ["[a", 0],
    ["a\\", 1],
    ["*a", 0],
    ["(?=a)", 0],
    ["(a)\\1", 3],
    ["a{101}", 1],
    ["a{3,2}", 1],
    ["[b-a]", 0],
    ["a**", 2],
    ["\\q", 0],
  ])("say where %s is wrong", (find, at) => {
    expect(() => expressed("a", find)).toThrow(expect.objectContaining({ at }) as PatternError);
  });

  it("refuse a group that is not there", () => {
    expect(() => expressed("a", "(a)", "$2")).toThrow(PatternError);
  });

  it("find nothing where only nothing is found", () => {
    expect(expressed("abc", "x*")).toBe("abc");
  });

  it("do not run away, and say so where they take too long", () => {
    const evil = new Replacement({
      find: "(a+)+b",
      replace: "",
      isExpression: true,
      matchCase: true,
      wholeWord: false,
    });
    expect(evil.of("a".repeat(5_000), work())).toBeNull();
    expect(() => evil.of("a".repeat(5_000), new Work(1_000))).toThrow(WorkExceeded);
  });

  it("find what the language's own expressions find", () => {
    const piece = fc.constantFrom("a", "b", "ab", "(a|b)", "(a|ab)", "[ab]", ".", "(?:b|)");
    const times = fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,2}", "*?", "+?");
    const pattern = fc
      .array(fc.tuple(piece, times), { minLength: 1, maxLength: 4 })
      .map((all) => all.map(([what, often]) => `(?:${what})${often}`).join(""));
    fc.assert(
      fc.property(pattern, fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 }), (find, text) => {
        // An empty find is none here, and the language's own puts something there.
        const own = text.replace(new RegExp(find, "gu"), (found) => (found === "" ? "" : "X"));
        expect(expressed(text, find)).toBe(own);
      }),
      { numRuns: 300 },
    );
  });
});
