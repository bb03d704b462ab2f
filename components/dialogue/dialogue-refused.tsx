"use client";

import Link from "next/link";
import { isRefusal } from "../api/client.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { requestIdOf, statusOf } from "../saving/refusal-facts.ts";
import { ProjectSearch } from "../shell/project-search.tsx";
import { Shell } from "../shell/shell.tsx";
import { Button } from "../ui/button.tsx";

const WORDS: Record<number, { title: string; words: string }> = {
  401: { title: "You are signed out", words: "Sign in to open this dialogue." },
  403: { title: "This dialogue is not open to you", words: "Ask an owner or admin of the workspace for access." },
  404: { title: "There is no such dialogue", words: "It may have been deleted, or the link may be incomplete." },
  429: { title: "Too many requests", words: "Wait a moment, then try again." },
};
const BROKEN = { title: "The dialogue could not be read", words: "Nothing is lost. Try again in a moment." };
const UNREACHED = {
  title: "The dialogue could not be read",
  words: "There is no connection. Try again when you are online.",
};

interface DialogueRefusedProps {
  error: unknown;
  onRetry: () => void;
  /** Goes back to now, where an earlier moment was asked for. */
  onNow: (() => void) | null;
}

/** Says why a dialogue did not open, and what to do. */
export function DialogueRefused({ error, onRetry, onNow }: DialogueRefusedProps) {
  const projectId = useProjectId();
  const status = statusOf(error);
  const requestId = requestIdOf(error);
  const { title, words } = (isRefusal(error) ? WORDS[status ?? 0] : UNREACHED) ?? BROKEN;
  return (
    <Shell section="dialogues" title={null}>
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
            {status === 401 ? (
              <SignInLink />
            ) : (
              status !== 404 &&
              status !== 403 && (
                <Button variant="primary" onClick={onRetry}>
                  Try again
                </Button>
              )
            )}
            {onNow !== null && <Button onClick={onNow}>Go back to now</Button>}
            <Link
              href={`/projects/${projectId}/dialogues`}
              className="inline-flex min-h-9 items-center rounded-control border border-line px-3.5 py-1.5 font-medium text-14 text-ink-2 hover:border-line-strong hover:text-ink"
            >
              All dialogues
            </Link>
          </div>
        </div>
      </div>
    </Shell>
  );
}

function SignInLink() {
  const to = typeof window === "undefined" ? "/" : `${window.location.pathname}${window.location.search}`;
  return (
    <a
      href={`/sign-in?to=${encodeURIComponent(to)}`}
      className="inline-flex min-h-9 items-center rounded-control border border-accent bg-accent px-3.5 py-1.5 font-medium text-14 text-on-accent hover:bg-accent-strong"
    >
      Sign in
    </a>
  );
}
