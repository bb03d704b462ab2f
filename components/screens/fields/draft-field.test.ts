import { expect, test } from "vitest";
import { definitionsOf, draftOfField, draftOfUse, keyOf, mistakeIn, newDraft } from "./draft-field.ts";

test("a new field gets its key from its name, and keeps it when it is renamed", () => {
  expect(keyOf("Hit points", new Set())).toBe("hit_points");
  expect(keyOf("Âge", new Set(["age"]))).toBe("age_2");
  expect(keyOf("…", new Set(["field", "field_2"]))).toBe("field_3");
  const [made] = definitionsOf([newDraft("new 1", { label: " Hit points ", kind: "number", min: "0", max: "1,5" })]);
  expect(made).toMatchObject({ key: "hit_points", label: "Hit points", min: 0, max: 1.5 });
  if (made === undefined) throw new Error("no definition");
  expect(definitionsOf([{ ...draftOfField(made), label: "Health" }])).toEqual([{ ...made, label: "Health" }]);
});

test("what a kind does not have is left out, whatever was typed for another kind before", () => {
  const typed = { options: "a\n\n b \na", of_type: "faction", several: true, min: "1", max: "2" };
  const of = (kind: "choice" | "reference" | "text") =>
    definitionsOf([newDraft("x", { label: "X", kind, ...typed })])[0];
  const plain = { options: [], of_type: null, several: false, min: null, max: null };
  expect(of("choice")).toMatchObject({ ...plain, options: ["a", "b"] });
  expect(of("reference")).toMatchObject({ ...plain, of_type: "faction", several: true });
  expect(of("text")).toMatchObject(plain);
});

test("a property that is in use becomes a field of the kind that most of its values have", () => {
  expect(draftOfUse("hit_points", { string: 1, number: 4 })).toMatchObject({
    key: "hit_points",
    label: "Hit points",
    kind: "number",
  });
});

test("what keeps fields from being saved is said by name", () => {
  expect(mistakeIn([newDraft("a", { label: " " })])).toBe("Each field needs a name.");
  expect(mistakeIn([newDraft("a", { label: "Mood", kind: "choice" })])).toBe("“Mood” needs at least one choice.");
  expect(mistakeIn([newDraft("a", { label: "Age", kind: "number", min: "few" })])).toBe(
    "The bounds of “Age” are numbers.",
  );
  expect(mistakeIn([newDraft("a", { label: "Age", kind: "number", min: "0" })])).toBeNull();
});
