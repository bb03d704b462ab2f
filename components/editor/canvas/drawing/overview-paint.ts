import type { ChangeMark } from "#domain/dialogue/comparison.ts";
import { nodeName } from "#domain/dialogue/names.ts";
import { HEAD, nodeMetrics, PORT_Y, ROW, WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { NodeKind } from "#domain/dialogue/wire.ts";
import { lookOf } from "../../fields/glyph.tsx";
import type { Node } from "../../model/model.ts";
import type { Point, Rect } from "../../model/rects.ts";
import type { DrawnEdge } from "../scene/drawn-edges.ts";
import type { Scene } from "../scene/scene.ts";
import { type Level, onScreen, type Size, type Viewport } from "../surface/viewport.ts";
import { groupTitle, stickyTitle } from "./group-title.ts";
import { LabelPlaces } from "./label-places.ts";

/** Size of titles of groups and of nodes, in CSS pixels: they are as large however far away one is. */
const GROUP_TITLE = 13;
const NODE_TITLE = 11;
/** Room a title takes beyond its letters. */
const TITLE_PAD = 4;
/** The widest title of a group that is narrower than its title, in CSS pixels. */
const WIDEST_GROUP_TITLE = 180;
/** Above this a title stands in its node; below it beside the node, where there is room between the others. */
const INSIDE = 0.155;
/** The widest title beside a node, in CSS pixels, and how many of them there are at most. */
const BESIDE = 120;
const MOST_BESIDE = 60;

/** Colours as the page has them, read once and again when the theme changes. */
export interface CanvasColours {
  readonly paper: string;
  readonly panel: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly accent: string;
  readonly mark: string;
  readonly error: string;
  readonly warn: string;
  readonly ok: string;
  readonly fonts: { readonly interface: string };
  readonly kinds: Readonly<Record<NodeKind, string>>;
  group(color: string): string;
}

/** Marks painted over the shapes. */
export interface Marks {
  readonly selection: ReadonlySet<string>;
  readonly marked: ReadonlySet<string>;
  readonly start: string | null;
  worst(id: string): "error" | "warning" | null;
  change(id: string): ChangeMark | null;
}

interface Names {
  node(id: string): Node | undefined;
  group(id: string): { readonly title: string; readonly color: string } | undefined;
}

/** The picture of a whole dialogue from far away, kept as paths so that moving the view draws and computes nothing else. */
export class OverviewPaint {
  readonly #scene: Scene;
  readonly #names: Names;
  #nodes: Map<NodeKind, Path2D> | null = null;
  #edges: Path2D | null = null;

  constructor(scene: Scene, names: Names) {
    this.#scene = scene;
    this.#names = names;
  }

  /** Forgets the paths: something lies elsewhere. */
  forget(): void {
    this.#nodes = null;
    this.#edges = null;
  }

  paint(
    context: CanvasRenderingContext2D,
    { level, viewport, size, ratio, colours, marks, words, shapes }: PaintOptions,
  ): void {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, size.width * ratio, size.height * ratio);
    if (level === "near") return;
    const { x, y, zoom } = viewport;
    context.setTransform(zoom * ratio, 0, 0, zoom * ratio, x * ratio, y * ratio);
    const pixel = 1 / zoom;
    if (level === "mid") {
      this.#paintEdges(context, viewport, size, pixel, colours);
      return;
    }
    this.#paintFrames(context, pixel, colours);
    context.lineWidth = pixel * 0.75;
    context.strokeStyle = colours.ink3;
    context.globalAlpha = zoom < 0.1 ? 0.28 : 0.45;
    context.stroke(this.#edgePath());
    context.globalAlpha = 1;
    for (const [kind, path] of this.#nodePaths()) {
      const isLine = lookOf(kind) === "line";
      context.fillStyle = colours.panel;
      context.fill(path);
      context.fillStyle = colours.kinds[kind];
      if (kind !== "line") {
        // Structure stands out among lines: that is what one looks for from here.
        context.globalAlpha = isLine ? 0.2 : 0.4;
        context.fill(path);
      }
      context.globalAlpha = isLine ? 0.55 : 0.9;
      context.lineWidth = pixel;
      context.strokeStyle = colours.kinds[kind];
      context.stroke(path);
      context.globalAlpha = 1;
      context.fill(this.#spines.get(kind) ?? EMPTY);
    }
    this.#paintMarks(context, pixel, colours, marks, words ? 3 : 1.5);
    if (shapes !== null) this.#paintShapes(context, viewport, size, pixel, colours, shapes);
    if (!words) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const taken = this.#paintGroupTitles(context, viewport, size, colours);
    if (zoom >= INSIDE) this.#paintTitlesInside(context, viewport, size, colours);
    else this.#paintTitlesBeside(context, viewport, size, colours, marks, taken);
  }

  #spines = new Map<NodeKind, Path2D>();

  #nodePaths(): Map<NodeKind, Path2D> {
    if (this.#nodes !== null) return this.#nodes;
    const nodes = new Map<NodeKind, Path2D>();
    const spines = new Map<NodeKind, Path2D>();
    for (const { id, rect } of this.#scene.nodes()) {
      const node = this.#names.node(id);
      if (node === undefined) continue;
      const { kind } = node;
      const path = nodes.get(kind) ?? new Path2D();
      const spine = spines.get(kind) ?? new Path2D();
      nodes.set(kind, path);
      spines.set(kind, spine);
      // Lines are most of it, and straight edges are much the cheaper to paint.
      if (kind === "hub") path.roundRect(rect.x, rect.y, rect.width, rect.height, 40);
      else if (kind === "condition") bevelled(path, rect);
      else path.rect(rect.x, rect.y, rect.width, rect.height);
      spine.rect(rect.x, rect.y, 16, rect.height);
    }
    this.#spines = spines;
    this.#nodes = nodes;
    return nodes;
  }

  #edgePath(): Path2D {
    if (this.#edges !== null) return this.#edges;
    const path = new Path2D();
    for (const drawn of this.#all()) {
      const ends = this.#endsOf(drawn);
      if (ends === null) continue;
      path.moveTo(ends[0], ends[1]);
      path.lineTo(ends[2], ends[3]);
    }
    this.#edges = path;
    return path;
  }

  *#all(): Generator<DrawnEdge> {
    for (const { data } of this.#scene.drawnEdges()) if (data !== undefined) yield data.drawn;
    yield* this.#scene.longEdges();
  }

  #endsOf({ edge, from, to, fromGroup }: DrawnEdge): [number, number, number, number] | null {
    const a = this.#scene.rectOf(from);
    const b = this.#scene.rectOf(to);
    if (a === null || b === null) return null;
    const node = fromGroup ? undefined : this.#names.node(from);
    const row =
      node === undefined ? undefined : nodeMetrics(node).rows.find(({ branchId }) => branchId === edge.branchId);
    return [a.x + WIDTH, a.y + (row === undefined ? PORT_Y : row.y + ROW / 2), b.x, b.y + HEAD / 2];
  }

  /** Paints the edges that cross the window, from the current positions of the nodes. */
  #paintEdges(
    context: CanvasRenderingContext2D,
    viewport: Viewport,
    size: Size,
    pixel: number,
    colours: CanvasColours,
  ): void {
    const left = -viewport.x * pixel;
    const top = -viewport.y * pixel;
    const right = left + size.width * pixel;
    const bottom = top + size.height * pixel;
    context.beginPath();
    for (const { data } of this.#scene.drawnEdges()) {
      const ends = data === undefined ? null : this.#endsOf(data.drawn);
      if (ends === null) continue;
      const [ax, ay, bx, by] = ends;
      if (Math.max(ax, bx) < left || Math.min(ax, bx) > right) continue;
      if (Math.max(ay, by) < top || Math.min(ay, by) > bottom) continue;
      context.moveTo(ax, ay);
      context.lineTo(bx, by);
    }
    context.lineWidth = pixel;
    context.strokeStyle = colours.ink3;
    context.globalAlpha = 0.75;
    context.stroke();
    context.globalAlpha = 1;
  }

  #paintFrames(context: CanvasRenderingContext2D, pixel: number, colours: CanvasColours): void {
    for (const [id, { rect }] of this.#scene.frames.all()) {
      const group = this.#names.group(id);
      if (group === undefined) continue;
      const tint = colours.group(group.color);
      context.beginPath();
      context.roundRect(rect.x, rect.y, rect.width, rect.height, 16);
      context.globalAlpha = 0.07;
      context.fillStyle = tint;
      context.fill();
      context.globalAlpha = 0.8;
      context.lineWidth = pixel * 1.25;
      context.strokeStyle = tint;
      context.stroke();
      context.globalAlpha = 1;
    }
  }

  #paintMarks(
    context: CanvasRenderingContext2D,
    pixel: number,
    colours: CanvasColours,
    marks: Marks,
    least: number,
  ): void {
    const ring = (rect: Rect, color: string, width: number) => {
      context.strokeStyle = color;
      context.lineWidth = width * pixel;
      const off = width * pixel;
      context.strokeRect(rect.x - off, rect.y - off, rect.width + 2 * off, rect.height + 2 * off);
    };
    for (const { id, rect } of this.#scene.nodes()) {
      const worst = marks.worst(id);
      if (worst !== null) {
        // A dot in the corner that never gets smaller than can be seen.
        const radius = Math.max(14, least * pixel);
        context.beginPath();
        if (worst === "error") context.rect(rect.x + rect.width - radius, rect.y - radius, 2 * radius, 2 * radius);
        else context.arc(rect.x + rect.width, rect.y, radius, 0, 2 * Math.PI);
        context.fillStyle = worst === "error" ? colours.error : colours.warn;
        context.fill();
      }
      const change = marks.change(id);
      if (change !== null) {
        // A tint and a ring: what became other is what one looks for from here.
        const colour = { added: colours.ok, removed: colours.error, changed: colours.warn }[change];
        context.globalAlpha = 0.35;
        context.fillStyle = colour;
        context.fillRect(rect.x, rect.y, rect.width, rect.height);
        context.globalAlpha = 1;
        ring(rect, colour, 2);
      }
      if (marks.marked.has(id)) ring(rect, colours.mark, 2);
      if (marks.start === id) ring(rect, colours.ink, 1.5);
    }
    for (const id of marks.selection) {
      const rect = this.#scene.rectOf(id);
      if (rect !== null) ring(rect, colours.accent, 2.5);
    }
  }

  /** Nodes and notes as they would lie elsewhere, over a picture that steps back. */
  #paintShapes(
    context: CanvasRenderingContext2D,
    { x, y }: Viewport,
    size: Size,
    pixel: number,
    colours: CanvasColours,
    shapes: ReadonlyMap<string, Point>,
  ): void {
    context.globalAlpha = 0.7;
    context.fillStyle = colours.paper;
    context.fillRect(-x * pixel, -y * pixel, size.width * pixel, size.height * pixel);
    const path = new Path2D();
    for (const [id, at] of shapes) {
      const rect = this.#scene.rectOf(id);
      if (rect !== null) path.rect(at.x, at.y, rect.width, rect.height);
    }
    context.globalAlpha = 0.2;
    context.fillStyle = colours.accent;
    context.fill(path);
    context.globalAlpha = 1;
    context.lineWidth = pixel;
    context.strokeStyle = colours.accent;
    context.stroke(path);
  }

  /** Titles of groups, each in the corner of its region that is nearest to where that begins. Answers the room they take. */
  #paintGroupTitles(
    context: CanvasRenderingContext2D,
    viewport: Viewport,
    size: Size,
    colours: CanvasColours,
  ): LabelPlaces {
    const taken = new LabelPlaces();
    context.font = `600 ${GROUP_TITLE}px ${colours.fonts.interface}`;
    context.textBaseline = "middle";
    const frames = [...this.#scene.frames.all()].sort(([, a], [, b]) => b.rect.width - a.rect.width);
    const placed = frames.flatMap(([id, { rect }]) => {
      const group = this.#names.group(id);
      if (group === undefined) return [];
      const whole = groupTitle(group.title);
      const frame = onScreen(rect, viewport);
      const words = fitted(context, whole, Math.max(frame.width - 2 * TITLE_PAD, 64));
      const title = { width: context.measureText(words).width + 2 * TITLE_PAD, height: GROUP_TITLE + TITLE_PAD };
      const at = stickyTitle(frame, title, size);
      if (at === null) return [];
      // Above its region it covers no title of a node; there is none above a region that begins out of sight.
      const above = { ...at, y: frame.y - title.height };
      const box = taken.first([...(above.y >= 0 ? [above] : []), at, { ...at, y: at.y + title.height }], title);
      return box === null ? [] : [{ color: group.color, whole, words, box }];
    });
    // Once each has its place, one that was cut takes what room is left beside it.
    for (const { color, whole, words, box } of placed) {
      const wanted = Math.min(context.measureText(whole).width + 2 * TITLE_PAD, WIDEST_GROUP_TITLE);
      const isWhole = words === whole;
      const { x, y, width, height } = isWhole ? box : taken.widen(box, wanted);
      const told = isWhole ? whole : fitted(context, whole, width - 2 * TITLE_PAD);
      context.fillStyle = colours.paper;
      context.globalAlpha = 0.85;
      context.fillRect(x, y, width, height);
      context.globalAlpha = 1;
      context.fillStyle = colours.group(color);
      context.fillText(told, x + TITLE_PAD, y + height / 2 + 0.5);
    }
    return taken;
  }

  /** Titles in nodes that have room for some letters. */
  #paintTitlesInside(context: CanvasRenderingContext2D, viewport: Viewport, size: Size, colours: CanvasColours): void {
    context.font = `600 ${NODE_TITLE}px ${colours.fonts.interface}`;
    context.textBaseline = "middle";
    context.fillStyle = colours.ink2;
    const letters = Math.max(3, Math.floor((WIDTH * viewport.zoom) / (NODE_TITLE * 0.55)));
    for (const { id, rect } of this.#scene.nodes()) {
      const { x, y, width, height } = onScreen(rect, viewport);
      if (x + width < 0 || x > size.width || y + height < 0 || y > size.height) continue;
      const title = this.#names.node(id)?.title;
      if (title == null || title === "") continue;
      context.fillText(
        title.length > letters ? `${title.slice(0, letters - 1)}…` : title,
        x + 16 * viewport.zoom + 3,
        y + Math.min(height / 2, 9),
        width - 16 * viewport.zoom - 5,
      );
    }
  }

  /** Titles beside nodes that are too small to hold them: of what one finds one's way by first, each where it covers no other. */
  #paintTitlesBeside(
    context: CanvasRenderingContext2D,
    viewport: Viewport,
    size: Size,
    colours: CanvasColours,
    marks: Marks,
    taken: LabelPlaces,
  ): void {
    context.font = `600 ${NODE_TITLE}px ${colours.fonts.interface}`;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = colours.paper;
    context.fillStyle = colours.ink;
    // The smaller all is, the fewer: between that many titles nothing else would be seen.
    let left = Math.round(MOST_BESIDE * Math.min(1, viewport.zoom / 0.1));
    for (const { node, rect } of this.#landmarks(viewport, size, marks)) {
      const words = fitted(context, nodeName(node), BESIDE);
      const title = { width: context.measureText(words).width + TITLE_PAD, height: NODE_TITLE + TITLE_PAD };
      const box = taken.first(
        [
          { x: rect.x, y: rect.y + rect.height },
          { x: rect.x, y: rect.y - title.height },
        ],
        title,
      );
      if (box === null) continue;
      context.strokeText(words, box.x, box.y + box.height / 2);
      context.fillText(words, box.x, box.y + box.height / 2);
      if (--left === 0) return;
    }
  }

  /** Nodes in the window by which one finds one's way: what is selected, the start, structure, lines with a title. */
  #landmarks(viewport: Viewport, size: Size, marks: Marks): { readonly node: Node; readonly rect: Rect }[] {
    const found: { readonly node: Node; readonly rect: Rect; readonly rank: number }[] = [];
    for (const { id, rect } of this.#scene.nodes()) {
      const node = this.#names.node(id);
      if (node === undefined) continue;
      const seen = onScreen(rect, viewport);
      if (seen.x + seen.width < 0 || seen.x > size.width || seen.y + seen.height < 0 || seen.y > size.height) continue;
      const isTitled = node.title !== null && node.title !== "";
      const rank =
        id === marks.start || (marks.selection.size === 1 && marks.selection.has(id))
          ? 0
          : isTitled
            ? (RANKS[node.kind] ?? 3)
            : 4;
      if (rank < 4) found.push({ node, rect: seen, rank });
    }
    return found.sort((a, b) => a.rank - b.rank);
  }
}

