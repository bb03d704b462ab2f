import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import type { Condition, Effect } from "../expression.ts";
import { explorer } from "../runtime/explore.ts";
import { openOffers } from "../runtime/run.ts";
import { findProblems, type ProblemNode } from "./find-problems.ts";
import { playedWithoutWords } from "./play-problems.ts";
import { anyDialogue, branch, CONTEXT, dialogue, ending, GRAPH_ID, makeNode } from "./problem.fixture.ts";
import { describeProblem } from "./problem-text.ts";

const HERE_ALONE = { changed: new Set<string>(), leadsHere: false };
const atLeast = (value: number, id = "c1"): Condition => ({
  id,
  op: "gte",
  args: [{ var: "var_courage" }, { lit: value }],
});
const gain = (value: number): Effect => ({
  id: "e1",
  op: "add",
  target: "var_courage",
  value: { lit: value },
  when: [],
});
const NAMES: Record<string, string> = { var_courage: "courage", var_open: "gate open", var_toll: "toll" };

/** Returns the problems about values of variables, in words and by card. */
function said(nodes: ProblemNode[], elsewhere = HERE_ALONE): string[] {
  const found = findProblems(dialogue(nodes), { ...CONTEXT, elsewhere });
  return found
    .filter(({ code }) => ["asks_nothing", "never_set", "never_holds"].includes(code))
    .map((each) => `${each.node_id}: ${describeProblem(each, { variable: (id) => NAMES[id] })}`);
}

const check = (conditions: Condition[], id = "check") =>
  makeNode(id, [], {
    kind: "condition",
    text: "",
    branches: [
      branch(`${id}.if`, "rich", { kind: "auto", choice_text: "", conditions }),
      branch(`${id}.else`, "poor", { kind: "else", choice_text: "" }),
    ],
  });
const ends = [ending("rich"), ending("poor")];

describe("a check", () => {
  it("that has no test asks nothing yet", () => {
    expect(said([makeNode("start", ["check"]), check([]), ...ends])).toEqual([
      "check: Asks nothing yet: this check has no test.",
    ]);
  });

  it("may end with a way that has no test, for when none holds", () => {
    const ways = [
      branch("a", "rich", { kind: "auto", conditions: [atLeast(1)] }),
      branch("b", "poor", { kind: "auto" }),
    ];
    const paid = makeNode("start", ["check"], { on_enter_effects: [gain(1)] });
    expect(said([paid, makeNode("check", [], { kind: "condition", branches: ways }), ...ends])).toEqual([]);
  });
});

describe("a test of what nothing changes", () => {
  const story = (conditions: Condition[]) => [makeNode("start", ["check"]), check(conditions), ...ends];

  it("can never be true, or always is, and says its value", () => {
    expect(said(story([atLeast(2)]))).toEqual([
      "check: Can never be true: courage is always 0 here. Nothing changes courage.",
    ]);
    expect(said(story([{ id: "c", op: "not", args: [{ var: "var_open" }] }]))).toEqual([
      "check: Always true: gate open is always no here. Nothing changes gate open.",
    ]);
  });

  it("is decided by one part of it, whatever the others ask", () => {
    const both: Condition = { id: "c", op: "all", args: [atLeast(2), { fn: "visited", args: [{ ref: "start" }] }] };
    expect(said(story([both]))).toHaveLength(1);
    const either: Condition = { id: "c", op: "any", args: [atLeast(2), { fn: "visited", args: [{ ref: "start" }] }] };
    expect(said(story([either]))).toEqual([]);
  });

  it("is none where another dialogue changes it, or the game may", () => {
    expect(said(story([atLeast(2)]), { changed: new Set(["var_courage"]), leadsHere: false })).toEqual([]);
    expect(said([...story([atLeast(2)]), makeNode("tell", ["rich"], { kind: "command" })])).toEqual([]);
  });

  it("is said wherever it is asked, as one problem", () => {
    const shop = makeNode("start", [], {
      branches: [
        branch("buy", "rich", { conditions: [atLeast(2)] }),
        branch("pay", "poor", { conditions: [atLeast(3)] }),
      ],
    });
    const found = findProblems(dialogue([shop, ...ends]), { ...CONTEXT, elsewhere: HERE_ALONE });
    expect(found.filter(({ code }) => code === "never_set").map(({ cause }) => cause)).toEqual([
      "var_courage",
      "var_courage",
    ]);
  });
});

