"use client";

import { useSyncExternalStore } from "react";
import { followCall } from "../../../../frame/api/follow-call.ts";
import { useMoment } from "../../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../../frame/project/project-provider.tsx";
import { useSession } from "../../../../frame/session/session-provider.tsx";
import type { Answer } from "./talk-words.ts";

/** Character that a writer speaks as. */
export interface Speaker {
  readonly id: string;
  readonly name: string;
}

/** Words that were said in a talk. */
export type Turn =
  | { readonly by: "player"; readonly text: string; readonly speaker: Speaker | null }
  | { readonly by: "npc"; readonly text: string; readonly answer: Answer };

/** Settings of a talk beside the moment that is looked at. */
export interface TalkSettings {
  /** Playthrough in which it is talked; null for none. */
  readonly run: string | null;
  /** Character that speaks to it; null for nobody in particular. */
  readonly speaker: Speaker | null;
  /** Whether the character speaks without a model. */
  readonly isAuthored: boolean;
}

/** A talk with one character, as far as it came on this page. */
interface Talk {
  readonly turns: readonly Turn[];
  /** Words that wait for an answer; null for none. */
  readonly asked: { readonly text: string; readonly speaker: Speaker | null } | null;
  /** The answer, as far as it came. */
  readonly saying: string;
  /** Error of the last words; null where they were answered. */
  readonly error: unknown;
}

/** Turns that an answer takes into account, and letters of each. */
const MOST_HISTORY = 40;
const MOST_LETTERS = 4_000;
/** Milliseconds that a writer waits for a model: longer than a player of a game does. */
const DEADLINE_MS = 20_000;

const BEGINNING: Talk = { turns: [], asked: null, saying: "", error: null };

/** Talks by their places: one that was closed goes on where it was, while the page stays. */
const talks = new Map<string, Talk>();
const listeners = new Set<() => void>();

function put(place: string, talk: Talk): void {
  talks.set(place, talk);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The talk with a character at the moment that is looked at, or in a playthrough: what was said there to it by the same speaker, and how to go
 * on with it.
 */
export function useTalk(npcId: string, { run, speaker, isAuthored }: TalkSettings) {
  const project_id = useProjectId();
  const { workspaceId } = useSession();
  const { reading } = useMoment();
  // A playthrough is at a moment of its own.
  const moment = run === null ? reading : { run };
  // What was said in one playthrough, or at one moment, was not said in another.
  const place = JSON.stringify([npcId, moment, speaker?.id ?? null]);
  const talk = useSyncExternalStore(
    subscribe,
    () => talks.get(place) ?? BEGINNING,
    () => BEGINNING,
  );
  async function say(text: string): Promise<boolean> {
    const { turns } = talk;
    const asked = { text, speaker };
    put(place, { turns, asked, saying: "", error: null });
    // A talk that was started over meanwhile does not begin with this answer.
    const isWaiting = () => talks.get(place)?.asked === asked;
    const hear = (change: (saying: string) => string) => {
      const now = talks.get(place);
      if (now !== undefined && isWaiting()) put(place, { ...now, saying: change(now.saying) });
    };
    try {
      const answer = await followCall({
        name: "npcs.talk",
        workspaceId,
        input: {
          project_id,
          npc_id: npcId,
          text,
          ...moment,
          ...(speaker !== null && { speaker_id: speaker.id }),
          history: turns.slice(-MOST_HISTORY).map(({ by, text: said }) => ({ by, text: said.slice(0, MOST_LETTERS) })),
          provider: isAuthored ? "authored" : "auto",
          deadline_ms: DEADLINE_MS,
        },
        onMessage: ({ type, data }) => {
          if (type === "text") hear((saying) => saying + String(data.text));
          if (type === "restart") hear(() => "");
        },
      });
      if (!isWaiting()) return true;
      const said: readonly Turn[] = [
        { by: "player", text, speaker },
        { by: "npc", text: answer.text, answer },
      ];
      put(place, { turns: [...turns, ...said], asked: null, saying: "", error: null });
      return true;
    } catch (error) {
      if (isWaiting()) put(place, { turns, asked: null, saying: "", error });
      return false;
    }
  }
  return { ...talk, say, startOver: () => put(place, BEGINNING) };
}
