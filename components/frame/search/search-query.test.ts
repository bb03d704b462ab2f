import { expect, test } from "vitest";
import { asksNothing, idValue, labelValue, type SearchQuery, searchInput } from "./search-query.ts";

const NOTHING: SearchQuery = { words: "", speaker: "", variable: "", problem: "" };

test("asks for what was filled in, and for nothing else", () => {
  expect(searchInput(NOTHING)).toEqual({ subject_type: "any" });
  expect(searchInput({ ...NOTHING, words: "  salt gate ", variable: "var_a" })).toEqual({
    subject_type: "any",
    q: "salt gate",
    variable_id: "var_a",
  });
});

test("tells a character from a name that is no character, whatever the name is", () => {
  for (const name of ["Mara", "ent_a", "label:Mara", "id:Mara", " "]) {
    expect(searchInput({ ...NOTHING, speaker: idValue(name) })).toEqual({ subject_type: "any", speaker_id: name });
    expect(searchInput({ ...NOTHING, speaker: labelValue(name) })).toEqual({
      subject_type: "any",
      speaker_label: name,
    });
  }
});

test("blank words ask nothing", () => {
  expect(asksNothing({ ...NOTHING, words: "  " })).toBe(true);
  expect(asksNothing({ ...NOTHING, problem: "dead_end" })).toBe(false);
});
