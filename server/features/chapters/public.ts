// What other features may use of chapters: their passages, the prose of the book, and when in the story it happens.
export { chapter } from "./chapter.ts";
export { passage } from "./passage.ts";
export { readPassages } from "./read-passages.ts";
export { readProseOf } from "./read-prose.ts";
export { passagesOfChapters, storyPlaces } from "./story-order.ts";
