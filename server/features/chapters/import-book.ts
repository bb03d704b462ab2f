import { z } from "zod";
import { MAX_PASSAGE_LENGTH } from "#domain/book/book.ts";
import type { ReadBook, ReadPart } from "#domain/book/read-markdown.ts";
import { oneLine } from "#domain/one-line.ts";
import { assignOrder } from "#domain/order.ts";
import { codePointLength } from "#domain/text-marks/text-mark.ts";
import { chapterFields, passageFields } from "#drizzle/schema/chapters.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { idOf, text } from "../../kernel/validation/fields.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { inTurns } from "../../operation/run-yielding.ts";
import { newState, type Resource, stateOf, type Version } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource } from "../entities/public.ts";
import { act, MAX_ACTS } from "./act.ts";
import { type ChapterState, chapter, MAX_CHAPTERS, withBeatIds } from "./chapter.ts";
import { MAX_PASSAGES, type PassageState, type PassageVersion, passage } from "./passage.ts";
import { byPlace } from "./read-outline.ts";

const MAX_TITLE = 200;
const shape = chapterFields;

const ActMark = z.object({ id: idOf("act").optional(), summary: text({ max: 5_000 }).default("") });
const ChapterMark = z.object({
  id: idOf("chp").optional(),
  status: shape.status.schema.default("outline"),
  summary: shape.summary.schema.default(""),
  pov_entity_id: idOf("ent").nullable().default(null),
  beats: shape.beats.schema.default([]),
  plot_lines: shape.plot_lines.schema.default([]),
  story_order: shape.story_order.schema.default(null),
  target_words: shape.target_words.schema.default(null),
});
const PassageMark = z.object({
  id: idOf("psg").optional(),
  kind: passageFields.kind.schema.default("prose"),
  beat_id: passageFields.beat_id.schema.default(null),
});

/** Numbers of subjects that an import wrote. */
export interface BookImport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly chapter_ids: string[];
}

type Context = Pick<ProjectWriteContext, "record" | "services" | "caller">;

/** An act, a chapter or a passage of a file with its id here, its container and its fields. */
interface Item<State> {
  readonly id: string;
  readonly container: string;
  readonly fields: Omit<State, "order_key">;
}

/**
 * Writes a book that was read from a file: what has the id of something here changes it, all else is created. It stands behind what
 * the file does not have.
 *
 * @throws {@link ValidationProblem} for fields that no act, chapter or passage has, and beyond the limits of a book.
 * @throws {@link Problem} `wrong_state` where it would change a final chapter.
 */
