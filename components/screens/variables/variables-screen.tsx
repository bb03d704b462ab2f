"use client";

import { shownValue, TYPE_WORDS } from "../../editor/logic/value-text.ts";
import { VariableForm } from "../../editor/logic/variable-form.tsx";
import { useAskedMaking } from "../../frame/commands/asked-making.ts";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { useVariableUses } from "../../frame/project/variable-queries.ts";
import DATA from "../../frame/resource/data/variables.json";
import { ResourceScreen } from "../../frame/resource/resource-screen.tsx";
import type { Column } from "../../ui/list/list-definition.ts";
import { DeleteVariable } from "./delete-variable.tsx";
import { readsAndWrites } from "./use-summary.ts";
import { VariableUses } from "./variable-uses.tsx";

/** Uses counted one by one in the list; what has more says their number alone. */
const COUNTED = 50;

const COLUMNS: readonly Column<ProjectVariable>[] = [
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
];

/** The variables of a project: what conditions read and effects write. */
export function VariablesScreen() {
  const wish = useAskedMaking();
  return (
    <ResourceScreen<ProjectVariable>
      data={DATA}
      about="Conditions read variables and effects change them."
      className="font-code"
      columns={COLUMNS}
      options={OPTIONS}
      form={({ row, onDone, onCancel }) => (
        <VariableForm
          key={row?.id ?? `new ${wish.name}`}
          variable={row}
          name={wish.name ?? ""}
          onDone={(made) => {
            wish.end();
            onDone(made);
          }}
          onCancel={() => {
            wish.end();
            onCancel();
          }}
        />
      )}
      details={(variable) => (
        <section aria-label="Uses" className="border-line border-t pt-4">
          <h3 className="mb-2 font-semibold text-13">Read and written</h3>
          <VariableUses key={variable.id} variable={variable} />
        </section>
      )}
      remove={(variable, close, open) => (
        <DeleteVariable key={variable.id} variable={variable} onDeleted={close} onRestored={() => open(variable.id)} />
      )}
    />
  );
}

const OPTIONS = { type: TYPE_WORDS };

function Used({ variable }: { variable: ProjectVariable }) {
  const { data } = useVariableUses(variable.id, COUNTED);
  return <span className="numerals text-12">{data === undefined ? "" : readsAndWrites(data.uses, data.total)}</span>;
}
