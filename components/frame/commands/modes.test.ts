import { expect, test } from "vitest";
import { beginMode, commandOf, isHeld } from "./registry.ts";

test("in a mode, keys of the canvas do only what the mode does; those of other places stay", () => {
  const held = (...ids: Parameters<typeof commandOf>[0][]) => ids.filter((id) => isHeld(commandOf(id)));
  expect(held("card.add-choice", "card.edit", "edit.undo")).toEqual([]);
  const endOuter = beginMode((id) => id === "card.edit" || id === "cursor.left");
  const endInner = beginMode((id) => id === "card.edit");
  expect(held("card.add-choice", "card.speaker", "card.edit", "cursor.left", "edit.undo", "comment.add")).toEqual([
    "card.add-choice",
    "card.speaker",
    "cursor.left",
  ]);
  endInner();
  expect(held("cursor.left")).toEqual([]);
  endOuter();
  expect(held("card.add-choice")).toEqual([]);
});
