import { MAX_SEED_ENTITIES, MAX_SEED_PLACES, seedFields, seedVersions } from "#drizzle/schema/seeds.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxEntries } from "../../record/limits.ts";
import type { Version } from "../../record/resource.ts";
import { requireNamed } from "./require-named.ts";

/** A seed as the record keeps it. */
export type SeedVersion = Version<StateOf<typeof seedFields>>;

/** States of a seed, and who brought it there and when. */
export const SEED_STATES = {
  planted: { is: { state: "planted" } },
  growing: { is: { state: "growing" } },
  ready: { is: { state: "ready" } },
  harvested: { is: { state: "harvested" }, at: "harvested_at", by: "harvested_by" },
  withered: { is: { state: "withered" }, at: "withered_at", by: "withered_by" },
} as const;

/** A promise that the story makes. What it names it names without a reference, so it survives that. */
export const seed = recorded({
  type: "seed",
  plural: "seeds",
  path: "/v1/projects/{project_id}/seeds",
  table: seedVersions,
  fields: seedFields,
  states: {
    states: SEED_STATES,
    transitions: {
      grow: {
        from: ["planted"],
        to: "growing",
        verb: "grown",
        meaning: "The story recalled the promise.",
        summary: "Note that a seed is recalled",
        description: "Says that the story recalls the promise. Has no effect on one that is growing.",
      },
      ripen: {
        from: ["planted", "growing"],
        to: "ready",
        verb: "ripened",
        meaning: "The promise is ready to be kept.",
        summary: "Make a seed ready",
        description: "Says that the promise can be kept from now on. Has no effect on one that is ready.",
      },
      harvest: {
        from: ["planted", "growing", "ready"],
        to: "harvested",
        verb: "harvested",
        meaning: "The promise was kept.",
        summary: "Keep the promise of a seed",
        description:
          "Says that the promise is kept, and where if `payoff` is sent. One that is kept changes only by another `payoff`.",
      },
      wither: {
        from: ["planted", "growing", "ready"],
        to: "withered",
        verb: "withered",
        meaning: "The promise was given up.",
        summary: "Give up a seed",
        description: "Says that the promise will not be kept. Has no effect on one that is given up.",
      },
      replant: {
        from: ["growing", "ready", "harvested", "withered"],
        to: "planted",
        verb: "replanted",
        meaning: "The promise is open again.",
        summary: "Open a seed again",
        description: "Makes the promise an open one again. Has no effect on one that is planted.",
      },
    },
  },
  limits: [maxEntries("entity_ids", MAX_SEED_ENTITIES), maxEntries("planted", MAX_SEED_PLACES)],
  invariants: requireNamed,
  example: {
    state: {
      promise: "The lamp on the mole will be lit once more.",
      planted: [{ kind: "node", node_id: "node_01k9hq3xp4t9v0s2hy6gd8bnjw" }],
      due: { kind: "quest", quest_id: "qst_01k9hq3v5e0w8q2n6yc4rk1m7t" },
    },
    edits: { updated: { strength: 5 } },
  },
});
