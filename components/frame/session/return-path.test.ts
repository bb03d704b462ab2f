import fc from "fast-check";
import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

test("a path of the studio is kept with its query", () => {
  expect(returnPath("/projects/prj_1/dialogues/dlg_2?card=node_3&at=7")).toBe(
    "/projects/prj_1/dialogues/dlg_2?card=node_3&at=7",
  );
});

test("nothing leads to another site, to a script, or round in a circle", () => {
  for (const bad of [
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "/x/..//elsewhere.example",
    "javascript:alert(1)",
    "/sign-in?to=/",
    "/api/auth/signout",
    "/v1/me",
    "",
    "/",
    undefined,
    ["/projects"],
  ]) {
    expect(returnPath(bad), String(bad)).toBeNull();
  }
});

test("whatever is asked, the answer is a path on this origin", () => {
  const piece = fc.constantFrom(
    "/",
    "//",
    "\\",
    ".",
    "..",
    "a",
    "%2f",
    "@",
    ":",
    "?",
    "#",
    "https:",
    "elsewhere.example",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = returnPath(`/${pieces.join("")}`);
      if (path !== null) expect(new URL(path, "https://studio.test").origin).toBe("https://studio.test");
    }),
  );
});
