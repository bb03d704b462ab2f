import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import type { Operation } from "../operation/operation.ts";

/** Where a method and path lead; `params` are decoded. */
export type Route =
  | { found: "operation"; operation: Operation; params: Record<string, string> }
  | { found: "path"; methods: string[] }
  | { found: "nothing" };

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;

/** The routes of the registry's operations. */
export class Routes {
  readonly #router = new SmartRouter<Operation>({ routers: [new RegExpRouter(), new TrieRouter()] });

  constructor(operations: readonly Operation[]) {
    // Where a literal and a parameter fit the same segment, the literal wins: `entities/batch` before `entities/{entity_id}`.
    const ordered = [...operations].sort((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1));
    for (const operation of ordered) {
      this.#router.add(operation.method, operation.path.replace(/\{(\w+)\}/g, ":$1"), operation);
    }
  }

  /** Finds what answers a request; HEAD is answered by GET. */
  find(method: string, path: string): Route {
    const match = this.#match(method === "HEAD" ? "GET" : method, path);
    if (match !== null) return { found: "operation", ...match };
    const methods = this.methodsAt(path);
    return methods.length === 0 ? { found: "nothing" } : { found: "path", methods };
  }

  /** The methods a path answers, for `Allow`. */
  methodsAt(path: string): string[] {
    const methods = METHODS.filter((method) => this.#match(method, path) !== null);
    return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  }

  #match(method: string, path: string): { operation: Operation; params: Record<string, string> } | null {
    const [handlers, stash] = this.#router.match(method, path);
    const first = handlers[0];
    if (first === undefined) return null;
    const [operation, places] = first;
    const params: Record<string, string> = {};
    for (const [name, place] of Object.entries(places)) {
      params[name] = decodeSegment(typeof place === "number" ? (stash?.[place] ?? "") : place);
    }
    return { operation, params };
  }
}

/** Sorts literals before parameters, segment by segment. */
function sortKey(path: string): string {
  return path.replaceAll("{", "\uffff");
}

/** What is not percent-encoded UTF-8 becomes a NUL, which no parameter accepts: the address of nothing, so a 404 in its turn. */
function decodeSegment(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return "\0";
  }
}
