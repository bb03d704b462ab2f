import { invalidValue } from "../../kernel/problem.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import { findVersion } from "../../record/versions.ts";
import { npc } from "../npcs/public.ts";
import { conversation } from "./conversation.ts";

/**
 * Requires that an npc is there in the story of the playthrough that a conversation is held in: one that was made later would have no words.
 *
 * @throws ValidationProblem at `npc_id`.
 */
export async function requireInStory(
  { services, project }: ProjectCallContext,
  conversationId: string,
  npcId: string,
): Promise<void> {
  const { database, playthroughs } = services;
  const version = await findVersion(database.reads, conversation.resource, project.id, conversationId, null);
  if (version === null || version.run_id === null) return;
  const run = await playthroughs.open(database.reads, project.id, version.run_id);
  if (run === null || (await findVersion(database.reads, npc.resource, project.id, npcId, run.seq)) !== null) return;
  throw invalidValue(["body", "npc_id"], "is not in the story of the conversation's playthrough", npcId);
}
