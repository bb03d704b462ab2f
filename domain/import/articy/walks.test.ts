import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { playedStory } from "../play-imported.fixture.ts";
import { expectSameWalk, ImportedPlayer } from "../walk.fixture.ts";
import { importArticy } from "./articy.ts";
import { ArticyPlayer } from "./articy-player.fixture.ts";

const number = fc.constantFrom("Guard.coins", "Guard.luck", "1", "2", "Guard.coins + 1", "Guard.luck * 2");
const asked = fc.oneof(
  fc.tuple(number, fc.constantFrom(">", "<", "==", "!=", ">=", "<="), number).map((each) => each.join(" ")),
  fc.constantFrom(
    "Guard.asleep",
    "!Guard.asleep",
    "Guard.asleep == false && Guard.coins > 1",
    "unseen",
    "seenCounter < 3",
  ),
);
const change = fc.constantFrom(
  ...["Guard.coins += 1", "Guard.coins -= 1;", "Guard.luck = Guard.coins", "Guard.asleep = !Guard.asleep"],
  "Guard.coins = 1; Guard.luck += Guard.coins",
);
const words = fc.constantFrom(
  ...[
    "Halt.",
    "A <b>cold</b> <i>wind</i>.",
    "[Guard.coins] coins",
    "🜁 <color=#f00>air</color>",
    "<p>One</p>",
    "Luck: [Guard.luck]!",
  ],
);
const maybe = <Item>(item: fc.Arbitrary<Item>, otherwise: Item) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: item });

/** Objects of a flow, each leading to others of the same flow by their places in it. */
const object = fc.record({
  kind: fc.constantFrom(
    "DialogueFragment",
    "DialogueFragment",
    "DialogueFragment",
    "Hub",
    "Condition",
    "Instruction",
    "Jump",
  ),
  text: words,
  menu: maybe(fc.constantFrom("Pay", "Sneak <b>in</b>", "Wait"), ""),
  asks: maybe(asked, ""),
  does: maybe(change, ""),
  expression: fc.tuple(asked, change),
  to: fc.array(fc.nat(50), { minLength: 0, maxLength: 3 }),
  labels: fc.array(maybe(fc.constantFrom("Go", "Turn back"), ""), { minLength: 3, maxLength: 3 }),
});
const flow = fc.array(object, { minLength: 3, maxLength: 7 });
type Flow = readonly (typeof object extends fc.Arbitrary<infer Item> ? Item : never)[];

/** Writes a flow: choices lead to fragments, as what is passed through has no words; objects that are passed lead on. */
function models(all: Flow, parent: string, box: string | null) {
  const id = (at: number) => `${parent}_${at}`;
  const isFragment = (at: number) => all[at]?.kind === "DialogueFragment";
  const fragments = all.flatMap((_, at) => (isFragment(at) ? [at] : []));
  const connection = (target: string, Label = "") => ({ Label, Target: target, TargetPin: `${target} in` });
  return all.map(({ kind: given, text, menu, asks, does, expression, to, labels }, at) => {
    // The first object is begun with.
    const kind = at === 0 ? "DialogueFragment" : given;
    const [condition, instruction] = expression;
    const [pick = 0, other = 0] = to;
    const later = all.length - at - 1;
    // What is followed without a choice leads on, so that every round of a loop takes one.
    const on = (by: number) => (later > 0 ? [connection(id(at + 1 + (by % later)))] : []);
    const intoBox = box !== null && later > 0 && pick % 4 === 0 ? [connection(box)] : on(pick);
    const several = [...new Set(to.map((each) => fragments[each % Math.max(1, fragments.length)] ?? 0))];
    const isChoice = (kind === "DialogueFragment" || kind === "Hub") && several.length > 1;
    const ways = isChoice ? several.map((target, nth) => connection(id(target), labels[nth] ?? "")) : intoBox;
    const leaves = parent !== "flow" && (to.length === 0 || later === 0);
    const out = leaves ? [{ Label: "", Target: parent, TargetPin: `${parent} out` }] : to.length === 0 ? [] : ways;
    const second = { Id: `${id(at)} out 2`, Text: "", Connections: on(other) };
    const jumped = fragments.find((each) => each > at);
    return {
      Type: kind,
      Properties: {
        Id: id(at),
        Parent: parent,
        DisplayName: "",
        Text: kind === "DialogueFragment" ? text : "",
        MenuText: kind === "DialogueFragment" ? menu : "",
        ...(kind === "Condition" && { Expression: condition }),
        ...(kind === "Instruction" && { Expression: instruction }),
        ...(kind === "Jump" && { Target: jumped === undefined ? "" : id(jumped) }),
        InputPins: [{ Id: `${id(at)} in`, Text: at === 0 ? "" : asks, Connections: [] }],
        OutputPins: [
          {
            Id: `${id(at)} out`,
            Text: kind === "Condition" || kind === "Jump" ? "" : does,
            Connections: kind === "Jump" ? [] : out,
          },
          ...(kind === "Condition" ? [second] : []),
        ],
      },
    };
  });
}

const project = fc.tuple(flow, flow, maybe(asked, ""), maybe(change, "")).map(([outer, inner, asks, does]) => {
  const last = `flow_${outer.length - 1}`;
  const box = {
    Type: "FlowFragment",
    Properties: {
      ...{ Id: "box", Parent: "flow", DisplayName: "Box", Text: "", MenuText: "" },
      InputPins: [{ Id: "box in", Text: asks, Connections: [{ Label: "", Target: "box_0", TargetPin: "box_0 in" }] }],
      OutputPins: [{ Id: "box out", Text: does, Connections: [{ Label: "", Target: last, TargetPin: `${last} in` }] }],
    },
  };
  const variable = (Variable: string, Type: string, Value: string) => ({ Variable, Type, Value, Description: "" });
  return JSON.stringify({
    Project: { Name: "The Gate" },
    GlobalVariables: [
      {
        Namespace: "Guard",
        Variables: [
          variable("coins", "Integer", "2"),
          variable("luck", "Integer", "0"),
          variable("asleep", "Boolean", "False"),
        ],
      },
    ],
    Packages: [{ Models: [...models(outer, "flow", "box"), box, ...models(inner, "box", null)] }],
  });
});

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

test("random projects say and offer what articy's flow player makes of them", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(project, fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }), (source, picks) => {
      const story = importArticy(source);
      // A difference that the report names is none that a walk has to find.
      if (story.report.some(({ code }) => code === "articy_pin_order")) return;
      const flowGraph = story.graphs.find(({ key }) => key === "flow");
      const first = flowGraph?.start_key ?? "flow_0";
      const ours = new ImportedPlayer(playedStory(story, "flow"));
      expectSameWalk([new ArticyPlayer(source, first), ours], picks, {
        where: source,
        squeezed,
        seen: ({ text, choices }) => {
          seen.add(squeezed(text));
          expect([text, ...choices].join(" ")).not.toMatch(/[<>[\]]/);
        },
      });
    }),
    { numRuns: rounds({ gate: 20, full: 500 }) },
  );
  expect(seen.size).toBeGreaterThan(6);
});
