import { expect, test } from "vitest";
import type { Expression } from "#domain/expression.ts";
import { whyUnknown } from "./unknown-words.ts";

const mara = "ent_mara";
const STORY = {
  variables: new Map(),
  world: {
    entities: { [mara]: { parent_id: null, properties: { mood: { now: "calm" } } } },
    relationships: [],
    facts: [],
    time: null,
  },
};
const NAMES = { entity: (id: string) => (id === mara ? "Mara" : undefined) };
const is = (asked: Expression): Expression => ({ op: "eq", args: [asked, { lit: 1 }] });
const why = (condition: Expression) => whyUnknown(condition, STORY, NAMES);

test("what cannot be decided says what it is that is not known", () => {
  expect(why({ op: "opaque", format: "ink", source: "x > y" })).toBe("it is written in another language");
  expect(why(is({ var: "var_gone" }))).toBe("the variable is not declared");
  expect(why(is({ entity: mara, path: "mood" }))).toBe("Mara’s mood is more than one value");
  expect(why(is({ entity: mara, path: "mood.then" }))).toBeNull();
  expect(why(is({ entity: mara, path: "mood.now" }))).toBeNull();
  expect(why(is({ entity: "ent_gone", path: "mood" }))).toBe("whom or what it asks about is gone");
  expect(why(is({ fn: "world_time", args: [] }))).toBe("nobody tells the time of the world");
});
