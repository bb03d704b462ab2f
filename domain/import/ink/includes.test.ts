import { describe, expect, it } from "vitest";
import { ImportError } from "../import-error.ts";
import { includesOf } from "./includes.ts";
import { importInk } from "./ink.ts";

const others = (files: Record<string, string>) => Object.entries(files).map(([name, text]) => ({ name, text }));
const textsOf = (content: string, files: Record<string, string>, file = "main.ink") => {
  const { graphs, report } = importInk(content, { file, others: others(files) });
  return { texts: graphs[0]?.nodes.map(({ text }) => text).filter((text) => text !== "") ?? [], report };
};

describe("INCLUDE", () => {
  it("reads the files that a story includes", () => {
    const { texts, report } = textsOf("INCLUDE quay.ink\nYou wake.\n-> quay", {
      "quay.ink": "=== quay ===\nThe quay. {coins}\n-> END\nVAR coins = 2",
    });
    expect(texts).toEqual(["You wake.\nThe quay. {coins}"]);
    expect(report).toEqual([]);
  });

  it("finds files beside the main one, beside the one that includes them, and by name alone", () => {
    const { texts, report } = textsOf(
      "INCLUDE acts/one.ink\n-> one",
      {
        "story/acts/one.ink": "INCLUDE two.ink\nINCLUDE far/three.ink\n=== one ===\nOne.\n-> two",
        "story/acts/two.ink": "=== two ===\nTwo.\n-> three",
        "elsewhere/Three.ink": "=== three ===\nThree.\n-> END",
      },
      "story/main.ink",
    );
    expect(texts).toEqual(["One.\nTwo.\nThree."]);
    expect(report).toEqual([]);
  });

  it("tells once what is missing, and reads the rest", () => {
    const { texts, report } = textsOf(
      "INCLUDE gone.ink\nINCLUDE quay.ink\nYou have {purse}.\n{trade(1, 2)}\n* [Down] -> cellar.deep\n* [Out] -> quay",
      { "quay.ink": "=== quay ===\nThe quay.\n~ purse = 3\n-> cellar" },
    );
    expect(texts[0]).toContain("You have {purse}.");
    expect(texts).toContain("The quay.");
    const said = report.map(({ message }) => message);
    expect(said.filter((message) => message.includes("gone.ink"))).toEqual([
      "The file “gone.ink”, which main.ink includes, is missing.",
    ]);
    expect(said).toContain("Knots that are in none of the files: “cellar”. The story ends there.");
    expect(said).toContain("Variables that are in none of the files: “purse”. They begin with 0.");
    expect(said.some((message) => message.includes("“trade”"))).toBe(true);
  });

  it("tells file, line and column of a mistake, and the file of a loss", () => {
    try {
      importInk("INCLUDE b.ink\n-> b", { file: "main.ink", others: others({ "b.ink": "=== b ===\nHello.\n* {x\n" }) });
      expect.fail("it was imported");
    } catch (error) {
      expect(error).toMatchObject({ file: "b.ink", line: 3 });
      expect((error as ImportError).message).toMatch(/^b\.ink, line 3, column \d+: /);
    }
    const { report } = textsOf("INCLUDE b.ink\n-> b", { "b.ink": "EXTERNAL f()\n=== b ===\nHello {f()}.\n-> END" });
    expect(report.map(({ message }) => message).join()).toContain("b.ink line 3");
  });

  it("refuses what is wrong by itself, although a file is missing", () => {
    expect(() => importInk("INCLUDE gone.ink\n* {x\n", { file: "main.ink" })).toThrow(ImportError);
    expect(() => importInk("Hello.\n-> nowhere", { file: "main.ink" })).toThrow("target not found");
  });

  it("lists the includes of a file with their lines", () => {
    expect(includesOf("Hello\n  INCLUDE a.ink \r\n\nINCLUDE b/c.ink\nINCLUDED no")).toEqual([
      { path: "a.ink", line: 2 },
      { path: "b/c.ink", line: 4 },
    ]);
  });
});
