"use client";

import { X } from "lucide-react";
import { counted } from "#domain/counted.ts";
import { cardProgress, hasProgress, type StatusFilter } from "#domain/dialogue/line-status.ts";
import { useCommandHandlers } from "../../../frame/commands/command-host.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useView, useViewStore } from "../../store/view-state.ts";

const WORDS: Readonly<Record<StatusFilter, readonly [one: string, many: string]>> = {
  draft: ["card in draft", "cards in draft"],
  review: ["card in review", "cards in review"],
  final: ["final card", "final cards"],
  changed: ["card changed since final", "cards changed since final"],
};

/** Colours only the cards whose words have come so far, and says how many these are. */
export function StatusFilterBar() {
  const filter = useView((state) => state.statusOnly);
  const view = useViewStore();
  const toggle = (wanted: StatusFilter) => ({
    run: () => view.setState(({ statusOnly }) => ({ statusOnly: statusOnly === wanted ? null : wanted })),
    checked: filter === wanted,
  });
  useCommandHandlers({
    "status.draft": toggle("draft"),
    "status.review": toggle("review"),
    "status.final": toggle("final"),
    "status.changed": toggle("changed"),
  });
  return filter === null ? null : <Bar filter={filter} onClose={() => view.setState({ statusOnly: null })} />;
}

function Bar({ filter, onClose }: { filter: StatusFilter; onClose: () => void }) {
  const count = useDialogueState(({ nodes }) => {
    let found = 0;
    for (const node of nodes.values()) if (hasProgress(cardProgress(node), filter)) found += 1;
    return found;
  });
  const [one, many] = WORDS[filter];
  return (
    <div className="absolute start-3 top-3 z-20 flex items-center gap-1 rounded-card border border-line-strong bg-panel p-1 ps-2.5 text-12 text-ink shadow-float">
      <span role="status">{count === 0 ? `No ${many}` : counted(count, one, many)}</span>
      <IconButton
        label="Colour all cards again"
        size="sm"
        icon={<X className="size-4" aria-hidden />}
        onClick={onClose}
      />
    </div>
  );
}
