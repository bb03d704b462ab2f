import { expect, test } from "vitest";
import { foundAddress } from "./found-address.ts";

test("leads to what was found, at the moment that was searched", () => {
  const note = { graphId: "dlg_1", subjectId: "ann_2" };
  expect(foundAddress("prj_0", note, { at: null, keepsSearch: true })).toBe(
    "/projects/prj_0/dialogues/dlg_1?card=ann_2&search=1",
  );
  expect(foundAddress("prj_0", note, { at: 7, keepsSearch: false })).toBe(
    "/projects/prj_0/dialogues/dlg_1?card=ann_2&at=7",
  );
  expect(foundAddress("prj_0", { ...note, subjectId: null }, { at: null, keepsSearch: false })).toBe(
    "/projects/prj_0/dialogues/dlg_1",
  );
});
