import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { way as branch, dialogue as dialogueOf, node } from "./story.fixture.ts";
import type { PlayedDialogue, PlayNode } from "./story.ts";
import { beginBoth, chooseBoth, partingOf, sharedBranches, type ThenAndNow } from "./then-and-now.ts";

const dialogue = (...nodes: PlayNode[]) => dialogueOf(nodes);
const [inn, sea] = [node("inn"), node("sea")];
const gate = node("gate", [branch("pay", "inn"), branch("leave", "sea")]);

/** Takes the shared branch of this id. */
function take(both: ThenAndNow<PlayedDialogue>, id: string) {
  const first = beginBoth(both, { from: null, seed: 1 });
  const shared = sharedBranches(first).find(({ present }) => present.branch.id === id);
  if (shared === undefined) throw new Error(`${id} is not shared`);
  return { first, next: chooseBoth(both, first, shared) };
}

describe("then and now", () => {
  test("given other words of the same card and choice, when both are played, then they stay in step", () => {
    const rewritten = node("gate", [branch("pay", "inn", { choice_text: "Two coins" }), branch("leave", "sea")], {
      text: "other words",
    });
    const both = { past: dialogue(gate, inn, sea), present: dialogue(rewritten, inn, sea) };
    const { first, next } = take(both, "pay");
    expect(partingOf(first, "dlg_1", null)).toBeNull();
    expect(partingOf(next, "dlg_1", first)).toBeNull();
    expect(next.past.nodes).toEqual(["inn"]);
  });

  test("given a choice that was added, when the card is reached, then the paths part there and the others are still shared", () => {
    const more = node("gate", [...gate.branches, branch("bribe", "inn")]);
    const pages = beginBoth(
      { past: dialogue(gate, inn, sea), present: dialogue(more, inn, sea) },
      { from: null, seed: 1 },
    );
    const parting = partingOf(pages, "dlg_1", null);
    expect(parting).toMatchObject({ kind: "branches", only: { past: [] }, subjects: ["gate", "inn"] });
    expect(parting?.kind === "branches" && parting.only.present.map((each) => each.branch.id)).toEqual(["bribe"]);
    expect(sharedBranches(pages).map(({ present }) => present.branch.id)).toEqual(["pay", "leave"]);
  });

  test("given a choice that leads elsewhere now, when it is taken, then the paths part and the card it stands on is named first", () => {
    const moved = node("gate", [branch("pay", "sea"), branch("leave", "sea")]);
    const { first, next } = take({ past: dialogue(gate, inn, sea), present: dialogue(moved, inn, sea) }, "pay");
    expect(partingOf(first, "dlg_1", null)).toBeNull();
    expect(partingOf(next, "dlg_1", first)).toEqual({
      kind: "nodes",
      nodes: { past: "inn", present: "sea" },
      subjects: ["gate", "inn", "sea"],
    });
  });

  test("given an ending that became a dead end, when it is reached, then the paths part", () => {
    const both = { past: dialogue(gate, inn, sea), present: dialogue(gate, node("inn", [], { kind: "line" }), sea) };
    const { first, next } = take(both, "pay");
    expect(partingOf(next, "dlg_1", first)).toEqual({ kind: "halts", subjects: ["inn"] });
  });

  test("given another start, when both begin, then they part at once and the dialogue is named", () => {
    const past = dialogue(gate, inn, sea);
    expect(
      partingOf(beginBoth({ past, present: { ...past, start: "sea" } }, { from: null, seed: 1 }), "dlg_1", null),
    ).toEqual({
      kind: "nodes",
      nodes: { past: "gate", present: "sea" },
      subjects: ["dlg_1", "gate", "sea"],
    });
  });

  test("given a command on the way, when both are played, then it counts as carried out and the choices behind it are shared", () => {
    const asked = node("knock", [branch("", "gate", { choice_text: "" })], { kind: "command" });
    const { next } = take({ past: dialogue(asked, gate, inn, sea), present: dialogue(asked, gate, inn, sea) }, "pay");
    expect(next.present.nodes).toEqual(["inn"]);
  });

  test("given events that are waited for, when one side has lost one, then the paths part and the others are shared", () => {
    const event = (id: string, to: string) => branch(id, to, { kind: "event" });
    const past = dialogue(node("road", [event("rain", "inn"), event("dusk", "sea")], { kind: "wait_event" }), inn, sea);
    const present = dialogue(node("road", [event("dusk", "sea")], { kind: "wait_event" }), inn, sea);
    const { first, next } = take({ past, present }, "dusk");
    const parting = partingOf(first, "dlg_1", null);
    expect(parting?.kind === "branches" && parting.only.past.map((each) => each.branch.id)).toEqual(["rain"]);
    expect(next.past.nodes).toEqual(["sea"]);
  });

  test("identical dialogues never part, whatever is chosen and however the dice fall", () => {
    const ids = ["n0", "n1", "n2", "n3", "n4"];
    const arbitraryNode = fc.record({
      kind: fc.constantFrom("line" as const, "random" as const, "end" as const),
      text: fc.constantFrom("", "words"),
      targets: fc.array(fc.option(fc.constantFrom(...ids, "gone")), { maxLength: 3 }),
      repeat: fc.constantFrom("sticky" as const, "once" as const),
    });
    fc.assert(
      fc.property(
        fc.array(arbitraryNode, { minLength: 5, maxLength: 5 }),
        fc.array(fc.nat(2), { maxLength: 12 }),
        fc.nat(),
        (shapes, decisions, seed) => {
          const make = () =>
            dialogue(
              ...shapes.map(({ kind, text, targets, repeat }, index) =>
                node(
                  `n${index}`,
                  targets.map((to, nth) => branch(`b${index}-${nth}`, to, { repeat })),
                  { kind, text },
                ),
              ),
            );
          const both = { past: make(), present: make() };
          let pages = beginBoth(both, { from: null, seed });
          expect(partingOf(pages, "dlg_1", null)).toBeNull();
          for (const decision of decisions) {
            const shared = sharedBranches(pages);
            const taken = shared[decision % Math.max(1, shared.length)];
            if (taken === undefined) break;
            const next = chooseBoth(both, pages, taken);
            expect(partingOf(next, "dlg_1", pages)).toBeNull();
            pages = next;
          }
        },
      ),
    );
  });
});
