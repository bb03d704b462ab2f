"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import { searchForm } from "#domain/search-form.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { MARK_WORDS, useCompared } from "../compare/use-compared.ts";
import { Glyph } from "../fields/glyph.tsx";
import { SeverityMark } from "../fields/severity-mark.tsx";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { useReadingOrder } from "../session/use-reading-order.ts";
import { useWorstProblem } from "../store/use-problems.ts";
import { focusDialogue, ROOMY, useViewStore } from "../store/view-state.ts";

/** Height of a row, in pixels at the usual text size. */
const ROW = 30;

const UNREACHED = "Cannot be reached from the start";
const ONLY_THERE = "Only at the other moment";

type Item = { readonly kind: "card"; readonly id: string } | { readonly kind: "heading"; readonly words: string };

/** The table of contents of a dialogue, in reading order: the way to every node without the canvas. */
export function Outline() {
  const { reached, unreached, added } = useReadingOrder();
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const wanted = searchForm(useDeferredValue(filter).trim());
  const matching = useMatching(wanted);
  const items = useMemo<readonly Item[]>(() => {
    const nodes = (ids: readonly string[]) =>
      ids.filter((id) => matching === null || matching.has(id)).map((id): Item => ({ kind: "card", id }));
    const part = (words: string, ids: readonly string[]): Item[] => {
      const found = nodes(ids);
      return found.length === 0 ? [] : [{ kind: "heading", words }, ...found];
    };
    return [...nodes(reached), ...part(UNREACHED, unreached), ...part(ONLY_THERE, added)];
  }, [reached, unreached, added, matching]);
  return (
    <nav
      aria-label="Outline"
      className="flex w-60 shrink-0 flex-col border-line border-e bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:start-0 max-lg:z-20 max-sm:w-full print:hidden"
    >
      <div className="border-line border-b p-2">
        <input
          type="search"
          dir="auto"
          aria-label="Narrow the outline"
          placeholder="Narrow the outline"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            list.current?.focus();
          }}
          className={CONTROL}
        />
      </div>
      <Rows items={items} isNarrowed={matching !== null} scroller={list} />
    </nav>
  );
}

/** Nodes whose name or words hold what is wanted; null while nothing is. */
function useMatching(wanted: string): ReadonlySet<string> | null {
  const nodes = useDialogueState((state) => (wanted === "" ? null : state.nodes));
  return useMemo(() => {
    if (nodes === null) return null;
    const found = [...nodes.values()].filter((node) => searchForm(`${node.title ?? ""} ${node.text}`).includes(wanted));
    return new Set(found.map(({ id }) => id));
  }, [nodes, wanted]);
}

interface RowsProps {
  items: readonly Item[];
  isNarrowed: boolean;
  scroller: RefObject<HTMLDivElement | null>;
}

function Rows({ items, isNarrowed, scroller }: RowsProps) {
  const session = useDialogue();
  const active = useDialogueState((state) => state.active);
  const view = useViewStore();
  const id = useId();
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const at = items.findIndex((item) => item.kind === "card" && item.id === active);
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
  }, [at, rows]);
  const name = useDialogueState((state) => {
    const node = active === null ? undefined : state.nodes.get(active);
    return node === undefined ? "" : nodeName(node);
  });

  /** To the node itself; an outline that lies over the words makes way for them. */
  function goThere(): void {
    if (window.innerWidth < ROOMY) view.setState({ outlineOpen: false });
    // After the list has gone, so that the focus is not where it was.
    requestAnimationFrame(focusDialogue);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      goThere();
    }
    const last = items.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const step = event.key === "ArrowUp" || event.key === "End" ? -1 : 1;
    for (let next = to; next >= 0 && next <= last; next += step) {
      const item = items[next];
      if (item?.kind === "card") return session.reveal(item.id);
    }
  }

  if (items.length === 0) {
    return (
      <p role="status" className="p-3 text-13 text-ink-3">
        {isNarrowed ? "No card matches." : "No cards yet."}
      </p>
    );
  }
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={`Cards, ${items.filter((item) => item.kind === "card").length}`}
      aria-activedescendant={at >= 0 ? `${id}-active` : undefined}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (window.innerWidth < ROOMY) goThere();
      }}
      className="min-h-0 grow overflow-y-auto -outline-offset-2"
    >
      {/* The active node's name, whether its row is drawn or not. */}
      <span id={`${id}-active`} role="option" aria-selected="true" tabIndex={-1} className="sr-only">
        {name === "" ? "No card selected" : name}
      </span>
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const item = items[index];
          return (
            <div
              key={key}
              role="presentation"
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)`, height: ROW }}
            >
              {item?.kind === "card" ? (
                <OutlineRow id={item.id} isActive={item.id === active} position={index + 1} of={items.length} />
              ) : (
                <p role="presentation" className="px-3 pt-2 font-medium text-11 text-ink-3">
                  {item?.words}
                </p>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface OutlineRowProps {
  id: string;
  isActive: boolean;
  position: number;
  of: number;
}

/** One node of the outline. Renders again only when its own name, kind or problems change. */
const OutlineRow = memo(function OutlineRow({ id, isActive, position, of }: OutlineRowProps) {
  const session = useDialogue();
  const name = useDialogueState((state) => {
    const node = state.nodes.get(id);
    return node === undefined ? "" : nodeName(node);
  });
  const kind = useDialogueState((state) => state.nodes.get(id)?.kind ?? "line");
  const isStart = useDialogueState(({ graph, nodes }) => (graph.start_node_id ?? nodes.keys().next().value) === id);
  const problem = useWorstProblem(id);
  const mark = useCompared(id)?.mark;
  // Part of the visible name, so that speaking the row by what it shows finds it.
  const changeWord = mark === undefined ? "" : ` ${MARK_WORDS[mark]}`;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list has the focus and the keys; its active option is named by it.
    <div
      role="option"
      aria-selected={isActive}
      aria-posinset={position}
      aria-setsize={of}
      aria-label={[`${name}${changeWord}`, KIND_NAMES[kind], isStart ? "start" : "", problem ?? ""]
        .filter(Boolean)
        .join(", ")}
      onClick={() => session.reveal(id)}
      className="flex h-full cursor-pointer items-center gap-2 px-3 text-13 text-ink-2 hover:bg-hover aria-selected:bg-accent-soft aria-selected:text-ink forced-colors:aria-selected:outline-2"
    >
      <span className="shrink-0 text-ink-3">
        <Glyph kind={kind} size={12} />
      </span>
      <span dir="auto" className={`min-w-0 grow truncate ${isStart ? "font-semibold" : ""}`}>
        {name}
      </span>
      {mark !== undefined && <span className="shrink-0 whitespace-pre text-11 text-ink-3">{changeWord}</span>}
      {problem !== null && <SeverityMark severity={problem} className="size-3.5" />}
    </div>
  );
});
