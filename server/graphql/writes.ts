import { canonicalJson } from "#domain/canonical-json.ts";
import type { Json } from "#domain/json.ts";
import { fingerprint, readIdempotencyKey } from "../http/idempotency-key.ts";
import type { JsonSchemas } from "../http/openapi/json-schema.ts";
import { pascalCase } from "../kernel/case-names.ts";
import { honoursIdempotencyKey, honoursIfMatch } from "../operation/operation.ts";
import { type RawRequest, run } from "../operation/run.ts";
import type { NamedKeyedOperation } from "../operations.ts";
import { Arguments } from "./arguments.ts";
import { COST, type FieldCost } from "./reads.ts";
import { type Input, placed, type Session } from "./session.ts";
import type { FieldOptions, Types } from "./types.ts";

interface WriteArguments extends Readonly<Record<string, unknown>> {
  readonly idempotencyKey?: string | null;
  readonly ifMatch?: number | null;
}

/** The mutation that does what an operation does: a write in a transaction of its own, each with its own scope and checks. */
export function writeField(
  named: NamedKeyedOperation,
  { types, schemas }: { types: Types; schemas: JsonSchemas },
): FieldOptions {
  const { area, name, operation } = named;
  const args = new Arguments(named, { types, schemas, without: new Set() });
  const shape = types.output(schemas.of(operation.output, "output"), `${pascalCase(area)}${pascalCase(name)}Result`);
  const others = {
    ...(honoursIdempotencyKey(operation) && {
      idempotencyKey: {
        type: "String",
        required: false,
        description: "Does it once: the same request with the same key is answered as the first was.",
      },
    }),
    ...(honoursIfMatch(operation) && {
      ifMatch: {
        type: "SafeInt",
        required: false,
        description: "Refuses to change another version than the one with this `validFromSeq`.",
      },
    }),
  };
  const cost: FieldCost = { reads: true, together: false, pages: false };
  return {
    type: shape.isList ? [shape.named] : shape.named,
    // One that is refused is null with an error; those after it are done all the same.
    nullable: true,
    description: [operation.summary, operation.description, `Requires the scope \`${operation.scope}\``]
      .filter((text) => text !== null)
      .join(". "),
    args: args.declared(others),
    extensions: { [COST]: cost },
    resolve: async (_source: unknown, given: WriteArguments, session: Session) => {
      const input = args.input(given);
      // What was read before is not what is true after.
      session.renew();
      const request = withClaim(session.request(input), named, input, given.idempotencyKey ?? null);
      const projectId = input.params.project_id ?? null;
      if (projectId !== null) session.reading.isAbout(projectId);
      const answer = await run(operation, session.reading.services, { ...request, ifMatch: given.ifMatch ?? null });
      const seq = answer.headers["x-project-seq"];
      // What is read of the answer's objects is read as the write left them.
      const place = session.place(projectId, projectId === null || seq === undefined ? null : Number(seq));
      return placed(answer.body as Json, place);
    },
  };
}

function withClaim(
  request: RawRequest,
  { operation }: NamedKeyedOperation,
  input: Input,
  key: string | null,
): RawRequest {
  const read = readIdempotencyKey(key, honoursIdempotencyKey(operation));
  if (!read.ok) return { ...request, mistakes: [...request.mistakes, read.mistake] };
  if (read.key === null) return request;
  const { caller } = request;
  const claimed = { key: read.key, operation: `${operation.method} ${operation.path}` };
  const asked = () =>
    fingerprint({
      key: caller.sealKey,
      method: "GraphQL",
      path: operation.path,
      query: "",
      contentType: null,
      body: Buffer.from(canonicalJson(input)),
    });
  return { ...request, idempotency: () => ({ ...claimed, fingerprint: asked() }) };
}
