import { expect, test } from "vitest";
import { branchOf, fieldName } from "./field-names.ts";

const BRANCH = "br_01jd0000000000000000000000";
const CONDITION = "cnd_01jd0000000000000000000000";

test.each([
  ["/text", "Text", null],
  ["/speaker_id", "Speaker", null],
  [`/branches/${BRANCH}`, "Choice", BRANCH],
  [`/branches/${BRANCH}/choice_text`, "Choice text", BRANCH],
  [`/branches/${BRANCH}/order`, "Order", BRANCH],
  [`/branches/${BRANCH}/conditions/${CONDITION}/args`, "Condition", BRANCH],
  [`/on_enter_effects/${CONDITION}`, "Effect", null],
  ["/properties/mood~1tone", "Properties", null],
  ["/some_new_field", "Some new field", null],
])("%s is %s", (pointer, name, branch) => {
  expect([fieldName(pointer), branchOf(pointer)]).toEqual([name, branch]);
});
