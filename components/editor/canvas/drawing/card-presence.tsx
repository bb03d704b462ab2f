"use client";

import type { CSSProperties } from "react";
import { useSession } from "../../../frame/session/session-provider.tsx";
import { useOnCard } from "../../live/presence-store.ts";
import { othersOf } from "../../live/who-is-where.ts";
import { useDialogue } from "../../session/dialogue-context.ts";

/** A ring in the colour of who else is on this card, with their name. */
export function CardPresence({ id }: { id: string }) {
  const { clientId } = useDialogue();
  const { userId } = useSession();
  const people = useOnCard(clientId, id);
  if (people.length === 0) return null;
  const others = othersOf(people, { userId, graphId: null });
  const [first, ...more] = others;
  if (first === undefined) return null;
  return (
    <div className="cv-presence" style={{ "--person": `var(--person-${first.colour})` } as CSSProperties}>
      <span className="cv-presence-name" dir="auto">
        {more.length === 0 ? first.name : `${first.name} and ${more.length} more`}
      </span>
    </div>
  );
}
