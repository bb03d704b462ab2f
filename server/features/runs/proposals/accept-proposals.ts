import type { Scalar } from "#domain/expression.ts";
import { Problem, ValidationProblem } from "../../../kernel/problem.ts";
import type { ProjectWriteContext } from "../../../operation/context.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { AcceptedProposals, type MadeProposal, noteAccepted } from "./made.ts";
import { type KeptProposal, type PlacedProposal, placed } from "./place.ts";

/** Proposals that one request accepts. */
export const MAX_ACCEPTED = 1_000;

/** Choice of what is accepted. */
interface Acceptance {
  /** Proposals of the playthrough, in order. */
  readonly made: readonly MadeProposal[];
  /** Effects whose proposals are accepted; null for all. */
  readonly chosen: ReadonlySet<string> | null;
  /** The sequence that the playthrough reads. */
  readonly baseSeq: number;
  /** Whether values that somebody changed since are written over. */
  readonly overwrite: boolean;
}

type Shown = Pick<MadeProposal, "effect_id" | "op" | "what" | "entity_id" | "key" | "before" | "after" | "page">;
type Reason = "of_playthrough" | "gone" | "does_not_fit";

/** Outcome of proposals that were to be accepted. */
interface Outcome {
  readonly accepted: (Shown & { value: Scalar })[];
  readonly not_kept: (Shown & { reason: Reason; message: string })[];
  readonly not_kept_total: number;
  readonly met: (Shown & { theirs: Scalar; by: string | null; at: string | null })[];
  readonly accepted_before: number;
  readonly has_more: boolean;
  /** Notes what was accepted, once the sequence of the commit is known. */
  noteSeq(seq: number): Promise<void>;
}

const shown = ({ effect_id, op, what, entity_id, key, before, after, page }: MadeProposal): Shown => ({
  ...{ effect_id, op, what, entity_id, key, before, after, page },
});

/** Whether the record has a place for what a proposal changes: time passes, and quests stand, in a playthrough alone. */
const isOfRecord = (proposal: MadeProposal): proposal is KeptProposal =>
  proposal.what !== "time" && proposal.what !== "quest" && proposal.entity_id !== null;

/** Name of the value that a proposal changes, for its playthrough. */
const matterOf = ({ what, entity_id, key }: MadeProposal): string => JSON.stringify([what, entity_id, key]);

/**
 * Writes proposals in the unit of work, in the order in which they were made: each to the value as those before it left it. A value
 * counts as changed by somebody else where it is neither what the playthrough read or had accepted last, nor what it is to become.
 *
 * @throws {@link Problem} `edit_conflict` where somebody else changed such a value, unless it is to be overwritten.
 */
export async function acceptProposals(context: ProjectWriteContext, acceptance: Acceptance): Promise<Outcome> {
  const { record, project, services } = context;
  const { made, chosen, overwrite, baseSeq } = acceptance;
  const now = services.clock.now();
  const before = await AcceptedProposals.read(record.db, project.id, made);
  const written: MadeProposal[] = [];
  const outcome: Pick<Outcome, "accepted" | "not_kept" | "met"> = { accepted: [], not_kept: [], met: [] };
  const expected = new Map<string, Scalar>();
  let [acceptedBefore, notKept, hasMore] = [0, 0, false];
  const leaveOut = (left: Outcome["not_kept"][number]) => {
    notKept += 1;
    if (outcome.not_kept.length < MAX_ACCEPTED) outcome.not_kept.push(left);
  };
  for (const proposal of made) {
    const matter = matterOf(proposal);
    if (!expected.has(matter)) expected.set(matter, proposal.before);
    if (before.seqOf(proposal) !== null) {
      expected.set(matter, proposal.after);
      acceptedBefore += 1;
      continue;
    }
    if (chosen !== null && !chosen.has(proposal.effect_id)) continue;
    if (outcome.accepted.length === MAX_ACCEPTED) {
      hasMore = true;
      break;
    }
    if (!isOfRecord(proposal)) {
      const message =
        proposal.what === "quest"
          ? "Where a quest stands is the playthrough’s own."
          : "Time passes in the playthrough alone.";
      leaveOut({ ...shown(proposal), reason: "of_playthrough", message });
      continue;
    }
    const tried = await tryOne(record, proposal, expected.get(matter) ?? null, now);
    if ("reason" in tried) {
      leaveOut({ ...shown(proposal), ...tried });
      continue;
    }
    if (tried.meets) {
      const { id, pointer } = tried.place;
      const change = await record.lastChange(id, pointer, baseSeq);
      outcome.met.push({ ...shown(proposal), theirs: tried.current, by: change?.by ?? null, at: change?.at ?? null });
    }
    expected.set(matter, tried.next);
    outcome.accepted.push({ ...shown(proposal), value: tried.next });
    written.push(proposal);
  }
  if (outcome.met.length > 0 && !overwrite) throw conflictOf(outcome.met, record.seq);
  return {
    ...outcome,
    not_kept_total: notKept,
    accepted_before: acceptedBefore,
    has_more: hasMore,
    noteSeq: (seq) => noteAccepted(record.db, project.id, seq, written),
  };
}

type Tried = (Pick<PlacedProposal, "current" | "next" | "place"> & { readonly meets: boolean }) | Refused;
type Refused = { readonly reason: Reason; readonly message: string };

/** Writes one proposal, and leaves no trace of it where the record refuses it. */
async function tryOne(record: UnitOfWork, proposal: KeptProposal, seen: Scalar, now: number): Promise<Tried> {
  let isPlaced = false;
  try {
    return await record.attempt(async () => {
      const found = await placed(record, proposal, now);
      isPlaced = true;
      const { current, next, adds, place } = found;
      if (current !== next) await found.write();
      return { current, next, place, meets: !adds && current !== asRecorded(proposal, seen) && current !== next };
    });
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error;
    const message = error.items.map(({ msg }) => msg).join("; ");
    return { reason: isPlaced ? "does_not_fit" : "gone", message };
  }
}

/** A value that a playthrough read or wrote, as the record has it: facts are words there. */
function asRecorded({ what }: MadeProposal, value: Scalar): Scalar {
  return what === "fact" && value !== null ? String(value) : value;
}

function conflictOf(met: Outcome["met"], seq: number): Problem<"edit_conflict"> {
  const conflicts = met.map(({ entity_id, key, what, after, theirs, by, at }) => ({
    field: `/${[what, ...(key === null ? [] : [key])].join("/")}`,
    mine: after,
    theirs,
    ...(entity_id !== null && { id: entity_id }),
    ...(by !== null && { by }),
    ...(at !== null && { at }),
  }));
  return new Problem("edit_conflict", { detail: { conflicts, current_seq: seq } });
}
