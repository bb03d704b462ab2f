import type { ModelProviderName } from "../../adapters/llm/port.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { currentVersions } from "./current-versions.ts";
import { MADE } from "./provider-key.ts";
import { hasKey, modelOf, readStandings, type Status, statusOf, type Trade } from "./standing.ts";

/** The key that a generation is made with. */
export interface ChosenKey {
  readonly byok_id: string;
  readonly provider: ModelProviderName;
  readonly model: string;
  readonly status: Status;
}

/** Statuses of keys that may answer; of the others a person has to take care. */
const USABLE: ReadonlySet<Status> = new Set(["active", "unverified", "rate_limited"]);

/**
 * The key that a generation uses: the one asked for, or the newest that is usable; where none is, the newest that fails, because
 * a project that has a key is never served without one silently. Null: the project has no key, and the built-in generator writes.
 * Pictures and speech are asked for with keys alone that name a model for them.
 *
 * @throws ValidationProblem at `body.provider` when the one asked for is not there, is switched off or names no such model
 * @throws Problem `provider_key_unverified` when no model is known for the key
 */
export async function chooseKey(
  db: Db,
  projectId: string,
  asked: string | null,
  now = Date.now(),
  trade: Trade = "text",
): Promise<ChosenKey | null> {
  const versions = await currentVersions(db, projectId);
  const standingOf = await readStandings(
    db,
    projectId,
    versions.map(({ id }) => id),
  );
  const keys = versions
    .map((version) => ({ version, standing: standingOf(version.id) }))
    .filter(({ version, standing }) => !version.disabled && hasKey(version, standing))
    .map((key) => ({ ...key, model: modelOf(key.version, key.standing, trade) }));
  const statusOfKey = ({ version, standing }: (typeof keys)[number]) => statusOf(version, standing, now);
  if (asked !== null) {
    const named = keys.find(({ version }) => version.id === asked);
    if (named === undefined) throw invalidValue(["body", "provider"], refusalOf(asked, versions), asked);
    if (named.model === null && trade !== "text") {
      throw invalidValue(["body", "provider"], `this provider key names no model for ${MADE[trade]}`, asked);
    }
    return chosen(named.version.id, named.version.provider, named.model, statusOfKey(named));
  }
  const able = keys.filter(({ model }) => trade === "text" || model !== null);
  const newest = able.find((key) => USABLE.has(statusOfKey(key))) ?? able[0];
  if (newest === undefined) return null;
  return chosen(newest.version.id, newest.version.provider, newest.model, statusOfKey(newest));
}

function chosen(byok_id: string, provider: ModelProviderName, model: string | null, status: Status): ChosenKey {
  if (model === null) throw new Problem("provider_key_unverified", { detail: { byok_id } });
  return { byok_id, provider, model, status };
}

function refusalOf(asked: string, versions: readonly { id: string }[]): string {
  return versions.some(({ id }) => id === asked)
    ? "this provider key is switched off or was never stored here"
    : "the project has no such provider key";
}
