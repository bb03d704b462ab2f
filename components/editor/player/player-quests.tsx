"use client";

import { ChevronDown } from "lucide-react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { standingOf } from "#domain/runtime/world.ts";
import { QUEST_STATE_WORDS } from "../../frame/project/quest-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";

interface PlayerQuestsProps {
  dialogue: PlayedDialogue;
  names: DescribedNames;
  state: PlayState;
  /** The state one decision ago, to mark what has changed. */
  before: PlayState | null;
}

/** Quests of a playthrough, each with its state, its stage and what was done of it; empty where the story has none. */
export function PlayerQuests({ dialogue: { world }, names, state, before }: PlayerQuestsProps) {
  const isNarrow = useNarrow();
  const quests = Object.entries(world?.quests ?? {}).map(([id, quest]) => {
    return {
      id,
      quest,
      now: standingOf({ state }, id),
      was: before === null ? null : standingOf({ state: before }, id),
    };
  });
  const met = quests.filter(({ now }) => now.state !== null);
  if (quests.length === 0) return null;
  return (
    <details open={!isNarrow} className="group max-h-2/5 shrink-0 overflow-y-auto border-line border-t">
      <summary className="sticky top-0 mx-0.5 flex min-h-9 cursor-pointer list-none items-center gap-2 bg-panel px-4.5 font-medium text-12 text-ink-2 -outline-offset-2 hover:text-ink">
        <ChevronDown aria-hidden className="size-3.5 -rotate-90 group-open:rotate-0 rtl:rotate-90" />
        Quests <span className="numerals font-normal text-ink-3">{met.length}</span>
      </summary>
      <div className="px-5 pb-4 text-13">
        {met.length === 0 && <p className="text-ink-3">No quest was offered yet.</p>}
        <ul aria-label="Quests of this playthrough" className="space-y-3">
          {met.map(({ id, quest, now, was }) => {
            const stage = quest.stages.find((each) => each.id === now.stage);
            const isNew = was !== null && JSON.stringify(was) !== JSON.stringify(now);
            return (
              <li key={id}>
                <div className="flex flex-wrap items-baseline gap-2">
                  <span dir="auto" className="min-w-0 break-words font-medium">
                    {names.quest?.(id) ?? "A quest that is gone"}
                  </span>
                  {now.state !== null && <Badge>{QUEST_STATE_WORDS[now.state]}</Badge>}
                  {isNew && <span className="text-12 text-ink-2">changed</span>}
                </div>
                {stage !== undefined && (
                  <>
                    <p dir="auto" className="break-words text-ink-2">
                      {names.questPart?.(stage.id) ?? "…"}
                    </p>
                    <ul className="text-12">
                      {stage.objectives.map((objective) => (
                        <li key={objective.id} dir="auto" className="flex gap-2">
                          <span className="numerals text-ink-2">
                            {Object.hasOwn(now.counts, objective.id) ? now.counts[objective.id] : 0}/{objective.count}
                          </span>
                          <span className="min-w-0 break-words">{names.questPart?.(objective.id) ?? "…"}</span>
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </details>
  );
}
