import { describe, expect, it } from "vitest";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";
import { addBranch, earlierWay, newBranch, wordsAskedFor } from "./new-branch.ts";

const kindIn = (kind: Parameters<typeof newBranch>[0]["kind"], branches: ReturnType<typeof branch>[] = []) =>
  newBranch({ kind, branches }).kind;

describe("the next branch of a card", () => {
  it("is the way on where there is none, and a choice beside it", () => {
    expect(kindIn("line")).toBe("auto");
    expect(kindIn("line", [branch("br_a", null)])).toBe("choice");
  });

  it("is a choice where the card is there to ask, and taken without asking where it decides by itself", () => {
    expect(["hub", "choice"].map((kind) => kindIn(kind as "hub"))).toEqual(["choice", "choice"]);
    expect(kindIn("condition", [branch("br_a", null)])).toBe("auto");
    expect(kindIn("wait_event")).toBe("event");
  });

  it("is a choice when a choice was asked for, also as the first", () => {
    const model = placedModelOf([makeNode("node_a")]);
    expect(done(model, addBranch(model, "node_a")).nodes.get("node_a")?.branches).toMatchObject([{ kind: "choice" }]);
  });
});

describe("a way on that gets a choice beside it", () => {
  const way = branch("br_way", "node_b", { kind: "auto" });
  const reply = branch("br_reply", null, { choice_text: "Say nothing" });

  it("is asked what the player would say instead, and stays where it leads until somebody answers", () => {
    const node = makeNode("node_a", { branches: [way, reply] });
    expect(earlierWay(node, "br_reply")?.id).toBe("br_way");
    expect(wordsAskedFor(node, way)).toBe("What would the player say instead?");
  });

  it("is not asked where the card decides by itself, and not once it has words", () => {
    expect(earlierWay(makeNode("node_a", { kind: "condition", branches: [way, reply] }), "br_reply")).toBeNull();
    const answered = { ...way, kind: "choice" as const, choice_text: "Name yourself" };
    expect(earlierWay(makeNode("node_a", { branches: [answered, reply] }), "br_reply")).toBeNull();
  });
});
