import { recorded } from "#server/operation/ordinary/recorded.ts";
import { rumourFields, rumourVersions, tellingFields, tellingVersions } from "../../../drizzle/schema/rumours.ts";

export const rumour = recorded({
  type: "rumour",
  plural: "rumours",
  path: "/v1/projects/{project_id}/rumours",
  table: rumourVersions,
  fields: rumourFields,
  states: {
    states: {
      whispered: { is: { state: "whispered" } },
      believed: { is: { state: "believed" }, at: "believed_at" },
      disproved: { is: { state: "disproved" }, by: "disproved_by" },
    },
    transitions: {
      believe: {
        from: ["whispered"],
        to: "believed",
        verb: "believed",
        meaning: "It became believed.",
        summary: "Make a rumour believed",
        description: "Marks it as believed. Has no effect on one that is believed.",
      },
      disprove: {
        from: ["whispered", "believed"],
        to: "disproved",
        verb: "disproved",
        meaning: "It was disproved.",
        summary: "Disprove a rumour",
        description: "Marks it as disproved. Has no effect on one that is.",
      },
      revive: {
        from: ["disproved"],
        to: "whispered",
        verb: "revived",
        meaning: "It is whispered again.",
        summary: "Revive a rumour",
        description: "Has it whispered again after it was disproved.",
      },
    },
  },
  example: { state: { name: "The toll is doubled at night." }, edits: { updated: { heat: 8 } } },
});

export const telling = recorded({
  type: "telling",
  plural: "tellings",
  path: "/v1/projects/{project_id}/tellings",
  table: tellingVersions,
  fields: tellingFields,
  example: {
    state: { name: "My cousin paid twice, I swear.", rumour_id: "rum_01jd0000000000000000000000" },
    edits: { updated: { name: "My cousin paid three times." } },
  },
});
