"use client";

import { memo } from "react";
import { counted } from "#domain/counted.ts";
import { groupName, KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import { isColor } from "#domain/dialogue/wire.ts";
import type { Severity } from "#domain/problems/problem.ts";
import type { NameMap } from "../../frame/project/known.ts";
import type { Character } from "../../frame/project/project-queries.ts";
import { COLOR_SWATCHES } from "../../ui/color-swatches.ts";
import { initialsOf } from "../../ui/initials.ts";
import { TreeItem, type TreeItemPosition } from "../../ui/tree/tree-item.tsx";
import { MARK_WORDS, useCompared } from "../compare/use-compared.ts";
import { Glyph } from "../fields/glyph.tsx";
import { countWords, SeverityMark } from "../fields/severity-mark.tsx";
import { speakerShown, useSpeakerInks } from "../fields/use-speaker.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { useWorstProblem } from "../store/use-problems.ts";
import type { OutlineItem, OutlinePart } from "./outline-tree.ts";

/** Height of a row, in pixels at the usual text size. */
export const ROW = 30;

/** Names of the parts of the outline that are neither cards nor groups. */
export const PART_WORDS: Readonly<Record<OutlinePart, string>> = {
  unreached: "Cannot be reached from the start",
  added: "Only at the other moment",
};

/** Characters that can speak, with their colours. */
type Speakers = NameMap<Pick<Character, "name" | "color">>;

/** Number of problems of each severity. */
export type Counts = Readonly<Record<Severity, number>>;

interface OutlineLineProps extends TreeItemPosition {
  readonly item: OutlineItem;
  readonly isSelected: boolean;
  readonly mayMove: boolean;
  /** Problems of the lines inside it; null where only its own are shown. */
  readonly within: Counts | null;
  readonly characters: Speakers;
}

/** One line of the outline. Renders again only when what it shows changes. */
export const OutlineLine = memo(function OutlineLine(props: OutlineLineProps) {
  const { item, mayMove, within, characters, ...position } = props;
  const { kind, id } = item;
  const shown = useLine(item, characters);
  return (
    <TreeItem
      {...position}
      shape="narrow"
      label={[shown.label, within === null ? "" : withinWords(within)].filter(Boolean).join(", ")}
      isDraggable={kind === "card" && mayMove}
      isToggle={kind === "part"}
      className={kind === "card" ? "" : "font-medium"}
    >
      {kind === "card" && (
        <span className="shrink-0 text-ink-3">
          <Glyph kind={shown.kind} size={12} />
        </span>
      )}
      {kind === "group" && (
        <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-control forced-colors:border ${shown.swatch}`} />
      )}
      <span
        dir="auto"
        className={`line-clamp-6 min-w-0 grow break-words py-1 leading-tight ${shown.isStart ? "font-semibold" : ""} ${kind === "part" ? "text-11 text-ink-3" : ""}`}
      >
        {shown.name}
      </span>
      {shown.speaker !== "" && (
        <>
          <span dir="auto" className={`max-w-2/5 shrink-[99] truncate text-11 @max-[15rem]:hidden ${shown.ink}`}>
            {` ${shown.speaker}`}
          </span>
          {/* Drawn, not written: the row says the whole name. */}
          <span
            aria-hidden="true"
            data-initials={initialsOf(shown.speaker)}
            className={`hidden shrink-0 text-11 before:content-[attr(data-initials)] @max-[15rem]:inline ${shown.ink}`}
          />
        </>
      )}
      {shown.mark !== "" && <span className="shrink-0 whitespace-pre text-11 text-ink-3">{shown.mark}</span>}
      {within !== null && <WithinMark counts={within} />}
      {kind !== "card" && <Count of={cardsIn(item)} className="shrink-0 text-11" />}
      {within === null && kind === "card" && <OwnMark id={id} />}
    </TreeItem>
  );
});

/** Returns the text and the name of a line. */
function useLine(item: OutlineItem, characters: Speakers) {
  const { id, kind } = item;
  const node = useDialogueState(({ nodes }) => (kind === "card" ? nodes.get(id) : undefined));
  const group = useDialogueState(({ groups }) => (kind === "group" ? groups.get(id) : undefined));
  const isStart = useDialogueState(({ graph, nodes }) => (graph.start_node_id ?? nodes.keys().next().value) === id);
  const problem = useWorstProblem(id);
  const inks = useSpeakerInks();
  const compared = useCompared(id)?.mark;
  // Part of the visible name, so that speaking the row by what it shows finds it.
  const mark = compared === undefined ? "" : ` ${MARK_WORDS[compared]}`;
  const plain = { kind: node?.kind ?? "line", speaker: "", ink: "", mark, isStart: false, swatch: "" } as const;
  if (kind === "part") {
    const name = PART_WORDS[id as OutlinePart];
    return { ...plain, name, label: `${name}, ${counted(cardsIn(item), "card")}` };
  }
  if (kind === "group") {
    const name = groupName(group ?? { title: "" });
    const color = group?.color ?? "neutral";
    const swatch = COLOR_SWATCHES[isColor(color) ? color : "neutral"];
    return { ...plain, name, swatch, label: `${name}${mark}, Group, ${counted(cardsIn(item), "card")}` };
  }
  const name = node === undefined ? "" : nodeName(node);
  const speaker = node === undefined ? "" : (speakerShown(node, characters)?.name ?? "");
  const ink = node === undefined ? "" : inks(node);
  const named = speaker === "" ? name : `${name}, ${speaker}`;
  const words = [`${named}${mark}`, KIND_NAMES[plain.kind], isStart ? "start" : "", problem ?? ""];
  return { ...plain, name, speaker, ink, isStart, label: words.filter(Boolean).join(", ") };
}

/** Returns the number of cards inside a line, at any depth. */
function cardsIn(item: OutlineItem): number {
  let count = 0;
  const stack = [...item.children];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.kind === "card") count += 1;
    stack.push(...next.children);
  }
  return count;
}

function OwnMark({ id }: { id: string }) {
  const problem = useWorstProblem(id);
  return problem === null ? null : <SeverityMark severity={problem} className="size-3.5" />;
}

/** Problems of a branch in words; nothing where it has none that ask for something. */
function withinWords({ error, warning }: Counts): string {
  return [error > 0 ? countWords("error", error) : "", warning > 0 ? countWords("warning", warning) : ""]
    .filter(Boolean)
    .join(" and ");
}

function WithinMark({ counts: { error, warning } }: { counts: Counts }) {
  if (error + warning === 0) return null;
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center gap-0.5 text-11">
      <SeverityMark severity={error > 0 ? "error" : "warning"} className="size-3.5" />
      <Count of={error + warning} />
    </span>
  );
}

/** A number that the row's name says in words. It is drawn by the style sheet: as text it would be part of what the row is called. */
function Count({ of, className = "" }: { of: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-count={of.toLocaleString("en")}
      className={`numerals text-ink-3 after:content-[attr(data-count)] ${className}`}
    />
  );
}
