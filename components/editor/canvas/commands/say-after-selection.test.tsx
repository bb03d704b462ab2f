import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sayAfterSelection } from "./say-after-selection.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("what a gesture did", () => {
  test("is said after the selection that came with it", () => {
    const said: string[] = [];
    const announce = (text: string) => void said.push(text);
    sayAfterSelection(announce, "Added");
    announce("Silence");
    vi.runAllTimers();
    expect(said).toEqual(["Silence", "Added"]);
  });

  test("is said once, and before what the next key does", () => {
    const said: string[] = [];
    const announce = (text: string) => void said.push(text);
    const act = () => announce("Home");
    document.body.addEventListener("keydown", act);
    sayAfterSelection(announce, "Added");
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    vi.runAllTimers();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    document.body.removeEventListener("keydown", act);
    expect(said).toEqual(["Added", "Home", "Home"]);
  });
});
