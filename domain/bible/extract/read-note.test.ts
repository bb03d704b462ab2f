import { describe, expect, test } from "vitest";
import { readNote } from "./read-note.ts";

const read = (content: string, name = "Vault/Characters/Odo Pell.markdown") => readNote({ name, content });

test("a note is a subject: front matter and inline fields are properties and relationships, its text a description and statements", () => {
  const note = read(`---
aliases: [Odo, "The Weigher"]
age: 61
faction: "[[Factions/The rakers|rakers]]"
home: [[Bell Harbour]]
tags: [npc]
---
# Odo

Weighs what [[Mara|she]] *brings*. ![[odo.png]]
Every day.

- Fears the **tide**
- [x] Owes [[Mara]] a lamp
sworn to:: [[The rakers]]
eyes:: grey

\`\`\`dataview
list
\`\`\`
<!-- hidden -->

He never crossed the flats.
`);
  expect(note).toMatchObject({
    key: "Vault/Characters/Odo Pell",
    name: "Odo Pell",
    aliases: ["Odo", "The Weigher"],
    type: "character",
    properties: { age: 61, eyes: "grey", description: "Weighs what she brings. Every day." },
  });
  expect(note.links.map(({ type, target }) => [type, target])).toEqual([
    ["faction", "The rakers"],
    ["home", "Bell Harbour"],
    ["mentions", "Mara"],
    ["sworn_to", "The rakers"],
  ]);
  expect(note.facts.map(({ text, about, evidence }) => [text, about, evidence.line])).toEqual([
    ["Fears the tide", [], 13],
    ["Owes Mara a lamp", ["Mara"], 14],
    ["He never crossed the flats.", [], 23],
  ]);
});

describe("the type of a note", () => {
  test("is its own, or that of its folder, or note", () => {
    expect(read("---\ntype: Ship\n---\n").type).toBe("Ship");
    expect(read("", "02 - Places/Gate.markdown").type).toBe("location");
    expect(read("", "Deities/Sel.markdown").type).toBe("deity");
    expect(read("", "Sel.markdown").type).toBe("note");
  });
});

test("what is no YAML is text, and what repeats itself a thousandfold is no property", () => {
  expect(read("---\na: [1\n---\nText.").properties).toEqual({ description: "a: [1" });
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (let n = 1; n < 8; n++) {
    const [before, own] = [String.fromCharCode(96 + n), String.fromCharCode(97 + n)];
    bomb.push(`${own}: &${own} [${Array(9).fill(`*${before}`).join(",")}]`);
  }
  expect(JSON.stringify(read(`---\n${bomb.join("\n")}\n---\nText.`)).length).toBeLessThan(20_000);
});
