import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { GatheredStories, StorySource } from "#domain/import/files/gather-stories.ts";
import type { ImportedGraph, ImportedNode, ImportedStory } from "#domain/import/story.ts";
import { roughSize } from "../../../kernel/rough-size.ts";
import { openFiles, readStory, type StoryInput } from "./read-story.ts";
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
  /** Paths of the files it was read from. */
  readonly files: readonly string[];
}

/** Import that was read: its stories, and the files that are none. */
export interface OpenImport extends Pick<GatheredStories, "files" | "report"> {
  readonly stories: readonly OpenStory[];
}

type StoryHead = Omit<OpenStory, "graphs" | "entities">;
type GraphHead = Omit<OpenGraph, "nodeKeys" | "nodes">;

/** An import in parts that are small enough to be taken over one at a time; the bytes are the packed nodes of a piece. */
export type ImportPart =
  | { found: Pick<GatheredStories, "files" | "report"> }
  | { story: StoryHead }
  | { graph: GraphHead }
  | { nodeKeys: string[] }
  | Uint8Array
  | { entities: ImportedStory["entities"] };

/** Nodes or entities in a part: some milliseconds to take over. What outlives its part becomes garbage that lies long, so they are few. */
const AT_A_TIME = 250;
const PIECE_LENGTH = 1024 * 1024;

/**
 * Reads the files of an import and hands over its stories in parts, one story after the other.
 *
 * @throws {@link ValidationProblem} with what is wrong with a file.
 */
export function* work(input: StoryInput): Generator<ImportPart, void, undefined> {
  const { stories, files, report } = openFiles(input);
  yield { found: { files, report } };
  const known = new Set<string>();
  for (const source of stories) yield* partsOf(source, input, stories.length, known);
}

function* partsOf(
  source: StorySource,
  input: StoryInput,
  count: number,
  known: Set<string>,
): Generator<ImportPart, void, undefined> {
  const story = readStory(source, input, count);
  const { graphs, entities, id: _, ...rest } = story;
  const identity = distinct(
    identityOf(story, source.others === undefined ? source.content : [source.content, source.others]),
    source,
    known,
  );
  yield { story: { ...rest, ...surveyOf(story), identity, files: source.files } };
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

/** Returns an identity that no other story of the import has: two stories of one import are never one, whatever they are called. */
function distinct(
  identity: StoryIdentity,
  { format, file = "", files }: StorySource,
  known: Set<string>,
): StoryIdentity {
  let key = identity.key;
  for (let at = 1; known.has(`${format} ${key}`); at++)
    key = `${identity.key} (${files[0] ?? file}${at > 1 ? ` ${at}` : ""})`;
  known.add(`${format} ${key}`);
  return { ...identity, key };
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

/** Puts the parts of an import together. */
export async function joinImport(parts: AsyncIterable<ImportPart> | Iterable<ImportPart>): Promise<OpenImport> {
  let found: Pick<GatheredStories, "files" | "report"> = { files: [], report: [] };
  const stories: StoryInParts[] = [];
  for await (const part of parts) {
    const story = stories.at(-1);
    if (part instanceof Uint8Array) story?.graphs.at(-1)?.packed.push(part);
    else if ("found" in part) found = part.found;
    else if ("story" in part) stories.push({ head: part.story, graphs: [], entities: [] });
    else if ("graph" in part) story?.graphs.push({ head: part.graph, nodeKeys: [], packed: [] });
    else if ("nodeKeys" in part) story?.graphs.at(-1)?.nodeKeys.push(...part.nodeKeys);
    else story?.entities.push(...part.entities);
  }
  return { ...found, stories: stories.map(openStory) };
}

interface StoryInParts {
  readonly head: StoryHead;
  readonly graphs: { readonly head: GraphHead; readonly nodeKeys: string[]; readonly packed: Uint8Array[] }[];
  readonly entities: ImportedStory["entities"];
}

function openStory({ head, graphs, entities }: StoryInParts): OpenStory {
  return {
    ...head,
    entities,
    graphs: graphs.map((graph) => ({
      ...graph.head,
      nodeKeys: graph.nodeKeys,
      *nodes() {
        for (const piece of graph.packed) yield JSON.parse(inflateRawSync(piece).toString()) as ImportedNode[];
      },
    })),
  };
}
