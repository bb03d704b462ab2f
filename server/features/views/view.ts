import { viewFields, viewVersions } from "#drizzle/schema/views.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** A list of the world as people want to see it again: its filters, order, columns and grouping under a name. */
export const view = recorded({
  type: "view",
  plural: "views",
  path: "/v1/projects/{project_id}/views",
  table: viewVersions,
  fields: viewFields,
  example: {
    state: {
      name: "Cast by faction",
      subject: "characters",
      kind: "board",
      query: "sort=-changed&by=properties.faction",
    },
    edits: { updated: { name: "Cast by allegiance" } },
  },
});
