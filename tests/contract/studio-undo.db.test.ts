import { expect, test } from "vitest";
import { deletionIn, isUndone } from "#domain/undone-areas.ts";
import { listKeyedOperations } from "#server/operations.ts";

/** Areas with subjects that are made and deleted which the undo of a project leaves alone, each with the reason. */
const NOT_UNDONE: Readonly<Record<string, string>> = {
  audio: "The studio has voice lines generated, and deletes none.",
  byok: "A key is a setting, and providers may have been called with it.",
  conversations: "What is said in talks is heard by others at once.",
  feedback: "A signal is an opinion that a game or a reader gave.",
  playerEventKinds: "A kind of events is a setting that games rely on.",
  playerFacts: "What is known of a player is no part of the story.",
  projects: "A project holds the undo itself; it is restored from the home page.",
  readings: "A playthrough that is kept is checked, not written.",
  runs: "Playthroughs lie beside the record.",
  webhooks: "A webhook is a setting, and receivers may have been called.",
};

const deletions = listKeyedOperations().filter(({ name }) => name === "delete" || name === "deleteEntry");

test("what writers make and delete is undone, or there is a reason", () => {
  const areas = deletions.map(({ area, name }) => ({ area, isKnown: isUndone(`${area}.${name}`) }));
  expect(areas.filter(({ area, isKnown }) => !isKnown && !(area in NOT_UNDONE))).toEqual([]);
  expect(
    Object.keys(NOT_UNDONE).filter((name) => areas.every(({ area, isKnown }) => area !== name || isKnown)),
  ).toEqual([]);
});

test("what is made is deleted by the operation of its area, named as that operation names it", () => {
  const undone = deletions.filter(({ area, name }) => isUndone(`${area}.${name}`));
  expect(undone.length).toBeGreaterThan(20);
  for (const { area, name, operation } of undone) {
    const { param, ending } = deletionIn(area);
    expect([area, name]).toEqual([area, `delete${ending}`]);
    expect([area, operation.path]).toEqual([area, expect.stringContaining(`{${param}}`)]);
  }
});
