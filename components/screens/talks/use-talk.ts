"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { Message } from "./talk-words.ts";

/** Messages that are read at once; earlier ones come when they are asked for. */
const PAGE = 100;
/** Milliseconds until a stream that ended is opened again. */
const AGAIN_MS = 3_000;

/** State of the connection by which a talk is heard. */
export type Hearing = "connecting" | "live";

/** Messages by their numbers. */
type Known = ReadonlyMap<number, Message>;

const NONE: Known = new Map();

/** Words of characters that are on their way, by the participant: a preview, empty for one that thinks. */
type Speaking = ReadonlyMap<string, string>;

const SILENCE: Speaking = new Map();

function withMessages(known: Known, messages: readonly Message[]): Known {
  return new Map([...known, ...messages.map((message) => [message.number, message] as const)]);
}

/**
 * Hears a talk as somebody does: what was said, the last of it first read, and what is said from then on as it is said.
 *
 * @param heardBy - Participant; null for everything.
 */
export function useTalk(conversation_id: string, heardBy: string | null) {
  const project_id = useProjectId();
  const api = useApi();
  const client = useStudioClient();
  const queries = useQueryClient();
  const place = { project_id, conversation_id };
  const asked = { ...place, ...(heardBy !== null && { participant_id: heardBy }) };
  const detail = useQuery(api.conversations.get.queryOptions(place));
  const participants = useQuery(api.conversations.participants.queryOptions(place));
  const input = { ...asked, order: "desc", limit: PAGE } as const;
  // What came by the stream is known here alone: what was read before it would be older.
  const first = useQuery(
    api.conversations.messages.queryOptions(input, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  );
  const [heard, setHeard] = useState<Known>(NONE);
  const [earlier, setEarlier] = useState<{ readonly known: Known; readonly hasMore: boolean } | null>(null);
  const [speaking, setSpeaking] = useState<Speaking>(SILENCE);
  const [hearing, setHearing] = useState<Hearing>("connecting");
  const [attempt, setAttempt] = useState(0);

  const readAgain = useEffectEvent(() =>
    refreshQueries(queries, api.conversations.get.pathKey(), api.conversations.participants.pathKey()),
  );
  const redact = useEffectEvent((number: number, at: string) =>
    setHeard((known) => {
      const read = first.data?.messages.find((each) => each.number === number) ?? earlier?.known.get(number);
      const message = known.get(number) ?? read;
      return message === undefined ? known : withMessages(known, [{ ...message, text: null, redacted_at: at }]);
    }),
  );
  const isReady = first.data !== undefined && detail.data !== undefined;
  const begins = useEffectEvent(() => Math.max(0, first.data?.messages[0]?.number ?? 0, ...heard.keys()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another subscription.
  useEffect(() => {
    if (!isReady) return;
    let again: ReturnType<typeof setTimeout> | undefined;
    const retry = () => {
      setHearing("connecting");
      // What was on its way comes whole, or not at all.
      setSpeaking(SILENCE);
      clearTimeout(again);
      again = setTimeout(() => setAttempt((count) => count + 1), AGAIN_MS);
    };
    const add = (message: Message) => setHeard((known) => withMessages(known, [message]));
    const hush = (speaker: string) => setSpeaking((now) => new Map([...now].filter(([who]) => who !== speaker)));
    const subscription = client.conversations.stream.subscribe(
      {
        project_id,
        conversation_id,
        after: begins(),
        ...(heardBy !== null && { participant_id: heardBy }),
      },
      {
        onData: (value) => {
          const message = "type" in value ? value : value.data;
          setHearing("live");
          if (message.type === "message") {
            add(message.data);
            hush(message.data.speaker);
          } else if (message.type === "silent") hush(message.data.speaker);
          else if (message.type === "typing" || message.type === "restart") {
            setSpeaking((now) => new Map([...now, [message.data.speaker, ""]]));
          } else if (message.type === "text") {
            const { speaker, text } = message.data;
            setSpeaking((now) => new Map([...now, [speaker, (now.get(speaker) ?? "") + text]]));
          } else if (message.type === "redaction") redact(message.data.message, message.data.at);
          else if (message.type === "reset") void first.refetch();
          else if (message.type === "end") retry();
          else if (message.type === "participant" || message.type === "status" || message.type === "turn") {
            // Nobody thinks on while nothing can be said.
            if (message.type === "status" && message.data.status !== "active") setSpeaking(SILENCE);
            void readAgain();
          }
        },
        onError: retry,
        onComplete: retry,
      },
    );
    return () => {
      clearTimeout(again);
      subscription.unsubscribe();
    };
  }, [client, project_id, conversation_id, heardBy, isReady, attempt]);

  const messages = useMemo(() => {
    const all = withMessages(withMessages(earlier?.known ?? NONE, first.data?.messages ?? []), [...heard.values()]);
    return [...all.values()].toSorted((a, b) => a.number - b.number);
  }, [earlier, first.data, heard]);

  const readEarlier = async () => {
    const offset = (first.data?.messages.length ?? 0) + (earlier?.known.size ?? 0);
    // Counted from the last message that was read: what was said since is passed over.
    const since = [...heard.keys()].filter((number) => number > (first.data?.messages[0]?.number ?? 0)).length;
    const page = await client.conversations.messages.query({ ...input, offset: offset + since });
    setEarlier((before) => ({ known: withMessages(before?.known ?? NONE, page.messages), hasMore: page.has_more }));
  };

  return {
    detail,
    participants,
    messages,
    /** Words that are on their way, by the participant who speaks. */
    speaking,
    hearing,
    /** Error for which nothing can be shown; null for none. */
    error: detail.error ?? participants.error ?? first.error,
    isLoaded: isReady && participants.data !== undefined,
    hasEarlier: earlier?.hasMore ?? first.data?.has_more ?? false,
    readEarlier,
    /** Takes in a message that was answered to whoever said or redacted it, as far as it is heard. */
    put: (message: Message) => {
      if (heardBy === null || message.audience.includes(heardBy)) setHeard((known) => withMessages(known, [message]));
    },
    again: () => void Promise.all([detail.refetch(), participants.refetch(), first.refetch()]),
  };
}
