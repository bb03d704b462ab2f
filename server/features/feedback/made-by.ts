import { isJsonObject, type JsonObject } from "#domain/json.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { SignalState } from "./signal.ts";

/** The session that made something, and what wrote its result. */
export type MadeBy = Pick<SignalState, "session_id" | "generation_kind" | "provider" | "model">;

const BY_NOBODY: MadeBy = { session_id: null, generation_kind: null, provider: null, model: null };

/** Returns what made the result of a session, by its state. */
export function madeBySession(sessionId: string, { kind, provider }: JsonObject): MadeBy {
  const by = isJsonObject(provider ?? null) ? (provider as JsonObject) : {};
  return {
    session_id: sessionId,
    generation_kind: textOr(kind),
    provider: textOr(by.provider),
    model: textOr(by.model),
  };
}

/** Finds the session that made a subject, which may be one itself. */
export async function madeBy(
  record: UnitOfWork,
  resources: ResourceRegistry,
  subject: { readonly id: string; readonly type: string; readonly state: JsonObject },
): Promise<MadeBy> {
  if (subject.type === "session") return madeBySession(subject.id, subject.state);
  const { source } = subject.state;
  const id = isJsonObject(source ?? null) ? (source as JsonObject).session_id : null;
  if (typeof id !== "string") return BY_NOBODY;
  const session = await record.get(resources.of("session"), id);
  return session === null ? BY_NOBODY : madeBySession(id, session as unknown as JsonObject);
}

function textOr(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
