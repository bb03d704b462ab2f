import type { z } from "zod";
import { checkpointFields, checkpointVersions } from "#drizzle/schema/checkpoints.ts";
import { aboveMaximum } from "../../kernel/problem.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** A moment of the project that people gave a name, to look back at it or restore from it. */
export const checkpoint = recorded({
  type: "checkpoint",
  plural: "checkpoints",
  path: "/v1/projects/{project_id}/checkpoints",
  table: checkpointVersions,
  fields: checkpointFields,
  states: {
    states: {
      unreleased: { is: { released: false } },
      released: { is: { released: true }, at: "released_at", by: "released_by" },
    },
    transitions: {
      release: {
        from: ["unreleased"],
        to: "released",
        verb: "released",
        meaning: "It was released for readers: share links may play it.",
        summary: "Release a checkpoint",
        description:
          "Releases the checkpoint to readers: share links may play it. Records the author and the time. Has no effect on a released checkpoint.",
      },
      unrelease: {
        from: ["released"],
        to: "unreleased",
        verb: "unreleased",
        meaning: "It is no longer released.",
        others: "Share links that play it are closed until it is released again, without events of their own.",
        summary: "Take back the release of a checkpoint",
        description:
          "The moment is for authors alone again. Share links that play it are closed until it is released again.",
      },
    },
  },
  example: { state: { name: "First playtest", seq: 118 }, edits: { updated: { note: "What the players saw." } } },
});

/**
 * Returns the sequence that a new checkpoint names: the one sent, or the present.
 *
 * @throws {@link ValidationProblem} where it lies beyond the record.
 */
export function namedSeq(
  { project: { lastSeq } }: Pick<ProjectWriteContext, "project">,
  { seq }: Pick<z.output<typeof checkpoint.body>, "seq">,
): { seq: number } {
  if (seq !== undefined && seq > lastSeq) throw aboveMaximum(["body", "seq"], seq, lastSeq);
  return { seq: seq ?? lastSeq };
}
