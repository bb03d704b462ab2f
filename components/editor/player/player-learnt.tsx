"use client";

import { ChevronDown } from "lucide-react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { changeOf } from "#domain/runtime/world.ts";
import { WAYS_IN_WORDS } from "../../frame/facts/fact-words.ts";
import { useNarrow } from "../../ui/use-narrow.ts";

interface PlayerLearntProps {
  names: DescribedNames;
  state: PlayState;
  /** The state one decision ago, to mark what has changed. */
  before: PlayState | null;
}

/** Facts that each has learnt so far in a playthrough; empty before anybody learnt one. */
export function PlayerLearnt({ names, state, before }: PlayerLearntProps) {
  const isNarrow = useNarrow();
  const learnt = state.world?.filter(({ what }) => what === "knowledge") ?? [];
  if (learnt.length === 0) return null;
  const byWhom = Map.groupBy(learnt, ({ entity }) => entity ?? "");
  return (
    <details open={!isNarrow} className="group max-h-2/5 shrink-0 overflow-y-auto border-line border-t">
      <summary className="sticky top-0 mx-0.5 flex min-h-9 cursor-pointer list-none items-center gap-2 bg-panel px-4.5 font-medium text-12 text-ink-2 -outline-offset-2 hover:text-ink">
        <ChevronDown aria-hidden className="size-3.5 -rotate-90 group-open:rotate-0 rtl:rotate-90" />
        What each has learnt so far <span className="numerals font-normal text-ink-3">{learnt.length}</span>
      </summary>
      <div className="px-5 pb-4">
        <dl className="space-y-2 text-13">
          {[...byWhom].map(([who, facts]) => (
            <div key={who}>
              <dt dir="auto" className="font-medium">
                {names.entity?.(who) ?? "Somebody who is gone"}
              </dt>
              {facts.map(({ what, entity, key, value }) => (
                <dd key={key} dir="auto" className="break-words font-reading text-ink">
                  {names.fact?.(key ?? "") ?? "A fact that is gone"}{" "}
                  <span className="font-interface text-12 text-ink-2">
                    {wayIn(value)}
                    {before !== null && changeOf({ state: before }, what, entity, key) === undefined && " · just now"}
                  </span>
                </dd>
              ))}
            </div>
          ))}
        </dl>
        <p className="mt-2 text-12 text-ink-3">
          A save keeps this with the variables and the changes in the world. Loading an earlier save forgets what was
          learnt since.
        </p>
      </div>
    </details>
  );
}

/** Returns how a fact was learnt, as the playthrough keeps it. */
function wayIn(how: unknown): string {
  return typeof how === "string" && Object.hasOwn(WAYS_IN_WORDS, how)
    ? WAYS_IN_WORDS[how as keyof typeof WAYS_IN_WORDS]
    : String(how ?? "");
}
