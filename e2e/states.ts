import type { Page, Route } from "@playwright/test";
import type { Screen } from "./screens.ts";

/** Failures of the reads that a screen is made from. */
export const FAILURES = ["offline", "403", "404", "429", "500"] as const;
export type Failure = (typeof FAILURES)[number];
export type State = "loaded" | "empty" | "slow" | Failure;

/** Text that a screen shows in each state. */
export const SAYS: Readonly<Record<Failure | "slow", RegExp>> = {
  slow: /^Loading /,
  offline: /could not be (reached|loaded)|no connection|Offline/,
  "403": /role|no access/,
  "404": /not found|no such/i,
  "429": /Too many requests/,
  "500": /could not be loaded/,
};

/** Id of each refused request. */
export const REQUEST_ID = "req_of_a_story";
const WAIT_SECONDS = "30";
const CODES: Readonly<Record<string, string>> = {
  "403": "forbidden",
  "404": "not_found",
  "429": "rate_limited",
  "500": "internal_error",
};

/** An answer of the service: its status, its headers and its body. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Refuses a request of the studio with a status, once for each of its operations. */
export function refusalOf(address: string, status: number): Answer {
  const message = "The service said no, in a sentence.";
  const problem = { code: CODES[status], message, request_id: REQUEST_ID, error: "Refused", detail: null };
  const body = { error: { code: -32_000, message, data: { httpStatus: status, path: null, problem, detail: null } } };
  return {
    status,
    headers: { "content-type": "application/json", ...(status === 429 && { "retry-after": WAIT_SECONDS }) },
    body: JSON.stringify(isBatch(address) ? operationsIn(address).map(() => body) : body),
  };
}

/** Names of the operations that a request of the studio asks for. */
export const operationsIn = (address: string): string[] =>
  (new URL(address).pathname.split("/api/trpc/")[1] ?? "").split(",");
const isBatch = (address: string): boolean => new URL(address).searchParams.has("batch");

/** Puts an empty answer where the screen's own read stands, and leaves the rest as the service said it. */
async function empty(route: Route, { reads = "", empty: nothing }: Screen): Promise<void> {
  const address = route.request().url();
  const names = operationsIn(address);
  if (nothing === undefined || !names.includes(reads)) return route.continue();
  const response = await route.fetch();
  const body = await response.json();
  const result = { result: { data: nothing.answer } };
  const changed = isBatch(address) ? names.map((name, at) => (name === reads ? result : body[at])) : result;
  await route.fulfill({ response, body: JSON.stringify(changed) });
}

/** Makes every read of the page go the way of the state. */
export async function inState(page: Page, screen: Screen, state: State): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  if (state === "loaded") return;
  await page.route("**/api/trpc/**", async (route) => {
    if (state === "empty") return empty(route, screen);
    // A slow answer is one that has not come yet.
    if (state === "slow") return;
    if (state === "offline") return route.abort("internetdisconnected");
    await route.fulfill(refusalOf(route.request().url(), Number(state)));
  });
}
