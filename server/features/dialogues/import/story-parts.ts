import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ImportedGraph, ImportedNode, ImportedStory } from "#domain/import/story.ts";
import { roughSize } from "../../../kernel/rough-size.ts";
import { readStory, type StoryFile } from "./read-story.ts";
import { identityOf, type StoryIdentity } from "./story-identity.ts";
import { type StorySurvey, surveyOf } from "./story-survey.ts";

/** A dialogue of a file. Its nodes are kept packed: as values, a hundred thousand of them take forty times as much memory. */
export interface OpenGraph extends Omit<ImportedGraph, "nodes"> {
  readonly nodeKeys: readonly string[];
  readonly branchCount: number;
  /** Whether an expression names one of its branches. */
  readonly hasNamedBranches: boolean;
  /** Yields its nodes in the order of the file, a piece at a time, as often as needed. */
  nodes(): Iterable<readonly ImportedNode[]>;
}

/** A story that was read, and what must be known of all its nodes at once. */
export interface OpenStory extends Omit<ImportedStory, "graphs" | "id">, StorySurvey {
  readonly identity: StoryIdentity;
  readonly graphs: readonly OpenGraph[];
}

type StoryHead = Omit<OpenStory, "graphs" | "entities">;
type GraphHead = Omit<OpenGraph, "nodeKeys" | "nodes">;

/** A story in parts that are small enough to be taken over one at a time; the bytes are the packed nodes of a piece. */
type StoryPart =
  | { story: StoryHead }
  | { graph: GraphHead }
  | { nodeKeys: string[] }
  | Uint8Array
  | { entities: ImportedStory["entities"] };

/** Nodes or entities in a part: some milliseconds to take over. What outlives its part becomes garbage that lies long, so they are few. */
const AT_A_TIME = 250;
const PIECE_LENGTH = 1024 * 1024;

/**
 * Reads a file and hands over the story in parts.
 *
 * @throws {@link ValidationProblem} with what is wrong with the file.
 */
export function* work(file: StoryFile): Generator<StoryPart, void, undefined> {
  const story = readStory(file);
  const { graphs, entities, id: _, ...rest } = story;
  yield { story: { ...rest, ...surveyOf(story), identity: identityOf(story, file.content) } };
  for (const { nodes, ...graph } of graphs) {
    const branchCount = nodes.reduce((sum, { branches }) => sum + branches.length, 0);
    const hasNamedBranches = nodes.some(({ branches }) => branches.some(({ key }) => key !== null));
    yield { graph: { ...graph, branchCount, hasNamedBranches } };
    while (nodes.length > 0) {
      // What is packed is given back.
      const piece = nodes.splice(0, pieceLength(nodes));
      yield { nodeKeys: piece.map(({ key }) => key) };
      yield deflateRawSync(JSON.stringify(piece), { level: 1 });
    }
  }
  for (let at = 0; at < entities.length; at += AT_A_TIME) yield { entities: entities.slice(at, at + AT_A_TIME) };
}

/** Returns the number of nodes, from the first on, that make a piece. */
function pieceLength(nodes: readonly ImportedNode[]): number {
  let length = 0;
  let count = 0;
  for (const node of nodes) {
    length += roughSize(node);
    if (count === AT_A_TIME || (count > 0 && length > PIECE_LENGTH)) break;
    count += 1;
  }
  return count;
}

/** Puts the parts of a story together. */
export async function joinStory(parts: AsyncIterable<StoryPart> | Iterable<StoryPart>): Promise<OpenStory> {
  let story: StoryHead | null = null;
  const graphs: { head: GraphHead; nodeKeys: string[]; packed: Uint8Array[] }[] = [];
  const entities: ImportedStory["entities"] = [];
  for await (const part of parts) {
    if (part instanceof Uint8Array) graphs.at(-1)?.packed.push(part);
    else if ("story" in part) story = part.story;
    else if ("graph" in part) graphs.push({ head: part.graph, nodeKeys: [], packed: [] });
    else if ("nodeKeys" in part) graphs.at(-1)?.nodeKeys.push(...part.nodeKeys);
    else entities.push(...part.entities);
  }
  if (story === null) throw new Error("a story was read that has no beginning");
  return {
    ...story,
    entities,
    graphs: graphs.map(({ head, nodeKeys, packed }) => ({
      ...head,
      nodeKeys,
      *nodes() {
        for (const piece of packed) yield JSON.parse(inflateRawSync(piece).toString()) as ImportedNode[];
      },
    })),
  };
}
