import type { EventExample } from "./record/registry.ts";

const ENTITY = "ent_01k9hq3tx8v2m5rbz4nd7wcfje";
const PARENT = "ent_01k9hq3v5e0w8q2n6yc4rk1m7t";
const CHILD = "ent_01k9hq3wj6f3x9t5bz8ds0g2pa";
const DIALOGUE = "dlg_01k9hq3xg1r7m4k2vn5te8y6cb";
const NODE = "node_01k9hq3ynp5s0w9d3zx7ja4hfq";

/** What the catalogue of event kinds shows, by subject type; what is left out is as in a new subject. */
export const EVENT_EXAMPLES: Readonly<Record<string, EventExample>> = {
  project: {
    state: { name: "The Salt Gate", mode: "test" },
    edits: { updated: { description: "A harbour town, its toll, and who pays it." } },
  },
  entity: {
    state: {
      external_id: "salt-gate",
      type: "location",
      name: "The Salt Gate",
      located: true,
      properties: { toll: 5 },
    },
    edits: { updated: { name: "The Old Salt Gate", properties: { toll: 7 } }, moved: { parent_id: PARENT } },
    data: {
      moved: {
        path_before: "/salt-gate",
        path: "/harbour/salt-gate",
        descendants: 1,
        descendant_ids: [CHILD],
      },
    },
  },
  relationship: {
    state: { type: "guards", source_id: PARENT, target_id: ENTITY, properties: { since: 1402 } },
    edits: { updated: { properties: { since: 1403 } } },
  },
  property_key: { state: { path: "stats.courage" }, edits: { updated: { path: "stats.cunning" } } },
  variable: {
    state: { name: "toll_paid", type: "boolean", default: false },
    edits: { updated: { description: "Whether the keeper has been paid." } },
  },
  dialogue: { state: { name: "At the gate" }, edits: { updated: { start_node_id: NODE } } },
  dialogue_node: {
    state: { graph_id: DIALOGUE, text: "The gate is shut until the tide turns.", canvas_x: 120, canvas_y: 80 },
    edits: {
      updated: { text: "The gate is shut. Come back with the tide." },
      moved: { canvas_x: 480 },
    },
    data: {
      moved: {
        client_id: "tab-9f3c61d0",
        batch_id: "0b9f6f2e-9d7c-4a52-8f0e-6c1d2a7be4c3",
        label: "Move a card",
      },
    },
  },
  dialogue_group: {
    state: { graph_id: DIALOGUE, title: "At low tide", color: "blue" },
    edits: { updated: { title: "At high tide" } },
  },
  dialogue_annotation: {
    state: { graph_id: DIALOGUE, text: "Does she know his name yet?", canvas_x: 40, canvas_y: 20, color: "yellow" },
    edits: { updated: { text: "She does not know his name yet." } },
  },
  checkpoint: { state: { name: "First playtest", seq: 118 }, edits: { updated: { note: "What the players saw." } } },
  waiver: {
    state: {
      graph_id: DIALOGUE,
      node_id: NODE,
      reason: "Reached from a cutscene.",
      by: "key:key_01k9hq3tx8v2m5rbz4nd7wcfje",
    },
    edits: { updated: { reason: "Reached from the second cutscene." } },
  },
  webhook: {
    state: { url: "https://example.com/fabula", events: ["entity.*"], active: true, description: "The build server" },
    edits: {
      updated: { events: ["entity.*", "dialogue_node.updated"] },
      disabled: { active: false, disabled_at: "2026-11-20T19:10:00.000Z", disabled_reason: "gone" },
    },
  },
};
