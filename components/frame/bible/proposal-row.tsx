"use client";

import type { ReactNode } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { Outputs } from "../api/client.ts";

type Part = Outputs["storyBible"]["getExtraction"]["parts"][number];

const KINDS = { entity: "New", relationship: "Relationship", fact: "Fact" } as const;

interface ProposalRowProps {
  part: Part;
  isTaken: boolean;
  onToggle: () => void;
  /** Draws a card by its id; words alone where no project is open. */
  card?: (nodeId: string) => ReactNode;
}

/** A proposal for the bible, taken or not, with the words that say so and where they stand. */
export function ProposalRow({ part, isTaken, onToggle, card = () => "a card" }: ProposalRowProps) {
  const { kind, label, is_new, evidence } = part;
  const [first] = evidence;
  return (
    <li className="py-1.5">
      <Checkbox label={label} checked={isTaken} onChange={onToggle} />
      <p className="ps-6 text-12 text-ink-3" dir="auto">
        {is_new ? KINDS[kind] : "Adds to it"}
        {first !== undefined && (
          <>
            {" · "}
            {first.node_id === null ? placeOf(first) : card(first.node_id)}
            {` · “${first.quote}”`}
          </>
        )}
      </p>
    </li>
  );
}

function placeOf({ file, line, pointer }: Part["evidence"][number]): string {
  const places = [file ?? "", line === null ? "" : `line ${line}`, pointer ?? ""].filter((each) => each !== "");
  // What stands neither in a file nor in a dialogue was read from the book.
  return places.length === 0 ? "a passage of the book" : places.join(", ");
}
