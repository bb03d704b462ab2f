"use client";

import { groupName } from "#domain/dialogue/names.ts";
import { isColor } from "#domain/dialogue/wire.ts";
import { COLOR_SWATCHES } from "../../ui/color-swatches.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { GroupHeading } from "./group-headings.ts";

/** The heading of the sections of a group, with its colour; a line where the sections that follow are in none. */
export function GroupHeadingLine({ heading: { groupId, isAgain } }: { heading: GroupHeading }) {
  const group = useDialogueState(({ groups }) => (groupId === null ? undefined : groups.get(groupId)));
  if (group === undefined)
    return <h2 className="mx-6 mt-8 mb-2 border-line border-t pt-2 text-12 text-ink-3">Outside of groups</h2>;
  const swatch = COLOR_SWATCHES[isColor(group.color) ? group.color : "neutral"];
  return (
    <h2 className="mx-6 mt-8 mb-2 flex items-baseline gap-2 border-line-strong border-t pt-2">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-control print:hidden forced-colors:border ${swatch}`}
      />
      <span dir="auto" className="min-w-0 break-words font-reading font-semibold text-16 text-ink">
        {groupName(group)}
      </span>
      {isAgain && <span className="shrink-0 text-12 text-ink-3">continued</span>}
    </h2>
  );
}
