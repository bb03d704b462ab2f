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

/** Makes the file of a session, keeps it, and makes the draft of it. */
export async function makeFile(
  context: StepContext,
  making: FileMaking<JsonObject, JsonObject>,
  key: ChosenKey | null,
): Promise<Outcome> {
  const { db, generator, session, work, services, keys, signal, outside } = context;
  const { brief, project_id: projectId } = session;
  const ground = await groundOf(context);
  const comment = work.memo.comment ?? null;
  const asked = await making.ask({ db, projectId, brief, model: key?.model ?? null, context: ground, comment });
  const provider = key === null ? { ...BUILTIN, seed: seedOf(context) } : providerOf(key);
  const drafted = (sha256: string): Outcome => {
    const draft = making.draft({ sha256, isBuiltIn: key === null }, brief, ground);
    return { kind: "done", output: { text: "", draft, provider }, memo: withoutNotes(work.memo) };
  };
  const done = async (file: NewFile, written: Pick<Outcome, "rows" | "usage" | "lines"> = {}): Promise<Outcome> => {
    const kept = await keep(context, file);
    if (kept instanceof Problem) {
      return { kind: "end", error: { code: "rejected", message: kept.message }, ...written };
    }
    return { ...drafted(kept), ...written };
  };
  if (typeof asked.kept === "string") return drafted(asked.kept);
  if (key === null) return done(asked.builtIn());
  const number = await beginCall(context, key, { system: "", prompt: asked.prompt, schema: null });
  try {
    const use = await asked.use(services, { model: key.model, signal });
    const file = await outside(() =>
      keys.use(services, projectId, key.byok_id, use, {
        attemptId: `${session.id}.${number}`,
        area: generator.kind,
      }),
    );
    const answer = { text: file.words, finish: "stop", usage: file.usage, responseId: null };
    return await done(file, answeredCall(context, number, answer));
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
