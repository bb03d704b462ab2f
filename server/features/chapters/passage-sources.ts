import { invalidValue } from "../../kernel/problem.ts";
import type { CommitGuard, GuardedChange } from "../../record/commit-guard.ts";
import { passage } from "./passage.ts";

/** Passage that a subject names as its source: of facts, which are written without knowing of chapters. */
function passageIn(state: object | null): string | null {
  const { source } = (state ?? {}) as {
    readonly source?: { readonly kind?: string; readonly passage_id?: string } | null;
  };
  return source?.kind === "passage" ? (source.passage_id ?? null) : null;
}

/** Refuses facts from passages that are not there. What names one already keeps it: it outlives the passage. */
export const passageSources: CommitGuard = {
  check: async (record, changes) => {
    const named = changes.flatMap(({ resource, change }: GuardedChange) => {
      if (resource.type !== "fact") return [];
      const id = passageIn(change.after);
      return id === null || id === passageIn(change.before) ? [] : [{ id, loc: change.loc }];
    });
    if (named.length === 0) return;
    const there = await record.load(
      passage.resource,
      named.map(({ id }) => id),
    );
    for (const { id, loc } of named) {
      if (!there.has(id)) throw invalidValue([...loc, "source", "passage_id"], "no such passage in this project", id);
    }
  },
  committed: () => {},
};
