// What others may use of comments: those that call somebody.
export { openMentions } from "./open-mentions.ts";
