import type { KeyKind, Mode, Scope } from "./key-queries.ts";

/** Permission that a scope gives to a key, in words for the person who decides about it. */
export interface ScopeWords {
  readonly scope: Scope;
  readonly name: string;
  readonly allows: string;
}

/** Every scope, from what does least. */
export const SCOPE_WORDS: readonly ScopeWords[] = [
  { scope: "read", name: "Read", allows: "Read, search, check and export its projects." },
  { scope: "write", name: "Write", allows: "Create, change, import and delete content of its projects." },
  { scope: "generate", name: "Generate", allows: "Start generations with a language model." },
  { scope: "webhooks:manage", name: "Webhooks", allows: "Manage webhooks." },
  { scope: "byok:write", name: "Provider keys", allows: "Manage the provider keys of a project." },
  {
    scope: "admin",
    name: "Administer",
    allows: "Manage keys, members and the plan, and delete projects. Keep such a key on secure machines.",
  },
];

const NAMES: ReadonlyMap<Scope, string> = new Map(SCOPE_WORDS.map(({ scope, name }) => [scope, name]));

/** Scopes as a list of words: "Read, Write". */
export const sayScopes = (scopes: readonly Scope[]): string =>
  SCOPE_WORDS.filter(({ scope }) => scopes.includes(scope))
    .map(({ scope }) => NAMES.get(scope))
    .join(", ");

/** Meaning of each mode for a key. */
export const MODE_WORDS: Readonly<Record<Mode, { readonly name: string; readonly means: string }>> = {
  test: { name: "Test", means: "Test projects only, never billed. For trying things out." },
  live: { name: "Live", means: "Live projects only, which players use. Calls count towards the plan." },
};

/** Kinds of keys, each with the places that it may be stored in. */
export const KIND_WORDS: Readonly<Record<KeyKind, { readonly name: string; readonly means: string }>> = {
  secret: { name: "Secret", means: "Stays on machines you control." },
  publishable: { name: "Publishable", means: "May be part of a released game. It reads what everyone may read." },
};

/** A key for a usual purpose. */
export interface Preset {
  readonly id: "game" | "build" | "script";
  readonly name: string;
  readonly allows: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
}

/** Purposes that most keys serve, each with no more scopes than it needs. */
export const PRESETS: readonly Preset[] = [
  {
    id: "game",
    name: "Game client",
    allows: "Reads what is public in the projects you choose. Publishable: it may be part of a released game.",
    kind: "publishable",
    scopes: ["read"],
  },
  {
    id: "build",
    name: "Build server",
    allows: "Reads, checks and exports. It cannot change anything.",
    kind: "secret",
    scopes: ["read"],
  },
  {
    id: "script",
    name: "Writer’s script",
    allows: "Reads and changes dialogues, characters and places, and imports them.",
    kind: "secret",
    scopes: ["read", "write"],
  },
];
