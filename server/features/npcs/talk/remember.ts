import { isId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import type { ProjectCallContext } from "../../../operation/context.ts";
import { factResource, learnInRun } from "../../facts/public.ts";
import { type TalkInRun, talkInRun } from "../../runs/public.ts";
import type { Present } from "./present.ts";
import type { NpcAnswer, TalkBody } from "./schemas.ts";

/** Learnt in a talk. */
interface Learnt {
  /** Sentences that the npc was told. */
  readonly texts: readonly string[];
  /** Facts that it told. */
  readonly used: readonly string[];
  /** Keys of the actions that it took. */
  readonly taken: readonly string[];
  /** Players whose words the sentences may be made of. */
  readonly players: readonly string[];
}

/**
 * Treats what was said as the npc's policy has it: forgotten, proposed, or kept in the playthrough, where those who are present know it as
 * well, and know the facts that the npc told. What came up for the card of a talk is kept in any case: it opens branches. A playthrough that
 * remembers too much already is a proposal's, for an answer is owed; so is one that was taken back while the npc thought: there it was never said.
 */
export async function remember(
  context: ProjectCallContext,
  present: Present,
  body: Pick<TalkBody, "present">,
  learnt: Learnt,
): Promise<Pick<NpcAnswer, "memories" | "run" | "talk">> {
  const { run, memory, talk } = present;
  const place = run === null ? null : { id: run.id, step: run.step };
  const card = talk === null ? null : { node_id: talk.node_id, opened: talk.opened };
  const proposed = memory === "off" ? [] : learnt.texts.map((text) => ({ text, fact_id: null }));
  const { made, told } = memory === "keep" ? kept(present, body, learnt) : { made: [], told: [] };
  const talked = talk === null ? null : newsOf(talk, learnt);
  if (run === null || made.length + told.length + (talked === null ? 0 : 1) === 0)
    return { memories: proposed, run: place, talk: card };
  try {
    const { players } = learnt;
    const known = await learnInRun(context, { run: run.id, since: run.step }, { made, told, talked, players });
    if (known === null) return { memories: proposed, run: place, talk: card };
    const { ids, step } = known;
    const memories =
      memory === "keep" ? learnt.texts.map((text, at) => ({ text, fact_id: ids[at] ?? null })) : proposed;
    return {
      memories,
      run: { id: run.id, step },
      talk: talked === null || card === null ? card : await cardBehind(context, run.id, card),
    };
  } catch (error) {
    if (error instanceof Problem && error.code === "run_state") return { memories: proposed, run: place, talk: card };
    throw error;
  }
}

/** Returns the facts and tellings that a playthrough keeps of a talk. */
function kept({ npc, speaker }: Present, { present }: Pick<TalkBody, "present">, { texts, used }: Learnt) {
  const speaking = speaker === null ? [] : [speaker.id];
  // Facts of players are told to nobody else.
  const tellable = used.filter((id) => isId(factResource.prefix, id));
  const told = tellable.flatMap((fact) => [
    ...(speaking.length === 0 ? [] : [{ fact, to: speaking, how: "told" as const, from: npc.entity_id }]),
    ...(present.length === 0 ? [] : [{ fact, to: present, how: "heard" as const, from: npc.entity_id }]),
  ]);
  const knowers = [...new Set([npc.entity_id, ...speaking, ...present])];
  const made = texts.map((text) => ({
    text,
    // It would not know what it was told of somebody who is secret from it.
    subject_id: speaker === null || speaker.name === null ? null : speaker.id,
    known_by: knowers,
    source: { kind: "client" as const, label: "talk", witness_id: npc.entity_id },
  }));
  return { made, told };
}

/** Returns what came up for the card of a talk and is new there; null for nothing. */
function newsOf({ node_id, awaited, talked }: TalkInRun, { used, taken }: Learnt) {
  const facts = awaited.facts.filter((id) => used.includes(id) && !talked.facts.includes(id));
  const actions = awaited.actions.filter((key) => taken.includes(key) && !talked.actions.includes(key));
  return facts.length + actions.length === 0 ? null : { node: node_id, facts, actions };
}

/** Reads which branches of a card are open once something came up. */
async function cardBehind(
  { services, project }: ProjectCallContext,
  runId: string,
  card: NonNullable<NpcAnswer["talk"]>,
): Promise<NpcAnswer["talk"]> {
  const now = await talkInRun(services.database.reads, project.id, runId);
  return now?.node_id === card.node_id ? { node_id: now.node_id, opened: now.opened } : card;
}
