import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runToEnd } from "#domain/steps.ts";
import { IS_FULL } from "#test-size";
import { listOperations, type NamedOperation } from "../../operations.ts";
import { describeApi } from "./document.ts";

const MODULES = fileURLToPath(new URL("../../../node_modules/", import.meta.url));
const STRICT = [
  "--noEmit",
  "--strict",
  "--noUncheckedIndexedAccess",
  "--skipLibCheck",
  "--lib",
  "es2023,dom,dom.iterable",
];
const AS_MODULE = [
  "--target",
  "es2022",
  "--module",
  "esnext",
  "--moduleResolution",
  "bundler",
  "--allowImportingTsExtensions",
];

/** Areas that the second generator is given, which takes seconds for all of them. */
const SOME_AREAS = ["dialogues", "record"];

/** Client source whose types come from a default run of @hey-api/openapi-ts. */
const OTHER_CLIENT = `
import { dialoguesCreateNode, recordStream } from "./other/sdk.gen.ts";
import type { ApiError, Condition, DialogueNode, Effect, StreamMessage } from "./other/types.gen.ts";

export async function add(path: { project_id: string; graph_id: string }): Promise<DialogueNode | string> {
  const { data, error } = await dialoguesCreateNode({
    path,
    body: {
      kind: "line",
      conditions: [{ op: "gte", args: [{ var: "var_1" }, { lit: 3 }] }],
      on_enter_effects: [{ op: "sub", target: "var_1", value: { lit: 1 } }],
    },
  });
  return data ?? (Array.isArray(error?.detail) ? error.detail.map(({ msg }) => msg).join() : "refused");
}
export const follow = (project_id: string) => recordStream({ path: { project_id } });
`;

/** A program that a client writes with the types of either generator. */
const USES = `
export function amount(effect: Effect): unknown {
  return effect.op === "sub" || effect.op === "add" ? [effect.id, effect.target, effect.value] : null;
}
// @ts-expect-error no such effect
export const unknownEffect = (effect: Effect) => effect.op === "subtract";
export function operands(condition: Condition): number {
  if (!("args" in condition)) return 0;
  const [first] = condition.args;
  return first !== undefined && "var" in first ? first.var.length + condition.id.length : condition.args.length;
}
export function why(error: ApiError): string {
  switch (error.code) {
    case "edit_conflict":
      return error.detail?.conflicts.map(({ field }) => field).join() ?? "";
    case "plan_limit_reached":
      return \`\${error.detail?.used} of \${error.detail?.limit}\`;
    default:
      return error.message ?? error.error;
  }
}
// @ts-expect-error another code's detail
export const other = (error: ApiError) => error.code === "id_taken" && error.detail?.conflicts;
export function told(message: StreamMessage): string {
  switch (message.event) {
    case "ready":
    case "event":
      return message.id;
    default:
      return message.data;
  }
}
`;

