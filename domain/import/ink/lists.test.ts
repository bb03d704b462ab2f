import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { checkEffect, checkExpression } from "../../expression-type.ts";
import { declarationsOf } from "../script/resolve.ts";
import { importInk } from "./ink.ts";
import { randomInk } from "./story.fixture.ts";
import { playedByInk, playedByUs, walked } from "./walk.fixture.ts";

const losses = (source: string) => importInk(source).report.filter(({ severity }) => severity !== "info");
const variable = (source: string, name: string) => importInk(source).variables.find((each) => each.name === name);

const WAYS = [
  [0, 0, 0, 0, 0, 0],
  [1, 1, 1, 1, 1, 1],
  [0, 1, 2, 0, 1, 2],
  [2, 0, 1, 2, 0, 1],
];

/** Plays a story by ink's engine and as it is imported, which have to say the same; returns the lines of the first page. */
function linesAlike(source: string): string {
  const [theirs, ours] = [playedByInk(source), playedByUs(source)];
  for (const way of WAYS) expect(walked(ours, way)).toEqual(walked(theirs, way));
  return walked(ours, [])[0]?.lines.join(" / ") ?? "";
}

const DAYS =
  "LIST days = mon, (tue), wed\nLIST bag = rope, (lamp), (key)\nLIST herbs = sage = 2, (thyme) = 4, rue\nVAR held = ()\nVAR y = true\n";
/** Makes the lists of {@link DAYS} change in a way that is known only in play. */
const CHANGED =
  "+ [One]\n+ [Two]\n~ y = false\n~ days = wed\n~ bag -= lamp\n~ bag += rope\n~ herbs += rue\n~ held += (mon, rope)\n-\n";

describe("a list that is a state", () => {
  const source =
    "LIST gate = (barred), loose, wide\n-> g\n=== g\nThe gate is {gate}.\n+ {gate == barred} [Lift]\n  ~ gate = loose\n  -> g\n+ {gate == loose} [Push]\n  ~ gate++\n  -> g\n+ {gate == wide} [Walk] -> END";

  test("is an enum with its first value, and plays to its end", () => {
    expect(linesAlike(source)).toBe("The gate is barred.");
    expect(losses(source)).toEqual([]);
    expect(walked(playedByUs(source), [0, 0, 0]).map(({ lines }) => lines[0])).toEqual([
      "The gate is barred.",
      "The gate is loose.",
      "The gate is wide.",
      undefined,
    ]);
    expect(variable(source, "gate")).toMatchObject({
      type: "enum",
      default: "barred",
      enum_values: ["barred", "loose", "wide", ""],
    });
  });

  test.each([
    [
      "a variable of its own",
      "LIST moods = calm, angry\nVAR mood = calm\n{mood}\n+ [Anger]\n  ~ mood = angry\n+ [Stay]\n- {mood == calm:Good|Bad} {mood}.\n-> END",
    ],
    [
      "one that goes back",
      "LIST s = a, b, (c)\n- (top) {s} {LIST_VALUE(s)}\n+ [Down]\n  ~ s--\n  -> top\n+ [Up]\n  ~ s += 1\n  -> top\n+ [End]\n-> END",
    ],
    [
      "numbers with gaps",
      "LIST s = (a) = 3, b, c = 7\n- (top) {s}.\n+ [Up]\n  ~ s++\n  -> top\n+ [Jump]\n  ~ s = s(7)\n  -> top\n+ [End]\n-> END",
    ],
    [
      "a switch over it",
      "LIST s = (a), b, c\n- (top)\n{ s:\n- a: First.\n- b: Second.\n- else: Last.\n}\n+ [On]\n  ~ s = s + 1\n  {s:-> top}\n  None is left.\n+ [End]\n- -> END",
    ],
    [
      "before and after",
      "LIST s = a, (b), c, d\n- (top) {s < c:early} {s >= b:begun} {s > a && s <= c:middle}\n+ [On]\n  ~ s++\n  -> top\n+ [Back]\n  ~ s--\n  -> top\n+ [End]\n-> END",
    ],
    [
      "a parameter",
      "LIST s = (a), b\n-> k(s)\n=== k(which)\nIt is {which}, {which == b:at last|yet}.\n+ [Again]\n  ~ s = b\n  -> k(s)\n+ [End] -> END",
    ],
    [
      "what a function returns",
      "LIST s = (a), b, c\n- (top) {s} {next(s)} {next(next(s))}\n+ [On]\n  ~ s = next(s)\n  -> top\n+ [End] -> END\n=== function next(x)\n{x == c:\n~ return a\n}\n~ return x + 1",
    ],
    [
      "a reference",
      "LIST s = (a), b\n- (top) {s}\n+ [Go]\n  ~ advance(s)\n  -> top\n+ [End] -> END\n=== function advance(ref x)\n~ x++",
    ],
    [
      "exchanged states",
      "LIST s = (a), b\nVAR t = b\n- (top) {s} {t}\n+ [Swap]\n  ~ temp u = s\n  ~ s = t\n  ~ t = u\n  -> top\n+ [End] -> END",
    ],
  ])("%s", (_, ink) => {
    linesAlike(ink);
    expect(losses(ink)).toEqual([]);
  });
});

