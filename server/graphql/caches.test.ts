import { parse } from "graphql";
import { expect, test } from "vitest";
import { documentCaches } from "./caches.ts";

test("documents are remembered by their bytes, and long ones not at all", () => {
  const { documentCache } = documentCaches();
  const document = (comment: string) => `{ a ${"b ".repeat(900)} } # ${comment}`;
  const keep = (source: string) => documentCache.set(source, parse(source));
  keep(document("first"));
  expect(documentCache.get(document("first"))).toBeDefined();
  keep(document("x".repeat(16 * 1024)));
  expect(documentCache.get(document("x".repeat(16 * 1024)))).toBeUndefined();
  for (let i = 0; i < 100; i++) keep(document(String(i)));
  expect(documentCache.get(document("first"))).toBeUndefined();
  expect(documentCache.get(document("99"))).toBeDefined();
});
