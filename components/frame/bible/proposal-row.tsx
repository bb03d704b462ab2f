"use client";

import type { ReactNode } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { Outputs } from "../api/client.ts";

type Part = Outputs["storyBible"]["getExtraction"]["parts"][number];

const KINDS = { entity: "New", relationship: "Relationship", fact: "Fact" } as const;

interface ProposalRowProps {
  /** Project whose passages are led to. */
  projectId: string;
  part: Part;
  isTaken: boolean;
  onToggle: () => void;
  /** Draws a card by its id; words alone where no project is open. */
  card?: (nodeId: string) => ReactNode;
}

/** A proposal for the bible, taken or not, with the words that say so and where they stand. */
export function ProposalRow({ projectId, part, isTaken, onToggle, card = () => "a card" }: ProposalRowProps) {
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
            {first.passage_id === undefined ? (
              first.node_id === null ? (
                placeOf(first)
              ) : (
                card(first.node_id)
              )
            ) : (
              <PageLink href={`/projects/${projectId}/manuscript?passage=${first.passage_id}`} className="link">
                a passage of the book
              </PageLink>
            )}
            {` · “${first.quote}”`}
          </>
        )}
      </p>
    </li>
  );
}

function placeOf({ file, line, pointer }: Part["evidence"][number]): string {
  const places = [file ?? "", line === null ? "" : `line ${line}`, pointer ?? ""];
  return places.filter((each) => each !== "").join(", ");
}
