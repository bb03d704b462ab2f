import { searchForm } from "./search-form.ts";

/** Keys of a text, and the number of hashes that each is made of. */
const KEYS = 24;
const HASHES = 2;

/** Returns the words of a text as a search compares them. */
export function wordsOf(text: string): readonly string[] {
  return searchForm(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Returns the trigrams of a text: each run of three characters of its words once. */
function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of wordsOf(text)) {
    const padded = Array.from(`  ${word} `);
    for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3).join(""));
  }
  return trigrams;
}

/**
 * Returns how alike two texts are, from 0 to 1: the share of trigrams that both have among those that either has. Case, accents and
 * punctuation make no difference, nor does the order of words. Texts without words are like no other.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [trigramsOf(one), trigramsOf(other)];
  let shared = 0;
  for (const trigram of a) if (b.has(trigram)) shared += 1;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

/**
 * Returns keys of which like texts share some: each is made of the least hashes of its trigrams. Of texts with the likeness `s`, one in
 * `(1 - s²)^24` shares none: one in a thousand at 0.5, and 94 of 100 at 0.05. Source: Broder, On the resemblance and containment of
 * documents (1997).
 */
export function likenessKeys(text: string): string[] {
  const hashes = Array.from(trigramsOf(text), hashOf);
  if (hashes.length === 0) return [];
  return Array.from({ length: KEYS }, (_, key) => {
    const least = Array.from({ length: HASHES }, (_unused, nth) => leastOf(hashes, key * HASHES + nth));
    return `${key.toString(36)}.${least.map((hash) => hash.toString(36)).join(".")}`;
  });
}

function leastOf(hashes: readonly number[], seed: number): number {
  const salt = Math.imul(seed + 1, 0x9e3779b1);
  let least = 0xffffffff;
  for (const hash of hashes) least = Math.min(least, mixed(hash ^ salt));
  return least;
}

/** Hash of a short text: FNV-1a over its UTF-16 code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A number of 32 bits with each of its bits spread over all: the finalizer of MurmurHash3. */
function mixed(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
