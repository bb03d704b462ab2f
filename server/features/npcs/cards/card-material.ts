import { pointerTokens } from "#domain/change/pointer.ts";
import { namesOf } from "#domain/names-of.ts";
import type { Db } from "../../../record/database.ts";
import { findVersions, lastVersions } from "../../../record/versions.ts";
import type { EntityVersion } from "../../entities/public.ts";
import { coverableIds, type FactVersion, factResource, holdingFacts, secret } from "../../facts/public.ts";
import type { NpcVersion } from "../npc.ts";

/** Properties that hold the other names of an entity. */
const NAMING = ["aliases", "alias"];

/** Whether other names of an entity go with what a secret covers: of a list all of it goes with any place in it. */
function hidesNames(pointer: string | null): boolean {
  const [field, property] = pointerTokens(pointer ?? "");
  return field === "properties" && (property === undefined || NAMING.includes(property));
}

/** Moment at which an npc is written. */
interface Moment {
  readonly projectId: string;
  /** Null for now. */
  readonly atSeq: number | null;
}

/** Parts of the record that a card is written from. */
export interface CardMaterial {
  readonly npc: NpcVersion;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Facts about it that hold and may be told, oldest first. */
  readonly facts: readonly Pick<FactVersion, "id" | "text">[];
  /** Facts that may not be told. */
  readonly withheld: ReadonlySet<string>;
  /** Names of it besides its own that a secret covers; null where none does. */
  readonly hiddenNames: readonly string[] | null;
}

/**
 * Reads what a card is written from; null for a character that is a secret as a whole, unless those are asked for.
 *
 * @param includeSecrets - Whether secret facts, and what secrets cover, are written too.
 */
export async function readMaterial(
  db: Db,
  at: Moment,
  { npc, entity }: { readonly npc: NpcVersion; readonly entity: EntityVersion },
  includeSecrets: boolean,
): Promise<CardMaterial | null> {
  const { projectId, atSeq } = at;
  const find = (where: { subject_id: string } | { id: string[] }) =>
    findVersions(db, factResource, projectId, where, atSeq);
  const mapped = [npc.card_facts, ...npc.earlier_card_facts].flat().filter((id) => id !== null);
  const about = await find({ subject_id: entity.id });
  const others = mapped.length === 0 ? [] : await find({ id: mapped });
  const all = [...new Map([...about, ...others].map((fact) => [fact.id, fact])).values()];
  // An entry of the card stays secret when its fact is deleted.
  const gone = await lastVersions(
    db,
    factResource,
    projectId,
    mapped.filter((id) => all.every((fact) => fact.id !== id)),
  );
  const named = new Set([entity.id, ...[...all, ...gone].flatMap(coverableIds)]);
  const secrets = includeSecrets
    ? []
    : await findVersions(db, secret.resource, projectId, { subject_id: [...named] }, atSeq);
  const ofCharacter = secrets.filter(({ subject_id }) => subject_id === entity.id).map(({ pointer }) => pointer);
  if (ofCharacter.includes(null)) return null;
  // A fact is covered with any part of it, an entity that it names as a whole.
  const covered = new Set(
    secrets.flatMap(({ subject_id, subject_type, pointer }) =>
      pointer === null || subject_type === factResource.type ? [subject_id] : [],
    ),
  );
  const isSecret = (fact: FactVersion) =>
    !includeSecrets && (fact.secret || coverableIds(fact).some((id) => covered.has(id)));
  const holding = await holdingFacts(db, { ...at, perspective: null }, all);
  const otherNames = namesOf(entity).slice(1);
  const areHidden = ofCharacter.some(hidesNames);
  return {
    npc,
    name: entity.name,
    aliases: areHidden ? [] : otherNames,
    facts: all.flatMap((fact) => (holding.has(fact.id) && !isSecret(fact) ? [{ id: fact.id, text: fact.text }] : [])),
    withheld: new Set([...all, ...gone].filter(isSecret).map(({ id }) => id)),
    hiddenNames: areHidden ? otherNames : null,
  };
}
