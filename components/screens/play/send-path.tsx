import { type FormEvent, useId, useState } from "react";
import type { Trouble } from "../../frame/link/ask-by-link.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { type SentPath, sendPath } from "./ask-link.ts";

interface SendPathProps {
  token: string;
  path: Omit<SentPath, "words">;
  longest: number;
}

type SendingState = { readonly is: "open" | "sending" | "sent" } | { readonly is: "failed"; readonly why: Trouble };

/** Sends what a reader did back to the authors, with words to it. Nothing of who they are goes along. */
export function SendPath({ token, path, longest }: SendPathProps) {
  const [words, setWords] = useState("");
  const [standing, setStanding] = useState<SendingState>({ is: "open" });
  const field = useId();
  const help = useId();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (standing.is === "sending") return;
    setStanding({ is: "sending" });
    const asked = await sendPath(token, { ...path, words: words.trim() });
    setStanding(asked.ok ? { is: "sent" } : { is: "failed", why: asked.why });
  };

  if (standing.is === "sent")
    return (
      <p role="status" className="mt-8 text-14 text-ink-2">
        Thank you. The authors can see the way you took.
      </p>
    );
  return (
    <form onSubmit={send} className="mt-8 flex flex-col gap-2">
      <label htmlFor={field} className="font-medium text-14">
        Tell the authors
      </label>
      <p id={help} className="text-13 text-ink-2">
        They see your choices and your message, but not who you are.
      </p>
      <textarea
        id={field}
        aria-describedby={help}
        dir="auto"
        rows={3}
        maxLength={longest}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        placeholder="What you liked, or where you got lost. Optional."
        className="w-full rounded-control border border-line-strong bg-panel px-3 py-2 text-16"
      />
      {standing.is === "failed" && <AlertLine className="text-13">{WORDS[standing.why]}</AlertLine>}
      <Button type="submit" className="min-h-11 self-start" disabled={standing.is === "sending"}>
        {standing.is === "sending" ? "Sending…" : "Send my path"}
      </Button>
    </form>
  );
}

const WORDS: Readonly<Record<Trouble, string>> = {
  closed: "This link was closed in the meantime. Nothing was sent.",
  busy: "Many paths were sent from your connection. Try again in a while.",
  offline: "No connection. Your words are still here; try again.",
  failed: "Something went wrong. Your words are still here; try again.",
  refused: "This link takes no more paths, or the story has changed too much.",
};
