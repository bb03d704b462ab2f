import { hasName, type SearchedWords } from "#domain/conversation.ts";
import { type KeysOfPlayers, sealField } from "../../envelope/sealed-field.ts";
import { Problem } from "../../kernel/problem.ts";
import type { ProjectRef, Services } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { addEntry, type EntryRow, type MadeBy, type MessageRow, placeOfWords } from "./entries.ts";
import type { LockedConversation } from "./head.ts";
import { nameOf, type ParticipantRow, type Participants } from "./participants.ts";

/** Parts that messages are kept with. */
export interface Keeping {
  readonly services: Pick<Services, "playerKeys" | "clock">;
  readonly db: Db;
  readonly project: ProjectRef;
}

/** Places of those whom a message is said to, and of those who hear it. */
export interface HeardBy {
  readonly listeners: readonly number[];
  readonly audience: readonly number[];
  readonly whisper: boolean;
}

/** A message to keep. */
export interface NewMessage extends HeardBy {
  readonly speaker: ParticipantRow;
  /** Keys of the players who take part, and of those whose words it may repeat. */
  readonly keys: KeysOfPlayers;
  readonly text: string;
  /** Words of the text, as names are looked for in them: they are made before the conversation is locked. */
  readonly searched: SearchedWords;
  readonly clientId: string | null;
  readonly runId: string | null;
  /** Number of the message that it answers. */
  readonly answers: number | null;
  readonly madeBy?: MadeBy;
  /** Players whose words it may repeat. */
  readonly repeats?: readonly string[];
}

/**
 * Keeps a message in a conversation that is locked. Its words are sealed under the keys of the players whose data they are: the speaker, the
 * listeners, those whom it names, and those whose words it may repeat.
 *
 * @throws {@link Problem} `player_erased`.
 */
export async function keepMessage(
  { services, db, project }: Keeping,
  { version, lastNumber }: Pick<LockedConversation, "version" | "lastNumber">,
  participants: Participants,
  message: NewMessage,
): Promise<MessageRow> {
  const { speaker, keys, text, searched, listeners, audience, whisper, clientId, runId, answers } = message;
  const { madeBy, repeats = [] } = message;
  const number = lastNumber + 1;
  const place = { projectId: project.id, conversationId: version.id };
  const isAbout = (each: ParticipantRow): boolean => {
    if (each.place === speaker.place || listeners.includes(each.place)) return true;
    const name = nameOf(keys, each);
    return typeof name === "string" && hasName(searched, name);
  };
  const about = participants.all.filter((each) => each.player_id !== null && isAbout(each));
  const players = [...new Set([...about.flatMap(({ player_id: id }) => id ?? []), ...repeats])].sort();
  const gone = players.find((id) => !keys.has(id));
  if (gone !== undefined) throw new Problem("player_erased", { detail: { player_id: gone } });
  const row: EntryRow = await addEntry(db, place, number, {
    kind: "message",
    data: madeBy === undefined ? {} : { made_by: madeBy },
    audience,
    at: services.clock.now(),
    said: {
      speaker: speaker.place,
      listeners: [...listeners],
      whisper,
      text: players.length === 0 ? text : sealField(keys, players, placeOfWords(place, number), text),
      players,
      client_id: clientId,
      run_id: runId,
      answers,
    },
  });
  return row as MessageRow;
}
