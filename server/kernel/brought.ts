import { z } from "zod";
import { Problem } from "./problem.ts";

/** Origin of a subject that a link brought from another project, where it has the same id. */
export const Brought = z
  .strictObject({
    link_id: z.string().meta({ description: "Link that brought it." }),
    project_id: z.string().meta({ description: "Project that it is of; it has the same id there." }),
    seq: z.int().meta({ description: "Sequence of that project at which it was as it is here." }),
    keys: z.array(z.string()).meta({
      description:
        "Names of the properties that came along; others are this project's own. Of a fact `superseded_by`, where what holds in its place came along.",
    }),
  })
  .meta({ id: "Brought" });
export type LinkOrigin = z.output<typeof Brought>;

interface Change<S> {
  readonly id: string;
  readonly before: S | null;
  readonly after: S | null;
  readonly isKept: boolean;
}

/**
 * Refuses changes of what a link brought, unless they come from another sequence of the source or let go of it.
 *
 * @param isSame - Whether two states say the same in what the link brings.
 * @throws {@link Problem} `linked` with the link and its source.
 */
export function requireUnlinked<S extends { readonly brought: LinkOrigin | null }>(
  changes: readonly Change<S>[],
  isSame: (before: S, after: S) => boolean,
): void {
  for (const { id, before, after, isKept } of changes) {
    if (isKept || after === null || before?.brought == null) continue;
    if (after.brought !== null && after.brought.seq !== before.brought.seq) continue;
    if (isSame(before, after)) continue;
    const { link_id, project_id } = before.brought;
    throw new Problem("linked", { detail: { id, link_id, source_project_id: project_id } });
  }
}
