import type { ChangeMark } from "#domain/dialogue/comparison.ts";
import { nodeName } from "#domain/dialogue/names.ts";
import { HEAD, nodeMetrics, PORT_Y, ROW, WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { NodeKind } from "#domain/dialogue/wire.ts";
import { lookOf } from "../../fields/glyph.tsx";
import type { Node } from "../../model/model.ts";
import type { Point, Rect } from "../../model/rects.ts";
import type { DrawnEdge } from "../scene/drawn-edges.ts";
import type { Scene } from "../scene/scene.ts";
import type { Level, Size, Viewport } from "../surface/viewport.ts";
import { arrowheadOf } from "./arrowhead.ts";
import type { OverviewNames } from "./overview-context.ts";
import { foldsGroups, type Label, LETTERS, placeLabels } from "./overview-labels.ts";

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

/** The picture of a whole dialogue from far away, kept as paths so that moving the view draws and computes nothing else. */
export class OverviewPaint {
  readonly #scene: Scene;
  readonly #names: OverviewNames;
  /** Paths of the whole, and of what is seen where groups are folded; null before they are painted. */
  readonly #kept: Record<"whole" | "folded", Paths> = { whole: noPaths(), folded: noPaths() };

  constructor(scene: Scene, names: OverviewNames) {
    this.#scene = scene;
    this.#names = names;
  }

  /** Forgets the paths: something lies elsewhere. */
  forget(): void {
    this.#kept.whole = noPaths();
    this.#kept.folded = noPaths();
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
    // On the map there are no words to tell what a folded group has in it.
    const isFolded = words && foldsGroups(zoom) && this.#scene.frames.all().size > 0;
    this.#paintFrames(context, pixel, colours, isFolded);
    context.lineWidth = pixel * 0.75;
    context.strokeStyle = colours.ink3;
    context.globalAlpha = zoom < 0.1 ? 0.28 : 0.45;
    const edges = this.#edgePaths(isFolded);
    context.stroke(edges.lines);
    if (words) {
      context.fillStyle = colours.ink3;
      context.fill(edges.heads);
    }
    context.globalAlpha = 1;
    for (const [kind, path] of this.#nodePaths(isFolded).shapes) {
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
      context.fill(this.#nodePaths(isFolded).spines.get(kind) ?? EMPTY);
    }
    this.#paintMarks(context, pixel, colours, marks, words ? 3 : 1.5, isFolded);
    if (shapes !== null) this.#paintShapes(context, viewport, size, pixel, colours, shapes);
    if (!words) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#paintLabels(context, viewport, size, colours, marks, isFolded);
  }

  #nodePaths(isFolded: boolean): NodePaths {
    const kept = this.#kept[isFolded ? "folded" : "whole"];
    if (kept.nodes !== null) return kept.nodes;
    const shapes = new Map<NodeKind, Path2D>();
    const spines = new Map<NodeKind, Path2D>();
    for (const { id, rect } of this.#scene.nodes()) {
      const node = this.#names.node(id);
      if (node === undefined || (isFolded && this.#frameOf(node) !== null)) continue;
      const { kind } = node;
      const path = shapes.get(kind) ?? new Path2D();
      const spine = spines.get(kind) ?? new Path2D();
      shapes.set(kind, path);
      spines.set(kind, spine);
      // Lines are most of it, and straight edges are much the cheaper to paint.
      if (kind === "hub") path.roundRect(rect.x, rect.y, rect.width, rect.height, 40);
      else if (kind === "condition") bevelled(path, rect);
      else path.rect(rect.x, rect.y, rect.width, rect.height);
      spine.rect(rect.x, rect.y, 16, rect.height);
    }
    kept.nodes = { shapes, spines };
    return kept.nodes;
  }

  #edgePaths(isFolded: boolean): EdgePaths {
    const kept = this.#kept[isFolded ? "folded" : "whole"];
    if (kept.edges !== null) return kept.edges;
    const paths = { lines: new Path2D(), heads: new Path2D() };
    const between = new Set<string>();
    for (const drawn of this.#all()) {
      const ends = isFolded ? this.#endsFolded(drawn, between) : this.#endsOf(drawn);
      if (ends !== null) addEdge(paths, ends);
    }
    kept.edges = paths;
    return paths;
  }

  /** The frame of the group that a node is in; null for none. */
  #frameOf(node: Node | undefined): { readonly id: string; readonly rect: Rect } | null {
    const id = node?.group_id ?? null;
    const frame = id === null ? undefined : this.#scene.frames.get(id);
    return id === null || frame === undefined ? null : { id, rect: frame.rect };
  }

  /** Ends of an edge between folded groups, or a group and a node; null within one, and for a second one between the same two. */
  #endsFolded(drawn: DrawnEdge, between: Set<string>): Ends | null {
    const [from, to] = [drawn.from, drawn.to].map((id) => this.#frameOf(this.#names.node(id)));
    if (from == null && to == null) return this.#endsOf(drawn);
    const pair = `${from?.id ?? drawn.from}>${to?.id ?? drawn.to}`;
    if (from?.id === to?.id || between.has(pair)) return null;
    between.add(pair);
    const a = from?.rect ?? this.#scene.rectOf(drawn.from);
    const b = to?.rect ?? this.#scene.rectOf(drawn.to);
    if (a === null || b === null) return null;
    return { a: { x: a.x + a.width, y: a.y + a.height / 2 }, b: { x: b.x, y: b.y + b.height / 2 }, target: b };
  }

  *#all(): Generator<DrawnEdge> {
    for (const { data } of this.#scene.drawnEdges()) if (data !== undefined) yield data.drawn;
    yield* this.#scene.longEdges();
  }

  #endsOf({ edge, from, to, fromGroup }: DrawnEdge): Ends | null {
    const a = this.#scene.rectOf(from);
    const b = this.#scene.rectOf(to);
    if (a === null || b === null) return null;
    const node = fromGroup ? undefined : this.#names.node(from);
    const row =
      node === undefined ? undefined : nodeMetrics(node).rows.find(({ branchId }) => branchId === edge.branchId);
    const y = a.y + (row === undefined ? PORT_Y : row.y + ROW / 2);
    return { a: { x: a.x + WIDTH, y }, b: { x: b.x, y: b.y + HEAD / 2 }, target: b };
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
    const paths = { lines: new Path2D(), heads: new Path2D() };
    for (const { data } of this.#scene.drawnEdges()) {
      const ends = data === undefined ? null : this.#endsOf(data.drawn);
      if (ends === null) continue;
      const { a, b } = ends;
      if (Math.max(a.x, b.x) < left || Math.min(a.x, b.x) > right) continue;
      if (Math.max(a.y, b.y) < top || Math.min(a.y, b.y) > bottom) continue;
      addEdge(paths, ends);
    }
    context.lineWidth = pixel;
    context.strokeStyle = colours.ink3;
    context.fillStyle = colours.ink3;
    context.globalAlpha = 0.75;
    context.stroke(paths.lines);
    context.fill(paths.heads);
    context.globalAlpha = 1;
  }

  #paintFrames(context: CanvasRenderingContext2D, pixel: number, colours: CanvasColours, isFolded: boolean): void {
    for (const [id, { rect }] of this.#scene.frames.all()) {
      const group = this.#names.group(id);
      if (group === undefined) continue;
      const tint = colours.group(group.color);
      context.beginPath();
      context.roundRect(rect.x, rect.y, rect.width, rect.height, 16);
      context.globalAlpha = isFolded ? 0.18 : 0.07;
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
    isFolded: boolean,
  ): void {
    const ring = (rect: Rect, color: string, width: number) => {
      context.strokeStyle = color;
      context.lineWidth = width * pixel;
      const off = width * pixel;
      context.strokeRect(rect.x - off, rect.y - off, rect.width + 2 * off, rect.height + 2 * off);
    };
    for (const { id, rect } of this.#scene.nodes()) {
      // A folded group says how many problems it has.
      const worst = isFolded && this.#frameOf(this.#names.node(id)) !== null ? null : marks.worst(id);
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

  #paintLabels(
    context: CanvasRenderingContext2D,
    viewport: Viewport,
    size: Size,
    colours: CanvasColours,
    marks: Marks,
    isFolded: boolean,
  ): void {
    const font = {
      group: `600 ${LETTERS.group}px ${colours.fonts.interface}`,
      node: `600 ${LETTERS.node}px ${colours.fonts.interface}`,
    };
    const { nodes, groups } = this.#labelled(marks, isFolded);
    const labels = placeLabels({
      ...{ viewport, size, nodes, groups },
      nameOf: (id) => {
        const node = this.#names.node(id);
        return node === undefined ? "" : nodeName(node);
      },
      measure: (words, of) => {
        if (context.font !== font[of]) context.font = font[of];
        return context.measureText(words).width;
      },
    });
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    for (const { of, id, lines, box } of labels) {
      context.font = font[of];
      const high = box.height / lines.length;
      lines.forEach(({ words, tone }, line) => {
        const y = box.y + (line + 0.5) * high;
        const x = isFolded && of === "group" ? box.x + (box.width - context.measureText(words).width) / 2 : box.x + 4;
        context.strokeStyle = colours.paper;
        context.strokeText(words, x, y);
        context.fillStyle = this.#inkOf({ of, id }, tone, colours);
        context.fillText(words, x, y);
      });
    }
  }

  #inkOf({ of, id }: Pick<Label, "of" | "id">, tone: Label["lines"][number]["tone"], colours: CanvasColours): string {
    if (tone === "error") return colours.error;
    if (tone === "warning") return colours.warn;
    if (tone === "count" || of === "node") return colours.ink2;
    return colours.group(this.#names.group(id)?.color ?? "");
  }

  /** Labelled things: groups with what is in them, and nodes by how soon one looks for them. */
  #labelled(marks: Marks, isFolded: boolean) {
    const problems = new Map<string, { errors: number; warnings: number }>();
    const nodes = [...this.#scene.nodes()].flatMap(({ id, rect }) => {
      const node = this.#names.node(id);
      if (node === undefined) return [];
      const frame = isFolded ? this.#frameOf(node) : null;
      if (frame === null) return [{ id, rect, rank: rankOf(node, marks) }];
      const worst = marks.worst(id);
      if (worst === null) return [];
      const { errors, warnings } = problems.get(frame.id) ?? { errors: 0, warnings: 0 };
      problems.set(frame.id, {
        errors: errors + Number(worst === "error"),
        warnings: warnings + Number(worst !== "error"),
      });
      return [];
    });
    const groups = [...this.#scene.frames.all()].flatMap(([id, { rect, members }]) => {
      const group = this.#names.group(id);
      if (group === undefined) return [];
      return [{ id, rect, title: group.title, nodes: members, ...(problems.get(id) ?? { errors: 0, warnings: 0 }) }];
    });
    return { nodes, groups };
  }
}

