import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import type { Condition, Effect } from "../expression.ts";
import { checkGraph } from "../structural-checks.ts";
import { type CheckedDialogue, findProblems, nodeProblems } from "./find-problems.ts";
import { groupProblems } from "./group-problems.ts";
import {
  anyDialogue,
  branch,
  CONTEXT,
  dialogue,
  ending,
  GRAPH_ID,
  makeNode,
  NOWHERE,
  THERE,
} from "./problem.fixture.ts";
import { countProblems, type ProblemCode, problemKey } from "./problem.ts";
import { describeGroup, describeProblem } from "./problem-text.ts";

/** Problems as "code node branch < cause", in the order they are listed. */
function found(given: CheckedDialogue, context = CONTEXT): string[] {
  return findProblems(given, context).map(({ code, node_id, branch_id, cause }) =>
    [code, node_id ?? "-", branch_id ?? "-", "<", cause].join(" "),
  );
}

const needs = (...conditions: object[]) => conditions.map((each, i) => ({ ...each, id: `c${i}` })) as Condition[];
const does = (...effects: object[]) => effects.map((each, i) => ({ ...each, id: `e${i}` })) as Effect[];

describe("the shape of a dialogue", () => {
  it("is sound when every line can be reached and every path ends", () => {
    expect(found(dialogue([makeNode("a", ["b"]), ending("b")]))).toEqual([]);
    expect(found(dialogue([]))).toEqual([]);
  });

  it("given a start that was deleted, then there is one problem and not one a card", () => {
    const nodes = [...Array.from({ length: 50 }, (_, i) => makeNode(`n${i}`, [`n${i + 1}`])), ending("n50")];
    expect(found(dialogue(nodes, "gone"))).toEqual(["missing_start - - < gone"]);
  });

  it("given one cut that orphans forty cards, then they are one group that names the card nothing leads to", () => {
    const orphans = Array.from({ length: 40 }, (_, i) => makeNode(`o${i}`, [i < 39 ? `o${i + 1}` : "z"]));
    const problems = findProblems(dialogue([makeNode("a", ["z"]), ...orphans, ending("z")]), CONTEXT);
    const groups = groupProblems(problems);
    expect(groups).toMatchObject([{ code: "unreachable", cause: "o0", node_id: "o0" }]);
    expect(groups[0]?.problems).toHaveLength(40);
    const names = { node: (id: string) => (id === "o0" ? "Sneak" : undefined) };
    expect(groups.map((group) => describeGroup(group, names))).toEqual([
      "40 cards cannot be reached, because nothing leads to ‘Sneak’.",
    ]);
  });

  it("given two orphaned parts and a loop among them, then each has a root of its own", () => {
    const nodes = [
      ending("a"),
      makeNode("b", ["c"]),
      makeNode("c", ["a"]),
      makeNode("d", ["e"]),
      makeNode("e", ["d", "c"]),
    ];
    // c hangs from both; the part found first, in order of creation, takes it.
    expect(found(dialogue(nodes))).toEqual([
      "unreachable b - < b",
      "unreachable c - < b",
      "unreachable d - < d",
      "unreachable e - < d",
    ]);
  });

  it("tells a choice without target from one whose target is gone and from one an import could not match", () => {
    const arms = [
      branch("x", null),
      branch("y", "gone"),
      branch("z", "stand-in", { extensions: { fabula: { missing_target: "gate_open" } } }),
      branch("w", "gone", { choice_text: "Again" }),
    ];
    const given = dialogue([makeNode("a", [], { branches: arms })]);
    expect(found(given)).toEqual([
      "invalid_target a y < gone",
      "invalid_target a w < gone",
      "unmatched_import a z < stand-in",
      "no_ending - - < dlg_here",
      "open_choice a x < x",
    ]);
    const [first, , third] = findProblems(given, CONTEXT);
    expect(first && describeProblem(first)).toBe("‘choose y’ leads to a card that does not exist.");
    expect(third && describeProblem(third)).toBe(
      "‘choose z’ leads to ‘gate_open’, which was not in the imported file.",
    );
  });

  it("finds the circle nobody leaves, and only where no other fault explains it", () => {
    const nodes = [
      makeNode("a", ["b", "e"]),
      makeNode("b", ["c"]),
      makeNode("c", ["d"]),
      makeNode("d", ["c"]),
      ending("e"),
    ];
    expect(found(dialogue(nodes))).toEqual([
      "no_route_to_end b - < c",
      "no_route_to_end c - < c",
      "no_route_to_end d - < c",
    ]);
    const cut = [
      makeNode("a", ["b", "e"]),
      makeNode("b", ["c"]),
      makeNode("c", ["d"]),
      makeNode("d", ["c", null]),
      ending("e"),
    ];
    expect(found(dialogue(cut))).toEqual(["open_choice d d.1 < d.1"]);
  });

  it("counts leaving for another dialogue as an ending, if that dialogue exists", () => {
    const jump = (to: string) =>
      dialogue([makeNode("a", [], { branches: [branch("x", null, { target_graph_id: to })] })]);
    expect(found(jump("dlg_other"))).toEqual([]);
    expect(found(jump("dlg_gone"))).toEqual(["missing_dialogue a x < dlg_gone"]);
    expect(found(jump("dlg_not_loaded"))).toEqual([]);
    const exit = (to: string) => dialogue([ending("a", { exit_to: { graph_id: to, node_id: null } })]);
    expect(found(exit("dlg_other"))).toEqual([]);
    expect(found(exit("dlg_gone"))).toEqual(["missing_dialogue a - < dlg_gone"]);
  });
});

