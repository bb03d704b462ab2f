import { changedShare } from "#domain/feedback/changed-share.ts";
import { LONGEST_CORRECTION } from "#drizzle/schema/feedback.ts";
import { newId } from "../../kernel/ids.ts";
import { newState, stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { MadeBy } from "./made-by.ts";
import { isSame, signal } from "./signal.ts";

/** Name of the signals that edits in a review are kept as. */
const EDITED = "edited_in_review";

/** Texts of a proposal, before and after somebody edited it, with the share that changed. */
export interface Correction {
  readonly before: string;
  readonly after: string;
  readonly share: number;
}

/** Compares a proposal with what somebody made of it; null where they are equal. Takes up to 10 ms, so it is done before anything is locked. */
export function correctionOf(proposed: string, accepted: string): Correction | null {
  if (proposed === accepted) return null;
  const [before, after] = [proposed.slice(0, LONGEST_CORRECTION), accepted.slice(0, LONGEST_CORRECTION)];
  return { before, after, share: changedShare(before, after) };
}

const keyOf = (subject_id: string, author: string) => ({ author, name: EDITED, subject_id, version_seq: null });

/** Finds what somebody changed in a proposal before; null where it is the first time. */
export async function correctedBy(record: UnitOfWork, subjectId: string, author: string) {
  const { version_seq: _, ...asked } = keyOf(subjectId, author);
  const there = await record.find(signal.resource, asked);
  return there.find((each) => isSame(each, keyOf(subjectId, author))) ?? null;
}

/** Keeps what somebody changed in a proposal, in the commit of the answer; it takes the place of what they changed before. */
export async function recordCorrection(
  record: UnitOfWork,
  {
    subject,
    author,
    now,
    madeBy,
    correction,
  }: {
    readonly subject: { readonly id: string; readonly type: string };
    readonly author: string;
    readonly now: number;
    readonly madeBy: MadeBy;
    readonly correction: Correction;
  },
): Promise<void> {
  const earlier = await correctedBy(record, subject.id, author);
  const { before, after, share } = correction;
  const given = {
    ...keyOf(subject.id, author),
    subject_type: subject.type,
    data_type: "correction" as const,
    value: share,
    correction: { before, after },
    ...madeBy,
  };
  if (earlier === null) {
    record.create(signal.resource, newId(signal.resource.prefix, now), newState(signal.resource, given));
  } else {
    record.update(signal.resource, earlier, { ...stateOf(signal.resource, earlier), ...given });
  }
}