export async function importBookIn(context: Context, { parts }: ReadBook): Promise<BookImport> {
  const { record, services, caller } = context;
  const now = services.clock.now();
  const marks = parts.map((part, at) => ({ part, mark: markOf(part, at) }));
  const named = await record.load(
    entityResource,
    marks.flatMap(({ mark }) => ("pov_entity_id" in mark ? (mark.pov_entity_id ?? []) : [])),
  );
  const ids = await Ids.of(record, now, marks, parts);
  const acts: Item<{ title: string; summary: string; order_key: string }>[] = [];
  const chapters: Item<ChapterState>[] = [];
  const passages: Item<PassageState>[] = [];
  const known = new Map((await record.find(chapter.resource, {})).map((version) => [version.id, version]));
  let actId: string | null = null;
  for (const { part, mark } of marks) {
    const line = oneLine(part.title, MAX_TITLE);
    const title = line.trim() === "" ? "Untitled" : line;
    if (!("status" in mark)) {
      actId = ids.take(act.resource, mark.id);
      acts.push({ id: actId, container: "", fields: { title, summary: mark.summary } });
      continue;
    }
    const { id: sent, beats, pov_entity_id: pov, ...fields } = mark;
    const id = ids.take(chapter.resource, sent);
    const before = known.get(id);
    const act_id = part.isInAct ? actId : null;
    const isFinal = fields.status === "final";
    const stamp =
      isFinal && before?.status !== "final"
        ? { finalized_at: new Date(now).toISOString(), finalized_by: caller.actor }
        : {
            finalized_at: isFinal ? (before?.finalized_at ?? null) : null,
            finalized_by: isFinal ? (before?.finalized_by ?? null) : null,
          };
    chapters.push({
      id,
      container: act_id ?? "",
      fields: {
        ...fields,
        ...stamp,
        title,
        act_id,
        beats: withBeatIds(beats, before?.beats ?? [], now),
        pov_entity_id: pov !== null && (named.has(pov) || pov === before?.pov_entity_id) ? pov : null,
        source: before?.source ?? null,
      },
    });
    for await (const each of inTurns(part.passages)) {
      if (codePointLength(each.text) > MAX_PASSAGE_LENGTH)
        throw refused(`a passage of “${title}” has more than ${MAX_PASSAGE_LENGTH} characters`);
      const { id: own, ...rest } = parsed(PassageMark, each.fields, title);
      passages.push({
        id: ids.take(passage.resource, own),
        container: id,
        fields: { ...rest, text: each.text, chapter_id: id, source: null },
      });
    }
  }
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const write = new Writing(record, counts);
  const allActs = await record.find(act.resource, {});
  const chapterIds = chapters.map(({ id }) => id);
  // A passage of the file may stand in a chapter that the file does not have: it goes from there to the one that it names.
  const own = await record.find(passage.resource, { chapter_id: chapterIds });
  const elsewhere = await record.load(
    passage.resource,
    passages.map(({ id }) => id),
  );
  const texts = [...new Map([...own, ...elsewhere.values()].map((version) => [version.id, version])).values()];
  requireRoom(chapters, passages, texts);
  if (new Set([...allActs, ...acts].map(({ id }) => id)).size > MAX_ACTS)
    throw refused(`a book has at most ${MAX_ACTS} acts`);
  if (new Set([...known.keys(), ...chapterIds]).size > MAX_CHAPTERS)
    throw refused(`a book has at most ${MAX_CHAPTERS} chapters`);
  const top = (version: { readonly id: string; readonly order_key: string }) => ({ ...version, container: "" });
  const keys = placesOf(
    [
      ...allActs.map(top),
      ...[...known.values()].map((version) => ({ ...version, container: version.act_id ?? "" })),
      ...texts.map((version) => ({ ...version, container: version.chapter_id })),
    ],
    // The book has its acts and the chapters outside of them in one order, that of the file.
    [...inOrder(marks, acts, chapters), ...passages],
  );
  await write.all(act.resource, acts, allActs, keys);
  await write.all(chapter.resource, chapters, [...known.values()], keys);
  const sources = new Map(texts.map(({ id, source }) => [id, source]));
  const kept = passages.map((each) => ({ ...each, fields: { ...each.fields, source: sources.get(each.id) ?? null } }));
  await write.all(passage.resource, kept, texts, keys);
  return { ...counts, chapter_ids: chapterIds };
}

/**
 * Refuses a file with which a chapter would have too many passages: its own, and those that are here and stay.
 *
 * @throws {@link ValidationProblem}
 */
function requireRoom(
  chapters: readonly Item<ChapterState>[],
  passages: readonly Item<PassageState>[],
  texts: readonly PassageVersion[],
): void {
  const sent = new Set(passages.map(({ id }) => id));
  const stay = texts.filter(({ id }) => !sent.has(id)).map(({ chapter_id }) => chapter_id);
  const counts = Map.groupBy([...stay, ...passages.map(({ container }) => container)], (id) => id);
  for (const { id, fields } of chapters) {
    if ((counts.get(id)?.length ?? 0) > MAX_PASSAGES)
      throw refused(`“${fields.title}” would have more than ${MAX_PASSAGES} passages`);
  }
}

/** Acts and chapters as they follow one another in the file. */
function inOrder(
  marks: readonly { readonly part: ReadPart }[],
  acts: readonly Placed[],
  chapters: readonly Placed[],
): Placed[] {
  const [ofActs, ofChapters] = [acts.values(), chapters.values()];
  return marks.flatMap(({ part }) => (part.kind === "act" ? ofActs : ofChapters).next().value ?? []);
}

interface Placed {
  readonly id: string;
  readonly container: string;
}

/** Keys of everything in the containers of a file: what the file has comes behind the rest, in its order. */
function placesOf(
  existing: readonly (Placed & { readonly order_key: string })[],
  wanted: readonly Placed[],
): Map<string, string> {
  const isWanted = new Set(wanted.map(({ id }) => id));
  const before = Map.groupBy(existing.toSorted(byPlace), ({ container }) => container);
  const keys = new Map<string, string>();
  for (const [container, own] of Map.groupBy(wanted, (each) => each.container)) {
    const there = before.get(container) ?? [];
    const order = [...there.filter(({ id }) => !isWanted.has(id)), ...own].map(({ id }) => id);
    const stored = new Map(there.map(({ id, order_key }) => [id, order_key]));
    for (const [id, key] of assignOrder(stored, order)) keys.set(id, key);
  }
  return keys;
}

