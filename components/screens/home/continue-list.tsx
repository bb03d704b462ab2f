"use client";

import Link from "next/link";
import { LocalTime } from "../../ui/local-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { RecentDialogue } from "./use-home.ts";

/** The dialogues one was in last. */
export function ContinueList({ dialogues }: { dialogues: readonly RecentDialogue[] | undefined }) {
  if (dialogues?.length === 0) return null;
  return (
    <section aria-labelledby="continue" className="mb-10">
      <h2 id="continue" className="mb-2 font-semibold text-14">
        Continue
      </h2>
      <ul className="grid gap-2 sm:grid-cols-3">
        {dialogues === undefined
          ? ["a", "b", "c"].map((key) => (
              <li key={key}>
                <Skeleton className="h-20" />
              </li>
            ))
          : dialogues.map((dialogue) => (
              <li key={dialogue.id}>
                <Link
                  href={dialogue.href}
                  prefetch={false}
                  className="flex h-full min-h-20 flex-col justify-between gap-1.5 rounded-card border border-line bg-panel px-3.5 py-2.5 hover:border-accent"
                >
                  <span className="line-clamp-2 font-reading text-15" dir="auto">
                    {dialogue.name}
                  </span>
                  <span className="numerals truncate text-12 text-ink-3">
                    <span dir="auto">{dialogue.project}</span> · {dialogue.nodes} cards ·{" "}
                    <LocalTime iso={dialogue.editedAt} />
                  </span>
                </Link>
              </li>
            ))}
      </ul>
    </section>
  );
}
