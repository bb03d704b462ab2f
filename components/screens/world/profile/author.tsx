"use client";

import { useActorNames } from "../../../frame/project/project-queries.ts";
import { LocalTime } from "../../../ui/local-time.tsx";

/** Shows the last author of a value, and the time; empty while they are not known. */
export function Author({ author }: { author: { readonly actor: string; readonly at: string } | undefined }) {
  const nameOf = useActorNames();
  if (author === undefined) return null;
  return (
    <span className="text-12 text-ink-3">
      <span dir="auto">{nameOf(author.actor)}</span>, <LocalTime iso={author.at} />
    </span>
  );
}