/** Writes the subjects of a file. */
class Writing {
  readonly #record: UnitOfWork;
  readonly #counts: { created: number; updated: number; unchanged: number };

  constructor(record: UnitOfWork, counts: { created: number; updated: number; unchanged: number }) {
    this.#record = record;
    this.#counts = counts;
  }

  async all<State extends { order_key: string }>(
    resource: Resource<State>,
    items: readonly Item<State>[],
    existing: readonly Version<State>[],
    keys: ReadonlyMap<string, string>,
  ): Promise<void> {
    const before = new Map(existing.map((version) => [version.id, version]));
    for await (const { id, fields } of inTurns(items)) {
      const order_key = keys.get(id) as string;
      const version = before.get(id);
      if (version === undefined) {
        this.#record.create(resource, id, newState(resource, { ...fields, order_key }));
        this.#counts.created += 1;
        continue;
      }
      const from = stateOf(resource, version);
      const next = { ...from, ...fields, order_key };
      const isSame = Object.keys(next).every((name) => same(from[name as keyof State], next[name as keyof State]));
      if (isSame) this.#counts.unchanged += 1;
      else {
        this.#record.update(resource, version, next);
        this.#counts.updated += 1;
      }
      before.delete(id);
    }
    // What stands beside them and got another key.
    for (const [id, version] of before) {
      const order_key = keys.get(id) ?? version.order_key;
      if (order_key !== version.order_key)
        this.#record.update(resource, version, { ...stateOf(resource, version), order_key }, { verb: "moved" });
    }
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

type Mark = z.output<typeof ActMark> | z.output<typeof ChapterMark>;

function markOf(part: ReadPart, at: number): Mark {
  const where = part.title === "" ? `part ${at + 1}` : part.title;
  return part.kind === "act" ? parsed(ActMark, part.fields, where) : parsed(ChapterMark, part.fields, where);
}

function parsed<Schema extends z.ZodType>(schema: Schema, fields: unknown, where: string): z.output<Schema> {
  const read = schema.safeParse(fields);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refused(`in “${oneLine(where, MAX_TITLE)}”, ${issue?.path.join(".")}: ${issue?.message}`);
}

function refused(reason: string): Error {
  return invalidValue(["body", "content"], reason, null);
}

/** Ids of what a file has: its own where they are free or there already, and new ones. */
class Ids {
  readonly #record: UnitOfWork;
  readonly #now: number;
  readonly #there: ReadonlySet<string>;
  readonly #taken = new Set<string>();

  constructor(record: UnitOfWork, now: number, there: ReadonlySet<string>) {
    this.#record = record;
    this.#now = now;
    this.#there = there;
  }

  static async of(
    record: UnitOfWork,
    now: number,
    marks: readonly { readonly part: ReadPart; readonly mark: Mark }[],
    parts: readonly ReadPart[],
  ): Promise<Ids> {
    const sent = [
      ...marks.flatMap(({ mark }) => mark.id ?? []),
      ...parts.flatMap(({ passages }) =>
        passages.flatMap(({ fields }) => (typeof fields.id === "string" ? fields.id : [])),
      ),
    ];
    const there = new Set<string>();
    for (const { resource } of [act, chapter, passage]) {
      const own = sent.filter((id) => id.startsWith(`${resource.prefix}_`));
      const kind = resource as unknown as Resource<never>;
      await record.loadUsed(kind, own);
      for (const id of (await record.load(kind, own)).keys()) there.add(id);
    }
    return new Ids(record, now, there);
  }

  /** The id of the next part. */
  take(resource: { readonly prefix: string }, sent: string | undefined): string {
    const isFree =
      sent !== undefined &&
      !this.#taken.has(sent) &&
      (this.#there.has(sent) || !this.#record.isUsed(resource as Resource<never>, sent));
    const id = isFree ? sent : newId(resource.prefix, this.#now);
    this.#taken.add(id);
    return id;
  }
}
