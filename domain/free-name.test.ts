import { expect, test } from "vitest";
import { freeName } from "./free-name.ts";

test("what is new gets a name nobody has", () => {
  expect(freeName([], "Untitled")).toBe("Untitled");
  expect(freeName([{ name: "Untitled" }, { name: "Untitled 2" }], "Untitled")).toBe("Untitled 3");
});
