// What other features may use of chapters: when in the story their passages happen.
export { passagesOfChapters, storyOrders } from "./story-order.ts";
