import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchForm } from "#domain/search-form.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { loadPlaces } from "../scripts/load-places.ts";
import { type PlaceInput, readPlaces } from "../scripts/places.ts";

const folder = join(fileURLToPath(new URL("..", import.meta.url)), "../shared/corpus/locations");
const files = { countries: join(folder, "iso_3166-1.json"), subdivisions: join(folder, "iso_3166-2.json") };

describe.skipIf(!existsSync(files.countries))("the places of ISO 3166, through the API", () => {
  let api: TestApi;
  let projectId: string;
  let places: PlaceInput[];
  let parents: Map<string, string | undefined>;

  beforeAll(async () => {
    api = await startTestApi({ mount: "listener" });
    projectId = await api.makeProject({ name: "Places" });
    places = readPlaces(files);
    parents = new Map(places.map((place) => [place.external_id, place.parent_external_id]));
    const began = performance.now();
    const loaded = await loadPlaces(
      {
        url: api.url,
        key: api.home.key,
        project: projectId,
        fetch: globalThis.fetch,
        wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000)),
        report: () => {},
      },
      places,
    );
    console.log(`loaded ${loaded.created} places in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    expect(loaded).toEqual({ created: 5_376, present: 0 });
  });
  afterAll(() => api.close());

  /** External ids of every place a query finds, page by page. */
  async function find(query: Record<string, string>): Promise<string[]> {
    const found: string[] = [];
    for (;;) {
      const page = await api.call<{ entities: { external_id: string }[]; total: number; has_more: boolean }>(
        "GET",
        `/v1/projects/${projectId}/ttrpg-gm/locations`,
        { query: { ...query, limit: 500, offset: found.length } },
      );
      expect(page.status).toBe(200);
      found.push(...page.body.entities.map(({ external_id }) => external_id));
      if (!page.body.has_more) {
        expect(found.length).toBe(page.body.total);
        return found;
      }
    }
  }

  const matching = (test: (place: PlaceInput) => boolean): string[] =>
    places
      .filter(test)
      .map(({ external_id }) => external_id)
      .sort();

  function isUnder(place: PlaceInput, root: string): boolean {
    for (let at: string | undefined = place.external_id; at !== undefined; at = parents.get(at)) {
      if (at === root) return true;
    }
    return false;
  }

  test("all of them are there, once", async () => {
    expect((await find({})).sort()).toEqual(matching(() => true));
  });

  test.each(["GB", "AZ-NX", "FR", "AD-02"])("under %s are exactly those the files put there", async (root) => {
    const [place] = (
      await api.call<{ entities: { id: string; location_path: string }[] }>(
        "GET",
        `/v1/projects/${projectId}/ttrpg-gm/locations`,
        { query: { external_id: root } },
      )
    ).body.entities;
    const wanted = matching((each) => isUnder(each, root));
    expect((await find({ under: place?.id ?? "" })).sort()).toEqual(wanted);
    expect((await find({ under: place?.location_path ?? "" })).sort()).toEqual(wanted);
  });

  test.each(["saint", "ÖST", "Naxçıvan", "_", "%"])("a search for %s finds the names that contain it", async (q) => {
    const wanted = matching(({ name }) => searchForm(name).includes(searchForm(q)));
    expect((await find({ q })).sort()).toEqual(wanted);
  });

  test.each<[object, (properties: Record<string, string>) => boolean]>([
    [{ category: "Parish" }, (p) => p.category === "Parish"],
    [{ category: { $in: ["Rayon", "Governorate"] } }, (p) => p.category === "Rayon" || p.category === "Governorate"],
    [{ category: { $ne: "Province" } }, (p) => p.category !== "Province"],
    [{ level: "country", numeric: { $gte: "800" } }, (p) => p.level === "country" && (p.numeric ?? "") >= "800"],
    [{ official_name: { $contains: "Republic" } }, (p) => (p.official_name ?? "").includes("Republic")],
  ])("the filter %j answers as the files do", async (filter, wanted) => {
    const found = await find({ property_filter: JSON.stringify(filter), sort_by: "name" });
    expect(found.sort()).toEqual(matching(({ properties }) => wanted(properties)));
  });

  test("a replay finds no difference", async () => {
    const report = await api.call<{ differences: unknown[] }>("POST", `/v1/projects/${projectId}/replay`);
    expect(report.body.differences).toEqual([]);
  });
});
