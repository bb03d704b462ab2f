"use client";

import { use } from "react";
import { useActorNames } from "../../../frame/project/project-queries.ts";
import { LocalTime } from "../../../ui/local-time.tsx";
import { AuthorsAsked } from "../entity/use-entity.ts";

/** Shows the last author of a value, and the time; empty while they are not known, and while nobody asks for them. */
export function Author({ author }: { author: { readonly actor: string; readonly at: string } | undefined }) {
  const nameOf = useActorNames();
  if (author === undefined || !use(AuthorsAsked)) return null;
  return (
    <span className="text-12 text-ink-3">
      <span dir="auto">{nameOf(author.actor)}</span>, <LocalTime iso={author.at} />
    </span>
  );
}
