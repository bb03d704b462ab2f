import { expect, test } from "vitest";
import { exportInk } from "#domain/export/ink.ts";
import { persist } from "#domain/export/persist.fixture.ts";
import { importFabula } from "#domain/import/fabula/fabula.ts";
import { playedByInk, playedByRuntime, playedByUs, walked } from "#domain/import/ink/walk.fixture.ts";
import { playedStory } from "#domain/import/play-imported.fixture.ts";
import saltGate from "../../seed/salt-gate/story.json" with { type: "json" };
import { SAMPLES } from "./samples.ts";

const HIDDEN = "Unavailable choices are hidden instead of greyed out";
const { harbour, classroom, region } = SAMPLES;

test.each([
  [
    "The Salt Gate",
    saltGate,
    [
      `${HIDDEN}: “An hour of tide”, “Three ways in”.`,
      "The story ends where a choice leads to no card: “Three ways in”.",
      "The story ends where it continues in another dialogue: “Ending: Up to the Bell”.",
      `${HIDDEN}: “Two”.`,
    ],
  ],
  [harbour.name, harbour.content.story, [`${HIDDEN}: “The form”.`]],
  [classroom.name, classroom.content.story, []],
  [region.name, region.content.story, []],
])("%s is written as ink that says along the same choices what it says here", (_, story, losses) => {
  const imported = importFabula(story);
  const told: string[] = [];
  for (const [at, dialogue] of persist(imported).entries()) {
    const { content, report } = exportInk(dialogue);
    told.push(...report.flatMap(({ severity, message }) => (severity === "info" ? [] : [message])));
    const ours = playedByRuntime({ ...playedStory(imported, imported.graphs[at]?.key ?? ""), others: new Map() });
    const ink = playedByInk(content);
    const again = playedByUs(content);
    for (let walk = 0; walk < 20; walk++) {
      const picks = Array.from({ length: 60 }, (_, step) => (walk * 7 + step * (walk % 5) + (step >> 2)) % 6);
      const expected = walked(ours, picks);
      expect(walked(ink, picks)).toEqual(expected);
      expect(walked(again, picks)).toEqual(expected);
    }
  }
  expect(told).toEqual(losses);
});
