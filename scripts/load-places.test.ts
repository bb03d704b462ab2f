import { describe, expect, it } from "vitest";
import { type Loading, loadPlaces, secondsToWait } from "./load-places.ts";
import type { PlaceInput } from "./places.ts";

const PLACES: PlaceInput[] = Array.from({ length: 2500 }, (_, index) => ({
  external_id: `place-${index}`,
  type: "location",
  name: `Place ${index}`,
  properties: {},
  ...(index === 0 ? { parent_id: null } : { parent_external_id: "place-0" }),
}));

/** Stands in for the API: keeps what it is given, and answers what `interrupt` says instead where it says anything. */
function pretendApi(
  interrupt: (request: { method: string; turn: number }) => Response | Error | undefined = () => undefined,
) {
  const stored = new Map<string, PlaceInput>();
  const keys: string[] = [];
  const waits: number[] = [];
  let turn = 0;
  const answer = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input));
    const method = init?.method ?? "GET";
    turn++;
    if (method === "POST") keys.push(new Headers(init?.headers).get("Idempotency-Key") ?? "");
    const instead = interrupt({ method, turn });
    if (instead instanceof Error) throw instead;
    if (instead !== undefined) return instead;
    if (method === "GET") {
      const offset = Number(url.searchParams.get("offset"));
      const entities = [...stored.values()].slice(offset, offset + Number(url.searchParams.get("limit")));
      return Response.json({ entities, total: stored.size, has_more: offset + entities.length < stored.size });
    }
    const { entities } = JSON.parse(String(init?.body)) as { entities: PlaceInput[] };
    if (entities.some((entity) => stored.has(entity.external_id))) {
      return Response.json({ error: "Conflict", code: "external_id_taken", message: "taken" }, { status: 409 });
    }
    for (const entity of entities) {
      const parent = entity.parent_external_id;
      if (parent !== undefined && !stored.has(parent) && !entities.some((each) => each.external_id === parent)) {
        return Response.json({ error: "Not found", code: "not_found", message: `no ${parent}` }, { status: 404 });
      }
    }
    for (const entity of entities) stored.set(entity.external_id, entity);
    return Response.json({ entities }, { status: 201 });
  };
  const loading: Loading = {
    url: "http://127.0.0.1:9/",
    key: "sk_test_nothing",
    project: "prj_1",
    fetch: answer,
    wait: async (seconds) => {
      waits.push(seconds);
    },
    report: () => undefined,
  };
  return { loading, stored, keys, waits };
}

describe("loadPlaces", () => {
  it("creates everything once, and nothing the second time", async () => {
    const api = pretendApi();
    expect(await loadPlaces(api.loading, PLACES)).toEqual({ created: 2500, present: 0 });
    expect(await loadPlaces(api.loading, PLACES)).toEqual({ created: 0, present: 2500 });
    expect(api.stored.size).toBe(2500);
    expect(new Set(api.keys).size).toBe(3);
  });

  it("creates what an interrupted run left out", async () => {
    const api = pretendApi();
    await loadPlaces(api.loading, PLACES.slice(0, 700));
    expect(await loadPlaces(api.loading, PLACES)).toEqual({ created: 1800, present: 700 });
  });

  it("waits as long as it is told, and sends the same key again", async () => {
    const busy = new Map<number, Response | Error>([
      [2, new Response("{}", { status: 429, headers: { "Retry-After": "7" } })],
      [3, new Response("", { status: 503, headers: { "Retry-After": "2" } })],
      [4, new TypeError("fetch failed")],
    ]);
    const api = pretendApi(({ turn }) => busy.get(turn));
    expect(await loadPlaces(api.loading, PLACES)).toEqual({ created: 2500, present: 0 });
    expect(api.waits).toEqual([7, 2, 4]);
    expect(api.keys).toHaveLength(6);
    expect(new Set(api.keys).size).toBe(3);
  });

  it("goes on with the rest when another run got ahead", async () => {
    const api = pretendApi(({ turn }) => {
      if (turn === 2) for (const place of PLACES.slice(0, 40)) api.stored.set(place.external_id, place);
      return undefined;
    });
    expect(await loadPlaces(api.loading, PLACES)).toEqual({ created: 2460, present: 40 });
  });

  it("gives up on what will not pass", async () => {
    const refuse = (status: number, body: object) => pretendApi(() => Response.json(body, { status })).loading;
    const unauthorized = refuse(401, { code: "invalid_api_key", message: "That key is unknown." });
    await expect(loadPlaces(unauthorized, PLACES)).rejects.toThrow("401 invalid_api_key: That key is unknown.");
    const invalid = refuse(422, { detail: [{ loc: ["body"], msg: "no", type: "missing" }] });
    await expect(loadPlaces(invalid, PLACES)).rejects.toThrow(/422 .*missing/);
    const taken = pretendApi(({ method }) =>
      method === "POST" ? Response.json({ code: "external_id_taken", message: "Taken." }, { status: 409 }) : undefined,
    );
    await expect(loadPlaces(taken.loading, PLACES)).rejects.toThrow("external_id_taken");
    const down = pretendApi(() => new TypeError("fetch failed"));
    await expect(loadPlaces(down.loading, PLACES)).rejects.toThrow("is it running?");
    expect(down.waits).toEqual([1, 2, 4, 8]);
  });
});

describe("secondsToWait", () => {
  it.each([
    ["3", 1, 3],
    ["0", 1, 0],
    ["Thu, 01 Jan 2026 00:00:30 GMT", 1, 30],
    ["Wed, 31 Dec 2025 23:59:00 GMT", 1, 0],
    ["soon", 3, 4],
    [null, 2, 2],
    [null, 20, 60],
  ])("Retry-After %s after attempt %i is %i s", (header, attempt, expected) => {
    expect(secondsToWait(header, attempt, Date.UTC(2026, 0, 1))).toBe(expected);
  });
});
