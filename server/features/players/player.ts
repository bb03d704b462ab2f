import { playerFields, playerVersions } from "#drizzle/schema/players.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";
import { entityResource } from "../entities/public.ts";
import { ErasureData } from "./erasure-receipt.ts";

export type PlayerState = StateOf<typeof playerFields>;
export type PlayerVersion = Version<PlayerState>;

/** A person who plays. What is personal is sealed under a key of their own, and gone for good when that is deleted. */
export const player = recorded({
  type: "player",
  plural: "players",
  path: "/v1/projects/{project_id}/players",
  table: playerVersions,
  fields: playerFields,
  sealedFor: (_, id) => [id],
  // Nothing brings back who was erased, and nobody is deleted otherwise.
  staying: ["erased_at"],
  creation: "created",
  events: {
    created: { meaning: "It was created." },
    updated: { meaning: "Fields of it changed." },
    restored: { meaning: "An earlier version of it was restored." },
    erased: { meaning: "Its personal data was erased for good.", data: ErasureData },
  },
  example: {
    state: { avatar_id: "ent_01k9hq3xg1r7m4k2vn5te8y6cb", erased_at: null },
    data: { erased: { counts: { runs: 2, context_receipts: 0, exports: 0, kept_answers: 1, keys: 1 }, kept: [] } },
    edits: {
      updated: { avatar_id: "ent_01k9hq3ynp5s0w9d3zx7ja4hfq" },
      erased: { erased_at: "2026-11-20T19:10:00.000Z" },
    },
  },
  invariants: async (record, changes) => {
    const erased = changes.find(({ before }) => before !== null && before.erased_at !== null);
    if (erased !== undefined) throw new Problem("player_erased", { detail: { player_id: erased.id } });
    const fresh = changes.flatMap(({ before, after, isKept, loc }) => {
      const avatar = after?.avatar_id ?? null;
      return avatar === null || isKept || avatar === before?.avatar_id ? [] : [{ avatar, loc }];
    });
    if (fresh.length === 0) return;
    const known = await record.load(
      entityResource,
      fresh.map(({ avatar }) => avatar),
    );
    for (const { avatar, loc } of fresh) {
      if (!known.has(avatar)) throw invalidValue([...loc, "avatar_id"], "there is no such entity", avatar);
    }
  },
});
