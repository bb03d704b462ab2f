"use client";

import { counted } from "#domain/counted.ts";
import { cardProgress, hasProgress, type StatusFilter } from "#domain/dialogue/line-status.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useView, useViewStore } from "../../store/view-state.ts";
import { FilterBar } from "./filter-bar.tsx";

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
    run: () =>
      view.setState(({ statusOnly }) => ({ statusOnly: statusOnly === wanted ? null : wanted, commentedOnly: false })),
    checked: filter === wanted,
  });
  useCommandHandlers({
    "status.draft": toggle("draft"),
    "status.review": toggle("review"),
    "status.final": toggle("final"),
    "status.changed": toggle("changed"),
  });
  return filter === null ? null : <StatusBar filter={filter} onClose={() => view.setState({ statusOnly: null })} />;
}

function StatusBar({ filter, onClose }: { filter: StatusFilter; onClose: () => void }) {
  const count = useDialogueState(({ nodes }) => {
    let found = 0;
    for (const node of nodes.values()) if (hasProgress(cardProgress(node), filter)) found += 1;
    return found;
  });
  const [one, many] = WORDS[filter];
  return <FilterBar words={count === 0 ? `No ${many}` : counted(count, one, many)} onClose={onClose} />;
}
