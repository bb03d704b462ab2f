import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { annotationApi, groupApi, nodeApi } from "./api-resources.ts";
import { forgetOldGestureResults } from "./gesture-results.ts";
import { graphForm } from "./graph-form.ts";
import { applyBatch } from "./operations/apply-batch.ts";
import { createAnnotation } from "./operations/create-annotation.ts";
import { createDialogue } from "./operations/create-dialogue.ts";
import { createGroup } from "./operations/create-group.ts";
import { createNode } from "./operations/create-node.ts";
import { deleteAnnotation } from "./operations/delete-annotation.ts";
import { deleteDialogue } from "./operations/delete-dialogue.ts";
import { deleteGroup } from "./operations/delete-group.ts";
import { deleteNode } from "./operations/delete-node.ts";
import { duplicateDialogue } from "./operations/duplicate-dialogue.ts";
import { exportDialogue } from "./operations/export-dialogue.ts";
import { getAnnotation } from "./operations/get-annotation.ts";
import { getDialogue } from "./operations/get-dialogue.ts";
import { getGroup } from "./operations/get-group.ts";
import { getNode } from "./operations/get-node.ts";
import { importDialogues } from "./operations/import-dialogues.ts";
import { listAnnotations } from "./operations/list-annotations.ts";
import { listDialogues } from "./operations/list-dialogues.ts";
import { listGroups } from "./operations/list-groups.ts";
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
import { restoreAnnotation } from "./operations/restore-annotation.ts";
import { restoreDialogue } from "./operations/restore-dialogue.ts";
import { restoreGroup } from "./operations/restore-group.ts";
import { searchDialogues } from "./operations/search-dialogues.ts";
import { undoReplace } from "./operations/undo-replace.ts";
import { unmatchSpeaker } from "./operations/unmatch-speaker.ts";
import { updateAnnotation } from "./operations/update-annotation.ts";
import { updateDialogue } from "./operations/update-dialogue.ts";
import { updateGroup } from "./operations/update-group.ts";
import { updateNode } from "./operations/update-node.ts";
import { upsertDialogue } from "./operations/upsert-dialogue.ts";
import { validateDialogue } from "./operations/validate-dialogue.ts";

export const dialogues = area({
  tag: "dialogue",
  resources: [graphForm, nodeApi, groupApi, annotationApi],
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
    listGroups,
    getGroup,
    updateGroup,
    deleteGroup,
    restoreGroup,
    createAnnotation,
    listAnnotations,
    getAnnotation,
    updateAnnotation,
    deleteAnnotation,
    restoreAnnotation,
  },
});
