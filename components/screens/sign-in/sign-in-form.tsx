"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FormField, LARGE_CONTROL } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type SignInProblem, signInProblem } from "./sign-in-problem.ts";

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
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    setSending(true);
    const outcome = await send(action, entries);
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
    </form>
  );
}

type Outcome = { goTo: string } | { problem: SignInProblem | null };

async function send(action: string, entries: FormData): Promise<Outcome> {
  const body = new URLSearchParams();
  for (const [name, value] of entries) if (typeof value === "string") body.set(name, value);
  body.set("json", "true");
  try {
    const response = await fetch(action, { method: "POST", body });
    const { url } = (await response.json()) as { url: string };
    const address = new URL(url, window.location.href);
    if (address.searchParams.has("csrf"))
      return { goTo: `/sign-in?error=expired&to=${encodeURIComponent(body.get("callbackUrl") ?? "/")}` };
    const code = address.searchParams.get("error");
    if (code === null) return { goTo: address.pathname + address.search };
    return { problem: signInProblem(code) };
  } catch {
    return {
      problem: {
        title: "The studio could not be reached",
        text: "Your connection or the server is down. Try again.",
        blamesEntries: false,
      },
    };
  }
}
