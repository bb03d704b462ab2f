"use client";

import { useEffect, useRef } from "react";
import { describeGroup, groupRuleName } from "#domain/problems/problem-text.ts";
import { SEVERITY_WORDS, SeverityMark } from "../fields/severity-mark.tsx";
import type { ShownGroup, Since } from "../store/problem-store.ts";
import { useProblemsSession, useProblemsState } from "../store/use-problems.ts";
import { CELLS } from "./problem-columns.ts";
import { type AskingFix, ProblemFix } from "./problem-fix.tsx";
import { useSentence } from "./problem-names.ts";

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A group of problems with one cause: its rule, its node, why, since when, and what to do. */
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
  const node = useSentence((names) =>
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
      className={`${CELLS.row} border-line border-t aria-current:bg-accent-soft`}
    >
      <th scope="row" className={`${CELLS.rule} font-medium text-ink`}>
        <span className="inline-flex min-h-7 items-center gap-2">
          <SeverityMark severity={group.severity} />
          <span className="sr-only">{SEVERITY_WORDS[group.severity][0]}: </span>
          {groupRuleName(group)}
        </span>
      </th>
      <td className={CELLS.node}>
        <button
          type="button"
          onClick={() => goTo(group)}
          className="link inline-block min-h-7 max-w-full cursor-pointer truncate text-start text-13"
          dir="auto"
        >
          {node}
        </button>
      </td>
      <td className={CELLS.why}>{why}</td>
      <td className={`${CELLS.since} text-ink-3`}>
        <SinceText since={group.since} />
      </td>
      <td className={CELLS.fix}>
        <ProblemFix group={group} name={`for ${node}`} onAsk={onAsk} onIgnore={onIgnore} />
      </td>
    </tr>
  );
}

function SinceText({ since }: { since: Since | null }) {
  if (since === null) return <span data-tip="It was there when you opened the dialogue">Earlier</span>;
  const at = TIME.format(since.at);
  if (since.after === null) return `Since ${at}`;
  return (
    <span data-tip={`After “${since.after}”`} className="block truncate" dir="auto">
      {`Since ${at}, ${since.after}`}
    </span>
  );
}
