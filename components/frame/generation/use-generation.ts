"use client";

import { useEffect, useRef, useState } from "react";
import { useStudioClient } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { failureOf, failureWords } from "../api/failure.ts";

/** Session of a generation as it stands. */
export type SessionView = Outputs["sessions"]["standing"];
export type Interrupt = NonNullable<SessionView["interrupt"]>;

/** State of a generation, as a person sees it. */
export type Generation =
  | { readonly state: "none" }
  | { readonly state: "running"; readonly words: string; readonly done: number; readonly total: number }
  | {
      readonly state: "asked";
      readonly question: string;
      readonly sessionId: string;
      /** The question with its draft and its options; null where it was answered meanwhile. */
      readonly interrupt: Interrupt | null;
    }
  | { readonly state: "failed"; readonly message: string };

const LOOK_EVERY_MS = 700;
/** Milliseconds until it is asked again after nothing was answered. */
const AGAIN_MS = 2_000;

const PHASES: Readonly<Record<string, string>> = {
  queued: "In the queue",
  retrieving: "Looking up facts",
  repairing: "Correcting",
  checking: "Checking",
  committing: "Saving",
  resumed: "Continuing",
};

/** Answers null where only the connection failed, or the service is busy. */
function passing(error: unknown): null {
  const { kind } = failureOf(error);
  if (kind !== "unreachable" && kind !== "busy") throw error;
  return null;
}

/** Starts generations and follows them to their end; `onMade` is told when there is a result. `doing` says what the model does meanwhile. */
export function useGeneration(onMade: (made: SessionView) => void, doing = "Writing") {
  const client = useStudioClient();
  const [standing, setStanding] = useState<Generation>({ state: "none" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const follow = async (session_id: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const now = await client.sessions.standing.query({ session_id }, { signal }).catch(passing);
      if (signal.aborted) return;
      // It goes on whether it can be asked about or not.
      if (now === null) {
        setStanding((known) => (known.state === "running" ? { ...known, words: "Waiting for a connection" } : known));
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        if (signal.aborted) return;
        continue;
      }
      if (now.status === "completed") {
        setStanding({ state: "none" });
        onMade(now);
        return;
      }
      if (now.status === "error") {
        setStanding({ state: "failed", message: now.error?.message ?? "The generation ended without a result." });
        return;
      }
      if (now.status === "awaiting_human") {
        const question = now.interrupt?.question ?? "Open the inbox to answer.";
        setStanding({ state: "asked", question, sessionId: session_id, interrupt: now.interrupt });
        return;
      }
      setStanding({
        state: "running",
        words: now.phase === "generating" ? doing : (PHASES[now.phase] ?? "Working"),
        ...now.progress,
      });
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      if (signal.aborted) return;
    }
  };
  const start = (begin: () => Promise<{ readonly session_id: string }>) => {
    running.current?.abort();
    const end = new AbortController();
    running.current = end;
    setStanding({ state: "running", words: "Starting", done: 0, total: 1 });
    begin()
      .then(({ session_id }) => follow(session_id, end.signal))
      .catch((error: unknown) => {
        if (end.signal.aborted) return;
        setStanding({ state: "failed", message: failureWords(error) });
      });
  };
  const forget = () => {
    running.current?.abort();
    setStanding({ state: "none" });
  };
  return { standing, start, forget };
}
