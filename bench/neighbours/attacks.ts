import { setTimeout as pause } from "node:timers/promises";
import { silence, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { type Attacker, HOSTILE_BODIES, type HostileBody } from "#tests/support/hostile-bodies.ts";
import { startWebhookReceiver } from "#tests/support/webhook-receiver.ts";

/** Way to attack, as a loop that goes on until it is told to end. */
export interface Attack {
  readonly name: string;
  /** Milliseconds between two turns. */
  readonly everyMs: number;
  /** Makes what the turns need, once. */
  prepare(attacker: Attacker): Promise<(attacker: Attacker, turn: number) => Promise<unknown>>;
}

const MIB = 1024 * 1024;
/** Requests of one turn at once. */
const AT_ONCE = 8;

const atOnce = (work: (nth: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)));
const dialogues = ({ project }: Attacker, rest = "") => `/v1/projects/${project}/game-narrative/dialogues${rest}`;

async function made(attacker: Attacker, path: string, body: object): Promise<string> {
  const answer = await attacker.call<{ id: string }>("POST", path, { body });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  return answer.body.id;
}

/** A file of a dialogue of so many bytes. */
function largeStory(bytes: number): string {
  const words = "The tide stands where it stood, and nobody on the quay looks up. ".repeat(100);
  const count = Math.ceil(bytes / words.length);
  return Array.from({ length: count }, (_, n) => `:: P${n}\n${words}\n[[On->P${(n + 1) % count}]]`).join("\n\n");
}

