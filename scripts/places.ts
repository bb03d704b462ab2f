import { readFileSync } from "node:fs";
import { addToList } from "#domain/add-to-list.ts";

/** A place as `POST …/entities/batch` takes it. */
export interface PlaceInput {
  external_id: string;
  type: "location";
  name: string;
  properties: Record<string, string>;
  /** A country: explicitly no parent, which makes it a root with a path of its own. */
  parent_id?: null;
  /** Parent of every place below a country. */
  parent_external_id?: string;
}

interface Country {
  alpha_2: string;
  alpha_3: string;
  numeric: string;
  name: string;
  flag: string;
  official_name?: string;
  common_name?: string;
}

interface Subdivision {
  code: string;
  name: string;
  type: string;
  parent?: string;
}

function countryPlace(country: Country): PlaceInput {
  const { name, ...properties } = country;
  return {
    external_id: country.alpha_2,
    type: "location",
    name,
    properties: { level: "country", ...properties },
    parent_id: null,
  };
}

/**
 * The code of the place a subdivision lies in. `parent` is written in two ways: within the country ("NX" in AZ-BAB means
 * AZ-NX), and, for the United Kingdom, in full ("GB-SCT"). Without one it lies directly in its country.
 */
export function parentCode(subdivision: Pick<Subdivision, "code" | "parent">): string {
  const country = subdivision.code.slice(0, subdivision.code.indexOf("-"));
  if (subdivision.parent === undefined) return country;
  return subdivision.parent.startsWith(`${country}-`) ? subdivision.parent : `${country}-${subdivision.parent}`;
}

function subdivisionPlace(subdivision: Subdivision): PlaceInput {
  const { code, name, type } = subdivision;
  return {
    external_id: code,
    type: "location",
    name,
    properties: { level: "subdivision", code, category: type, country: code.slice(0, code.indexOf("-")) },
    parent_external_id: parentCode(subdivision),
  };
}

/**
 * The same places, level by level: every parent comes before its children, otherwise the order is kept.
 * @throws when a parent is not among the places, or places contain each other.
 */
export function parentsFirst(places: readonly PlaceInput[]): PlaceInput[] {
  const children = new Map<string | undefined, PlaceInput[]>();
  for (const place of places) {
    addToList(children, place.parent_external_id, place);
  }
  const ordered = [...(children.get(undefined) ?? [])];
  // The list grows while it is walked: each place adds its children behind the last place of its own level.
  for (const place of ordered) ordered.push(...(children.get(place.external_id) ?? []));
  if (ordered.length !== places.length) {
    const reached = new Set(ordered);
    const lost = places.find((place) => !reached.has(place));
    throw new Error(
      `${lost?.external_id} lies in ${lost?.parent_external_id}, which leads to no country in the files.`,
    );
  }
  return ordered;
}

/** Countries and subdivisions, as the two files of iso-codes hold them, as one list of places, parents first. */
export function toPlaces(countries: readonly Country[], subdivisions: readonly Subdivision[]): PlaceInput[] {
  return parentsFirst([...countries.map(countryPlace), ...subdivisions.map(subdivisionPlace)]);
}

function readList<T>(file: string, list: string): T[] {
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(
      `Cannot read ${file}. It is a file of Debian's iso-codes; --countries and --subdivisions name it.`,
      {
        cause,
      },
    );
  }
  const entries = (JSON.parse(content) as Record<string, T[] | undefined>)[list];
  if (!Array.isArray(entries)) throw new Error(`${file} holds no list "${list}".`);
  return entries;
}

/** Reads `iso_3166-1.json` and `iso_3166-2.json` into one list of places, parents first. */
export function readPlaces(files: { countries: string; subdivisions: string }): PlaceInput[] {
  return toPlaces(readList<Country>(files.countries, "3166-1"), readList<Subdivision>(files.subdivisions, "3166-2"));
}

/** Cuts places into batches, in order, each within both limits; `bytes` bounds the JSON body of the request. */
export function intoBatches(places: readonly PlaceInput[], limits: { count: number; bytes: number }): PlaceInput[][] {
  const envelope = Buffer.byteLength('{"entities":[]}');
  const batches: PlaceInput[][] = [];
  let batch: PlaceInput[] = [];
  let bytes = envelope;
  for (const place of places) {
    const size = Buffer.byteLength(JSON.stringify(place)) + 1;
    if (batch.length > 0 && (batch.length === limits.count || bytes + size > limits.bytes)) {
      batches.push(batch);
      batch = [];
      bytes = envelope;
    }
    batch.push(place);
    bytes += size;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}
