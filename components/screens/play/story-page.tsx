"use client";

import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { Trouble } from "../../frame/link/ask-by-link.ts";
import { useLinkToken } from "../../frame/link/link-token.ts";
import { Button } from "../../ui/button.tsx";
import { readStory, type Story } from "./ask-link.ts";
import { StoryPlayer } from "./story-player.tsx";

type StoryState = { readonly story: Story } | { readonly why: Trouble } | null;

/** A shared story from its first line on, or why it cannot be read. */
export function StoryPage({ longest }: { longest: number }) {
  const token = useLinkToken();
  const [standing, setStanding] = useState<StoryState>(null);

  const open = useCallback(async (link: string) => {
    setStanding(null);
    const asked = await readStory(link);
    setStanding(asked.ok ? { story: asked.value } : { why: asked.why });
  }, []);
  useEffect(() => {
    if (typeof token === "string") void open(token);
  }, [token, open]);

  const isOffline = standing !== null && "why" in standing && standing.why === "offline";
  useEffect(() => {
    if (!isOffline || typeof token !== "string") return;
    const again = () => void open(token);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [isOffline, token, open]);

  if (token === null) return <Stopped {...WORDS.noLink} />;
  if (token === undefined || standing === null) return <Opening />;
  if ("story" in standing)
    return <StoryPlayer key={standing.story.share_id} story={standing.story} token={token} longest={longest} />;
  const { why } = standing;
  return (
    <Stopped {...WORDS[why]}>
      {why !== "closed" && (
        <Button className="mt-6" variant="primary" onClick={() => void open(token)}>
          Try again
        </Button>
      )}
    </Stopped>
  );
}

const WORDS = {
  noLink: {
    title: "A part of the link is missing",
    text: "Open the complete link, including everything after the #.",
  },
  closed: {
    title: "This link no longer works",
    text: "It was closed or has expired. Ask for a new link.",
  },
  busy: {
    title: "Too many readers at once",
    text: "Many stories were opened from your connection. Try again in a while.",
  },
  offline: {
    title: "No connection",
    text: "The story opens when you are online again.",
  },
  failed: { title: "The story could not be opened", text: "Something went wrong on our side. Try again in a minute." },
  refused: { title: "The story could not be opened", text: "Something went wrong on our side. Try again in a minute." },
} as const satisfies Readonly<Record<Trouble | "noLink", { title: string; text: string }>>;

/** Said only when it takes a while: most stories are there before. */
function Opening() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-[40rem] px-5 py-16 outline-none sm:px-8">
      <p role="status" className="text-ink-3">
        {isSlow ? "Opening the story…" : ""}
      </p>
    </main>
  );
}

function Stopped({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-[40rem] px-5 py-16 outline-none sm:px-8">
      <div role="alert">
        <h1 className="text-balance font-reading font-semibold text-20">{title}</h1>
        <p className="mt-2 text-ink-2">{text}</p>
      </div>
      {children}
    </main>
  );
}
