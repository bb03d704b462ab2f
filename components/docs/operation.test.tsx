import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { runToEnd } from "#domain/steps.ts";
import type { OpenApiDocument } from "#server/docs/openapi-document.ts";
import { describeReference } from "#server/docs/reference.ts";
import { describeApi } from "#server/http/openapi/document.ts";
import { listOperations } from "#server/operations.ts";
import { OperationSection } from "./operation.tsx";

/** Most characters of HTML per operation on average; a page is sent once more as data for the browser. */
const BUDGET = 9_000;

const document = runToEnd(describeApi(listOperations(), "https://x.example")) as unknown as OpenApiDocument;

test("the reference stays light: what recurs is styled by its place, and shared objects are a link away", () => {
  const reference = describeReference(document);
  const dialogues = reference.groups.flatMap(({ areas }) => areas).find(({ slug }) => slug === "dialogues");
  const operations = dialogues?.operations ?? [];
  const page = renderToStaticMarkup(operations.map((each) => <OperationSection key={each.id} operation={each} />));
  expect(page.length / operations.length).toBeLessThan(BUDGET);
  const objects = new Set(reference.objects.map(({ name }) => name));
  const linked = [...page.matchAll(/href="\/docs\/objects\/([^"]+)"/g)].map(([, name]) => name ?? "");
  expect(linked.length).toBeGreaterThan(0);
  expect(linked.filter((name) => !objects.has(name))).toEqual([]);
});
