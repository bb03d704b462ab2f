import type { ChangeMark } from "#domain/dialogue/comparison.ts";
import { HEAD, nodeMetrics, PORT_Y, ROW, WIDTH } from "#domain/dialogue/node-metrics.ts";
import { type Look, lookOf } from "../../fields/glyph.tsx";
import type { Node } from "../../model/model.ts";
import type { Rect } from "../../model/rects.ts";
import type { DrawnEdge } from "../scene/drawn-edges.ts";
import type { Scene } from "../scene/scene.ts";
import type { Level, Size, Viewport } from "../surface/viewport.ts";

/** Colours as the page has them, read once and again when the theme changes. */
export interface CanvasColours {
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
  readonly looks: Readonly<Record<Look, string>>;
  group(color: string): string;
}

/** What is painted over the shapes. */
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
  #nodes: Map<Look, Path2D> | null = null;
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

  paint(context: CanvasRenderingContext2D, { level, viewport, size, ratio, colours, marks }: PaintOptions): void {
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
    for (const [look, path] of this.#nodePaths()) {
      context.fillStyle = colours.panel;
      context.fill(path);
      context.fillStyle = colours.looks[look];
      if (look !== "line") {
        // Structure stands out among lines: that is what one looks for from here.
        context.globalAlpha = 0.4;
        context.fill(path);
      }
      context.globalAlpha = look === "line" ? 0.55 : 0.9;
      context.lineWidth = pixel;
      context.strokeStyle = colours.looks[look];
      context.stroke(path);
      context.globalAlpha = 1;
      context.fill(this.#spines.get(look) ?? EMPTY);
    }
    this.#paintMarks(context, pixel, colours, marks);
    this.#paintTitles(context, viewport, size, colours);
    this.#paintNames(context, viewport, ratio, colours);
  }

  #spines = new Map<Look, Path2D>();

  #nodePaths(): Map<Look, Path2D> {
    if (this.#nodes !== null) return this.#nodes;
    const nodes = new Map<Look, Path2D>();
    const spines = new Map<Look, Path2D>();
    for (const { id, rect } of this.#scene.nodes()) {
      const node = this.#names.node(id);
      if (node === undefined) continue;
      const look = lookOf(node.kind);
      const path = nodes.get(look) ?? new Path2D();
      const spine = spines.get(look) ?? new Path2D();
      nodes.set(look, path);
      spines.set(look, spine);
      // From so far only the shape of a hub can be told; straight edges are much the cheaper to paint.
      if (look === "hub") path.roundRect(rect.x, rect.y, rect.width, rect.height, 40);
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

  /** Between near and far only what crosses the window is drawn, from where the nodes are this moment. */
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

  #paintMarks(context: CanvasRenderingContext2D, pixel: number, colours: CanvasColours, marks: Marks): void {
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
        const radius = Math.max(14, 3 * pixel);
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

  /** Names on nodes while there is room for a few letters. */
  #paintTitles(context: CanvasRenderingContext2D, { x, y, zoom }: Viewport, size: Size, colours: CanvasColours): void {
    if (zoom < 0.17) return;
    const left = -x / zoom;
    const top = -y / zoom;
    context.font = `600 44px ${colours.fonts.interface}`;
    context.textBaseline = "middle";
    context.fillStyle = colours.ink2;
    for (const { id, rect } of this.#scene.nodes()) {
      if (rect.x + rect.width < left || rect.x > left + size.width / zoom) continue;
      if (rect.y + rect.height < top || rect.y > top + size.height / zoom) continue;
      const title = this.#names.node(id)?.title;
      if (title == null) continue;
      context.fillText(
        title.length > 11 ? `${title.slice(0, 10)}…` : title,
        rect.x + 28,
        rect.y + Math.min(rect.height / 2, 52),
        rect.width - 40,
      );
    }
  }

  /** Names of groups keep their size, whatever the zoom. */
  #paintNames(
    context: CanvasRenderingContext2D,
    { x, y, zoom }: Viewport,
    ratio: number,
    colours: CanvasColours,
  ): void {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = `600 13px ${colours.fonts.interface}`;
    context.textBaseline = "bottom";
    for (const [id, { rect }] of this.#scene.frames.all()) {
      const group = this.#names.group(id);
      if (group === undefined) continue;
      const title = fitted(context, group.title, Math.max(rect.width * zoom, 48));
      context.fillStyle = colours.group(group.color);
      context.fillText(title, rect.x * zoom + x, rect.y * zoom + y - 3);
    }
  }
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
}
