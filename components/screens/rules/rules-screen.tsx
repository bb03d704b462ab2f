"use client";

import { CANON_CATALOGUE, CANON_KINDS } from "#domain/canon/kinds.ts";
import DATA from "../../frame/resource/data/canonRules.json";
import { ResourceBody } from "../../frame/resource/resource-screen.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import type { CanonRule } from "./canon-rule.ts";
import { HistoryCheck } from "./history-check.tsx";
import { RuleDetails } from "./rule-details.tsx";

const OPTIONS = {
  kind: Object.fromEntries(CANON_KINDS.map((kind) => [kind, CANON_CATALOGUE[kind].name])),
  mode: { off: "Off", warn: "Warns", block: "Blocks" },
  severity: { error: "Error", warning: "Warning", info: "Note" },
};

/** The rules of a project: what must not be true at once in its story world. */
export function RulesScreen() {
  return (
    <Shell title={<h1 className="text-13">Rules</h1>}>
      <HistoryCheck />
      <ResourceBody<CanonRule>
        data={DATA}
        about="A rule says what must not be true at once, such as a dead man who speaks. It warns you, or blocks the change."
        options={OPTIONS}
        details={(rule) => <RuleDetails key={rule.id} rule={rule} />}
      />
    </Shell>
  );
}
