/** Where in a list a page ended. */
export interface KnownPlace {
  /** How many rows lie before the place. */
  readonly position: number;
  /** The sort keys of the last row before it. */
  readonly after: readonly (string | number)[];
}

/** Lists whose places are kept, least recently asked dropped first. */
const MAX_LISTS = 200;
/** Places of one list; when there are more, every second one is dropped. */
const MAX_PLACES = 256;

/**
 * Places at which pages of lists ended, at one sequence of a project each: a page further on begins behind the nearest one instead of
 * being counted off from an end of the list. Whoever goes through a list by offset reads each row once.
 */
export class KnownPlaces {
  /** By list and sequence; in the order of positions. */
  readonly #lists = new Map<string, KnownPlace[]>();

  /** The last known place at or before a position and no more than `within` rows before it; null where there is none. */
  before(list: string, position: number, within: number): KnownPlace | null {
    const places = this.#lists.get(list);
    if (places === undefined) return null;
    const place = places[indexBehind(places, position) - 1];
    return place === undefined || position - place.position > within ? null : place;
  }

  add(list: string, place: KnownPlace): void {
    const places = this.#lists.get(list) ?? [];
    this.#lists.delete(list);
    const index = indexBehind(places, place.position);
    if (places[index - 1]?.position !== place.position) places.splice(index, 0, place);
    this.#lists.set(list, places.length <= MAX_PLACES ? places : places.filter((_, i) => i % 2 === 1));
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= MAX_LISTS) break;
      this.#lists.delete(oldest);
    }
  }
}

/** The index of the first place behind a position. */
function indexBehind(places: readonly KnownPlace[], position: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.position ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
