import { LRUCache } from "lru-cache";
import { firstIndex } from "#domain/first-index.ts";

/** End of a page in a list. */
export interface KnownPlace {
  /** Number of rows before it. */
  readonly position: number;
  /** The sort keys of the last row before it. */
  readonly after: readonly (string | number)[];
}

/** Lists whose places are kept, least recently asked dropped first. */
const MAX_LISTS = 50;
/** Places of one list; when there are more, the first half is dropped. */
const MAX_PLACES = 1_000;
/** Rows that lie between two places at least. */
const SPACING = 200;

/**
 * Places at which pages of lists ended, at one sequence of a project each: a page further on begins behind the nearest one instead of
 * being counted off from an end of the list. Whoever goes through a list by offset does not read all of it for each page.
 */
export class KnownPlaces {
  /** Ends of pages by list and sequence, in the order of positions. */
  readonly #lists = new LRUCache<string, KnownPlace[]>({ max: MAX_LISTS });

  /** The last known place at or before a position and no more than `within` rows before it; null where there is none. */
  before(list: string, position: number, within: number): KnownPlace | null {
    const places = this.#lists.peek(list);
    if (places === undefined) return null;
    const place = places[indexBehind(places, position) - 1];
    return place === undefined || position - place.position > within ? null : place;
  }

  add(list: string, place: KnownPlace): void {
    const places = this.#lists.get(list) ?? [];
    const index = indexBehind(places, place.position);
    const last = places[index - 1];
    if (last === undefined || place.position - last.position >= SPACING) places.splice(index, 0, place);
    if (places.length > MAX_PLACES) places.splice(0, MAX_PLACES / 2);
    this.#lists.set(list, places);
  }
}

/** The index of the first place behind a position. */
function indexBehind(places: readonly KnownPlace[], position: number): number {
  return firstIndex(places, (place) => place.position > position);
}
