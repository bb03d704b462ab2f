"use client";

import { requestIdOf } from "../../frame/api/failure.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { SignInLink } from "../../frame/session/sign-in-link.tsx";
import { ProjectSearch } from "../../frame/shell/project-search.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { refusalWords } from "./refusal-words.ts";

const PRIMARY_LINK =
  "inline-flex min-h-9 items-center rounded-control border border-accent bg-accent px-3.5 py-1.5 font-medium text-14 text-on-accent hover:bg-accent-strong";

const LINK =
  "inline-flex min-h-9 items-center rounded-control border border-line px-3.5 py-1.5 font-medium text-14 text-ink-2 hover:border-line-strong hover:text-ink";

interface DialogueRefusedProps {
  error: unknown;
  onRetry: () => void;
  /** Goes back to now, where an earlier moment was asked for. */
  onNow: (() => void) | null;
}

/** Says why a dialogue did not open, and what to do. */
export function DialogueRefused({ error, onRetry, onNow }: DialogueRefusedProps) {
  const projectId = useProjectId();
  const requestId = requestIdOf(error);
  const { title, words, next } = refusalWords(error);
  return (
    <Shell title={<p className="text-13">Dialogue</p>}>
      <ProjectSearch />
      <div className="grid grow place-items-center p-6">
        <div role="alert" className="max-w-md space-y-3 text-center">
          <h1 className="font-semibold text-20 text-ink">{title}</h1>
          <p className="text-14 text-ink-2">{words}</p>
          {onNow !== null && (
            <p className="text-14 text-ink-2">You asked for an earlier moment, when it may not have existed.</p>
          )}
          {requestId !== null && (
            <p className="text-12 text-ink-3">
              Request <code className="font-code">{requestId}</code>
            </p>
          )}
          <div className="flex flex-wrap justify-center gap-2">
            {next === "sign-in" && <SignInLink className={PRIMARY_LINK} />}
            {next === "retry" && (
              <Button variant="primary" onClick={onRetry}>
                Try again
              </Button>
            )}
            {next === "interface" && (
              <a href="/docs/reference/dialogues#dialogues_export" className={LINK}>
                How to export it
              </a>
            )}
            {onNow !== null && <Button onClick={onNow}>Go back to now</Button>}
            <PageLink href={`/projects/${projectId}/dialogues`} className={LINK}>
              All dialogues
            </PageLink>
          </div>
        </div>
      </div>
    </Shell>
  );
}
