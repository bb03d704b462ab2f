import { sql } from "drizzle-orm";
import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { finiteNumber, idOf, integer, text } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Kinds of values that a signal can have. */
export const SIGNAL_TYPES = ["boolean", "number", "category", "text", "correction"] as const;

/** Characters of either text of a correction that are kept. */
export const LONGEST_CORRECTION = 20_000;

/** Largest amount of a number, so that sums of squares stay exact to the digits that are shown. */
const LARGEST = 1_000_000_000;

/** A word of the caller's that groups signals: no sentence, and nothing personal. */
const SLUG = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** Texts of a correction: as it was proposed, and as somebody wrote it. */
const Correction = z
  .strictObject({
    before: text({ max: LONGEST_CORRECTION }).meta({ description: "The words as they were proposed." }),
    after: text({ max: LONGEST_CORRECTION }).meta({ description: "The words as they were accepted." }),
  })
  .meta({ id: "FeedbackCorrection" });

const found = { writable: "never", default: null } as const;

/** Fields of a signal of feedback: what somebody says of a subject, under one name. */
export const feedbackFields = {
  subject_id: field(text({ min: 1, max: 60 }), {
    description: "What it is about, by its id: anything of the project that has one, also a generation session.",
    writable: "once",
    filter: "Only feedback about this subject.",
  }),
  subject_type: field(z.string(), {
    description: "Type of the subject.",
    writable: "never",
    filter: "Only feedback about subjects of this type.",
  }),
  version_seq: field(integer({ min: 1 }).nullable(), {
    description: "Sequence at which the version that it is about began; null where it is about the subject as a whole.",
    request:
      "A sequence at which you saw the subject, such as that of a revision: it is then about the version of that moment. Null is about the subject as a whole.",
    writable: "once",
    default: null,
    column: "sequence",
  }),
  name: field(text({ pattern: SLUG }), {
    description: "Name of the signal, such as `helpful`: lower-case letters, digits, `_` and `-`.",
    writable: "once",
    sort: true,
    filter: "Only feedback of this name.",
  }),
  data_type: field(z.enum(SIGNAL_TYPES), {
    description:
      "Kind of the value: yes or no, a number, one word of several, words in `comment`, or what was changed in a proposal.",
    writable: "once",
    filter: "Only feedback of this kind.",
  }),
  value: field(
    z.union([z.boolean(), finiteNumber({ min: -LARGEST, max: LARGEST }), text({ pattern: SLUG })]).nullable(),
    {
      description:
        "The value, of the kind that `data_type` tells; null for `text`. Of a correction it is the share of the words that changed, 0 to 1.",
      request:
        "The value, of the kind that `data_type` tells, a number up to 1,000,000,000; none for `text` and `correction`.",
      writable: "once",
      default: null,
      column: "nullable json",
      wire: z.union([z.boolean(), z.number(), z.string(), z.null()]),
    },
  ),
  comment: field(text({ max: 5_000 }), {
    description: "What was said with it; empty where nothing was, and where a player said it.",
    request: "What you say with it; required for `text`.",
    writable: "once",
    default: "",
    column: "text",
  }),
  player_comment: field(text({ max: 5_000 }).nullable(), {
    description: "What a player said with it, sealed under the key of the player; null where no player said anything.",
    writable: "never",
    default: null,
    sealed: true,
  }),
  correction: field(Correction.nullable(), {
    description: "What was changed; null for other kinds. Long texts are cut.",
    request: "What you changed, for `correction`.",
    writable: "once",
    default: null,
    column: "nullable json",
  }),
  author: field(z.string(), {
    description: "Author: `user:<id>`, `key:<id>` or `player:<id>`.",
    writable: "never",
    filter: "Only feedback of this author.",
  }),
  player_id: field(idOf("ply").nullable(), {
    ...found,
    description: "The player who gave it; null for others.",
    filter: "Only feedback of this player.",
    mentions: "player",
  }),
  session_id: field(idOf("ses").nullable(), {
    ...found,
    description: "The generation session that made the subject; null where none did.",
    filter: "Only feedback about what this session made, and about the session.",
    mentions: "session",
  }),
  generation_kind: field(z.string().nullable(), {
    ...found,
    description: "Kind of that session, such as `dialogue`.",
    filter: "Only feedback about what generations of this kind made.",
    column: "text",
  }),
  provider: field(z.string().nullable(), {
    ...found,
    description: "What wrote the result of that session: a provider, or `builtin`.",
    filter: "Only feedback about what this provider wrote.",
    column: "text",
  }),
  model: field(z.string().nullable(), {
    ...found,
    description: "Its model.",
    filter: "Only feedback about what this model wrote.",
    column: "text",
  }),
};

/** Versions of signals of feedback. */
export const feedbackVersions = versionTable("feedback_versions", feedbackFields, (t) => [
  index("feedback_versions_said").on(t.project_id, t.subject_id, t.author, t.name).where(isCurrent).concurrently(),
  index("feedback_versions_updated").on(t.project_id, t.updated_at).where(isCurrent).concurrently(),
  index("feedback_versions_session")
    .on(t.project_id, t.session_id)
    .where(sql`${isCurrent} AND session_id IS NOT NULL`)
    .concurrently(),
  // Few signals are from players.
  index("feedback_versions_player").on(t.project_id, t.player_id).where(sql`player_id IS NOT NULL`),
]);
