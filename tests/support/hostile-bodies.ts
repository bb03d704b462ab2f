import { getIntrospectionQuery } from "graphql";
import { answers, type ModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { newId } from "#server/kernel/ids.ts";
import { eventually } from "./eventually.ts";

/** Workspace that sends hostile bodies about a project of its own, with a model server on this machine. */
export interface Attacker {
  readonly project: string;
  readonly model: ModelServer;
  call<Body>(method: string, path: string, options?: { body?: object }): Promise<{ status: number; body: Body }>;
}

/** Answer to a hostile body: the status, and how its work ended or why it was refused. */
export interface Outcome {
  readonly status: number;
  readonly end: string;
}

/** Body that held the event loop for seconds to minutes. */
export interface HostileBody {
  /** Subject of the body: the same code answers all of a kind. */
  readonly kind: string;
  readonly name: string;
  /** Sends it, and waits for the end of its work. */
  run(attacker: Attacker): Promise<Outcome>;
  /** Expected answer; `end` may be a part of the sentence. */
  readonly outcome: Outcome;
}

interface Refused {
  readonly detail?: readonly { readonly msg: string }[];
}

const reasonOf = ({ detail }: Refused) => detail?.[0]?.msg ?? "nothing was said";

/** Schema of lists in lists of a hundred each. */
const nested = (levels: number): object =>
  levels === 0 ? { type: "string" } : { type: "array", minItems: 100, items: nested(levels - 1) };

/** Condition that asks so many times whether anything is left to do at a node. */
const asking = (node: string, times: number) => ({
  op: "any",
  args: Array.from({ length: times }, () => ({ op: "not", args: [{ fn: "has_any_content", args: [{ ref: node }] }] })),
});

/** Story in ink with more states than are looked at: each choice turns one of eighteen variables on. */
export function storyOfSwitches(): string {
  const names = Array.from({ length: 18 }, (_, index) => `v${index}`);
  const choices = names.map((name) => `* {not ${name}} [${name}]\n  ~ ${name} = true\n  -> top`);
  const declared = names.map((name) => `VAR ${name} = false`);
  return `${declared.join("\n")}\n-> top\n=== top\nHello.\n${choices.join("\n")}\n=== far\nNever.\n-> END`;
}

const dialogues = ({ project }: Attacker, rest = "") => `/v1/projects/${project}/game-narrative/dialogues${rest}`;

async function made(attacker: Attacker, path: string, body: object): Promise<string> {
  const answer = await attacker.call<{ id: string }>("POST", path, { body });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

/** Waits for the end of work, and answers its status. */
async function endOf(attacker: Attacker, path: string): Promise<string> {
  const read = async () => (await attacker.call<{ status: string }>("GET", path)).body.status;
  return eventually(read, (status) => ["completed", "failed", "error", "awaiting_human"].includes(status), {
    about: path,
  });
}

async function generate(attacker: Attacker, schema: object): Promise<Outcome> {
  const { status, body } = await attacker.call<Refused & { session_id: string }>(
    "POST",
    `/v1/projects/${attacker.project}/generate`,
    { body: { prompt: "Names.", schema } },
  );
  if (status !== 202) return { status, end: reasonOf(body) };
  return { status, end: await endOf(attacker, `/v1/sessions/${body.session_id}/status`) };
}

async function importRows(attacker: Attacker, content: string): Promise<Outcome> {
  const at = `/v1/projects/${attacker.project}`;
  const { status, body } = await attacker.call<Refused & { id: string }>("POST", `${at}/entities/import`, {
    body: { format: "csv", type: "place", content, dry_run: true },
  });
  if (status !== 202) return { status, end: reasonOf(body) };
  return { status, end: await endOf(attacker, `${at}/entity-imports/${body.id}`) };
}

async function importInk(attacker: Attacker, content: string): Promise<Outcome> {
  const { status, body } = await attacker.call<Refused & { graphs: readonly { readonly nodes: number }[] }>(
    "POST",
    dialogues(attacker, "/import"),
    { body: { format: "ink", content, dry_run: true } },
  );
  return { status, end: status === 200 ? `nodes: ${body.graphs.map(({ nodes }) => nodes)}` : reasonOf(body) };
}

/** Plays a dialogue of one node, and reads how far that came. */
async function play(attacker: Attacker, node: object): Promise<Outcome> {
  const graph = await made(attacker, dialogues(attacker), { name: "Hostile" });
  await made(attacker, dialogues(attacker, `/${graph}/nodes`), node);
  const run = await made(attacker, dialogues(attacker, `/${graph}/runs`), {});
  const { status, body } = await attacker.call<{ status: string; ending: { kind: string } | null }>(
    "GET",
    `/v1/projects/${attacker.project}/game-narrative/runs/${run}`,
  );
  return { status, end: body.ending?.kind ?? body.status };
}

/** Explores a dialogue for an ending that it does not have. */
async function explore(attacker: Attacker): Promise<Outcome> {
  const { body: imported } = await attacker.call<{ graphs: readonly { readonly id: string }[] }>(
    "POST",
    dialogues(attacker, "/import"),
    { body: { format: "ink", content: storyOfSwitches() } },
  );
  const { status, body } = await attacker.call<{ result: string }>(
    "POST",
    dialogues(attacker, `/${imported.graphs[0]?.id}/explore`),
    { body: { to: { ending: true } } },
  );
  return { status, end: body.result };
}

/** Generates with a model that answers so. */
async function answered(attacker: Attacker, text: string): Promise<Outcome> {
  attacker.model.script(answers(text));
  const keys = `/v1/projects/${attacker.project}/byok`;
  const key = { provider: "openai_compatible", key: "sk-loopback-key-0001", models: { text: "t" } };
  const id = await made(attacker, keys, { ...key, base_url: attacker.model.url });
  const outcome = await generate(attacker, { type: "object" });
  await attacker.call("DELETE", `${keys}/${id}`);
  return outcome;
}

async function introspect(attacker: Attacker, query: string): Promise<Outcome> {
  const { status, body } = await attacker.call<{
    data?: { __schema: { queryType: { name: string } } };
    errors?: readonly { readonly message: string }[];
  }>("POST", "/v1/graphql", { body: { query } });
  return { status, end: body.errors?.[0]?.message ?? body.data?.__schema.queryType.name ?? "nothing was said" };
}

/** Whether a body is answered as expected. A file may also be refused at the deadline of its reader, on a machine that is busy. */
export function isExpected({ kind, outcome }: HostileBody, { status, end }: Outcome): boolean {
  if (kind === "files" && status === 422 && end.includes("took longer than")) return true;
  return status === outcome.status && end.includes(outcome.end);
}

const TOO_WIDE: Outcome = { status: 422, end: "more than 2,000 columns" };
const TOO_LARGE: Outcome = { status: 422, end: "has more than 1 MiB" };
const WITHOUT_VALUE: Outcome = { status: 202, end: "error" };
const FOR_A_PERSON: Outcome = { status: 202, end: "awaiting_human" };

/** Bodies that held the event loop, by kind, with what is answered. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  {
    kind: "schema",
    name: "lists in lists",
    run: (attacker) => generate(attacker, nested(4)),
    outcome: TOO_LARGE,
  },
  {
    kind: "schema",
    name: "a pattern of optional characters",
    run: (attacker) =>
      generate(attacker, { type: "string", default: "a".repeat(26), pattern: `^${".?".repeat(26)}\\d$` }),
    outcome: WITHOUT_VALUE,
  },
  {
    kind: "schema",
    name: "a pattern of alternatives",
    run: (attacker) =>
      generate(attacker, { type: "string", default: "a".repeat(40), pattern: `^${"(a|aa)".repeat(20)}c$` }),
    outcome: WITHOUT_VALUE,
  },
  {
    kind: "schema",
    name: "a long text",
    run: (attacker) => generate(attacker, { type: "string", minLength: 200_000_000 }),
    outcome: TOO_LARGE,
  },
  {
    kind: "files",
    name: "a table of 3,000 columns",
    run: (attacker) =>
      importRows(attacker, `${Array.from({ length: 3_000 }, (_, n) => `c${n}`).join(",")}\n`.repeat(300)),
    outcome: TOO_WIDE,
  },
  {
    kind: "files",
    name: "a table head of one name",
    run: (attacker) => importRows(attacker, `${"a,".repeat(10_000)}a\n`),
    outcome: TOO_WIDE,
  },
  {
    kind: "files",
    name: "a table head of commas",
    run: (attacker) => importRows(attacker, ",".repeat(1_000_000)),
    outcome: TOO_WIDE,
  },
  {
    kind: "files",
    name: "ink of brackets in alternatives",
    run: (attacker) => importInk(attacker, `VAR x = 1\nhello {${"[a]<h|".repeat(3_000)}}\n-> END`),
    outcome: { status: 422, end: "more than 2000 alternatives" },
  },
  {
    kind: "files",
    name: "ink of empty alternatives",
    run: (attacker) => importInk(attacker, `{${"|".repeat(20_000)}}`),
    outcome: { status: 422, end: "more than 2000 alternatives" },
  },
  {
    kind: "files",
    name: "ink of glue",
    run: (attacker) => importInk(attacker, "<>".repeat(20_000)),
    outcome: { status: 200, end: "nodes: 1" },
  },
  {
    kind: "files",
    name: "ink of tags",
    run: (attacker) => importInk(attacker, "#".repeat(40_000)),
    outcome: { status: 422, end: "too long without a choice" },
  },
  {
    kind: "files",
    name: "ink of choices",
    run: (attacker) => importInk(attacker, "* [a]\n".repeat(6_000)),
    outcome: { status: 422, end: "more than 1000 parts of a line" },
  },
  {
    kind: "playing",
    name: "conditions that ask for their own node",
    run: (attacker) => {
      const id = newId("node");
      return play(attacker, { id, text: "Halt!", branches: [{ choice_text: "On", conditions: [asking(id, 40)] }] });
    },
    outcome: { status: 200, end: "blocked" },
  },
  {
    kind: "playing",
    name: "values in texts",
    run: async (attacker) => {
      // It is there already where this was sent before.
      await attacker.call("POST", `/v1/projects/${attacker.project}/variables`, {
        body: { name: "v", type: "string", default: "x".repeat(10_000) },
      });
      const branches = Array.from({ length: 100 }, () => ({ choice_text: "{v}".repeat(300) }));
      return play(attacker, { text: "{v}".repeat(33_000), branches });
    },
    outcome: { status: 200, end: "open" },
  },
  {
    kind: "playing",
    name: "dice in a circle",
    run: (attacker) => {
      const id = newId("node");
      const roll = { fn: "roll", args: [{ lit: 6 }, { lit: 1_000 }] };
      const dice = { op: "any", args: Array.from({ length: 80 }, () => ({ op: "not", args: [roll] })) };
      const on = { kind: "auto", target_node_id: id };
      return play(attacker, { id, kind: "condition", branches: [{ ...on, conditions: [dice] }, on] });
    },
    outcome: { status: 200, end: "circle" },
  },
  {
    kind: "playing",
    name: "a search of a dialogue without its end",
    run: explore,
    outcome: { status: 200, end: "undecided" },
  },
  {
    kind: "answer",
    name: "an object without commas",
    run: (attacker) => answered(attacker, `{${'"a":"b" '.repeat(32_000)}`),
    outcome: FOR_A_PERSON,
  },
  {
    kind: "answer",
    name: "an open fence",
    run: (attacker) => answered(attacker, `\`\`\`${"\n".repeat(2_000)}x`),
    outcome: FOR_A_PERSON,
  },
  {
    kind: "introspection",
    name: "fourteen at once",
    run: (attacker) => {
      const fields = Array.from({ length: 14 }, (_, n) => `a${n}: __schema { types { fields { args { name } } } }`);
      return introspect(attacker, `{ ${fields.join(" ")} }`);
    },
    outcome: { status: 400, end: "its limit of 1 introspection" },
  },
  {
    kind: "introspection",
    name: "the whole",
    run: (attacker) => introspect(attacker, getIntrospectionQuery()),
    outcome: { status: 200, end: "Query" },
  },
];
