import { describe, expect, test } from "vitest";
import { detectFormat } from "./detect-format.ts";
import { FABULA_FORMAT } from "./fabula/format.ts";

describe("the format of a file", () => {
  test.each([
    ["a Twee file", "gate.twee", ":: Start\nHalt.", "twee3"],
    ["Twee in a text file, after a byte order mark", "gate.txt", "\uFEFF:: Start\nHalt.", "twee3"],
    ["an empty file called .twee", "gate.twee", "", "twee3"],
    ["an ink file", "gate.ink", "Hello.", "ink"],
    ["ink in a text file, by its knots", "gate.txt", "Hello.\n-> gate\n=== gate ===\nHalt.", "ink"],
    ["ink in a text file, by its choices", "gate.txt", "Hello.\n* [Pay] -> gate", "ink"],
    ["articy's JSON", "gate.articy.json", '{"ObjectDefinitions":[],"Packages":[]}', "articy_json"],
    ["a Yarn file", "gate.yarn", "Hello.", "yarn"],
    ["Yarn in a text file", "gate.txt", "title: Gate\ntags: \n---\n-> Pay\n    <<jump Gate>>\n===", "yarn"],
    ["our own JSON", "gate.json", JSON.stringify({ format: FABULA_FORMAT, graphs: [] }), "fabula_json"],
    ["Arcweave's JSON", "project.json", '{"boards":{},"elements":{}}', "arcweave_json"],
  ])("given %s, then it is known", (_, name, content, format) => {
    expect(detectFormat(name, content)).toBe(format);
  });

  test.each([
    ["JSON of something else", "package.json", '{"name":"x"}'],
    ["broken JSON", "gate.json", '{"boards":'],
    ["a list", "gate.json", "[]"],
    ["prose", "gate.txt", "Once upon a time: there was a gate."],
  ])("given %s, then it is none of ours", (_, name, content) => {
    expect(detectFormat(name, content)).toBeNull();
  });
});
