import { z } from "zod";
import { MAX_KNOWN_BY, tellingFields } from "#drizzle/schema/facts.ts";
import { text } from "../../kernel/validation/fields.ts";
import { entityRef } from "../../kernel/validation/subject-reference.ts";
import { fact } from "./fact.ts";

/** A fact on the wire. */
export const Fact = fact.wire;

/** Body that creates a fact. */
export const FactCreate = fact.body;
export type FactCreate = z.output<typeof FactCreate>;

/** Body that creates or changes a fact by its external id; `known_by` is replaced whole. */
export const FactUpsert = fact.upsertBody;
export type FactUpsert = z.output<typeof FactUpsert>;

/** Reason for which a fact is superseded. */
export const supersededReason = text({ min: 1, max: 2_000 });

const knowersOf = (description: string) => z.array(entityRef()).min(1).max(MAX_KNOWN_BY).meta({ description });

/** Entities that come to know a fact, and how. */
export const FactTelling = z
  .strictObject({ to: knowersOf("The entities that come to know it."), ...tellingFields })
  .meta({ id: "FactTelling" });

/** Entities that shall not have been told a fact. */
export const FactUntelling = z
  .strictObject({ to: knowersOf("The entities that were not told it after all.") })
  .meta({ id: "FactUntelling" });

/** Changeable fields of a fact; `known_by` is replaced whole. */
export const FactPatchFields = z.strictObject(fact.changes).partial().meta({ id: "FactPatchFields" });
export type FactPatchFields = z.output<typeof FactPatchFields>;
