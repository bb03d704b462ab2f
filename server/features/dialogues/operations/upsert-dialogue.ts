import { externalId } from "#drizzle/schema/external-id.ts";
import { newId } from "../../../kernel/ids.ts";
import { baseSeq, committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { UPSERT } from "../../../operation/ordinary/recorded.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { requireFields, upsertNamed } from "../../../operation/upsert.ts";
import { byColumn } from "../../../record/look-up.ts";
import { newState } from "../../../record/resource.ts";
import { nodeCounts } from "../read-graph.ts";
import { graphResource } from "../resources.ts";
import { DialogueGraph, GraphPatchFields, graphFields } from "../schemas.ts";
import { toGraph } from "../wire.ts";
import { writePart } from "../write-part.ts";

export const upsertDialogue = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/upsert",
  scope: "write",
  summary: "Create or update a dialogue by its external_id",
  description: `${UPSERT} Its nodes stay as they are.`,
  params: projectScope,
  body: GraphPatchFields.omit({ start_node_id: true })
    .extend({
      external_id: externalId,
      name: graphFields.name.optional().meta({ description: "Required when the dialogue does not exist yet." }),
      base_seq: baseSeq,
    })
    .meta({ id: "DialogueUpsert" }),
  output: DialogueGraph,
  otherStatus: { status: 201, when: "The dialogue did not exist and was created." },
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { external_id: "at-the-gate", name: "At the gate" },
  lookUps: ({ body }) => [byColumn(graphResource, "external_id", [body.external_id])],
  handle: async (context, { body }) => {
    const { record, ifMatch, response, services } = context;
    const { base_seq, ...sent } = body;
    const { id, outcome } = await upsertNamed(
      record,
      graphResource,
      body,
      { ifMatch },
      {
        create: async () => {
          const named = requireFields({ name: sent.name }, body, ["body"]);
          const newest = newId(graphResource.prefix, services.clock.now());
          record.create(graphResource, newest, newState(graphResource, { ...sent, ...named }));
          return newest;
        },
        change: async (version) => {
          const changed = await writePart(context, version.id, { op: "dialogue.update", patch: sent, base_seq });
          return changed.length > 0;
        },
      },
    );
    response.status = outcome === "created" ? 201 : 200;
    const version = await committed(context, graphResource, id);
    const counts = await nodeCounts(context.db, context.project.id, [id], null);
    return toGraph(version, counts.get(id) ?? 0);
  },
});
