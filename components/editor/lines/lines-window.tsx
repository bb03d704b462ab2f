"use client";

import { useMemo, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { LINE_STATUSES, STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import { searchForm } from "#domain/search-form.ts";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { Select } from "../../ui/select.tsx";
import { speakerShown } from "../fields/use-speaker.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { useReadingOrder } from "../session/use-reading-order.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";
import { type CellEdit, changeLines, editsOfBlock, editsOfFill, type LinePlan, planEdits } from "./line-changes.ts";
import { countBySpeaker, type LineRow, lineRows } from "./line-rows.ts";
import { LinesGrid } from "./lines-grid.tsx";
import { PastePreview } from "./paste-preview.tsx";

/** No speaker at all; names are never empty. */
const NOBODY = "\u0000";

/** The lines of the open dialogue as a table: written in place, filled down, pasted as a block, and counted. */
export function LinesWindow({ onClose }: { onClose: () => void }) {
  const session = useDialogue();
  const characters = useCharacters();
  const nodes = useDialogueState(nodesOfMoment);
  const { reached, unreached } = useReadingOrder();
  const edit = reasonOf(useCan()("edit"));
  const rows = useMemo(
    () => lineRows([...reached, ...unreached], nodes, (node) => speakerShown(node, characters)?.name ?? ""),
    [reached, unreached, nodes, characters],
  );
  const grid = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const [speaker, setSpeaker] = useState("");
  const [status, setStatus] = useState("");
  const [plan, setPlan] = useState<LinePlan | null>(null);
  // Toasts stand behind the window, so it says itself what was changed at once.
  const [said, setSaid] = useState<string | null>(null);
  const [refused, setRefused] = useState<LinePlan["refused"]>([]);
  const shown = useMemo(() => rows.filter(wanted(search, speaker, status)), [rows, search, speaker, status]);
  const isNarrowed = shown.length < rows.length;
  const counts = useMemo(() => countBySpeaker(rows), [rows]);
  const all = counts.reduce((sum, { words }) => sum + words, 0);
  const inUse = counts.flatMap((each) => (each.speaker ? [each.speaker] : []));
  const speakers = [...new Set([...inUse, ...[...characters.values()].map(({ name }) => name)])];

  /** Makes the changes of a plan as one gesture, which can be taken back. */
  function make({ changes }: LinePlan): void {
    const gesture = changeLines(changes, characters.values());
    if (gesture === null) return;
    session.dispatch(gesture.label, gesture.operations);
    setSaid(changes.length > 1 ? gesture.said : null);
  }
  function write(edits: readonly CellEdit[]): void {
    const next = planEdits(edits);
    setRefused(next.refused);
    make(next);
  }

  return (
    <DialogPopup
      size="xl"
      title="Lines"
      initialFocus={grid}
      description={sumOf(all, shown.length, rows.length)}
      onClose={onClose}
    >
      <div className="flex h-[70dvh] min-h-64 flex-col gap-3 max-sm:h-[60dvh]">
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="search"
            dir="auto"
            aria-label="Find a line"
            placeholder="Find a line"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="min-h-8 min-w-0 grow basis-40 rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink sm:max-w-72"
          />
          <Select
            label="Speaker"
            isLabelHidden
            className="w-44"
            value={speaker}
            options={[
              { value: "", label: "All speakers" },
              ...inUse.map((name) => ({ value: name, label: name })),
              { value: NOBODY, label: "Nobody" },
            ]}
            onChange={({ target }) => setSpeaker(target.value)}
          />
          <Select
            label="Status"
            isLabelHidden
            className="w-36"
            value={status}
            options={[
              { value: "", label: "Any status" },
              ...LINE_STATUSES.map((each) => ({ value: each, label: STATUS_NAMES[each] })),
            ]}
            onChange={({ target }) => setStatus(target.value)}
          />
          <p className="text-12 text-ink-3 max-sm:hidden">
            Enter edits, Ctrl+D fills down. You can paste cells from a spreadsheet.
          </p>
        </div>
        {edit !== null && <p className="text-13 text-ink-2">{edit}</p>}
        <div className="flex items-center gap-2 text-13">
          <p role="status">{said}</p>
          {said !== null && (
            <Button
              size="sm"
              onClick={() => {
                session.undo();
                setSaid(null);
                grid.current?.focus();
              }}
            >
              Undo
            </Button>
          )}
        </div>
        {refused.length > 0 && (
          <p role="alert" className="text-13 text-error">
            {refused[0]?.why}
            {refused.length > 1 && ` ${counted(refused.length - 1, "more cell")} could not be changed either.`}
          </p>
        )}
        {shown.length === 0 ? (
          <div role="status" className="grow py-8 text-center text-13 text-ink-3">
            <p>{rows.length === 0 ? "No lines yet." : "No lines match."}</p>
            {rows.length > 0 && (
              <Button
                size="sm"
                className="mt-3"
                onClick={() => {
                  setSearch("");
                  setSpeaker("");
                  setStatus("");
                }}
              >
                Show all lines
              </Button>
            )}
          </div>
        ) : (
          <LinesGrid
            rows={shown}
            speakers={speakers}
            isNarrowed={isNarrowed}
            mayEdit={edit === null}
            box={grid}
            onEdit={(each) => write([each])}
            onFill={(range) => write(editsOfFill(shown, range))}
            onPaste={(text, range) => {
              setRefused([]);
              setPlan(planEdits(editsOfBlock(text, shown, range)));
            }}
          />
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area is reached by keys */}
        <section aria-label="Words by speaker" tabIndex={0} className="max-h-20 shrink-0 overflow-y-auto">
          <dl className="flex flex-wrap gap-x-4 gap-y-1 text-12">
            {counts.map((each) => (
              <div key={each.speaker} className="flex gap-1.5">
                <dt dir="auto" className="text-ink-2">
                  {each.speaker === null ? "Choices" : each.speaker === "" ? "Nobody" : each.speaker}
                </dt>
                <dd className="numerals text-ink-3">{counted(each.words, "word")}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      {plan !== null && (
        <PastePreview
          plan={plan}
          onClose={() => setPlan(null)}
          onPaste={() => {
            setPlan(null);
            make(plan);
          }}
        />
      )}
    </DialogPopup>
  );
}

/** Returns the numbers of lines and words in a sentence. */
function sumOf(words: number, shown: number, lines: number): string {
  const all = `${counted(lines, "line and choice", "lines and choices")}, ${counted(words, "word")}.`;
  return shown === lines ? all : `${shown.toLocaleString("en")} of ${all}`;
}

function wanted(search: string, speaker: string, status: string) {
  const words = searchForm(search.trim());
  return (row: LineRow): boolean =>
    (words === "" || searchForm(`${row.speaker} ${row.words}`).includes(words)) &&
    (speaker === "" || (row.branchId === null && row.speaker === (speaker === NOBODY ? "" : speaker))) &&
    (status === "" || row.status === status);
}
