"use client";

import { useId } from "react";
import { quotedBranch } from "../gestures/node-name.ts";
import type { Node } from "../model/model.ts";
import { FieldNotices } from "./field-notices.tsx";
import { useTextField } from "./use-text-field.ts";

interface BranchWordsProps {
  nodeId: string;
  branch: Node["branches"][number];
}

/** The words of a branch, as the player reads them. */
export function BranchWords({ nodeId, branch }: BranchWordsProps) {
  const id = useId();
  const pointer = `/branches/${branch.id}/choice_text`;
  const label = `Write the choice ${quotedBranch(branch)}`;
  const { bind, reason, conflict } = useTextField({ subjectId: nodeId, pointer, label });
  return (
    <>
      <textarea
        {...bind}
        id={id}
        aria-label="Words of the choice"
        aria-invalid={conflict !== null || undefined}
        title={reason ?? undefined}
        rows={1}
        placeholder="What the player can say or do"
        className="field-sizing-content block max-h-40 min-h-7 w-full resize-none rounded-control border border-transparent bg-transparent px-1 py-0.5 font-reading text-14 text-ink leading-snug placeholder:text-ink-3 hover:border-line focus:border-accent aria-invalid:border-warn"
      />
      <FieldNotices subjectId={nodeId} pointer={pointer} fieldId={id} />
    </>
  );
}
