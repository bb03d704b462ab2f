import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { countMemories, LAST_LEARNT, listMemories, showMemory } from "../memories/learnt.ts";
import { MEMORY_STATES, RunMemoryItem } from "../memories/schemas.ts";

export const listRunMemories = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/run-memories",
  scope: "read",
  summary: "List what characters learnt in playthroughs",
  description:
    "What npcs were told in playthroughs and kept there, the last first. Nothing of it is true in the record before somebody accepts it. Steps are not events, so there is no `at_seq`.",
  params: projectScope,
  query: z.object({
    ...keysetQuery,
    state: z.enum(MEMORY_STATES).optional().meta({ description: "Only memories in this state." }),
    run_id: idOf("run").optional().meta({ description: "Only what was learnt in this playthrough." }),
  }),
  output: listOutput("memories", RunMemoryItem),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { query: { state, run_id, ...page } }) => {
    const { db, project } = context;
    const asked = { projectId: project.id, state: state ?? null, runId: run_id ?? null };
    const total = await countMemories(db, asked);
    const { rows, has_more } = await readKeyset(context, page, LAST_LEARNT, (part) => listMemories(db, asked, part));
    return { memories: rows.map((row) => showMemory(row)), total, has_more };
  },
});
