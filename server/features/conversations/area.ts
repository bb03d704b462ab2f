import { area } from "../../operation/area.ts";
import type { ProjectWriteContext, Services } from "../../operation/context.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { answerSoon } from "./answer.ts";
import { type ConversationVersion, conversation } from "./conversation.ts";
import { addEntry } from "./entries.ts";
import { type ConversationPlace, lockHead } from "./head.ts";
import { addConversationParticipant } from "./operations/add-participant.ts";
import { createConversation } from "./operations/create-conversation.ts";
import { createConversationTicket } from "./operations/create-ticket.ts";
import { deleteConversation } from "./operations/delete-conversation.ts";
import { exportConversation } from "./operations/export-conversation.ts";
import { getConversation } from "./operations/get-conversation.ts";
import { giveConversationTurn } from "./operations/give-turn.ts";
import { joinConversation } from "./operations/join-conversation.ts";
import { listConversationMessages } from "./operations/list-messages.ts";
import { listPlayerConversations } from "./operations/list-of-player.ts";
import { listConversationParticipants } from "./operations/list-participants.ts";
import { moveConversationParticipant } from "./operations/move-participant.ts";
import { postConversationMessage } from "./operations/post-message.ts";
import { recapConversation } from "./operations/recap-conversation.ts";
import { redactConversationMessage } from "./operations/redact-message.ts";
import { streamConversation } from "./operations/stream-conversation.ts";
import { readParticipants } from "./participants.ts";
import { forgetOldTickets } from "./tickets.ts";

/**
 * Adds an entry of the new status, for those who have joined, and does what follows from it. It takes the lock behind which messages read the
 * status.
 */
const tellStatus = (status: string, follows?: (services: Services, place: ConversationPlace) => void) => ({
  alone: true,
  write: async ({ db, services, afterCommit }: ProjectWriteContext, version: ConversationVersion) => {
    const { project_id: projectId, id: conversationId } = version;
    const place = { projectId, conversationId };
    const { last_number } = await lockHead(db, place);
    const { joined } = await readParticipants(db, place);
    const at = services.clock.now();
    await addEntry(db, place, last_number + 1, { kind: "status", data: { status }, audience: joined, at });
    afterCommit(() => {
      services.live.conversations.added(place);
      follows?.(services, place);
    });
  },
});

export const conversations = area({
  tag: "conversations",
  resources: [conversation],
  forms: ["create"],
  jobs: [
    upkeep("forget_conversation_tickets", ({ database, clock }) => forgetOldTickets(database.writes, clock.now())),
  ],
  operations: {
    create: createConversation,
    list: conversation.list({ description: "Settings and status of conversations, as recorded at `at_seq`." }),
    get: getConversation,
    update: conversation.update({ example: { title: "At the salt gate, by night" } }),
    delete: deleteConversation,
    ...conversation.transitions({
      start: tellStatus("active"),
      pause: tellStatus("paused"),
      resume: tellStatus("active", answerSoon),
      end: tellStatus("ended"),
      archive: tellStatus("archived"),
    }),
    addParticipant: addConversationParticipant,
    participants: listConversationParticipants,
    moveParticipant: moveConversationParticipant,
    ofPlayer: listPlayerConversations,
    join: joinConversation,
    giveTurn: giveConversationTurn,
    post: postConversationMessage,
    messages: listConversationMessages,
    redact: redactConversationMessage,
    stream: streamConversation,
    createTicket: createConversationTicket,
    recap: recapConversation,
    export: exportConversation,
  },
});
