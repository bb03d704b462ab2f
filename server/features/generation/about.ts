/** Field of a completed brief that names the entities its context is about. */
export const ABOUT = "about";
