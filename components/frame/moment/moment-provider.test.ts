import { expect, test } from "vitest";
import { atMoment } from "./moment-provider.tsx";

const HERE = "/projects/prj_1/inbox";

test.each([
  ["another page of the project", "/projects/prj_1/history", "/projects/prj_1/history?at=7"],
  [
    "a page with its own parameters",
    "/projects/prj_1/dialogues/dlg_1?card=a#b",
    "/projects/prj_1/dialogues/dlg_1?card=a&at=7#b",
  ],
  ["a page at another moment", "/projects/prj_1/history?at=3", "/projects/prj_1/history?at=3"],
  ["another project", "/projects/prj_12/history", "/projects/prj_12/history"],
  ["a page outside of projects", "/", "/"],
])("while a moment is looked at, a link to %s", (_, href, followed) => {
  expect(atMoment(href, HERE, 7)).toBe(followed);
  expect(atMoment(href, HERE, null)).toBe(href);
});

test("a link from outside of a project leads to now", () => {
  expect(atMoment("/projects/prj_1/history", "/", 7)).toBe("/projects/prj_1/history");
});
