"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useContextMenu } from "../../../ui/context-menu.tsx";
import type { ListBody } from "../../../ui/list/list.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { VoiceMark } from "../cast/voices.tsx";
import type { Entity } from "../entity/use-entity.ts";
import { CardFace, PicturesOfCards } from "./card-face.tsx";
import { cardWords } from "./card-words.ts";
import { Chips } from "./chips.tsx";

interface GalleryProps extends ListBody<Entity> {
  label: string;
  textOf: (entity: Entity, column: string) => string;
}

/** Least width of a card and the height of one that is not drawn yet, in pixels. */
const CARD_WIDTH = 250;
const CARD_HEIGHT = 118;
/** Cards that are all drawn; of more, those in view are. */
const ALL_DRAWN = 60;
const CHIPS = 3;

/** Shows the rows of a list as cards with faces. Arrow keys go from card to card, Enter opens one. */
export function Gallery({ rows, columns, label, titleOf, hrefOf, entriesOf, textOf, onEnd }: GalleryProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [activeId, setActiveId] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    setWidth(current.clientWidth);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const perRow = Math.max(1, Math.floor(width / CARD_WIDTH));
  const lines = Math.ceil(rows.length / perRow);
  const isVirtual = rows.length > ALL_DRAWN;
  const virtual = useVirtualizer({
    count: isVirtual ? lines : 0,
    getScrollElement: () => box.current,
    estimateSize: () => CARD_HEIGHT,
    overscan: 4,
  });
  const drawn = isVirtual ? virtual.getVirtualItems() : [];
  const start = isVirtual ? (drawn[0]?.index ?? 0) * perRow : 0;
  const end = isVirtual ? ((drawn.at(-1)?.index ?? -1) + 1) * perRow : rows.length;
  const shown = rows.slice(start, end);
  const stop = shown.find(({ id }) => id === activeId) ?? shown[0];

  function goTo(index: number): void {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row === undefined) return;
    wanted.current = row.id;
    setActiveId(row.id);
    if (isVirtual) virtual.scrollToIndex(Math.floor(rows.indexOf(row) / perRow));
  }
  useEffect(() => {
    if (wanted.current === null) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.current)}"] a`);
    if (link == null) return;
    wanted.current = null;
    link.focus();
  });
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = rows.findIndex(({ id }) => id === stop?.id);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: perRow,
      ArrowUp: -perRow,
      Home: -at,
      End: rows.length - 1 - at,
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    goTo(at + step);
  }
  const menu = useContextMenu((event) => {
    const id = (event.target as Element).closest<HTMLElement>("[data-card]")?.dataset.card;
    const row = rows.find((each) => each.id === id);
    return row === undefined || entriesOf === undefined ? null : entriesOf(row);
  });
  return (
    <PicturesOfCards>
      <div
        ref={box}
        className="min-h-48 grow overflow-y-auto px-4 pb-4 print:overflow-visible"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < 600) onEnd?.();
        }}
      >
        <div role="presentation" style={{ height: drawn[0]?.start ?? 0 }} />
        <ul
          aria-label={label}
          onKeyDown={onKeyDown}
          onContextMenu={menu.open}
          className="grid gap-3 pt-1"
          style={{ gridTemplateColumns: `repeat(${perRow},minmax(0,1fr))` }}
        >
          {shown.map((row) => {
            const { line, chips } = cardWords(row, columns, textOf, CHIPS);
            return (
              <li
                key={row.id}
                data-card={row.id}
                className="relative flex min-h-26 gap-3 rounded-card border border-line bg-panel p-3 hover:border-line-strong hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent"
              >
                <CardFace entity={row} size="lg" />
                <div className="min-w-0 grow">
                  <PageLink
                    href={hrefOf?.(row) ?? ""}
                    dir="auto"
                    tabIndex={row.id === stop?.id ? 0 : -1}
                    onFocusCapture={() => setActiveId(row.id)}
                    className="line-clamp-2 font-medium font-reading text-15 text-ink outline-none after:absolute after:inset-0"
                  >
                    {titleOf(row)}
                  </PageLink>
                  {line !== "" && (
                    <p dir="auto" className="truncate text-13 text-ink-2">
                      {line}
                    </p>
                  )}
                  <VoiceMark entityId={row.id} />
                  <Chips chips={chips} />
                </div>
              </li>
            );
          })}
        </ul>
        <div
          role="presentation"
          style={{ height: isVirtual ? virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0) : 0 }}
        />
      </div>
      {menu.popup}
    </PicturesOfCards>
  );
}
