"use client";

import { useEffect, useState } from "react";
import { describeGroup, groupRuleName } from "#domain/problems/problem-text.ts";
import { countWords } from "../fields/severity-mark.tsx";
import { useDialogue } from "../session/dialogue-context.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { useProblemsSession } from "../store/use-problems.ts";
import { useProblemNames } from "./problem-names.ts";

/** Quiet time after which a burst of edits is announced once. */
const SETTLED_MS = 1_000;

/** Says to assistive technology which problem F8 went to, and how many there are when that changes. */
export function ProblemAnnouncer() {
  const { store } = useProblemsSession();
  const dialogue = useDialogue();
  const names = useProblemNames();
  const [said, setSaid] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe((state, before) => {
      if (state.current !== before.current && state.current !== null) {
        const { group, at, of } = neighbourhood(state.groups, state.current);
        if (group === undefined) return;
        clearTimeout(timer);
        const node = group.node_id === null ? "" : ` ${names(dialogue.store.getState()).node(group.node_id) ?? ""}.`;
        const why = describeGroup(group, names(dialogue.store.getState()));
        setSaid(`Problem ${at} of ${of}. ${groupRuleName(group)}.${node} ${why}`);
      } else if (state.counts !== before.counts && before.isChecked) {
        const { error, warning } = state.counts;
        if (error === before.counts.error && warning === before.counts.warning) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          const now = store.getState().counts;
          setSaid(
            now.error + now.warning === 0
              ? "No problems."
              : `Problems: ${countWords("error", now.error)}, ${countWords("warning", now.warning)}.`,
          );
        }, SETTLED_MS);
      }
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, dialogue, names]);
  return (
    <p role="status" aria-label="Problems" className="sr-only">
      {said}
    </p>
  );
}

/** A group and where it stands in the list, counted from one. */
function neighbourhood(
  groups: readonly ShownGroup[],
  key: string,
): { group: ShownGroup | undefined; at: number; of: number } {
  const at = groups.findIndex((group) => group.key === key);
  return { group: groups[at], at: at + 1, of: groups.length };
}
