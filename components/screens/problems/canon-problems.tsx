"use client";

import { useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { type Inputs, isRefusal, type Outputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { EvidenceLinks } from "../../frame/canon/evidence-links.tsx";
import { repairOf, type Violation } from "../../frame/canon/violation.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useListView } from "../../ui/list/list.tsx";
import type { BulkAction, ListDefinition, WindowAction } from "../../ui/list/list-definition.ts";
import { showToast } from "../../ui/toast.ts";
import { OF_FILTER } from "./of-filter.ts";
import { SEVERITY } from "./severity.ts";

const VIOLATIONS: ListDefinition<Violation> = {
  name: "Contradictions",
  one: "contradiction",
  many: "contradictions",
  id: ({ id }) => id,
  order: null,
  filters: [
    OF_FILTER,
    {
      key: "ignored",
      label: "Ignored",
      options: [
        { value: "no", label: "Open" },
        { value: "yes", label: "Ignored" },
      ],
      isShort: true,
    },
  ],
  title: {
    key: "message",
    label: "Contradiction",
    text: ({ message }) => message,
    below: ({ waived_because }) =>
      waived_because !== null && (
        <p className="text-12 text-ink-3" dir="auto">
          Ignored: {waived_because}
        </p>
      ),
    width: 18,
    grows: 3,
  },
  columns: [
    {
      key: "severity",
      label: "Severity",
      cell: ({ severity }) => <Badge tone={SEVERITY[severity].tone}>{SEVERITY[severity].label}</Badge>,
      width: 6,
    },
    {
      key: "evidence",
      label: "Both sides",
      cell: (violation) => <EvidenceLinks violation={violation} />,
      width: 16,
      grows: 2,
      yields: 1,
    },
    { key: "rule", label: "Rule", cell: ({ rule_name }) => <span dir="auto">{rule_name}</span>, width: 10, yields: 2 },
  ],
};

/** Contradictions of the rules of a project, each with both sides, its repair, and a way to ignore it. */
export function CanonProblems() {
  const { project_id, reading } = useReadScope();
  const api = useApi();
  const client = useStudioClient();
  const reason = reasonOf(useCan()("change"));
  const { view, show } = useListView(VIOLATIONS);
  const { attempt, problem } = useAttempt();
  const [ignored, setIgnored] = useState<readonly Violation[] | null>(null);
  const input = { project_id, waived: view.filters.ignored === "yes", ...reading };
  const source = useListQuery({
    queryKey: api.canonViolations.list.queryKey(input),
    changes: api.canonViolations.pathKey(),
    ask: (page, signal) => client.canonViolations.list.query({ ...input, ...page }, { signal }),
    rowsOf: (answer: Outputs["canonViolations"]["list"]) => answer.violations,
  });
  const repair: BulkAction<Violation> = {
    title: "Repair",
    removes: true,
    disabledReason: reason,
    takes: (row) => repairOf(row) !== null,
    run: async (row) => {
      const call = repairOf(row);
      if (call === null) return;
      const areas = client as unknown as Record<string, Record<string, { mutate(input: object): Promise<unknown> }>>;
      await areas[call.area]?.[call.name]?.mutate(call.input);
    },
    said: (rows) => `${counted(rows.length, "contradiction")} repaired.`,
    failed: "Not everything could be repaired",
  };
  const ignore: WindowAction<Violation> = {
    title: "Ignore",
    opens: setIgnored,
    disabledReason: reason,
    takes: ({ waiver_id }) => waiver_id === null,
  };
  const waiverOf = ({ waiver_id }: Violation) => ({ project_id, canon_waiver_id: waiver_id ?? "" });
  const takeBack = (ids: readonly string[]) =>
    attempt(async () => {
      try {
        for (const canon_waiver_id of ids) await client.canonWaivers.delete.mutate({ project_id, canon_waiver_id });
      } finally {
        await source.again();
      }
    });
  const attend: BulkAction<Violation> = {
    title: "Stop ignoring",
    removes: true,
    disabledReason: reason,
    takes: ({ waiver_id }) => waiver_id !== null,
    run: (row) => client.canonWaivers.delete.mutate(waiverOf(row)),
    undo: (row) => client.canonWaivers.restore.mutate(waiverOf(row)),
    said: (rows) => `${counted(rows.length, "contradiction")} no longer ignored.`,
    failed: "Not everything could be taken back",
    undoFailed: "Not everything could be ignored again",
  };
  return (
    <>
      <AlertLine>{problem}</AlertLine>
      <ListScreen
        list={VIOLATIONS}
        source={source}
        view={view}
        show={show}
        bulkActions={[repair, input.waived ? attend : ignore]}
        empty={<EmptyState>No contradictions. What breaks the rules of your world is listed here.</EmptyState>}
      />
      {ignored !== null && (
        <IgnoreViolations
          violations={ignored}
          onClose={() => setIgnored(null)}
          onChange={() => source.again()}
          undo={(ids) => void takeBack(ids)}
        />
      )}
    </>
  );
}

interface IgnoreViolationsProps {
  violations: readonly Violation[];
  onClose: () => void;
  /** Hears that some of them are ignored. */
  onChange: () => Promise<unknown>;
  /** Takes waivers back. */
  undo: (waiverIds: readonly string[]) => void;
}

/** Asks why contradictions are to be ignored; without a reason nothing is. What fails midway goes on where it stopped. */
function IgnoreViolations({ violations, onClose, onChange, undo }: IgnoreViolationsProps) {
  const { project_id } = useReadScope();
  const waivers = useStudioClient().canonWaivers;
  const done = useRef(new Map<string, string | null>());
  const form = useForm({
    schema: SCHEMAS["canonWaivers.create"],
    start: { reason: "" },
    fields: { reason: { label: "Reason", help: "It stays listed as ignored, with this reason.", rows: 3 } },
    failed: "It was not ignored",
    send: async ({ reason }) => {
      try {
        for (const { id, rule_id } of violations.filter((each) => !done.current.has(each.id))) {
          done.current.set(id, await ignoreOne({ project_id, violation_id: id, rule_id, reason }));
        }
      } finally {
        await onChange();
      }
      const ids = [...done.current.values()].filter((id) => id !== null);
      onClose();
      showToast({ text: `${counted(violations.length, "contradiction")} ignored.`, undo: () => undo(ids) });
    },
  });
  /** Ignores one; answers its waiver, or null where somebody else ignored it before. */
  const ignoreOne = async (input: Inputs["canonWaivers"]["create"]): Promise<string | null> => {
    try {
      return (await waivers.create.mutate(input)).id;
    } catch (error) {
      if (isIgnoredAlready(error)) return null;
      throw error;
    }
  };
  return (
    <FormDialog
      form={form}
      title={
        violations.length === 1 ? "Ignore this contradiction" : `Ignore ${counted(violations.length, "contradiction")}`
      }
      submit="Ignore"
      busy="Ignoring…"
      onClose={onClose}
    />
  );
}

/** Whether a contradiction was not ignored because it is already: the only thing that can be wrong with its id. */
function isIgnoredAlready(error: unknown): boolean {
  return isRefusal(error) && error.data?.detail?.some(({ loc }) => loc.at(-1) === "violation_id") === true;
}
