import { isId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import type { ProjectCallContext } from "../../../operation/context.ts";
import { factResource, learnInRun } from "../../facts/public.ts";
import type { Present } from "./present.ts";
import type { NpcAnswer, TalkBody } from "./schemas.ts";

/** Learnt in a talk. */
interface Learnt {
  /** Sentences that the npc was told. */
  readonly texts: readonly string[];
  /** Facts that it told. */
  readonly used: readonly string[];
}

/**
 * Treats what was said as the npc's policy has it: forgotten, proposed, or kept in the playthrough, where those who are present know it as
 * well, and know the facts that the npc told. A playthrough that remembers too much already is a proposal's, for an answer is owed.
 */
export async function remember(
  context: ProjectCallContext,
  { npc, run, speaker, memory }: Present,
  { present }: Pick<TalkBody, "present">,
  { texts, used }: Learnt,
): Promise<Pick<NpcAnswer, "memories" | "run">> {
  const place = run === null ? null : { id: run.id, step: run.step };
  if (memory === "off") return { memories: [], run: place };
  const proposed = { memories: texts.map((text) => ({ text, fact_id: null })), run: place };
  const speaking = speaker === null ? [] : [speaker.id];
  // Facts of players are told to nobody else.
  const tellable = used.filter((id) => isId(factResource.prefix, id));
  const told = tellable.flatMap((fact) => [
    ...(speaking.length === 0 ? [] : [{ fact, to: speaking, how: "told" as const, from: npc.entity_id }]),
    ...(present.length === 0 ? [] : [{ fact, to: present, how: "heard" as const, from: npc.entity_id }]),
  ]);
  if (memory !== "keep" || run === null || texts.length + told.length === 0) return proposed;
  const knowers = [...new Set([npc.entity_id, ...speaking, ...present])];
  const made = texts.map((text) => ({
    text,
    subject_id: speaking[0] ?? null,
    known_by: knowers,
    source: { kind: "client" as const, label: "talk", witness_id: npc.entity_id },
  }));
  try {
    const { ids, step } = await learnInRun(context, run.id, { made, told });
    return { memories: texts.map((text, at) => ({ text, fact_id: ids[at] ?? null })), run: { id: run.id, step } };
  } catch (error) {
    if (error instanceof Problem && error.code === "run_state") return proposed;
    throw error;
  }
}
