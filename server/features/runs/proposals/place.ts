import { escapeToken } from "#domain/change/pointer.ts";
import type { Scalar } from "#domain/expression.ts";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import type { JsonObject } from "#domain/json.ts";
import { isScalar } from "#domain/runtime/world.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { stateOf } from "../../../record/resource.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { nodeResource } from "../../dialogues/public.ts";
import {
  type EntityVersion,
  entityResource,
  patchIn as patchEntity,
  type RelationshipVersion,
  relationshipResource,
} from "../../entities/public.ts";
import { createFact, type FactVersion, factResource, tellFact } from "../../facts/public.ts";
import { createIn as createRelationship } from "../../relationships/public.ts";
import type { MadeProposal } from "./made.ts";

/** Type of the relationship of an entity to what it has. */
const HAS = "has";
/** Type of a relationship that a value is written to where two entities have none. */
const RELATES_TO = "relates_to";
/** Reason with which a fact is superseded by what a playthrough proposed. */
const REASON = "A playthrough changed it.";

/** Matters of the world that an accepted proposal changes. */
type KeptMatter = Exclude<MadeProposal["what"], "quest" | "time">;

/** Proposal that the record can take over. */
export type KeptProposal = MadeProposal & { readonly what: KeptMatter; readonly entity_id: string };

/** Place in the record that a proposal is about: a subject, and a pointer into it. */
export interface ProposalPlace {
  readonly id: string;
  readonly pointer: string;
}

/** A proposal in the record as it is now. */
export interface PlacedProposal {
  /** The value there; null for none. */
  readonly current: Scalar;
  /** The value that it would have: a number that was added to or taken from in the playthrough is so in the record. */
  readonly next: Scalar;
  /** Whether it adds to the value or takes from it, so that it meets no other change. */
  readonly adds: boolean;
  readonly place: ProposalPlace;
  /** Writes it in the unit of work. */
  write(): Promise<void>;
}

const ADDING: ReadonlySet<string> = new Set([
  "property.add",
  "inventory.give",
  "inventory.take",
  "relationship.adjust",
]);

/**
 * Finds the place of a proposal in the record, with what was written before in the same unit of work.
 *
 * @throws {@link ValidationProblem} where what it is about is not there.
 */
export async function placed(record: UnitOfWork, proposal: KeptProposal, now: number): Promise<PlacedProposal> {
  const entity = await record.get(entityResource, proposal.entity_id);
  if (entity === null) throw invalidValue(["entity_id"], "no such entity in this project", proposal.entity_id);
  switch (proposal.what) {
    case "property":
      return inProperties(record, proposal, entity);
    case "location":
      return atPlace(record, proposal, entity);
    case "item":
      return inInventory(record, proposal, now);
    case "relationship":
      return inRelationship(record, proposal, now);
    case "fact":
      return asFact(record, proposal, now);
    case "knowledge":
      return asTelling(record, proposal);
  }
}

/** The new value beside a present one: what the playthrough added to its own value is added here. */
function valueBeside(proposal: KeptProposal, current: Scalar): Pick<PlacedProposal, "next" | "adds" | "current"> {
  const { op, before, after } = proposal;
  const [was, is, here] = [before ?? 0, after, current ?? 0];
  const adds = ADDING.has(op) && typeof was === "number" && typeof is === "number" && typeof here === "number";
  if (!adds) return { current, next: after, adds: false };
  const sum = here + is - was;
  return { current, next: proposal.what === "item" ? Math.max(0, sum) : sum, adds };
}

function inProperties(record: UnitOfWork, proposal: KeptProposal, entity: EntityVersion): PlacedProposal {
  const path = (proposal.key ?? "").split(".");
  let held: unknown = entity.properties;
  for (const [depth, key] of path.entries()) {
    if (held === null) break;
    if (typeof held !== "object" || Array.isArray(held)) {
      const above = path.slice(0, depth).join(".");
      throw invalidValue(["key"], `\`${above}\` is no object that could hold a property`, proposal.key);
    }
    held = Object.hasOwn(held, key) ? ((held as JsonObject)[key] ?? null) : null;
  }
  if (!isScalar(held)) throw invalidValue(["key"], "the property holds a list or an object", proposal.key);
  const value = valueBeside(proposal, held);
  const patch = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value.next) as JsonObject;
  const pointer = ["/properties", ...path.map(escapeToken)].join("/");
  return {
    ...value,
    place: { id: entity.id, pointer },
    write: async () => {
      await patchEntity(record, entity, { properties: patch });
    },
  };
}

function atPlace(record: UnitOfWork, proposal: KeptProposal, entity: EntityVersion): PlacedProposal {
  return {
    current: entity.parent_id,
    next: proposal.after,
    adds: false,
    place: { id: entity.id, pointer: "/parent_id" },
    write: async () => {
      await patchEntity(record, entity, { parent_id: proposal.after === null ? null : String(proposal.after) });
    },
  };
}

/** The relationships of an entity to the one that a proposal names, the oldest first. */
async function tiesOf(record: UnitOfWork, { entity_id, key }: KeptProposal): Promise<RelationshipVersion[]> {
  const found = await record.find(relationshipResource, { source_id: entity_id, target_id: key ?? "" });
  return found.sort((a, b) => a.created_seq - b.created_seq || (a.id < b.id ? -1 : 1));
}

const countOf = ({ properties: { count } }: RelationshipVersion): number => (typeof count === "number" ? count : 1);

