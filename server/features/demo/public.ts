// What others may use of the demo: the page shows it before anything is asked, and where its visitors are counted.
export { answerAt } from "./clerk-answer.ts";
export { DEMO_MESSAGES, DEMO_TEXT, DEMO_VISITS } from "./limits.ts";
export type { ShownMessage, ShownSession } from "./schemas.ts";
export { CLERK, MOMENTS, SUGGESTIONS } from "./world.ts";
