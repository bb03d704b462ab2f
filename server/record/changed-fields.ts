import { z } from "zod";
import { valueAt } from "#domain/change/pointer.ts";
import { branchOf, fieldName } from "#domain/field-names.ts";
import { type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import { jsonValue } from "../kernel/page.ts";

/** One field of a stored state before and after; null stands for absent as well. */
export const ChangedField = z.object({
  field: z.string().meta({ description: "JSON Pointer into the subject's stored state." }),
  name: z.string().meta({ description: "What people call it, such as `Choice text`." }),
  branch_id: z.string().nullable(),
  before: jsonValue,
  after: jsonValue,
});

/** What became of the fields at some pointers; those that are as they were are left out. */
export function changedFields(
  pointers: readonly string[],
  before: JsonObject | null,
  after: JsonObject | null,
): z.input<typeof ChangedField>[] {
  return pointers.flatMap((pointer) => {
    const [old, now]: [Json, Json] = [valueAt(before, pointer), valueAt(after, pointer)];
    // Typed and taken back within one row.
    if (jsonEqual(old, now)) return [];
    return [{ field: pointer, name: fieldName(pointer), branch_id: branchOf(pointer), before: old, after: now }];
  });
}
