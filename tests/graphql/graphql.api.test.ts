import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { data } from "./client.ts";

let api: TestApi;
let projectId: string;

async function made(path: string, body: object): Promise<string> {
  const answer = await api.call<{ id: string }>("POST", `/v1/projects/${projectId}${path}`, { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

const people: string[] = [];
let dialogue: string;

beforeAll(async () => {
  api = await startTestApi();
  projectId = await api.makeProject({ name: "The Salt Gate" });
  for (let i = 0; i < 6; i++) {
    const properties = { level: i };
    people.push(await made("/entities", { external_id: `p${i}`, type: "character", name: `Person ${i}`, properties }));
  }
  for (let i = 0; i < 6; i++) {
    await made("/relationships", { type: "knows", source_id: people[i], target_id: people[(i + 1) % 6] });
  }
  dialogue = await made("/game-narrative/dialogues", { name: "At the ferry" });
  for (let i = 0; i < 4; i++) {
    const node = { kind: "line", text: `Line ${i}`, speaker_id: people[i % 2] };
    await made(`/game-narrative/dialogues/${dialogue}/nodes`, node);
  }
});
afterAll(() => api.close());

describe("reading", () => {
  test("a page of entities, the total, and where it goes on", async () => {
    const document = `query ($id: ID!, $after: String, $filter: JSON) { project(id: $id) { name
      entities(first: 3, after: $after, filter: $filter, sort: { by: "properties.level", order: desc }) {
        nodes { id name properties } totalCount pageInfo { hasNextPage endCursor } } } }`;
    const variables = { id: projectId, filter: { level: { $gte: 1 } } };
    const { project } = await data(api, document, variables);
    expect(project.name).toBe("The Salt Gate");
    const names = (entities: { nodes: { name: string }[] }) => entities.nodes.map(({ name }) => name);
    expect([names(project.entities), project.entities.totalCount]).toEqual([["Person 5", "Person 4", "Person 3"], 5]);
    const after = project.entities.pageInfo.endCursor;
    const { entities } = (await data(api, document, { ...variables, after })).project;
    expect([names(entities), entities.pageInfo]).toEqual([
      ["Person 2", "Person 1"],
      { hasNextPage: false, endCursor: null },
    ]);
  });

  test("what entities and nodes lead to", async () => {
    const { project } = await data(
      api,
      `query ($id: ID!, $dialogue: ID!) { project(id: $id) {
        entities(first: 1) { nodes { name
          relationships { nodes { type source { name } target { name } } } history { totalCount nodes { kind } } } }
        dialogue(id: $dialogue) { name nodes { totalCount nodes { text speaker { name } graph { name } } } }
        diff(fromSeq: 7) { fromSeq totalCount }
        events(first: 1) { nodes { seq kind change { set } } }
      } }`,
      { id: projectId, dialogue },
    );
    const [first] = project.entities.nodes;
    expect(first.relationships.nodes).toEqual([
      { type: "knows", source: { name: "Person 0" }, target: { name: "Person 1" } },
      { type: "knows", source: { name: "Person 5" }, target: { name: "Person 0" } },
    ]);
    expect(first.history).toEqual({ totalCount: 1, nodes: [{ kind: "entity.created" }] });
    expect(project.dialogue.nodes.totalCount).toBe(4);
    expect(project.dialogue.nodes.nodes[1]).toEqual({
      text: "Line 1",
      speaker: { name: "Person 1" },
      graph: { name: "At the ferry" },
    });
    expect(project.diff).toMatchObject({ fromSeq: 7, totalCount: 11 });
    expect(project.events.nodes[0]).toMatchObject({ seq: 1, kind: "project.created" });
  });
});
