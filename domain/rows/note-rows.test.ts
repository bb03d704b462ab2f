import { describe, expect, test } from "vitest";
import { rowsOfNotes } from "./note-rows.ts";
import { foldersOfNotes } from "./notes.ts";

const rows = (content: string, name = "Cast/Odo Pell.markdown") =>
  rowsOfNotes([{ name, content }])
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("a note is a row: its file is the name, its properties are columns, its text is the description", () => {
  const note = `---
aliases: [Odo, "The Weigher"]
age: 61
alive: true
location: "[[Places/Weigh-Room|the Weigh-Room]]"
friends:
  - [[Mara]]
  - "[[Ferry#History]]"
home: [[Bell Harbour]]
---

Weighs what [[Mara|she]] brings. ![[odo.png]]
`;
  expect(rows(note)).toEqual([
    {
      name: "Odo Pell",
      aliases: ["Odo", "The Weigher"],
      age: 61,
      alive: true,
      location: "the Weigh-Room",
      friends: ["Mara", "Ferry"],
      home: "Bell Harbour",
      description: "Weighs what she brings.",
    },
  ]);
});

describe("what cannot be read is kept", () => {
  test("properties that are no YAML stay in the description", () => {
    expect(rows("---\na: [1\n---\nText.")).toEqual([{ name: "Odo Pell", description: "---\na: [1\n---\nText." }]);
    expect(rows("---\njust words\n---\nText.")).toEqual([
      { name: "Odo Pell", description: "---\njust words\n---\nText." },
    ]);
  });

  test("a line in the middle of a text begins no properties", () => {
    expect(rows("Text.\n---\na: 1\n---\n")).toEqual([{ name: "Odo Pell", description: "Text.\n---\na: 1\n---" }]);
  });

  test("an empty note has a name, and a note can name itself", () => {
    expect(rows("")).toEqual([{ name: "Odo Pell" }]);
    expect(rows("---\nname: Odo the Weigher\n---\r\n")).toEqual([{ name: "Odo the Weigher" }]);
  });

  test("a property that repeats another a thousandfold is no property", () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
    for (let n = 1; n < 8; n++) {
      const [before, own] = [String.fromCharCode(96 + n), String.fromCharCode(97 + n)];
      bomb.push(`${own}: &${own} [${Array(9).fill(`*${before}`).join(",")}]`);
    }
    const [row] = rows(`---\n${bomb.join("\n")}\n---\nText.`);
    expect(Object.keys(row)).toEqual(["name", "description"]);
  });
});

test("notes are grouped by the folders beside each other", () => {
  const of = (...names: string[]) =>
    foldersOfNotes(names.map((name) => ({ name, content: "" }))).map(({ name, notes }) => [name, notes.length]);
  expect(
    of(
      "Vault/Cast/Odo.markdown",
      "Vault/Cast/Guards/Ben.markdown",
      "Vault/Places/Quay.markdown",
      "Vault/Index.markdown",
    ),
  ).toEqual([
    ["Cast", 2],
    ["Places", 1],
    ["", 1],
  ]);
  expect(of("Cast/Odo.markdown", "Cast/Mara.markdown")).toEqual([["Cast", 2]]);
  expect(of("World/Cast/Odo.markdown")).toEqual([["Cast", 1]]);
  expect(of("Odo.markdown")).toEqual([["", 1]]);
  expect(of()).toEqual([]);
});
