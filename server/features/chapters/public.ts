// What other features may use of chapters: their passages, and when in the story these happen.
export { chapter } from "./chapter.ts";
export { passage } from "./passage.ts";
export { readPassages } from "./read-passages.ts";
export { passagesOfChapters, storyOrders } from "./story-order.ts";
