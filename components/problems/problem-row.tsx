"use client";

import { useEffect, useRef } from "react";
import { describeGroup, groupRuleName } from "#domain/problems/problem-text.ts";
import { type AskingFix, ProblemFix } from "./problem-fix.tsx";
import { useSentence } from "./problem-names.ts";
import type { ShownGroup, Since } from "./problem-store.ts";
import { useProblemsSession } from "./problems-context.ts";
import { SEVERITY_WORDS, SeverityMark } from "./severity-mark.tsx";
import { useProblemsState } from "./use-problems.ts";

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A group of problems with one cause: its rule, its card, why, since when, and what to do. */
export function ProblemRow({
  group,
  onAsk,
  onIgnore,
}: {
  group: ShownGroup;
  onAsk: (kind: AskingFix) => void;
  onIgnore: () => void;
}) {
  const { goTo } = useProblemsSession();
  const isCurrent = useProblemsState((state) => state.current === group.key);
  const card = useSentence((names) =>
    group.node_id === null ? "This dialogue" : (names.node(group.node_id) ?? "A card that is gone"),
  );
  const why = useSentence((names) => describeGroup(group, names));
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <tr
      ref={row}
      aria-current={isCurrent || undefined}
      className="border-line border-t align-top aria-current:bg-accent-soft max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3"
    >
      <th scope="row" className="py-1.5 ps-4 pe-3 text-start font-medium text-ink">
        <span className="inline-flex min-h-7 items-center gap-2 whitespace-nowrap">
          <SeverityMark severity={group.severity} />
          <span className="sr-only">{SEVERITY_WORDS[group.severity][0]}: </span>
          {groupRuleName(group)}
        </span>
      </th>
      <td className="max-w-64 py-1.5 pe-3">
        <button
          type="button"
          onClick={() => goTo(group)}
          className="link inline-block min-h-7 max-w-full cursor-pointer truncate text-start text-13"
          dir="auto"
        >
          {card}
        </button>
      </td>
      <td className="w-full py-2.5 pe-3 leading-5 max-md:py-1.5 max-md:ps-4">{why}</td>
      <td className="whitespace-nowrap py-1.5 pe-3 text-ink-3 leading-7 max-lg:hidden">
        <SinceText since={group.since} />
      </td>
      <td className="whitespace-nowrap py-1.5 pe-4 max-md:ps-4 max-md:pt-0">
        <ProblemFix group={group} name={`for ${card}`} onAsk={onAsk} onIgnore={onIgnore} />
      </td>
    </tr>
  );
}

function SinceText({ since }: { since: Since | null }) {
  if (since === null) return <span data-tip="It was there when you opened the dialogue">Earlier</span>;
  const at = TIME.format(since.at);
  if (since.after === null) return `Since ${at}`;
  return (
    <span data-tip={`After “${since.after}”`} className="inline-block max-w-48 truncate align-bottom" dir="auto">
      {`Since ${at}, ${since.after}`}
    </span>
  );
}
