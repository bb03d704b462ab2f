import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { readSources } from "./read-sources.ts";

const NOT_READ = "Files of this kind are not read.";
const packed = (files: Record<string, string>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]))),
  ).toString("base64");

test("what lies beside notes is named where nothing else is there", () => {
  const pdf = { name: "Characters.pdf", content: "%PDF-1.7" };
  const map = { name: "map.png", content: "png" };
  expect(readSources([pdf, map]).skipped).toEqual([
    { file: "Characters.pdf", reason: NOT_READ },
    { file: "map.png", reason: NOT_READ },
  ]);
  const read = readSources([map, { name: "Odo.markdown", content: "He keeps the gate." }]);
  expect([read.entities.map(({ name }) => name), read.skipped]).toEqual([["Odo"], []]);
});

test("what lies beside notes in an archive is named where nothing else is there", () => {
  const found = readSources([{ name: "vault.zip", content: packed({ "map.png": "png" }) }]);
  expect(found.skipped).toEqual([{ file: "map.png", reason: NOT_READ }]);
  const read = readSources([
    { name: "vault.zip", content: packed({ "Odo.markdown": "He keeps the gate.", "map.png": "png" }) },
  ]);
  expect([read.entities.length, read.skipped]).toEqual([1, []]);
});
