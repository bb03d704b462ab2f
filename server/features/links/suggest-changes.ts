import { type Json, jsonEqual } from "#domain/json.ts";
import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../operation/context.ts";
import type { WriteScope } from "../../operation/write-together.ts";
import { stateOf } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { compareWithSource, differs, type SourceDifference } from "./compare-with-source.ts";
import { inPieces } from "./in-pieces.ts";
import { type LinkVersion, link } from "./link.ts";
import { type LinkChangeState, type LinkChangeVersion, linkChange } from "./link-change.ts";

/** Writes in the project of the link. */
type Write = (work: (scope: WriteScope) => Promise<void>) => Promise<void>;

/**
 * Suggests what differs from the source at a sequence, one suggestion a subject, and settles what does not differ any more. With null,
 * where the link follows no more, nothing is suggested. A repeated call finds what it wrote and leaves it.
 */
export async function suggestChanges(
  { database: { reads }, clock }: Pick<Services, "database" | "clock">,
  write: Write,
  found: LinkVersion,
  seq: number | null,
): Promise<void> {
  const { differences, isComplete } =
    seq === null
      ? { differences: [], isComplete: true }
      : await reads.transaction("snapshot", (db) => compareWithSource(db, found, null, seq));
  const all = await findVersions(reads, linkChange.resource, found.project_id, { link_id: found.id });
  const known = new Map(all.map((each) => [each.subject_id, each]));
  const fresh = differences.filter((difference) => stateFor(found, known.get(difference.id), difference, seq) !== null);
  const differing = new Set(differences.map(({ id }) => id));
  const isOver = ({ status, source_seq }: LinkChangeVersion): boolean =>
    // What was refused stays so while the link suggests nothing.
    status === "open" || (status === "rejected" && seq !== null && source_seq <= seq);
  const over = isComplete ? all.filter((each) => isOver(each) && !differing.has(each.subject_id)) : [];
  const whileLinked = (work: (scope: WriteScope) => Promise<void>) =>
    write(async (scope) => {
      const now = await scope.record.get(link.resource, found.id);
      if (now === null || now.status === "releasing" || now.mode !== found.mode) return;
      await work(scope);
    });
  await inPieces(fresh, (some) =>
    whileLinked(async ({ record }) => {
      const subjects = some.map(({ id }) => id);
      const here = await record.find(linkChange.resource, { link_id: [found.id], subject_id: subjects });
      const bySubject = new Map(here.map((each) => [each.subject_id, each]));
      for (const difference of some) {
        const version = bySubject.get(difference.id);
        const state = stateFor(found, version, difference, seq);
        if (state === null) continue;
        if (version === undefined)
          record.create(linkChange.resource, newId(linkChange.resource.prefix, clock.now()), state);
        else record.update(linkChange.resource, version, state);
      }
    }),
  );
  await inPieces(over, (some) =>
    whileLinked(async ({ record }) => {
      const here = await record.load(
        linkChange.resource,
        some.map(({ id }) => id),
      );
      for (const version of here.values()) {
        if (!isOver(version)) continue;
        const next: LinkChangeState = { ...stateOf(linkChange.resource, version), status: "settled" };
        record.update(linkChange.resource, version, next, { verb: "settled" });
      }
    }),
  );
}

/**
 * Returns the suggestion of a difference; null where it stands as it is. Nobody was told of it yet, or the source says something else than
 * what was suggested last: what was answered is not suggested again until then.
 */
function stateFor(
  { id, pinned_seq }: LinkVersion,
  version: LinkChangeVersion | undefined,
  difference: SourceDifference,
  seq: number | null,
): LinkChangeState | null {
  const { type, id: subject_id, change, label, fields, content } = difference;
  const open: LinkChangeState = {
    ...{ link_id: id, type, subject_id, change, label, content },
    ...{ fields: [...fields], source_seq: seq ?? 0, status: "open" },
  };
  if (version === undefined || version.status === "settled") return open;
  if (version.source_seq > open.source_seq) return null;
  if (!jsonEqual(offerOf(version), offerOf(difference))) return open;
  if (version.status === "accepted") return null;
  // Something later was brought meanwhile, after which what was found before is not accepted any more.
  if (version.source_seq < Math.min(pinned_seq ?? 0, open.source_seq)) return { ...open, status: version.status };
  const isSame = jsonEqual(version.fields as unknown as Json, fields as unknown as Json);
  return version.status === "open" && !isSame ? open : null;
}

/** Returns what the source offers: the fields that would come, or all of a subject that is new. */
function offerOf({ change, fields, content }: Pick<SourceDifference, "change" | "fields" | "content">): Json {
  if (change !== "changed") return [change, content];
  return [change, Object.fromEntries(fields.filter(differs).map(({ name, there }) => [name, there]))];
}
