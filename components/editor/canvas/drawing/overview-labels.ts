import { counted } from "#domain/counted.ts";
import type { Rect } from "../../model/rects.ts";
import { onScreen, type Size, type Viewport } from "../surface/viewport.ts";
import { groupTitle, stickyTitle } from "./group-title.ts";
import { LabelPlaces } from "./label-places.ts";

/** Below this zoom groups are painted folded: their cards are too small to tell apart. */
const FOLDED = 0.15;
/** Zoom from which on a title stands in its node; below it beside the node, where there is room. */
const INSIDE = 0.155;
/** Sizes of the letters of titles of groups and of nodes, in CSS pixels: they are as large however far away one is. */
export const LETTERS = { group: 13, node: 11 } as const;
/** Height of a line, and room on both sides of it together. */
const LINE = { group: 17, node: 14 } as const;
const PAD = 8;
/** The widest title beside a node, and how many of them there are at most. */
const BESIDE = 120;
const MOST_BESIDE = 60;
/** The widest title of a group that is narrower than its title. */
const WIDEST_GROUP_TITLE = 180;
/** A place of fewer pixels says nothing. */
const NARROWEST = 24;

/** Words in the overview and their place in the window. */
export interface Label {
  readonly of: "group" | "node";
  /** Id of the group or the node. */
  readonly id: string;
  /** Lines, the name first; those of a folded group that tell of its problems are marked. */
  readonly lines: readonly { readonly words: string; readonly tone: "name" | "count" | "error" | "warning" }[];
  readonly box: Rect;
}

/** A node that is labelled, on the canvas. */
interface LabelledNode {
  readonly id: string;
  readonly rect: Rect;
  /** Rank by which it is looked for, the smallest first; null for one that is only labelled inside. */
  readonly rank: number | null;
}

/** A group that is labelled, on the canvas. */
interface LabelledGroup {
  readonly id: string;
  readonly rect: Rect;
  readonly title: string;
  readonly nodes: number;
  readonly errors: number;
  readonly warnings: number;
}

export interface OverviewLabels {
  readonly viewport: Viewport;
  readonly size: Size;
  /** Nodes that are painted. */
  readonly nodes: readonly LabelledNode[];
  readonly groups: readonly LabelledGroup[];
  /** Returns the name of a node, which is asked for where it may be shown. */
  readonly nameOf: (id: string) => string;
  /** Returns the width of words in the letters of a title, in CSS pixels. */
  readonly measure: (words: string, of: Label["of"]) => number;
}

/** Whether groups are painted folded at a zoom. */
export function foldsGroups(zoom: number): boolean {
  return zoom < FOLDED;
}

/**
 * Places the titles of an overview: none covers a node, another title or the border of the window. Titles of groups come first, those
 * of larger ones before others, then those of nodes by their rank.
 */
export function placeLabels({ viewport, size, nodes, groups, nameOf, measure }: OverviewLabels): Label[] {
  const inWindow = ({ x, y, width, height }: Rect) =>
    x + width > 0 && x < size.width && y + height > 0 && y < size.height;
  const seen = nodes
    .map((node) => ({ ...node, seen: onScreen(node.rect, viewport) }))
    .filter((node) => inWindow(node.seen));
  const fitted = (words: string, width: number, of: Label["of"]) => cut(words, width, (part) => measure(part, of));
  const labels: Label[] = [];
  const framed = groups
    .map((group) => ({ group, frame: onScreen(group.rect, viewport) }))
    .filter(({ frame }) => inWindow(frame))
    .sort((a, b) => b.frame.width - a.frame.width);
  const isFolded = foldsGroups(viewport.zoom);
  const places = new LabelPlaces(size, [
    ...seen.map((node) => node.seen),
    // A folded group is a shape like a node.
    ...(isFolded ? framed.map(({ frame }) => frame) : []),
  ]);
  const outside = framed.filter(({ group, frame }) => {
    const label = isFolded ? inFolded(group, frame, size, fitted) : null;
    if (label !== null) labels.push(label);
    return label === null;
  });
  for (const { group, frame } of outside) {
    const label = onFrame(group, frame, size, places, measure, fitted);
    if (label !== null) labels.push(label);
  }
  if (viewport.zoom >= INSIDE) {
    for (const { id, seen: box } of seen) {
      const lines = wrapped(nameOf(id), box.width - PAD, Math.max(1, Math.floor(box.height / LINE.node)), (words) =>
        measure(words, "node"),
      );
      const height = lines.length * LINE.node;
      labels.push({
        of: "node",
        id,
        lines: lines.map((words) => ({ words, tone: "name" })),
        box: { x: box.x, y: box.y + Math.max(0, Math.min((box.height - height) / 2, 3)), width: box.width, height },
      });
    }
    return labels;
  }
  // The smaller all is, the fewer: between that many titles nothing else would be seen.
  let left = Math.round(MOST_BESIDE * Math.min(1, viewport.zoom / 0.1));
  const byRank = seen.flatMap((node) => (node.rank === null ? [] : [{ ...node, rank: node.rank }]));
  for (const { id, seen: box } of byRank.sort((a, b) => a.rank - b.rank)) {
    if (left === 0) break;
    const words = fitted(nameOf(id), BESIDE, "node");
    const title = { width: measure(words, "node") + PAD / 2, height: LINE.node };
    const x = Math.max(0, Math.min(box.x, size.width - title.width));
    const place = places.first(
      [
        { x, y: box.y + box.height },
        { x, y: box.y - title.height },
      ],
      title,
    );
    if (place === null) continue;
    labels.push({ of: "node", id, lines: [{ words, tone: "name" }], box: place });
    left -= 1;
  }
  return labels;
}

