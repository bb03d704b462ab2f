import type { Rect } from "../../model/rects.ts";
import type { SceneShape } from "../scene/scene.ts";

export type ArrowDirection = "left" | "right" | "up" | "down";

/** Weight of a distance sideways against one ahead. */
const ASIDE = 2;

/**
 * The node an arrow key goes to: the nearest that begins where the present one ends, by the gap between their edges, a
 * gap to the side counting double. Edges and not centres: a tall node beside a short one is its neighbour, however far
 * apart their middles are. Where nothing begins beyond the edge, one whose middle lies that way does.
 */
export function neighbour(
  nodes: readonly SceneShape[],
  from: Rect,
  fromId: string,
  direction: ArrowDirection,
): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const { id, rect } of nodes) {
    if (id === fromId) continue;
    const distance = distanceTo(from, rect, direction);
    if (distance < least) {
      least = distance;
      best = id;
    }
  }
  return best;
}

function distanceTo(from: Rect, to: Rect, direction: ArrowDirection): number {
  const across = direction === "left" || direction === "right";
  const forward = direction === "right" || direction === "down";
  const a = span(from, across);
  const b = span(to, across);
  const ahead = forward ? b.start - a.end : a.start - b.end;
  const middles = forward ? b.start + b.end - a.start - a.end : a.start + a.end - b.start - b.end;
  if (middles <= 0) return Infinity;
  const [c, d] = [span(from, !across), span(to, !across)];
  const aside = Math.max(0, d.start - c.end, c.start - d.end);
  // Overlapping along the way: its middle lies that way, but it comes after all that begin beyond the edge.
  if (ahead < 0 && aside === 0) return Number.MAX_SAFE_INTEGER / 2 + middles;
  return Math.max(0, ahead) + ASIDE * aside + (ahead < 0 ? middles : 0);
}

const span = (rect: Rect, across: boolean): { start: number; end: number } =>
  across ? { start: rect.x, end: rect.x + rect.width } : { start: rect.y, end: rect.y + rect.height };
