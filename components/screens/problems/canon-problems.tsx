"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { EvidenceLinks } from "../../frame/canon/evidence-links.tsx";
import { repairOf, type Violation } from "../../frame/canon/violation.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useListView } from "../../ui/list/list.tsx";
import type { BulkAction, ListDefinition, WindowAction } from "../../ui/list/list-definition.ts";
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
  title: { key: "message", label: "Contradiction", text: ({ message }) => message, width: 18, grows: 3 },
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
  const ignore: WindowAction<Violation> = { title: "Ignore", opens: setIgnored, disabledReason: reason };
  return (
    <>
      <ListScreen
        list={VIOLATIONS}
        source={source}
        view={view}
        show={show}
        bulkActions={[repair, ignore]}
        empty={<EmptyState>No contradictions. What breaks the rules of your world is listed here.</EmptyState>}
      />
      {ignored !== null && (
        <IgnoreViolations violations={ignored} onClose={() => setIgnored(null)} onDone={() => source.again()} />
      )}
    </>
  );
}

interface IgnoreViolationsProps {
  violations: readonly Violation[];
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Asks why contradictions are to be ignored; without a reason nothing is. */
function IgnoreViolations({ violations, onClose, onDone }: IgnoreViolationsProps) {
  const { project_id } = useReadScope();
  const client = useStudioClient();
  const form = useForm({
    schema: SCHEMAS["canonWaivers.create"],
    start: { reason: "" },
    fields: { reason: { label: "Reason", help: "It stays listed as ignored, with this reason.", rows: 3 } },
    failed: "It was not ignored",
    send: async ({ reason }) => {
      for (const { id, rule_id } of violations) {
        await client.canonWaivers.create.mutate({ project_id, violation_id: id, rule_id, reason });
      }
      await onDone();
      onClose();
    },
  });
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
