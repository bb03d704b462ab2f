import { READING_STATES } from "#domain/conversation.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { ParticipantRow, Participants } from "./participants.ts";

/** Reader of a conversation: one participant, or with null whoever runs the game. */
export type Viewer = ParticipantRow | null;

/** Question of a reader. */
interface AskedView {
  readonly caller: Caller;
  readonly participants: Participants;
  /** Participant that whoever runs the game reads as, and the part of the request that names it. */
  readonly asked: readonly ["query" | "body", string | undefined];
}

/**
 * Finds as whom a conversation is read. The token of a player reads as its own participant, and to whoever does not take part the
 * conversation is not there.
 *
 * @throws {@link Problem} `not_found`; ValidationProblem at `participant_id`.
 */
export function viewerOf({ caller, participants, asked: [part, asId] }: AskedView): Viewer {
  if (caller.player !== null) {
    const own = participants.ofPlayer(caller.player.id);
    if (own === null || !READING_STATES.includes(own.state)) throw new Problem("not_found");
    if (asId !== undefined && asId !== own.id) throw new Problem("not_found");
    return own;
  }
  if (asId === undefined) return null;
  const found = participants.of(asId);
  if (found === null) throw invalidValue([part, "participant_id"], "no such participant in this conversation", asId);
  return found;
}

/**
 * Finds the participant of a token in a conversation that its player may know of; null for whoever has no token, and for a player who could
 * join.
 *
 * @throws {@link Problem} `not_found` for a conversation that is not the player's to know.
 */
export function ownParticipant(
  { player }: Caller,
  participants: Participants,
  entry: "invited" | "players",
): ParticipantRow | null {
  if (player === null) return null;
  const own = participants.ofPlayer(player.id);
  const isThere = own === null ? entry === "players" : own.state !== "removed" && own.state !== "banned";
  if (!isThere) throw new Problem("not_found");
  return own;
}