describe("a list of several values", () => {
  test("is a set with those it begins with", () => {
    const source = `${DAYS}${CHANGED}{bag}\n-> END`;
    expect(variable(source, "bag")).toMatchObject({
      type: "set",
      default: ["lamp", "key"],
      enum_values: ["rope", "lamp", "key"],
    });
  });

  test.each([
    "{days}, {bag}, {herbs}, {held}.",
    "{bag ? key}{bag ? (key, rope)}{bag ? (key, lamp)}{bag ? ()}\n{held ? mon}{bag !? lamp}{bag has rope}{bag hasnt rope}",
    "{bag == (rope, key)}{bag == (key)}{bag != ()}{held == held}{bag == held}",
    "{bag < rue}{bag > ()}{bag >= lamp}{bag <= key}\n{herbs > days}{held < herbs}{() < bag}{herbs >= held}",
    "{LIST_COUNT(bag)}{LIST_COUNT(held)}{LIST_COUNT(())}{LIST_COUNT(bag) > 1:many|few}",
    "{LIST_MIN(bag)} {LIST_MAX(bag)} {LIST_MAX(days)} {LIST_MIN(())}.",
    "{LIST_VALUE(bag)} {LIST_VALUE(herbs)} {LIST_VALUE(held)} {LIST_VALUE(LIST_MIN(herbs))}",
    "{LIST_ALL(bag)}; {LIST_INVERT(bag)}; {LIST_ALL(herbs)}; {LIST_INVERT(days)}.",
    "{LIST_RANGE(herbs, 3, 5)}; {LIST_RANGE(LIST_ALL(herbs), sage, thyme)}; {LIST_RANGE(bag, 2, key)}.",
    "{bag + held}; {bag - key}; {bag ^ (rope, key)}; {bag ^ held}; {LIST_ALL(bag) - bag}.",
    "{bag + 1}; {bag - 1}; {herbs + 2}; {bag + 5}.",
    "{bag:some|none} {held:some|none} {not held:none|some} {bag && held:both|not} {held || y:either|none}",
    "{days(1)} {herbs(4)} {days(9)}.",
    "~ temp n = LIST_COUNT(bag)\n{days(n)} {herbs(n + 1)}",
    "~ days = LIST_INVERT(days)\n{days}\n~ bag = bag ^ (lamp, key)\n{bag}\n~ bag += held\n{bag}",
    "~ held = bag\n~ bag = ()\n{held}; {bag}; {LIST_ALL(bag)}.",
    "~ bag++\n{bag}\n~ bag--\n{bag}\n~ bag = bag + bag\n{bag}",
    "{take(bag)}\n{bag}\n~ held = take(bag)\n{held} {bag}",
    'VAR s = ""\n~ s = "Has {bag}, {LIST_COUNT(held)}"\n{s}',
    "{lamp} {bag.key} {(rope, rue)}",
  ])("%s", (part) => {
    const functions = "\n=== function take(ref from)\n~ temp first = LIST_MIN(from)\n~ from -= first\n~ return first";
    for (const changes of ["", CHANGED]) {
      const source = `${DAYS}${changes}${part}\n+ [End] -> END${part.includes("take") ? functions : ""}`;
      linesAlike(source);
      expect(losses(source)).toEqual([]);
    }
  });

  test("choices ask for it, and take from it", () => {
    const source = `${DAYS}- (top) {bag}.\n+ {bag ? lamp} [Drop lamp]\n  ~ bag -= lamp\n  -> top\n+ {bag !? rope} [Take rope]\n  ~ bag += rope\n  -> top\n+ {LIST_COUNT(bag) > 1} [Count {LIST_COUNT(bag)}: {bag}] -> top\n+ {not bag} [Nothing] -> END\n+ [Drop all]\n  ~ bag = ()\n  -> top`;
    linesAlike(source);
    expect(losses(source)).toEqual([]);
  });

  test("threads are given items of it", () => {
    const source = `${DAYS}- (top) {bag}.\n<- item(lamp)\n<- item(key)\n<- item(LIST_MAX(bag))\n+ [End] -> END\n=== item(what)\n+ {bag ? what} [Drop {what}]\n  ~ bag -= what\n  -> top`;
    linesAlike(source);
    expect(losses(source)).toEqual([]);
  });

  test("one that never changes is no variable", () => {
    const source = "LIST all = (a), (b), c\nVAR few = (a, c)\n{all} {few ? c:yes|no} {few ^ all}\n-> END";
    expect(linesAlike(source)).toBe("a, b yes a");
    expect(importInk(source).variables).toEqual([]);
  });

  test("names that two lists share are told apart, and that is said", () => {
    const source =
      "LIST a = none, (x)\nLIST b = none, y\nVAR v = ()\n+ [One]\n  ~ v = (a.none, b.y)\n+ [Two]\n- {v ? a.none:yes|no} {v ? b.none:yes|no}\n-> END";
    linesAlike(source);
    expect(variable(source, "v")?.enum_values).toEqual(["a.none", "b.none", "x", "y"]);
    expect(losses(source.replace("- {v", "- {v} {v")).map(({ code }) => code)).toEqual(["ink_list_name"]);
  });
});

