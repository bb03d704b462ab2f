// What other features may use of chapters: the resources and their rules, the outline, the prose of the book, and when in the story it happens.
export { chapter, frozen, isFrozen, withBeatIds } from "./chapter.ts";
export { MAX_PASSAGES, passage } from "./passage.ts";
export { byPlace, readOutline } from "./read-outline.ts";
export { readPassages } from "./read-passages.ts";
export { readProseOf } from "./read-prose.ts";
export { passagesOfChapters, storyPlaces } from "./story-order.ts";
