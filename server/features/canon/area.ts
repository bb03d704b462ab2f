import { Problem } from "../../kernel/problem.ts";
import { area } from "../../operation/area.ts";
import { checkHistoryJob } from "./check-history.ts";
import { canonGuard } from "./guard.ts";
import { checkAgain } from "./operations/check-again.ts";
import { checkChanges } from "./operations/check-changes.ts";
import { checkHistory } from "./operations/check-history.ts";
import { listPastViolations } from "./operations/list-past-violations.ts";
import { listViolations } from "./operations/list-violations.ts";
import { previewRule } from "./operations/preview-rule.ts";
import { readCatalogue } from "./operations/read-catalogue.ts";
import { canonRule, withDefaults } from "./rule.ts";
import { canonWaiver } from "./waiver.ts";

export const canonRules = area({
  tag: "canon",
  resources: [canonRule],
  guards: [canonGuard],
  words: { canon_rule: ["rule", "rules"] },
  forms: ["create"],
  screen: canonRule,
  operations: {
    create: canonRule.create({
      description:
        "A rule of the catalogue, or an own one. Settings that are left empty are those of the catalogue. In the mode `block` it refuses from now on what would break it; what breaks it already stays, and is listed.",
      example: { name: "Nobody lives in two places", kind: "one_value", predicates: ["lives in"] },
      state: async (_, body) => withDefaults(body),
    }),
    list: canonRule.list(),
    get: canonRule.get(),
    update: canonRule.update({
      description: "Everything but its kind. A change has everything checked again.",
      example: { mode: "block" },
    }),
    delete: canonRule.delete({ description: "Its violations go; their waivers stay, for when it is restored." }),
    restore: canonRule.restore(),
    catalogue: readCatalogue,
    preview: previewRule,
  },
});

export const canonViolations = area({
  tag: "canon",
  jobs: [checkHistoryJob],
  operations: {
    list: listViolations,
    check: checkChanges,
    checkAgain,
    history: listPastViolations,
    checkHistory,
  },
});

export const canonWaivers = area({
  tag: "canon",
  resources: [canonWaiver],
  words: { canon_waiver: ["ignored violation", "ignored violations"] },
  forms: ["create"],
  operations: {
    create: canonWaiver.create({
      summary: "Ignore a violation",
      description:
        "With the reason why. The violation stays listed, as one that is ignored; the mode `block` lets it through. A violation that is ignored already is a 422.",
      example: {
        violation_id: "vio_01jd0000000000000000000001",
        rule_id: "rule_01jd0000000000000000000001",
        reason: "He is a ghost in this chapter.",
      },
      state: async ({ record, caller }, { rule_id }) => {
        if ((await record.get(canonRule.resource, rule_id)) === null) throw new Problem("not_found");
        return { by: caller.actor };
      },
    }),
    list: canonWaiver.list(),
    get: canonWaiver.get(),
    update: canonWaiver.update({ description: "Its reason.", example: { reason: "He is a ghost in the whole book." } }),
    delete: canonWaiver.delete({ summary: "Stop ignoring a violation" }),
    restore: canonWaiver.restore(),
  },
});
