// What other features may use of the story bible: which proposals wait for a person.
export { openExtractions } from "./open-extractions.ts";
