"use client";

import { type FormEvent, useCallback, useEffect, useState } from "react";
import type { EntryLinkAnswer } from "#server/features/joining/public.ts";
import { askByLink, type Trouble } from "../../frame/link/ask-by-link.ts";
import { useLinkToken } from "../../frame/link/link-token.ts";
import { PROJECT_ROLE_NAMES, ROLE_NAMES } from "../../frame/session/role-names.ts";
import { Button } from "../../ui/button.tsx";
import { FormField, LARGE_CONTROL } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { sendSignIn } from "./send-sign-in.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

type Standing = { readonly entry: EntryLinkAnswer } | { readonly why: Trouble } | null;

/** Page of a link by which somebody gets in: an invitation, or a new password. */
export function JoinPage() {
  const token = useLinkToken();
  const [standing, setStanding] = useState<Standing>(null);
  const [isIn, setIn] = useState(false);
  const open = useCallback(async (link: string) => {
    setStanding(null);
    const asked = await askByLink<EntryLinkAnswer>(link, "GET", "/v1/joining");
    setStanding(asked.ok ? { entry: asked.value } : { why: asked.why });
  }, []);
  useEffect(() => {
    if (typeof token === "string") void open(token);
  }, [token, open]);

  if (token === null) return <Closed why="noLink" />;
  if (token === undefined || standing === null) {
    return (
      <SignInFrame title="One moment">
        <p role="status" className="text-ink-3">
          Opening the link…
        </p>
      </SignInFrame>
    );
  }
  if ("why" in standing) return <Closed why={standing.why} onRetry={() => void open(token)} />;
  const { entry } = standing;
  if (isIn) return <Welcomed entry={entry} />;
  if (entry.kind === "invitation" && entry.name !== null) return <HasAccount entry={entry} />;
  return (
    <Entering
      entry={entry}
      token={token}
      onIn={(name) => {
        setStanding({ entry: { ...entry, name } });
        setIn(true);
      }}
    />
  );
}

const WORDS = {
  noLink: { title: "Part of the link is missing", text: "Open the whole link, with everything after the #." },
  closed: {
    title: "This link no longer works",
    text: "It was used, replaced or revoked, or it has expired. Ask for a new one.",
  },
  busy: { title: "Too many attempts", text: "Many links were opened from your connection. Try again in a while." },
  offline: { title: "No connection", text: "Try again when you are online." },
  failed: { title: "The link could not be opened", text: "Something went wrong on our side. Try again in a minute." },
  refused: { title: "The link could not be opened", text: "Something went wrong on our side. Try again in a minute." },
} as const satisfies Readonly<Record<Trouble | "noLink", { title: string; text: string }>>;

function Closed({ why, onRetry }: { why: Trouble | "noLink"; onRetry?: () => void }) {
  const { title, text } = WORDS[why];
  return (
    <SignInFrame title={title}>
      <p className="text-ink-2">{text}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {onRetry !== undefined && why !== "closed" && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
        <a href="/sign-in" className="link self-center text-13">
          Sign in
        </a>
      </p>
    </SignInFrame>
  );
}

/** Sentence about the inviter, the workspace or the project, and the role there. */
function Invited({ entry: { made_by, workspace_name, project_name, project_role, role } }: { entry: EntryLinkAnswer }) {
  const isGuest = role === "guest";
  return (
    <p className="mb-6 text-ink-2">
      {made_by === null ? "You are invited" : <span dir="auto">{made_by} invites you</span>} to{" "}
      <strong dir="auto">{isGuest ? (project_name ?? "a project") : workspace_name}</strong> as{" "}
      {(isGuest && project_role !== null ? PROJECT_ROLE_NAMES[project_role] : ROLE_NAMES[role]).toLowerCase()}
      {isGuest && (
        <>
          , a project of <span dir="auto">{workspace_name}</span>
        </>
      )}
      {!isGuest && project_name !== null && (
        <>
          , to begin with <strong dir="auto">{project_name}</strong>
        </>
      )}
      .
    </p>
  );
}

function HasAccount({ entry }: { entry: EntryLinkAnswer }) {
  return (
    <SignInFrame title={`Hello, ${entry.name}`}>
      <Invited entry={entry} />
      <p className="mb-6 text-ink-2">
        You have an account as <span className="break-all">{entry.email}</span>. Sign in: the invitation waits on your
        home page.
      </p>
      <a
        href="/sign-in?to=/"
        className="inline-flex min-h-9 w-full items-center justify-center rounded-control border border-accent bg-accent px-3.5 font-medium text-14 text-on-accent hover:bg-accent-strong"
      >
        Sign in
      </a>
    </SignInFrame>
  );
}

interface EnteringProps {
  entry: EntryLinkAnswer;
  token: string;
  onIn: (name: string) => void;
}

/** The form in which a person chooses a password, and someone new a name. */
function Entering({ entry, token, onIn }: EnteringProps) {
  const isNew = entry.kind === "invitation";
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const [name, password] = [String(entries.get("name") ?? "").trim(), String(entries.get("password"))];
    setProblem(null);
    setSending(true);
    const body = isNew ? { name, password } : { password };
    const used = await askByLink<EntryLinkAnswer>(token, "POST", "/v1/joining", body);
    if (!used.ok) {
      setSending(false);
      setProblem(USE_WORDS[used.why]);
      return;
    }
    if (await isSignedIn(entry.email, password)) onIn(used.value.name ?? entry.email);
    else window.location.assign("/sign-in");
  }

  return (
    <SignInFrame title={isNew ? `Join ${entry.workspace_name}` : "Choose a new password"}>
      {isNew ? (
        <Invited entry={entry} />
      ) : (
        <p className="mb-6 text-ink-2">It replaces your old one, and signs you out everywhere else.</p>
      )}
      <form onSubmit={submit} className="space-y-5">
        {problem !== null && (
          <Notice tone="error" title={isNew ? "You have not joined yet" : "Your password was not changed"} announce>
            <p>{problem}</p>
          </Notice>
        )}
        <FormField label="E-mail">
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              readOnly
              value={entry.email}
              className={LARGE_CONTROL}
            />
          )}
        </FormField>
        {isNew && (
          <FormField label="Your name">
            {(control) => (
              <input
                {...control}
                name="name"
                autoComplete="name"
                required
                maxLength={100}
                dir="auto"
                className={LARGE_CONTROL}
              />
            )}
          </FormField>
        )}
        <FormField label="Choose a password" hint="At least 10 characters.">
          {(control) => (
            <input
              {...control}
              name="password"
              type="password"
              autoComplete="new-password"
              required
              minLength={10}
              maxLength={200}
              className={LARGE_CONTROL}
            />
          )}
        </FormField>
        <Button variant="primary" type="submit" disabled={isSending} className="w-full">
          {isSending ? "One moment…" : isNew ? "Join" : "Change the password"}
        </Button>
      </form>
    </SignInFrame>
  );
}

