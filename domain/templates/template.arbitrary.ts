import fc from "fast-check";
import type { Json } from "../json.ts";
import {
  canHoldSeveral,
  hasOptions,
  isList,
  PLAIN_PROPERTY,
  PROPERTY_KINDS,
  type PropertyDefinition,
} from "./template.ts";

const OPTIONS = ["loyal", "wavering", "traitor"];

/** Definitions of properties of every kind. */
export const definitions: fc.Arbitrary<PropertyDefinition> = fc
  .record({
    kind: fc.constantFrom(...PROPERTY_KINDS),
    several: fc.boolean(),
    ofType: fc.constantFrom(null, "character"),
    bounds: fc.constantFrom({ min: null, max: null }, { min: 0, max: 120 }),
  })
  .map(({ kind, several, ofType, bounds }) => ({
    ...PLAIN_PROPERTY,
    key: "it",
    label: "It",
    kind,
    options: hasOptions(kind) ? OPTIONS : [],
    of_type: kind === "reference" ? ofType : null,
    several: several && canHoldSeveral(kind),
    ...(kind === "number" && bounds),
  }));

const ENTRIES: Readonly<Record<PropertyDefinition["kind"], fc.Arbitrary<Json>>> = {
  text: fc.string({ minLength: 1 }),
  long_text: fc.string({ minLength: 1 }),
  number: fc.integer({ min: 0, max: 120 }),
  boolean: fc.boolean(),
  choice: fc.constantFrom(...OPTIONS),
  choices: fc.constantFrom(...OPTIONS),
  reference: fc.constantFrom("mara", "odo"),
  picture: fc.constantFrom("mara", "odo"),
  date: fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
};

/** Returns values that fit a definition; a reference names `mara` or `odo`. */
export function fitting(definition: PropertyDefinition): fc.Arbitrary<Json> {
  const entry = ENTRIES[definition.kind];
  return isList(definition) ? fc.uniqueArray(entry, { minLength: 1, maxLength: 3 }) : entry;
}
