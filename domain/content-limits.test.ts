import { expect, test } from "vitest";
import { brokenLimits } from "./content-limits.ts";

const limits = { lines: ["Spiders", "harm to animals"], veils: ["drowning"] };
const of = (text: string, tags: string[] = []) => brokenLimits(limits, { text, tags }).map(({ limit }) => limit);

test("a limit is broken by a tag, or by its words in the text, in any case and number", () => {
  expect(of("She opens the door.", ["spider"])).toEqual(["Spiders"]);
  expect(of("A SPIDER sits on the door.")).toEqual(["Spiders"]);
  expect(of("She opens the door.", ["graphic harm to animals"])).toEqual(["harm to animals"]);
  expect(of("Of the drowning nobody speaks, nor of the harm to animals.")).toEqual(["harm to animals", "drowning"]);
  expect(brokenLimits(limits, { text: "", tags: ["Drowning"] })).toEqual([{ kind: "veil", limit: "drowning" }]);
});

test("words apart, parts of words and other words break nothing", () => {
  expect(of("The spiderweb does harm, says the tamer, to all animals.", ["harm", "animals"])).toEqual([]);
  expect(brokenLimits({ lines: ["!"] }, { text: "Stop!", tags: ["!"] })).toEqual([]);
  expect(brokenLimits({}, { text: "A spider.", tags: ["spider"] })).toEqual([]);
});
