import { z } from "zod";
import { LINE_STATUSES } from "#domain/dialogue/line-status.ts";
import {
  BRANCH_KINDS,
  BRANCH_REPEATS,
  MAX_REPEATS,
  NODE_KINDS,
  REPEAT_SCOPES,
  WHEN_UNAVAILABLE,
} from "#domain/dialogue/wire.ts";
import { FOLDER, MAX_FOLDER } from "#domain/folders.ts";
import { TEXT_MARK_KINDS } from "#domain/text-marks/text-mark.ts";
import { externalId } from "#drizzle/schema/external-id.ts";
import { chosenId, finiteNumber, freeObject, idOf, integer, text } from "../../kernel/validation/fields.ts";
import { conditionInput, effectInput } from "../../kernel/validation/logic-fields.ts";
import { entityRef } from "../../kernel/validation/subject-reference.ts";
import { versionFields } from "../../record/wire.ts";
import { MAX_PROPERTIES_BYTES } from "../entities/public.ts";
import { MAX_BRANCHES, MAX_EXTENSIONS_BYTES, MAX_LOGIC_ENTRIES, MAX_MARKS, MAX_TALK_OUTCOME } from "./limits.ts";
import { ConditionAnswer, EffectAnswer } from "./logic-schemas.ts";

export const graphParams = z.object({ project_id: idOf("prj"), graph_id: idOf("dlg") });

const extensions = freeObject({ maxBytes: MAX_EXTENSIONS_BYTES }).meta({
  description: "Data of other tools, by format; stored and never interpreted.",
});
const properties = freeObject({ maxBytes: MAX_PROPERTIES_BYTES }).meta({
  description: "Free-form properties. A change is merged; null inside removes a key.",
});
/** Reference to a subject: an id of this project, or a name that no subject here has yet. */
const reference = text({ min: 1, max: 255, singleLine: true });
export const speakerId = reference.meta({
  description: "The entity that speaks. May name one that does not exist: the dialogue's problems report it.",
});
const coordinate = finiteNumber({ min: -10_000_000, max: 10_000_000 });
/** Status of the words of a node or branch. */
const status = z.enum(LINE_STATUSES).meta({ description: "Writing status." });
const finalText = text({ max: 100_000 }).nullable().meta({
  description:
    "The words as they were when they became final; taken from the words of now where it is left out, and null while they are not final.",
});

const markKind = z.enum(TEXT_MARK_KINDS).meta({
  description: "Way the words are set; under `literal`, braces are read as they are and name no variable.",
});

const markStart = { description: "First code point under the mark, from 0." };
const markEnd = { description: "The code point behind the last one under the mark." };

/** Mark on a text, as it may be sent. */
const TextMarkInput = z
  .strictObject({ kind: markKind, start: integer({ min: 0 }).meta(markStart), end: integer({ min: 1 }).meta(markEnd) })
  .refine(({ start, end }) => start < end, { message: "must be greater than start", path: ["end"] })
  .meta({ id: "TextMarkInput" });

const textMarks = z.array(TextMarkInput).max(MAX_MARKS).meta({
  description:
    "Marks on the text, as half-open ranges of code points within it. When the text changes and they are left out, they stay on the words that stay.",
});

const OUTCOME = {
  facts: { description: "Facts that the npc tells, by their ids." },
  actions: { description: "Actions that the npc takes, by the keys that it declares them with." },
};

/** Outcome of a talk that opens a branch, as it may be sent. */
const TalkOutcomeInput = z
  .strictObject({
    facts: z.array(reference).max(MAX_TALK_OUTCOME).default([]).meta(OUTCOME.facts),
    actions: z
      .array(text({ min: 1, max: 100, singleLine: true }))
      .max(MAX_TALK_OUTCOME)
      .default([])
      .meta(OUTCOME.actions),
  })
  .refine(({ facts, actions }) => facts.length + actions.length > 0, { message: "must name a fact or an action" })
  .meta({ id: "TalkOutcomeInput" });

const OPENED_BY =
  "What has to come up in a talk at a node of kind `talk` for the branch to open: all of it. Null for a branch that only its written answer takes.";

