import type { EventExample } from "./record/api-form.ts";

const ENTITY = "ent_01k9hq3tx8v2m5rbz4nd7wcfje";
const PARENT = "ent_01k9hq3v5e0w8q2n6yc4rk1m7t";
const CHILD = "ent_01k9hq3wj6f3x9t5bz8ds0g2pa";
const DIALOGUE = "dlg_01k9hq3xg1r7m4k2vn5te8y6cb";
const NODE = "node_01k9hq3ynp5s0w9d3zx7ja4hfq";

/** Examples in the catalogue of event kinds, by subject type; absent fields are as in a new subject. */
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
    data: { moved: { path_before: "/salt-gate", path: "/harbour/salt-gate", descendants: 1, descendant_ids: [CHILD] } },
  },
  relationship: {
    state: { type: "guards", source_id: PARENT, target_id: ENTITY, properties: { since: 1402 } },
    edits: { updated: { properties: { since: 1403 } } },
  },
  property_key: { state: { path: "stats.courage" }, edits: { updated: { path: "stats.cunning" } } },
  dialogue: { state: { name: "At the gate" }, edits: { updated: { start_node_id: NODE } } },
  dialogue_node: {
    state: { graph_id: DIALOGUE, text: "The gate is shut until the tide turns.", canvas_x: 120, canvas_y: 80 },
    edits: { updated: { text: "The gate is shut. Come back with the tide." }, moved: { canvas_x: 480 } },
    data: {
      moved: { client_id: "tab-9f3c61d0", batch_id: "0b9f6f2e-9d7c-4a52-8f0e-6c1d2a7be4c3", label: "Move a card" },
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
  suggestion: {
    state: {
      graph_id: DIALOGUE,
      label: "Another way past the keeper",
      source: { kind: "client", session_id: null, provider: null },
      base_seq: 118,
      status: "open",
      parts: {
        p1: {
          label: "Move the gate",
          status: "open",
          operations: [{ op: "node.move", id: NODE, canvas_x: 480, canvas_y: 80 }],
          order: "V",
        },
      },
    },
    edits: {
      updated: { label: "Another way past the gate" },
      accepted: { status: "accepted", parts: { p1: { status: "accepted" } } },
      rejected: { status: "rejected", parts: { p1: { status: "rejected" } } },
    },
    data: { accepted: { parts: ["p1"] }, rejected: { parts: ["p1"], comment: "The keeper stays." } },
  },
  webhook: {
    state: { url: "https://example.com/fabula", events: ["entity.*"], active: true, description: "The build server" },
    edits: {
      updated: { events: ["entity.*", "dialogue_node.updated"] },
      disabled: { active: false, disabled_at: "2026-11-20T19:10:00.000Z", disabled_reason: "gone" },
    },
  },
  session: {
    state: {
      kind: "text",
      status: "accepted",
      revision: 1,
      brief: { prompt: "Describe the Salt Gate at low tide." },
      token_budget: 4000,
      context_seq: 118,
    },
    edits: {
      awaiting_human: {
        status: "awaiting_human",
        revision: 2,
        interrupt: {
          id: "int_01k9hq4b1c6d3w8n5vy0te2rmk",
          reason: "review",
          question: "Keep what was made for “A line for the keeper.”?",
          expires_at: "2026-11-27T19:10:00.000Z",
        },
      },
      resumed: {
        revision: 2,
        answer: {
          interrupt_id: "int_01k9hq4b1c6d3w8n5vy0te2rmk",
          action: "approve",
          comment: null,
          by: "user:usr_01k9hq3tx8v2m5rbz4nd7wcfje",
          at: "2026-11-20T19:10:00.000Z",
        },
      },
      completed: {
        status: "completed",
        revision: 2,
        result: { text: "The gate is shut until the tide turns." },
        provider: { provider: "builtin", model: null, key_id: null, seed: "5f1c0c4a9d2e7b36", deterministic: true },
      },
      error: { status: "error", revision: 2, error: { code: "cancelled", message: "A person cancelled it." } },
    },
  },
  provider_key: {
    state: {
      provider: "anthropic",
      label: "The writers' room",
      models: { text: "claude-sonnet-5" },
      monthly_token_budget: 2_000_000,
      key_set_at: "2026-11-20T19:04:00.000Z",
    },
    edits: { updated: { monthly_token_budget: 3_000_000 }, rotated: { key_set_at: "2026-11-24T08:30:00.000Z" } },
  },
};
