import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { aboveMaximum } from "../../kernel/problem.ts";
import type { ProblemCode } from "../../kernel/problem-catalogue.ts";
import { chosenId, flag, idOf, integer } from "../../kernel/validation/fields.ts";
import { type Operation, projectWrite } from "../../operation/operation.ts";
import { projectScope } from "../../operation/project-scope.ts";
import { chooseKey } from "../byok/public.ts";
import { openPerspective } from "../facts/public.ts";
import type { Generator } from "./generator.ts";
import { SchemaWork } from "./schema-work.ts";
import { Accepted } from "./schemas.ts";
import { addressesOf, startSession } from "./start-session.ts";

/** Fields that the body of every `POST …/generate` has besides its brief. */
export const SHARED_FIELDS = {
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

/**
 * Declares the operation that starts sessions of a kind. It answers at once; the work itself is done outside of
 * requests.
 */
export function declareGenerate<Shape extends z.ZodRawShape>(
  generator: Generator & { readonly brief: z.ZodObject<Shape> },
  path: `/v1/projects/{project_id}/${string}`,
  wording: { summary: string; description: string; example: JsonObject; errors?: readonly ProblemCode[] },
): Operation<
  typeof projectScope,
  undefined,
  z.ZodObject<Shape & typeof SHARED_FIELDS>,
  typeof Accepted,
  "POST",
  "project-write"
> {
  const { summary, description, example, errors = [] } = wording;
  const kind: Generator = generator;
  const operation = projectWrite({
    method: "POST",
    path: path as string,
    scope: "generate",
    summary,
    description,
    params: projectScope as z.ZodObject,
    body: z.strictObject({ ...kind.brief.shape, ...SHARED_FIELDS }),
    output: Accepted,
    status: 202,
    alone: true,
    errors: ["not_found", "id_taken", "plan_limit_reached", "provider_key_unverified", ...errors],
    example,
    prepare: async ({ body }, { threads }, _caller, asker) => {
      const { id, review, at_seq, as = null, provider = null, token_budget, ...rest } = body;
      const brief = rest as JsonObject;
      await kind.check?.(brief, new SchemaWork(threads, asker));
      return { id, review, at_seq, as, provider, token_budget, brief };
    },
    handle: async (context, _parts, { id, review, at_seq, as, provider, token_budget, brief }) => {
      const { project, db, record, services } = context;
      const { lastSeq } = project;
      if (at_seq !== undefined && at_seq > lastSeq) throw aboveMaximum(["body", "at_seq"], at_seq, lastSeq);
      const context_seq = at_seq ?? lastSeq;
      // Whoever does not exist at that moment knows nothing of it.
      if (as !== null) await openPerspective(db, project.id, context_seq, as, ["body", "as"]);
      // A key that is named has to be there; whether it works is seen when it is used.
      if (provider !== null) await chooseKey(db, project.id, provider, services.clock.now());
      await kind.accept?.(db, project.id, context_seq, brief);
      const asked = {
        kind: kind.kind,
        as_entity_id: as,
        review: review || kind.isReviewed === true,
        token_budget,
        key_id: provider,
        retry_of: null,
      };
      await kind.keep?.(record, brief, services.clock.now());
      const { id: session_id } = await startSession(context, id, { ...asked, brief, context_seq });
      services.work.expect(project.id);
      return { session_id, status: "accepted" as const, ...addressesOf(services.publicUrl, session_id) };
    },
  });
  return operation as never;
}
