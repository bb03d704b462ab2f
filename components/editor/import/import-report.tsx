"use client";

import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import type { ImportResult } from "./import-run.ts";

type Remark = ImportResult["report"][number];

const SEVERITIES = {
  error: { word: "Errors", Icon: CircleAlert, tone: "text-error" },
  warning: { word: "Warnings", Icon: TriangleAlert, tone: "text-warn" },
  info: { word: "Remarks", Icon: Info, tone: "text-ink-2" },
} as const;

/** Remarks shown of each kind before a person asks for all. */
const FIRST = 8;

/** What a file brings, counted, and everything its author should know. */
export function ImportReport({ result }: { result: ImportResult }) {
  const nodes = result.graphs.reduce((sum, each) => sum + each.nodes, 0);
  const branches = result.graphs.reduce((sum, each) => sum + each.branches, 0);
  return (
    <div className="mt-2 flex flex-col gap-3">
      <p className="text-13 text-ink-2">
        {counted(result.graphs.length, "dialogue")} with {counted(nodes, "card")} and {counted(branches, "choice")}.{" "}
        {tally(result)}
      </p>
      {(Object.keys(SEVERITIES) as (keyof typeof SEVERITIES)[]).map((severity) => (
        <Remarks
          key={severity}
          severity={severity}
          remarks={result.report.filter((each) => each.severity === severity)}
        />
      ))}
      {result.report.length === 0 && <p className="text-13 text-ink-2">Nothing in it needs a remark.</p>}
    </div>
  );
}

function Remarks({ severity, remarks }: { severity: keyof typeof SEVERITIES; remarks: readonly Remark[] }) {
  const [all, setAll] = useState(false);
  if (remarks.length === 0) return null;
  const { word, Icon, tone } = SEVERITIES[severity];
  const shown = all ? remarks : remarks.slice(0, FIRST);
  return (
    <section>
      <h4 className="flex items-center gap-1.5 font-medium text-12 text-ink">
        <Icon aria-hidden className={`size-3.5 ${tone}`} />
        {word} <span className="numerals font-normal text-ink-3">{remarks.length}</span>
      </h4>
      <ul className="mt-1 flex flex-col gap-1">
        {shown.map((remark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report is a fixed list; remarks may repeat word for word.
          <li key={index} className="border-line border-s-2 ps-2 text-13 text-ink-2">
            <span dir="auto">{remark.message}</span>
            {remark.node_key !== null && <span className="text-ink-3"> · in {remark.node_key}</span>}
            {remark.source !== null && (
              <code dir="auto" className="mt-0.5 block truncate text-12 text-ink-3">
                {remark.source}
              </code>
            )}
          </li>
        ))}
      </ul>
      {!all && remarks.length > FIRST && (
        <button type="button" onClick={() => setAll(true)} className="link mt-1 cursor-pointer text-12">
          Show all {remarks.length}
        </button>
      )}
    </section>
  );
}

const NOUNS: Readonly<Record<keyof ImportResult["written"], string>> = {
  dialogues: "dialogue",
  nodes: "card",
  groups: "group",
  annotations: "note",
  variables: "variable",
  entities: "character",
};

const CHANGES = [
  ["created", "new"],
  ["updated", "changed"],
  ["deleted", "removed, because the file no longer holds them"],
] as const;

const LIST = new Intl.ListFormat("en");

/** What writing it will change, or has changed: "It would write: 1 dialogue and 2 cards new; 5 as they are." */
function tally({ written, dry_run }: ImportResult): string {
  const kinds = Object.keys(NOUNS) as (keyof typeof NOUNS)[];
  const said = CHANGES.flatMap(([change, word]) => {
    const some = kinds.filter((kind) => written[kind][change] > 0);
    return some.length === 0
      ? []
      : [`${LIST.format(some.map((kind) => counted(written[kind][change], NOUNS[kind])))} ${word}`];
  });
  const same = kinds.reduce((total, kind) => total + written[kind].unchanged, 0);
  if (same > 0) said.push(`${same.toLocaleString("en")} as they are`);
  return said.length === 0 ? "" : `${dry_run ? "It would write: " : "Written: "}${said.join("; ")}.`;
}
