import { expect, test } from "vitest";
import { foundAddress } from "./found-address.ts";

test("leads to what was found, in its dialogue", () => {
  const note = { graphId: "dlg_1", subjectId: "ann_2" };
  expect(foundAddress("prj_0", note)).toBe("/projects/prj_0/dialogues/dlg_1?card=ann_2&search=1");
  expect(foundAddress("prj_0", { ...note, subjectId: null })).toBe("/projects/prj_0/dialogues/dlg_1?search=1");
});
