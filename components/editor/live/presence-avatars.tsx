"use client";

import { useMemo } from "react";
import { Popover } from "../../ui/popover.tsx";
import { usePresence } from "./presence-store.ts";
import { type Other, othersOf } from "./who-is-where.ts";

/** Faces beyond this many are a number. */
const SHOWN = 4;

interface PresenceAvatarsProps {
  /** Me, who is not shown. */
  userId: string;
  /** The dialogue open here. */
  graphId: string | null;
  /** Returns the name of a dialogue; null when it is unknown here. */
  nameOfDialogue: (graphId: string) => string | null;
  /** Returns the name of a node of the open dialogue. */
  nameOfNode?: (nodeId: string) => string | null;
  /** Goes to the node somebody is on. */
  onGoToNode?: (nodeId: string) => void;
}

/**
 * Initials of the other people in the project; opened, the list says who is where. Nothing is drawn while there are
 * none.
 */
export function PresenceAvatars({ userId, graphId, nameOfDialogue, nameOfNode, onGoToNode }: PresenceAvatarsProps) {
  const people = usePresence((state) => state.people);
  const isStale = usePresence((state) => state.status !== "connected");
  const others = useMemo(() => othersOf(people, { userId, graphId }), [people, userId, graphId]);
  if (others.length === 0 || isStale) return null;
  const label = labelOf(others, nameOfDialogue);
  const rest = others.length - SHOWN;
  return (
    <Popover
      label="Who is where"
      align="end"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={label}
          data-tip={label}
          className="flex min-h-8 items-center gap-1 rounded-control px-1 hover:bg-hover"
        >
          {others.slice(0, rest === 1 ? SHOWN + 1 : SHOWN).map((other) => (
            <Avatar key={other.userId} other={other} />
          ))}
          {rest > 1 && (
            <span
              aria-hidden="true"
              data-rest={`+${rest}`}
              className="px-1 font-medium text-12 text-ink-2 before:content-[attr(data-rest)]"
            />
          )}
        </button>
      )}
    >
      {(close) => (
        <ul className="flex max-w-72 flex-col gap-0.5 p-1.5">
          {others.map((other) => (
            <li key={other.userId} className="flex items-center gap-2 px-1.5 py-1">
              <Avatar other={other} />
              <span className="flex min-w-0 grow flex-col">
                <span className="truncate font-medium text-13 text-ink">
                  <bdi>{other.name}</bdi>
                </span>
                <span className="truncate text-12 text-ink-2">
                  <bdi>{placeOf(other, nameOfDialogue, nameOfNode)}</bdi>
                </span>
              </span>
              {other.isHere && other.nodeId !== null && onGoToNode !== undefined && (
                <button
                  type="button"
                  className="min-h-8 shrink-0 rounded-control px-2 text-12 text-accent hover:bg-hover"
                  aria-label={`Go there: where ${other.name} is`}
                  onClick={() => {
                    if (other.nodeId !== null) onGoToNode(other.nodeId);
                    close();
                  }}
                >
                  Go there
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

/** Returns who is in the open dialogue, and who is in which other one. */
function labelOf(others: readonly Other[], nameOfDialogue: PresenceAvatarsProps["nameOfDialogue"]): string {
  const places = Map.groupBy(others, (other) =>
    other.isHere ? "Also here" : placeOf(other, nameOfDialogue, undefined),
  );
  const said = (people: readonly Other[]) => new Intl.ListFormat("en").format(people.map(({ name }) => name));
  return [...places].map(([place, people]) => `${place}: ${said(people)}`).join("; ");
}

/** Returns the location of a person in words. */
function placeOf(
  { graphId, nodeId, isHere }: Other,
  nameOfDialogue: PresenceAvatarsProps["nameOfDialogue"],
  nameOfNode: PresenceAvatarsProps["nameOfNode"],
): string {
  if (graphId === null) return "In this project";
  if (!isHere) {
    const dialogue = nameOfDialogue(graphId);
    return dialogue === null ? "In another dialogue" : `In ${dialogue}`;
  }
  const node = nodeId === null ? null : (nameOfNode?.(nodeId) ?? null);
  return node === null ? "In this dialogue" : `On ‘${node}’`;
}

/** Literal names, so that the style sheet has them. */
const COLOURS = [
  "bg-person-1",
  "bg-person-2",
  "bg-person-3",
  "bg-person-4",
  "bg-person-5",
  "bg-person-6",
  "bg-person-7",
  "bg-person-8",
] as const;

/** A person's initials. The name stands beside it, or in the name of what it is in. */
function Avatar({ other: { initials, colour } }: { other: Pick<Other, "initials" | "colour"> }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initials}
      // Drawn, not written: read aloud or searched for, initials are noise beside the name.
      className={`flex size-6 shrink-0 items-center justify-center rounded-round font-interface font-medium text-11 text-on-person before:content-[attr(data-initials)] forced-colors:border ${COLOURS[colour - 1] ?? COLOURS[0]}`}
    />
  );
}