test("an empty list that is made anew belongs to none, one that was emptied to those of its items", () => {
  const source =
    "LIST bag = rope, (lamp)\nLIST herbs = (sage), rue\nVAR held = (sage)\n+ [One]\n  ~ held -= sage\n+ [Two]\n- {LIST_ALL(() ^ sage)}. {LIST_ALL(held ^ rope)}. {LIST_ALL(rope - rope)}. {LIST_ALL(LIST_MAX(()))}. {LIST_INVERT(rope + 5)}. {LIST_ALL(held)}.\n-> END";
  linesAlike(source);
  expect(walked(playedByUs(source), [0])[1]?.lines).toEqual([". . rope, lamp. . . sage, rue."]);
  expect(losses(source)).toEqual([]);
});

describe("given what lists cannot be, then it is said with its line", () => {
  test.each([
    ["LIST_RANDOM", `${DAYS}${CHANGED}{LIST_RANDOM(bag)}\n-> END`, "ink_random", 15],
    ["bounds that are variables", `${DAYS}${CHANGED}{LIST_RANGE(bag, days, key)}\n-> END`, "ink_list", 15],
    ["a list that moves by a variable", `${DAYS}VAR n = 1\n${CHANGED}~ n = n + 1\n{bag + n}\n-> END`, "ink_list", 17],
    [
      "the greatest of two with one number",
      "LIST a = x, y\nLIST b = p, q\nVAR v = (y, q)\n{LIST_MAX(v)}\n-> END",
      "ink_list_tie",
      4,
    ],
    ["a number that becomes a list", `${DAYS}VAR n = 1\n~ n = bag\n-> END`, "ink_value", 7],
    [
      "all of a list that was of none",
      `${DAYS}+ [One]\n  ~ held = rope\n+ [Two]\n- {LIST_ALL(held)}.\n-> END`,
      "ink_list_origins",
      9,
    ],
    ["a condition on it", `${DAYS}${CHANGED}{LIST_RANGE(bag, days, key):Yes.|No.}\n-> END`, "ink_list", 15],
  ])("%s", (_, source, code, line) => {
    expect(losses(source)).toContainEqual(
      expect.objectContaining({ code, message: expect.stringContaining(`line ${line}`) }),
    );
  });

  test("what is not known is neither one way nor the other", () => {
    const source = `${DAYS}${CHANGED}Before.\n{LIST_RANGE(bag, days, key):Yes.|No.}\nAfter.\n-> END`;
    const [, page] = walked(playedByUs(source), [1]);
    expect(page).toEqual({ lines: ["Before."], choices: [] });
    expect(losses(source).map(({ code }) => code)).toEqual(["ink_list", "ink_condition"]);
  });

  test("an item that is drawn is one of the list, each in its time", () => {
    const source = `${DAYS}- (top) {LIST_RANDOM(LIST_ALL(bag))}\n+ [Again]\n  ~ bag -= key\n  -> top`;
    const drawn = walked(
      playedByUs(source),
      Array.from({ length: 40 }, () => 0),
    ).map(({ lines }) => lines[0]);
    expect(new Set(drawn)).toEqual(new Set(["rope", "lamp", "key"]));
  });
});

test("whatever a story does with strings, threads and lists, it is played as its own engine plays it", () => {
  let compared = 0;
  let pages = 0;
  const stories = rounds({ gate: 4, full: 500 });
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.array(fc.nat(60), { minLength: 8, maxLength: 8 }), { minLength: 3, maxLength: 3 }),
      (seed, ways) => {
        const source = randomInk(seed);
        const { report, graphs, variables } = importInk(source);
        const declarations = declarationsOf(variables);
        for (const { on_enter_effects, branches } of graphs.flatMap(({ nodes }) => nodes)) {
          for (const effect of on_enter_effects) expect(checkEffect(effect, declarations)).toEqual([]);
          for (const { conditions } of branches)
            for (const each of conditions) expect(checkExpression(each, declarations).findings).toEqual([]);
        }
        if (report.some(({ severity }) => severity !== "info")) return;
        compared += 1;
        const [theirs, ours] = [playedByInk(source), playedByUs(source)];
        for (const way of ways) {
          const said = walked(theirs, way);
          pages += said.length;
          expect(walked(ours, way), source).toEqual(said);
        }
      },
    ),
    { numRuns: stories, endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(stories / 3);
  expect(pages).toBeGreaterThan(compared * 6);
});
