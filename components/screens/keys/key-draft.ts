import { type Expiry, expiryOf } from "../../ui/form/lifetime.ts";
import type { ApiKey, KeyGrant, KeyKind, Mode, Scope } from "./key-queries.ts";
import { PRESETS, type Preset } from "./key-words.ts";

/** Draft of a key in a form. */
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

/** Draft of a new key before anything is chosen: the scopes of a build server, in test projects, for ninety days. */
export const NEW_DRAFT: KeyDraft = {
  purpose: "build",
  name: "Build server",
  kind: "secret",
  mode: "test",
  scopes: ["read"],
  project_ids: null,
  expires_at: { lifetime: "90", day: "" },
};

/** Returns the fields that change with the purpose. A name that nobody typed becomes that of the purpose. */
export function withPurpose({ name, purpose, project_ids }: KeyDraft): Partial<KeyDraft> {
  const preset = PRESETS.find(({ id }) => id === purpose);
  const isNamed = name !== "" && !PRESETS.some((each) => each.name === name);
  return {
    ...(!isNamed && { name: preset?.name ?? "" }),
    ...(preset !== undefined && {
      kind: preset.kind,
      scopes: preset.scopes,
      project_ids: projectsFor(preset.kind, project_ids),
    }),
  };
}

/** Returns the fields that change with the kind: publishable keys only read, and name their projects. */
export function withKind({ kind, project_ids }: KeyDraft): Partial<KeyDraft> {
  return { ...(kind === "publishable" && { scopes: ["read"] }), project_ids: projectsFor(kind, project_ids) };
}

/** Returns the projects of a key of this kind: what was chosen, or else none for a publishable one and all for a secret one. */
function projectsFor(kind: KeyKind, chosen: KeyDraft["project_ids"]): KeyDraft["project_ids"] {
  if (chosen !== null && chosen.length > 0) return chosen;
  return kind === "publishable" ? [] : null;
}

/** Returns the fields that change with the mode: the chosen projects are cleared, since they have the previous mode. */
export function withMode({ project_ids }: KeyDraft): Partial<KeyDraft> {
  return project_ids === null ? {} : { project_ids: [] };
}

/** The draft in which a key is changed. */
export function draftOf({ name, kind, mode, scopes, project_ids }: ApiKey): KeyDraft {
  return { purpose: "own", name, kind, mode, scopes, project_ids, expires_at: { lifetime: "keep", day: "" } };
}

/** Returns the body of the request that creates the key. */
export function grantOf({ purpose, expires_at, project_ids, scopes, ...draft }: KeyDraft, now: number): KeyGrant {
  return {
    ...draft,
    scopes: [...scopes],
    ...(project_ids !== null && { project_ids: [...project_ids] }),
    expires_at: expiryOf(expires_at, now) ?? null,
  };
}
