import { z } from "zod";
import { mergePatch } from "#domain/change/merge-patch.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { graphResource, nodeResource } from "./resources.ts";
import { graphFields } from "./schemas.ts";
import type { GraphVersion } from "./states.ts";

/** Fields of a graph that can change. */
export const GraphPatchFields = z.strictObject(graphFields).partial();

/** Applies a patch to a loaded graph in the unit of work; a start must be a node of it. */
export async function patchGraphIn(
  record: UnitOfWork,
  version: GraphVersion,
  patch: z.output<typeof GraphPatchFields>,
  loc: (string | number)[] = ["body"],
): Promise<void> {
  const { extensions, ...fields } = patch;
  const start = fields.start_node_id;
  if (start != null && (await record.get(nodeResource, start))?.graph_id !== version.id) {
    throw invalidValue([...loc, "start_node_id"], "no such node in this dialogue", start);
  }
  const state = stateOf(graphResource, version);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  record.update(
    graphResource,
    version,
    {
      ...state,
      ...given,
      ...(extensions !== undefined && { extensions: mergePatch(state.extensions, extensions) }),
    },
    { loc },
  );
}
