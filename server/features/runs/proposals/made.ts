import { sql } from "drizzle-orm";
import type { ProposedEvent } from "#domain/runtime/world-effects.ts";
import type { RunBeginning } from "#drizzle/schema/runs.ts";
import { Problem } from "../../../kernel/problem.ts";
import { type Columns, type Db, textArray } from "../../../record/database.ts";
import { playAgain } from "../play-again.ts";
import type { ActionOrigin, Way } from "../standing.ts";
import type { Story } from "../story.ts";

/** Proposal of a playthrough: a change of the world that an effect made in it. */
export interface MadeProposal extends ProposedEvent {
  /** Number of the page that proposed it; 0 for the beginning. */
  readonly page: number;
  /** The card whose effect it is, or from which the branch of the effect leads. */
  readonly nodeId: string | null;
  /** The playthrough and the step that made it first, through forks. */
  readonly origin: ActionOrigin;
  /** Number among the proposals of its effect at that step, from 0. */
  readonly nth: number;
}

/** A playthrough to look through. */
interface PlayedWay {
  readonly story: Story;
  readonly beginning: RunBeginning;
  readonly way: Way;
}

/**
 * Plays a playthrough again and returns what it proposed, in order. What was taken back is no part of it.
 *
 * @throws {@link Problem} `run_state` where it takes too much work to play again, `run_rebase` where its story does not lead there.
 */
export async function proposalsOf({ story, beginning, way }: PlayedWay): Promise<MadeProposal[]> {
  const made: MadeProposal[] = [];
  let nodeId: string | null = null;
  const source = { beginning, actions: way.actions };
  const { misstep } = await playAgain(story.dialogue, source, ({ trace }, page) => {
    const origin = way.origins[page - 1] ?? { run: way.root, step: 0 };
    const times = new Map<string, number>();
    for (const entry of trace) {
      if (entry.kind === "entered") nodeId = entry.node_id;
      if (entry.kind !== "proposed") continue;
      const { kind: _, ...event } = entry;
      const nth = times.get(event.effect_id) ?? 0;
      times.set(event.effect_id, nth + 1);
      made.push({ ...event, page, nodeId, origin, nth });
    }
  });
  if (misstep?.reason === "too_long") throw new Problem("run_state", { detail: { reason: "too_long" } });
  if (misstep !== null)
    throw new Problem("run_rebase", { detail: { page: misstep.index + 1, reason: misstep.reason } });
  return made;
}

/** Name of a proposal among those of all playthroughs of a project. */
function nameOf({ origin, effect_id, nth }: Pick<MadeProposal, "origin" | "effect_id" | "nth">): string {
  return `${origin.run} ${origin.step} ${effect_id} ${nth}`;
}

/** Proposals that the record has taken over, and the sequence at which it did. */
export class AcceptedProposals {
  readonly #seqs: ReadonlyMap<string, number>;

  private constructor(seqs: ReadonlyMap<string, number>) {
    this.#seqs = seqs;
  }

  /** Reads which of some proposals were taken over. */
  static async read(db: Db, projectId: string, made: readonly MadeProposal[]): Promise<AcceptedProposals> {
    const runs = [...new Set(made.map(({ origin }) => origin.run))];
    if (runs.length === 0) return new AcceptedProposals(new Map());
    const rows = await db.execute<Columns<"run_accepted_proposals", "run_id" | "step" | "effect_id" | "nth" | "seq">>(
      sql`SELECT run_id, step, effect_id, nth, seq FROM run_accepted_proposals
          WHERE project_id = ${projectId} AND run_id = ANY(${textArray(runs)})`,
    );
    return new AcceptedProposals(
      new Map(
        rows.map(({ run_id: run, step, effect_id, nth, seq }) => [
          nameOf({ origin: { run, step }, effect_id, nth }),
          Number(seq),
        ]),
      ),
    );
  }

  /** The sequence at which one was taken over; null where it was not. */
  seqOf(proposal: MadeProposal): number | null {
    return this.#seqs.get(nameOf(proposal)) ?? null;
  }
}

/** Notes that proposals were taken over, in the transaction that did it. */
export async function noteAccepted(
  db: Db,
  projectId: string,
  seq: number,
  accepted: readonly MadeProposal[],
): Promise<void> {
  if (accepted.length === 0) return;
  const rows = accepted.map(
    ({ origin, effect_id, nth }) =>
      sql`(${projectId}, ${origin.run}, ${origin.step}::int, ${effect_id}, ${nth}::int, ${seq})`,
  );
  await db.execute(
    sql`INSERT INTO run_accepted_proposals (project_id, run_id, step, effect_id, nth, seq) VALUES ${sql.join(rows, sql`, `)}`,
  );
}
