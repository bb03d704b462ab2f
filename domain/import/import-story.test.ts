import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { ImportError } from "./import-error.ts";
import { importStory } from "./import-story.ts";
import { jsonMistakeAt } from "./json-mistake.ts";
import { IMPORT_FORMATS, IMPORT_LIMITS } from "./story.ts";

describe("importStory", () => {
  it("reads each format, by the name the story is to have", () => {
    const boards = { b: { name: "Quay", elements: ["e"] } };
    const contents = {
      twee3: ":: Start\n[[Start]]",
      ink: "Hello.",
      articy_json: {
        ObjectDefinitions: [],
        Packages: [
          { Models: [{ Type: "DialogueFragment", Properties: { Id: "0x1", Parent: "0x0", Text: "Hello." } }] },
        ],
      },
      yarn: "title: Start\n---\nHello.\n===",
      arcweave_json: { boards, elements: { e: { content: "<p>x</p>" } } },
      fabula_json:
        '\ufeff{"format":"fabula_json","version":1,"graphs":[{"key":"g","name":"Gate","nodes":[{"key":"a"}]}]}',
    };
    for (const format of IMPORT_FORMATS) {
      const story = importStory(format, contents[format], { name: "Mine" });
      expect([story.format, story.name, story.graphs[0]?.nodes.length]).toEqual([format, "Mine", 1]);
    }
  });

  it("refuses a format it does not know", () => {
    expect(() => importStory("docx", "")).toThrow(ImportError);
    expect(() => importStory("__proto__", "")).toThrow(ImportError);
  });

  it("throws nothing but ImportError, whatever the content", () => {
    const content = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.jsonValue(),
      fc.json(),
      fc.constant(undefined),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...IMPORT_FORMATS), content, (format, value) => {
        try {
          importStory(format, value);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  it("tells the line of what is not JSON or cannot be stored", () => {
    const lineOf = (format: string, content: string): number | null => {
      try {
        importStory(format, content);
      } catch (error) {
        if (error instanceof ImportError) return error.line;
      }
      return null;
    };
    expect(lineOf("twee3", ":: A\nx\ny\0")).toBe(3);
    expect(lineOf("ink", "Hello.\n* {x\n")).toBe(2);
    expect(lineOf("fabula_json", '{\n"a": 1,\n}')).toBe(3);
  });

  it.each([
    ['{\n"a": 1,\n}', 3, 1],
    ['{\n "a": }', 2, 7],
    ['{"a": [1, 2', 1, 12],
    ['{"a" 1}', 1, 6],
    ['\ufeff{"a": tru}', 1, 7],
    ['{"a": "x\ny"}', 1, 7],
    ["[1]\n\n[2]", 3, 1],
    ['["a", ]', 1, 7],
  ])("tells line and column of what is not JSON: %j", (content, line, column) => {
    for (const format of ["fabula_json", "arcweave_json", "articy_json"]) {
      try {
        importStory(format, content);
        expect.fail("it was imported");
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_json", line, column });
      }
    }
  });

  it("finds a mistake in every text that is not JSON, and only there", () => {
    const pieces = fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', "1", "true", " ", "\n", "-", "x", '"');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        const at = jsonMistakeAt(text);
        expect(at).toBeLessThanOrEqual(text.length);
        if (isJson) expect(text.slice(at)).toBe("");
      }),
      { numRuns: rounds({ gate: 400, full: 4_000 }) },
    );
  });

  it("refuses a file of any format that has nothing in it", () => {
    for (const format of IMPORT_FORMATS) {
      for (const content of ["", " \n\t\r\n", "\ufeff"])
        expect(() => importStory(format, content)).toThrow("The file is empty.");
    }
  });

  it("does not let a report grow beyond what anyone reads", () => {
    const story = importStory("twee3", `:: A\n${Array.from({ length: 5_000 }, (_, at) => `[[gone ${at}]]`).join("")}`);
    expect(story.report).toHaveLength(IMPORT_LIMITS.reportItems + 1);
    expect(story.report.at(-1)?.code).toBe("report_shortened");
  });
});
