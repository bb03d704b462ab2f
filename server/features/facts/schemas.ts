import { z } from "zod";
import { text } from "../../kernel/validation/fields.ts";
import { fact } from "./fact.ts";

/** A fact on the wire. */
export const Fact = fact.wire;

/** Body that creates a fact. */
export const FactCreate = fact.body;
export type FactCreate = z.output<typeof FactCreate>;

/** Reason for which a fact is superseded. */
export const supersededReason = text({ min: 1, max: 2_000 });

/** Changeable fields of a fact; `known_by` is replaced whole. */
export const FactPatchFields = z.strictObject(fact.changes).partial().meta({ id: "FactPatchFields" });
export type FactPatchFields = z.output<typeof FactPatchFields>;
