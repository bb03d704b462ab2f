import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import {
  isPublic,
  type KeyedOperation,
  needsKey,
  type Operation,
  type PublicOperation,
} from "../operation/operation.ts";

/** Target of a method and path; `params` are decoded. */
export type Route =
  | { found: "operation"; operation: KeyedOperation; params: Record<string, string> }
  | { found: "public"; operation: PublicOperation; params: Record<string, string> }
  | { found: "path"; methods: string[]; needsKey: boolean }
  | { found: "nothing" };

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;

/** The operations of one path, by method. */
type Methods = Map<string, Operation>;

/** Every path is found under this method, whatever it answers: one look-up then tells of all its methods. */
const ANY = "ANY";

/** The routes of the registry's operations. */
export class Routes {
  readonly #router = new SmartRouter<Methods>({ routers: [new RegExpRouter(), new TrieRouter()] });

  constructor(operations: readonly Operation[]) {
    const byPath = Map.groupBy(operations, ({ path }) => path);
    // Where a literal and a parameter fit the same segment, the literal wins: `entities/batch` before `entities/{entity_id}`.
    const paths = [...byPath.keys()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    for (const path of paths) {
      const methods: Methods = new Map(byPath.get(path)?.map((operation) => [operation.method, operation]));
      this.#router.add(ANY, path.replace(/\{(\w+)\}/g, ":$1"), methods);
    }
  }

  /** Finds what answers a request; HEAD is answered by GET. */
  find(method: string, path: string): Route {
    const wanted = method === "HEAD" ? "GET" : method;
    const [matches, stash] = this.#router.match(ANY, path);
    for (const [methods, places] of matches) {
      const operation = methods.get(wanted);
      if (operation === undefined) continue;
      const params = paramsOf(places, stash);
      if (needsKey(operation)) return { found: "operation", operation, params };
      if (isPublic(operation)) return { found: "public", operation, params };
    }
    if (matches.length === 0) return { found: "nothing" };
    const operations = matches.flatMap(([methods]) => [...methods.values()]);
    return { found: "path", methods: allowedBy(matches), needsKey: operations.some(needsKey) };
  }

  /** The methods a path answers, for `Allow`. */
  methodsAt(path: string): string[] {
    return allowedBy(this.#router.match(ANY, path)[0]);
  }
}

function allowedBy(matches: readonly (readonly [methods: Methods, ...unknown[]])[]): string[] {
  const answered = METHODS.filter((method) => matches.some(([methods]) => methods.has(method)));
  return answered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** Values of a path's parameters: as they stand, or as places in a list of them. */
function paramsOf(
  places: Readonly<Record<string, string | number>>,
  stash: readonly string[] | undefined,
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, place] of Object.entries(places)) {
    params[name] = decodeSegment(typeof place === "number" ? (stash?.[place] ?? "") : place);
  }
  return params;
}

/** Sorts literals before parameters, segment by segment. */
function sortKey(path: string): string {
  return path.replaceAll("{", "\uffff");
}

/**
 * Decodes a path segment. Invalid percent-encoded UTF-8 becomes a NUL, which no parameter accepts, so the request is
 * answered 404.
 */
function decodeSegment(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return "\0";
  }
}
