import { describe, expect, it } from "vitest";
import { ImportError } from "./import-error.ts";
import { LinePlaces } from "./line-places.ts";

describe("LinePlaces", () => {
  const places = new LinePlaces();
  places.add("a.yarn", 3);
  places.add("b.yarn", 2);
  places.add("c.html", 2, [7, 7]);

  it("knows the file and the line of a numbered line", () => {
    expect([1, 3, 4, 5, 6, 7].map((line) => places.placeOf(line))).toEqual([
      { file: "a.yarn", line: 1 },
      { file: "a.yarn", line: 3 },
      { file: "b.yarn", line: 1 },
      { file: "b.yarn", line: 2 },
      { file: "c.html", line: 7 },
      { file: "c.html", line: 7 },
    ]);
  });

  it("says lines by file", () => {
    expect(places.words([4, 2, 1])).toBe("a.yarn line 1, 2; b.yarn line 1");
    expect(new LinePlaces().words([5, 3])).toBe("line 3, 5");
  });

  it("moves an error to its file", () => {
    const issue = { pointer: null, message: "Line 5, column 2: no.", line: 5, column: 2 };
    const error = places.located(
      new ImportError("invalid_syntax", issue.message, { line: 5, column: 2, issues: [issue] }),
    );
    expect(error).toMatchObject({ file: "b.yarn", line: 2, column: 2, message: "b.yarn, line 2, column 2: no." });
    expect(error.issues).toEqual([
      { pointer: null, message: "b.yarn, line 2, column 2: no.", line: 2, column: 2, file: "b.yarn" },
    ]);
  });
});
