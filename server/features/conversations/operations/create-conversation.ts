import { invalidValue } from "../../../kernel/problem.ts";
import { conversation } from "../conversation.ts";

export const createConversation = conversation.create({
  description:
    "Makes an open conversation: people may join it, and once it is started those who have joined may speak. Its settings and its status are part of the record, what is said is not.",
  example: { title: "At the salt gate", mode: "free", entry: "players" },
  state: async ({ db, project, services }, { run_id }) => {
    if (run_id != null && (await services.playthroughs.open(db, project.id, run_id)) === null) {
      throw invalidValue(["body", "run_id"], "no such playthrough in this project", run_id);
    }
    return { status: "open" as const };
  },
});
