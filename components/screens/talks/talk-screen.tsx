"use client";

import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import FORMATS from "../../frame/api/export-formats.json";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { ExportMenu } from "../../frame/list/export-menu.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { InPlace } from "../../ui/form/in-place.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Select } from "../../ui/select.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { NOTHING_TYPED, TalkComposer, type TalkComposerProps } from "./talk-composer.tsx";
import { TalkLog } from "./talk-log.tsx";
import { TalkPeople } from "./talk-people.tsx";
import { type ConversationDetail, nameOf, type Participant, STATUS_TONES, STATUS_WORDS } from "./talk-words.ts";
import { useTalk } from "./use-talk.ts";

const TalkRecapLate = late(() => import("./talk-recap.tsx").then((part) => part.TalkRecap));

/** One talk: what is said in it as everybody or one participant hears it, who takes part, and a way to take part oneself. */
export function TalkScreen({ conversationId }: { conversationId: string }) {
  const projectId = useProjectId();
  return (
    <Shell
      title={
        <PageLink href={`/projects/${projectId}/talks`} className="link text-13">
          Talks
        </PageLink>
      }
    >
      <TalkBody key={conversationId} conversationId={conversationId} />
    </Shell>
  );
}

function TalkBody({ conversationId }: { conversationId: string }) {
  const [heardBy, setHeardBy] = useState<string | null>(null);
  const [draft, setDraft] = useState(NOTHING_TYPED);
  return (
    <HeardTalk
      key={heardBy}
      conversationId={conversationId}
      heardBy={heardBy}
      onHearBy={setHeardBy}
      draft={draft}
      onDraft={setDraft}
    />
  );
}

interface HeardTalkProps extends Pick<TalkComposerProps, "draft" | "onDraft"> {
  conversationId: string;
  /** Participant as whom it is heard; null for everything. */
  heardBy: string | null;
  onHearBy: (participantId: string | null) => void;
}

function HeardTalk({ conversationId, heardBy, onHearBy, draft, onDraft }: HeardTalkProps) {
  const projectId = useProjectId();
  const talk = useTalk(conversationId, heardBy);
  const { detail, participants, messages, hearing, error, isLoaded } = talk;
  if (!isLoaded || detail.data === undefined || participants.data === undefined) {
    return error === null ? (
      <LoadingRows what="the talk" rows={6} className="h-8" />
    ) : (
      <ErrorState
        what="This talk"
        error={error}
        onRetry={talk.again}
        back={{ href: `/projects/${projectId}/talks`, label: "Go to the talks" }}
      />
    );
  }
  const people = participants.data.participants;
  return (
    <div className="absolute inset-0 flex max-lg:flex-col">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <Head
          conversation={detail.data}
          people={people}
          hearing={hearing === "live" ? "Live" : "Connecting…"}
          heardBy={heardBy}
          onHearBy={onHearBy}
        />
        <TalkLog
          conversationId={conversationId}
          messages={messages}
          speaking={talk.speaking}
          people={people}
          hasEarlier={talk.hasEarlier}
          onEarlier={talk.readEarlier}
          onRedacted={talk.put}
        />
        <TalkComposer conversation={detail.data} people={people} draft={draft} onDraft={onDraft} onSaid={talk.put} />
      </div>
      <TalkPeople conversation={detail.data} people={people} />
    </div>
  );
}

interface HeadProps {
  conversation: ConversationDetail;
  people: readonly Participant[];
  /** State of the connection, in a word. */
  hearing: string;
  heardBy: string | null;
  onHearBy: (participantId: string | null) => void;
}

const MOST_TITLE = 200;

function Head({ conversation, people, hearing, heardBy, onHearBy }: HeadProps) {
  const { id: conversation_id, title, status, mode } = conversation;
  const project_id = useProjectId();
  const client = useStudioClient();
  const reason = reasonOf(useCan()("change"));
  const readers = people.filter(({ state }) => state === "joined" || state === "left");
  const heard = heardBy === null ? {} : { participant_id: heardBy };
  const [isRecapping, setRecapping] = useState(false);
  const TalkRecap = useLate(TalkRecapLate, isRecapping);
  const refresh = useRefresh(({ conversations }) => [conversations.get.pathKey(), conversations.list.pathKey()]);
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-2 border-line border-b px-5 py-3">
      <div className="min-w-0 grow basis-64">
        <h1 dir="auto" className="min-w-0">
          <InPlace
            label="Title"
            value={title}
            placeholder="Untitled talk"
            maxLength={MOST_TITLE}
            disabledReason={reason}
            onSave={async (words) => {
              await client.conversations.update.mutate({ project_id, conversation_id, title: words });
              await refresh();
            }}
            className="font-reading text-20"
          />
        </h1>
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
          <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>
          {mode === "led" && <span>Whoever has the turn speaks.</span>}
          {(status === "open" || status === "active" || status === "paused") && <span role="status">{hearing}</span>}
        </p>
      </div>
      <Select
        label="As heard by"
        className="w-44"
        options={[
          { value: "", label: "Everybody" },
          ...readers.map((each) => ({ value: each.id, label: nameOf(each) })),
        ]}
        value={heardBy ?? ""}
        onChange={({ target }) => onHearBy(target.value === "" ? null : target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <ExportMenu
          formats={FORMATS["conversations.export"]}
          ask={(format) => client.conversations.export.query({ project_id, conversation_id, format, ...heard })}
        />
        <Button size="sm" variant="quiet" disabledReason={reason} onClick={() => setRecapping(true)}>
          In short
        </Button>
        <Steps conversation={conversation} disabledReason={reason} onDone={refresh} />
      </div>
      {TalkRecap !== null && isRecapping && (
        <TalkRecap conversationId={conversation_id} heardBy={heardBy} onClose={() => setRecapping(false)} />
      )}
    </header>
  );
}

type Step = "start" | "pause" | "resume" | "end" | "archive";

/** Steps that a talk can take from each status, the usual one first. */
const STEPS: Readonly<Record<ConversationDetail["status"], readonly (readonly [Step, string])[]>> = {
  open: [
    ["start", "Begin"],
    ["end", "End"],
  ],
  active: [
    ["pause", "Pause"],
    ["end", "End"],
  ],
  paused: [
    ["resume", "Go on"],
    ["end", "End"],
  ],
  ended: [["archive", "Archive"]],
  archived: [],
};

interface StepsProps {
  conversation: ConversationDetail;
  disabledReason: string | null;
  onDone: () => Promise<void>;
}

function Steps({ conversation: { id: conversation_id, status }, disabledReason, onDone }: StepsProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { attempt, isBusy, problem } = useAttempt();
  const go = (step: Step) =>
    void attempt(async () => {
      await client.conversations[step].mutate({ project_id, conversation_id });
      await onDone();
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {STEPS[status].map(([step, words], at) => (
        <Button
          key={words}
          size="sm"
          variant={at === 0 && step !== "pause" && step !== "archive" ? "primary" : "quiet"}
          disabled={isBusy}
          disabledReason={disabledReason}
          onClick={() => go(step)}
        >
          {words}
        </Button>
      ))}
      <AlertLine className="basis-full text-12">{problem}</AlertLine>
    </div>
  );
}
