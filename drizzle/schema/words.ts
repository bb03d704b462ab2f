import { bigint, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { CURRENT, isCurrent, seq, textC } from "./columns.ts";

/** Progress of the word index of a project. It is no project state: answers are the same without it, only later. */
export const wordIndexes = pgTable("word_indexes", {
  project_id: text("project_id").primaryKey(),
  /** Texts and words are complete up to this sequence. */
  filled_to_seq: seq("filled_to_seq").notNull(),
  /** Version of the rules by which the words were cut. */
  form: integer("form").notNull(),
  /** Identity of the index, new each time that it is made from the beginning; caches are keyed by it. */
  edition: uuid("edition").notNull().defaultRandom(),
});

/** Texts of subjects, with their ranges of sequences: a row continues while the words stay the same. */
export const subjectTexts = pgTable(
  "subject_texts",
  {
    project_id: text("project_id").notNull(),
    type: textC("type").notNull(),
    id: textC("id").notNull(),
    valid_from_seq: seq("valid_from_seq").notNull(),
    valid_to_seq: seq("valid_to_seq").notNull().default(CURRENT),
    /** Group of neighbouring texts, such as the dialogue of a line. */
    place: textC("place"),
    /** Number of words, repeated ones included. */
    length: integer("length").notNull(),
    /** Each of them once, or twice where the text repeats it, sorted; then its tags. */
    words: text("words").array().notNull(),
    /** Audiences that may read it, sorted, as of its last change; null where a kind of text is for all. */
    audiences: text("audiences").array(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.type, t.id, t.valid_from_seq] }),
    uniqueIndex("subject_texts_current").on(t.project_id, t.type, t.id).where(isCurrent),
    // One event is about one subject, so a text is known by the sequence with which it began.
    uniqueIndex("subject_texts_from").on(t.project_id, t.valid_from_seq),
  ],
);

/**
 * Texts that have a word, in rows of one range of the record each: the sequences at which texts with the word began,
 * and for each that ended its first sequence and the one that ended it, in turn. A beginning is negative where the text repeats the
 * word. The empty word is in every text.
 */
export const subjectWords = pgTable(
  "subject_words",
  {
    project_id: text("project_id").notNull(),
    lexeme: textC("lexeme").notNull(),
    type: textC("type").notNull(),
    from_seq: seq("from_seq").notNull(),
    starts: bigint("starts", { mode: "number" }).array().notNull(),
    ends: bigint("ends", { mode: "number" }).array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.lexeme, t.type, t.from_seq] })],
);

/**
 * Texts that some may read, for each of those by word, in rows as {@link subjectWords} has them: `starts` holds for each text the sequence
 * with which it began and the one since which this audience may read it, `ends` that and the one from which it may not, in turn.
 */
export const audienceWords = pgTable(
  "audience_words",
  {
    project_id: text("project_id").notNull(),
    /** An entity, or `everyone`. */
    audience: textC("audience").notNull(),
    lexeme: textC("lexeme").notNull(),
    type: textC("type").notNull(),
    from_seq: seq("from_seq").notNull(),
    starts: bigint("starts", { mode: "number" }).array().notNull(),
    ends: bigint("ends", { mode: "number" }).array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.audience, t.lexeme, t.type, t.from_seq] })],
);
