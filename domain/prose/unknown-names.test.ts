import { expect, test } from "vitest";
import { unknownNames } from "./unknown-names.ts";

const namesIn = (text: string, known: readonly string[] = [], language = "en") =>
  unknownNames(text, language, known)?.map(({ name, spans }) => [
    name,
    spans.map(({ start, end }) => text.slice(start, end)),
  ]);

test("names that nothing has are found with their places", () => {
  const text = "Bor met Mara Vell at the gate. Mara Vell’s lamp was out. “Where is Odo?” asked Bor.";
  expect(namesIn(text, ["Bor the Keeper", "Odo"])).toEqual([["Mara Vell", ["Mara Vell", "Mara Vell"]]]);
  expect(namesIn(text, ["Bor", "Odo", "Mara"])).toEqual([]);
});

test("what only begins a sentence, is written small elsewhere, or names nobody is no name", () => {
  expect(namesIn("Lamps burn. Then I saw the Gate on Monday. The gate was shut: Nobody came.")).toEqual([]);
  expect(namesIn("Odo came. I saw Odo.")).toEqual([["Odo", ["Odo", "Odo"]]]);
  expect(namesIn("HALT!")).toBeUndefined();
});

test("languages that write nouns with a capital, and scripts without capitals, say nothing", () => {
  expect(unknownNames("Er sah den Hafen und Mara.", "de-AT", [])).toBeNull();
  expect(unknownNames("彼は門を見た。", "ja", [])).toBeNull();
});
