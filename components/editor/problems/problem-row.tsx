"use client";

import { useEffect, useRef } from "react";
import { describeGroup, groupRuleName } from "#domain/problems/problem-text.ts";
import { SEVERITY_WORDS, SeverityMark } from "../fields/severity-mark.tsx";
import type { ShownGroup, Since } from "../store/problem-store.ts";
import { useProblemsSession, useProblemsState } from "../store/use-problems.ts";
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
  if (since === null) return <span data-tip="Before you opened the dialogue">Earlier</span>;
  const at = TIME.format(since.at);
  if (since.after === null) return `Since ${at}`;
  return (
    <span data-tip={`After “${since.after}”`} className="block truncate" dir="auto">
      {`Since ${at}, ${since.after}`}
    </span>
  );
}

/**
 * The table's columns, by class. Only the reason takes what is left: a long sentence in another column wraps or is cut, and never
 * makes the table wider than the panel. In a narrow panel a row is a few lines instead.
 */
export const WIDTHS = {
  rule: "w-38",
  node: "w-40",
  why: "",
  since: "w-36 @max-[60rem]:hidden",
  fix: "w-46",
} as const;

/** The cells of a row, and the row. */
export const CELLS = {
  row: "align-top @max-[44rem]:flex @max-[44rem]:flex-wrap @max-[44rem]:items-center @max-[44rem]:gap-x-3",
  rule: "py-1.5 ps-4 pe-3 text-start",
  node: "py-1.5 pe-3 @max-[44rem]:max-w-full",
  why: "break-words py-2.5 pe-3 leading-5 @max-[44rem]:w-full @max-[44rem]:py-1.5 @max-[44rem]:ps-4",
  since: "py-2.5 pe-3 leading-5 @max-[60rem]:hidden",
  fix: "py-1.5 pe-4 text-end @max-[44rem]:ps-4 @max-[44rem]:pt-0",
} as const;
