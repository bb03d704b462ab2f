// What others may use of the demo: the page shows it before anything is asked.
export { answerAt } from "./clerk-answer.ts";
export { DEMO_MESSAGES, DEMO_TEXT } from "./limits.ts";
export type { ShownMessage, ShownSession } from "./schemas.ts";
export { CLERK, MOMENTS, SUGGESTIONS } from "./world.ts";
