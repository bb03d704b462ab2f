import type { VisitLimit } from "../../operation/visits.ts";

/** Stories that one address may ask for in an hour, by whatever links: a class of readers behind one address among them. */
export const STORY_VISITS: VisitLimit = {
  policy: "shared_story",
  requests: 300,
  windowSeconds: 3_600,
  countsRefusals: true,
};

/** Paths that one address may send back in an hour. */
export const PATH_VISITS: VisitLimit = {
  policy: "shared_path",
  requests: 30,
  windowSeconds: 3_600,
  countsRefusals: true,
};

/** Paths that one link takes until some are deleted. */
export const MAX_PATHS = 500;

/** Code points of what a reader says to a path. */
export const MAX_WORDS = 2_000;

/** Room for a path of as many actions as there may be, each with an id, and words in which every character is an escape. */
export const PATH_BYTES = 256 * 1024;
