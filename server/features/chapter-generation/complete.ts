import { MAX_PASSAGE_LENGTH } from "#domain/book/book.ts";
import { isBetweenCharacters } from "#domain/code-points.ts";
import { codePointLength } from "#domain/text-marks/text-mark.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { byPlace, frozen, isFrozen, passage, readOutline } from "../chapters/public.ts";
import { namedEntities } from "../context/public.ts";
import type { CompletedBrief } from "../generation/public.ts";
import type { ChapterBrief, ChapterOfBrief } from "./brief.ts";

/** Characters of the text before that a prompt has, and of a span's surroundings on each side. */
const TAIL = 6_000;
const AROUND = 3_000;

/**
 * Adds to a brief what the record has of its chapter at a sequence.
 *
 * @throws {@link Problem} `not_found`, `wrong_state` for a frozen chapter.
 * @throws {@link ValidationProblem} for a span that is not there, and for a passage of another revision.
 */
export async function completeBrief(
  db: Db,
  projectId: string,
  brief: ChapterBrief,
  seq: number,
): Promise<CompletedBrief> {
  const { chapters } = await readOutline(db, projectId, seq);
  const at = chapters.findIndex(({ version }) => version.id === brief.chapter_id);
  const version = chapters[at]?.version;
  if (version === undefined) throw new Problem("not_found");
  if (isFrozen(version)) throw frozen(version);
  const passages = (await findVersions(db, passage.resource, projectId, { chapter_id: version.id }, seq)).sort(byPlace);
  const pov = version.pov_entity_id;
  const known = pov === null ? new Map() : await namedEntities(db, projectId, { seq, as: null }, [pov]);
  const told = new Set(passages.map(({ beat_id }) => beat_id));
  const prose = passages.filter(({ kind }) => kind === "prose");
  const text = prose.map((each) => each.text).join("\n\n");
  const untold = version.beats.filter(({ id }) => !told.has(id));
  const ofChapter: ChapterOfBrief = {
    title: version.title,
    summary: version.summary,
    pov: pov === null ? null : (known.get(pov)?.name ?? null),
    query: [brief.instructions, version.title, version.summary, ...untold.map(({ text }) => text)].join("\n").trim(),
    beats: [...version.beats],
    untold,
    before: chapters.slice(0, at).findLast((each) => each.version.status !== "archived")?.version.summary ?? "",
    tail: whole(text, text.length - TAIL, text.length),
    around: spanOf(brief, passages),
    room: roomOf(brief, passages),
  };
  return { brief: { ...brief, ...ofChapter }, as: null, about: [...known.keys()] };
}

function spanOf(
  { mode, scope }: ChapterBrief,
  passages: readonly { readonly id: string; readonly text: string; readonly valid_from_seq: number }[],
): ChapterOfBrief["around"] {
  if (mode !== "rewrite") {
    if (scope !== null) throw invalidValue(["body", "scope"], "only a rewrite has a span", null);
    return null;
  }
  if (scope === null) throw invalidValue(["body", "scope"], "a rewrite names the span that it replaces", null);
  const own = passages.find(({ id }) => id === scope.passage_id);
  if (own === undefined)
    throw invalidValue(["body", "scope", "passage_id"], "the chapter has no such passage", scope.passage_id);
  const { text, valid_from_seq: current } = own;
  if (current !== scope.base_revision)
    throw invalidValue(
      ["body", "scope", "base_revision"],
      `the passage is at revision ${current} by now`,
      scope.base_revision,
    );
  const { start, end } = scope;
  if (start >= end || end > text.length || !isBetweenCharacters(text, start) || !isBetweenCharacters(text, end))
    throw invalidValue(["body", "scope", "end"], "the passage has no such span", end);
  return [whole(text, start - AROUND, start), text.slice(start, end), whole(text, end, end + AROUND)];
}

/** Characters that a passage has room for in place of a span. */
function roomOf({ scope }: ChapterBrief, passages: readonly { readonly id: string; readonly text: string }[]): number {
  const own = passages.find(({ id }) => id === scope?.passage_id);
  if (own === undefined || scope === null) return MAX_PASSAGE_LENGTH;
  return MAX_PASSAGE_LENGTH - codePointLength(own.text) + codePointLength(own.text.slice(scope.start, scope.end));
}

/** Part of a text between two places; of a character that one of them cuts, nothing is left. */
function whole(text: string, start: number, end: number): string {
  const [from, to] = [Math.max(0, start), Math.min(text.length, end)];
  return text.slice(isBetweenCharacters(text, from) ? from : from + 1, isBetweenCharacters(text, to) ? to : to - 1);
}
