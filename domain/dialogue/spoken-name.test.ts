import { expect, test } from "vitest";
import { isWrittenAsName, spokenName } from "./spoken-name.ts";

test("a text begins with a name where a colon and a blank follow it on its first line", () => {
  expect(spokenName("Marrow: Halt!")).toEqual({ name: "Marrow", from: 8 });
  expect(spokenName("Odo Pell:  Wait.")).toEqual({ name: "Odo Pell", from: 11 });
  for (const text of ["Halt!", "Marrow:Halt", "Marrow:", ": Halt", "Halt!\nMarrow: Wait.", ""]) {
    expect(spokenName(text)).toBeNull();
  }
});

test("words are taken for a name where all are written so", () => {
  const names = ["Marrow", "Odo Pell", "MARROW", "Keeper of the Gate", "Guard 2", "???", "Élise d'Arc", "Dr. Salt"];
  for (const name of names) expect([name, isWrittenAsName(name)]).toEqual([name, true]);
  const sentences = ["One thing more", "He said", "listen", "This is what the Ferryman told me", "of Salt"];
  for (const words of sentences) expect([words, isWrittenAsName(words)]).toEqual([words, false]);
});
