import { expect, test } from "vitest";
import { COLORS } from "./dialogue/wire.ts";
import { speakerColor, speakerColors } from "./speaker-color.ts";

test("a speaker has the colour of its property, else always the same one that is no grey", () => {
  expect(speakerColor("ent_a", "pink")).toBe("pink");
  expect(speakerColor("ent_a", "neutral")).toBe("neutral");
  for (const recorded of ["mauve", 7, null, undefined])
    expect(speakerColor("ent_a", recorded)).toBe(speakerColor("ent_a"));
  const keys = Array.from({ length: 200 }, (_, n) => `ent_01k9hq3tx8v2m5rbz4nd7wc${n}`);
  const used = new Set(keys.map((key) => speakerColor(key)));
  expect([...used].sort()).toEqual(COLORS.filter((color) => color !== "neutral").sort());
});

test("no two speakers of a dialogue have one colour while there are others, in the order in which they come", () => {
  const of = (speakers: Parameters<typeof speakerColors>[0]) => [...speakerColors(speakers)];
  expect(of([{ key: "Marrow" }, { key: "Tilde" }, { key: "Marrow" }])).toEqual([
    ["Marrow", "blue"],
    ["Tilde", "orange"],
  ]);
  expect(new Map(of([{ key: "Marrow" }, { key: "ent_t", recorded: "blue" }]))).toEqual(
    new Map([
      ["ent_t", "blue"],
      ["Marrow", "orange"],
    ]),
  );
  const nine = Array.from({ length: 9 }, (_, at) => ({ key: `ent_${at}` }));
  expect(new Set(speakerColors(nine).values()).size).toBe(9);
  expect(speakerColors([...nine, { key: "ent_9" }]).get("ent_9")).toBe("blue");
});