/** Client source whose types come from a default run of openapi-typescript. */
const CLIENT = `
import type { components, operations, paths } from "./api.ts";

type Id = keyof operations;
type BodyOf<O> = O extends { requestBody?: { content: { "application/json": infer B } } } ? B : never;
type Body<K extends Id> = BodyOf<operations[K]>;
type QueryOf<K extends Id> = NonNullable<operations[K]["parameters"]["query"]>;
type Json200<O> = O extends { responses: { 200: { content: { "application/json": infer A } } } } ? A : never;
type IsNever<T> = [T] extends [never] ? true : false;

// No body, and no field of one, is a type that nothing has.
type WithBody = { [K in Id]: operations[K] extends { requestBody: object } ? K : never }[Id];
type Impossible<B> = B extends unknown ? { [F in keyof B]-?: IsNever<NonNullable<B[F]>> extends true ? F : never }[keyof B] : never;
type Bad = { [K in WithBody]: IsNever<Body<K>> extends true ? K : IsNever<Impossible<Body<K>>> extends true ? never : K }[WithBody];
export const impossible: IsNever<Bad> = true;
export const some: IsNever<WithBody> = false;

export const least: Body<"entities_create"> = { external_id: "harbour", type: "location", name: "The Harbour" };
// @ts-expect-error external_id is needed
export const unnamed: Body<"entities_create"> = { type: "location", name: "The Harbour" };
// @ts-expect-error there is no such field
export const misspelt: Body<"entities_create"> = { external_id: "a", type: "b", name: "c", propertys: {} };

export const page: QueryOf<"entities_list"> = {};
export const next: QueryOf<"entities_list"> = { limit: 500, sort_order: "desc", cursor: "x", property_filter: "{}" };
// @ts-expect-error neither up nor down
export const sideways: QueryOf<"entities_list"> = { sort_order: "sideways" };
export function rows(answer: Json200<operations["entities_list"]>): { id: string; has_more: boolean }[] {
  return answer.entities.map(({ id }) => ({ id, has_more: answer.has_more }));
}

export const batch: Body<"entities_batch"> = {
  entities: [
    { op: "upsert", external_id: "mara", type: "npc", name: "Mara" },
    { op: "update", external_id: "mara", patch: { increment: { "/crowns": -5 } } },
    { op: "delete", external_id: "bor" },
  ],
};
// @ts-expect-error an update has a patch, no name
export const wrong: Body<"entities_batch"> = { entities: [{ op: "update", external_id: "mara", name: "Mara" }] };
export const gestures: Body<"dialogues_batch"> = {
  batch_id: "b",
  gestures: [{ label: "Move", operations: [{ op: "node.move", id: "node_x", canvas_x: 1, canvas_y: 2 }] }],
};

export const logic: Body<"dialogues_createNode"> = {
  kind: "line",
  conditions: [{ id: "cnd_1", fn: "visits", args: [{ ref: "node_1" }] }],
  on_enter_effects: [{ op: "sub", target: "var_1", value: { lit: 1 } }],
};
type ApiError = components["schemas"]["APIError"];
type Condition = components["schemas"]["Condition"];
type Effect = components["schemas"]["Effect"];
type StreamMessage = components["schemas"]["StreamMessage"];
export const head = (message: StreamMessage): number =>
  (JSON.parse(message.data) as components["schemas"]["StreamMessageReadyContent"]).head;
export type Address = keyof paths;
`;

it.runIf(IS_FULL)(
  "gives default runs of openapi-typescript and @hey-api/openapi-ts types that clients can be written with",
  {
    timeout: 600_000,
  },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "fabula-types-"));
    const run = (program: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [join(MODULES, program), ...args], { cwd: folder });
    try {
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      const describe = (file: string, operations: readonly NamedOperation[]) =>
        writeFileSync(join(folder, file), JSON.stringify(runToEnd(describeApi(operations, "https://x.example"))));
      describe("openapi.json", listOperations());
      describe(
        "some.json",
        listOperations().filter(({ area }) => SOME_AREAS.includes(area)),
      );
      const examples = listOperations().flatMap(({ area, name, operation: { body, example } }) =>
        body === undefined
          ? []
          : [`export const ${area}_${name}: Body<"${area}_${name}"> = ${JSON.stringify(example)};`],
      );
      expect(examples.length).toBeGreaterThan(40);
      writeFileSync(join(folder, "client.ts"), `${CLIENT}${USES}\n${examples.join("\n")}\n`);
      writeFileSync(join(folder, "other.ts"), `${OTHER_CLIENT}${USES}`);
      await run("openapi-typescript/bin/cli.js", "openapi.json", "--output", "api.ts");
      await run("@hey-api/openapi-ts/bin/run.js", "--input", "some.json", "--output", "other", "--silent");
      const checked = await run("typescript-native/bin/tsc", ...STRICT, ...AS_MODULE, "client.ts", "other.ts").catch(
        ({ stdout }: { stdout: string }) => ({ stdout }),
      );
      expect(checked.stdout).toBe("");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
