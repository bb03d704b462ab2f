"use client";

import { LinkChanges } from "../../frame/linked/link-changes.tsx";
import { useProjectNames } from "../../frame/linked/use-project-name.ts";
import { PageLink } from "../../ui/page-link.tsx";
import type { ServerItem } from "./inbox-queries.ts";

/** Shows what has changed in a project that is linked, and what this one has in its place. */
export function LinkItem({ item: { project_id, id, about } }: { item: ServerItem }) {
  const nameOf = useProjectNames(true);
  return (
    <>
      <h2 className="mb-3 text-balance font-reading font-semibold text-20" dir="auto">
        Changes in “{nameOf(about ?? "")}”
      </h2>
      <LinkChanges projectId={project_id} linkId={id} />
      <p className="mt-5">
        <PageLink href={`/projects/${project_id}/links?link=${id}`} className="link text-13">
          Open the link
        </PageLink>
      </p>
    </>
  );
}
