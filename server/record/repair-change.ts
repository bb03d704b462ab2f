import type { Change } from "#domain/change/change.ts";
import type { JsonObject } from "#domain/json.ts";
import { MAX_KEPT_DEPTH } from "../kernel/validation/json-values.ts";
import { repairJson, storableName } from "../kernel/validation/repair-json.ts";

const storablePointer = (pointer: string): string => pointer.split("/").map(storableName).join("/");

/**
 * Repairs the change of an event from before today's checks, its pointers included, so that all events of a subject name
 * a field alike.
 *
 * @returns how many places were repaired, and the change.
 */
export function repairChange({ set, unset }: Change): { change: Change; repairs: number } {
  const fit = repairJson<JsonObject>(set ?? {}, MAX_KEPT_DEPTH + 1);
  const pointers = [...Object.keys(fit.value), ...(unset ?? [])];
  const renamed = pointers.filter((pointer) => storablePointer(pointer) !== pointer).length;
  const change = {
    ...(set !== undefined && {
      set: Object.fromEntries(Object.entries(fit.value).map(([pointer, value]) => [storablePointer(pointer), value])),
    }),
    ...(unset !== undefined && { unset: unset.map(storablePointer) }),
  };
  return { change, repairs: fit.repairs + renamed };
}
