import { isStringOneByteRepresentation } from "node:v8";
import { LRUCache } from "lru-cache";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { StoryNode } from "./story-nodes.ts";

/** Limits of stories that are kept. */
export interface KeptLimits {
  readonly stories: number;
  /** Bytes of all of them, and of each. */
  readonly bytes: number;
  readonly largest: number;
}

/** Limits of a process: some 45,000 nodes with two choices each are kept, in one story. */
const KEPT: KeptLimits = { stories: 100, bytes: 128 * 1024 * 1024, largest: 64 * 1024 * 1024 };

/** Bytes of a reference, and of the head of a text, an object or a list. */
const REFERENCE_BYTES = 8;
const HEAD_BYTES = 16;

/** Cache of stories by key, bounded by their bytes. */
export function storyCache<
  Kept extends {
    readonly story: { readonly dialogue: PlayedDialogue; readonly nodes: ReadonlyMap<string, StoryNode> };
  },
>({ stories, bytes, largest }: KeptLimits = KEPT): LRUCache<string, Kept> {
  return new LRUCache({
    max: stories,
    maxSize: bytes,
    maxEntrySize: largest,
    sizeCalculation: ({ story: { dialogue, nodes } }) =>
      [...nodes.values()].reduce((sum, node) => sum + nodeBytes(node), 0) +
      valueBytes([...dialogue.variables.values(), dialogue.world]),
  });
}

/** Bytes of nodes by node: one that is carried on to another sequence is the same object, and is not counted again. */
const counted = new WeakMap<StoryNode, number>();

/** Estimates the bytes that a node takes in memory. */
function nodeBytes(node: StoryNode): number {
  const known = counted.get(node);
  if (known !== undefined) return known;
  const bytes = valueBytes(node);
  counted.set(node, bytes);
  return bytes;
}

/** Estimates the bytes that an object or a list takes in memory, without names of fields: objects of one form share those. */
function valueBytes(value: object): number {
  let bytes = 0;
  const open = [value];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    bytes += HEAD_BYTES;
    for (const part of Array.isArray(each) ? (each as unknown[]) : Object.values(each)) {
      bytes += REFERENCE_BYTES;
      if (typeof part === "string") bytes += HEAD_BYTES + part.length * (isStringOneByteRepresentation(part) ? 1 : 2);
      else if (typeof part === "object" && part !== null) open.push(part);
    }
  }
  return bytes;
}
