import { describe, expect, test } from "vitest";
import { runToEnd } from "../steps.ts";
import { readThrough } from "./reading.ts";
import { answersTheSame, noting } from "./relied-on.ts";
import { dialogue, node, variable, way } from "./story.fixture.ts";

const gate = node("gate", [way("pay", "inn"), way("leave", "sea")]);
const inn = node("inn", [way("sleep", "bed")]);
const bed = node("bed");
const sea = node("sea");
const story = { ...dialogue([gate, inn, bed, sea], [variable("var_n", "integer", 0)]), start: "gate" };

const played = (...taken: string[]) => {
  const { dialogue: noted, reliedOn } = noting(story);
  const actions = taken.map((choose) => ({ choose }));
  const read = runToEnd(readThrough(noted, { beginning: { seed: 1 }, from: null, actions }, new Map()));
  return { read, reliedOn };
};
const withNode = (other: typeof gate) => ({ ...story, nodes: new Map(story.nodes).set(other.id, other) });

describe("what a reading relied on", () => {
  test("is read the same while it is noted", () => {
    const actions = [{ choose: "pay" }, { choose: "sleep" }];
    expect(played("pay", "sleep").read).toEqual(
      runToEnd(readThrough(story, { beginning: { seed: 1 }, from: null, actions }, new Map())),
    );
  });

  test("is another once a node it came to is, and not where it never was", () => {
    const { reliedOn } = played("pay");
    expect(answersTheSame(story, reliedOn)).toBe(true);
    expect(answersTheSame(withNode({ ...inn, text: "No beds." }), reliedOn)).toBe(false);
    expect(answersTheSame(withNode({ ...gate, text: "Stop!" }), reliedOn)).toBe(false);
    const away = new Map(story.nodes);
    away.delete("inn");
    expect(answersTheSame({ ...story, nodes: away }, reliedOn)).toBe(false);
    const further = played("leave").reliedOn;
    expect(answersTheSame(withNode({ ...bed, text: "Straw." }), further)).toBe(true);
    expect(answersTheSame(withNode(node("new")), further)).toBe(true);
  });

  test("is another with other variables, another start, or another dialogue", () => {
    const { reliedOn } = played("pay");
    expect(answersTheSame({ ...story, variables: new Map() }, reliedOn)).toBe(false);
    expect(answersTheSame({ ...story, start: "sea" }, reliedOn)).toBe(false);
    const other = { id: "dlg_2", start: null, nodes: new Map() };
    expect(answersTheSame({ ...story, others: new Map([["dlg_2", other]]) }, reliedOn)).toBe(false);
  });

  test("is all nodes where the first of them is where it begins", () => {
    const { dialogue: noted, reliedOn } = noting({ ...story, start: null });
    runToEnd(readThrough(noted, { beginning: {}, from: null, actions: [] }, new Map()));
    expect(answersTheSame({ ...story, start: null }, reliedOn)).toBe(true);
    expect(answersTheSame({ ...withNode(node("new")), start: null }, reliedOn)).toBe(false);
  });
});
