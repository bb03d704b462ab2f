"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { type Failure, failureOf } from "../api/failure.ts";
import { SignInLink } from "./sign-in-link.tsx";

interface ErrorStateProps {
  /** Subject that could not be read or done, as the start of a sentence: "The dialogues". */
  what: string;
  error: unknown;
  onRetry: () => void;
  /** Assurance about what is not lost. */
  safe?: string | undefined;
  /** The way back, for what is not there. */
  back?: { readonly href: string; readonly label: string } | undefined;
  className?: string | undefined;
}

const SAFE = "Nothing is lost.";

/** A part that failed: what failed, what is safe, what to do, and the id that leads to the server's log. */
export function ErrorState({ what, error, onRetry, safe = SAFE, back, className = "" }: ErrorStateProps) {
  const failure = failureOf(error);
  return (
    <div className={`mx-auto w-full max-w-xl space-y-3 px-5 py-8 ${className}`}>
      <Notice tone={failure.kind === "missing" ? "info" : "error"} title={titleOf(what, failure)} announce>
        <p>{sentenceOf(failure, safe)}</p>
      </Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
        <Ways failure={failure} onRetry={onRetry} back={back} />
        {failure.requestId !== null && (
          <span className="break-all font-code text-11 text-ink-3">request {failure.requestId}</span>
        )}
      </div>
    </div>
  );
}

function titleOf(what: string, failure: Failure): string {
  switch (failure.kind) {
    case "unreachable":
      return `${what} could not be reached`;
    case "signed-out":
      return "You are signed out";
    case "forbidden":
      return `${what}: your role has no access`;
    case "missing":
      return `${what}: not found`;
    case "busy":
      return "Too many requests at once";
    case "fault":
      return `${what} could not be shown`;
    default:
      return `${what} could not be loaded`;
  }
}

function sentenceOf(failure: Failure, safe: string): string {
  switch (failure.kind) {
    case "unreachable":
      return `The service does not answer, or this device is offline. ${safe}`;
    case "signed-out":
      return `Sign in again to continue. ${safe}`;
    case "forbidden":
      return `${failure.message === "" ? "Your role does not allow it." : failure.message} An owner or admin of the workspace can change your role.`;
    case "missing":
      return "It was deleted, it never existed, or it belongs to another workspace.";
    case "busy":
      return `Wait a moment. ${safe}`;
    case "broken":
      return `Something went wrong on our side. ${safe}`;
    default:
      return `${failure.message} ${safe}`;
  }
}

function Ways({ failure, onRetry, back }: { failure: Failure } & Pick<ErrorStateProps, "onRetry" | "back">): ReactNode {
  switch (failure.kind) {
    case "signed-out":
      return <SignInLink />;
    case "missing":
      return (
        <PageLink href={back?.href ?? "/"} className="link font-medium">
          {back?.label ?? "Go to your projects"}
        </PageLink>
      );
    case "busy":
      return <RetryLater seconds={failure.retryAfter ?? 1} onRetry={onRetry} />;
    default:
      return (
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      );
  }
}

/** Counts down, then tries by itself. */
function RetryLater({ seconds, onRetry }: { seconds: number; onRetry: () => void }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) {
      onRetry();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, onRetry]);
  return (
    <>
      <Button size="sm" onClick={onRetry}>
        Retry now
      </Button>
      <span className="numerals text-ink-2" role="timer">
        {left <= 0 ? "Trying again…" : `Trying again in ${left === 1 ? "a second" : `${left} seconds`}`}
      </span>
    </>
  );
}
