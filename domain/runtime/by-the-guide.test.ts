import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guidePlayer } from "./guide-player.fixture.ts";
import type { Vector } from "./vector.ts";

const folder = new URL("../../docs/runtime/vectors/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

test.each(files)("a player that was written from the guide alone passes %s", (file) => {
  for (const vector of JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Vector[]) {
    const play = guidePlayer(vector.dialogue);
    for (const step of vector.steps) expect([vector.title, play(step.do)]).toEqual([vector.title, step.expect]);
  }
});
