import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { intoBatches, type PlaceInput, readPlaces } from "./places.ts";

const USAGE = `Loads the countries and subdivisions of ISO 3166 as a hierarchy of locations, through the public API.

  npm run load-places -- --project prj_… [--url URL] [--key sk_test_…] [--countries FILE] [--subdivisions FILE]

--url and --key come from first-run.json in the data folder (FABULA_DATA_DIR, .data by default) when left out.
Running it again is safe: places that are there already are left as they are.`;

// 5,376 places need six requests of about 200 KB; the API's own limits are 1,000 entities and 1 MiB.
const BATCH = { count: 1000, bytes: 1024 * 1024 };
const PAGE = 500;
const ATTEMPTS = 8;
// 15 seconds in all: a server that was killed is back by then, one that was never started stays away.
const ATTEMPTS_WITHOUT_ANSWER = 5;
const LONGEST_WAIT_SECONDS = 60;

/** Settings of a load, and the functions that leave the process, which a test can replace. */
export interface Loading {
  url: string;
  key: string;
  project: string;
  fetch: typeof globalThis.fetch;
  wait: (seconds: number) => Promise<void>;
  report: (line: string) => void;
}

/** Refusal of the API, in its own words. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "Refused";
    this.status = status;
    this.code = code;
  }
}

/** Seconds to wait before attempt `attempt + 1`: what `Retry-After` says (seconds or a date), else 1, 2, 4, … */
export function secondsToWait(retryAfter: string | null, attempt: number, now: number = Date.now()): number {
  const backOff = 2 ** (attempt - 1);
  if (retryAfter === null || retryAfter.trim() === "") return Math.min(backOff, LONGEST_WAIT_SECONDS);
  const seconds = Number(retryAfter);
  const asked = Number.isNaN(seconds) ? (Date.parse(retryAfter) - now) / 1000 : seconds;
  return Number.isNaN(asked) ? Math.min(backOff, LONGEST_WAIT_SECONDS) : Math.max(0, asked);
}

function refusal(status: number, text: string): Refused {
  let body: { code?: unknown; message?: unknown; error?: unknown; detail?: unknown } = {};
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // Not our JSON, so something else answered (a proxy, another program on the port): the status is all there is.
  }
  const code = typeof body.code === "string" ? body.code : `http_${status}`;
  const words = [body.message, body.error].find((each) => typeof each === "string");
  const detail = Array.isArray(body.detail) ? JSON.stringify(body.detail.slice(0, 3)) : "";
  return new Refused(status, code, `${status} ${code}: ${words ?? (detail || "no explanation given")}`);
}

/**
 * One call of the API. Busy answers (429, 503), a twin still in progress, other server errors and a lost connection are
 * tried again; the same `Idempotency-Key` goes with every attempt, so that a batch is created once at most.
 */
async function call<T>(to: Loading, method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Authorization: `Bearer ${to.key}`, Accept: "application/json" };
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    headers["Idempotency-Key"] = randomUUID();
    init.body = JSON.stringify(body);
  }
  const address = `${to.url.replace(/\/+$/, "")}/v1/projects/${encodeURIComponent(to.project)}/${path}`;
  for (let attempt = 1; ; attempt++) {
    let problem: Error;
    let retryAfter: string | null = null;
    let attempts = ATTEMPTS;
    try {
      const response = await to.fetch(address, init);
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      const refused = refusal(response.status, text);
      const passing = response.status === 429 || response.status >= 500 || refused.code === "idempotency_in_progress";
      if (!passing) throw refused;
      retryAfter = response.headers.get("Retry-After");
      problem = refused;
    } catch (error) {
      // fetch rejects with a TypeError when there is no answer; anything else is not for another attempt.
      if (!(error instanceof TypeError)) throw error;
      const cause = error.cause instanceof Error ? error.cause.message : error.message;
      attempts = ATTEMPTS_WITHOUT_ANSWER;
      problem = new Error(`no answer from ${to.url} (${cause}); is it running?`);
    }
    if (attempt >= attempts) throw problem;
    const seconds = secondsToWait(retryAfter, attempt);
    to.report(`  ${problem.message}; again in ${Math.ceil(seconds)} s`);
    await to.wait(seconds);
  }
}

