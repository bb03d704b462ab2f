import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { finiteNumber, idOf, text as words } from "#server/kernel/validation/fields.ts";
import { CURRENT, isCurrent, moment, seq, textC, versionColumns } from "./columns.ts";
import { externalIdIndexes } from "./external-id.ts";
import { versionTable } from "./version-table.ts";

/** Origin of an imported subject, so that importing again updates it. */
const sourceColumns = () => ({ source_format: textC("source_format"), source_key: textC("source_key") });

/** Versions of dialogue graphs. */
export const dialogueVersions = pgTable(
  "dialogue_versions",
  {
    ...versionColumns(),
    name: textC("name").notNull(),
    name_search: textC("name_search").notNull(),
    description: text("description").notNull(),
    description_search: textC("description_search").notNull(),
    folder: textC("folder").notNull().default(""),
    start_node_id: textC("start_node_id"),
    extensions: jsonb("extensions").notNull(),
    ...sourceColumns(),
    external_id: textC("external_id"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    ...externalIdIndexes("dialogue_versions", t),
    uniqueIndex("dialogue_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("dialogue_versions_source").on(t.project_id, t.source_key).where(isCurrent),
  ],
);

/** The ids of a node's branches, which are the keys of `branches`: as the index has them, so that a branch is found by its id. */
export const branchIds = sql.raw("jsonb_path_query_array(branches, '$.keyvalue().key')");

/** Predicate "the node leads into a dialogue", by a branch or as an ending: as the index of the map has it. */
export const leadsOut = sql.raw(
  "(branches @? '$.*.target_graph_id ? (@ != null)' OR jsonb_typeof(exit_to) = 'object')",
);

/**
 * Versions of dialogue nodes. `ordinal` and `target_ordinals` are small numbers given at first mention in the graph, so
 * that validation loads integers instead of text; `mentions` are the variables and entities a node's logic names;
 * `text_search` is the search form of title and text, `more_search` that of label, tags and choices.
 */
export const dialogueNodeVersions = pgTable(
  "dialogue_node_versions",
  {
    ...versionColumns(),
    graph_id: textC("graph_id").notNull(),
    kind: textC("kind").notNull(),
    title: textC("title"),
    text: textC("text").notNull(),
    text_marks: jsonb("text_marks").notNull().default([]),
    text_search: textC("text_search").notNull(),
    more_search: textC("more_search").notNull(),
    speaker_id: textC("speaker_id"),
    speaker_label: textC("speaker_label"),
    tags: jsonb("tags").notNull(),
    status: textC("status").notNull().default("draft"),
    final_text: text("final_text"),
    group_id: textC("group_id"),
    canvas_x: doublePrecision("canvas_x"),
    canvas_y: doublePrecision("canvas_y"),
    conditions: jsonb("conditions").notNull(),
    on_enter_effects: jsonb("on_enter_effects").notNull(),
    branches: jsonb("branches").notNull(),
    exit_to: jsonb("exit_to"),
    properties: jsonb("properties").notNull().default({}),
    extensions: jsonb("extensions").notNull(),
    ...sourceColumns(),
    mentions: text("mentions").array().notNull(),
    ordinal: integer("ordinal").notNull(),
    target_ordinals: integer("target_ordinals").array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("dialogue_node_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("dialogue_node_versions_graph").on(t.project_id, t.graph_id, t.created_seq, t.id).where(isCurrent),
    index("dialogue_node_versions_as_of").on(
      t.project_id,
      t.graph_id,
      t.created_seq,
      t.id,
      t.valid_from_seq,
      t.valid_to_seq,
    ),
    index("dialogue_node_versions_in_group")
      .on(t.project_id, t.group_id)
      .concurrently()
      .where(sql`${isCurrent} AND group_id IS NOT NULL`),
    index("dialogue_node_versions_of_speaker")
      .on(t.project_id, t.speaker_id)
      .concurrently()
      .where(sql`${isCurrent} AND speaker_id IS NOT NULL`),
    index("dialogue_node_versions_label")
      .on(t.project_id, t.speaker_label)
      .where(sql`${isCurrent} AND speaker_label IS NOT NULL`),
    index("dialogue_node_versions_changed").on(t.project_id, t.graph_id, t.valid_from_seq),
    index("dialogue_node_versions_ended")
      .on(t.project_id, t.graph_id, t.valid_to_seq)
      .where(sql`valid_to_seq < ${sql.raw(String(CURRENT))}`),
    // Most nodes have no logic, and none of them is in it.
    index("dialogue_node_versions_mentioning")
      .using("gin", t.project_id, t.mentions)
      .concurrently()
      .where(sql`mentions <> '{}'`),
    index("dialogue_node_versions_branches").using("gin", t.project_id, branchIds),
    index("dialogue_node_versions_leading_out").on(t.project_id, t.valid_to_seq, t.valid_from_seq).where(leadsOut),
  ],
);

/** The permanent small number of every node a graph ever had or mentioned. */
export const dialogueOrdinals = pgTable(
  "dialogue_ordinals",
  {
    project_id: text("project_id").notNull(),
    graph_id: textC("graph_id").notNull(),
    node_id: textC("node_id").notNull(),
    ordinal: integer("ordinal").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.graph_id, t.node_id] }),
    uniqueIndex("dialogue_ordinals_ordinal").on(t.project_id, t.graph_id, t.ordinal),
  ],
);

