// What others may use of dialogues: the resources, variables and their uses among them, gestures and how they are applied, how a story
// is read and written, and wire forms.

export { variableValue } from "#drizzle/schema/variables.ts";
export { choiceTexts } from "./choice-texts.ts";
export { dialogueEntries } from "./dialogue-entries.ts";
export { dialogueLinks } from "./dialogue-links.ts";
export { dialogueTexts } from "./dialogue-texts.ts";
export { DialogueWriter } from "./dialogue-writer.ts";
export { factTellings } from "./fact-tellings.ts";
export { findPlaces } from "./find-places.ts";
export { choicesBeside, namedInLines, speaking, untoldQuests, usedInDialogues } from "./gaps.ts";
export { GestureOperation, MAX_OPERATIONS } from "./gestures.ts";
export { importStoriesIn } from "./import/import-story.ts";
export { readHere } from "./import/read-aside.ts";
export { hadNodes, nodesLeadingTo } from "./leading-nodes.ts";
export { lineOrdinals } from "./line-ordinals.ts";
export { SENT_LOGIC } from "./logic-schemas.ts";
export { FactUse, factUsesOf, QuestUse, questUsesOf, usesOf, VariableUse } from "./logic-uses.ts";
export { nodeBatches } from "./node-batches.ts";
export { carriedQuests, playedQuest, type QuestState, type QuestVersion, quest, questResource } from "./quest.ts";
export { requireGraph } from "./read-graph.ts";
export { placesOf } from "./read-places.ts";
export { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
export { DialogueNode, graphParams, TextMark } from "./schemas.ts";
export type { GraphVersion, NodeState, NodeVersion } from "./states.ts";
export type { VariableVersion } from "./variable.ts";
export { variable, variableResource } from "./variable.ts";
export { variableChanges } from "./variable-changes.ts";
