"use client";

import { Badge } from "../../ui/badge.tsx";
import { useCan } from "../session/can.ts";

/** Mark beside the title for a person whose role does not let them write in the project, with the one reason. */
export function PartMark() {
  const can = useCan({ whileArchived: true, now: true });
  const edit = can("edit");
  if (edit.allowed) return null;
  return (
    <span data-tip={edit.reason} className="shrink-0">
      <Badge>{can("compose").allowed ? "Can comment" : "Read only"}</Badge>
      <span className="sr-only">: {edit.reason}</span>
    </span>
  );
}
