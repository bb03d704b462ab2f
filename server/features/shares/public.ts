// What others may use of share links: where visitors came from is not to be kept longer than it counts, and the page that plays a story.
export { MAX_WORDS, PATH_VISITS, STORY_VISITS } from "./limits.ts";
export type { ReadStory } from "./shared-story.ts";
