import type { ImportedGraph, ImportedStory } from "#domain/import/story.ts";
import { ValidationProblem } from "../../../kernel/problem.ts";
import type { ValidationItem } from "../../../kernel/validation/item.ts";
import { readStory, type StoryFile } from "./read-story.ts";

/** A story in parts that are small enough to be taken over one at a time. */
type StoryPart =
  | { refused: ValidationItem[] }
  | { story: Omit<ImportedStory, "graphs" | "entities"> }
  | { graph: ImportedGraph }
  | { nodes: ImportedGraph["nodes"] }
  | { entities: ImportedStory["entities"] };

/** Nodes or entities in a part: some milliseconds to take over. */
const AT_A_TIME = 500;

/** Reads a file and hands over the story in parts, or what is wrong with the file. */
export function* work(file: StoryFile): Generator<StoryPart, void, undefined> {
  let story: ImportedStory;
  try {
    story = readStory(file);
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error;
    yield { refused: error.items };
    return;
  }
  const { graphs, entities, ...rest } = story;
  yield { story: rest };
  for (const graph of graphs) {
    yield { graph: { ...graph, nodes: [] } };
    for (let at = 0; at < graph.nodes.length; at += AT_A_TIME) yield { nodes: graph.nodes.slice(at, at + AT_A_TIME) };
  }
  for (let at = 0; at < entities.length; at += AT_A_TIME) yield { entities: entities.slice(at, at + AT_A_TIME) };
}

/**
 * Puts the parts of a story together.
 *
 * @throws {@link ValidationProblem} with what is wrong with the file.
 */
export async function joinStory(parts: AsyncIterable<unknown>): Promise<ImportedStory> {
  let story: Omit<ImportedStory, "graphs" | "entities"> | null = null;
  const graphs: ImportedGraph[] = [];
  const entities: ImportedStory["entities"] = [];
  for await (const part of parts as AsyncIterable<StoryPart>) {
    if ("refused" in part) throw new ValidationProblem(part.refused);
    if ("story" in part) story = part.story;
    else if ("graph" in part) graphs.push(part.graph);
    else if ("nodes" in part) graphs.at(-1)?.nodes.push(...part.nodes);
    else entities.push(...part.entities);
  }
  if (story === null) throw new Error("a story was read that has no beginning");
  return { ...story, graphs, entities };
}
