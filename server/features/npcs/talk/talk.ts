import { authoredAnswer } from "#domain/cast/authored-answer.ts";
import { memorable } from "#domain/cast/memorable.ts";
import type { ContentLimits } from "#domain/content-limits.ts";
import type { Json } from "#domain/json.ts";
import { Problem, ValidationProblem } from "../../../kernel/problem.ts";
import type { ProjectCallContext } from "../../../operation/context.ts";
import type { RunMemory } from "../../../operation/run-memory.ts";
import { chooseKey } from "../../byok/public.ts";
import {
  type AssembledContext,
  assembleContext,
  keepReceipt,
  type NamedEntity,
  namedEntities,
} from "../../context/public.ts";
import { writePrompt } from "../../generation/public.ts";
import { type DeclaredAction, offeredActions, readActions } from "./actions.ts";
import { askModel, type ModelReply } from "./ask-model.ts";
import { ALONE, type Hearers, jointLimits } from "./hearers.ts";
import { authoredMaterial, within } from "./material.ts";
import { type Present as FoundNpc, findPresent } from "./present.ts";
import { talkPrompt } from "./prompt.ts";
import { remember } from "./remember.ts";
import type { AuthoredReason, NpcAnswer, TalkBody } from "./schemas.ts";
import { wasErased } from "./speaking-player.ts";
import { spokenSchema } from "./spoken.ts";
import type { TakenAction } from "./taken-action.ts";

/** Tokens of what an npc knows that is sent with what is said to it. */
const KNOWLEDGE_TOKENS = 1_500;

/** An npc at the place where it is talked to, with the content that some of those who hear it do not want. */
type Present = FoundNpc & {
  readonly limits: ContentLimits;
  /** Name by which it calls whoever speaks; null where it knows none. */
  readonly person: string | null;
};

/** Words of an npc, and what they come from. */
type Words = Pick<NpcAnswer, "text" | "emotion" | "actions" | "used_facts" | "used_lines" | "made_by"> & {
  /** Sentences that it would remember. */
  readonly learnt: readonly string[];
};

/** Words of an npc before it remembers what it was told. */
export interface Reply {
  readonly answer: Omit<NpcAnswer, "memories" | "run" | "talk">;
  /** Whether the words may be made of what was learnt in the playthrough, said by anybody who ever spoke to the npc there. */
  readonly isRecalling: boolean;
  /**
   * Remembers what was said as the npc's policy has it.
   *
   * @param heard players whose words the npc was told, besides the one who speaks.
   */
  readonly keep: (heard: readonly string[]) => Promise<Pick<NpcAnswer, "memories" | "run" | "talk">>;
}

/**
 * Says something to an npc, and answers what it says. What it may not know reaches neither a prompt nor an authored line: the context is
 * assembled through its own eyes. A model that fails, however it does, is answered for by an authored line.
 *
 * @throws {@link Problem} `not_found`, `npc_unavailable`.
 * @throws ValidationProblem naming `run`, `at_seq`, `speaker_id` or a place in `present`.
 */
export async function talk(context: ProjectCallContext, npcId: string, body: TalkBody): Promise<NpcAnswer> {
  const { answer, isRecalling, keep } = await reply(context, npcId, body);
  const { services, project } = context;
  const heard =
    isRecalling && body.run !== undefined
      ? await services.playthroughs.playersRemembered(services.database.reads, project.id, body.run)
      : [];
  return { ...answer, ...(await keep(heard)) };
}

/**
 * Finds what an npc says, which it remembers nothing of before `keep` is called: among several people words may come too late to be said.
 *
 * @throws what {@link talk} does.
 */
export async function reply(
  context: ProjectCallContext,
  npcId: string,
  body: TalkBody,
  heardBy: Hearers = ALONE,
): Promise<Reply> {
  const { services, project, tell } = context;
  const { database, clock } = services;
  const [found, key] = await Promise.all([findPresent(context, npcId, body, heardBy), keyOf(context, body.provider)]);
  const limits = jointLimits([found.player?.limits ?? {}, ...heardBy.limits]);
  const present = { ...found, limits, person: heardBy.speakerName ?? found.speaker?.name ?? null };
  const { npc, seq } = present;
  tell?.({ type: "begin", data: { npc_id: npcId, seq } });
  const [{ question, known }, offered] = await Promise.all([
    knowledgeOf(context, present, body, heardBy),
    offeredActions(context, present),
  ]);
  const said = await speak(context, present, body, { known, key, offered });
  if (heardBy.keepsReceipt) {
    await keepReceipt(database.writes, project.id, { question, context: known, now: clock.now() });
  }
  const { learnt, ...words } = said;
  const taken = words.actions.map(({ key: action }) => action);
  const { withheld, receipt_id } = known;
  return {
    answer: { npc_id: npcId, entity_id: npc.entity_id, seq, ...words, withheld, receipt_id },
    isRecalling: present.run !== null && hasLearnt(present.run, known),
    keep: async (heard) => {
      const players = [...new Set([...(present.player === null ? [] : [present.player.id]), ...heard])];
      const isForgotten = heardBy.whispered || (learnt.length > 0 && (await wasErased(context, present.player)));
      const texts = isForgotten ? [] : learnt;
      return remember(context, present, body, { texts, used: words.used_facts, taken, players });
    },
  };
}

/** Whether a context has facts that exist in a playthrough alone, at the step at which it was assembled. */
function hasLearnt({ made }: Pick<RunMemory, "made">, { sections }: Pick<AssembledContext, "sections">): boolean {
  const learnt = new Set(made.map(({ id }) => id));
  return sections.some(({ items }) => items.some(({ id }) => learnt.has(id)));
}

/**
 * Assembles what an npc knows that has to do with what is said to it. A character that is secret even from itself is no subject of its own
 * context.
 */
