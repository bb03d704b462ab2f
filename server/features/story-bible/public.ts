// What other features may use of the story bible: which proposals wait for a person, and the job that proposes what a chapter tells.

export { extraction } from "./extraction.ts";
export { openExtractions } from "./open-extractions.ts";
export { readChapterJob } from "./read-chapter-job.ts";
