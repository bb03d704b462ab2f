"use client";

import { Eye, EyeOff, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SEVERITIES, type Severity } from "#domain/problems/problem.ts";
import { useCommand } from "../../frame/commands/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useOnChange } from "../../ui/use-on-change.ts";
import { ResizeHandle, useKeptSize } from "../fields/resize-handle.tsx";
import { countWords, SeverityMark } from "../fields/severity-mark.tsx";
import { useDialogueState, useSaving } from "../session/dialogue-context.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { useProblemsState } from "../store/use-problems.ts";
import { DeclareVariableDialog } from "./declare-variable-dialog.tsx";
import { FixDialog } from "./fix-dialog.tsx";
import { IgnoreDialog } from "./ignore-dialog.tsx";
import { IgnoredRow } from "./ignored-row.tsx";
import type { AskingFix } from "./problem-fix.tsx";
import { ProblemRow, WIDTHS } from "./problem-row.tsx";

/** Rows drawn at first; the others come when asked for, so that a broken import does not slow the page. */
const PAGE = 60;

const HEIGHT = { min: 96, max: 560, usual: 216 };

type Asking = { readonly kind: AskingFix | "ignore"; readonly group: ShownGroup };

/** The problems of the open dialogue, docked below it. */
export function ProblemsDrawer() {
  const [height, setHeight] = useKeptSize("fabula.problems.height", HEIGHT);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<Severity>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list);
  const close = () => setAsking(null);
  return (
    <section
      aria-label="Problems"
      style={{ height }}
      className="flex max-h-[70%] shrink-0 flex-col border-line border-t bg-panel text-13 text-ink-2 print:hidden"
    >
      <ResizeHandle
        label="Height of the problems"
        edge="top"
        size={height}
        range={HEIGHT}
        step={24}
        onResize={setHeight}
        className="-mt-1 relative z-10 h-2 shrink-0 cursor-row-resize border-transparent border-t-2 hover:border-accent focus-visible:outline-offset-0"
      />
      <DrawerHead hidden={hidden} onHide={setHidden} />
      <div ref={list} tabIndex={-1} className="@container relative min-h-0 grow overflow-y-auto outline-none">
        <ProblemList hidden={hidden} onAsk={setAsking} />
      </div>
      {asking?.kind === "ignore" && <IgnoreDialog group={asking.group} onClose={close} />}
      {asking?.kind === "declare-variable" && <DeclareVariableDialog group={asking.group} onClose={close} />}
      {asking !== null && asking.kind !== "ignore" && asking.kind !== "declare-variable" && (
        <FixDialog kind={asking.kind} group={asking.group} onClose={close} />
      )}
    </section>
  );
}

