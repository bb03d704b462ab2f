"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { counted } from "#domain/counted.ts";
import { CommandButton } from "../../frame/commands/command-menu.tsx";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { MARK_WORDS, useDifferences } from "./use-compared.ts";

const NO_DIFFERENCE = "Nothing in this dialogue differs.";

/** Counts the differences between the compared moments and steps from one to the next. */
export function DifferencesBar() {
  const session = useDialogue();
  const graphId = useDialogueState(({ graph }) => graph.id);
  const active = useDialogueState((state) => state.active);
  const subjects = useDialogueState(({ compared }) => compared?.subjects);
  const ids = useDifferences();
  const at = active === null ? -1 : ids.indexOf(active);
  const step = (by: 1 | -1) => {
    const from = at < 0 && by === -1 ? 0 : at;
    const next = ids[(from + by + ids.length) % ids.length];
    if (next === graphId) session.select([]);
    else if (next !== undefined) session.reveal(next);
  };
  const disabled = ids.length === 0 ? NO_DIFFERENCE : null;
  useCommandHandlers({
    "compare.next": { run: () => step(1), disabled },
    "compare.previous": { run: () => step(-1), disabled },
  });
  const marks = Map.groupBy(subjects?.values() ?? [], ({ mark }) => mark);
  const counts = (["changed", "added", "removed"] as const).flatMap((mark) => {
    const count = marks.get(mark)?.length ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString("en-GB")} ${MARK_WORDS[mark].toLowerCase()}`];
  });
  return (
    <section
      aria-label="What differs"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-panel px-4 py-1 text-13 print:hidden"
    >
      <p role="status" className="numerals">
        {counts.length === 0 ? NO_DIFFERENCE : `${counts.join(", ")} in this dialogue`}
        {at >= 0 && ` · ${(at + 1).toLocaleString("en-GB")} of ${counted(ids.length, "difference")}`}
      </p>
      <span className="ms-auto flex items-center gap-1">
        <CommandButton id="compare.previous" isIconOnly size="sm" icon={<ArrowUp aria-hidden className="size-4" />} />
        <CommandButton id="compare.next" isIconOnly size="sm" icon={<ArrowDown aria-hidden className="size-4" />} />
      </span>
    </section>
  );
}