/** Ranks of node kinds by prominence in the overview, first to last. */
const RANKS: Partial<Record<NodeKind, number>> = {
  hub: 1,
  entry: 1,
  end: 1,
  choice: 2,
  subgraph: 2,
  storylet_group: 2,
};

/** A rectangle whose upper corners are cut, as a check has them. */
function bevelled(path: Path2D, { x, y, width, height }: Rect): void {
  const cut = Math.min(28, height / 3);
  path.moveTo(x, y + cut);
  path.lineTo(x + cut, y);
  path.lineTo(x + width - cut, y);
  path.lineTo(x + width, y + cut);
  path.lineTo(x + width, y + height);
  path.lineTo(x, y + height);
  path.closePath();
}

/** A text cut so that it fits. */
function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  const whole = context.measureText(text).width;
  if (whole <= width) return text;
  const letters = [...text];
  return `${letters.slice(0, Math.max(1, Math.floor((letters.length * width) / whole) - 1)).join("")}…`;
}

const EMPTY = typeof Path2D === "undefined" ? (null as never) : new Path2D();

export interface PaintOptions {
  readonly level: Level;
  readonly viewport: Viewport;
  readonly size: Size;
  /** Device pixels in a CSS pixel. */
  readonly ratio: number;
  readonly colours: CanvasColours;
  readonly marks: Marks;
  /** Whether titles are painted; on the map there is no room for them. */
  readonly words: boolean;
  /** Places where nodes and notes would lie, by id; null while nothing is suggested. */
  readonly shapes: ReadonlyMap<string, Point> | null;
}