const USE_WORDS: Readonly<Record<Trouble, string>> = {
  closed: "The link was used, replaced or revoked meanwhile. Ask for a new one.",
  refused: "Use a name of at most 100 characters and a password of 10 to 200. If you have an account already, sign in.",
  busy: "Many links were used from your connection. Try again in a while.",
  offline: "Your connection or the server is down. Try again.",
  failed: "Something went wrong on our side. Try again in a minute.",
};

/** Signs the person in with what they just chose. */
async function isSignedIn(email: string, password: string): Promise<boolean> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const entries = new FormData();
    for (const [name, value] of Object.entries({ csrfToken, email, password, callbackUrl: "/" }))
      entries.set(name, value);
    const outcome = await sendSignIn("/api/auth/callback/credentials", entries);
    return "goTo" in outcome && !outcome.goTo.startsWith("/sign-in");
  } catch {
    return false;
  }
}

const MAY: Readonly<Record<EntryLinkAnswer["role"], string>> = {
  owner: "You may do everything here, and make others owners.",
  admin: "You may do everything here, and invite others.",
  designer: "You may read and write everything here.",
  viewer: "You may read everything here.",
  guest: "You see the projects you are invited to.",
};

const MAY_IN_PROJECT: Readonly<Record<NonNullable<EntryLinkAnswer["project_role"]>, string>> = {
  admin: "You may do everything in it, and invite others.",
  writer: "You may read, write and comment in it.",
  commenter: "You may read it and comment.",
  viewer: "You may read it.",
};

/** The first page of somebody who is in, which leads to where they begin. */
function Welcomed({ entry }: { entry: EntryLinkAnswer }) {
  const { kind, name, workspace_name, project_id, project_name, project_role, role } = entry;
  const [href, words] =
    project_id === null || project_name === null
      ? ["/", "See the projects"]
      : [`/projects/${project_id}`, `Open ${project_name}`];
  return (
    <SignInFrame title={`Welcome${kind === "password" ? " back" : ""}, ${name}`}>
      <p className="mb-6 text-ink-2" role="status">
        {kind === "password" ? (
          "Your new password works from now on."
        ) : role === "guest" && project_role !== null ? (
          <>
            You are in <strong dir="auto">{project_name ?? "a project"}</strong> of{" "}
            <span dir="auto">{workspace_name}</span>. {MAY_IN_PROJECT[project_role]}
          </>
        ) : (
          <>
            You are a member of <strong dir="auto">{workspace_name}</strong>. {MAY[role]}
          </>
        )}
      </p>
      <a
        href={href}
        dir="auto"
        className="inline-flex min-h-9 w-full items-center justify-center rounded-control border border-accent bg-accent px-3.5 font-medium text-14 text-on-accent hover:bg-accent-strong"
      >
        {words}
      </a>
      {href !== "/" && role !== "guest" && (
        <p className="mt-4">
          <a href="/" className="link text-13">
            See all projects
          </a>
        </p>
      )}
    </SignInFrame>
  );
}
