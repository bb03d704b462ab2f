"use client";

import { X } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { late, useLate } from "../../../ui/late.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { WhereBuilderProps } from "./where-builder.tsx";
import { EMPTY_ROW, readWhere, rowOf, type WhereRow, whereText } from "./where-filter.ts";
import { conditionWords } from "./where-words.ts";

const WhereBuilderLate = late(() => import("./where-builder.tsx").then((part) => part.WhereBuilder));

const NOTHING = readWhere("");

/**
 * Filter of a table by conditions: its button for the toolbar, and the bar over the rows with each condition and the
 * builder.
 *
 * @param where `property_filter` of the address; empty for none
 * @param onShow puts another one there
 */
export function useWhere(where: string, onShow: (where: string) => void) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const asked = useMemo(() => readWhere(where), [where]);
  const { filter } = asked.ok ? asked : (NOTHING as Extract<typeof asked, { ok: true }>);
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [rows, setRows] = useState<readonly WhereRow[]>([EMPTY_ROW]);
  // What Back, a link or a removed condition asks for is what is edited from there.
  useEffect(() => {
    const read = readWhere(where);
    setRows(read.ok && read.filter.length > 0 ? read.filter.map(rowOf) : [EMPTY_ROW]);
    setAsked(false);
  }, [where]);
  const Builder = useLate(WhereBuilderLate, isOpen);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const count = filter.length;
  return {
    /** Part of the list's query that the filter adds. */
    input: count === 0 ? {} : { property_filter: whereText(filter) },
    filter,
    button: (
      <Button
        ref={button}
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? "Filter" : `Filter (${count})`}
      </Button>
    ),
    bar: (props: Pick<WhereBuilderProps, "input" | "words" | "used">) => (
      <>
        {!asked.ok && (
          <div className="px-4 pb-2">
            <Notice tone="warn" title={`All ${props.words.many} are shown: the filter in the address is not valid`}>
              <p className="break-words">{asked.why}</p>
              <p className="mt-1.5">
                <Button size="sm" onClick={() => onShow("")}>
                  Remove it
                </Button>
              </p>
            </Notice>
          </div>
        )}
        {count > 0 && (
          <ul aria-label="Conditions" className="flex flex-wrap gap-1.5 px-4 pb-2.5">
            {filter.map((each, at) => (
              <li
                key={conditionWords(each)}
                className="flex max-w-full items-center gap-1 rounded-round border border-line-strong bg-panel ps-2.5 text-12 text-ink-2"
              >
                <span dir="auto" className="min-w-0 max-w-96 truncate">
                  {conditionWords(each)}
                </span>
                <button
                  type="button"
                  aria-label={`Remove: ${conditionWords(each)}`}
                  onClick={() => {
                    onShow(whereText(filter.filter((_, place) => place !== at)));
                    button.current?.focus();
                  }}
                  className="flex size-6 cursor-pointer items-center justify-center rounded-round hover:bg-hover hover:text-ink print:hidden"
                >
                  <X aria-hidden="true" size={12} />
                </button>
              </li>
            ))}
          </ul>
        )}
        {Builder !== null && isOpen && (
          <Builder
            {...props}
            id={id}
            rows={rows}
            onRows={setRows}
            isAsked={isAsked}
            onAsked={() => setAsked(true)}
            onShow={(next) => {
              setAsked(false);
              onShow(next);
            }}
            onClose={close}
          />
        )}
      </>
    ),
  };
}