/** Fields of a branch, as its creation and its changes share them. */
export const branchFields = {
  kind: z.enum(BRANCH_KINDS),
  target_node_id: reference.nullable().meta({
    description: "A node of the dialogue. May name one that does not exist yet: validation reports it.",
  }),
  target_graph_id: idOf("dlg").nullable().meta({ description: "Another dialogue the branch leaves for." }),
  choice_text: text({ max: 10_000 }),
  text_marks: textMarks,
  conditions: z.array(conditionInput).max(MAX_LOGIC_ENTRIES),
  effects: z.array(effectInput).max(MAX_LOGIC_ENTRIES),
  when_unavailable: z.enum(WHEN_UNAVAILABLE),
  repeat: z.enum(BRANCH_REPEATS),
  repeat_scope: z.enum(REPEAT_SCOPES),
  repeat_limit: z.int().min(1).max(MAX_REPEATS).nullable(),
  unwind: z.boolean(),
  weight: finiteNumber({ min: 0, max: 1_000_000 }),
  opened_by: TalkOutcomeInput.nullable().meta({ description: OPENED_BY }),
  status,
  final_text: finalText,
  extensions,
};

/** A branch as it may be sent; without ids it keeps those of equal branches (target and text), then of those in its place. */
export const BranchInput = z
  .strictObject({
    id: chosenId("br"),
    kind: branchFields.kind.default("choice"),
    target_node_id: branchFields.target_node_id.default(null),
    target_graph_id: branchFields.target_graph_id.default(null),
    choice_text: branchFields.choice_text.default(""),
    text_marks: branchFields.text_marks.optional(),
    conditions: branchFields.conditions.default([]),
    effects: branchFields.effects.default([]),
    when_unavailable: branchFields.when_unavailable.default("hide"),
    repeat: branchFields.repeat.default("sticky"),
    repeat_scope: branchFields.repeat_scope.default("playthrough"),
    repeat_limit: branchFields.repeat_limit.default(null),
    unwind: branchFields.unwind.default(false),
    weight: branchFields.weight.default(1),
    opened_by: branchFields.opened_by.default(null),
    status: branchFields.status.default("draft"),
    final_text: branchFields.final_text.default(null),
    extensions: branchFields.extensions.default({}),
  })
  .meta({ id: "BranchInput" });

/** Changeable fields of a branch, all of them optional. */
export const BranchPatchFields = z.strictObject(branchFields).partial();
export type BranchPatchFields = z.output<typeof BranchPatchFields>;

/** Fields of a node, as create and update share them. */
export const nodeFields = {
  kind: z.enum(NODE_KINDS),
  title: text({ min: 1, max: 500, singleLine: true }).nullable(),
  text: text({ max: 100_000 }),
  text_marks: textMarks,
  speaker_id: entityRef(speakerId)
    .meta({ description: speakerId.meta()?.description ?? "" })
    .nullable(),
  speaker_label: text({ min: 1, max: 200, singleLine: true }).nullable().meta({
    description: "Name shown to the player in place of the speaker's name.",
  }),
  tags: z.array(text({ min: 1, max: 100, singleLine: true })).max(100),
  status,
  final_text: finalText,
  group_id: idOf("grp").nullable(),
  canvas_x: coordinate.nullable(),
  canvas_y: coordinate.nullable(),
  conditions: z.array(conditionInput).max(MAX_LOGIC_ENTRIES),
  on_enter_effects: z.array(effectInput).max(MAX_LOGIC_ENTRIES),
  branches: z.array(BranchInput).max(MAX_BRANCHES),
  exit_to: z
    .strictObject({ graph_id: idOf("dlg"), node_id: idOf("node").nullable().default(null) })
    .nullable()
    .meta({ description: "Where a node of kind `end` leaves the graph for." }),
  properties,
  extensions,
};

export const NodeCreate = z
  .strictObject({
    id: chosenId("node"),
    kind: nodeFields.kind.default("line"),
    title: nodeFields.title.default(null),
    text: nodeFields.text.default(""),
    text_marks: nodeFields.text_marks.default([]),
    speaker_id: nodeFields.speaker_id.default(null),
    speaker_label: nodeFields.speaker_label.default(null),
    tags: nodeFields.tags.default([]),
    status: nodeFields.status.default("draft"),
    final_text: nodeFields.final_text.default(null),
    group_id: nodeFields.group_id.default(null),
    canvas_x: nodeFields.canvas_x.default(null),
    canvas_y: nodeFields.canvas_y.default(null),
    conditions: nodeFields.conditions.default([]),
    on_enter_effects: nodeFields.on_enter_effects.default([]),
    branches: nodeFields.branches.default([]),
    exit_to: nodeFields.exit_to.default(null),
    properties: nodeFields.properties.default({}),
    extensions: nodeFields.extensions.default({}),
  })
  .meta({ id: "DialogueNodeCreate" });
