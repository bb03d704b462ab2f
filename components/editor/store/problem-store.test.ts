import { describe, expect, it } from "vitest";
import { findProblems } from "#domain/problems/find-problems.ts";
import { CONTEXT, dialogue, ending, makeNode } from "#domain/problems/problem.fixture.ts";
import { createProblemStore, type KnownWaiver, neighbour, withFindings } from "./problem-store.ts";

const find = (...nodes: ReturnType<typeof makeNode>[]) => findProblems(dialogue(nodes), CONTEXT);
const two = find(makeNode("a", ["b", "c"]), makeNode("b"), makeNode("c"), ending("d"));
const start = () => createProblemStore().getState();
const waiver = (node_id: string, code: string): KnownWaiver => ({
  id: `wvr_${node_id}`,
  node_id,
  branch_id: null,
  code,
  reason: "On purpose.",
  by: "user:usr_1",
  updated_at: "2026-01-01T00:00:00.000Z",
});

describe("the problems that are shown", () => {
  it("are by card, and a card whose problems are the same keeps its list", () => {
    const first = withFindings(start(), { found: two, since: null });
    expect([...first.byNode.keys()].sort()).toEqual(["b", "c", "d"]);
    const fewer = find(makeNode("a", ["b", "c"]), makeNode("b"), makeNode("c", ["d"]), ending("d"));
    const second = withFindings(first, { found: fewer, since: { at: 1, after: null } });
    expect(second.byNode.get("b")).toBe(first.byNode.get("b"));
    expect(second.byNode.has("c")).toBe(false);
    expect(second.counts).toEqual({ error: 1, warning: 0, info: 0 });
  });

  it("know since when, and after what, if they are newer than the page", () => {
    const first = withFindings(start(), { found: find(makeNode("b"), ending("d")), since: null });
    const second = withFindings(first, { found: two, since: { at: 5, after: "Delete ‘Gate’" } });
    const since = Object.fromEntries(second.groups.map(({ key, since: when }) => [key, when?.after ?? null]));
    expect(since).toEqual({ "dead_end b": null, "dead_end c": "Delete ‘Gate’", "unreachable d": null });
  });

  it("are without what is ignored, which keeps its reason and comes back when the waiver goes", () => {
    const first = withFindings(start(), { found: two, waivers: [waiver("b", "dead_end")], since: null });
    expect(first.groups.map(({ key }) => key)).toEqual(["dead_end c", "unreachable d"]);
    expect(first.ignored).toMatchObject([{ problem: { node_id: "b" }, waiver: { reason: "On purpose." } }]);
    expect(first.byNode.has("b")).toBe(false);
    const second = withFindings(first, { waivers: [], since: null });
    expect(second.groups).toHaveLength(3);
    expect(second.ignored).toEqual([]);
  });

  it("are counted by what one gesture can put right", () => {
    const lost = find(makeNode("a", ["z"]), makeNode("o", ["p"]), makeNode("p", ["z"]), ending("z"));
    expect(lost).toHaveLength(2);
    expect(withFindings(start(), { found: lost, since: null }).counts).toEqual({ error: 0, warning: 1, info: 0 });
  });

  it("forget where F8 stood when that problem is gone", () => {
    const first = { ...withFindings(start(), { found: two, since: null }), current: "dead_end c" };
    expect(withFindings(first, { since: null }).current).toBe("dead_end c");
    expect(withFindings(first, { found: [], since: null }).current).toBeNull();
  });
});

describe("going from problem to problem", () => {
  const noted = find(makeNode("a", ["b"], { speaker_label: "Mara" }), makeNode("b"), ending("d"));
  const { groups } = withFindings(start(), { found: noted, since: null });
  const step = (current: string | null, by: 1 | -1) => neighbour(groups, current, by)?.key;

  it("goes round in both directions, past the notes", () => {
    expect(groups.map(({ severity }) => severity)).toEqual(["error", "warning", "info"]);
    expect(step(null, 1)).toBe("dead_end b");
    expect(step("dead_end b", 1)).toBe("unreachable d");
    expect(step("unreachable d", 1)).toBe("dead_end b");
    expect(step(null, -1)).toBe("unreachable d");
    expect(neighbour([], null, 1)).toBeNull();
  });

  it("stops at notes when there is nothing worse", () => {
    const notes = groups.filter(({ severity }) => severity === "info");
    expect(neighbour(notes, null, 1)?.code).toBe("unmatched_speaker");
  });
});
