import { describe, expect, test } from "vitest";
import type { Condition } from "../expression.ts";
import { importArcweave } from "../import/arcweave/arcweave.ts";
import { corpusStory, hasCorpus } from "../import/corpus.fixture.ts";
import { playedStory } from "../import/play-imported.fixture.ts";
import { type Finding, type Goal, seek, seeker } from "./seek.ts";
import { dialogue, node, variable, way } from "./story.fixture.ts";
import type { PlayedDialogue, PlayNode } from "./story.ts";

const story = (...nodes: PlayNode[]) => dialogue(nodes, [variable("var_n", "integer", 0)]);
const atLeast = (count: number): Condition => ({ id: "cnd_1", op: "gte", args: [{ var: "var_n" }, { lit: count }] });
const add = (by: number) => [{ id: "ef_1", op: "add" as const, target: "var_n", value: { lit: by }, when: [] }];
const look = (played: PlayedDialogue, goal: Goal, budget = 10_000) => seek(played, { goal, budget });
const steps = (found: Finding) => (found.kind === "found" ? found.pages.map(({ nodes }) => nodes.join(" ")) : found);
const bars = (found: Finding) =>
  found.kind === "impossible" ? found.bars.map(({ node: at, branch, clauses }) => [at, branch, clauses]) : found;

const WELL = story(
  node("well", [
    way("coin", "well", { effects: add(1) }),
    way("drink", "end", { conditions: [atLeast(2)] }),
    way("leave", "road"),
  ]),
  node("road", []),
  node("end"),
);

describe("seeking", () => {
  test("plays the shortest way to a node, and to a branch that is taken on it", () => {
    expect(steps(look(WELL, { node: "end" }))).toEqual(["well", "well", "well", "end"]);
    expect(steps(look(WELL, { branch: "leave" }))).toEqual(["well", "road"]);
    expect(steps(look(WELL, { node: "well" }))).toEqual(["well"]);
  });

  test("proves that there is no way and names the very part of the condition that bars it", () => {
    const never: Condition = {
      id: "cnd_1",
      op: "all",
      args: [{ lit: true }, { fn: "visited", args: [{ ref: "moon" }] }],
    };
    const played = story(
      node("gate", [way("in", "yard", { conditions: [never] }), way("on", "road")]),
      node("road"),
      node("yard", [way("up", "tower")]),
      node("tower", [way("jump", "yard")]),
    );
    const clause = { condition: { fn: "visited", args: [{ ref: "moon" }] }, unknown: false };
    expect(bars(look(played, { node: "tower" }))).toEqual([["gate", "in", [clause]]]);
    expect(bars(look(played, { branch: "jump" }))).toEqual([["gate", "in", [clause]]]);
    expect(bars(look(played, { branch: "in" }))).toEqual([["gate", "in", [clause]]]);
  });

  test("names what is asked of a node before it is come to, and what nobody can decide", () => {
    const opaque: Condition = { id: "cnd_1", op: "opaque", format: "ink", source: "x > y" };
    const played = story(
      node("gate", [way("in", "yard"), way("on", "end")]),
      node("yard", [], { conditions: [opaque] }),
      node("end"),
    );
    expect(bars(look(played, { node: "yard" }))).toEqual([["gate", "in", [{ condition: opaque, unknown: true }]]]);
  });

  test("says where a check never goes that way, and where nothing leads at all", () => {
    const check = node("check", [way("if", "a", { kind: "auto" }), way("or", "b", { kind: "auto" })], {
      kind: "condition",
      text: "",
    });
    const played = story(check, node("a"), node("b"), node("alone"));
    expect(bars(look(played, { node: "b" }))).toEqual([["check", "or", []]]);
    expect(bars(look(played, { node: "alone" }))).toEqual([]);
  });

  test("goes on into other dialogues and back", () => {
    const there = {
      id: "dlg_2",
      start: null,
      nodes: new Map([["far", node("far", [way("back", "end", { target_graph_id: "dlg_1" })])]]),
    };
    const played = {
      ...story(
        node("near", [way("over", null, { target_graph_id: "dlg_2" })]),
        node("end", [], { conditions: [{ id: "cnd_1", fn: "visited", args: [{ ref: "far" }] }] }),
      ),
      others: new Map([["dlg_2", there]]),
    };
    expect(steps(look(played, { node: "end" }))).toEqual(["near", "far", "end"]);
  });

  test("finds dice that fall by themselves as the way needs them", () => {
    const road = story(
      node("road", [way("left", "home", { weight: 1 }), way("right", "end", { weight: 1 })], {
        kind: "random",
        text: "",
      }),
      node("home", [way("again", "road")]),
      node("end"),
    );
    const found = look(road, { node: "end" });
    expect(steps(found)).toEqual(["road end"]);
    expect(found.kind === "found" && found.pages[0]?.state.draws).toBe(1);
  });

  test.skipIf(!hasCorpus)("wins The Castle over its two dialogues, by the painting", () => {
    const castle = importArcweave(corpusStory("arcweave-castle.json"));
    const [main] = castle.graphs;
    const won = castle.graphs.flatMap(({ nodes }) => nodes).find(({ title }) => title === "Success");
    const found = look(playedStory(castle, main?.key ?? ""), { node: won?.key ?? "" });
    if (found.kind !== "found") expect.fail(found.kind);
    const titles = new Map(castle.graphs.flatMap(({ nodes }) => nodes.map(({ key, title }) => [key, title] as const)));
    const told = found.pages.flatMap(({ nodes }) => nodes.map((id) => titles.get(id)));
    expect(told).toEqual(
      expect.arrayContaining(["Examine the painting", "The Crusader", "The Question", "Correct answer"]),
    );
    expect(told.at(-1)).toBe("Success");
    expect(found.pages).toHaveLength(12);
  });

  test("says that it could not decide, and decides once it may look further", () => {
    const mill = story(
      node("mill", [way("turn", "mill", { effects: add(1) }), way("out", "end", { conditions: [atLeast(300)] })]),
      node("end"),
    );
    expect(look(mill, { node: "end" }, 100)).toMatchObject({ kind: "undecided" });
    expect(look(mill, { node: "end" }, 1_000)).toMatchObject({ kind: "found" });
  });

  test("goes on where it stopped, and comes to what one go comes to", () => {
    const mill = story(
      node("mill", [way("turn", "mill", { effects: add(1) }), way("out", "end", { conditions: [atLeast(300)] })]),
      node("end"),
    );
    const dice = story(
      node("road", [way("left", "home", { weight: 1 }), way("right", "mill", { weight: 1 })], {
        kind: "random",
        text: "",
      }),
      node("home", [way("again", "road", { effects: add(1) }), way("out", "end", { conditions: [atLeast(40)] })]),
      node("mill", [way("back", "road"), way("work", "home", { effects: add(2) })]),
      node("end"),
      node("alone"),
    );
    for (const played of [mill, dice]) {
      for (const goal of [{ node: "end" }, { branch: "out" }, { node: "alone" }]) {
        const further = seeker(played, { goal });
        for (const budget of [1, 2, 10, 11, 100, 250]) further(budget);
        expect(further(2_000), JSON.stringify(goal)).toEqual(look(played, goal, 2_000));
      }
    }
  });
});