export type NodeCreate = z.output<typeof NodeCreate>;

/** The body of an update of a node: every field optional, null clears where null is allowed. */
export const NodePatchFields = z.strictObject(nodeFields).partial();
export type NodePatchFields = z.output<typeof NodePatchFields>;

/** The path of a folder, from the top. */
export const folderPath = text({ max: MAX_FOLDER, singleLine: true, pattern: FOLDER });

export const graphFields = {
  external_id: externalId.nullable(),
  name: text({ min: 1, max: 200, singleLine: true }),
  description: text({ max: 10_000 }),
  folder: folderPath.meta({
    description:
      "Path of its folder, such as `Act 1/Harbour`; empty at the top. A folder exists as long as it has a dialogue.",
  }),
  start_node_id: idOf("node")
    .nullable()
    .meta({ description: "Must be a node of the dialogue; null means the first created." }),
  extensions,
};

/** Fields of a graph that can change. */
export const GraphPatchFields = z.strictObject(graphFields).partial();

/** Source of an imported subject, as answers show it. */
export const Source = z
  .object({ format: z.string(), key: z.string() })
  .nullable()
  .meta({ description: "Source of an imported object; a repeated import matches by it." });

/** Mark on a text. */
export const TextMark = z
  .object({ kind: markKind, start: z.int().meta(markStart), end: z.int().meta(markEnd) })
  .meta({ id: "TextMark" });
const textMarksOf = z.array(TextMark);

const Branch = z
  .object({
    id: z.string(),
    kind: z.enum(BRANCH_KINDS),
    target_node_id: z.string().nullable(),
    target_graph_id: z.string().nullable(),
    choice_text: z.string(),
    text_marks: textMarksOf,
    conditions: z.array(ConditionAnswer),
    effects: z.array(EffectAnswer),
    when_unavailable: z.enum(WHEN_UNAVAILABLE),
    repeat: z.enum(BRANCH_REPEATS),
    repeat_scope: z.enum(REPEAT_SCOPES),
    repeat_limit: z.number().nullable(),
    unwind: z.boolean(),
    weight: z.number(),
    opened_by: z
      .object({ facts: z.array(z.string()).meta(OUTCOME.facts), actions: z.array(z.string()).meta(OUTCOME.actions) })
      .nullable()
      .meta({ description: OPENED_BY }),
    status,
    final_text: z.string().nullable(),
    extensions: z.looseObject({}),
  })
  .meta({ id: "Branch" });

export const DialogueNode = z
  .object({
    id: z.string(),
    project_id: z.string(),
    graph_id: z.string(),
    kind: z.enum(NODE_KINDS),
    title: z.string().nullable(),
    text: z.string(),
    text_marks: textMarksOf,
    speaker_id: z.string().nullable(),
    speaker_label: z.string().nullable(),
    tags: z.array(z.string()),
    status,
    final_text: z.string().nullable(),
    group_id: z.string().nullable(),
    canvas_x: z.number().nullable(),
    canvas_y: z.number().nullable(),
    conditions: z.array(ConditionAnswer),
    on_enter_effects: z.array(EffectAnswer),
    branches: z.array(Branch),
    exit_to: z.object({ graph_id: z.string(), node_id: z.string().nullable() }).nullable(),
    properties: z
      .looseObject({})
      .meta({ description: "Free-form properties, such as those that a template declares." }),
    extensions: z.looseObject({}),
    source: Source,
    ...versionFields,
  })
  .meta({ id: "DialogueNode" });

export const DialogueGraph = z
  .object({
    id: z.string(),
    project_id: z.string(),
    external_id: z.string().nullable().meta({
      description: "Your own stable identifier, unique among the project's current dialogues; null when it has none.",
    }),
    name: z.string(),
    description: z.string(),
    folder: z.string().meta({ description: "Path of its folder; empty at the top." }),
    start_node_id: z.string().nullable(),
    extensions: z.looseObject({}),
    source: Source,
    node_count: z.int(),
    ...versionFields,
  })
  .meta({ id: "DialogueGraph" });
