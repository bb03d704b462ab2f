import { z } from "zod";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { projectCall } from "../../../operation/operation.ts";
import { answerSoon, interrupt } from "../answer.ts";
import { addEntry } from "../entries.ts";
import { lockConversation, setTurn } from "../head.ts";
import { readParticipants } from "../participants.ts";
import { askForReply, dropReply } from "../replies.ts";
import { conversationParams, participantId } from "../schemas.ts";

const Turn = z
  .object({
    turn: z.string().nullable().meta({ description: "Participant who has the turn; null for nobody." }),
  })
  .meta({ id: "ConversationTurn" });

export const giveConversationTurn = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/turn",
  scope: "write",
  summary: "Give the turn in a led conversation",
  description:
    "Gives the turn to a participant who has joined, or takes it. An npc that is given the turn speaks, and nobody has it then. The token of a player may where the player is a game master of the conversation.",
  params: conversationParams,
  body: z
    .strictObject({
      participant_id: participantId()
        .nullable()
        .meta({ description: "Participant who gets the turn; null for nobody." }),
    })
    .meta({ id: "ConversationTurnGive" }),
  output: Turn,
  errors: ["not_found", "conversation_state", "forbidden"],
  forPlayers: {},
  example: { participant_id: null },
  handle: async ({ services, project, caller }, { params: { conversation_id: conversationId }, body }) => {
    const { participant_id: id } = body;
    const place = { projectId: project.id, conversationId };
    const given = await services.database.writes.transaction("write", async (db) => {
      const { version, lastNumber, turn } = await lockConversation(db, place);
      const participants = await readParticipants(db, place);
      if (caller.player !== null) {
        const own = participants.ofPlayer(caller.player.id);
        if (own?.state !== "joined") throw new Problem("not_found");
        if (own.kind !== "gm") throw new Problem("forbidden", { message: "Only a game master gives the turn." });
      }
      const found = id === null ? null : participants.of(id);
      if (id !== null && found?.state !== "joined") {
        throw invalidValue(["body", "participant_id"], "nobody of this id has joined the conversation", id);
      }
      const refused = (reason: string) => new Problem("conversation_state", { detail: { reason } });
      if (version.mode !== "led") throw refused("not_led");
      if (version.status !== "active") throw refused("not_active");
      const to = found?.place ?? null;
      if (to === turn) return null;
      // Whoever had it is not to speak any more.
      if (turn !== null) await dropReply(db, place, { place: turn, number: lastNumber });
      await setTurn(db, place, to);
      const at = services.clock.now();
      const { joined } = participants;
      await addEntry(db, place, lastNumber + 1, { kind: "turn", data: { place: to }, audience: joined, at });
      if (found?.kind === "npc") await askForReply(db, place, { place: found.place, number: 0, caller, now: at });
      return { from: turn, isNpc: found?.kind === "npc" };
    });
    if (given !== null) services.live.conversations.added(place);
    if (given?.from != null) interrupt(place, [given.from]);
    if (given?.isNpc === true) answerSoon(services, place);
    return { turn: id };
  },
});
