import { expect, test } from "vitest";
import { readProse } from "./read-prose.ts";

const entities = [
  { name: "Odo", names: ["Odo", "Old Odo"] },
  { name: "Mara", names: ["Mara"] },
  { name: "Salt Gate", names: ["Salt Gate"] },
  { name: "Tide Key", names: ["Tide Key"] },
];

const read = (text: string) =>
  readProse([{ passage_id: "psg_1", text }], entities).entities.flatMap(({ name, facts }) =>
    facts.map(({ text: said, predicate = null, object = null, about }) => [name, said, predicate, object, about]),
  );

test("sentences that say what is so of somebody are facts, with the predicates that the canon knows", () => {
  const text = [
    "*Old Odo* was the keeper of the Salt Gate. Mara was walking home. Odo carried the Tide Key!",
    "Mara died at the ebb. The Salt Gate is older than the town.",
  ].join("\n\n");
  expect(read(text)).toEqual([
    ["Odo", "Old Odo was the keeper of the Salt Gate.", null, null, ["Salt Gate"]],
    ["Odo", "Odo carried the Tide Key!", "carries", "Tide Key", ["Tide Key"]],
    ["Mara", "Mara died at the ebb.", "died", null, []],
    ["Salt Gate", "The Salt Gate is older than the town.", null, null, []],
  ]);
});

test("speech, questions, events and what is said of nobody known are none", () => {
  const text = [
    "“Odo is dead,” said Mara. Is Odo dead? Odo was dead? Odo had gone to the gate. Odo’s lamp was out.",
    "Mara went home. He was the keeper. When Odo died, it rained. The sea was grey.",
  ].join("\n");
  expect(read(text)).toEqual([]);
  for (const said of [
    "“He ran. Odo died. Nobody saw.” said Mara.",
    "„Er lief. Odo died. Niemand sah es.“",
    "‘He ran. Odo died. It’s so.’ said Mara.",
    "« He ran. Odo died. »",
    '"He ran. Odo died.',
    "”He ran. Odo died”, sade Mara.",
  ])
    expect(read(said)).toEqual([]);
  expect(read("Mara’s lamp was out. Odo died.\n“No.” Odo was old.")).toEqual([["Odo", "Odo died.", "died", null, []]]);
  expect(read("Odo nearly died there. Odo died not. Mara had no Tide Key.")).toEqual([
    ["Odo", "Odo died not.", null, null, []],
    ["Mara", "Mara had no Tide Key.", null, null, ["Tide Key"]],
  ]);
});
