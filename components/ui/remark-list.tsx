"use client";

import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { counted } from "#domain/counted.ts";

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

/** Remarks that differ in their places alone, the first of them first. */
type Alike = readonly [first: Remark, ...more: Remark[]];

/** Groups remarks that say the same of several lines, so that one said of a hundred lines hides no other. */
function alike(remarks: readonly Remark[]): readonly Alike[] {
  const groups = new Map<string, [Remark, ...Remark[]]>();
  for (const remark of remarks) {
    const what = remark.message.replace(/\b(lines?|column) \d+/gi, "$1");
    const group = groups.get(what);
    if (group === undefined) groups.set(what, [remark]);
    else group.push(remark);
  }
  return [...groups.values()];
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
  const list = useId();
  if (remarks.length === 0) return null;
  const groups = alike(remarks);
  const { word, Icon, tone } = SEVERITIES[severity];
  const shown = all ? groups : groups.slice(0, FIRST);
  return (
    <section>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h4 className="flex items-center gap-1.5 font-medium text-12 text-ink">
          <Icon aria-hidden className={`size-3.5 ${tone}`} />
          {word} <span className="numerals font-normal text-ink-3">{remarks.length.toLocaleString("en")}</span>
        </h4>
        {/* Above the list, where it stays under the pointer and with the focus while the list unfolds. */}
        {groups.length > FIRST && (
          <button
            type="button"
            aria-expanded={all}
            aria-controls={list}
            onClick={() => setAll(!all)}
            className="link cursor-pointer text-12"
          >
            {all ? `Show the first ${FIRST}` : `Show all ${groups.length.toLocaleString("en")}`}
          </button>
        )}
      </div>
      <ul id={list} className="mt-1 flex flex-col gap-1">
        {shown.map(([first, ...more], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report is a fixed list; remarks may repeat word for word.
          <li key={index} className="border-line border-s-2 ps-2 text-13 text-ink-2">
            <RemarkWords remark={first} />
            {more.length > 0 && (
              <details>
                <summary className="w-fit cursor-pointer rounded-control text-12">
                  The same in {counted(more.length, "more place")}
                </summary>
                <ul className="mt-0.5 flex max-h-56 flex-col gap-0.5 overflow-y-auto">
                  {more.map((remark, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                    <li key={at}>
                      <RemarkWords remark={remark} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RemarkWords({ remark: { message, about = null, source = null } }: { remark: Remark }) {
  return (
    <>
      <span dir="auto">{message}</span>
      {about !== null && <span className="text-ink-3"> · in {about}</span>}
      {source !== null && (
        <code dir="auto" className="mt-0.5 block truncate text-12 text-ink-3">
          {source}
        </code>
      )}
    </>
  );
}
