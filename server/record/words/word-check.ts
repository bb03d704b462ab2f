import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { LEXEME_FORM } from "#domain/lexemes.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { RowComparison } from "../compare-rows.ts";
import type { Columns, Db } from "../database.ts";
import type { FollowedCheck } from "../resource.ts";
import type { WordedResource } from "./word-index.ts";
import { isSame, type StateWords, saidIn, WordRows } from "./word-rows.ts";

/** Opens the check of the words of one kind of subject; null where the project has no index of words, or one of older rules. */
export async function openWordCheck(db: Db, projectId: string, worded: WordedResource): Promise<FollowedCheck | null> {
  const [index] = await db.execute<Columns<"word_indexes", "filled_to_seq">>(
    sql`SELECT filled_to_seq FROM word_indexes WHERE project_id = ${projectId} AND form = ${LEXEME_FORM}`,
  );
  return index === undefined ? null : new WordCheck(projectId, worded, index.filled_to_seq);
}

interface Text extends Omit<StateWords, "audiences"> {
  readonly id: string;
  readonly from: number;
  to: number;
  /** Audiences that might read it, since when, in turn. */
  readonly readers: { readonly audiences: StateWords["audiences"]; readonly since: number }[];
}

/**
 * Derives in memory what the index of words says of one kind of subject, from folded versions and as far as the index has come:
 * by intervals that go on, where the one that fills it goes by events.
 */
class WordCheck implements FollowedCheck {
  private readonly projectId: string;
  private readonly worded: WordedResource;
  private readonly filledTo: number;
  private readonly texts: Text[] = [];
  private readonly last = new Map<string, Text>();

  constructor(projectId: string, worded: WordedResource, filledTo: number) {
    this.projectId = projectId;
    this.worded = worded;
    this.filledTo = filledTo;
  }

  take(versions: readonly JsonObject[]): void {
    for (const version of versions) {
      const from = Number(version.valid_from_seq);
      if (from > this.filledTo) continue;
      const said = saidIn(this.worded.wording, version);
      if (said === null) continue;
      // What ended it, if anything did, the index does not know yet.
      const to = Number(version.valid_to_seq) >= this.filledTo ? CURRENT : Number(version.valid_to_seq);
      const id = String(version.id);
      const before = this.last.get(id);
      const { audiences, ...words } = said;
      const reader = { audiences, since: from };
      if (before !== undefined && before.to + 1 === from && isSame(before, said)) {
        before.to = to;
        before.readers.push(reader);
        continue;
      }
      const text = { id, from, to, ...words, readers: [reader] };
      this.texts.push(text);
      this.last.set(id, text);
    }
  }

  async compare(comparison: RowComparison): Promise<void> {
    const { type } = this.worded.resource;
    const isOwn = (row: JsonObject) => row.type === type;
    const texts = this.texts.map(({ id, from, to, place, length, words, readers }) => ({
      project_id: this.projectId,
      type,
      id,
      valid_from_seq: from,
      valid_to_seq: to,
      place,
      length,
      words,
      audiences: readers.at(-1)?.audiences ?? null,
    }));
    await comparison.derived("subject_texts", texts, isOwn);
    const rows = new WordRows();
    const steps: { seq: number; write: () => void }[] = this.texts.flatMap(({ from, to, words, readers }) => [
      ...readers.map(({ audiences, since }, i) => {
        const before = readers[i - 1];
        return {
          seq: since,
          write: () =>
            before === undefined
              ? rows.began(type, { from, words, audiences })
              : rows.readBy(type, { from, words, audiences: before.audiences }, { others: audiences, since }),
        };
      }),
      ...(to === CURRENT
        ? []
        : [
            {
              seq: to + 1,
              write: () => rows.ended(type, { from, words, audiences: readers.at(-1)?.audiences ?? null }, to + 1),
            },
          ]),
    ]);
    for (const { write } of steps.sort((a, b) => a.seq - b.seq)) write();
    const words = rows.all().map((row) => ({ project_id: this.projectId, ...row }));
    await comparison.derived("subject_words", words, isOwn);
    const ofAudiences = rows.allOfAudiences().map((row) => ({ project_id: this.projectId, ...row }));
    await comparison.derived("audience_words", ofAudiences, isOwn);
  }
}
