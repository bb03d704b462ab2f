import { branchOf, fieldName } from "#domain/field-names.ts";
import type { Outputs } from "../api/client.ts";
import type { ChangeNames } from "./change-words.ts";
import { ChangedField } from "./changed-field.tsx";

type Differing = Outputs["record"]["diff"]["differences"][number]["fields"][number];

/** A field that differs between two moments, with what it was and what it is. */
export function DifferingField({ of: { field, before, after }, names }: { of: Differing; names: ChangeNames }) {
  const change = { field, before, after, name: fieldName(field), branch_id: branchOf(field) };
  return <ChangedField change={change} names={names} />;
}