/** Moves the focus to the list when the focused row disappears with its problem. */
function useKeptFocus(list: { readonly current: HTMLElement | null }): void {
  const groups = useProblemsState((state) => state.groups);
  const hadFocus = useRef(false);
  useEffect(() => {
    const box = list.current;
    if (box === null) return;
    const note = () => {
      hadFocus.current = box.contains(document.activeElement);
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [list]);
  useOnChange([groups], () => {
    if (hadFocus.current && document.activeElement === document.body) list.current?.focus();
  });
}

function DrawerHead({
  hidden,
  onHide,
}: {
  hidden: ReadonlySet<Severity>;
  onHide: (hidden: ReadonlySet<Severity>) => void;
}) {
  const counts = useProblemsState((state) => state.counts);
  const only = useCommand("problems.only");
  const show = useCommand("problems.show");
  const toggle = (severity: Severity) => {
    const next = new Set(hidden);
    if (!next.delete(severity)) next.add(severity);
    onHide(next);
  };
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 px-4">
      <h2 className="me-2 font-semibold text-13 text-ink">Problems</h2>
      {SEVERITIES.map((severity) => (
        <button
          key={severity}
          type="button"
          aria-pressed={!hidden.has(severity)}
          data-tip={hidden.has(severity) ? "Show them" : "Hide them"}
          onClick={() => toggle(severity)}
          className="inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-control border border-line px-2 tabular-nums hover:border-line-strong aria-[pressed=false]:border-dashed aria-[pressed=false]:text-ink-3 aria-[pressed=false]:line-through"
        >
          <SeverityMark severity={severity} />
          {countWords(severity, counts[severity])}
        </button>
      ))}
      <span className="ms-2 text-12 text-ink-3">
        <CheckedLine />
      </span>
      <div className="ms-auto flex items-center gap-1">
        <Button
          size="sm"
          variant="bare"
          aria-pressed={only.checked ?? false}
          aria-keyshortcuts={only.ariaKeys}
          icon={only.checked ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          onClick={only.run}
        >
          Only problems
        </Button>
        <IconButton size="sm" label="Close" icon={<X className="size-4" />} onClick={show.run} />
      </div>
    </div>
  );
}

function ProblemList({ hidden, onAsk }: { hidden: ReadonlySet<Severity>; onAsk: (asking: Asking) => void }) {
  const isChecked = useProblemsState((state) => state.isChecked);
  const groups = useProblemsState((state) => state.groups);
  const ignored = useProblemsState((state) => state.ignored);
  const current = useProblemsState((state) => state.current);
  const [limit, setLimit] = useState(PAGE);
  const shown = groups.filter(({ severity }) => !hidden.has(severity));
  const end = Math.max(limit, shown.findIndex(({ key }) => key === current) + 1);
  if (!isChecked) return null;
  const isSound = groups.every(({ severity }) => severity === "info");
  return (
    <>
      {isSound && <SoundState />}
      {(shown.length > 0 || ignored.length > 0) && (
        <table className="w-full table-fixed border-collapse text-13 @max-[44rem]:block">
          <colgroup className="@max-[44rem]:hidden">
            {Object.entries(WIDTHS).map(([column, width]) => (
              <col key={column} className={width} />
            ))}
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Card</th>
              <th scope="col">Why</th>
              <th scope="col">Since</th>
              <th scope="col">Fix</th>
            </tr>
          </thead>
          <tbody className="@max-[44rem]:block">
            {shown.slice(0, end).map((group) => (
              <ProblemRow
                key={group.key}
                group={group}
                onAsk={(kind) => onAsk({ kind, group })}
                onIgnore={() => onAsk({ kind: "ignore", group })}
              />
            ))}
            {ignored.slice(0, limit).map((each) => (
              <IgnoredRow key={`${each.waiver.id} ${each.problem.data.path ?? ""}`} ignored={each} />
            ))}
          </tbody>
        </table>
      )}
      {Math.max(shown.length - end, ignored.length - limit) > 0 && (
        <div className="border-line border-t px-4 py-2">
          <Button size="sm" variant="bare" onClick={() => setLimit(limit + PAGE)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function SoundState() {
  const isEmpty = useDialogueState((state) => state.nodes.size === 0);
  if (isEmpty) return <EmptyState className="py-6">There is nothing to check yet.</EmptyState>;
  return (
    <EmptyState className="py-6">
      Every line can be reached and every path ends.{" "}
      <span className="block font-interface text-12 text-ink-3">
        <CheckedLine />
      </span>
    </EmptyState>
  );
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/**
 * Line that says when the state was checked: with the time of the server, while its answer is about this very state.
 */
function CheckedLine() {
  const confirmed = useProblemsState((state) => state.confirmed);
  const isChecked = useProblemsState((state) => state.isChecked);
  const checkedAt = useProblemsState((state) => state.checkedAt);
  const seq = useDialogueState((state) => state.seq);
  const isSaved = useSaving((state) => state.unsent === 0);
  if (!isChecked) return <>Checking…</>;
  const isConfirmed = confirmed !== null && confirmed.seq === seq && isSaved && confirmed.at >= checkedAt;
  return <>{isConfirmed ? `Checked ${TIME.format(confirmed.at)}` : "Checked as you write"}</>;
}
