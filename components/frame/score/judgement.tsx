"use client";

import { useRef, useState } from "react";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { useStudioClient } from "../api/api-provider.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import { GenerationStanding } from "../generation/generation-standing.tsx";
import { useGeneration } from "../generation/use-generation.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { reasonOf, useCan } from "../session/can.ts";
import { Places } from "./places.tsx";
import type { ScoreTarget, Span } from "./score-words.ts";

/** Grade of a model for one criterion. */
interface Judged {
  readonly name: string;
  readonly grade: number;
  readonly reason: string;
  readonly span: Span | null;
}

interface JudgementProps {
  target: ScoreTarget;
  wordsAt: (span: Span) => string;
  onShow: (span: Span) => void;
}

/** Opinion of a model on a text, when it is asked for: apart from the measures, and of the words as they were then. */
export function Judgement({ target, wordsAt, onShow }: JudgementProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const session = useRef("");
  const [judged, setJudged] = useState<readonly Judged[] | null>(null);
  const { attempt, problem } = useAttempt();
  const { standing, start } = useGeneration(() => {
    void attempt(async () => {
      const { result } = await client.sessions.get.query({ session_id: session.current });
      setJudged((result as { judgement?: readonly Judged[] } | null)?.judgement ?? []);
    });
  }, "Judging");
  const judge = () =>
    start(async () => {
      const begun = await client.score.judge.mutate({ project_id, of: target });
      session.current = begun.session_id;
      return begun;
    });
  return (
    <section aria-label="Judgement">
      <h3 className="mb-1 font-medium text-13">What a model thinks</h3>
      <p className="mb-2 text-12 text-ink-2">An opinion from 1 to 5, apart from the measures.</p>
      <Button
        size="sm"
        disabled={standing.state === "running"}
        disabledReason={reasonOf(useCan()("change"))}
        onClick={judge}
      >
        {judged === null ? "Ask for it" : "Ask again"}
      </Button>
      <GenerationStanding standing={standing} />
      {problem !== null && <AlertLine>{problem}</AlertLine>}
      {judged !== null && (
        <ul className="mt-2 space-y-2 text-13">
          {judged.map(({ name, grade, reason, span }) => (
            <li key={name}>
              <p className="flex justify-between gap-2 font-medium">
                <span className="first-letter:uppercase">{name}</span>
                <span className="numerals">{grade} of 5</span>
              </p>
              <p className="text-ink-2">{reason}</p>
              {span !== null && <Places spans={[span]} wordsAt={wordsAt} onShow={onShow} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
