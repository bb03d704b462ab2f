import { getTableColumns } from "drizzle-orm";
import { type GraphQLObjectType, printType } from "graphql";
import { expect, test } from "vitest";
import { z } from "zod";
import { runToEnd } from "#domain/steps.ts";
import { commentFields } from "#drizzle/schema/comments.ts";
import { versionTable } from "#drizzle/schema/version-table.ts";
import { describeReference } from "../docs/reference.ts";
import { operationText } from "../docs/reference-text.ts";
import { describeApi } from "../http/openapi/document.ts";
import { field } from "../kernel/field.ts";
import { area } from "../operation/area.ts";
import { recorded } from "../operation/ordinary/recorded.ts";
import { resourceScreen } from "../operation/resource-screen.ts";
import { listKeyedOperations, listOperations } from "../operations.ts";
import { plainForm } from "../record/api-form.ts";
import { ResourceRegistry } from "../record/registry.ts";
import { resources } from "../resources.ts";
import { createSchema } from "./schema.ts";

/** Fields of a comment, and one more. */
const fields = {
  ...commentFields,
  mood: field(z.enum(["calm", "cross"]), {
    description: "Tone in which it is said.",
    default: "calm",
    filter: "Only comments in this tone.",
    sort: true,
  }),
};
const table = versionTable("comment_versions", fields);
const comment = recorded({
  type: "comment",
  plural: "comments",
  path: "/v1/projects/{project_id}/game-narrative/comments",
  table,
  fields,
  example: { state: { text: "Why?" } },
});
const example = { node_id: "node_01k9hq3xp4t9v0s2hy6gd8bnjw", text: "Why?" };
const state = async () => ({ graph_id: "dlg_1", author: "key:1" });
const own = {
  create: comment.create({ example, state }),
  list: comment.list(),
  update: comment.update({ example: { text: "Why not?" } }),
};

test("a field of one more line is in state, table, wire, bodies, filters, order, GraphQL, reference and screen", () => {
  expect(comment.resource.fields).toContain("mood");
  expect(comment.resource.defaults).toMatchObject({ mood: "calm" });
  expect(getTableColumns(table).mood).toMatchObject({ notNull: true, default: "calm" });
  expect(own.create.body?.parse(example)).toMatchObject({ mood: "calm" });
  expect(own.update.body?.parse({ mood: "cross" })).toEqual({ mood: "cross" });
  expect(own.create.body?.safeParse({ ...example, mood: "loud" }).success).toBe(false);
  expect(own.list.query?.parse({ mood: "cross", sort_by: "mood" })).toMatchObject({ mood: "cross" });
  expect(comment.wire.shape.mood.safeParse("loud").success).toBe(false);

  const screen = resourceScreen("comments", area({ screen: comment, operations: own }));
  expect(screen).toMatchObject({
    columns: expect.arrayContaining(["mood"]),
    filters: expect.arrayContaining(["mood"]),
  });
  for (const body of [screen?.bodies.create, screen?.bodies.update])
    expect(body).toMatchObject({ properties: { mood: { enum: ["calm", "cross"] } } });

  const kinds = resources.all().filter(({ type }) => type !== "comment");
  const grown = new ResourceRegistry(
    [...kinds, comment.resource as never],
    [...kinds.map(({ type }) => resources.formOf(type)), plainForm(comment as never)],
  );
  const isOwn = (each: { area: string; name: string }) => each.area === "comments" && Object.hasOwn(own, each.name);
  const named = Object.entries(own).map(([name, operation]) => ({ area: "comments", name, operation }));
  const graphql = runToEnd(createSchema([...listKeyedOperations().filter((each) => !isOwn(each)), ...named], grown));
  expect(printType(graphql.getType("Comment") as GraphQLObjectType)).toContain("mood:");
  const taken = graphql
    .getMutationType()
    ?.getFields()
    .commentsCreate?.args.map(({ name }) => name);
  expect(taken).toContain("mood");

  const operations = [...listOperations().filter((each) => !isOwn(each)), ...named];
  const reference = describeReference(runToEnd(describeApi(operations as never, "https://fabula.example")) as never);
  const pages = reference.groups
    .flatMap(({ areas }) => areas.flatMap((area) => area.operations.map(operationText)))
    .join("\n");
  expect(pages.split("Tone in which it is said.").length).toBeGreaterThan(2);
});

test("a value that was kept is taken as it is, whatever requests may send today", () => {
  const long = "x".repeat(20_000);
  const kept = { graph_id: "1", node_id: "2", text: long, author: "key:1" };
  expect(comment.resource.state.parse(kept)).toMatchObject({ text: long, mood: "calm", mentions: [] });
  expect(own.create.body?.safeParse({ ...example, text: long }).success).toBe(false);
});
