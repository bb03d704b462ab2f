import { newId } from "../../kernel/ids.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import { requireSecretsListed } from "./fact.ts";
import { changeInRun } from "./in-run.ts";
import { type NewFact, newState, requireNamed } from "./write-fact.ts";

/** Knowledge that comes up in a playthrough. */
interface Learning {
  /** Facts that exist in the playthrough alone. */
  readonly made: readonly NewFact[];
  /** Facts that entities were told. */
  readonly told: readonly { fact: string; to: readonly string[]; how: "told" | "heard"; from: string | null }[];
  /** Outcome of the talk at the card where the playthrough stands; null for none. */
  readonly talked: {
    readonly node: string;
    readonly facts: readonly string[];
    readonly actions: readonly string[];
  } | null;
  /** Players whose words the facts may be made of, or repeat. */
  readonly players: readonly string[];
}

/** A playthrough that was taken back behind the step at which something was learnt. */
class TakenBack extends Error {}

/**
 * Keeps in a playthrough what was learnt, as one step of it, and answers the ids of its new facts, in their order, with that step. The
 * record knows nothing of it. Where the playthrough was taken back since, nothing is kept, and null is answered.
 *
 * @param since - Step at which it was learnt; null for whichever it stands at.
 *
 * @throws ValidationProblem when an entity that is named is not in the project.
 * @throws {@link Problem} `run_state` where the playthrough remembers too much.
 */
export async function learnInRun(
  context: ProjectCallContext,
  { run, since }: { readonly run: string; readonly since: number | null },
  { made, told, talked, players }: Learning,
): Promise<{ readonly ids: readonly string[]; readonly step: number } | null> {
  const { playthroughs, database } = context.services;
  const now = context.services.clock.now();
  const at = new Date(now).toISOString();
  const facts = made.map((each) => ({ id: newId("fact", now), at, content: newState(each) }));
  const action: Parameters<typeof changeInRun>[1]["action"] = async (before) => {
    const place = since === null ? null : { id: run, step: since };
    if (place !== null && (await playthroughs.isTakenBack(database.reads, context.project.id, place)))
      throw new TakenBack();
    for (const { content } of facts) await requireNamed(before, null, content, ["body"]);
    requireSecretsListed(facts.map(({ content }) => ({ after: content, loc: ["body"] })));
    // The log says whose words they are, which nothing asks that is played again.
    const owners = facts.length > 0 && players.length > 0 ? { players: [...players] } : {};
    const learn = { made: facts, told, ...(talked !== null && { talked }), ...owners };
    return { learn };
  };
  try {
    const { run_step: step } = await changeInRun(context, { run, step: undefined, isSame: () => false, action });
    return { ids: facts.map(({ id }) => id), step };
  } catch (error) {
    if (error instanceof TakenBack) return null;
    throw error;
  }
}
