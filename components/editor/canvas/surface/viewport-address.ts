import type { Point } from "../../model/rects.ts";
import { MAX_ZOOM, MIN_ZOOM } from "./viewport.ts";

/** View in an address: its middle, so that it means the same in a window of another size. */
export interface Look extends Point {
  readonly zoom: number;
}

const NAME = "look";

/** Reads `?look=120,-40,0.75`; null where it is absent or not three numbers. */
export function lookOf(search: string): Look | null {
  const parts = (new URLSearchParams(search).get(NAME) ?? "").split(",");
  const [x, y, zoom] = parts.map(Number);
  if (parts.length !== 3 || x === undefined || y === undefined || zoom === undefined) return null;
  if (![x, y, zoom].every(Number.isFinite) || zoom < MIN_ZOOM || zoom > MAX_ZOOM) return null;
  return { x, y, zoom };
}

/** The node, group or note that a link points at: `?card=node_…`. */
export function nodeOf(search: string): string | null {
  return new URLSearchParams(search).get("card");
}

/** Makes the address point at a node, group or note, for the canvas that will be opened. */
export function pointAt(id: string): void {
  const query = new URLSearchParams(window.location.search);
  query.set("card", id);
  window.history.replaceState(window.history.state, "", `${window.location.pathname}?${query}${window.location.hash}`);
}

/** Writes what is looked at into the address, without a navigation and without an entry in the history. */
export function keepLook({ x, y, zoom }: Look): void {
  const query = new URLSearchParams(window.location.search);
  query.delete("card");
  query.set(NAME, `${Math.round(x)},${Math.round(y)},${Math.round(zoom * 1000) / 1000}`);
  const address = `${window.location.pathname}?${query.toString().replaceAll("%2C", ",")}${window.location.hash}`;
  window.history.replaceState(window.history.state, "", address);
}
