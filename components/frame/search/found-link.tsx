"use client";

import { type ReactNode, use } from "react";
import { PageLink } from "../../ui/page-link.tsx";
import { OpenDialogueContext } from "../project/open-dialogue.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { type FoundPlace, foundAddress } from "./found-address.ts";

/** Whether a dialogue is the one that is open. */
export function useIsOpen(): (graphId: string) => boolean {
  const dialogue = use(OpenDialogueContext);
  return (graphId) => dialogue?.graphId === graphId;
}

const ROW = "block w-full cursor-pointer rounded-control px-2 py-1.5 text-start hover:bg-hover";

/** One thing that was found. What is in the open dialogue is shown where it is; anything else opens its dialogue. */
export function FoundLink({ place, children }: { place: FoundPlace; children: ReactNode }) {
  const projectId = useProjectId();
  const dialogue = use(OpenDialogueContext);
  if (dialogue?.graphId === place.graphId) {
    return (
      <button type="button" data-found className={ROW} onClick={() => dialogue.show(place.subjectId)}>
        {children}
      </button>
    );
  }
  return (
    <PageLink href={foundAddress(projectId, place)} data-found className={ROW}>
      {children}
    </PageLink>
  );
}
