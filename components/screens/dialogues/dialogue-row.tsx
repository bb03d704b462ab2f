"use client";

import { Ellipsis, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { type MouseEvent, memo } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { WrittenInPlace } from "../../ui/form/in-place.tsx";
import { GridPart } from "../../ui/grid-part.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { type ListedDialogue, problemsOf } from "./list-view.ts";

/** Where the columns stand; below `md` the numbers are said under the name. */
export const COLUMNS =
  "grid grid-cols-[2.25rem_minmax(0,1fr)_2.25rem] items-center md:grid-cols-[2.25rem_minmax(0,1fr)_5rem_5rem_5rem_6rem_13rem_2.25rem]";
export const ROW_HEIGHT = 40;
/** Below `md`, with a second line under the name. */
export const TALL_ROW_HEIGHT = 60;

interface DialogueRowProps {
  dialogue: ListedDialogue;
  name: string;
  href: string;
  editor: string;
  /** Its number among all rows, counted from 1; the heading is the first. */
  rowIndex: number;
  isActive: boolean;
  isSelected: boolean;
  isRenaming: boolean;
  entries: (dialogue: ListedDialogue) => readonly MenuEntry[];
  onActivate: (id: string) => void;
  onSelect: (id: string, isRange: boolean) => void;
  onRenamed: (dialogue: ListedDialogue, name: string | null) => void;
}

const NUMBERS = new Intl.NumberFormat("en-GB");

/** A dialogue in the list. Only the active row is a stop of the Tab key; its parts are for the pointer. */
export const DialogueRow = memo(function DialogueRow(props: DialogueRowProps) {
  const { dialogue, name, href, editor, isActive, isSelected, isRenaming, onActivate, onSelect } = props;
  const { stats } = dialogue;
  const problems = problemsOf(dialogue);
  const cell = "numerals hidden px-2 text-end text-13 text-ink-2 md:block";
  return (
    <GridPart
      part="row"
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      data-row={dialogue.id}
      onFocus={() => onActivate(dialogue.id)}
      className={`${COLUMNS} h-full border-line border-b -outline-offset-2 hover:bg-hover aria-selected:bg-accent-soft`}
    >
      <GridPart part="gridcell" className="flex justify-center">
        <Checkbox
          label={`Select ${name}`}
          isLabelHidden
          checked={isSelected}
          tabIndex={-1}
          className="justify-center"
          onClick={(event: MouseEvent) => onSelect(dialogue.id, event.shiftKey)}
          readOnly
        />
      </GridPart>
      <GridPart part="rowheader" className="min-w-0 px-2">
        {isRenaming ? (
          <WrittenInPlace
            label="Name of the dialogue"
            value={name}
            maxLength={200}
            onDone={(next) => props.onRenamed(dialogue, next)}
          />
        ) : (
          <Link
            href={href}
            prefetch={false}
            tabIndex={-1}
            dir="auto"
            className="block truncate font-reading text-15 text-ink hover:text-accent hover:underline"
          >
            {name}
          </Link>
        )}
        <p className="numerals truncate text-12 text-ink-3 md:hidden">
          {dialogue.node_count} cards
          {stats !== undefined && ` · ${NUMBERS.format(stats.words)} words`}
          {problems !== null && problems > 0 && ` · ${problems} problems`}
        </p>
      </GridPart>
      <NumberCell className={cell} value={stats?.words} />
      <NumberCell className={cell} value={dialogue.node_count} />
      <NumberCell className={cell} value={stats?.endings} />
      <GridPart part="gridcell" className={cell}>
        {problems === null ? (
          ""
        ) : problems === 0 ? (
          <span className="text-ink-3">None</span>
        ) : (
          <Link
            href={`${href}?problems=1`}
            prefetch={false}
            tabIndex={-1}
            className="inline-flex min-h-6 items-center gap-1 text-on-warn-soft hover:underline"
          >
            <TriangleAlert className="size-3.5 text-warn" />
            {problems}
          </Link>
        )}
      </GridPart>
      <GridPart part="gridcell" className="hidden min-w-0 truncate ps-6 text-13 text-ink-2 md:block">
        {stats !== undefined && (
          <>
            <LocalTime iso={stats.edited_at} /> <span className="text-ink-3">by</span> <span dir="auto">{editor}</span>
          </>
        )}
      </GridPart>
      <GridPart part="gridcell" className="flex justify-center">
        <Menu
          entries={() => props.entries(dialogue)}
          align="end"
          trigger={(trigger) => (
            <IconButton
              size="sm"
              label={`More for ${name}`}
              tabIndex={-1}
              icon={<Ellipsis className="size-4" />}
              {...trigger}
            />
          )}
        />
      </GridPart>
    </GridPart>
  );
});

function NumberCell({ className, value }: { className: string; value: number | undefined }) {
  return (
    <GridPart part="gridcell" className={className}>
      {value === undefined ? "" : NUMBERS.format(value)}
    </GridPart>
  );
}
