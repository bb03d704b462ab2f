import { describe, expect, it } from "vitest";
import { byteRange } from "./byte-range.ts";

describe("byteRange", () => {
  it.each([
    ["bytes=0-0", 10, { start: 0, end: 0 }],
    ["bytes=2-5", 10, { start: 2, end: 5 }],
    ["bytes=2-", 10, { start: 2, end: 9 }],
    ["bytes=2-99", 10, { start: 2, end: 9 }],
    ["bytes=-3", 10, { start: 7, end: 9 }],
    ["bytes=-99", 10, { start: 0, end: 9 }],
    ["bytes=10-", 10, "none"],
    ["bytes=-0", 10, "none"],
    ["bytes=0-", 0, "none"],
    ["bytes=-1", 0, "none"],
    // What is not understood, and several ranges, get the whole.
    ["bytes=5-2", 10, null],
    ["bytes=0-1,4-5", 10, null],
    ["bytes=-", 10, null],
    ["lines=1-2", 10, null],
    [null, 10, null],
  ])("reads %j of %d bytes", (header, length, range) => {
    expect(byteRange(header, length)).toEqual(range);
  });
});
