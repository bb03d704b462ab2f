// What a character knows, and what a model makes of it.
import type { Fabula, Schemas } from "./client.ts";
import type { Cast } from "./world.ts";

/** Context of a prompt, and whether its receipt gives the same text again. */
export interface Recollection {
  readonly text: string;
  readonly withheld: number;
  readonly tokens: number;
  /** Number of items that the receipt lists. */
  readonly items: number;
  readonly again: boolean;
}

/** Assembles what a character knows about a question, and proves it by its receipt. */
export async function recall(api: Fabula, project_id: string, as: string, query: string): Promise<Recollection> {
  const path = { project_id };
  // Whatever fits: a prompt for a character has room for more than what answers the question.
  const body = { query, as, token_budget: 800, least: 0 };
  const { data: context } = await api.post("/v1/projects/{project_id}/context", { path, body });
  const of = { path: { project_id, receipt_id: context.receipt_id } };
  const { data: receipt } = await api.get("/v1/projects/{project_id}/context/{receipt_id}", of);
  const { data: replay } = await api.post("/v1/projects/{project_id}/context/{receipt_id}/replay", of);
  const { text, withheld, tokens } = context;
  return { text, withheld, tokens, items: receipt.items.length, again: replay.equal && replay.context.text === text };
}

/** Lets a character remember something, and nobody else. */
export async function remember(
  api: Fabula,
  project_id: string,
  who: string,
  about: string[],
  text: string,
): Promise<void> {
  const body = { text, subject_ids: about, known_by: [who] };
  await api.post("/v1/projects/{project_id}/memories", { path: { project_id }, body });
}

/** Stores the key of the game's own model, and tries it. */
export async function storeModelKey(api: Fabula, project_id: string, base_url: string, key: string) {
  const body = { provider: "openai_compatible" as const, key, base_url, models: { text: "tale-1" } };
  const { data: stored } = await api.post("/v1/projects/{project_id}/byok", { path: { project_id }, body });
  const path = { project_id, byok_id: stored.id };
  return (await api.post("/v1/projects/{project_id}/byok/{byok_id}/verify", { path })).data;
}

/** An answer of a model, and how it came about. */
export interface ModelReply {
  readonly text: string;
  /** Calls of the model as they were followed: `started`, `failed`, `answered`. */
  readonly calls: readonly string[];
  readonly provider: unknown;
  /** Prompts that were sent. */
  readonly prompts: readonly string[];
}

/** Lets the model speak as a character: it is told what the character knows. */
export async function speak(
  api: Fabula,
  project_id: string,
  as: string,
  prompt: string,
  id: string,
): Promise<ModelReply> {
  const { data: accepted } = await api.post("/v1/projects/{project_id}/generate", {
    path: { project_id },
    header: { "Idempotency-Key": id },
    body: { prompt, as, subject_ids: [as] },
  });
  const path = { session_id: accepted.session_id };
  const calls: string[] = [];
  for await (const message of api.stream("/v1/sessions/{session_id}/events", { path })) {
    if (message.event === "call") {
      calls.push((JSON.parse(message.data) as Schemas["SessionMessageCallContent"]).state);
    }
  }
  const { data: session } = await api.get("/v1/sessions/{session_id}/status", { path });
  if (session.status !== "completed") throw new Error(`${session.status}: ${session.error?.message}`);
  const { data: trace } = await api.get("/v1/sessions/{session_id}/trace", { path });
  return {
    text: String(session.result?.text),
    calls,
    provider: session.provider?.provider,
    prompts: trace.calls.map(({ sent }) => String(sent.prompt)),
  };
}

/** Makes true in the project what a playthrough changed in its own world: what the traveller carries, and whom they trust. */
export async function keepChanges(
  api: Fabula,
  project_id: string,
  cast: Cast,
  proposed: Schemas["RunProposal"][],
): Promise<string[]> {
  const nameOf = (id: string | null) => Object.entries(cast).find(([, each]) => each === id)?.[0] ?? "";
  const relationships: Schemas["RelationshipItem"][] = [];
  const entities: Schemas["EntityItem"][] = [];
  for (const { op, entity_id, key, after } of proposed) {
    const [source, target] = [nameOf(entity_id), nameOf(key)];
    const upsert = (type: string, properties: Record<string, unknown>): Schemas["RelationshipItem"] => ({
      op: "upsert",
      external_id: `${source}-${type}-${target}`,
      type,
      source_external_id: source,
      target_external_id: target,
      properties,
    });
    switch (op) {
      case "inventory.give":
      case "inventory.take":
        relationships.push(upsert("has", { count: after }));
        break;
      case "relationship.set":
      case "relationship.adjust":
        relationships.push(upsert("trusts", { value: after }));
        break;
      case "property.set":
      case "property.add":
        entities.push({ op: "update", external_id: source, patch: { properties: { [key ?? ""]: after } } });
        break;
      default:
        // Where the traveller stands is the game's to know.
        break;
    }
  }
  const path = { project_id };
  const { data: related } = await api.post("/v1/projects/{project_id}/relationships/batch", {
    path,
    body: { relationships },
  });
  const { data: changed } = await api.post("/v1/projects/{project_id}/entities/batch", { path, body: { entities } });
  return [...related.results, ...changed.results].map(({ outcome }) => outcome);
}
