"use client";

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useOnChange } from "../../ui/use-on-change.ts";
import { FirstLine } from "../fields/first-line.tsx";
import { createNode } from "../gestures/create-node.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { useMemberships } from "../session/use-memberships.ts";
import { useReadingOrder } from "../session/use-reading-order.ts";
import { GroupHeadingLine } from "./group-heading-line.tsx";
import { groupHeadings } from "./group-headings.ts";
import { ScriptCommands } from "./script-commands.tsx";
import { ScriptSection } from "./script-section.tsx";

/** Height of a section nobody has seen yet: a line of text with two branches. */
const GUESS = 150;

/** The dialogue as a document: a section for each node, in the order one would read it aloud. */
export function ScriptView() {
  const order = useReadingOrder();
  const ids = useMemo(() => [...order.reached, ...order.unreached, ...order.added], [order]);
  const mayEdit = useCan()("edit").allowed;
  const [wanted, setEditing] = useState<string | null>(null);
  const editing = mayEdit ? wanted : null;
  return (
    <div
      data-command-scope="script"
      data-home=""
      // It has the keys where no section is active; going to one would select it.
      tabIndex={-1}
      className="flex min-h-0 min-w-0 grow flex-col bg-paper outline-none"
    >
      <ScriptCommands ids={ids} onEdit={setEditing} />
      {ids.length === 0 ? (
        <EmptyScript onEdit={setEditing} />
      ) : (
        <Sections
          ids={ids}
          firstUnreached={order.reached.length}
          firstAdded={order.reached.length + order.unreached.length}
          editing={editing}
          onEdit={setEditing}
        />
      )}
    </div>
  );
}

/** The script before it has a line: the place where that is written. */
function EmptyScript({ onEdit }: { onEdit: (id: string) => void }) {
  const session = useDialogue();
  const edit = useCan()("edit");
  const write = useCallback(
    (text: string) => {
      const model = { ...session.store.getState(), boxOf: () => null };
      const { label, operations, nodeId } = createNode(model, "line", { x: 0, y: 0 }, { text });
      if (!session.dispatch(label, operations, { select: [nodeId] })) return;
      onEdit(nodeId);
    },
    [session, onEdit],
  );
  if (!edit.allowed) return <EmptyState>{`This dialogue is empty. ${reasonOf(edit)}`}</EmptyState>;
  return (
    <div className="mx-auto w-full max-w-176 px-6 py-8">
      <FirstLine onWrite={write} onLeave={() => document.getElementById("main")?.focus()} />
      <p className="mt-2 text-12 text-ink-2">Enter goes on with the next line, Tab with something else.</p>
    </div>
  );
}

interface SectionsProps {
  ids: readonly string[];
  /** Index of the first section that cannot be reached. */
  firstUnreached: number;
  /** Index of the first section that only the other moment has. */
  firstAdded: number;
  /** The section whose words are being written; null for none. */
  editing: string | null;
  onEdit: (id: string | null) => void;
}

function Sections({ ids, firstUnreached, firstAdded, editing, onEdit }: SectionsProps) {
  const active = useDialogueState((state) => state.active);
  const revealed = useDialogueState((state) => state.revealed);
  const scroller = useRef<HTMLDivElement>(null);
  const memberships = useMemberships();
  const headings = useMemo(
    () => groupHeadings(ids, memberships, [firstUnreached, firstAdded]),
    [ids, memberships, firstUnreached, firstAdded],
  );
  const sections = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => ids[index] ?? index,
    estimateSize: () => GUESS,
    overscan: 6,
    rangeExtractor: useKept([active, editing], ids),
  });
  const firstShown = useRef(revealed?.id ?? active);
  useEffect(() => {
    const at = firstShown.current === null ? -1 : ids.indexOf(firstShown.current);
    firstShown.current = null;
    if (at > 0) sections.scrollToIndex(at, { align: "start" });
  }, [ids, sections]);
  // Each request is followed once, not each change of the list.
  useOnChange([revealed], () => {
    const at = revealed === null ? -1 : ids.indexOf(revealed.id);
    if (at < 0) return;
    sections.scrollToIndex(at, { align: "auto" });
    if (!isFocusElsewhere()) requestAnimationFrame(() => focusSection(revealed?.id ?? ""));
  });

  return (
    <div ref={scroller} data-scroll="script" className="min-h-0 grow overflow-y-auto">
      <article
        aria-label="Script"
        className="relative mx-auto mb-40 max-w-176"
        style={{ height: sections.getTotalSize() }}
      >
        <h2 className="sr-only">Script</h2>
        {sections.getVirtualItems().map(({ index, start, key }) => {
          const id = ids[index];
          if (id === undefined) return null;
          const heading = headings.get(id);
          return (
            <div
              key={key}
              ref={sections.measureElement}
              data-index={index}
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {index === firstAdded && (
                <h2 className="mx-6 mt-8 mb-2 border-line-strong border-t-2 pt-2 font-medium text-13 text-ink-2">
                  Only at the other moment
                </h2>
              )}
              {index === firstUnreached && index < firstAdded && (
                <h2 className="mx-6 mt-8 mb-2 border-warn border-t-2 pt-2 font-medium text-13 text-on-warn-soft">
                  Cannot be reached from the start
                </h2>
              )}
              {heading !== undefined && <GroupHeadingLine heading={heading} />}
              <ScriptSection
                id={id}
                position={index + 1}
                before={ids[index - 1] ?? null}
                after={ids[index + 1] ?? null}
                isActive={id === active}
                isEditing={id === editing}
                onEdit={onEdit}
              />
            </div>
          );
        })}
      </article>
    </div>
  );
}

/** Sections that stay in the document wherever it is scrolled: the focus and what is being written are in them. */
function useKept(kept: readonly (string | null)[], ids: readonly string[]): (range: Range) => number[] {
  const places = kept.map((id) => (id === null ? -1 : ids.indexOf(id))).filter((at) => at >= 0);
  const key = places.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are in the key.
  return useCallback(
    (range) => [...new Set([...defaultRangeExtractor(range), ...places])].sort((a, b) => a - b),
    [key],
  );
}

/** Whether a panel beside the script has the focus: the script then follows without taking it. */
function isFocusElsewhere(): boolean {
  const at = document.activeElement;
  return (
    at !== null && at !== document.body && at.id !== "main" && at.closest('[data-command-scope="script"]') === null
  );
}

function focusSection(id: string): void {
  const section = document.getElementById(`section-${id}`);
  // Whoever writes in it already keeps the caret.
  if (section?.contains(document.activeElement) === false) section.focus({ preventScroll: true });
}