describe("the words on a card", () => {
  it("reports a line without text, but not another kind without", () => {
    const nodes = [makeNode("a", ["b"], { text: " \n" }), makeNode("b", ["c"], { kind: "hub", text: "" }), ending("c")];
    expect(found(dialogue(nodes))).toEqual(["empty_text a - < a"]);
  });

  it("reports a choice without words where there is something to choose from", () => {
    const arms = (...texts: string[]) => texts.map((choice_text, i) => branch(`b${i}`, "z", { choice_text }));
    const of = (kind: "line" | "condition", ...texts: string[]) =>
      found(dialogue([makeNode("a", [], { kind, branches: arms(...texts) }), ending("z")]));
    expect(of("line", "")).toEqual([]);
    expect(of("line", "Go", "")).toEqual(["empty_choice a b1 < b1"]);
    expect(of("condition", "", "")).toEqual(["asks_nothing a b0 < a"]);
  });

  it("reports the same words twice, but not two variants that ask for different things", () => {
    const arm = (id: string, ...conditions: object[]) =>
      branch(id, "z", { choice_text: id === "b0" ? "Go" : " go", conditions: needs(...conditions) });
    const of = (a: object[], b: object[]) =>
      found(dialogue([makeNode("a", [], { branches: [arm("b0", ...a), arm("b1", ...b)] }), ending("z")]));
    const open = { var: "var_open" };
    expect(of([], [])).toEqual(["duplicate_choice a b1 < b0"]);
    expect(of([open], [open])).toEqual(["duplicate_choice a b1 < b0"]);
    expect(of([open], [{ op: "not", args: [open] }])).toEqual([]);
  });

  it("reports a speaker who is gone, a label that belongs to nobody, and nothing of a speaker not known yet", () => {
    const nodes = [
      makeNode("a", ["b"], { speaker_id: "ent_gone", speaker_label: "???" }),
      makeNode("b", ["c"], { speaker_label: "Mara" }),
      makeNode("c", ["d"], { speaker_label: "Mara" }),
      makeNode("d", ["e"], { speaker_id: "ent_not_loaded" }),
      ending("e"),
    ];
    const problems = findProblems(dialogue(nodes), CONTEXT);
    expect(groupProblems(problems).map((group) => describeGroup(group))).toEqual([
      "The speaker of this line no longer exists.",
      "2 lines are labelled ‘Mara’, which belongs to no character.",
    ]);
    expect(countProblems(problems)).toEqual({ error: 0, warning: 1, info: 2 });
  });
});

