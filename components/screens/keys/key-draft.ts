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
  readonly projectIds: readonly string[] | null;
  readonly lifetime: Lifetime;
  /** The day it ends with, for `day`; empty until one is picked. */
  readonly day: string;
}

/** Words that a form's fields have at the server. */
export const KEY_FORM = { fields: ["name", "kind", "mode", "scopes", "project_ids", "expires_at"] };

/** What a new key is before anything is chosen: what a build needs, of test projects, for a quarter of a year. */
export const NEW_DRAFT: KeyDraft = withPurpose(
  {
    purpose: "own",
    name: "",
    kind: "secret",
    mode: "test",
    scopes: ["read"],
    projectIds: null,
    lifetime: "90",
    day: "",
  },
  "build",
);

/** A draft for another purpose. A name that nobody typed is the purpose's own. */
export function withPurpose(draft: KeyDraft, purpose: KeyDraft["purpose"]): KeyDraft {
  const preset = PRESETS.find(({ id }) => id === purpose);
  const isNamed = draft.name !== "" && !PRESETS.some(({ name }) => name === draft.name);
  const name = isNamed ? draft.name : (preset?.name ?? "");
  return { ...draft, purpose, name, ...(preset !== undefined && { kind: preset.kind, scopes: preset.scopes }) };
}

/** A draft of another kind; publishable keys only read. */
export function withKind(draft: KeyDraft, kind: KeyKind): KeyDraft {
  return { ...draft, kind, scopes: kind === "publishable" ? ["read"] : draft.scopes };
}

/** A draft of another mode; projects of the one it had are not in it. */
export function withMode(draft: KeyDraft, mode: Mode): KeyDraft {
  return { ...draft, mode, projectIds: draft.projectIds === null || mode === draft.mode ? draft.projectIds : [] };
}

/** A draft with a scope more or less. */
export function withScope(draft: KeyDraft, scope: Scope, isHeld: boolean): KeyDraft {
  return { ...draft, scopes: [...draft.scopes.filter((each) => each !== scope), ...(isHeld ? [scope] : [])] };
}

/** The draft in which a key is changed. */
export function draftOf({ name, kind, mode, scopes, project_ids }: ApiKey): KeyDraft {
  return { purpose: "own", name, kind, mode, scopes, projectIds: project_ids, lifetime: "keep", day: "" };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a key of this draft ends: null for never, undefined for as it is. A day ends where the person is. */
export function expiryOf({ lifetime, day }: KeyDraft, now: number): string | null | undefined {
  if (lifetime === "keep") return undefined;
  if (lifetime === "never") return null;
  if (lifetime !== "day") return new Date(now + Number(lifetime) * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59`);
  // What is no day goes to the server as it is, which says so at the field.
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

/** What is asked of the server for a new key. */
export function grantOf(draft: KeyDraft, now: number): KeyGrant {
  const { name, kind, mode, scopes, projectIds } = draft;
  return {
    name: name.trim(),
    kind,
    mode,
    scopes: [...scopes],
    ...(projectIds !== null && { project_ids: [...projectIds] }),
    expires_at: expiryOf(draft, now) ?? null,
  };
}

/** What of a key a draft changes: what is as it was is not sent, so that a project deleted since refuses nothing. */
export function changeOf(key: ApiKey, draft: KeyDraft, now: number) {
  const expires_at = expiryOf(draft, now);
  const same = (a: readonly string[] | null, b: readonly string[] | null) =>
    JSON.stringify(a === null ? a : [...a].sort()) === JSON.stringify(b === null ? b : [...b].sort());
  return {
    key_id: key.id,
    ...(draft.name.trim() !== key.name && { name: draft.name.trim() }),
    ...(!same(draft.scopes, key.scopes) && { scopes: [...draft.scopes] }),
    ...(!same(draft.projectIds, key.project_ids) && {
      project_ids: draft.projectIds === null ? null : [...draft.projectIds],
    }),
    ...(expires_at !== undefined && { expires_at }),
  };
}