/** Line of an edge, from and to, and the node or group that it leads to. */
interface Ends {
  readonly a: Point;
  readonly b: Point;
  readonly target: Rect;
}

/** Edges as lines, and the heads of their arrows. */
interface EdgePaths {
  readonly lines: Path2D;
  readonly heads: Path2D;
}

function addEdge({ lines, heads }: EdgePaths, { a, b, target }: Ends): void {
  lines.moveTo(a.x, a.y);
  lines.lineTo(b.x, b.y);
  const head = arrowheadOf(a, b, target);
  if (head === null) return;
  const [tip, left, right] = head;
  heads.moveTo(tip.x, tip.y);
  heads.lineTo(left.x, left.y);
  heads.lineTo(right.x, right.y);
  heads.closePath();
}

interface NodePaths {
  readonly shapes: ReadonlyMap<NodeKind, Path2D>;
  readonly spines: ReadonlyMap<NodeKind, Path2D>;
}

interface Paths {
  nodes: NodePaths | null;
  edges: EdgePaths | null;
}

const noPaths = (): Paths => ({ nodes: null, edges: null });

/** Rank of a node by how soon one looks for it: what is selected and the start first, then structure, then lines with a title; null for others. */
function rankOf(node: Node, { start, selection }: Marks): number | null {
  if (node.id === start || (selection.size === 1 && selection.has(node.id))) return 0;
  return node.title === null || node.title === "" ? null : (RANKS[node.kind] ?? 3);
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
