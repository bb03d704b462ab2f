"use client";

import { counted } from "#domain/counted.ts";
import { RemarkList } from "../../ui/remark-list.tsx";
import { Select } from "../../ui/select.tsx";
import type { ImportChoice } from "./import-choice.ts";
import { ImportGraphs } from "./import-graphs.tsx";
import type { ImportResult } from "./import-run.ts";
import { ImportVariables } from "./import-variables.tsx";

interface ImportReportProps {
  readonly result: ImportResult;
  readonly choice: ImportChoice;
  /** Takes another choice; null where it was imported. */
  readonly onChoose: ((choice: ImportChoice) => void) | null;
}

/** Report on an imported file: what becomes of each dialogue, with its choice, counts, and all notices for its author. */
export function ImportReport({ result, choice, onChoose }: ImportReportProps) {
  const nodes = result.graphs.reduce((sum, each) => sum + each.nodes, 0);
  const branches = result.graphs.reduce((sum, each) => sum + each.branches, 0);
  return (
    <div className="mt-2 flex flex-col gap-3">
      <p className="text-13 text-ink-2">
        {counted(result.graphs.length, "dialogue")} with {counted(nodes, "card")} and {counted(branches, "choice")}.{" "}
        {tally(result)}
      </p>
      {onChoose !== null && <LanguageChoice result={result} choice={choice} onChoose={onChoose} />}
      <ImportGraphs graphs={result.graphs} choice={choice} onChoose={onChoose} />
      <ImportVariables conflicts={result.variable_conflicts} choice={choice} onChoose={onChoose} />
      <RemarkList remarks={result.report.map((each) => ({ ...each, about: each.node_name ?? each.node_key }))} />
      {result.report.length === 0 && <p className="text-13 text-ink-2">No warnings.</p>}
    </div>
  );
}

interface LanguageChoiceProps extends ImportReportProps {
  readonly onChoose: (choice: ImportChoice) => void;
}

/** Choice among the languages that a file has its texts in; none where it has them in one. */
function LanguageChoice({ result, choice, onChoose }: LanguageChoiceProps) {
  const [first] = result.languages;
  if (first === undefined) return null;
  const all = [...new Set(result.languages.flatMap(({ chosen, others }) => [chosen, ...others]))].sort();
  return (
    <Select
      label="Language of the texts"
      className="max-w-64"
      value={choice.language ?? first.chosen}
      onChange={(event) => onChoose({ ...choice, language: event.target.value })}
      options={all.map((value) => ({ value, label: value }))}
    />
  );
}

const NOUNS: Readonly<Record<keyof ImportResult["written"], string>> = {
  dialogues: "dialogue",
  nodes: "card",
  groups: "group",
  annotations: "note",
  variables: "variable",
  entities: "character",
};

const CHANGES = [
  ["created", "new"],
  ["updated", "changed"],
  ["deleted", "deleted, no longer in the file"],
] as const;

const LIST = new Intl.ListFormat("en");

/** Returns the changes of an import in words: "To import: 1 dialogue and 2 cards new; 5 unchanged." */
function tally({ written, dry_run }: ImportResult): string {
  const kinds = Object.keys(NOUNS) as (keyof typeof NOUNS)[];
  const said = CHANGES.flatMap(([change, word]) => {
    const some = kinds.filter((kind) => written[kind][change] > 0);
    return some.length === 0
      ? []
      : [`${LIST.format(some.map((kind) => counted(written[kind][change], NOUNS[kind])))} ${word}`];
  });
  const same = kinds.reduce((total, kind) => total + written[kind].unchanged, 0);
  if (same > 0) said.push(`${same.toLocaleString("en")} unchanged`);
  return said.length === 0 ? "" : `${dry_run ? "To import: " : "Imported: "}${said.join("; ")}.`;
}
