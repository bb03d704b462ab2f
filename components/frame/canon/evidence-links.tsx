"use client";

import { PageLink } from "../../ui/page-link.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { profileAddress } from "../project/project-provider.tsx";
import type { Violation } from "./violation.ts";

/** Links to both sides of a contradiction: cards to their dialogue, all else to the page of the entity that it is about. */
export function EvidenceLinks({ violation }: { violation: Violation }) {
  const { at } = useMoment();
  return (
    <ul className="flex flex-col gap-1 text-12">
      {violation.evidence.map((each) => {
        const href = addressOf(violation, each);
        const moment = at === null ? "" : `${href.includes("?") ? "&" : "?"}at=${at}`;
        return (
          <li key={`${each.id} ${each.seq}`} dir="auto">
            <PageLink href={`${href}${moment}`} className="link">
              {each.text === "" ? "Open it" : each.text}
            </PageLink>
            {each.seq !== null && <span className="numerals text-ink-3"> · change {each.seq}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function addressOf(
  { project_id, subject_id, subject_type }: Violation,
  { type, id, graph_id }: Violation["evidence"][number],
): string {
  if (type === "seed") return `/projects/${project_id}/seeds?set-up=${id}`;
  if (type === "passage") return `/projects/${project_id}/manuscript?passage=${id}`;
  if (type === "quest") return `/projects/${project_id}/quests/${id}`;
  if (graph_id !== null) return `/projects/${project_id}/dialogues/${graph_id}?card=${id}`;
  return profileAddress(project_id, { id: subject_id ?? id, type: subject_type ?? "" });
}
