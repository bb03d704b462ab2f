import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { intoBatches, type PlaceInput, parentCode, parentsFirst, readPlaces } from "./places.ts";

function corpus(file: string): string {
  return fileURLToPath(new URL(`../../shared/corpus/locations/${file}`, import.meta.url));
}

const FILES = { countries: corpus("iso_3166-1.json"), subdivisions: corpus("iso_3166-2.json") };

function place(external_id: string, parent?: string): PlaceInput {
  const base = { external_id, type: "location", name: external_id, properties: {} } as const;
  return parent === undefined ? { ...base, parent_id: null } : { ...base, parent_external_id: parent };
}

function ids(places: readonly PlaceInput[]): string[] {
  return places.map((each) => each.external_id);
}

describe("parentCode", () => {
  it.each([
    [{ code: "AZ-BAB", parent: "NX" }, "AZ-NX"],
    [{ code: "GB-ABD", parent: "GB-SCT" }, "GB-SCT"],
    [{ code: "AD-02" }, "AD"],
    // A parent that is spelled like a country is still one within the country.
    [{ code: "AZ-X", parent: "GB" }, "AZ-GB"],
  ])("%j lies in %s", (subdivision, expected) => {
    expect(parentCode(subdivision)).toBe(expected);
  });
});

describe("parentsFirst", () => {
  it("orders by level and otherwise keeps the order", () => {
    const places = [place("c", "b"), place("b", "a"), place("z"), place("y", "z"), place("a")];
    expect(ids(parentsFirst(places))).toEqual(["z", "a", "y", "b", "c"]);
  });

  it("names a place whose parent does not exist", () => {
    expect(() => parentsFirst([place("a"), place("b", "nowhere")])).toThrow("b lies in nowhere");
  });

  it("refuses places that contain each other", () => {
    expect(() => parentsFirst([place("a"), place("b", "c"), place("c", "b")])).toThrow("b lies in c");
  });
});

describe("intoBatches", () => {
  const places = Array.from({ length: 25 }, (_, index) => place(`place-${index}`));

  it("keeps order and count", () => {
    const batches = intoBatches(places, { count: 10, bytes: 1_000_000 });
    expect(batches.map((batch) => batch.length)).toEqual([10, 10, 5]);
    expect(ids(batches.flat())).toEqual(ids(places));
    expect(intoBatches([], { count: 10, bytes: 100 })).toEqual([]);
  });

  it("keeps each body within the bytes", () => {
    const batches = intoBatches(places, { count: 1000, bytes: 500 });
    expect(ids(batches.flat())).toEqual(ids(places));
    for (const entities of batches) {
      expect(Buffer.byteLength(JSON.stringify({ entities }))).toBeLessThanOrEqual(500);
    }
  });
});

describe.skipIf(!existsSync(FILES.subdivisions))("the files of ISO 3166", () => {
  const places = existsSync(FILES.subdivisions) ? readPlaces(FILES) : [];

  it("give 249 countries and 5,127 subdivisions, each once", () => {
    expect(places.filter((each) => each.parent_id === null)).toHaveLength(249);
    expect(places.filter((each) => each.parent_external_id !== undefined)).toHaveLength(5127);
    expect(new Set(ids(places)).size).toBe(5376);
  });

  it("put each parent before its children, three levels deep", () => {
    const depths = new Map<string, number>();
    for (const { external_id, parent_external_id } of places) {
      const above = parent_external_id === undefined ? 0 : (depths.get(parent_external_id) ?? Number.NaN);
      expect(above, external_id).not.toBeNaN();
      depths.set(external_id, above + 1);
    }
    const levels = [1, 2, 3, 4].map((level) => [...depths.values()].filter((depth) => depth === level).length);
    expect(levels).toEqual([249, 3715, 1412, 0]);
  });

  it("understand both ways of writing a parent", () => {
    const parents = new Map(places.map((each) => [each.external_id, each.parent_external_id]));
    expect(parents.get("AZ-BAB")).toBe("AZ-NX");
    expect(parents.get("GB-ABD")).toBe("GB-SCT");
    expect(parents.get("GB-SCT")).toBe("GB");
  });

  it("fit six requests of less than 1 MiB", () => {
    const batches = intoBatches(places, { count: 1000, bytes: 1024 * 1024 });
    expect(batches).toHaveLength(6);
    for (const entities of batches) expect(Buffer.byteLength(JSON.stringify({ entities }))).toBeLessThan(1024 * 1024);
  });
});
