import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepPlace, type LastPlace, lastPlaces, resumeAddress } from "./last-places.ts";

const place = (graph: string, rest: Partial<LastPlace> = {}): LastPlace => ({
  project_id: "prj_1",
  graph_id: graph,
  node_id: "node_1",
  field: "node_1#/text",
  caret: [3, 7],
  scroll: 120,
  at: "2026-11-23T12:00:00.000Z",
  ...rest,
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("where somebody was", () => {
  test("given several dialogues, then each has its last place, the last first", () => {
    keepPlace("usr_1", place("dlg_1"));
    keepPlace("usr_1", place("dlg_2"));
    keepPlace("usr_1", place("dlg_1", { node_id: "node_2", field: null, caret: null }));
    expect(lastPlaces("usr_1")).toEqual([
      place("dlg_1", { node_id: "node_2", field: null, caret: null }),
      place("dlg_2"),
    ]);
  });

  test("given somebody else on the same device, then theirs are theirs", () => {
    keepPlace("usr_1", place("dlg_1"));
    expect(lastPlaces("usr_2")).toEqual([]);
  });

  test("given more than twenty dialogues, then the oldest is forgotten", () => {
    for (let n = 0; n < 21; n++) keepPlace("usr_1", place(`dlg_${n}`));
    const kept = lastPlaces("usr_1").map(({ graph_id }) => graph_id);
    expect(kept).toHaveLength(20);
    expect(kept).not.toContain("dlg_0");
  });

  test.each([["no JSON"], ["{}"], ['[{"project_id": 7}]'], ['[null, "x"]']])(
    "given %s is kept, then nothing is known",
    (text) => {
      localStorage.setItem("fabula.places.usr_1", text);
      expect(lastPlaces("usr_1")).toEqual([]);
    },
  );

  test("given storage that is shut, then nothing is kept and nothing is thrown", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("shut");
      },
    });
    keepPlace("usr_1", place("dlg_1"));
    expect(lastPlaces("usr_1")).toEqual([]);
  });

  test("an address goes on in the dialogue", () => {
    expect(resumeAddress(place("dlg_1"))).toBe("/projects/prj_1/dialogues/dlg_1?resume=1");
  });
});