async function knowledgeOf(
  { services, project }: ProjectCallContext,
  present: Present,
  { text }: TalkBody,
  { others }: Hearers,
) {
  const { npc, run, seq, player, talk: card } = present;
  const assemble = async (subject_ids: readonly string[]) => {
    const question = {
      query: text,
      as: npc.entity_id,
      subject_ids,
      token_budget: KNOWLEDGE_TOKENS,
      // A card waits for facts of which a player may not have the words.
      ...(card !== null && { least: 0 }),
      run,
      // What an npc knows of a player is not for the ears of others.
      player: player === null || others ? null : { id: player.id, seq: project.lastSeq, own: false },
    };
    return { question, known: await assembleContext(services, project.id, seq, question, { services, project }) };
  };
  try {
    return await assemble([npc.entity_id]);
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error;
    return assemble([]);
  }
}

/** Parts of a project that an answer is made with. */
interface Sources {
  readonly known: AssembledContext;
  /** Key of the model that speaks; the reason where there is none. */
  readonly key: { readonly byok_id: string; readonly model: string } | AuthoredReason;
  /** Actions that can be taken now. */
  readonly offered: readonly DeclaredAction[];
}

/**
 * Chooses the key that an answer is made with. A key of which no model is known is a reason for an authored line, unless it was named.
 *
 * @throws {@link Problem} `provider_key_unverified`; ValidationProblem at `provider`.
 */
async function keyOf({ services, project }: ProjectCallContext, provider: string): Promise<Sources["key"]> {
  if (provider === "authored") return "provider_off";
  const { database, clock } = services;
  const choose = (asked: string | null) => chooseKey(database.reads, project.id, asked, clock.now());
  if (provider !== "auto") return (await choose(provider)) ?? "no_provider";
  try {
    return (await choose(null)) ?? "no_provider";
  } catch (error) {
    if (error instanceof Problem && error.code === "provider_key_unverified") return "failed";
    throw error;
  }
}

/** Finds words: a model's, or those that writers wrote. Whoever follows is told them. */
async function speak(
  context: ProjectCallContext,
  present: Present,
  body: TalkBody,
  { known: { sections }, key, offered }: Sources,
): Promise<Words> {
  const { tell } = context;
  let isTold = false;
  const onWords = (text: string) => {
    isTold = true;
    tell?.({ type: "text", data: { text } });
  };
  const reply = await replyOf(context, present, body, { sections, key, offered, onWords });
  if (reply.spoken !== null) {
    const { say, emotion, used, remember: learnt } = reply.spoken;
    const facts = sections.flatMap(({ name, items }) => (name === "facts" ? items : []));
    const used_facts = facts.flatMap(({ id }, at) => (used.includes(at + 1) ? [id] : []));
    const { model, usage } = reply;
    return {
      text: say,
      emotion,
      actions: await takenActions(context, present, { sections, offered }, reply.spoken.actions),
      used_facts,
      used_lines: [],
      learnt,
      made_by: { kind: "model", reason: null, model, usage },
    };
  }
  const { reason, usage } = reply;
  const { npc, seq, run, person, limits } = present;
  const seed = `${npc.id} ${seq} ${run?.step ?? ""} ${body.history.length}`;
  const { text, used_facts, used_lines } = authoredAnswer(
    body.text,
    within(limits, authoredMaterial(present, sections)),
    seed,
  );
  const told = memorable(body.text, person ?? "The player");
  if (isTold) tell?.({ type: "restart", data: { reason } });
  onWords(text);
  return {
    ...{ text, emotion: null, actions: [], used_facts: [...used_facts], used_lines: [...used_lines] },
    learnt: told === null ? [] : [told],
    made_by: { kind: "authored", reason, model: null, usage },
  };
}

/** Reads the actions that a model named; somebody whom an argument names is known to the npc. */
async function takenActions(
  { services, project }: ProjectCallContext,
  { npc, speaker, seq }: Present,
  { sections, offered }: Pick<Sources, "offered"> & Pick<AssembledContext, "sections">,
  named: Json,
): Promise<TakenAction[]> {
  const takesEntities = offered.some(({ parameters }) => parameters.some(({ type }) => type === "entity"));
  const subjects = sections.flatMap(({ items }) => items.flatMap(({ id, subject_id }) => [id, subject_id ?? id]));
  const ids = takesEntities
    ? [...new Set([npc.entity_id, ...(speaker === null ? [] : [speaker.id]), ...subjects])]
    : [];
  const eyes = { seq, as: npc.entity_id };
  const known =
    ids.length === 0
      ? new Map<string, NamedEntity>()
      : await namedEntities(services.database.reads, project.id, eyes, ids);
  const entities = new Map(Array.from(known.values(), ({ id, name }) => [name.toLowerCase(), id]));
  return readActions(named, offered, (name) => entities.get(name.toLowerCase()) ?? null);
}

/** Asks the model of a key; where there is none, the reason for that. */
async function replyOf(
  { services, project, asker, requestId, caller, tell }: ProjectCallContext,
  present: Present,
  body: TalkBody,
  {
    sections,
    key,
    offered,
    onWords,
  }: Pick<Sources, "key" | "offered"> &
    Pick<AssembledContext, "sections"> & { readonly onWords: (text: string) => void },
): Promise<ModelReply> {
  if (typeof key === "string") return { spoken: null, reason: key, usage: null };
  return askModel(services, {
    projectId: project.id,
    key,
    ...writePrompt(talkPrompt(present, body, sections, offered)),
    schema: spokenSchema(offered),
    attemptId: requestId,
    caller,
    gone: asker.signal ?? new AbortController().signal,
    deadlineMs: body.deadline_ms,
    limits: present.limits,
    ...(tell !== undefined && { onWords }),
  });
}
