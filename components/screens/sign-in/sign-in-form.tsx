"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FormField, LARGE_CONTROL } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { sendSignIn } from "./send-sign-in.ts";
import type { SignInProblem } from "./sign-in-problem.ts";

interface SignInFormProps {
  action: string;
  csrfToken: string;
  /** The path that a person wanted to see. */
  goTo: string;
  problem: SignInProblem | null;
}

/** The sign-in. Without scripts it is an ordinary form post; with them a refusal keeps what was typed. */
export function SignInForm({ action, csrfToken, goTo, problem: initial }: SignInFormProps) {
  const [problem, setProblem] = useState(initial);
  const [isSending, setSending] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // The page has nothing else to do.
  useEffect(() => email.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    setSending(true);
    const outcome = await sendSignIn(action, entries);
    if ("goTo" in outcome) {
      window.location.assign(outcome.goTo);
      return;
    }
    setSending(false);
    setProblem(outcome.problem);
    password.current?.focus();
    password.current?.select();
  }

  const invalid = problem?.blamesEntries === true;
  return (
    <form method="post" action={action} onSubmit={submit} className="space-y-5">
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={goTo} />
      {problem !== null && (
        <Notice tone="error" title={problem.title} announce>
          <p>{problem.text}</p>
        </Notice>
      )}
      <FormField label="E-mail">
        {(control) => (
          <input
            {...control}
            ref={email}
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            aria-invalid={invalid}
            className={LARGE_CONTROL}
          />
        )}
      </FormField>
      <FormField label="Password">
        {(control) => (
          <input
            {...control}
            ref={password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            aria-invalid={invalid}
            className={LARGE_CONTROL}
          />
        )}
      </FormField>
      <Button variant="primary" type="submit" disabled={isSending} className="w-full">
        {isSending ? "Signing in…" : "Sign in"}
      </Button>
      <p className="text-13 text-ink-2">
        Forgot your password? Ask an owner or admin of your workspace for a link to choose a new one.
      </p>
    </form>
  );
}
