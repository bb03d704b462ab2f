import { branchOf, fieldName } from "../field-names.ts";
import { type Json, type JsonObject, jsonEqual } from "../json.ts";
import { valueAt } from "./pointer.ts";

/** One field of a stored state before and after; null stands for absent as well. */
export interface ChangedField {
  /** JSON Pointer into the subject's stored state. */
  readonly field: string;
  /** Name of the field as screens show it, such as `Choice text`. */
  readonly name: string;
  readonly branch_id: string | null;
  readonly before: Json;
  readonly after: Json;
}

/**
 * Returns the fields that differ at the given pointers, with their values before and after; equal fields are left out.
 */
export function changedFields(
  pointers: readonly string[],
  before: JsonObject | null,
  after: JsonObject | null,
): ChangedField[] {
  return pointers.flatMap((pointer) => {
    const [old, now]: [Json, Json] = [valueAt(before, pointer), valueAt(after, pointer)];
    // Typed and taken back within one row.
    if (jsonEqual(old, now)) return [];
    return [{ field: pointer, name: fieldName(pointer), branch_id: branchOf(pointer), before: old, after: now }];
  });
}
