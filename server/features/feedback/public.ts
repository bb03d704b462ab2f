// What other features may use of feedback: how edits in reviews are kept, and how it is erased and exported with a player.
export { madeBySession } from "./made-by.ts";
export { eraseFeedback, exportFeedback } from "./of-player.ts";
export { type Correction, correctedBy, correctionOf, recordCorrection } from "./record-correction.ts";