type Fitted = (words: string, width: number, of: Label["of"]) => string;

/** Title and counts in the middle of what is seen of a folded group; as many lines as have room. */
function inFolded(group: LabelledGroup, frame: Rect, size: Size, fitted: Fitted): Label | null {
  const left = Math.max(frame.x, 0);
  const top = Math.max(frame.y, 0);
  const width = Math.min(frame.x + frame.width, size.width) - left;
  const height = Math.min(frame.y + frame.height, size.height) - top;
  const room = Math.floor(height / LINE.group);
  if (width < NARROWEST || room < 1) return null;
  const { nodes, errors, warnings } = group;
  const lines: Label["lines"] = [
    { words: groupTitle(group.title), tone: "name" },
    ...(errors > 0 ? [{ words: counted(errors, "error"), tone: "error" as const }] : []),
    ...(errors === 0 && warnings > 0 ? [{ words: counted(warnings, "warning"), tone: "warning" as const }] : []),
    { words: counted(nodes, "card"), tone: "count" },
  ];
  const shown = lines.slice(0, room).map(({ words, tone }) => ({ words: fitted(words, width - PAD, "group"), tone }));
  const high = shown.length * LINE.group;
  return {
    of: "group",
    id: group.id,
    lines: shown,
    box: { x: left, y: top + (height - high) / 2, width, height: high },
  };
}

/** The title of a group at its frame: above it, else within where nothing is covered. */
function onFrame(
  { id, title: named }: LabelledGroup,
  frame: Rect,
  size: Size,
  places: LabelPlaces,
  measure: OverviewLabels["measure"],
  fitted: Fitted,
): Label | null {
  const whole = groupTitle(named);
  const words = fitted(whole, Math.max(frame.width - PAD, 64), "group");
  const title = { width: measure(words, "group") + PAD, height: LINE.group };
  const at = stickyTitle(frame, title, size);
  if (at === null) return null;
  const x = Math.max(0, Math.min(at.x, size.width - title.width));
  const place = places.first(
    [
      { x, y: frame.y - title.height },
      { x, y: at.y },
      { x, y: at.y + title.height },
      { x, y: frame.y + frame.height },
    ],
    title,
  );
  if (place === null) return null;
  if (words === whole) return { of: "group", id, lines: [{ words, tone: "name" }], box: place };
  // One that was cut takes what room is left beside it.
  const box = places.widen(place, Math.min(measure(whole, "group") + PAD, WIDEST_GROUP_TITLE));
  return { of: "group", id, lines: [{ words: fitted(whole, box.width - PAD, "group"), tone: "name" }], box };
}

/** Words cut so that they fit. */
function cut(words: string, width: number, measure: (words: string) => number): string {
  const whole = measure(words);
  if (whole <= width) return words;
  const letters = [...words];
  let count = Math.max(1, Math.floor((letters.length * width) / whole) - 1);
  while (count > 1 && measure(`${letters.slice(0, count).join("")}…`) > width) count -= 1;
  return `${letters.slice(0, count).join("").trimEnd()}…`;
}

/** Words in at most this many lines, broken between words; the last one is cut where there are more. */
function wrapped(text: string, width: number, most: number, measure: (words: string) => number): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== "" && lines.length < most - 1) {
    if (measure(rest) <= width) break;
    let line = "";
    for (const word of rest.split(/\s+/)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (measure(longer) > width) break;
      line = longer;
    }
    if (line === "") break;
    lines.push(line);
    rest = rest.slice(line.length).trim();
  }
  return rest === "" ? lines : [...lines, cut(rest, width, measure)];
}