/** Fields of every part of a dialogue that is shown on its canvas. */
const ofGraph = { graph_id: field(idOf("dlg"), { writable: "never" }) };

const coordinate = finiteNumber({ min: -10_000_000, max: 10_000_000 });
const length = field(finiteNumber({ min: 1, max: 100_000 }).nullable(), { default: null });
const color = field(words({ min: 1, max: 32, pattern: /^[a-z][a-z0-9-]*$/ }), {
  request: "A colour token such as `teal`.",
  default: "stone",
});
const sourced = {
  source_format: field(z.string().nullable(), { writable: "never", default: null }),
  source_key: field(z.string().nullable(), { writable: "never", default: null }),
};

/** Fields of a group that nodes are gathered in. */
export const groupFields = {
  ...ofGraph,
  title: field(words({ max: 200, singleLine: true }), { sort: true }),
  color,
  ...sourced,
};

/** Versions of groups. */
export const dialogueGroupVersions = versionTable(
  "dialogue_group_versions",
  groupFields,
  (t) => [index("dialogue_group_versions_graph").on(t.project_id, t.graph_id, t.id).where(isCurrent)],
  { title_search: textC("title_search").notNull() },
  "graph_id",
);

/** Fields of a note on the canvas. */
export const annotationFields = {
  ...ofGraph,
  text: field(words({ max: 20_000 }), { column: "text" }),
  canvas_x: field(coordinate, {}),
  canvas_y: field(coordinate, {}),
  width: length,
  height: length,
  color,
  ...sourced,
};

/** Versions of notes on the canvas. */
export const dialogueAnnotationVersions = versionTable(
  "dialogue_annotation_versions",
  annotationFields,
  (t) => [index("dialogue_annotation_versions_graph").on(t.project_id, t.graph_id, t.id).where(isCurrent)],
  { text_search: textC("text_search").notNull() },
  "graph_id",
);

/**
 * Answers to gestures of batches, kept for a hundred days: a resend after a holiday returns the first answer.
 * `fingerprint` tells a resend from another gesture under the same ids; null in rows older than the column.
 */
export const gestureResults = pgTable(
  "gesture_results",
  {
    project_id: text("project_id").notNull(),
    batch_id: textC("batch_id").notNull(),
    gesture: integer("gesture").notNull(),
    graph_id: textC("graph_id").notNull(),
    seq: seq("seq").notNull(),
    result: jsonb("result").notNull(),
    fingerprint: textC("fingerprint"),
    created_at: moment("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.batch_id, t.gesture] }),
    // Led by what the removal of old rows asks for, over all projects.
    index("gesture_results_age").on(t.created_at),
  ],
);
