import type { Operation } from "#server/operation/operation.ts";
import { listKeyedOperations } from "#server/operations.ts";
import { sampleOfEach } from "#test-size";

/** The way of a request to its handler, which operations of one class share: their kind, their method and the body they take. */
export function transportClass({ kind, method, body, bodyOptional, bodyLimit }: Operation): string {
  return `${method} ${kind} ${body === undefined ? "no body" : bodyOptional ? "optional" : "required"} ${bodyLimit}`;
}

/** The last id of a path, which operations of one class look up alike. */
function idClass({ kind, params }: Operation): string {
  return `${kind} ${Object.keys(params.shape).at(-1)}`;
}

const keyed: readonly Operation[] = listKeyedOperations().map(({ operation }) => operation);

/** Operations for what is refused before a handler is asked: headers, keys, and bodies that are no JSON. */
export const TRANSPORT_SAMPLE: ReadonlySet<Operation> = sampleOfEach(keyed, transportClass);

/** Operations for ids that are none. */
export const ID_SAMPLE: ReadonlySet<Operation> = sampleOfEach(keyed, idClass);
