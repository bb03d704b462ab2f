import { STREAMS_PATH, streamConversation, takeTicket } from "../features/conversations/public.ts";
import { Problem } from "../kernel/problem.ts";
import type { Services } from "../operation/context.ts";
import type { ApiRequest, ApiResponse } from "./exchange.ts";
import { answerOperation } from "./operation-request.ts";

/**
 * Answers the stream that a ticket opens, which browsers ask for without a key: nothing that they send along counts, such as cookies. It is
 * the stream of the caller who asked for the ticket.
 *
 * @throws {@link Problem} `not_found` for a ticket that was used, whose time is over, or that there never was.
 */
export async function answerTicket(services: Services, request: ApiRequest, requestId: string): Promise<ApiResponse> {
  const taken = await takeTicket(services, request.path.slice(STREAMS_PATH.length));
  if (taken === null) throw new Problem("not_found");
  const { caller, projectId, conversationId, participantId, after } = taken;
  const query = new URLSearchParams({ after: String(after) });
  if (participantId !== null && caller.player === null) query.set("participant_id", participantId);
  const params = { project_id: projectId, conversation_id: conversationId };
  const asked: ApiRequest = {
    method: "GET",
    path: request.path,
    query: query.toString(),
    clientAddress: request.clientAddress,
    encoding: () => null,
    // The place to go on is the ticket's.
    header: (name) => (name === "last-event-id" ? null : request.header(name)),
    gone: () => request.gone(),
    read: (limitBytes) => request.read(limitBytes),
  };
  const answer = await answerOperation(services, asked, { operation: streamConversation, params, caller, requestId });
  return { ...answer, headers: { ...answer.headers, "referrer-policy": "no-referrer" } };
}
