import { jsonEqual } from "#domain/json.ts";
import { type ChapterBeat, chapterFields, chapterVersions } from "#drizzle/schema/chapters.ts";
import type { StateOf } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { RecordView, Version } from "../../record/resource.ts";
import { entityResource } from "../entities/public.ts";
import { act } from "./act.ts";

/** Chapters of one project. */
export const MAX_CHAPTERS = 1_000;

export type ChapterState = StateOf<typeof chapterFields>;
export type ChapterVersion = Version<ChapterState>;

/** States between the outline and the final text: a chapter goes from each to each. */
const OPEN = ["outline", "drafting", "draft", "review", "revised"] as const;
/** States in which a chapter and its passages stay as they are. */
const FROZEN: readonly ChapterState["status"][] = ["final", "archived"];
/** Fields of a frozen chapter that still change: its state, and its place in the book. */
const FREE: ReadonlySet<string> = new Set(["status", "finalized_at", "finalized_by", "act_id", "order_key"]);

const others = (status: (typeof OPEN)[number]) => OPEN.filter((each) => each !== status);

/** The ways between the states of a chapter. */
const TRANSITIONS = {
  replan: {
    from: others("outline"),
    to: "outline",
    verb: "replanned",
    meaning: "It is an outline again.",
    summary: "Take a chapter back to its outline",
    description: "Says that it is planned anew. Its text stays. Has no effect on an outline.",
  },
  begin: {
    from: others("drafting"),
    to: "drafting",
    verb: "begun",
    meaning: "Its draft was begun.",
    summary: "Begin to draft a chapter",
    description: "Says that its text is being written. Has no effect on one that is.",
  },
  complete: {
    from: others("draft"),
    to: "draft",
    verb: "completed",
    meaning: "Its draft is complete.",
    summary: "Complete the draft of a chapter",
    description: "Says that it can be read from beginning to end. Has no effect on a draft.",
  },
  submit: {
    from: others("review"),
    to: "review",
    verb: "submitted",
    meaning: "It waits for a review.",
    summary: "Submit a chapter for review",
    description: "Says that others ought to read it. Has no effect on one in review.",
  },
  revise: {
    from: [...others("revised"), "final"],
    to: "revised",
    verb: "revised",
    meaning: "It was revised after a review, or a final one is edited again.",
    summary: "Revise a chapter",
    description:
      "Says that it was revised after a review. From a final chapter it begins a new revision: it can be edited again, and what was final stays in its revisions.",
  },
  finalize: {
    from: ["draft", "review", "revised"],
    to: "final",
    verb: "finalized",
    meaning: "It is final.",
    summary: "Make a chapter final",
    description: "From then on it and its passages are not edited until it is revised. Has no effect on a final one.",
  },
  archive: {
    from: [...OPEN, "final"],
    to: "archived",
    verb: "archived",
    meaning: "It was archived: it is no part of the book for now.",
    summary: "Archive a chapter",
    description: "Takes it out of the book without deleting it. It is not edited until it is unarchived.",
  },
  unarchive: {
    from: ["archived"],
    to: "drafting",
    verb: "unarchived",
    meaning: "It is part of the book again.",
    summary: "Unarchive a chapter",
    description: "Puts it back into the book, as one that is being written. Has no effect on any other.",
  },
} as const;

/** Verbs of the ways out of a frozen state. */
const LEAVING: ReadonlySet<string> = new Set(
  Object.values(TRANSITIONS).flatMap(({ from, verb }) => (from.some((status) => FROZEN.includes(status)) ? verb : [])),
);

/** Part of a book, with what happens in it and how far its text has come. Its text is in passages. */
export const chapter = recorded({
  type: "chapter",
  plural: "chapters",
  path: "/v1/projects/{project_id}/book-author/chapters",
  table: chapterVersions,
  fields: chapterFields,
  references: { act_id: "act" },
  rejoins: ["act_id"],
  events: { moved: { meaning: "It has another place in the book." } },
  countedBy: "status",
  states: {
    states: {
      outline: { is: { status: "outline" } },
      drafting: { is: { status: "drafting" } },
      draft: { is: { status: "draft" } },
      review: { is: { status: "review" } },
      revised: { is: { status: "revised" } },
      final: { is: { status: "final" }, at: "finalized_at", by: "finalized_by" },
      archived: { is: { status: "archived" } },
    },
    transitions: TRANSITIONS,
  },
  invariants: async (record, changes) => {
    const ends = changes.flatMap(({ after, loc }) => (after?.act_id ? [{ id: after.act_id, loc }] : []));
    const acts = await record.load(
      act.resource,
      ends.map(({ id }) => id),
    );
    for (const { id, loc } of ends) {
      if (!acts.has(id)) throw invalidValue([...loc, "act_id"], "no such act in this project", id);
    }
    for (const { before, after, verb } of changes) {
      if (before === null || after === null || !isFrozen(before)) continue;
      const fields = Object.keys(after) as (keyof ChapterState)[];
      const edited = fields.some(
        (field) => !FREE.has(field) && !jsonEqual(before[field] as never, after[field] as never),
      );
      // A state that an import or a restore brings along begins no revision.
      if (edited || (before.status !== after.status && !LEAVING.has(verb))) throw frozen(before);
    }
  },
  example: {
    state: { title: "The salt gate", order_key: "a0", summary: "The gate opens at the ebb.", target_words: 3_000 },
    edits: { updated: { title: "The salt gate opens" } },
  },
});

/** Whether a chapter and its passages stay as they are. */
export function isFrozen({ status }: Pick<ChapterState, "status">): boolean {
  return FROZEN.includes(status);
}

/** The refusal of an edit of a chapter that is final or archived. */
export function frozen({ status }: Pick<ChapterState, "status">): Problem {
  const message = `The chapter is ${status}; only one that is neither final nor archived is edited.`;
  return new Problem("wrong_state", { message, detail: { state: status, allowed: [...OPEN] } });
}

/**
 * Refuses changes of what is in a chapter that is frozen before a commit and after it.
 *
 * @throws {@link Problem} `wrong_state`.
 */
export async function requireEditable(record: RecordView, ids: readonly string[]): Promise<void> {
  const changed = new Map(record.pending(chapter.resource).map((change) => [change.id, change]));
  for (const version of (await record.load(chapter.resource, ids)).values()) {
    const change = changed.get(version.id);
    const before = change === undefined ? version : change.before;
    if (before !== null && isFrozen(before) && isFrozen(version)) throw frozen(version);
  }
}

/** The beats that were sent, each with an id of its own: one that is sent without keeps that of the beat of the same words. */
export function withBeatIds(
  sent: readonly (Omit<ChapterBeat, "id"> & { readonly id?: string | undefined })[],
  before: readonly ChapterBeat[],
  now: number,
): ChapterBeat[] {
  const taken = new Set(sent.flatMap(({ id }) => id ?? []));
  const given = new Set<string>();
  return sent.map(({ id, text }) => {
    const like = before.find((each) => each.text === text && !taken.has(each.id))?.id;
    const own = (id === undefined || given.has(id) ? like : id) ?? newId("beat", now);
    taken.add(own);
    given.add(own);
    return { id: own, text };
  });
}

/**
 * Refuses a point of view that is no entity of the project.
 *
 * @throws {@link ValidationProblem} naming the field.
 */
export async function requirePointOfView(
  record: Pick<RecordView, "get">,
  { pov_entity_id: id }: { readonly pov_entity_id?: string | null | undefined },
): Promise<void> {
  if (id == null) return;
  if ((await record.get(entityResource, id)) === null)
    throw invalidValue(["body", "pov_entity_id"], "no such entity in this project", id);
}
