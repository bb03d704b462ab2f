import type { SQL } from "drizzle-orm";
import { ID_BODY } from "#domain/id-body.ts";
import { EVERYONE } from "../kernel/scope.ts";
import { text } from "../kernel/validation/fields.ts";
import type { Db } from "../record/database.ts";
import type { Resource, Version } from "../record/resource.ts";
import type { RunMemory } from "./run-memory.ts";

/** Part of a project that one entity may read, at one sequence. */
export interface Perspective {
  /** The entity, or `everyone`; null sees everything, as an editor does. */
  readonly as: string | null;
  /** The entities whose knowledge it has: the entity itself and the groups it belongs to. None for `everyone` and for null. */
  readonly audiences: readonly string[];
  /** The playthrough in which it is read; null for the record alone. */
  readonly run: RunMemory | null;
  /** The relation that facts are read from: their table, or in a playthrough the same rows as they are there, and those made in it. */
  readonly facts: SQL;
  /** Condition that the fact version of this alias may be read from here. */
  factsWhere(alias: SQL): SQL;
  /** Condition that nothing which is there and may be read from here is further along the chain of the fact version of this alias. */
  standsWhere(alias: SQL): SQL;
  /** Condition that the node or event which the `source` column of this alias names, if any, is not about something withheld. */
  sourcesWhere(alias: SQL): SQL;
  /** Whether a secret withholds the whole of a subject. Of what belongs to it or names it, {@link seen} knows. */
  hides(subjectType: string, id: string): boolean;
  /** The state without the pointers and the names that are withheld; the same object where there are none. */
  redact<S>(subjectType: string, id: string, state: S): S;
  /** The version as it may be read from here, or null: also where it belongs to what is withheld, or is nothing without naming it. */
  seen<S>(resource: Resource<S>, version: Version<S>): Version<S> | null;
  /**
   * Returns the relation that replaces a resource's version table: its rows of the sequence as this perspective may
   * read them, under the same columns. Null where nothing of that kind is withheld.
   */
  rows(resource: Resource<never> | Resource<unknown>): SQL | null;
  /**
   * The versions, as {@link seen} answers them, with the sequence and time of the last change of them that may be read here:
   * a change of what is withheld alone is none. Several may be of one subject. One statement for all.
   */
  dated<S>(db: Db, resource: Resource<S>, versions: readonly Version<S>[]): Promise<Version<S>[]>;
  /** The relation of {@link rows} with the sequences and times of {@link dated}, for orders by them. */
  datedRows(db: Db, resource: Resource<never> | Resource<unknown>): Promise<SQL | null>;
  /** Ids of all subjects of which the whole is withheld. */
  readonly withheldSubjects: readonly string[];
  /** Ids of those of whose state something is withheld at a pointer. */
  readonly redactedSubjects: readonly string[];
  /** Ids of those of which exactly this pointer is withheld. */
  withheldAt(subjectType: string, pointer: string): readonly string[];
}

/** `as`, for reads that can be asked through the eyes of an entity. */
export const perspectiveQuery = {
  as: text({ pattern: new RegExp(`^(?:${EVERYONE}|ent_${ID_BODY})$`) })
    .optional()
    .meta({
      description:
        "Read the world as this entity knows it, or as `everyone` does. Secrets are left out of results, filters, orders and totals. Publishable keys read as `everyone` without it.",
    }),
};

/** Position from which a project is read. */
export interface ReadingPlace {
  readonly projectId: string;
  readonly atSeq: number | null;
  readonly as: string | null;
  /** The playthrough in which it is read; null for the record alone. */
  readonly run?: RunMemory | null;
  /** Whether no more is read of the past than may be read now, as for everyone; only where it is true for an entity. */
  readonly noMoreThanNow?: boolean;
  /** The relation of facts of another perspective of that playthrough and sequence, where one is open. */
  readonly facts?: SQL;
}

/** Opens the perspective of an entity, of `everyone`, or of null; a 422 for an entity that is not there at the sequence. */
export type OpenPerspective = (db: Db, place: ReadingPlace) => Promise<Perspective>;