describe("the logic of a card", () => {
  const withNeeds = (...conditions: object[]) =>
    dialogue([makeNode("a", [], { branches: [branch("x", "z", { conditions: needs(...conditions) })] }), ending("z")]);

  it("reports variables nobody declared, grouped by variable, with the name an import knew them by", () => {
    const nodes = [
      makeNode("a", ["z"], {
        conditions: needs({ var: "var_lost" }),
        on_enter_effects: does({ op: "set", target: "var_lost", value: { lit: 1 }, when: [] }),
        extensions: { fabula: { missing: { var_lost: "courage" } } },
      }),
      ending("z"),
    ];
    const groups = groupProblems(findProblems(dialogue(nodes), CONTEXT));
    expect(groups.map((group) => describeGroup(group))).toEqual([
      "2 places use the variable ‘courage’, which is not declared.",
    ]);
    expect(found(dialogue(nodes), { ...CONTEXT, variables: null })).toEqual([]);
  });

  it("reports values of the wrong type and logic that lacks a part", () => {
    expect(found(withNeeds({ op: "lt", args: [{ var: "var_open" }, { lit: 1 }] }))).toEqual(["type_mismatch a x < x"]);
    expect(found(withNeeds({ op: "eq", args: [{ var: "var_tide" }, { lit: "low" }] }))).toEqual([
      "type_mismatch a x < x",
    ]);
    expect(found(withNeeds({ fn: "offered", args: [] }))).toEqual(["malformed_logic a x < x"]);
    const effects = does({ op: "set", target: "var_courage", value: { lit: "much" }, when: [] });
    const [problem] = findProblems(
      dialogue([makeNode("a", ["z"], { on_enter_effects: effects }), ending("z")]),
      CONTEXT,
    );
    expect(problem).toMatchObject({
      code: "type_mismatch",
      node_id: "a",
      data: { path: "/on_enter_effects/e0/value" },
    });
    expect(problem && describeProblem(problem)).toBe(
      "The logic of this card mixes types: a whole number was expected, a text was found.",
    );
  });

  it("reports conditions that can never, or must always, hold", () => {
    const more = (op: string, value: number) => ({ op, args: [{ var: "var_courage" }, { lit: value }] });
    expect(found(withNeeds(more("gte", 3), more("lt", 2)))).toEqual(["never_holds a x < x"]);
    expect(found(withNeeds({ op: "any", args: [more("gte", 2), more("lt", 3)] }))).toEqual(["always_holds a x < x"]);
    expect(found(withNeeds(more("gte", 3), more("lt", 4)))).toEqual([]);
  });

  it("reports changes of someone or something that is gone, once a change, and not what may still be there", () => {
    const change = (target: string, key: string) =>
      dialogue([
        makeNode("a", ["z"], {
          on_enter_effects: does({ op: "inventory.give", target, key, value: { lit: 1 }, when: [] }),
        }),
        ending("z"),
      ]);
    expect(found(change("ent_mara", "ent_unread"))).toEqual([]);
    expect(found(change("ent_mara", "ent_gone"))).toEqual(["malformed_logic a - < a"]);
    expect(found(change("ent_gone", "ent_gone"))).toEqual(["malformed_logic a - < a"]);
  });

  it("reports references to a card or choice that is nowhere, wherever they stand, and not what may still be there", () => {
    const asks = (id: string) => ({ fn: "visited", args: [{ ref: id }] });
    const own = `br_${"c".repeat(26)}`;
    expect(found(withNeeds(asks(THERE)))).toEqual([]);
    expect(found(withNeeds(asks(`node_${"d".repeat(26)}`)))).toEqual([]);
    expect(found(withNeeds(asks(NOWHERE)))).toEqual([`missing_reference a x < ${NOWHERE}`]);
    const forgets = does({ op: "reset_visits", target: null, value: { ref: NOWHERE }, when: [] });
    const changed = [makeNode("a", ["z"], { on_enter_effects: forgets }), ending("z")];
    expect(found(dialogue(changed))).toEqual([`missing_reference a - < ${NOWHERE}`]);
    const nodes = [makeNode("a", [], { branches: [branch(own, "z")], conditions: needs(asks(own)) }), ending("z")];
    expect(found(dialogue(nodes), { ...CONTEXT, places: { get: () => false } })).toEqual([]);
  });

  it("says where logic is kept as text, and which names of an import are nowhere", () => {
    expect(found(withNeeds({ op: "opaque", format: "ink", source: "x" }))).toEqual(["opaque_logic a x < x"]);
    const nodes = [
      makeNode("a", ["z"], {
        conditions: needs({ op: "gt", args: [{ fn: "visits", args: [{ ref: "node_lost" }] }, { lit: 0 }] }),
        extensions: { fabula: { missing: { node_lost: "cellar" } } },
      }),
      ending("z"),
    ];
    expect(found(dialogue(nodes))).toEqual(["unmatched_import a - < node_lost"]);
  });
});

