import { area } from "../../operation/area.ts";
import { countProblems } from "./operations/count-problems.ts";
import { createWaiver } from "./operations/create-waiver.ts";
import { createWaivers } from "./operations/create-waivers.ts";
import { getDialogueProblems } from "./operations/get-dialogue-problems.ts";
import { listDialoguesWithErrors } from "./operations/list-dialogues-with-errors.ts";
import { listProblems } from "./operations/list-problems.ts";
import { listWaivers } from "./operations/list-waivers.ts";
import { waiver } from "./waiver.ts";

export const problems = area({
  tag: "dialogue",
  operations: {
    list: listProblems,
    counts: countProblems,
    ofDialogue: getDialogueProblems,
    dialogues: listDialoguesWithErrors,
  },
});

export const waivers = area({
  tag: "dialogue",
  resources: [waiver],
  words: { waiver: ["ignored problem", "ignored problems"] },
  forms: ["createBatch"],
  operations: {
    create: createWaiver,
    createBatch: createWaivers,
    list: listWaivers,
    delete: waiver.delete({ summary: "Stop ignoring a problem" }),
  },
});
