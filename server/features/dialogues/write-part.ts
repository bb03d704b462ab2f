import type { OpenOperation } from "#domain/dialogue/operations/operation.ts";
import { newId } from "../../kernel/ids.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { committed } from "../../operation/edit.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { DialogueWriter } from "./dialogue-writer.ts";
import { graphResource } from "./resources.ts";

/** Location of an operation's fields in the request. */
const BODY = ["body"];

/**
 * Creates a part of a dialogue by its row of the domain's table, under the id a client chose or a new one, and commits.
 *
 * @throws {@link Problem} `not_found` where there is no such dialogue, `id_taken` where the id is or was in use.
 */
export async function createdPart<S>(
  context: ProjectWriteContext,
  graphId: string,
  resource: Resource<S>,
  chosen: string | undefined,
  operation: (id: string) => OpenOperation,
): Promise<Version<S>> {
  const { record, services } = context;
  await record.require(graphResource, graphId);
  if (chosen !== undefined) await record.requireUnused(resource, [chosen]);
  const now = services.clock.now();
  const id = chosen ?? newId(resource.prefix, now);
  await new DialogueWriter(record, graphId, now).write(operation(id), BODY, BODY);
  return committed(context, resource, id);
}

/** Writes a change of a part of a dialogue by its row of the domain's table. It commits nothing. */
export async function writePart(
  { record, services }: ProjectWriteContext,
  graphId: string,
  operation: OpenOperation,
): Promise<string[]> {
  return new DialogueWriter(record, graphId, services.clock.now()).write(operation, BODY, BODY);
}
