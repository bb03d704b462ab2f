import { z } from "zod";
import { isDead } from "#domain/cast/is-dead.ts";
import {
  MAX_ACTIONS,
  MAX_GOALS,
  MAX_GREETINGS,
  MAX_SAMPLE_LINES,
  MEMORY_POLICIES,
  type MemoryPolicy,
  npcFields,
  npcVersions,
} from "#drizzle/schema/npcs.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Db } from "../../record/database.ts";
import { maxEntries } from "../../record/limits.ts";
import type { PendingChange, RecordView, Resource, Version } from "../../record/resource.ts";
import { findVersion } from "../../record/versions.ts";
import { type EntityState, entityResource } from "../entities/public.ts";
import { type ProjectState, projectResource } from "../projects/public.ts";

export type NpcState = StateOf<typeof npcFields>;
export type NpcVersion = Version<NpcState>;

/** A character with a voice. Its name and its knowledge are those of its entity. */
export const npc = recorded({
  type: "npc",
  plural: "npcs",
  path: "/v1/projects/{project_id}/npcs",
  table: npcVersions,
  fields: npcFields,
  example: {
    state: {
      entity_id: "ent_01k9hq3tx8v2m5rbz4nd7wcfje",
      role: "keeper of the gate",
      personality: "Patient, and proud of the lamp.",
      greetings: ["You are late. The tide is not."],
    },
    edits: { updated: { mood: "uneasy" } },
  },
  limits: [
    maxEntries("goals", MAX_GOALS),
    maxEntries("actions", MAX_ACTIONS),
    maxEntries("sample_lines", MAX_SAMPLE_LINES),
    maxEntries("greetings", MAX_GREETINGS),
  ],
  invariants: async (record, changes, self) => {
    await requireEntities(record, changes);
    await requireOneEach(record, changes, self);
  },
});

/** Refuses npcs of entities that are not there. */
async function requireEntities(record: RecordView, changes: readonly PendingChange<NpcState>[]): Promise<void> {
  const fresh = changes.flatMap(({ before, after, isKept, loc }) =>
    after === null || before !== null || isKept ? [] : [{ id: after.entity_id, loc }],
  );
  if (fresh.length === 0) return;
  const known = await record.load(
    entityResource,
    fresh.map(({ id }) => id),
  );
  const missing = fresh.find(({ id }) => !known.has(id));
  if (missing !== undefined) throw invalidValue([...missing.loc, "entity_id"], "there is no such entity", missing.id);
}

/**
 * Refuses a second npc of an entity.
 *
 * @throws {@link Problem} `npc_exists` naming the first.
 */
async function requireOneEach(
  record: RecordView,
  changes: readonly PendingChange<NpcState>[],
  npcs: Resource<NpcState>,
): Promise<void> {
  const fresh = changes.flatMap(({ id, before, after }) =>
    after === null || before !== null ? [] : [{ id, entityId: after.entity_id }],
  );
  if (fresh.length === 0) return;
  const holders = await record.find(npcs, { entity_id: fresh.map(({ entityId }) => entityId) });
  for (const { id, entityId } of fresh) {
    const other = holders.find((holder) => holder.entity_id === entityId && holder.id !== id);
    if (other !== undefined) throw new Problem("npc_exists", { detail: { entity_id: entityId, npc_id: other.id } });
  }
}

/** States in which an npc is at a sequence. */
export const NPC_STATES = ["active", "retired", "deceased"] as const;
export type NpcStanding = (typeof NPC_STATES)[number];

/** An npc as reads show it: with what its entity makes of it. */
export const ShownNpc = npc.wire
  .extend({
    name: z.string().nullable().meta({ description: "Name of its entity; null where that was deleted." }),
    state: z.enum(NPC_STATES).meta({
      description:
        "`deceased` where its entity has the property `alive` false, `deceased` or `dead` true, or `status` dead or deceased; `retired` where it is retired or its entity was deleted; otherwise `active`.",
    }),
    effective_memory: z.enum(MEMORY_POLICIES).meta({
      description: "Treatment of what is said to it that applies: its `memory`, or where that is null the project’s.",
    }),
  })
  .meta({ id: "NpcWithState" });

/** The entity that an npc is, as far as its state follows from it. */
export type CharacterOfNpc = Pick<EntityState, "name" | "properties">;

/** Returns the state of an npc, given the entity that it is; null for one that was deleted. */
export function stateOfNpc({ retired }: Pick<NpcState, "retired">, character: CharacterOfNpc | null): NpcStanding {
  if (character !== null && isDead(character.properties)) return "deceased";
  return retired || character === null ? "retired" : "active";
}

/**
 * Requires that an npc takes part, and returns its character.
 *
 * @throws {@link Problem} `npc_unavailable` with its state.
 */
export function requireActive<Character extends CharacterOfNpc>(
  version: NpcVersion,
  character: Character | null,
): Character {
  const state = stateOfNpc(version, character);
  if (character !== null && state === "active") return character;
  throw new Problem("npc_unavailable", {
    detail: { npc_id: version.id, state: state === "active" ? "retired" : state },
  });
}

/** The project of an npc, as far as the npc follows from it. */
export type ProjectOfNpc = Pick<ProjectState, "npc_memory" | "npc_units">;

/** Returns the treatment of what is said to an npc. */
export function memoryOfNpc(
  { memory }: Pick<NpcState, "memory">,
  { npc_memory }: Pick<ProjectOfNpc, "npc_memory">,
): MemoryPolicy {
  return memory ?? npc_memory;
}

/** Reads the project of an npc at a sequence; null for now. */
export async function projectOfNpc(db: Db, projectId: string, atSeq: number | null): Promise<ProjectOfNpc> {
  const found = await findVersion(db, projectResource, projectId, projectId, atSeq);
  return found ?? { npc_memory: "keep", npc_units: null };
}

/** Returns an npc as reads show it. */
export function shownNpc(
  version: NpcVersion,
  character: CharacterOfNpc | null,
  project: Pick<ProjectOfNpc, "npc_memory">,
): z.input<typeof ShownNpc> {
  const derived = { state: stateOfNpc(version, character), effective_memory: memoryOfNpc(version, project) };
  return { ...npc.toWire(version), name: character?.name ?? null, ...derived };
}
