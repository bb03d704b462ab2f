// What others may use of share links: the page that plays a story.
export { MAX_WORDS } from "./limits.ts";
export type { ReadStory } from "./shared-story.ts";
