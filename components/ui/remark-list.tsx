"use client";

import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useState } from "react";

const SEVERITIES = {
  error: { word: "Errors", Icon: CircleAlert, tone: "text-error" },
  warning: { word: "Warnings", Icon: TriangleAlert, tone: "text-warn" },
  info: { word: "Remarks", Icon: Info, tone: "text-ink-2" },
} as const;
type Severity = keyof typeof SEVERITIES;

/** Remark on a file that its author should know. */
export interface Remark {
  readonly severity: Severity;
  readonly message: string;
  /** Name of the part that the remark is about. */
  readonly about?: string | null | undefined;
  /** The words of the file it is about. */
  readonly source?: string | null | undefined;
}

/** Remarks shown of each kind before a person asks for all. */
const FIRST = 8;

/** Remarks on a file, the gravest first. */
export function RemarkList({ remarks }: { remarks: readonly Remark[] }) {
  return (
    <>
      {(Object.keys(SEVERITIES) as Severity[]).map((severity) => (
        <Remarks key={severity} severity={severity} remarks={remarks.filter((each) => each.severity === severity)} />
      ))}
    </>
  );
}

function Remarks({ severity, remarks }: { severity: Severity; remarks: readonly Remark[] }) {
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
        {shown.map(({ message, about = null, source = null }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report is a fixed list; remarks may repeat word for word.
          <li key={index} className="border-line border-s-2 ps-2 text-13 text-ink-2">
            <span dir="auto">{message}</span>
            {about !== null && <span className="text-ink-3"> · in {about}</span>}
            {source !== null && (
              <code dir="auto" className="mt-0.5 block truncate text-12 text-ink-3">
                {source}
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