interface EntityPage {
  entities: { external_id: string }[];
  has_more: boolean;
}

/** The external ids of the locations a project has now. */
async function presentIds(to: Loading): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let offset = 0; ; offset += PAGE) {
    const page = await call<EntityPage>(to, "GET", `entities?type=location&limit=${PAGE}&offset=${offset}`);
    for (const entity of page.entities) ids.add(entity.external_id);
    if (!page.has_more || page.entities.length === 0) return ids;
  }
}

function missing(places: readonly PlaceInput[], present: ReadonlySet<string>): PlaceInput[] {
  return places.filter((place) => !present.has(place.external_id));
}

/**
 * Creates those of the places that are not there yet, in order. When another run gets ahead of this one
 * (409 `external_id_taken`) it looks again at what is there and goes on with the rest.
 */
export async function loadPlaces(
  to: Loading,
  places: readonly PlaceInput[],
): Promise<{ created: number; present: number }> {
  let rest = missing(places, await presentIds(to));
  let created = 0;
  if (rest.length > 0 && rest.length < places.length) {
    to.report(`  ${count(places.length - rest.length)} are there already`);
  }
  while (rest.length > 0) {
    const batch = intoBatches(rest, BATCH)[0] ?? [];
    try {
      const answer = await call<Pick<EntityPage, "entities">>(to, "POST", "entities/batch", { entities: batch });
      if (answer.entities.length !== batch.length) {
        throw new Error(`The API took ${batch.length} places and answered with ${answer.entities.length}.`);
      }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "external_id_taken") throw error;
      const left = missing(rest, await presentIds(to));
      // Nothing of ours has appeared, so the id belongs to something that is not a location, and will stay taken.
      if (left.length === rest.length) throw error;
      rest = left;
      continue;
    }
    created += batch.length;
    rest = rest.slice(batch.length);
    const done = places.length - rest.length;
    to.report(`  ${count(done)} of ${count(places.length)} (${Math.floor((100 * done) / places.length)} %)`);
  }
  return { created, present: places.length - created };
}

function count(amount: number): string {
  return amount.toLocaleString("en");
}

function firstRun(): { url?: string; test_key?: string } {
  const file = join(process.env.FABULA_DATA_DIR ?? ".data", "first-run.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")) as { url?: string; test_key?: string };
  } catch {
    return {};
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      key: { type: "string" },
      project: { type: "string" },
      countries: { type: "string", default: "../shared/corpus/locations/iso_3166-1.json" },
      subdivisions: { type: "string", default: "../shared/corpus/locations/iso_3166-2.json" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const saved = firstRun();
  const url = values.url ?? saved.url;
  const key = values.key ?? saved.test_key;
  if (url === undefined || key === undefined) {
    throw new Error("No address or key: start Fabula once (npm start), or pass --url and --key.");
  }
  if (!URL.canParse(url)) throw new Error(`"${url}" is not an address; --url takes one like http://127.0.0.1:3000.`);
  if (values.project === undefined) throw new Error(`Which project? Pass --project prj_….\n\n${USAGE}`);

  const places = readPlaces(values);
  const countries = places.filter((place) => place.parent_id === null).length;
  console.log(`${count(countries)} countries and ${count(places.length - countries)} subdivisions → ${url}`);

  const start = performance.now();
  const result = await loadPlaces(
    {
      url,
      key,
      project: values.project,
      fetch: globalThis.fetch,
      wait: (seconds) => sleep(seconds * 1000),
      report: (line) => console.log(line),
    },
    places,
  );
  const time = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  console.log(
    result.created === 0
      ? `All ${count(places.length)} places are there already; nothing to do (${time}).`
      : `Created ${count(result.created)} places, ${count(result.present)} were there already, in ${time}.`,
  );
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
