// What others may use of links: those whose changes wait for an answer.
export { linksWithChanges } from "./open-changes.ts";
