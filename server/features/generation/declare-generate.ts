import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { aboveMaximum, invalidValue, Problem } from "../../kernel/problem.ts";
import type { ProblemCode } from "../../kernel/problem-catalogue.ts";
import { chosenId, flag, idOf, integer } from "../../kernel/validation/fields.ts";
import { type Operation, projectWrite } from "../../operation/operation.ts";
import { projectScope } from "../../operation/project-scope.ts";
import { chooseKey } from "../byok/public.ts";
import { namedEntities } from "../context/public.ts";
import { ABOUT } from "./about.ts";
import type { Generator } from "./generator.ts";
import { SchemaWork } from "./schema-work.ts";
import { Accepted } from "./schemas.ts";
import { addressesOf, startSession } from "./start-session.ts";

/** Fields that the body of every `POST …/generate` has besides its brief. */
const SHARED_FIELDS = {
  id: chosenId("ses"),
  review: flag().default(false).meta({ description: "Stops before anything is kept, and asks a person." }),
  at_seq: integer({ min: 0 })
    .optional()
    .meta({ description: "The sequence the context is read at; the present when absent." }),
  as: idOf("ent").optional().meta({ description: "Reads the world as this entity knows it." }),
  provider: idOf("byok").optional().meta({
    description: "The provider key to use; the newest that works when absent, the built-in where there is none.",
  }),
  token_budget: integer({ min: 200, max: 100_000, default: 4_000 }).meta({
    description: "Tokens the context may have.",
  }),
};

/** Wording of the operation that starts sessions of a kind. */
export interface GenerateWording {
  readonly summary: string;
  readonly description: string;
  readonly example: JsonObject;
  readonly errors?: readonly ProblemCode[];
}

/** Operation that starts sessions of a kind. */
export type GenerateOperation<Shape extends z.ZodRawShape> = Operation<
  typeof projectScope,
  undefined,
  z.ZodObject<Shape & typeof SHARED_FIELDS>,
  typeof Accepted,
  "POST",
  "project-write"
>;

/**
 * Declares the operation that starts sessions of a kind. It answers at once; the work itself is done outside of
 * requests.
 */
export function declareGenerate<Shape extends z.ZodRawShape>(
  kind: Generator,
  brief: z.ZodObject<Shape>,
  path: `/v1/projects/{project_id}/${string}`,
  { errors = [], ...wording }: GenerateWording,
): GenerateOperation<Shape> {
  const { shape } = brief as z.ZodObject;
  const inPath = Object.fromEntries(Object.entries(shape).filter(([name]) => path.includes(`{${name}}`)));
  const inBody = Object.fromEntries(Object.entries(shape).filter(([name]) => inPath[name] === undefined));
  const { as: eyes, ...others } = SHARED_FIELDS;
  const shared = kind.complete === undefined && kind.gather === undefined ? { ...others, as: eyes } : others;
  const operation = projectWrite({
    ...wording,
    method: "POST",
    path: path as string,
    scope: "generate",
    params: (projectScope as z.ZodObject).extend(inPath),
    body: z.strictObject({ ...inBody, ...shared }),
    output: Accepted,
    status: 202,
    alone: true,
    errors: ["not_found", "id_taken", "plan_limit_reached", "provider_key_unverified", ...errors],
    prepare: async ({ body, params }, { threads }, _caller, asker) => {
      const { id, review, at_seq, provider = null, token_budget, ...asked } = body;
      const { as = null, ...rest } = asked as typeof asked & { readonly as?: string };
      const { project_id: _, ...named } = params;
      const given = { ...rest, ...named } as JsonObject;
      await kind.check?.(given, new SchemaWork(threads, asker));
      return { id, review, at_seq, as, provider, token_budget, brief: given };
    },
    handle: async (context, _parts, { id, review, at_seq, provider, token_budget, ...sent }) => {
      const { project, db, record, services } = context;
      const { lastSeq } = project;
      if (at_seq !== undefined && at_seq > lastSeq) throw aboveMaximum(["body", "at_seq"], at_seq, lastSeq);
      const context_seq = at_seq ?? lastSeq;
      const completed = (await kind.complete?.(db, project.id, sent.brief, context_seq)) ?? null;
      const given = completed === null ? sent.brief : { ...completed.brief, [ABOUT]: [...completed.about] };
      const as = completed?.as ?? sent.as;
      // Whoever does not exist at that moment knows nothing of it.
      const named = kind.subjects(given);
      const ids = named.map((each) => each.id);
      const there = await namedEntities(db, project.id, { seq: context_seq, as }, ids);
      const missing = named.find((each) => !there.has(each.id));
      if (missing?.loc[0] === "path") throw new Problem("not_found");
      if (missing !== undefined) {
        throw invalidValue([...missing.loc], "there is no such entity at this moment", missing.id);
      }
      // A key that is named has to be there; whether it works is seen when it is used.
      if (provider !== null) await chooseKey(db, project.id, provider, services.clock.now(), kind.file?.trade);
      await kind.accept?.(db, project.id, given, context_seq);
      const asked = {
        kind: kind.kind,
        as_entity_id: as,
        review: review || kind.isReviewed === true,
        token_budget,
        key_id: provider,
        retry_of: null,
      };
      await kind.keep?.(record, given, services.clock.now());
      const { id: session_id } = await startSession(context, id, { ...asked, brief: given, context_seq });
      services.work.expect(project.id);
      return { session_id, status: "accepted" as const, ...addressesOf(services.publicUrl, session_id) };
    },
  });
  return operation as never;
}
