import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DRAWN_AT_ONCE, ShownLevels } from "./shown-levels.ts";

let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => {
    frames[frame - 1] = () => {};
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const frame = () => frames.at(-1)?.();

/** Nodes that are drawn, named by how far from the middle they are. */
function drawn(count: number, level: "near" | "mid" | "far" = "near") {
  const done = vi.fn();
  const levels = new ShownLevels(level, Number, done);
  const ids = Array.from({ length: count }, (_, at) => String(at));
  const told: string[] = [];
  const stops = ids.map((id) => levels.listen(id, () => told.push(id)));
  const showing = (wanted: string) => ids.filter((id) => levels.of(id) === wanted);
  return { levels, ids, told, stops, done, showing };
}

test("a few nodes follow in each frame, those in the middle first", () => {
  const { levels, ids, told, done, showing } = drawn(DRAWN_AT_ONCE * 2 + 1);
  levels.change("mid");
  expect(showing("near")).toEqual(ids);
  frame();
  expect(told).toEqual(ids.slice(0, DRAWN_AT_ONCE));
  expect(showing("mid")).toEqual(ids.slice(0, DRAWN_AT_ONCE));
  frame();
  expect(levels.isChanging).toBe(true);
  expect(done).not.toHaveBeenCalled();
  frame();
  expect(showing("mid")).toEqual(ids);
  expect([levels.isChanging, done.mock.calls.length]).toEqual([false, 1]);
});

test("one who turns back half-way draws only what had followed", () => {
  const { levels, ids, told, showing } = drawn(DRAWN_AT_ONCE * 2);
  levels.change("mid");
  frame();
  levels.change("near");
  expect(showing("mid")).toEqual(ids.slice(0, DRAWN_AT_ONCE));
  told.length = 0;
  frame();
  expect(told).toEqual(ids.slice(0, DRAWN_AT_ONCE));
  expect(showing("near")).toEqual(ids);
});

test("what comes into view meanwhile shows the new level, and what leaves it costs no turn", () => {
  const { levels, told, stops } = drawn(DRAWN_AT_ONCE * 2);
  levels.change("mid");
  levels.listen("new", () => {});
  expect(levels.of("new")).toBe("mid");
  stops[0]?.();
  frame();
  expect(told).toHaveLength(DRAWN_AT_ONCE);
  expect(told).not.toContain("0");
});

test("from far away nothing is drawn, so nothing has to follow", () => {
  const { levels, ids, done, showing } = drawn(3, "far");
  levels.change("near");
  expect(showing("near")).toEqual(ids);
  expect([levels.isChanging, frames.length, done.mock.calls.length]).toEqual([false, 0, 0]);
});

test("what is ended leaves nothing behind", () => {
  const { levels, ids, told, showing } = drawn(3);
  levels.change("mid");
  levels.stop();
  frame();
  expect(told).toEqual([]);
  expect(showing("mid")).toEqual(ids);
});
