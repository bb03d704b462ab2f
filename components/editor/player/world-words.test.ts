import { expect, test } from "vitest";
import { matterWords, worldValueWords } from "./world-words.ts";

test("what of the world was changed is said with names", () => {
  const names = { entity: (id: string) => ({ ent_a: "Mara", ent_b: "Key" })[id] };
  const said = (what: Parameters<typeof matterWords>[0]["what"], key: string | null) =>
    matterWords({ what, entity: what === "time" ? null : "ent_a", key }, names);
  expect([
    said("property", "mood"),
    said("item", "ent_b"),
    said("relationship", "ent_gone"),
    said("time", null),
  ]).toEqual(["Mara’s mood", "Key that Mara has", "Mara towards someone or something that is gone", "The time"]);
  const fact = () => "The abbot forged the seal.";
  expect(matterWords({ what: "knowledge", entity: "ent_a", key: "fact_a" }, { ...names, fact })).toBe(
    "Mara knows “The abbot forged the seal.”",
  );
  const ofQuest = { ...names, quest: () => "Before the ebb", questPart: () => "Find rope" };
  const part = (key: string) => ({ what: "quest" as const, entity: "qst_a", key });
  expect(["state", "stage", "obj_a"].map((key) => matterWords(part(key), ofQuest))).toEqual([
    "Before the ebb",
    "The stage of Before the ebb",
    "Before the ebb: Find rope",
  ]);
  expect([null, "active"].map((state) => worldValueWords(part("state"), state, ofQuest))).toEqual([
    "not offered yet",
    "taken up",
  ]);
  const value = (what: Parameters<typeof matterWords>[0]["what"], of: string | number | boolean | null) =>
    worldValueWords({ what, key: null }, of, names);
  expect([value("knowledge", null), value("knowledge", "saw")]).toEqual(["no", "yes"]);
  expect([value("location", "ent_b"), value("location", null), value("property", true), value("item", 0)]).toEqual([
    "Key",
    "nowhere",
    "yes",
    "0",
  ]);
});
