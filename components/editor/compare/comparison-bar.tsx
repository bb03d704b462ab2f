"use client";

import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { latePart } from "../../ui/late.tsx";

const DifferencesBar = latePart<object>(() => import("./differences-bar.tsx").then((part) => part.DifferencesBar));

const NOT_COMPARED = "Look back and compare two moments first.";

/** Bar of the differences between the compared moments, which is fetched when two are compared. */
export function ComparisonBar() {
  const { comparedWith } = useMoment();
  return comparedWith === null ? <NothingCompared /> : <DifferencesBar />;
}

/** The keys say why they do nothing. */
function NothingCompared() {
  useCommandHandlers({
    "compare.next": { run: () => {}, disabled: NOT_COMPARED },
    "compare.previous": { run: () => {}, disabled: NOT_COMPARED },
  });
  return null;
}
