import { createHash } from "node:crypto";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { JsonObject } from "#domain/json.ts";
import { ModelFailure } from "../../adapters/llm/port.ts";
import type { NewFile } from "../../artifacts/artifact-store.ts";
import { Problem } from "../../kernel/problem.ts";
import { answeredCall, beginCall, failedCall } from "./calls.ts";
import type { FileMaking } from "./generator.ts";
import type { Memo } from "./rows.ts";
import type { ChosenKey } from "./session-keys.ts";
import { groundOf, type Outcome, type StepContext } from "./step.ts";
import { ANSWER_MS } from "./transitions.ts";

/** Provider of an artefact that was made without a model. */
export const BUILTIN: JsonObject = { provider: "builtin", model: null, key_id: null, seed: null, deterministic: true };

/**
 * Makes the next file of a session and keeps it. Each file is a step of its own, so that none is made twice by a session that is
 * resumed.
 */
export async function makeFile(
  context: StepContext,
  making: FileMaking<JsonObject, JsonObject>,
  key: ChosenKey | null,
): Promise<Outcome> {
  const { db, session, work, services, keys, signal, outside } = context;
  const ground = await groundOf(context);
  const parts = await making.parts({
    db,
    projectId: session.project_id,
    brief: session.brief,
    context: ground,
    comment: work.memo.comment ?? null,
  });
  const made = work.memo.files ?? [];
  const part = parts[made.length];
  if (part === undefined) throw new Error("a session has made all of its files");
  const provider = key === null ? { ...BUILTIN, seed: seedOf(context) } : providerOf(key);
  const done = async (file: NewFile, model: string | null, written: Pick<Outcome, "rows" | "usage" | "lines"> = {}) => {
    const kept = await keep(context, file);
    if (kept instanceof Problem) return { kind: "end", error: { code: "rejected", message: kept.message }, ...written };
    const files = [...made, { sha256: kept, model }];
    const { files: _, ...memo } = withoutNotes(work.memo);
    if (files.length < parts.length) {
      return { kind: "back", output: { file: kept }, to: "call", memo: { ...memo, files }, ...written };
    }
    const draft = making.draft(files, session.brief, ground);
    return { kind: "done", output: { text: "", draft, provider }, memo, ...written };
  };
  if (key === null) return (await done(part.builtIn(), null)) as Outcome;
  const sent = { system: "", prompt: part.prompt, schema: null };
  const number = await beginCall(context, key, sent);
  try {
    const use = await part.use(services, { model: key.model, signal });
    const file = await outside(() =>
      keys.use(services, session.project_id, key.byok_id, use, `${session.id}.${number}`, making.trade),
    );
    const answer = { text: file.words, finish: "stop", usage: file.usage, responseId: null };
    return (await done(file, file.model, answeredCall(context, number, answer))) as Outcome;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return failedCall(context, number, error);
  }
}

function providerOf({ provider, model, byok_id }: ChosenKey): JsonObject {
  return { provider, model, key_id: byok_id, seed: null, deterministic: false };
}

/** Keeps a file for as long as a person may be asked about it; a problem where the plan of the workspace has no room for it. */
async function keep(
  { services, session, workspaceId, outside }: StepContext,
  file: NewFile,
): Promise<string | Problem> {
  const project = { id: session.project_id, workspaceId };
  try {
    return (await outside(() => services.artifacts.keep(project, file, ANSWER_MS))).sha256;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return error;
    throw error;
  }
}

/** The same for the same project, moment, kind and brief; another one for every draft that was turned down. */
export function seedOf({ session, work }: StepContext): string {
  const { project_id, context_seq, kind, brief } = session;
  const given = { project_id, context_seq, kind, brief, draft: work.memo.rejections ?? 0 };
  return createHash("sha256").update(canonicalJson(given)).digest("hex").slice(0, 16);
}

/** The memo without what only the next call was to be told. */
export function withoutNotes({ reask: _, comment: __, ...memo }: Memo): Memo {
  return memo;
}
