import type { NewApiKey } from "./key-queries.ts";

/** A read that each of these scopes allows, the plainest first. */
const READS = [
  ["read", "/v1/projects"],
  ["admin", "/v1/keys"],
  ["webhooks:manage", "/v1/webhook-events"],
] as const;

/** A call that works with this key as it stands, for a shell; null where the key may read nothing. */
export function firstCall({ key, scopes }: Pick<NewApiKey, "key" | "scopes">, origin: string): string | null {
  const path = READS.find(([scope]) => scopes.includes(scope))?.[1];
  return path === undefined ? null : `curl -H "Authorization: Bearer ${key}" \\\n  ${origin}${path}`;
}
