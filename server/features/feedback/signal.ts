import { feedbackFields, feedbackVersions } from "#drizzle/schema/feedback.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** A signal as the record keeps it. */
export type SignalState = StateOf<typeof feedbackFields>;

/** Key by which two signals are one: the second replaces the first. */
type SignalKey = Pick<SignalState, "author" | "name" | "subject_id" | "version_seq">;

/** A signal of feedback: what somebody says of a subject, or of a version of it, under one name. */
export const signal = recorded({
  type: "feedback_signal",
  param: "feedback_id",
  one: "signal of feedback",
  many: "signals of feedback",
  plural: "signals",
  path: "/v1/projects/{project_id}/feedback",
  table: feedbackVersions,
  fields: feedbackFields,
  bodyName: "FeedbackBody",
  forCommenters: true,
  sealedFor: ({ player_id }) => (player_id === null ? [] : [player_id]),
  invariants: async (record, changes, self) => {
    const given = changes.flatMap(({ id, before, after, loc }) =>
      before === null && after !== null ? [{ id, after, loc }] : [],
    );
    if (given.length === 0) return;
    const subject_id = [...new Set(given.map(({ after }) => after.subject_id))];
    // Of a subject that many speak of, only what these say is read.
    const author = [...new Set(given.map(({ after }) => after.author))];
    const name = [...new Set(given.map(({ after }) => after.name))];
    const there = await record.find(self, { subject_id, author, name });
    for (const { id, after, loc } of given) {
      const other = there.find((each) => each.id !== id && isSame(each, after));
      if (other !== undefined)
        throw invalidValue([...loc, "name"], "its author gives feedback of this name already", other.id);
    }
  },
  example: {
    state: {
      subject_id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq",
      subject_type: "dialogue_node",
      name: "helpful",
      data_type: "boolean",
      value: true,
      comment: "The threat is in what he does not say.",
      author: "user:usr_01k9hq3tx8v2m5rbz4nd7wcfje",
    },
    edits: { updated: { value: false } },
  },
});

/** Whether a signal is the one of an author about a subject under a name. */
export function isSame(one: SignalKey, other: SignalKey): boolean {
  return (
    one.author === other.author &&
    one.name === other.name &&
    one.subject_id === other.subject_id &&
    one.version_seq === other.version_seq
  );
}
