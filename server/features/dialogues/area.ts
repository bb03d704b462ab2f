import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { nodeApi } from "./api-resources.ts";
import { forgetOldGestureResults } from "./gesture-results.ts";
import { graphForm } from "./graph-form.ts";
import { applyBatch } from "./operations/apply-batch.ts";
import { createAnnotation } from "./operations/create-annotation.ts";
import { createDialogue } from "./operations/create-dialogue.ts";
import { createGroup } from "./operations/create-group.ts";
import { createNode } from "./operations/create-node.ts";
import { deleteDialogue } from "./operations/delete-dialogue.ts";
import { deleteGroup } from "./operations/delete-group.ts";
import { deleteNode } from "./operations/delete-node.ts";
import { duplicateDialogue } from "./operations/duplicate-dialogue.ts";
import { exportDialogue } from "./operations/export-dialogue.ts";
import { getDialogue } from "./operations/get-dialogue.ts";
import { getNode } from "./operations/get-node.ts";
import { importDialogues } from "./operations/import-dialogues.ts";
import { listDialogues } from "./operations/list-dialogues.ts";
import { listLines } from "./operations/list-lines.ts";
import { listNames } from "./operations/list-names.ts";
import { listNodes } from "./operations/list-nodes.ts";
import { listSpeakers } from "./operations/list-speakers.ts";
import { listStates } from "./operations/list-states.ts";
import { mapDialogues } from "./operations/map-dialogues.ts";
import { matchSpeaker } from "./operations/match-speaker.ts";
import { moveDialogues } from "./operations/move-dialogues.ts";
import { moveFolder } from "./operations/move-folder.ts";
import { replaceWords } from "./operations/replace-words.ts";
import { restoreDialogue } from "./operations/restore-dialogue.ts";
import { searchDialogues } from "./operations/search-dialogues.ts";
import { undoReplace } from "./operations/undo-replace.ts";
import { unmatchSpeaker } from "./operations/unmatch-speaker.ts";
import { updateDialogue } from "./operations/update-dialogue.ts";
import { updateNode } from "./operations/update-node.ts";
import { upsertDialogue } from "./operations/upsert-dialogue.ts";
import { validateDialogue } from "./operations/validate-dialogue.ts";
import { annotation, group } from "./resources.ts";
import { writePart } from "./write-part.ts";

export const dialogues = area({
  tag: "dialogue",
  resources: [graphForm, nodeApi, group, annotation],
  words: {
    dialogue_node: ["card", "cards"],
    dialogue_group: ["group", "groups"],
    dialogue_annotation: ["note", "notes"],
  },
  jobs: [
    upkeep("forget_gesture_results", ({ database, clock }) => forgetOldGestureResults(database.writes, clock.now())),
  ],
  operations: {
    create: createDialogue,
    upsert: upsertDialogue,
    list: listDialogues,
    map: mapDialogues,
    get: getDialogue,
    states: listStates,
    update: updateDialogue,
    move: moveDialogues,
    moveFolder,
    delete: deleteDialogue,
    duplicate: duplicateDialogue,
    restore: restoreDialogue,
    validate: validateDialogue,
    batch: applyBatch,
    import: importDialogues,
    export: exportDialogue,
    search: searchDialogues,
    lines: listLines,
    names: listNames,
    speakers: listSpeakers,
    matchSpeaker,
    unmatchSpeaker,
    replace: replaceWords,
    undoReplace,
    createNode,
    listNodes,
    getNode,
    updateNode,
    deleteNode,
    createGroup,
    listGroups: group.list({ summary: "List the groups of a dialogue" }),
    getGroup: group.get(),
    updateGroup: group.update({
      example: { title: "Act I: the gate" },
      write: (context, { id, graph_id }, { base_seq, ...patch }) =>
        writePart(context, graph_id, { op: "group.update", id, patch, base_seq }),
    }),
    deleteGroup,
    restoreGroup: group.restore(),
    createAnnotation,
    listAnnotations: annotation.list({ summary: "List the notes of a dialogue" }),
    getAnnotation: annotation.get(),
    updateAnnotation: annotation.update({
      example: { text: "Play this very slowly." },
      write: (context, { id, graph_id }, { base_seq, ...patch }) =>
        writePart(context, graph_id, { op: "annotation.update", id, patch, base_seq }),
    }),
    deleteAnnotation: annotation.delete(),
    restoreAnnotation: annotation.restore(),
  },
});
