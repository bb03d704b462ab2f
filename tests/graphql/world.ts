import type { TestApi } from "#tests/support/api.ts";

/** A small story: people who know one another, and what is said at the ferry. */
export interface World {
  readonly projectId: string;
  readonly people: readonly string[];
  readonly dialogue: string;
  /** Creates something of the project; answers its id. */
  make(path: string, body: object): Promise<string>;
}

/** Tells it: everybody knows the next, and the first two speak in turn. */
export async function makeWorld(api: TestApi, size = { people: 6, lines: 4 }): Promise<World> {
  const projectId = await api.makeProject({ name: "The Salt Gate" });
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await api.call<{ id: string }>("POST", `/v1/projects/${projectId}${path}`, { body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id;
  };
  const people: string[] = [];
  for (let i = 0; i < size.people; i++) {
    const person = { external_id: `p${i}`, type: "character", name: `Person ${i}`, properties: { level: i % 7 } };
    people.push(await make("/entities", person));
  }
  for (const [i, source_id] of people.entries()) {
    const target_id = people[(i + 1) % people.length];
    await make("/relationships", { type: "knows", source_id, target_id });
  }
  const dialogue = await make("/game-narrative/dialogues", { name: "At the ferry" });
  for (let i = 0; i < size.lines; i++) {
    const line = { kind: "line", text: `Line ${i}`, speaker_id: people[i % 2] };
    await make(`/game-narrative/dialogues/${dialogue}/nodes`, line);
  }
  return { projectId, people, dialogue, make };
}
