import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { CANON_KINDS, CANON_MODES } from "#domain/canon/kinds.ts";
import { SEVERITIES } from "#domain/problems/problem.ts";
import { field } from "#server/kernel/field.ts";
import { idOf, singleLine, text as words } from "#server/kernel/validation/fields.ts";
import { ruleConditionAnswer, ruleConditionInput } from "#server/kernel/validation/rule-condition.ts";
import { isCurrent, moment, seq, textC } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Entries of the lists of one rule. */
export const MAX_RULE_WORDS = 100;
export const MAX_RULE_EXCEPTIONS = 1_000;
export const MAX_RULE_CONDITIONS = 20;
const MAX_RULE_TYPES = 20;

const ruleWords = () => z.array(singleLine({ min: 1, max: 100 })).max(MAX_RULE_WORDS);

/** Fields of a rule of the canon. */
export const canonRuleFields = {
  name: field(singleLine({ min: 1, max: 200 }), { sort: true, filter: "Only rules of this name.", screen: "title" }),
  kind: field(z.enum(CANON_KINDS), {
    description: "Kind of the rule: an entry of the catalogue, or `own` for one that its conditions state.",
    writable: "once",
    sort: true,
    filter: "Only rules of this kind.",
    screen: "column",
  }),
  mode: field(z.enum(CANON_MODES), {
    description:
      "`warn` reports what breaks it, shortly after the change; `block` also refuses changes that would break it, where its kind blocks any; `off` asks it nowhere.",
    default: "warn",
    sort: true,
    filter: "Only rules in this mode.",
    screen: "column",
  }),
  severity: field(z.enum(SEVERITIES), {
    description: "Severity of its violations among the problems.",
    default: "warning",
    sort: true,
    filter: "Only rules of this severity.",
    screen: "column",
  }),
  description: field(words({ max: 5_000 }), { description: "Note of the authors.", default: "", column: "text" }),
  reason: field(words({ max: 2_000 }), {
    description: "Sentence that tells writers what is wrong; made of the kind where it is empty.",
    default: "",
    column: "text",
  }),
  entity_types: field(z.array(singleLine({ min: 1, max: 100 })).max(MAX_RULE_TYPES), {
    description: "Types of the entities that it is about; empty for all.",
    default: [],
  }),
  except_ids: field(z.array(idOf("ent")).max(MAX_RULE_EXCEPTIONS), {
    description: "Entities that it is not about, such as a ghost.",
    default: [],
  }),
  predicates: field(ruleWords(), {
    description:
      "Predicates that it looks for, in any case, with blanks, underscores or hyphens; the catalogue says what for.",
    default: [],
  }),
  acts: field(ruleWords(), {
    description: "Predicates of facts that say that their subject does something.",
    default: [],
  }),
  property: field(singleLine({ min: 1, max: 200 }).nullable(), {
    description: "Path of a property of entities, such as `status`; null for none.",
    default: null,
  }),
  values: field(ruleWords(), { description: "Values of the property that it looks for.", default: [] }),
  conditions: field(z.array(ruleConditionInput).max(MAX_RULE_CONDITIONS), {
    description:
      "For `own`: what must hold for each entity that it is about, all of it. `self` stands for the entity. What is not known breaks no rule.",
    wire: z.array(ruleConditionAnswer),
    default: [],
  }),
};

/** Versions of rules of the canon. */
export const canonRuleVersions = versionTable("canon_rule_versions", canonRuleFields, (t) => [
  index("canon_rule_versions_mode").on(t.project_id, t.mode).where(isCurrent),
]);

/** Fields of a waiver of a violation. It names the violation, which may be there or not. */
export const canonWaiverFields = {
  violation_id: field(idOf("vio"), {
    description:
      "The violation that is ignored; it has the same id whenever the same two things contradict each other.",
    writable: "once",
    filter: "Only the waiver of this violation.",
  }),
  rule_id: field(idOf("rule"), {
    description: "The rule that it breaks.",
    writable: "once",
    mentions: "canon_rule",
    filter: "Only waivers of violations of this rule.",
  }),
  reason: field(words({ min: 1, max: 2_000 }), { description: "Why it is ignored.", column: "text" }),
  by: field(z.string(), { description: "Author of the decision.", writable: "never" }),
};

/** Versions of waivers: violations that somebody decided to ignore. */
export const canonWaiverVersions = versionTable("canon_waiver_versions", canonWaiverFields, (t) => [
  uniqueIndex("canon_waiver_versions_violation").on(t.project_id, t.violation_id).where(isCurrent),
]);

/** Progress of the check of each project that has rules. It is no project state: it follows the record. */
export const canonChecks = pgTable("canon_checks", {
  project_id: text("project_id").primaryKey(),
  /** Violations are complete up to this sequence. */
  checked_to_seq: seq("checked_to_seq").notNull(),
  /** Whether everything is being checked anew, and what of it is done: a kind of subject and the id behind which it goes on. */
  scanning: boolean("scanning").notNull(),
  scan_from_seq: seq("scan_from_seq").notNull(),
  scan_after: textC("scan_after").notNull(),
});

/** Progress of the check of all history of a project, asked for last. */
export const canonHistories = pgTable("canon_histories", {
  project_id: text("project_id").primaryKey(),
  job_id: text("job_id").notNull(),
  began_at: moment("began_at").notNull(),
  /** Whether what the check before found is still being taken away. */
  is_clearing: boolean("is_clearing").notNull().default(false),
  /** Violations are complete up to this sequence, of those up to which it goes. */
  checked_to_seq: seq("checked_to_seq").notNull(),
  /** Subject up to which the commit behind it is checked, in the order of ids; empty before its first part. */
  checked_unit: textC("checked_unit").notNull().default(""),
  to_seq: seq("to_seq").notNull(),
});

/** Violations that there were at any time, as far as the check of all history has come: a row for each span in which one was there. */
export const canonPastViolations = pgTable(
  "canon_past_violations",
  {
    project_id: text("project_id").notNull(),
    id: textC("id").notNull(),
    /** Commit that brought it about, and the last one before it was put right; null where it never was. */
    from_seq: seq("from_seq").notNull(),
    until_seq: seq("until_seq"),
    rule_id: textC("rule_id").notNull(),
    rule_name: text("rule_name").notNull(),
    code: text("code").notNull(),
    message: text("message").notNull(),
    unit: textC("unit").notNull(),
    about: textC("about"),
    /** Evidence with its words of then. */
    evidence: jsonb("evidence").notNull(),
    involved: text("involved").array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.from_seq] }),
    index("canon_past_violations_open").on(t.project_id, t.unit).where(sql`until_seq IS NULL`),
    index("canon_past_violations_from").on(t.project_id, t.from_seq, t.id),
  ],
);

/** Violations of rules that there are now, as far as the check has come. */
export const canonViolations = pgTable(
  "canon_violations",
  {
    project_id: text("project_id").notNull(),
    id: textC("id").notNull(),
    rule_id: textC("rule_id").notNull(),
    code: text("code").notNull(),
    /** Subject at which it was found: an entity, a fact or a dialogue. */
    unit: textC("unit").notNull(),
    about: textC("about"),
    evidence: jsonb("evidence").notNull(),
    repair: jsonb("repair"),
    /** Ids of all subjects that take part. */
    involved: text("involved").array().notNull(),
    /** Last sequence of its evidence: since then it is there. */
    since_seq: seq("since_seq").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("canon_violations_unit").on(t.project_id, t.unit),
    index("canon_violations_rule").on(t.project_id, t.rule_id),
    index("canon_violations_involved").using("gin", t.project_id, t.involved).concurrently(),
  ],
);