describe("over random dialogues", () => {
  const codes = (given: CheckedDialogue, ...wanted: ProblemCode[]) =>
    findProblems(given, CONTEXT).filter(({ code }) => wanted.includes(code));

  it("contains the three lists of the validation report, with one problem in place of a lost start's many", () => {
    fc.assert(
      fc.property(anyDialogue, (given) => {
        const report = checkGraph(given, given.nodes);
        expect(codes(given, "dead_end").map(({ node_id }) => node_id)).toEqual(report.dead_ends);
        const lost = codes(given, "missing_start").length > 0;
        const unreachable = codes(given, "unreachable").map(({ node_id }) => node_id);
        expect(lost ? given.nodes.map(({ id }) => id) : unreachable).toEqual(report.unreachable);
        if (lost) expect(unreachable).toEqual([]);
        const targets = codes(given, "invalid_target", "open_choice", "unmatched_import")
          .filter(({ data }) => data.target_node_id !== undefined)
          .map(({ node_id, data }) => `${node_id} ${data.target_node_id} ${data.choice_text}`);
        expect(targets.sort()).toEqual(
          report.invalid_branch_targets
            .map(({ from_node_id, target_node_id, choice_text }) => `${from_node_id} ${target_node_id} ${choice_text}`)
            .sort(),
        );
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  it("adding an edge never makes more cards unreachable", () => {
    fc.assert(
      fc.property(anyDialogue, fc.nat(), fc.nat(), (given, a, b) => {
        const { nodes } = given;
        const [from, to] = [nodes[a % nodes.length], nodes[b % nodes.length]];
        fc.pre(from !== undefined && to !== undefined);
        const more = { ...from, branches: [...from.branches, branch("new", to.id)] };
        const after = { ...given, nodes: nodes.map((node) => (node === from ? more : node)) };
        const before = new Set(codes(given, "unreachable").map(({ node_id }) => node_id));
        for (const { node_id } of codes(after, "unreachable")) expect(before).toContain(node_id);
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  it("leading to the root of each unreachable group reaches all of it", () => {
    fc.assert(
      fc.property(anyDialogue, (given) => {
        const [first] = given.nodes;
        fc.pre(first !== undefined);
        const start = given.nodes.find(({ id }) => id === (given.start_node_id ?? first.id));
        fc.pre(start !== undefined);
        const roots = new Set(codes(given, "unreachable").map(({ cause }) => cause));
        const more = { ...start, branches: [...start.branches, ...[...roots].map((id) => branch(`to ${id}`, id))] };
        const after = { ...given, nodes: given.nodes.map((node) => (node === start ? more : node)) };
        expect(codes(after, "unreachable")).toEqual([]);
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  it("a card reported as caught in a circle reaches no ending, no exit and no dead end", () => {
    fc.assert(
      fc.property(anyDialogue, (given) => {
        const byId = new Map(given.nodes.map((node) => [node.id, node]));
        const caught = new Set(codes(given, "no_route_to_end").map(({ node_id }) => node_id));
        for (const id of caught) {
          const node = byId.get(id ?? "");
          expect(node?.kind).not.toBe("end");
          expect(node?.branches.length).toBeGreaterThan(0);
          for (const { target_node_id, target_graph_id } of node?.branches ?? []) {
            expect([null, GRAPH_ID]).toContain(target_graph_id);
            expect(caught).toContain(target_node_id);
          }
        }
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  it("renaming, moving words about and reordering keys changes nothing", () => {
    fc.assert(
      fc.property(anyDialogue, (given) => {
        const renamed = {
          ...given,
          nodes: given.nodes.map((node) => ({
            ...node,
            title: "Another title",
            tags: ["x"],
            text: node.text.trim() === "" ? " " : "Other words.",
          })),
        };
        expect(findProblems(renamed, CONTEXT)).toEqual(findProblems(given, CONTEXT));
      }),
    );
  });

  it("every problem has a name of its own, a place that exists, and a sentence", () => {
    fc.assert(
      fc.property(anyDialogue, (given) => {
        const problems = findProblems(given, CONTEXT);
        expect(new Set(problems.map(problemKey)).size).toBe(problems.length);
        const nodes = new Map(given.nodes.map((node) => [node.id, node]));
        for (const each of problems) {
          const node = nodes.get(each.node_id ?? "");
          expect(node === undefined).toBe(each.node_id === null);
          if (each.branch_id !== null) expect(node?.branches.map(({ id }) => id)).toContain(each.branch_id);
          expect(describeProblem(each)).toMatch(/^[^a-z].*\.$/);
        }
        const grouped = groupProblems(problems);
        expect(grouped.flatMap((group) => group.problems)).toHaveLength(problems.length);
        for (const group of grouped) expect(describeGroup(group)).toMatch(/\S/);
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  it("remembering what was found on a card changes nothing", () => {
    const seen = new WeakMap<object, ReturnType<typeof nodeProblems>>();
    fc.assert(
      fc.property(anyDialogue, (given) => {
        const remembering: typeof nodeProblems = (node, graphId, context) => {
          const before = seen.get(node) ?? nodeProblems(node, graphId, context);
          seen.set(node, before);
          return before;
        };
        const expected = findProblems(given, CONTEXT);
        expect(findProblems(given, CONTEXT, remembering)).toEqual(expected);
        expect(findProblems(given, CONTEXT, remembering)).toEqual(expected);
      }),
    );
  });
});

it("goes through 100,000 cards without recursion", () => {
  const loop = Array.from({ length: 100_000 }, (_, i) => makeNode(`n${i}`, [`n${(i + 1) % 100_000}`]));
  expect(found(dialogue(loop))).toEqual(["no_ending - - < dlg_here"]);
  expect(findProblems(dialogue([ending("start"), ...loop]), CONTEXT)).toHaveLength(100_000);
});
