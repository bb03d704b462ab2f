"use client";

import { shownValue, TYPE_WORDS } from "../../editor/logic/value-text.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { useVariableUses } from "../../frame/project/variable-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { readsAndWrites } from "./use-summary.ts";
import { VariablePanel } from "./variable-panel.tsx";

/** Uses counted one by one in the list; what has more says their number alone. */
const COUNTED = 50;

const VARIABLES: ListDefinition<ProjectVariable> = {
  name: "Variables",
  one: "variable",
  many: "variables",
  id: ({ id }) => id,
  opens: "variable",
  order: { key: "name", descending: false },
  search: { label: "Find a variable", texts: ({ name, description, type }) => [name, description, type] },
  filters: [
    {
      key: "type",
      label: "Type",
      all: "Of any type",
      options: Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label })),
      matches: ({ type }, value) => type === value,
    },
  ],
  title: {
    key: "name",
    label: "Name",
    text: ({ name }) => name,
    sort: "ascending",
    width: 12,
    className: "font-code",
  },
  columns: [
    {
      key: "type",
      label: "Type",
      sort: "ascending",
      value: ({ type }) => type,
      cell: ({ type }) => TYPE_WORDS[type],
      width: 8,
      grows: 1,
    },
    {
      key: "default",
      label: "Default",
      cell: (variable) => (
        <span className="font-code text-12" dir="auto">
          {shownValue(variable.default, variable.type)}
        </span>
      ),
      width: 8,
      grows: 1,
      yields: 2,
    },
    { key: "used", label: "Used", cell: (variable) => <Used variable={variable} />, width: 9, grows: 1, yields: 1 },
    {
      key: "changed",
      label: "Changed",
      sort: "descending",
      value: ({ updated_at }) => Date.parse(updated_at),
      cell: ({ updated_at }) => <LocalTime iso={updated_at} />,
      width: 8,
      isExtra: true,
      yields: 3,
    },
  ],
};

/** The variables of a project: what conditions read and effects write. */
export function VariablesScreen() {
  return (
    <Shell section="dialogues" title={<h1 className="text-13">Variables</h1>}>
      <VariablesBody />
    </Shell>
  );
}

/** Every variable of the project. */
function useEveryVariable() {
  const input = { project_id: useProjectId(), ...useMoment().reading };
  const api = useApi();
  const client = useStudioClient();
  return useListQuery({
    queryKey: api.variables.list.queryKey(input),
    changes: api.variables.pathKey(),
    ask: (page, signal) => client.variables.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ variables }) => variables,
    isWhole: true,
  });
}

function VariablesBody() {
  const { view, show } = useListView(VARIABLES);
  const change = reasonOf(useCan()("change"));
  const make = () => show({ open: "new" });
  return (
    <ListScreen
      list={VARIABLES}
      source={useEveryVariable()}
      view={view}
      show={show}
      actions={
        <NewButton onClick={make} disabledReason={change}>
          New variable
        </NewButton>
      }
      empty={
        <EmptyState
          action={
            <Button disabledReason={change} onClick={make}>
              New variable
            </Button>
          }
          link={{ href: "/docs/reference/variables", label: "Variables in the API reference" }}
        >
          No variables yet. Conditions read variables and effects change them.
        </EmptyState>
      }
      panel={(open, variable, close) =>
        variable === undefined && open !== "new" ? null : (
          <VariablePanel key={open} variable={variable ?? null} onClose={close} onOpen={(id) => show({ open: id })} />
        )
      }
    />
  );
}

function Used({ variable }: { variable: ProjectVariable }) {
  const { data } = useVariableUses(variable.id, COUNTED);
  return <span className="numerals text-12">{data === undefined ? "" : readsAndWrites(data.uses, data.total)}</span>;
}
