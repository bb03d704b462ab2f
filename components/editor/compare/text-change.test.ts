import { expect, test } from "vitest";
import { textChange } from "./use-compared.ts";

const strong = (start: number) => [{ kind: "strong" as const, start, end: start + 4 }];
const field = (pointer: string, before: unknown, after: unknown) =>
  ({ field: pointer, name: "", branch_id: null, before, after }) as never;

test("a changed text has the marks of each moment; those that did not change are on both", () => {
  const text = field("/text", "Take care", "Do take care");
  const compared = { mark: "changed" as const, fields: [text, field("/text_marks", strong(0), strong(3))] };
  expect(textChange(compared, "/text", strong(3))).toEqual({
    before: "Take care",
    after: "Do take care",
    marks: { before: strong(0), after: strong(3) },
  });
  expect(textChange({ mark: "changed", fields: [text] }, "/text", strong(3))?.marks).toEqual({
    before: strong(3),
    after: strong(3),
  });
});

test("marks of a choice are those of its branch, and marks alone are no change of the text", () => {
  const words = field("/branches/br_a/choice_text", "Pay", "Pay now");
  const marks = field("/branches/br_a/text_marks", [], strong(0));
  const compared = { mark: "changed" as const, fields: [words, marks, field("/text_marks", strong(9), [])] };
  expect(textChange(compared, "/branches/br_a/choice_text")?.marks).toEqual({ before: [], after: strong(0) });
  expect(textChange(compared, "/text")).toBeUndefined();
});
