import { MAX_PASSAGE_LENGTH } from "#domain/book/book.ts";
import type { JsonObject } from "#domain/json.ts";
import { keysBetween } from "#domain/order.ts";
import { codePointLength } from "#domain/text-marks/text-mark.ts";
import { MAX_BEATS } from "#drizzle/schema/chapters.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { newState, stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { byPlace, chapter, MAX_PASSAGES, passage, withBeatIds } from "../chapters/public.ts";
import type { LandingSession } from "../generation/public.ts";
import { extraction, readChapterJob } from "../story-bible/public.ts";
import type { ChapterDraft } from "./answer.ts";
import type { ChapterBrief } from "./brief.ts";

/**
 * Writes a draft: the beats of an outline behind those that there are, passages behind the others, or new words in place of a span. Prose is read for
 * facts afterwards.
 *
 * @throws {@link Problem} `not_found` for a chapter or passage that is gone, `precondition_failed` for a passage of another revision.
 * @throws {@link ValidationProblem} for what a chapter or passage has no room for.
 */
export async function landChapter(
  unit: UnitOfWork,
  draft: ChapterDraft,
  session: LandingSession,
  brief: ChapterBrief,
): Promise<JsonObject> {
  const version = await unit.require(chapter.resource, brief.chapter_id);
  const result = { chapter_id: version.id, beat_ids: [] as string[], passage_ids: [] as string[], facts: null };
  if (brief.mode === "rewrite") {
    const id = await replaceSpan(unit, draft.replacement ?? "", brief);
    return { ...result, passage_ids: [id], facts: await askForFacts(version.id, session) };
  }
  if (brief.mode === "outline") {
    const state = stateOf(chapter.resource, version);
    const known = new Set(state.beats.map(({ text }) => text));
    const fresh = draft.beats.filter((text) => !known.has(text)).map((text) => ({ text }));
    const beats = withBeatIds([...state.beats, ...fresh], state.beats, session.now).slice(0, MAX_BEATS);
    const summary = state.summary === "" ? (draft.summary ?? "") : state.summary;
    unit.update(chapter.resource, version, { ...state, beats, summary });
    return { ...result, beat_ids: beats.slice(state.beats.length).map(({ id }) => id) };
  }
  const there = (await unit.find(passage.resource, { chapter_id: version.id })).sort(byPlace);
  const own = draft.passages;
  if (there.length + own.length > MAX_PASSAGES)
    throw invalidValue(["passages"], `the chapter would have more than ${MAX_PASSAGES} passages`, own.length);
  const keys = keysBetween(there.at(-1)?.order_key ?? null, null, own.length);
  const beats = new Set(version.beats.map(({ id }) => id));
  const source = { kind: "session" as const, session_id: session.id };
  for (const [at, { beat_id, kind, text }] of own.entries()) {
    const id = newId(passage.resource.prefix, session.now);
    const told = beat_id !== null && beats.has(beat_id) ? beat_id : null;
    const fields = { chapter_id: version.id, order_key: keys[at], kind, text, beat_id: told, source };
    unit.create(passage.resource, id, newState(passage.resource, fields));
    result.passage_ids.push(id);
  }
  const hasProse = own.some(({ kind }) => kind === "prose");
  return hasProse ? { ...result, facts: await askForFacts(version.id, session) } : result;
}

/** Asks for the facts that the text tells by now, as proposals; the extraction is there where it tells something new. */
async function askForFacts(chapterId: string, { ask, now }: LandingSession): Promise<JsonObject> {
  const bible_extraction_id = newId(extraction.resource.prefix, now);
  const job_id = await ask(readChapterJob, { chapter_id: chapterId, bible_extraction_id });
  return { job_id, bible_extraction_id };
}

/** Replaces a span of a passage; every other character of it stays. */
async function replaceSpan(unit: UnitOfWork, words: string, { scope }: ChapterBrief): Promise<string> {
  if (scope === null) throw new Problem("not_found");
  const version = await unit.require(passage.resource, scope.passage_id);
  if (version.valid_from_seq !== scope.base_revision) {
    const message = "The passage has been changed since the rewrite was asked for.";
    throw new Problem("precondition_failed", {
      message,
      detail: { current: version.valid_from_seq, sent: scope.base_revision },
    });
  }
  const state = stateOf(passage.resource, version);
  const text = state.text.slice(0, scope.start) + words + state.text.slice(scope.end);
  if (codePointLength(text) > MAX_PASSAGE_LENGTH)
    throw invalidValue(["replacement"], `the passage would have more than ${MAX_PASSAGE_LENGTH} characters`, null);
  unit.update(passage.resource, version, { ...state, text });
  return version.id;
}
