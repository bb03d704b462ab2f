import type { z } from "zod";
import { jsonEqual } from "#domain/json.ts";
import type { QuestStage } from "#drizzle/schema/quests.ts";
import { newId } from "../../kernel/ids.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { sentFields } from "../../kernel/sent-fields.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { requireFields, type UpsertOptions, type UpsertResult, upsertNamed } from "../../operation/upsert.ts";
import { byId, type LookUp } from "../../record/look-up.ts";
import { newState, type RecordView, stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { graphResource, type QuestState, type QuestVersion, quest } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";

type Loc = readonly (string | number)[];

/** Fields of a quest that name others. */
type Naming = { readonly [Name in "giver_id" | "dialogue_ids" | "rewards"]?: QuestState[Name] | undefined };

/** Returns the first look-ups of a quest's write: the entities and dialogues that are sent. */
export function questLookUps(body: Naming): LookUp[] {
  return [byId(entityResource, entitiesOf(body)), byId(graphResource, [...(body.dialogue_ids ?? [])])];
}

function entitiesOf({ giver_id: giver, rewards = [] }: Naming): string[] {
  return [...(giver == null ? [] : [giver]), ...rewards.flatMap((each) => (each.kind === "item" ? each.item_id : []))];
}

/** A part of a quest as requests send it. */
type Sent<Part> = Omit<Part, "id"> & { readonly id?: string | undefined };
type SentStage = Sent<Omit<QuestStage, "objectives">> & {
  readonly objectives: readonly Sent<QuestStage["objectives"][number]>[];
};

/**
 * The stages that were sent, each and each of its objectives with an id: one that is sent without keeps that of the stage of the same name, or
 * of the objective of the same words.
 */
export function withIds(sent: readonly SentStage[], before: readonly QuestStage[], now: number): QuestStage[] {
  const taken = new Set(sent.flatMap((stage) => [stage.id, ...stage.objectives.map(({ id }) => id)]));
  const idOf = (prefix: string, like: string | undefined) => {
    const id = like === undefined || taken.has(like) ? newId(prefix, now) : like;
    taken.add(id);
    return id;
  };
  return sent.map((stage) => {
    const id = stage.id ?? idOf("stg", before.find(({ name, id: own }) => name === stage.name && !taken.has(own))?.id);
    const known = before.find((each) => each.id === id)?.objectives ?? [];
    const objectives = stage.objectives.map((objective) => {
      const like = known.find(({ text, id: own }) => text === objective.text && !taken.has(own));
      return { ...objective, id: objective.id ?? idOf("obj", like?.id) };
    });
    return { ...stage, id, objectives };
  });
}

/**
 * Refuses names of what is not there, where a state names what the one before it did not.
 *
 * @throws {@link ValidationProblem} naming all that are missing at once.
 */
export async function requireNamed(
  record: Pick<RecordView, "load">,
  before: QuestState | null,
  after: QuestState,
  loc: Loc = ["body"],
): Promise<void> {
  const known = new Set(before === null ? [] : [...entitiesOf(before), ...before.dialogue_ids]);
  const giver = after.giver_id === null ? [] : [{ id: after.giver_id, at: ["giver_id"] as Loc }];
  const items = after.rewards.flatMap((each, index) =>
    each.kind === "item" ? [{ id: each.item_id, at: ["rewards", index, "item_id"] as Loc }] : [],
  );
  const entities = [...giver, ...items].filter(({ id }) => !known.has(id));
  const dialogues = after.dialogue_ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ id, at: ["dialogue_ids", index] }],
  );
  const [people, graphs] = await Promise.all([
    entities.length === 0 ? null : record.load(entityResource, [...new Set(entities.map(({ id }) => id))]),
    dialogues.length === 0 ? null : record.load(graphResource, [...new Set(dialogues.map(({ id }) => id))]),
  ]);
  const gone = (what: string, { id, at }: { id: string; at: Loc }) => ({
    ...itemAt([...loc, ...at], valueError(`no such ${what} in this project`)),
    input: id,
  });
  const missing = [
    ...entities.flatMap((each) => (people?.has(each.id) ? [] : [gone("entity", each)])),
    ...dialogues.flatMap((each) => (graphs?.has(each.id) ? [] : [gone("dialogue", each)])),
  ];
  if (missing.length > 0) throw new ValidationProblem(missing);
}

/** Fields of a quest as requests change them. */
type Patch = { readonly [Name in keyof QuestState]?: QuestState[Name] | undefined };

/** Applies a patch to a quest in the unit of work; answers whether it changes anything. */
export async function patchIn(
  { record, services }: Pick<ProjectWriteContext, "record" | "services">,
  version: QuestVersion,
  patch: Patch,
  { baseSeq, loc = ["body"] }: { readonly baseSeq: number | undefined; readonly loc?: Loc },
): Promise<boolean> {
  const from = stateOf(quest.resource, version);
  const next: QuestState = { ...from, ...sentFields(patch) };
  next.stages = withIds(next.stages, from.stages, services.clock.now());
  next.dialogue_ids = [...new Set(next.dialogue_ids)];
  await requireNamed(record, from, next, loc);
  record.update(quest.resource, version, next, { loc: [...loc] });
  if (baseSeq !== undefined) {
    await record.requireNoConflict(quest.resource, version.id, baseSeq, { from, loc: [...loc] });
  }
  return !jsonEqual(from, next);
}

/** Creates or changes a quest in the unit of work, named by its external id. */
export async function upsertIn(
  context: Pick<ProjectWriteContext, "record" | "services">,
  body: z.output<typeof quest.upsertBody>,
  options: UpsertOptions,
): Promise<UpsertResult> {
  const { loc = ["body"] } = options;
  const { base_seq: baseSeq, ...sent } = body;
  return upsertNamed(context.record, quest.resource, body, options, {
    create: async () => {
      const named = requireFields({ name: sent.name }, body, loc);
      return createIn(context, { ...sent, ...named }, loc);
    },
    change: (version) => patchIn(context, version, sent, { baseSeq, loc }),
  });
}

async function createIn(
  { record, services }: { readonly record: UnitOfWork; readonly services: ProjectWriteContext["services"] },
  sent: Patch & Pick<QuestState, "name">,
  loc: Loc,
): Promise<string> {
  const now = services.clock.now();
  const state = newState(quest.resource, { ...sent, stages: withIds(sent.stages ?? [], [], now) });
  await requireNamed(record, null, state, loc);
  const id = newId(quest.resource.prefix, now);
  record.create(quest.resource, id, state, { loc: [...loc] });
  return id;
}
