import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { askStudio } from "#tests/contract/trpc.ts";
import { operationNamed } from "#tests/contract/valid-call.ts";
import { carryOn } from "#tests/generation/carry-on.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import type { TestMember } from "#tests/support/workspace.ts";

interface Inbox {
  items: { kind: string; id: string; project_id: string; project_name: string; title: string; about: string | null }[];
  counts: {
    sessions: number;
    suggestions: number;
    mentions: number;
    extractions: number;
    webhooks: number;
    all: number;
  };
  answered: { session_id: string; action: string; by: string; comment: string | null; project_name: string }[];
}

let api: TestApi;
let owner: TestMember;
let viewer: TestMember;
let stranger: TestMember;
let project: string;

beforeAll(async () => {
  api = await startTestApi();
  owner = await api.home.makeMember("owner");
  viewer = await api.home.makeMember("viewer");
  stranger = await api.stranger.makeMember("owner");
  project = await api.makeProject({ name: "The Harbour" });
});
afterAll(() => api.close());

async function inboxOf({ cookie }: TestMember): Promise<Inbox> {
  const { result, error } = await askStudio(api, operationNamed("inbox.get"), cookie, {});
  expect(error).toBeNull();
  return JSON.parse(result ?? "null") as Inbox;
}

async function ask<Body>(path: string, body: object): Promise<Body> {
  const answer = await api.call<Body>("POST", path, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function askingSession(): Promise<string> {
  const body = { prompt: "A line for the clerk.", review: true };
  const { session_id } = await ask<{ session_id: string }>(`/v1/projects/${project}/generate`, body);
  expect(await carryOn(api, session_id)).toBe("awaiting_human");
  return session_id;
}

async function suggestion(): Promise<string> {
  const dialogues = `/v1/projects/${project}/game-narrative/dialogues`;
  const graph = await ask<{ id: string }>(dialogues, { name: "At the quay" });
  const { id } = await ask<{ id: string }>(`/v1/projects/${project}/suggestions`, {
    graph_id: graph.id,
    label: "A first line",
    gestures: [
      {
        label: "Write it",
        operations: [{ op: "node.create", node: { id: newId("node"), kind: "line", text: "Mind the floor." } }],
      },
    ],
  });
  return id;
}

async function stoppedWebhook(): Promise<string> {
  const { webhook_id } = await ask<{ webhook_id: string }>(`/v1/projects/${project}/webhooks`, {
    url: "https://hooks.example.com/quay",
    events: ["*"],
  });
  await api.database.writes.execute(
    sql`UPDATE webhook_versions SET active = false, disabled_reason = 'gone', disabled_at = now()::text WHERE id = ${webhook_id}`,
  );
  return webhook_id;
}

describe("the inbox", () => {
  test("has what waits in every project the person sees, counts all of it, and nothing of anybody else's", async () => {
    expect(await inboxOf(owner)).toMatchObject({ items: [], counts: { all: 0 }, answered: [] });
    const made = [await askingSession(), await suggestion(), await stoppedWebhook()];
    const { items, counts } = await inboxOf(owner);
    expect(items.map(({ id }) => id).sort()).toEqual([...made].sort());
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(["session", "suggestion", "webhook"]));
    expect(
      items.every(({ project_name, project_id }) => project_name === "The Harbour" && project_id === project),
    ).toBe(true);
    expect(counts).toEqual({ sessions: 1, suggestions: 1, mentions: 0, extractions: 0, links: 0, webhooks: 1, all: 3 });
    expect((await inboxOf(stranger)).items).toEqual([]);
    // Who may not see webhooks is not told of them.
    expect((await inboxOf(viewer)).counts).toEqual({
      sessions: 1,
      suggestions: 1,
      mentions: 0,
      extractions: 0,
      links: 0,
      webhooks: 0,
      all: 2,
    });
  });

  test("lets go of what was answered, and says by whom", async () => {
    const id = await askingSession();
    expect((await inboxOf(owner)).items.map((item) => item.id)).toContain(id);
    const respond = operationNamed("sessions.respond");
    const body = { action: "approve", comment: "Good enough for the quay." };
    const answer = await askStudio(api, respond, owner.cookie, { params: { session_id: id }, body });
    expect(answer.error).toBeNull();
    const after = await inboxOf(viewer);
    expect(after.items.map((item) => item.id)).not.toContain(id);
    expect(after.answered).toMatchObject([
      {
        session_id: id,
        action: "approve",
        by: `user:${owner.userId}`,
        comment: body.comment,
        project_name: "The Harbour",
      },
    ]);
  });

  test("has proposals for the bible until they are answered", async () => {
    const files = [{ name: "Characters/Odo.markdown", content: "He rakes.\n" }];
    const { id } = await ask<{ id: string }>(`/v1/projects/${project}/story-bible/extract`, { files });
    const of = ({ items }: Inbox) => items.find((item) => item.id === id);
    const { counts } = await inboxOf(owner);
    expect([counts.extractions, of(await inboxOf(owner))]).toMatchObject([
      1,
      { kind: "extraction", title: "Characters/Odo.markdown", about: "files", project_id: project },
    ]);
    await ask(`/v1/projects/${project}/story-bible/extractions/${id}/reject`, {});
    expect(of(await inboxOf(owner))).toBeUndefined();
  });

  test("has nothing of a project that was deleted", async () => {
    const other = await api.makeProject({ name: "Gone" });
    const before = (await inboxOf(owner)).counts.all;
    const { session_id } = await ask<{ session_id: string }>(`/v1/projects/${other}/generate`, {
      prompt: "A line.",
      review: true,
    });
    await carryOn(api, session_id);
    expect((await inboxOf(owner)).counts.all).toBe(before + 1);
    await api.call("DELETE", `/v1/projects/${other}`);
    expect((await inboxOf(owner)).counts.all).toBe(before);
  });
});
