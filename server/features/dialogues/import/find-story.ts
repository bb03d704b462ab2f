import { quoted, type Report } from "#domain/import/report.ts";
import { isJsonObject } from "#domain/json.ts";
import { isId } from "../../../kernel/ids.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { graphResource } from "../resources.ts";
import type { GraphVersion } from "../states.ts";
import type { ImportChoice } from "./import-choice.ts";
import type { ImportWriter } from "./import-writer.ts";
import type { KnownNodes } from "./known-nodes.ts";
import { isSameStory } from "./same-story.ts";
import { earlierSource, type StoryIdentity, StorySources } from "./story-identity.ts";
import type { OpenStory } from "./story-parts.ts";

/** Stories of one identity that are looked up at once, and keys of dialogues: a story can have thousands. */
const AT_ONCE = 8;
const KEYS_AT_ONCE = 2_000;

/** Place of a story in the project. */
export interface StoryPlace {
  /** Sources of what it holds. */
  readonly sources: StorySources;
  /** Whether it was imported before. */
  readonly isKnown: boolean;
  /** Whether that was before stories had identities of their own. */
  readonly isEarlier: boolean;
  /** Dialogues of the project, by the key of the dialogue in the file that they are. */
  readonly graphs: ReadonlyMap<string, GraphVersion>;
  /** Keys of the dialogues that are replaced by request. */
  readonly replaced: ReadonlySet<string>;
  /** Dialogues of other stories that go by the same name or key, by the key of the dialogue in the file. */
  readonly others: ReadonlyMap<string, GraphVersion>;
}

/**
 * Finds the dialogues of a file in the project. The story is known by its identity; another one of the same identity is
 * left alone, and gets a mark in its sources that tells them apart.
 *
 * @throws {@link Problem} where it is here and the request says to refuse, and where a dialogue to be replaced is not here.
 */
export async function findStory(
  writer: ImportWriter,
  story: OpenStory,
  choice: ImportChoice,
  known: KnownNodes,
  report: Report,
): Promise<StoryPlace> {
  const { graphs } = story;
  const chosen = await chosenGraphs(writer, story, choice);
  const found = await sameStory(writer, story, known, report);
  const [here] = found.graphs.values();
  if (here !== undefined && choice.on_conflict === "refuse") {
    throw new Problem("name_taken", { detail: { name: here.name, id: here.id } });
  }
  const isCopy = choice.on_conflict === "copy";
  const place = new Map(isCopy ? [] : found.graphs);
  for (const [key, graph] of chosen) {
    for (const [other, { id }] of place) if (id === graph.id) place.delete(other);
    place.set(key, graph);
  }
  const others = new Map(found.others);
  for (const key of place.keys()) others.delete(key);
  for (const { key, name } of graphs) {
    const other = others.get(key);
    if (other === undefined || isCopy) continue;
    const message = `${quoted(other.name)} came under the same name and is another story: its cards are not those of the file. It is left as it is, and ${quoted(name)} is imported beside it.`;
    report.add("warning", "import_another_story", message, { graph: key });
  }
  const isHere = !isCopy && found.graphs.size > 0;
  const copy = isHere ? found.copy : found.free;
  return {
    sources: new StorySources(writer.format, story.identity, copy),
    isKnown: isHere,
    isEarlier: isHere && found.isEarlier,
    graphs: place,
    replaced: new Set([...chosen].flatMap(([key, { id }]) => (found.graphs.get(key)?.id === id ? [] : [key]))),
    others,
  };
}

/** Returns the dialogues that the request says to replace. */
async function chosenGraphs(
  { record }: ImportWriter,
  { graphs }: OpenStory,
  { replace }: ImportChoice,
): Promise<Map<string, GraphVersion>> {
  const wanted = new Map(Object.entries(replace));
  const present = await record.load(graphResource, [...wanted.values()]);
  const keys = new Set(graphs.map(({ key }) => key));
  const chosen = new Map<string, GraphVersion>();
  const taken = new Set<string>();
  for (const [key, id] of wanted) {
    const loc = ["body", "replace", key];
    const graph = present.get(id);
    if (!keys.has(key)) throw invalidValue(loc, "the file contains no dialogue of this key", key);
    if (graph === undefined) throw invalidValue(loc, "there is no such dialogue in the project", id);
    if (taken.has(id)) throw invalidValue(loc, "the dialogue is replaced by another one of the file", id);
    taken.add(id);
    chosen.set(key, graph);
  }
  return chosen;
}

interface FoundStory {
  /** Number of the story among those of its identity; its dialogues are `graphs`. */
  readonly copy: number;
  readonly graphs: ReadonlyMap<string, GraphVersion>;
  /** Mark that no story of its identity has. */
  readonly free: number;
  readonly others: ReadonlyMap<string, GraphVersion>;
  readonly isEarlier: boolean;
}

