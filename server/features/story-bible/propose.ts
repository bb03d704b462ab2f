import type { SkippedFile } from "#domain/bible/extract/draft.ts";
import type { OnConflict } from "#domain/bible/extract/propose.ts";
import { cut } from "#domain/code-points.ts";
import { toKeyed } from "#domain/dialogue/keyed.ts";
import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../operation/context.ts";
import { runYielding } from "../../operation/run-yielding.ts";
import type { Asker } from "../../operation/threads.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { type ExtractionPart, type ExtractionState, extraction } from "./extraction.ts";
import { groupsOf } from "./groups.ts";
import { type ExtractionInput, readSourcesAside } from "./read-aside.ts";
import { proposalsFor } from "./read-known.ts";

/** Proposals that were read, in groups that one extraction can have each. */
interface ReadProposals {
  readonly groups: readonly ExtractionPart[][];
  readonly unchanged: number;
  readonly answered_before: number;
  readonly skipped: readonly SkippedFile[];
}

/** Reads sources by rules in a thread, and compares what they tell with what the project has. */
export async function readProposals(
  { threads, database }: Pick<Services, "threads" | "database">,
  projectId: string,
  input: ExtractionInput,
  { onConflict, asker }: { readonly onConflict: OnConflict; readonly asker: Asker },
): Promise<ReadProposals> {
  const read = await readSourcesAside(threads, input, asker);
  const { proposals, ...counts } = await proposalsFor(database.reads, projectId, read, onConflict);
  return { ...counts, groups: await runYielding(groupsOf(proposals)), skipped: read.skipped };
}

/** Extraction as it is created: where its proposals come from, what it is called, and the id of the first one if that is known. */
interface Kept extends Pick<ExtractionState, "source" | "label"> {
  readonly id?: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Creates an extraction for each group of proposals. */
export function keepProposals(
  record: UnitOfWork,
  groups: readonly (readonly ExtractionPart[])[],
  { source, label: of, id: first, now }: Kept,
): { readonly bible_extraction_id: string; readonly parts: number }[] {
  return groups.map((parts, index) => {
    const id = (index === 0 ? first : undefined) ?? newId(extraction.resource.prefix, now);
    const label = groups.length === 1 ? cut(of, 200) : `${cut(of, 180)}, ${index + 1} of ${groups.length}`;
    record.create(extraction.resource, id, { label, source, status: "open", parts: toKeyed(parts) });
    return { bible_extraction_id: id, parts: parts.length };
  });
}
