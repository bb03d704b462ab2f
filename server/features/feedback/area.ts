import { area } from "../../operation/area.ts";
import { createFeedback } from "./operations/create-feedback.ts";
import { listFeedback } from "./operations/list-feedback.ts";
import { readFeedbackInsights } from "./operations/read-insights.ts";
import { requireOwn } from "./require-own.ts";
import { signal } from "./signal.ts";

export const feedback = area({
  resources: [signal],
  words: { feedback_signal: ["feedback", "feedback"] },
  operations: {
    create: createFeedback,
    list: listFeedback,
    get: signal.get(),
    delete: signal.delete({
      summary: "Take back feedback",
      description: "Commenters take back only their own.",
      errors: ["forbidden"],
      guard: requireOwn,
    }),
    restore: signal.restore({ errors: ["forbidden"], guard: requireOwn }),
    insights: readFeedbackInsights,
  },
});
