import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { expectInvalidAt } from "#tests/contract/expectations.ts";
import { askStudio } from "#tests/contract/trpc.ts";
import { operationNamed } from "#tests/contract/valid-call.ts";
import type { Loose } from "#tests/graphql/client.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { walkStates } from "#tests/support/walk-states.ts";
import type { TestMember } from "#tests/support/workspace.ts";

let api: TestApi;
let mira: TestMember;
let project: string;
let comments: string;
const [node, branch] = [newId("node"), newId("br")];

beforeAll(async () => {
  api = await startTestApi();
  mira = await api.home.makeMember("designer");
  project = await api.makeProject();
  const narrative = `/v1/projects/${project}/game-narrative`;
  comments = `${narrative}/comments`;
  const { id: graph } = await ask("POST", `${narrative}/dialogues`, { name: "The gate" });
  const body = {
    id: node,
    text: "Salt pays. Salt always pays.",
    branches: [{ id: branch, choice_text: "Pay in salt" }],
  };
  await ask("POST", `${narrative}/dialogues/${graph}/nodes`, body);
});
afterAll(() => api.close());

/** Asks as the home workspace's key, and fails unless it succeeds. */
async function ask(method: string, path: string, body?: unknown): Promise<Loose> {
  const answer = await api.call<Loose>(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const refused = (body: Loose) => api.call<Loose>("POST", comments, { body: { node_id: node, text: "Why?", ...body } });

describe("a comment", () => {
  test("is about words where they stand, of the node or of a branch", async () => {
    const first = await ask("POST", comments, { node_id: node, quote: "Salt", text: "Which salt?" });
    expect(first).toMatchObject({ quote: "Salt", quote_start: 0, branch_id: null, resolved: false, edited_by: null });
    const second = await ask("POST", comments, { node_id: node, quote: "Salt", quote_start: 11, text: "Again?" });
    expect(second.quote_start).toBe(11);
    const choice = await ask("POST", comments, {
      node_id: node,
      branch_id: branch,
      quote: "salt",
      text: "Lower case.",
    });
    expect(choice).toMatchObject({ branch_id: branch, quote_start: 7 });
    expect(await ask("POST", comments, { node_id: node, text: "All of it." })).toMatchObject({
      quote: null,
      quote_start: null,
    });
  });

  test("is refused for words that do not stand there, a branch of another node, and an answer to an answer", async () => {
    expectInvalidAt(await refused({ quote: "pepper" }), ["body", "quote"]);
    expectInvalidAt(await refused({ quote: "Salt", quote_start: 1 }), ["body", "quote"]);
    expectInvalidAt(await refused({ branch_id: newId("br") }), ["body", "branch_id"]);
    const thread = await ask("POST", comments, { node_id: node, text: "Why?" });
    const answer = await ask("POST", comments, { node_id: node, parent_id: thread.id, text: "Because." });
    expectInvalidAt(await refused({ parent_id: answer.id }), ["body", "parent_id"]);
    expectInvalidAt(await refused({ mentions: [mira.userId, newId("usr")] }), ["body", "mentions", 1]);
    const stranger = await api.stranger.makeMember("owner");
    expectInvalidAt(await refused({ mentions: [stranger.userId] }), ["body", "mentions", 0]);
  });

  test("is settled and opened again, each with who did it in the record; twice changes nothing", async () => {
    const { id } = await ask("POST", comments, { node_id: node, text: "Too long?" });
    const settled = await ask("POST", `${comments}/${id}/resolve`);
    expect(settled).toMatchObject({ resolved: true, resolved_by: expect.stringMatching(/^key:/) });
    expect(await ask("POST", `${comments}/${id}/resolve`)).toEqual(settled);
    expect((await ask("GET", `${comments}?resolved=true`)).comments).toMatchObject([{ id }]);
    expect(await ask("POST", `${comments}/${id}/reopen`)).toMatchObject({ resolved: false, resolved_at: null });
    const { events } = await ask("GET", `/v1/projects/${project}/events?subject_id=${id}`);
    expect((events as Loose[]).map(({ kind }) => kind)).toEqual([
      "comment.created",
      "comment.resolved",
      "comment.reopened",
    ]);
  });

  test("goes between its states as the table says, by any walk", async () => {
    const make = async () => `${comments}/${(await ask("POST", comments, { node_id: node, text: "Too long?" })).id}`;
    await walkStates<Loose & { id: string }>(api, {
      make,
      first: "open",
      table: { open: { resolve: "resolved", reopen: "open" }, resolved: { resolve: "resolved", reopen: "open" } },
      stateOf: ({ resolved, resolved_at, resolved_by }) => {
        expect([resolved_at !== null, resolved_by !== null]).toEqual([resolved, resolved]);
        return resolved ? "resolved" : "open";
      },
      events: `/v1/projects/${project}/events`,
    });
  });

  test("stays as it was said at an earlier sequence, when it is said in other words, and when its node is gone", async () => {
    const { id, valid_from_seq: seq } = await ask("POST", comments, { node_id: node, text: "First." });
    const edited = await ask("PATCH", `${comments}/${id}`, { text: "Second." });
    expect(edited).toMatchObject({ text: "Second.", edited_by: expect.stringMatching(/^key:/) });
    expect((await ask("GET", `${comments}/${id}?at_seq=${seq}`)).text).toBe("First.");
  });

  test("waits in the inbox of whom it calls until its thread is settled", async () => {
    const inboxOf = async ({ cookie }: TestMember) => {
      const { result } = await askStudio(api, operationNamed("inbox.get"), cookie, {});
      return JSON.parse(result ?? "null") as { items: Loose[]; counts: Loose };
    };
    const other = await api.home.makeMember("viewer");
    const thread = await ask("POST", comments, { node_id: node, text: "Who knows?" });
    const call = { node_id: node, parent_id: thread.id, text: "Mira does.", mentions: [mira.userId] };
    const { id } = await ask("POST", comments, call);
    const inbox = await inboxOf(mira);
    expect(inbox.counts).toMatchObject({ mentions: 1, all: 1 });
    expect(inbox.items).toMatchObject([{ kind: "mention", id, title: "Mira does." }]);
    expect((await inboxOf(other)).items).toEqual([]);
    await ask("POST", `${comments}/${thread.id}/resolve`);
    expect((await inboxOf(mira)).items).toEqual([]);
  });
});
