import { expect, test } from "vitest";
import { COLORS } from "./dialogue/wire.ts";
import { speakerColor } from "./speaker-color.ts";

test("a speaker has the colour of its property, else always the same one that is no grey", () => {
  expect(speakerColor("ent_a", "pink")).toBe("pink");
  expect(speakerColor("ent_a", "neutral")).toBe("neutral");
  for (const recorded of ["mauve", 7, null, undefined])
    expect(speakerColor("ent_a", recorded)).toBe(speakerColor("ent_a"));
  const keys = Array.from({ length: 200 }, (_, n) => `ent_01k9hq3tx8v2m5rbz4nd7wc${n}`);
  const used = new Set(keys.map((key) => speakerColor(key)));
  expect([...used].sort()).toEqual(COLORS.filter((color) => color !== "neutral").sort());
});
