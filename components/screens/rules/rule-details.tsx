"use client";

import { CANON_CATALOGUE } from "#domain/canon/kinds.ts";
import type { Expression } from "#domain/expression.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useKept } from "../../frame/session/use-kept.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import type { CanonRule } from "./canon-rule.ts";
import { ConditionsBuilder } from "./conditions-builder.tsx";
import { FoundNow } from "./found-now.tsx";

/** Milliseconds without typing after which what conditions find is looked up. */
const SETTLED_MS = 400;

const MODES = [
  { value: "off", label: "Off" },
  { value: "warn", label: "Warn" },
  { value: "block", label: "Block" },
] as const;

/** Part of the panel of a rule: its mode, the conditions of an own one, and what it finds now. */
export function RuleDetails({ rule }: { rule: CanonRule }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefresh(({ canonRules, canonViolations }) => [canonRules.pathKey(), canonViolations.pathKey()]);
  const { attempt, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const typed = `conditions of ${rule.id} ${useMoment().at}`;
  const { value: conditions, put, forget } = useKept<readonly Expression[]>(typed, rule.conditions);
  const settled = useSettled(conditions, SETTLED_MS);
  const { description, blocks } = CANON_CATALOGUE[rule.kind];
  const change = (body: { mode?: CanonRule["mode"]; conditions?: Expression[]; base_seq?: number }) =>
    attempt(async () => {
      await client.canonRules.update.mutate({ project_id, canon_rule_id: rule.id, ...body });
      await refresh();
      if (body.conditions !== undefined) forget();
    });
  return (
    <div className="flex flex-col gap-4 border-line border-t pt-4">
      <p className="text-13 text-ink-2">{description}</p>
      {reason === null && (
        <SegmentedControl
          label="What it does"
          value={rule.mode}
          onChange={(mode) => void change({ mode })}
          options={MODES.filter(({ value }) => value !== "block" || blocks.length > 0)}
        />
      )}
      <AlertLine>{problem}</AlertLine>
      {rule.kind === "own" && (
        <TitledSection title="What must hold" level={3} heading="mb-2 font-semibold text-13">
          <ConditionsBuilder
            conditions={conditions}
            disabledReason={reason}
            onChange={(next) => put(() => next)}
            onSave={() =>
              void change({
                conditions: [...conditions],
                ...(rule.valid_from_seq !== null && { base_seq: rule.valid_from_seq }),
              })
            }
          />
        </TitledSection>
      )}
      <TitledSection title="Found now" level={3} heading="mb-2 font-semibold text-13">
        <FoundNow rule={{ ...rule, conditions: [...settled] }} />
      </TitledSection>
    </div>
  );
}
