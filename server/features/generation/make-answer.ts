import type { JsonObject } from "#domain/json.ts";
import { type ModelAnswer, ModelFailure, type ModelRequest } from "../../adapters/llm/port.ts";
import { isRefusal } from "../../kernel/problem.ts";
import { storableText } from "../../kernel/validation/repair-json.ts";
import { answeredCall, askAboutKey, beginCall, failedCall } from "./calls.ts";
import { BUILTIN, makeFile, seedOf, withoutNotes } from "./make-file.ts";
import { data, type PromptPart, request, writePrompt } from "./prompt.ts";
import { REPLACED } from "./read-answer.ts";
import type { Memo } from "./rows.ts";
import type { ChosenKey } from "./session-keys.ts";
import { groundOf, type Outcome, type StepContext } from "./step.ts";

/** Tokens of an answer. */
const ANSWER_TOKENS = 8_192;
/** The result of a call: a model's text as it came, or what was made without one. */
export interface KeptAnswer {
  readonly text: string;
  readonly draft: JsonObject | null;
  readonly provider: JsonObject;
  /** Repairs without which the text could not be kept; absent for none. */
  readonly repairs?: readonly string[];
}

/**
 * Makes the answer with the chosen key, or without a model where there is none. A key that fails is never replaced by
 * another.
 */
export async function makeAnswer(context: StepContext): Promise<Outcome> {
  const { db, generator, keys, session, work, services } = context;
  const asked = work.memo.chosen_key === undefined ? session.key_id : work.memo.chosen_key;
  // A person has chosen none.
  if (work.memo.chosen_key === null) return answerWith(context, null);
  let key: ChosenKey | null;
  try {
    key = await keys.choose(db, session.project_id, asked, services.clock.now(), generator.file?.trade);
  } catch (error) {
    // A look-up that failed says nothing of the key.
    if (!isRefusal(error)) throw error;
    return askAboutKey("provider_key", "The key that was asked for cannot be used.", []);
  }
  return answerWith(context, key);
}

function answerWith(context: StepContext, key: ChosenKey | null): Promise<Outcome> {
  if (context.generator.file !== undefined) return makeFile(context, context.generator.file, key);
  return key === null ? sketch(context) : askModel(context, key);
}

async function sketch(context: StepContext): Promise<Outcome> {
  const { generator, session, work, schemas } = context;
  const seed = seedOf(context);
  const draft = await generator.sketch(session.brief, await groundOf(context), seed, schemas);
  if (draft === null) {
    const message = "This cannot be made without a model: store a provider key, and try again.";
    return { kind: "end", error: { code: "sketch_impossible", message } };
  }
  return { kind: "done", output: { text: "", draft, provider: { ...BUILTIN, seed } }, memo: withoutNotes(work.memo) };
}

async function askModel(context: StepContext, key: ChosenKey): Promise<Outcome> {
  const { generator, keys, services, session, work, signal, outside } = context;
  if (generator.prompt === undefined) throw new Error(`a ${generator.kind} is not asked of a model that writes`);
  const { task, parts } = generator.prompt(session.brief, await groundOf(context));
  const seed = Number.parseInt(seedOf(context).slice(0, 7), 16);
  const asked: ModelRequest = {
    model: key.model,
    ...writePrompt({ task, parts: [...parts, ...notesOf(work.memo)] }),
    schema: generator.answer.schema(session.brief),
    maxOutputTokens: ANSWER_TOKENS,
    seed,
    signal,
  };
  const number = await beginCall(context, key, asked);
  try {
    const answer = await outside(() =>
      keys.call(services, session.project_id, key.byok_id, asked, { attemptId: `${session.id}.${number}` }),
    );
    return answered(context, { key, number, seed, answer });
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return failedCall(context, number, error);
  }
}

/** Returns the outcome of a call that was answered. The row of the call is stored together with that outcome. */
function answered(
  context: StepContext,
  { key, number, seed, answer }: { key: ChosenKey; number: number; seed: number; answer: ModelAnswer },
): Outcome {
  const { work } = context;
  const { finish, usage, model, responseId } = answer;
  const text = storableText(answer.text);
  const repairs = text === answer.text ? {} : { repairs: [REPLACED] };
  const written = answeredCall(context, number, { text, finish, usage, responseId });
  const provider = { provider: key.provider, model, key_id: key.byok_id, seed, deterministic: false };
  switch (finish) {
    case "stop":
      return {
        kind: "done",
        output: { text, draft: null, provider, ...repairs },
        memo: withoutNotes(work.memo),
        ...written,
      };
    case "refused":
      return { kind: "end", error: { code: "refused", message: "The model would not answer." }, ...written };
    case "length":
      return {
        kind: "end",
        error: { code: "truncated", message: `The answer was cut off after ${ANSWER_TOKENS} tokens: ask for less.` },
        ...written,
      };
  }
}

/**
 * Returns the additions to the next prompt: the mistakes of the last answer, and a person's comment on the last draft.
 */
function notesOf({ reask, comment }: Memo): PromptPart[] {
  const issues = reask?.issues.map(({ pointer, message }) => `- ${pointer === "" ? "the whole" : pointer}: ${message}`);
  return [
    ...(reask === undefined || issues === undefined
      ? []
      : [
          "Your last answer was not valid.",
          data("mistakes", "what is wrong with your last answer", issues.join("\n")),
          data("answer", "your last answer", reask.text.slice(0, 20_000)),
        ]),
    ...(comment === undefined ? [] : ["Somebody turned your last draft down, and said:", request(comment, "comment")]),
  ];
}
