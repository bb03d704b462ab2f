import type { ApiKey, KeyGrant, KeyKind, Mode, Scope } from "./key-queries.ts";
import { PRESETS, type Preset } from "./key-words.ts";

/** How long a key is to work: so many days from now, without end, to the end of a day, or as long as it does. */
export type Lifetime = "30" | "90" | "365" | "never" | "day" | "keep";

/** A key as a form has it. */
export interface KeyDraft {
  readonly purpose: Preset["id"] | "own";
  readonly name: string;
  readonly kind: KeyKind;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  /** Projects it is limited to; null for all of its mode. */
  readonly project_ids: readonly string[] | null;
  readonly expires_at: Expiry;
}

/** When a key is to end, as a form has it. */
export interface Expiry {
  readonly lifetime: Lifetime;
  /** The day it ends with, for `day`; empty until one is picked. */
  readonly day: string;
}

/** What a new key is before anything is chosen: what a build needs, of test projects, for a quarter of a year. */
export const NEW_DRAFT: KeyDraft = {
  purpose: "build",
  name: "Build server",
  kind: "secret",
  mode: "test",
  scopes: ["read"],
  project_ids: null,
  expires_at: { lifetime: "90", day: "" },
};

/** What goes with another purpose. A name that nobody typed is the purpose's own. */
export function withPurpose({ name, purpose }: KeyDraft): Partial<KeyDraft> {
  const preset = PRESETS.find(({ id }) => id === purpose);
  const isNamed = name !== "" && !PRESETS.some((each) => each.name === name);
  return {
    ...(!isNamed && { name: preset?.name ?? "" }),
    ...(preset !== undefined && { kind: preset.kind, scopes: preset.scopes }),
  };
}

/** What goes with another kind: publishable keys only read. */
export function withKind({ kind }: KeyDraft): Partial<KeyDraft> {
  return kind === "publishable" ? { scopes: ["read"] } : {};
}

/** What goes with another mode: projects of the one before are not in it. */
export function withMode({ project_ids }: KeyDraft): Partial<KeyDraft> {
  return project_ids === null ? {} : { project_ids: [] };
}

/** The draft in which a key is changed. */
export function draftOf({ name, kind, mode, scopes, project_ids }: ApiKey): KeyDraft {
  return { purpose: "own", name, kind, mode, scopes, project_ids, expires_at: { lifetime: "keep", day: "" } };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a key ends: null for never, undefined for as it is. A day ends where the person is. */
export function expiryOf({ lifetime, day }: Expiry, now: number): string | null | undefined {
  if (lifetime === "keep") return undefined;
  if (lifetime === "never") return null;
  if (lifetime !== "day") return new Date(now + Number(lifetime) * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59`);
  // What is no day goes to the server as it is, which says so at the field.
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

/** What is asked of the server for a new key. */
export function grantOf({ purpose, expires_at, project_ids, scopes, ...draft }: KeyDraft, now: number): KeyGrant {
  return {
    ...draft,
    scopes: [...scopes],
    ...(project_ids !== null && { project_ids: [...project_ids] }),
    expires_at: expiryOf(expires_at, now) ?? null,
  };
}
