"use client";

import { CodeBlock } from "../../ui/code-block.tsx";
import { RevealOnce } from "../../ui/reveal-once.tsx";
import type { NewApiKey } from "./key-queries.ts";
import { KIND_WORDS } from "./key-words.ts";

interface RevealKeyProps {
  made: NewApiKey;
  onClose: () => void;
}

/** A new key with a call that works with it, shown once. */
export function RevealKey({ made, onClose }: RevealKeyProps) {
  const call = firstCall(made, window.location.origin);
  return (
    <RevealOnce
      title={`The key “${made.name}”`}
      description="This is the only time it is shown."
      what="Key"
      value={made.key}
      onClose={onClose}
    >
      <p className="text-12 text-ink-2">
        {made.kind === "secret"
          ? "Store it in a password manager or in the secrets of your build. Do not put it in a repository, a chat or a released game."
          : KIND_WORDS.publishable.means}
      </p>
      {call !== null && <CodeBlock wraps language="sh" title="Try it" code={call} />}
    </RevealOnce>
  );
}

/** A read that each of these scopes allows, the plainest first. */
const READS = [
  ["read", "/v1/projects"],
  ["admin", "/v1/keys"],
  ["webhooks:manage", "/v1/webhook-events"],
] as const;

/** A call that works with this key as it stands, for a shell; null where the key may read nothing. */
function firstCall({ key, scopes }: Pick<NewApiKey, "key" | "scopes">, origin: string): string | null {
  const path = READS.find(([scope]) => scopes.includes(scope))?.[1];
  return path === undefined ? null : `curl -H "Authorization: Bearer ${key}" \\\n  ${origin}${path}`;
}
