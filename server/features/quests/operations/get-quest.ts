import { Problem } from "../../../kernel/problem.ts";
import { projectGet } from "../../../operation/operation.ts";
import { subjectRead } from "../../../operation/subject-read.ts";
import { quest } from "../../dialogues/public.ts";
import { seenQuest } from "../seen-quest.ts";

export const getQuest = projectGet({
  path: "/v1/projects/{project_id}/game-narrative/quests/{quest_id}",
  scope: "read",
  summary: "Get a quest",
  params: quest.params,
  output: quest.wire,
  subject: subjectRead(quest.resource),
  idOf: ({ quest_id }) => quest_id,
  seen: true,
  handle: async ({ view, subject, response }) => {
    if (view === null) {
      response.etag = subject.valid_from_seq;
      return quest.toWire(subject);
    }
    const seen = seenQuest(view.perspective, subject);
    if (seen === null) throw new Problem("not_found");
    const [version = seen] = await view.perspective.dated(view.db, quest.resource, [seen]);
    return quest.toWire(version);
  },
});