/** Several relationships `has` to one item count together: the first one takes the difference, and who has none of it has no relationship. */
async function inInventory(record: UnitOfWork, proposal: KeptProposal, now: number): Promise<PlacedProposal> {
  const held = (await tiesOf(record, proposal)).filter(({ type }) => type === HAS);
  const count = held.reduce((sum, each) => sum + countOf(each), 0);
  const value = valueBeside(proposal, count);
  const next = Number(value.next);
  const [first] = held;
  return {
    ...value,
    place: { id: first?.id ?? proposal.entity_id, pointer: first === undefined ? "" : "/properties/count" },
    write: async () => {
      if (next === 0) {
        for (const each of held) record.remove(relationshipResource, each);
      } else if (first === undefined) {
        const ends = { source_id: proposal.entity_id, target_id: proposal.key ?? "" };
        await createRelationship(record, { ...ends, type: HAS, properties: { count: next } }, now);
      } else {
        // What the others count stays theirs, as long as there is enough.
        let left = next;
        for (const each of held.slice(1)) {
          const its = Math.min(countOf(each), left);
          left -= its;
          if (its === 0) record.remove(relationshipResource, each);
          else if (its !== countOf(each)) setProperty(record, each, "count", its);
        }
        if (left === 0) record.remove(relationshipResource, first);
        else setProperty(record, first, "count", left);
      }
    },
  };
}

function setProperty(record: UnitOfWork, version: RelationshipVersion, name: string, value: Scalar): void {
  const state = stateOf(relationshipResource, version);
  record.update(relationshipResource, version, { ...state, properties: { ...state.properties, [name]: value } });
}

/** A value is written to the first relationship that has one, as it is read; otherwise to the first relationship, or to a new one. */
async function inRelationship(record: UnitOfWork, proposal: KeptProposal, now: number): Promise<PlacedProposal> {
  const ties = await tiesOf(record, proposal);
  const valued = ties.find(({ properties }) => typeof properties.value === "number") ?? ties[0];
  const current = valued?.properties.value;
  const value = valueBeside(proposal, typeof current === "number" ? current : 0);
  return {
    ...value,
    place: { id: valued?.id ?? proposal.entity_id, pointer: valued === undefined ? "" : "/properties/value" },
    write: async () => {
      if (valued !== undefined) setProperty(record, valued, "value", value.next);
      else {
        const ends = { source_id: proposal.entity_id, target_id: proposal.key ?? "" };
        await createRelationship(record, { ...ends, type: RELATES_TO, properties: { value: value.next } }, now);
      }
    },
  };
}

/** The fact that a story reads as the value of a predicate: the last one that holds. */
async function standingFact(record: UnitOfWork, { entity_id, key }: KeptProposal): Promise<FactVersion | null> {
  const found = await record.find(factResource, { subject_id: entity_id, predicate: key ?? "" });
  for (const fact of found.sort((a, b) => b.created_seq - a.created_seq || (a.id > b.id ? -1 : 1))) {
    if (await stands(record, fact)) return fact;
  }
  return null;
}

/** Whether nothing that is there is further along the chain of a fact: what was deleted, or corrected, leads on to its successor. */
async function stands(record: UnitOfWork, { superseded_by, superseded_mode }: FactVersion): Promise<boolean> {
  if (superseded_mode === "retcon") return false;
  for (let next = superseded_by; next !== null; ) {
    const there = await record.get(factResource, next);
    if (there !== null && there.superseded_mode !== "retcon") return false;
    next = (there ?? (await record.lastState(factResource, next)))?.superseded_by ?? null;
  }
  return true;
}

async function asFact(record: UnitOfWork, proposal: KeptProposal, now: number): Promise<PlacedProposal> {
  const { entity_id: subject_id, key: predicate, after, nodeId } = proposal;
  const older = await standingFact(record, proposal);
  const object = typeof after === "string" ? await record.get(entityResource, after) : null;
  const node = nodeId === null ? null : await record.get(nodeResource, nodeId);
  return {
    current: older === null ? null : (older.object_id ?? older.text),
    next: after === null ? null : String(after),
    adds: false,
    place: {
      id: older?.id ?? subject_id,
      pointer: older === null ? "" : older.object_id === null ? "/text" : "/object_id",
    },
    write: async () => {
      const id = await createFact(
        record,
        {
          subject_id,
          predicate,
          object_id: object?.id ?? null,
          text: object === null ? String(after) : object.name,
          ...(older !== null && { known_by: older.known_by, secret: older.secret }),
          ...(node !== null && { source: { kind: "node", node_id: node.id, witness_id: null } }),
        },
        now,
      );
      if (older === null) return;
      const superseded = { superseded_by: id, superseded_reason: REASON, superseded_mode: "from" as const };
      record.update(factResource, older, { ...stateOf(factResource, older), ...superseded }, { verb: "superseded" });
    },
  };
}

async function asTelling(record: UnitOfWork, proposal: KeptProposal): Promise<PlacedProposal> {
  const { entity_id: knower, key, after } = proposal;
  const told = await record.get(factResource, key ?? "");
  if (told === null) throw invalidValue(["key"], "no such fact in this project", key);
  const isKnown = told.known_by === "everyone" || told.known_by.includes(knower);
  const how = WAYS_TO_KNOW.find((way) => way === after) ?? "told";
  return {
    current: isKnown ? (told.told[knower]?.how ?? how) : null,
    next: how,
    adds: true,
    place: { id: told.id, pointer: "/known_by" },
    write: async () => {
      if (!isKnown) await tellFact(record, told, { to: [knower], how, from: null });
    },
  };
}
