import { expect, test } from "vitest";
import { namedIn } from "./named-values.ts";

test("ids of entities and of a game are looked up, and prose, words and numbers are not", () => {
  const held = {
    faction: "faction-harbour-watch",
    home: ["ent_01k9hq3xp4t9v0s2hy6gd8bnjw", "salt-gate.weir_room"],
    stats: { hp: 7, kin: "żarłok-2" },
    role: "ferryman",
    voice: "Low, and slow.",
    hair: "Silver-grey",
    link: "https://example.com/a",
  };
  expect(namedIn(held)).toEqual([
    "faction-harbour-watch",
    "ent_01k9hq3xp4t9v0s2hy6gd8bnjw",
    "salt-gate.weir_room",
    "żarłok-2",
  ]);
});
