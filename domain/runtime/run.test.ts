import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Branch } from "../dialogue/wire.ts";
import type { Condition, Effect, Expression } from "../expression.ts";
import { begin, choose, type Halt, reread } from "./run.ts";
import { node as anyNode, way as branch, dialogue, variable } from "./story.fixture.ts";
import type { PlayNode } from "./story.ts";

/** Most of these stories need no end. */
const node = (id: string, branches: Branch[], more: Partial<PlayNode> = {}) =>
  anyNode(id, branches, { kind: "line", ...more });

const condition = (expression: Expression): Condition => ({ id: "cnd_1", ...expression });
const effect = (op: Effect["op"], target: string, value: Expression | null = null): Effect => ({
  id: `ef_${op}`,
  op,
  target,
  value,
  when: [],
});

const offered = (halt: Halt) => (halt.kind === "choices" || halt.kind === "blocked" ? halt.choices : []);

describe("playing", () => {
  test("given a first card with words, when it begins, then it waits there with its choices", () => {
    const page = begin(dialogue([node("gate", [branch("pay", "in"), branch("leave", "end")]), node("in", [])]));
    expect(page.nodes).toEqual(["gate"]);
    expect(offered(page.halt).map((each) => each.branch.id)).toEqual(["pay", "leave"]);
  });

  test("given a choice with an effect, when it is taken, then the next card's condition sees it", () => {
    const paid: Expression = { op: "gte", args: [{ var: "var_coin" }, { lit: 3 }] };
    const story = dialogue(
      [
        node("gate", [
          branch("earn", "gate", { effects: [effect("add", "var_coin", { lit: 3 })] }),
          branch("pay", "in", { conditions: [condition(paid)], when_unavailable: "disable" }),
        ]),
        node("in", [], { kind: "end" }),
      ],
      [variable("var_coin", "integer", 0)],
    );
    const first = begin(story);
    const pay = offered(first.halt)[1];
    expect(pay).toMatchObject({ available: false, shown: true, obstacle: { kind: "condition", unknown: false } });
    const second = choose(story, first.state, offered(first.halt)[0]?.branch ?? branch("", null));
    expect(offered(second.halt)[1]).toMatchObject({ available: true, obstacle: null });
    expect(first.state.values.var_coin).toBe(0);
  });

  test("given several conditions, when one fails, then exactly that clause is named", () => {
    const holds: Expression = { op: "eq", args: [{ lit: 1 }, { lit: 1 }] };
    const fails: Expression = { op: "eq", args: [{ var: "var_a" }, { lit: true }] };
    const story = dialogue(
      [
        node("a", [
          branch("x", "a", { conditions: [condition({ op: "all", args: [holds, fails] })] }),
          branch("y", "a"),
        ]),
      ],
      [variable("var_a", "boolean", false)],
    );
    expect(offered(begin(story).halt)[0]?.obstacle).toEqual({ kind: "condition", condition: fails, unknown: false });
  });

  test("given logic of another format, when it guards a choice, then the choice is closed and says it is not known", () => {
    const story = dialogue([
      node("a", [
        branch("x", "a", { conditions: [condition({ op: "opaque", format: "sugarcube", source: "random() > 2" })] }),
        branch("y", "a"),
      ]),
    ]);
    expect(offered(begin(story).halt)[0]).toMatchObject({ available: false, obstacle: { unknown: true } });
  });

  test("given cards that only decide, when play comes there, then it goes on to words", () => {
    const isDark: Expression = { op: "eq", args: [{ var: "var_dark" }, { lit: true }] };
    const story = dialogue(
      [
        node(
          "check",
          [
            branch("dark", "night", { kind: "auto", conditions: [condition(isDark)] }),
            branch("else", "day", { kind: "else" }),
          ],
          { kind: "condition", text: "" },
        ),
        node("night", [], { kind: "end" }),
        node("day", [], { kind: "end" }),
      ],
      [variable("var_dark", "boolean", false)],
    );
    const page = begin(story);
    expect(page.nodes).toEqual(["check", "day"]);
    expect(page.way).toEqual(["else"]);
    expect(page.halt.kind).toBe("ending");
  });

  test("given a choice that can be taken once, when it was, then it says so", () => {
    const story = dialogue([node("a", [branch("x", "a", { repeat: "once" }), branch("y", "a")])]);
    const first = begin(story);
    const second = choose(story, first.state, offered(first.halt)[0]?.branch ?? branch("", null));
    expect(offered(second.halt)[0]).toMatchObject({ available: false, shown: false, obstacle: { kind: "taken-once" } });
  });

  test("given a card guarded by conditions of its own, then the way to it is closed while they fail", () => {
    const never = condition({ op: "eq", args: [{ lit: 1 }, { lit: 2 }] });
    const story = dialogue([node("a", [branch("x", "b"), branch("y", "a")]), node("b", [], { conditions: [never] })]);
    expect(offered(begin(story).halt)[0]?.available).toBe(false);
  });

  test.each([
    ["no way on", [node("a", [])], "dead-end"],
    ["a card that is gone", [node("a", [branch("x", "node_gone", { choice_text: "" })], { text: "" })], "missing"],
    ["cards without words in a ring", [node("a", [branch("x", "a", { kind: "auto" })], { text: "" })], "circle"],
    ["another dialogue", [node("a", [], { kind: "end", exit_to: { graph_id: "dlg_2", node_id: null } })], "leaves"],
    ["no cards", [], "nothing"],
  ] as const)("given %s, then it says so", (_, nodes, kind) => {
    expect(begin(dialogue([...nodes])).halt.kind).toBe(kind);
  });

  test("given a text that is edited while playing, when it is read again, then state and place stay", () => {
    const before = dialogue([node("a", [branch("x", "a"), branch("y", "a")])]);
    const page = choose(before, begin(before).state, branch("x", "a"));
    const after = dialogue([node("a", [branch("x", "a"), branch("y", "a"), branch("z", "a")])]);
    const again = reread(after, page);
    expect(again.state).toBe(page.state);
    expect(offered(again.halt)).toHaveLength(3);
  });

  test("the same seed and the same choices give the same story", () => {
    const story = dialogue(
      [
        node("a", [branch("x", "r"), branch("y", "r")]),
        node("r", [branch("p", "a", { weight: 2 }), branch("q", "b")], { kind: "random", text: "" }),
        node("b", [branch("back", "a"), branch("on", "r")], {
          on_enter_effects: [effect("set", "var_n", { fn: "random", args: [{ lit: 1 }, { lit: 6 }] })],
        }),
      ],
      [variable("var_n", "integer", 0)],
    );
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.nat(1), { maxLength: 30 }), (seed, picks) => {
        const run = () => {
          let page = begin(story, { seed });
          for (const pick of picks)
            page = choose(story, page.state, offered(page.halt)[pick]?.branch ?? branch("x", "r"));
          return { nodes: page.nodes, values: Object.values(page.state.values) };
        };
        const once = run();
        expect(run()).toEqual(once);
        for (const value of once.values) expect([0, 1, 2, 3, 4, 5, 6]).toContain(value);
      }),
    );
  });
});
