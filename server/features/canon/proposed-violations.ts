import type { z } from "zod";
import { Triggers } from "#domain/canon/triggers.ts";
import { nodeListsFromKeyed } from "#domain/dialogue/keyed.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { type NodeState, nodeResource } from "../dialogues/public.ts";
import { completeRules } from "./declared-predicates.ts";
import { UNQUOTED } from "./describe-violations.ts";
import { introducedInDialogues } from "./find-in-dialogues.ts";
import { introducedBy } from "./introduced.ts";
import { ruleOf } from "./rule.ts";
import type { CanonViolation } from "./schemas.ts";
import { rulesAt, showViolations, waiversAt } from "./show-violations.ts";

/** Violations of one proposal that are told. */
const SHOWN = 50;

/**
 * Finds what the changes that wait in a unit of work would contradict, before they are made: all rules are asked whose mode is not `off`, and
 * the lines of changed dialogues are read. What is there already, or ignored, is left out.
 */
export async function proposedViolations(record: UnitOfWork): Promise<z.input<typeof CanonViolation>[]> {
  const { db, projectId } = record;
  const at = { db, projectId, atSeq: null };
  const versions = (await rulesAt(at)).filter(({ mode }) => mode !== "off");
  if (versions.length === 0) return [];
  const rules = await completeRules(db, projectId, versions.map(ruleOf), null);
  const waivers = await waiversAt(at);
  const triggers = rules.map((rule) => new Triggers(rule));
  const inFacts = await introducedBy(record, triggers, record.waiting());
  const changed = new Map(record.pending(nodeResource).map(({ id, after }): [string, NodeState | null] => [id, after]));
  const graphIds = [
    ...new Set(
      record
        .pending(nodeResource)
        .flatMap(({ before, after }) =>
          [before, after].flatMap((card) => (card && mayActOrLead(card) ? card.graph_id : [])),
        ),
    ),
  ];
  const inLines = await introducedInDialogues(db, projectId, { rules, graphIds, atSeq: null }, changed);
  const found = [...inFacts, ...inLines].filter(({ id }) => !waivers.has(id)).slice(0, SHOWN);
  const shownRules = new Map(versions.map((each) => [each.id, each]));
  const shown = await showViolations(at, found, { rules: shownRules, waivers, load: record });
  return record.mayRead ? shown : shown.map(withoutWords);
}

/** Returns a violation without what it quotes of the record, for those who may write but not read. */
function withoutWords(shown: z.input<typeof CanonViolation>): z.input<typeof CanonViolation> {
  return {
    ...shown,
    rule_name: "",
    message: UNQUOTED,
    subject_name: null,
    subject_type: null,
    evidence: shown.evidence.map((each) => ({ ...each, text: "" })),
    // Its body may have values of properties.
    repair: null,
    waived_because: null,
  };
}

/** Whether somebody speaks on a card, or something happens there, or it leads on: other cards break no rule. */
function mayActOrLead(card: NodeState): boolean {
  const { on_enter_effects, branches } = nodeListsFromKeyed(card);
  if (card.kind !== "line") return true;
  return card.speaker_id !== null || card.exit_to !== null || on_enter_effects.length + branches.length > 0;
}