async function importStory(attacker: Attacker, bytes: number): Promise<string> {
  const { status, body } = await attacker.call<{ graphs: readonly { readonly id: string }[] }>(
    "POST",
    dialogues(attacker, "/import"),
    { body: { format: "twee3", content: largeStory(bytes) } },
  );
  const id = body.graphs?.[0]?.id;
  if (id === undefined) throw new Error(`import: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  return id;
}

/** Every body of the tests, in an order that differs with each sender. */
const bodies = (sender: number): Attack => ({
  name: `bodies ${sender}`,
  everyMs: 0,
  prepare: async () => async (attacker, turn) => {
    const body = HOSTILE_BODIES[(turn * 7 + sender * 5) % HOSTILE_BODIES.length] as HostileBody;
    return body.run(attacker);
  },
});

/** Pages of a dialogue whose choices say long values. */
const pages: Attack = {
  name: "eight pages of long values",
  everyMs: 200,
  prepare: async (attacker) => {
    const at = `/v1/projects/${attacker.project}`;
    await made(attacker, `${at}/variables`, { name: "v", type: "string", default: "x".repeat(10_000) });
    const graph = await made(attacker, dialogues(attacker), { name: "Long" });
    const branches = Array.from({ length: 100 }, () => ({ choice_text: "{v}".repeat(300) }));
    await made(attacker, dialogues(attacker, `/${graph}/nodes`), { text: "{v}".repeat(33_000), branches });
    const run = await made(attacker, dialogues(attacker, `/${graph}/runs`), {});
    return () => atOnce(() => attacker.call("GET", `${at}/game-narrative/runs/${run}`));
  },
};

const stories: Attack = {
  name: "eight large stories and their problems",
  everyMs: 500,
  prepare: async (attacker) => {
    const graphs: string[] = [];
    for (let n = 0; n < 4; n++) graphs.push(await importStory(attacker, 3 * MIB));
    return async (_, turn) => {
      await atOnce((nth) => attacker.call("GET", dialogues(attacker, `/${graphs[nth % graphs.length]}/story`)));
      await attacker.call("GET", dialogues(attacker, `/${graphs[turn % graphs.length]}/problems`));
    };
  },
};

const introspections: Attack = {
  name: "eight introspections of fourteen parts",
  everyMs: 500,
  prepare: async (attacker) => {
    const fields = Array.from({ length: 14 }, (_, n) => `a${n}: __schema { types { fields { args { name } } } }`);
    return () => atOnce(() => attacker.call("POST", "/v1/graphql", { body: { query: `{ ${fields.join(" ")} }` } }));
  },
};

const documents: Attack = {
  name: "documents of 900 kB",
  everyMs: 500,
  prepare: async (attacker) => (_, turn) =>
    attacker.call("POST", "/v1/graphql", { body: { query: `# ${turn} ${"x".repeat(900_000)}\n{ __typename }` } }),
};

/** Exports of a project, changed to what no request could write. */
const transfers: Attack = {
  name: "project files that no export writes",
  everyMs: 1_000,
  prepare: async (attacker) => {
    await made(attacker, `/v1/projects/${attacker.project}/entities`, {
      external_id: "quay",
      type: "place",
      name: "Quay",
    });
    const { body } = await attacker.call<{ content: string }>("GET", `/v1/projects/${attacker.project}/export`);
    const deep = `${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`;
    const changed = [
      body.content.replaceAll('"Quay"', () => JSON.stringify("x".repeat(600_000))),
      body.content.replaceAll('"properties":{}', () => `"properties":${deep}`),
      body.content.replaceAll('"Quay"', '"Q\\u0000uay"'),
      body.content.replaceAll('"Quay"', '"Q\\ud800uay"'),
      body.content.replaceAll('"properties":{}', '"properties":{"__proto__":{"a":1}}'),
    ];
    return (_, turn) =>
      attacker.call("POST", "/v1/projects/import", { body: { content: changed[turn % changed.length] } });
  },
};

/** Webhooks whose receiver never answers. */
const deliveries: Attack = {
  name: "deliveries that hang",
  everyMs: 100,
  prepare: async (attacker) => {
    const receiver = await startWebhookReceiver();
    const at = `/v1/projects/${attacker.project}`;
    for (let n = 0; n < 20; n++) {
      receiver.answer(`/${n}`, () => {});
      await made(attacker, `${at}/webhooks`, { url: `${receiver.url}/${n}`, events: ["entity.*"] });
    }
    const id = await made(attacker, `${at}/entities`, { external_id: "quay", type: "place", name: "Quay" });
    return (_, turn) => attacker.call("PATCH", `${at}/entities/${id}`, { body: { properties: { turn } } });
  },
};

/** Sessions of a model that never answers. */
const sessions: Attack = {
  name: "models that say nothing",
  everyMs: 2_000,
  prepare: async (attacker) => {
    const server = await startModelServer(silence);
    const projects: string[] = [];
    for (let n = 0; n < 8; n++) {
      const project = await made(attacker, "/v1/projects", { name: `Silent ${n}` });
      const key = { provider: "openai_compatible", key: "sk-loopback-key-0002", models: { text: "t" } };
      await made(attacker, `/v1/projects/${project}/byok`, { ...key, base_url: server.url });
      projects.push(project);
    }
    return (_, turn) =>
      attacker.call("POST", `/v1/projects/${projects[turn % projects.length]}/generate`, {
        body: { prompt: "Names." },
      });
  },
};

/** Senders that go through the bodies at a time. */
const SENDERS = 4;

/** Every way to attack. */
export const ATTACKS: readonly Attack[] = [
  ...Array.from({ length: SENDERS }, (_, sender) => bodies(sender)),
  pages,
  stories,
  introspections,
  documents,
  transfers,
  deliveries,
  sessions,
];

/** Runs a prepared attack until the signal says so; counts turns, and answers with a status of 500. */
export async function goOn(
  { name, everyMs }: Attack,
  { attacker, turn }: { attacker: Attacker; turn: (attacker: Attacker, turn: number) => Promise<unknown> },
  signal: AbortSignal,
  tell: (told: { name: string; mistake: string | null }) => void,
): Promise<void> {
  for (let nth = 0; !signal.aborted; nth++) {
    try {
      await turn(attacker, nth);
      tell({ name, mistake: null });
    } catch (error) {
      if (!signal.aborted) tell({ name, mistake: String(error).slice(0, 300) });
    }
    await pause(everyMs);
  }
}
