"use client";

import { MoreHorizontal } from "lucide-react";
import { useState } from "react";
import { participantMoves } from "#domain/conversation.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { TitledSection } from "../../ui/titled-section.tsx";
import {
  type ConversationDetail,
  KIND_WORDS,
  MOVE_WORDS,
  nameOf,
  type Participant,
  STATE_WORDS,
} from "./talk-words.ts";

const AddParticipantLate = late(() => import("./add-participant.tsx").then((part) => part.AddParticipant));

const TONES = { invited: "warn", joined: "ok", left: "plain", removed: "plain", banned: "bad" } as const;

interface TalkPeopleProps {
  conversation: ConversationDetail;
  people: readonly Participant[];
}

/** List of those who take or took part in a talk, with what a host can do about each. */
export function TalkPeople({ conversation, people }: TalkPeopleProps) {
  const reason = reasonOf(useCan()("change"));
  const isOver = conversation.status === "ended" || conversation.status === "archived";
  const [isAdding, setAdding] = useState(false);
  const AddParticipant = useLate(AddParticipantLate, isAdding);
  const { attempt, isBusy, problem } = useAttempt();
  return (
    <TitledSection
      title="Who takes part"
      heading="mb-2 font-semibold text-13"
      className="w-72 shrink-0 overflow-y-auto border-line border-s bg-panel px-4 py-3 max-lg:max-h-36 max-lg:w-full max-lg:border-s-0 max-lg:border-t"
    >
      {people.length === 0 && <p className="text-13 text-ink-2">Nobody yet.</p>}
      <ul aria-label="Participants" className="text-13">
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            conversation={conversation}
            isBusy={isBusy}
            disabledReason={reason}
            attempt={attempt}
          />
        ))}
      </ul>
      <AlertLine className="mt-1 text-12">{problem}</AlertLine>
      <Button
        size="sm"
        className="mt-2"
        disabledReason={reason ?? (isOver ? "The talk is over." : null)}
        onClick={() => setAdding(true)}
      >
        Add somebody
      </Button>
      {AddParticipant !== null && isAdding && (
        <AddParticipant conversationId={conversation.id} onClose={() => setAdding(false)} />
      )}
    </TitledSection>
  );
}

interface PersonProps {
  person: Participant;
  conversation: ConversationDetail;
  isBusy: boolean;
  disabledReason: string | null;
  attempt: (change: () => Promise<unknown>) => Promise<boolean>;
}

function Person({ person, conversation, isBusy, disabledReason, attempt }: PersonProps) {
  const { id: conversation_id, entry, mode, turn, status } = conversation;
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefresh(({ conversations }) => [
    conversations.participants.pathKey(),
    conversations.get.pathKey(),
  ]);
  const name = nameOf(person);
  const hasTurn = turn === person.id;
  const change = (what: () => Promise<unknown>) =>
    void attempt(async () => {
      await what();
      await refresh();
    });
  const give = (participant_id: string | null) =>
    change(() => client.conversations.giveTurn.mutate({ project_id, conversation_id, participant_id }));
  const entries = (): MenuEntry[] => [
    ...(mode === "led" && status === "active" && person.state === "joined"
      ? [
          {
            title: hasTurn ? "Take the turn back" : "Give the turn",
            disabledReason,
            onSelect: () => give(hasTurn ? null : person.id),
          },
        ]
      : []),
    ...participantMoves(person.state, { by: "host", entry }).map((state) => ({
      title: MOVE_WORDS[state],
      disabledReason,
      onSelect: () =>
        change(() =>
          client.conversations.moveParticipant.mutate({
            project_id,
            conversation_id,
            participant_id: person.id,
            state,
          }),
        ),
    })),
  ];
  return (
    <li className="flex items-center gap-2 border-line border-b py-1.5">
      <span className="min-w-0 grow">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
          {KIND_WORDS[person.kind]}
          <Badge tone={TONES[person.state]}>{STATE_WORDS[person.state]}</Badge>
          {hasTurn && <Badge tone="ok">Has the turn</Badge>}
        </span>
      </span>
      <Menu
        align="end"
        entries={entries}
        trigger={(props) => (
          <IconButton
            size="sm"
            label={`What to do about ${name}`}
            icon={<MoreHorizontal aria-hidden="true" size={16} />}
            disabledReason={isBusy ? "Saving…" : null}
            {...props}
          />
        )}
      />
    </li>
  );
}
