"use client";

import { Badge } from "../../ui/badge.tsx";
import { useProjectNames } from "./use-project-name.ts";

/** The project that an entity came from; nothing for the project's own. */
export function LinkedBadge({ sourceId }: { sourceId: string | null }) {
  const nameOf = useProjectNames(sourceId != null);
  if (sourceId == null) return null;
  return (
    <Badge>
      <span className="me-1">From</span>
      <span dir="auto">{nameOf(sourceId)}</span>
    </Badge>
  );
}
