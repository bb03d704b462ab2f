import type { DocumentNode, Token } from "graphql";
import { LRUCache } from "lru-cache";

/** Longest document that is remembered, in characters. */
const REMEMBERED = 16 * 1024;
/** Bytes of documents, of errors and of texts that are remembered. */
const DOCUMENT_BYTES = 32 * 1024 * 1024;
const ERROR_BYTES = 2 * 1024 * 1024;
const TEXT_BYTES = 8 * 1024 * 1024;
/** Bytes that a token of a parsed document takes: 360 were measured, with the nodes made of it. */
const TOKEN_BYTES = 400;
/** Bytes of an error beside its document. */
const BARE_ERROR_BYTES = 2_000;

/** A cache by documents as they were sent. */
interface Remembered<T> {
  get(source: string): T | undefined;
  set(source: string, value: T): void;
}

function remembering<T extends object>(maxSize: number, bytesOf: (value: T) => number): Remembered<T> {
  const cache = new LRUCache<string, T>({
    maxSize,
    sizeCalculation: (value, source) => 2 * source.length + bytesOf(value),
  });
  return {
    get: (source) => cache.get(source),
    set: (source, value) => {
      if (source.length <= REMEMBERED) cache.set(source, value);
    },
  };
}

/** Parsed documents and the errors of those that cannot be parsed, bounded by their bytes. */
export function documentCaches(): { documentCache: Remembered<DocumentNode>; errorCache: Remembered<object> } {
  return {
    documentCache: remembering(DOCUMENT_BYTES, (document) => tokensOf(document) * TOKEN_BYTES),
    errorCache: remembering(ERROR_BYTES, () => BARE_ERROR_BYTES),
  };
}

function tokensOf({ loc }: DocumentNode): number {
  let count = 0;
  for (let token: Token | null = loc?.startToken ?? null; token !== null; token = token.next) count += 1;
  return count;
}

/** Cache of answers to introspection, as JSON by the document that asks for it. */
export function introspectionCache(): LRUCache<string, string> {
  return new LRUCache({
    maxSize: TEXT_BYTES,
    sizeCalculation: (text, source) => text.length + 2 * source.length,
  });
}