async function sameStory(
  writer: ImportWriter,
  story: OpenStory,
  known: KnownNodes,
  report: Report,
): Promise<FoundStory> {
  const { identity } = story;
  const stories: { copy: number; graphs: ReadonlyMap<string, GraphVersion> }[] = [];
  let free: number | null = null;
  const count = Math.min(AT_ONCE, Math.ceil(KEYS_AT_ONCE / Math.max(1, story.graphs.length)));
  for (let first = 1; free === null; first += count) {
    const copies = Array.from({ length: count }, (_, at) => first + at);
    for (const each of await findCopies(writer, story, copies)) {
      if (each.graphs.size === 0) free ??= each.copy;
      else stories.push(each);
    }
  }
  const none = { others: new Map<string, GraphVersion>(), isEarlier: false };
  const others = new Map<string, GraphVersion>();
  for (const each of stories) {
    // What is known by its content alone was found by all of it.
    const isSame = identity.kind === "content" || (await isAlike(writer, story, known, each.graphs, identity.kind));
    if (isSame) {
      reportAmbiguous(stories, each.copy, each.graphs, report);
      return { ...none, ...each, free };
    }
    for (const [key, graph] of each.graphs) if (!others.has(key)) others.set(key, graph);
  }
  const earlier = await findEarlier(writer, story, known);
  if (earlier !== null) return { ...none, copy: free, graphs: earlier, free, isEarlier: true };
  return { copy: free, graphs: new Map(), free, others, isEarlier: false };
}

function reportAmbiguous(
  stories: readonly { copy: number; graphs: ReadonlyMap<string, GraphVersion> }[],
  copy: number,
  graphs: ReadonlyMap<string, GraphVersion>,
  report: Report,
): void {
  for (const [key, { id, name }] of graphs) {
    const count = stories.filter((each) => each.copy === copy && each.graphs.has(key)).length;
    if (count === 1) continue;
    const message = `${count} dialogues came from this source; “${name}” (${id}) is updated.`;
    report.add("warning", "import_source_ambiguous", message, { graph: key });
  }
}

/** Finds the dialogues of the file among those of the stories of its identity. */
async function findCopies(
  { record, format }: ImportWriter,
  { identity, graphs }: OpenStory,
  copies: readonly number[],
): Promise<{ copy: number; graphs: Map<string, GraphVersion> }[]> {
  const sources = copies.map((copy) => new StorySources(format, identity, copy));
  const keys = [...new Set(sources.flatMap((each) => graphs.map(({ key }) => each.dialogue(key))))];
  const found = keys.length === 0 ? [] : await record.find(graphResource, { source_format: format, source_key: keys });
  const bySource = Map.groupBy(found, ({ source_key }) => source_key);
  const ids = format === "fabula_json" ? graphs.map(({ key }) => key).filter((key) => isId("dlg", key)) : [];
  const byId = await record.load(graphResource, ids);
  const taken = new Set<string>();
  return copies.flatMap((copy, at) => {
    const candidates = graphs.map(({ key }) => {
      const own = copy === 1 ? byId.get(key) : undefined;
      const all = bySource.get(sources[at]?.dialogue(key) ?? "") ?? (own === undefined ? [] : [own]);
      return { key, all: all.filter(({ id }) => !taken.has(id)) };
    });
    for (const { all } of candidates) for (const { id } of all) taken.add(id);
    // One that was restored may have the source of another that came meanwhile.
    const ranks = Math.max(1, ...candidates.map(({ all }) => all.length));
    return Array.from({ length: ranks }, (_, rank) => {
      const own = candidates.flatMap(({ key, all }) => {
        const graph = all[rank];
        return graph === undefined ? [] : [[key, graph] as const];
      });
      return { copy, graphs: new Map(own) };
    });
  });
}

/** Finds the dialogues of a story that was imported when a title, or the id of an object, was all that was kept of it. */
async function findEarlier(
  writer: ImportWriter,
  story: OpenStory,
  known: KnownNodes,
): Promise<Map<string, GraphVersion> | null> {
  const { record, format } = writer;
  const { identity } = story;
  const sources = new StorySources(format, identity, 1);
  const keys = story.graphs.map(({ key }) => key).filter((key) => earlierSource(key) !== sources.dialogue(key));
  if (keys.length === 0) return null;
  const found = await record.find(graphResource, { source_format: format, source_key: keys.map(earlierSource) });
  const bySource = new Map(found.toReversed().map((graph) => [graph.source_key, graph]));
  const graphs = new Map(
    keys.flatMap((key) => {
      const graph = bySource.get(earlierSource(key));
      return graph === undefined ? [] : [[key, graph] as const];
    }),
  );
  if (graphs.size === 0) return null;
  const stated = new Set([...graphs.values()].flatMap((graph) => ifidOf(graph) ?? []));
  if (stated.size > 0) return stated.size === 1 && stated.has(identity.key) ? graphs : null;
  const kind = identity.kind === "content" ? "content" : "name";
  return (await isAlike(writer, story, known, graphs, kind)) ? graphs : null;
}

/** Returns the IFID that was kept with a dialogue, in the form identities have. */
function ifidOf({ extensions }: GraphVersion): string | null {
  const own = extensions.twee3;
  const data = isJsonObject(own) ? own.story_data : null;
  const ifid = isJsonObject(data) ? data.ifid : null;
  return typeof ifid === "string" && ifid.trim() !== "" ? ifid.trim().toUpperCase() : null;
}

async function isAlike(
  { record, format }: ImportWriter,
  { graphs }: OpenStory,
  known: KnownNodes,
  found: ReadonlyMap<string, GraphVersion>,
  kind: StoryIdentity["kind"],
): Promise<boolean> {
  await known.read([...found.values()].map(({ id }) => id));
  const pairs = graphs.flatMap((imported) => {
    const existing = found.get(imported.key);
    return existing === undefined ? [] : [{ imported, existing, nodes: known.of(existing.id) }];
  });
  return isSameStory(record, format, kind, pairs);
}