describe("a test of what the dialogue changes itself", () => {
  it("can never be true where no way makes it so, and says the values that come there", () => {
    const start = makeNode("start", [], {
      branches: [branch("find", "check", { effects: [gain(1)] }), branch("pass", "check")],
    });
    expect(said([start, check([atLeast(2)]), ...ends])).toEqual(["check: Can never be true: courage is 0 or 1 here."]);
    expect(said([start, check([atLeast(1)]), ...ends])).toEqual([]);
  });

  it("is asked before what happens on the way it keeps", () => {
    const late = makeNode("start", [], {
      branches: [branch("buy", "rich", { conditions: [atLeast(1)], effects: [gain(1)] }), branch("go", "poor")],
    });
    const after = makeNode("rich", ["poor"], { on_enter_effects: [gain(1)] });
    expect(said([late, after, ending("poor")])).toEqual(["start: Can never be true: courage is always 0 here."]);
  });

  it("is none where a circle makes it true in the end", () => {
    const work = makeNode("work", [], {
      branches: [
        branch("again", "work", { effects: [gain(1)] }),
        branch("spend", "rich", { conditions: [atLeast(9)] }),
        branch("leave", "poor"),
      ],
    });
    expect(said([work, ...ends])).toEqual([]);
  });

  it("is not decided where other dialogues lead here, or ask what is not here", () => {
    const start = makeNode("start", ["check"], { on_enter_effects: [gain(1)] });
    const nodes = [start, check([atLeast(2)]), ...ends];
    expect(said(nodes)).toHaveLength(1);
    expect(said(nodes, { changed: new Set(), leadsHere: true })).toEqual([]);
    const world: Condition = { id: "w", op: "eq", args: [{ entity: "ent_mara", path: "mood" }, { lit: 1 }] };
    const other = makeNode("other", [], { branches: [branch("x", "rich", { conditions: [world] })] });
    expect(said([...nodes, other])).toEqual([]);
  });

  it("is not decided where there are more states than are looked at", () => {
    const dials = Array.from({ length: 12 }, (_, at) => `n${at}`);
    const turn = makeNode("start", [], {
      branches: [...dials.map((id) => branch(`turn ${id}`, id)), branch("check", "check")],
    });
    const nodes = [
      turn,
      ...dials.map((id) => makeNode(id, ["start"])),
      check([atLeast(2), ...dials.map((ref): Condition => ({ id: ref, fn: "visited", args: [{ ref }] }))]),
      makeNode("gift", ["check"], { on_enter_effects: [gain(1)] }),
      ...ends,
    ];
    expect(said(nodes)).toEqual([]);
  });
});

it("never says of a choice that somebody can take that it can never be true", () => {
  const some = fc.property(anyDialogue, ({ nodes, start_node_id }) => {
    const found = findProblems({ id: GRAPH_ID, start_node_id, nodes }, { ...CONTEXT, elsewhere: HERE_ALONE });
    const never = new Set(
      found
        .filter(
          ({ code, data }) => (code === "never_set" && data.holds === false) || (code === "never_holds" && data.states),
        )
        .flatMap(({ branch_id }) => branch_id ?? []),
    );
    if (never.size === 0) return;
    const variables = new Map(
      [...(CONTEXT.variables ?? [])].map(([id, each]) => [
        id,
        { ...each, id, name: id, default: each.default ?? null },
      ]),
    );
    const played = {
      id: GRAPH_ID,
      start: start_node_id,
      nodes: new Map(nodes.map((each) => [each.id, playedWithoutWords(each)])),
      variables,
    };
    const taken: string[] = [];
    explorer(played, {
      isWanted: (page) => {
        taken.push(...page.way, ...openOffers(page.halt).map((offer) => offer.branch.id));
        return false;
      },
    })(2_000);
    expect(taken.filter((id) => never.has(id))).toEqual([]);
  });
  fc.assert(some, { numRuns: rounds({ gate: 100, full: 3_000 }), endOnFailure: true });
});
