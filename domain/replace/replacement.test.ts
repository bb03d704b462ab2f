import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { PatternError } from "./expression.ts";
import { Replacement, type ReplacementWords } from "./replacement.ts";
import { SearchBudget, SearchBudgetExceeded } from "./search-budget.ts";

/** Time that never passes. */
const unlimited = () => new SearchBudget(0, () => 0);
const replaced = (text: string, words: Partial<ReplacementWords> & { find: string }) =>
  new Replacement({ replace: "X", isExpression: false, matchCase: false, wholeWord: false, ...words }).of(
    text,
    unlimited(),
  )?.after ?? text;
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
    expect(same.of("aa", unlimited())).toBeNull();
    const other = new Replacement({ find: "a", replace: "b", isExpression: false, matchCase: true, wholeWord: false });
    expect(other.of("xaxa", unlimited())).toMatchObject({ after: "xbxb", count: 2, first: 1 });
  });
});

describe("expressions", () => {
  it.each([
    ["colour color", "colou?r", "X X"],
    ["aaa", "a{2}", "Xa"],
    ["a1 b22", "[a-c]\\d+", "X X"],
    ["one two", "^one|two$", "X X"],
    ["cat concat", "\\bcat\\b", "X concat"],
    ["écu écus", "\\bécu\\b", "X écus"],
    ["écu écus", "cu\\B", "écu éXs"],
    ["a\nb", "^\\b\\w\\b$", "X\nX"],
    ["🜂🜂 🜂", "\\s\\B.", "🜂🜂X"],
    ["a-🜂1", "[\\W]", "aXX1"],
    ["a b", "[^\\S]", "aXb"],
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
    ["a(*b)", 2],
    ["\\b+", 2],
    ["x[a\\d-z", 1],
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
    expect(evil.of("a".repeat(5_000), unlimited())).toBeNull();
    let seconds = 0;
    const slow = new SearchBudget(2_000, () => 1_000 * seconds++);
    expect(evil.of("a", slow)).toBeNull();
    expect(evil.of("a", slow)).toBeNull();
    expect(() => evil.of("a", slow)).toThrow(SearchBudgetExceeded);
  });

  it("take a text in which many matches look far ahead, until the budget ends", () => {
    const hungry = (find: string, budget: SearchBudget) =>
      new Replacement({ find, replace: "", isExpression: true, matchCase: true, wholeWord: false }).of(
        "a".repeat(100_000),
        budget,
      );
    let milliseconds = 0;
    expect(() => hungry("a.*b|a", new SearchBudget(3, () => milliseconds++))).toThrow(SearchBudgetExceeded);
    expect(() => hungry("(?:a{0,30}){30}b|c", unlimited())).toThrow(SearchBudgetExceeded);
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
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
  });
});
