import type { JsonObject } from "#domain/json.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import { schemaIssues } from "../../operation/json-schema/json-schema.ts";
import { BoundExceeded, bounded } from "../../operation/threads.ts";
import { findVersions } from "../../record/versions.ts";
import { eventKind } from "./event-kind.ts";
import type { SentEvent } from "./schemas.ts";

/** An event whose data does not fit its kind. */
export interface Mismatch {
  readonly becomes: "refused" | "quarantined";
  readonly message: string;
}

/** Values to compare with one schema. */
interface Comparison {
  readonly schema: JsonObject;
  readonly values: readonly JsonObject[];
}

/** Milliseconds that the values of one request may take, whatever the schemas and the values are. */
const DEADLINE_MS = 4_000;
const MAX_MESSAGE = 300;

const module = import.meta.url;

/** Compares values with their schemas; what a thread runs. @public */
export function* work(comparisons: readonly Comparison[]): Generator<(string | null)[][]> {
  yield comparisons.map(({ schema, values }) =>
    values.map((value) => {
      const [issue] = schemaIssues(schema, value);
      return issue === undefined ? null : `${issue.pointer} ${issue.message}`.trim().slice(0, MAX_MESSAGE);
    }),
  );
}

/**
 * Compares the events of kinds that the project declared with their schemas. Returns those that do not fit; where the comparison takes too
 * long, none of the kind does.
 */
export async function findMismatches(
  { services, project, asker }: ProjectCallContext,
  events: readonly SentEvent[],
): Promise<ReadonlyMap<SentEvent, Mismatch>> {
  const named = Map.groupBy(
    events.filter((event) => event.kind === "custom"),
    ({ name }) => name,
  );
  const found = new Map<SentEvent, Mismatch>();
  if (named.size === 0) return found;
  const kinds = await findVersions(services.database.reads, eventKind.resource, project.id, {
    name: [...named.keys()],
  });
  if (kinds.length === 0) return found;
  const checked = kinds.map(({ name, schema, on_mismatch }) => ({
    schema,
    events: named.get(name) ?? [],
    becomes: on_mismatch === "refuse" ? ("refused" as const) : ("quarantined" as const),
  }));
  const input = checked.map(({ schema, events: sent }) => ({ schema, values: sent.map(({ data }) => data ?? {}) }));
  const messages = await bounded(
    services.threads,
    { module, input, work },
    { ...asker, deadlineMs: DEADLINE_MS },
  ).catch((error: unknown) => {
    if (!(error instanceof BoundExceeded)) throw error;
    return input.map(({ values }) => values.map(() => `Comparing it with the schema ${error.message}.`));
  });
  for (const [index, { events: sent, becomes }] of checked.entries()) {
    for (const [place, event] of sent.entries()) {
      const message = messages[index]?.[place] ?? null;
      if (message !== null) found.set(event, { becomes, message });
    }
  }
  return found;
}
