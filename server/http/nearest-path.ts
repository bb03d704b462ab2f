import { nearestName } from "#domain/nearest-name.ts";
import { Problem } from "../kernel/problem.ts";

/** A declared address. */
export interface Address {
  readonly method: string;
  readonly path: string;
}

/** Longest path, in segments, that is compared with the declared ones. */
const MAX_SEGMENTS = 12;
/** Longest segment that can be a misspelt literal. */
const MAX_SEGMENT = 40;

/** Costs of what turns a path into a declared one; beyond {@link MOST} the two have nothing to do with each other. */
const PARAMETER = 0.1;
const OTHER_METHOD = 0.3;
const MISSPELT = 1;
const LEFT_OUT = 1.5;
const MOST = 3.5;

/**
 * The refusal of a path that no operation has, with the declared one that is nearest: a segment may be misspelt, in the wrong
 * number or left out, `/v1` among them. It is made from the declarations alone, so it says nothing about anybody's data.
 */
export function noSuchPath(method: string, path: string, addresses: readonly Address[]): Problem {
  const nearest = nearestAddress(method, path, addresses);
  if (nearest === null) return new Problem("not_found", { message: "No operation has this path." });
  const suggestion = `${nearest.method} ${nearest.path}`;
  return new Problem("not_found", {
    message: `No operation has this path; did you mean ${suggestion}?`,
    detail: { suggestion },
  });
}

function nearestAddress(method: string, path: string, addresses: readonly Address[]): Address | null {
  const sent = path.split("/").filter((segment) => segment !== "");
  if (sent[0] === "api") sent.shift();
  if (sent.length === 0 || sent.length > MAX_SEGMENTS) return null;
  const wanted = method === "HEAD" ? "GET" : method;
  // The addresses share their literals: each is compared once.
  const known = new Map<string, readonly number[]>();
  const costsOf = (literal: string): readonly number[] => {
    const costs = known.get(literal) ?? sent.map((word) => likeness(word, literal));
    known.set(literal, costs);
    return costs;
  };
  let best: Address | null = null;
  let least = MOST;
  for (const address of addresses) {
    const declared = address.path.split("/").filter((segment) => segment !== "");
    const cost = distance(sent.length, declared, costsOf) + (address.method === wanted ? 0 : OTHER_METHOD);
    if (cost < least) [best, least] = [address, cost];
  }
  return best;
}

/**
 * Returns the cost of turning the sent segments into the declared ones; infinite where one has no counterpart. A parameter stands
 * behind the literal that says what it is, so it is not matched where that was left out. `costsOf` has the cost of each sent
 * segment in the place of a literal.
 */
function distance(sent: number, declared: readonly string[], costsOf: (literal: string) => readonly number[]): number {
  if (sent > declared.length) return Number.POSITIVE_INFINITY;
  const none = () => new Array<number>(sent + 1).fill(Number.POSITIVE_INFINITY);
  // The cost of each number of sent segments, where the declared one before was matched, and where it was left out.
  let matched = none();
  let left = none();
  matched[0] = 0;
  for (const segment of declared) {
    const costs = segment.startsWith("{") ? null : costsOf(segment);
    const [next, skipped] = [none(), none()];
    for (let i = 0; i <= sent; i++) {
      const least = (at: number) => Math.min(matched[at] ?? 0, left[at] ?? 0);
      if (costs !== null) skipped[i] = least(i) + LEFT_OUT;
      if (i === 0) continue;
      next[i] = costs === null ? (matched[i - 1] ?? 0) + PARAMETER : least(i - 1) + (costs[i - 1] ?? 0);
    }
    [matched, left] = [next, skipped];
  }
  return Math.min(matched[sent] ?? 0, left[sent] ?? 0);
}

function likeness(word: string, literal: string): number {
  if (word === literal) return 0;
  if (word.length > MAX_SEGMENT) return Number.POSITIVE_INFINITY;
  return nearestName(stem(word), [stem(literal)]) === null ? Number.POSITIVE_INFINITY : MISSPELT;
}

/** A word without the ending of its number. */
function stem(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?:ies|y)$/, "i")
    .replace(/s$/, "");
}
