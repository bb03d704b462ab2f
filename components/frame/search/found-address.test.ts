import { expect, test } from "vitest";
import { foundAddress } from "./found-address.ts";

test("leads to what was found, at the moment that was searched", () => {
  const note = { graphId: "dlg_1", subjectId: "ann_2" };
  expect(foundAddress("prj_0", note, null)).toBe("/projects/prj_0/dialogues/dlg_1?card=ann_2&search=1");
  expect(foundAddress("prj_0", note, 7)).toBe("/projects/prj_0/dialogues/dlg_1?card=ann_2&search=1&at=7");
  expect(foundAddress("prj_0", { ...note, subjectId: null }, null)).toBe("/projects/prj_0/dialogues/dlg_1?search=1");
});
