import { branchesFromKeyed } from "#domain/dialogue/keyed.ts";
import { areAlike, type WordsOfCard } from "#domain/import/alike.ts";
import type { ImportedNode } from "#domain/import/story.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { nodeResource } from "../resources.ts";
import type { GraphVersion, NodeVersion } from "../states.ts";
import type { KnownNode } from "./known-nodes.ts";
import { sourceKey } from "./source-key.ts";
import type { StoryIdentity } from "./story-identity.ts";
import type { OpenGraph } from "./story-parts.ts";

/** A dialogue of the file and the one in the project that has its source. */
interface GraphPair {
  readonly imported: OpenGraph;
  readonly existing: GraphVersion;
  /** Cards of that one. */
  readonly nodes: readonly KnownNode[];
}

/** Cards that are known again, up to which there is no doubt. */
const ENOUGH = 25;
/** Least part of the cards that are known again: one in so many. */
const ONE_IN = 8;

/**
 * Whether dialogues of one source hold one story. A file that states its identity is taken at its word, unless not even the
 * names of its cards are those that came before. Keys of somebody's own need a card that is known again by its words. A name
 * alone says little: enough cards must be known so. Without a name nothing but the same cards will do.
 */
export async function isSameStory(
  record: UnitOfWork,
  format: string,
  kind: StoryIdentity["kind"],
  pairs: readonly GraphPair[],
): Promise<boolean> {
  let before = 0;
  let now = 0;
  const known: { imported: OpenGraph; ids: Map<string, string> }[] = [];
  for (const { imported, nodes } of pairs) {
    const ofFile = nodes.filter(({ source_format }) => source_format === format);
    const bySource = new Map(ofFile.toReversed().map(({ source_key, id }) => [source_key, id]));
    const byId = new Set(format === "fabula_json" ? nodes.map(({ id }) => id) : []);
    const ids = new Map<string, string>();
    for (const key of imported.nodeKeys) {
      const id = bySource.get(sourceKey(key)) ?? (byId.has(key) ? key : undefined);
      if (id !== undefined) ids.set(key, id);
    }
    known.push({ imported, ids });
    before += ofFile.length;
    now += imported.nodeKeys.length;
  }
  const common = known.reduce((sum, { ids }) => sum + ids.size, 0);
  // Nothing that came from a file would go.
  if (before === 0) return kind !== "content";
  if (kind === "id") return common > 0;
  const isWhole = common === before && common === now;
  if (kind === "content" && !isWhole) return false;
  const { alike, worded } = await countAlike(record, known);
  if (kind === "key") return alike > 0 || (worded === 0 && 2 * common >= before);
  return worded === 0 ? isWhole : alike >= Math.min(ENOUGH, Math.max(1, Math.min(before, now) / ONE_IN));
}

/** Counts the cards that are known again by their words, up to {@link ENOUGH}, and those that have any in both. */
async function countAlike(
  record: UnitOfWork,
  known: readonly { imported: OpenGraph; ids: ReadonlyMap<string, string> }[],
): Promise<{ alike: number; worded: number }> {
  let alike = 0;
  let worded = 0;
  for (const { imported, ids } of known) {
    for (const piece of imported.nodes()) {
      const some = piece.flatMap((node) => ids.get(node.key) ?? []);
      const present = await record.load(nodeResource, some);
      for (const node of piece) {
        const words = wordsOfImported(node);
        const version = present.get(ids.get(node.key) ?? "");
        if (version === undefined) continue;
        const earlier = wordsOfVersion(version);
        if (hasWords(words) && hasWords(earlier)) worded += 1;
        if (areAlike(words, earlier)) alike += 1;
      }
      record.forget(nodeResource, some);
      if (alike >= ENOUGH) return { alike, worded };
    }
  }
  return { alike, worded };
}

function hasWords({ text, choices }: WordsOfCard): boolean {
  return text !== "" || choices.some((choice) => choice !== "");
}

function wordsOfImported({ text, branches }: ImportedNode): WordsOfCard {
  return { text, choices: branches.map(({ choice_text }) => choice_text) };
}

function wordsOfVersion({ text, branches }: NodeVersion): WordsOfCard {
  return { text, choices: branchesFromKeyed(branches).map(({ choice_text }) => choice_text) };
}
