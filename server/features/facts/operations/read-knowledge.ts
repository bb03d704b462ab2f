import { sql } from "drizzle-orm";
import { z } from "zod";
import { FactSource, SUPERSEDING_MODES, Telling } from "#drizzle/schema/facts.ts";
import { listOutput } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { runQuery } from "../../../operation/run-memory.ts";
import { findVersion } from "../../../record/versions.ts";
import { entityResource } from "../../entities/public.ts";
import { factResource } from "../fact.ts";
import { factConditions, factFilters } from "../fact-filters.ts";
import { countWithheld, learnedFacts, supersedingModes } from "../knowledge.ts";
import { openPerspective } from "../perspective.ts";
import { Fact } from "../schemas.ts";
import { showFacts } from "../show-facts.ts";

const Known = z
  .object({
    fact: Fact.meta({ description: "The fact, naming nothing that is withheld." }),
    since: z
      .object({
        seq: z.int().meta({ description: "The event since which it has been known, without a break." }),
        at: z.iso.datetime().meta({ description: "When that event was recorded, UTC." }),
        kind: z.string().meta({
          description:
            "Kind of the event: `fact.created`, `fact.told` or `fact.updated` when the entity was added to `known_by`, the event that ended a secret, or the relationship that made it a member of a group.",
        }),
      })
      .nullable()
      .meta({ description: "Since when it is known; null where that came about in the playthrough that is read." }),
    from: FactSource.meta({ description: "Source at that event, with the witness if one was named." }),
    through: z.array(z.string()).meta({
      description:
        "By what it knows the fact: `everyone` for public facts, or the entities in `known_by` whose knowledge it has, itself first and then the groups that it belongs to, the nearest first.",
    }),
    told: Telling.nullable().meta({
      description:
        "How it, or the first group in `through`, came to know the fact, and from whom; null where the record does not say.",
    }),
    instead_of: z
      .array(
        z.object({
          fact_id: z.string().meta({ description: "A superseded fact that it may read." }),
          mode: z.enum(SUPERSEDING_MODES).nullable().meta({
            description: "`from` where the world moved on, `retcon` where that was never true; null where nobody said.",
          }),
        }),
      )
      .meta({ description: "The facts in whose place this one holds for it, oldest first; 100 at most." }),
  })
  .meta({ id: "KnownFact" });

export const readKnowledge = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entities/{entity_id}/knowledge",
  scope: "read",
  summary: "Read the knowledge of an entity",
  description:
    "Public facts and facts that list the entity or a group that it belongs to, as known at that moment, with the event since which each is known, its source, how the entity came to know it and from whom, and the facts in whose place it holds. `withheld` is the number of facts that the entity does not know, regardless of filters.",
  params: z.object({ project_id: idOf("prj"), entity_id: idOf("ent") }),
  query: z.object({
    ...listQuery({
      columns: { id: {}, predicate: { nullable: true }, confidence: {}, created_at: {}, updated_at: {} },
      properties: false,
    }),
    ...factFilters,
    ...runQuery,
  }),
  output: listOutput("knowledge", Known).extend({
    withheld: z.int().meta({ description: "Number of valid facts that the entity does not know." }),
  }),
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, project, atSeq, run } = context;
    const { entity_id: as } = params;
    if ((await findVersion(db, entityResource, project.id, as, atSeq)) === null) throw new Problem("not_found");
    const place = { projectId: project.id, atSeq, run };
    const perspective = await openPerspective(db, { ...place, as });
    const everything = await openPerspective(db, { ...place, as: null, facts: perspective.facts });
    const where = [...factConditions(query), perspective.standsWhere(sql.raw("t"))];
    const { rows, ...rest } = await listResource(context, factResource, query, { where, scans: true, perspective });
    const versions = rows.flatMap((row) => perspective.seen(factResource, row) ?? []);
    const seq = atSeq ?? project.lastSeq;
    const learned = await learnedFacts(db, { projectId: project.id, seq, as, perspective }, versions);
    const facts = await showFacts(
      db,
      project.id,
      versions.map((version) => ({ version, seq })),
      perspective,
    );
    const modes = await supersedingModes(
      context,
      perspective,
      facts.flatMap(({ supersedes }) => supersedes),
    );
    const knowledge = facts.flatMap((fact) => {
      const known = learned.get(fact.id);
      if (known === undefined) return [];
      const { from, since } = known;
      const instead_of = fact.supersedes.map((fact_id) => ({ fact_id, mode: modes.get(fact_id) ?? null }));
      const { known_by } = fact;
      const through =
        known_by === EVERYONE ? [EVERYONE] : perspective.audiences.filter((each) => known_by.includes(each));
      const told = fact.told[known_by === EVERYONE ? as : (through[0] ?? as)] ?? null;
      return [{ fact, since, from: from as z.input<typeof FactSource>, through, told, instead_of }];
    });
    return { knowledge, ...rest, withheld: await countWithheld(context, perspective, everything) };
  },
});
