import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Patterns of colours, type sizes and radii that are written out instead of taken from tokens. */
const MARKUP: readonly RegExp[] = [
  /#[0-9a-f]{3,8}\b(?=["'`\s;,)])/gi,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color-mix)\(/g,
  /\b(?:text|rounded(?:-[a-z]+)?)-\[[\d.]/g,
  /\b(?:text|bg|border|fill|stroke|outline|ring|from|to|via|accent|caret|decoration)-\[(?:#|rgb|hsl|oklch|color)/g,
  /\bfontSize:\s*["'\d]/g,
  /\bborderRadius:\s*["'\d]/g,
];
const STYLES: readonly RegExp[] = [
  /#[0-9a-f]{3,8}\b/gi,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/g,
  /font-size:\s*[\d.]+(?:px|rem)/g,
  /border-radius:\s*[\d.]+(?:px|rem)/g,
];

function found(pattern: string | string[], marks: readonly RegExp[]): string[] {
  return globSync(pattern, { cwd: root }).flatMap((path) => {
    if (/\.test\.tsx?$|tokens\.css$/.test(path)) return [];
    return readFileSync(`${root}/${path}`, "utf8")
      .split("\n")
      .flatMap((line, at) =>
        marks.some((mark) => line.search(mark) >= 0) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
      );
  });
}

test("components name no colour, size of type or radius of their own", () => {
  expect(found(["app/**/*.tsx", "components/**/*.{ts,tsx}"], MARKUP)).toEqual([]);
});

test("style sheets name no colour, size of type or radius of their own", () => {
  expect(found(["app/**/*.css", "components/**/*.css"], STYLES)).toEqual([]);
});
