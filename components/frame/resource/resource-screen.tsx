"use client";

import { Sparkles } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import type { OfferedTransition, ResourceScreenData } from "#server/operation/resource-screen.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { inWords } from "../../ui/form/shape.ts";
import { late, useLate } from "../../ui/late.tsx";
import { deletion } from "../../ui/list/deletion.ts";
import { type ListHandle, useListView } from "../../ui/list/list.tsx";
import type { BulkAction, WindowAction } from "../../ui/list/list-definition.ts";
import { NewButton } from "../../ui/new-button.tsx";
import { showToast } from "../../ui/toast.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { ExportMenu } from "../list/export-menu.tsx";
import { ListScreen } from "../list/list-screen.tsx";
import { reasonOf, useCan } from "../session/can.ts";
import { Shell } from "../shell/shell.tsx";
import { ResourceForm, type ResourceFormProps } from "./resource-form.tsx";
import { type ListWords, resourceList } from "./resource-list.tsx";
import { offeredTo, ResourcePanel } from "./resource-panel.tsx";
import type { Subject } from "./resource-read.ts";
import { useResource } from "./use-resource.ts";

const EditManyLate = late(() => import("./edit-many.tsx").then((part) => part.EditMany<Subject>));
const GenerateLate = late(() => import("./generate-dialog.tsx").then((part) => part.GenerateDialog));

/** Name in the address of the panel for one that is being made. */
const NEW = "new";

/** Ways out of a dialog that a transition asks in. */
export interface AskedSteps<Row> {
  readonly onClose: () => void;
  readonly onDone: (made: Row) => void;
}

interface ResourceBodyProps<Row> extends ListWords<Row> {
  data: ResourceScreenData;
  /** Said where there is none: what it is for. */
  about: string;
  /** Form of the screen's own, where the fields alone do not tell how one is written. */
  form?: ((props: ResourceFormProps<Row>) => ReactNode) | undefined;
  /** Further parts of the panel. */
  details?: ((row: Row) => ReactNode) | undefined;
  /** Whether one is not to be changed any more, so that it has no form. */
  isFixed?: ((row: Row) => boolean) | undefined;
  /** Dialogs of transitions that ask for something first, by their names. They are not offered for several at once. */
  asks?: Readonly<Record<string, (row: Row, steps: AskedSteps<Row>) => ReactNode>> | undefined;
  /** Deletion of the screen's own, where it has consequences to be shown first. */
  remove?: ((row: Row, close: () => void, open: (id: string) => void) => ReactNode) | undefined;
}

/** Screen of a recorded resource: its list and, beside it, the one that is open. */
export function ResourceScreen<Row extends Subject>(body: ResourceBodyProps<Row>) {
  return (
    <Shell title={<h1 className="text-13">{inWords(body.data.many)}</h1>}>
      <ResourceBody {...body} />
    </Shell>
  );
}

/** List of a recorded resource with everything that its declaration allows to be done. */
export function ResourceBody<Row extends Subject>(props: ResourceBodyProps<Row>) {
  const { data, about, columns, options, className } = props;
  const { one, many, operations } = data;
  const list = useMemo(
    () => resourceList<Row>(data, { columns, options, className }),
    [data, columns, options, className],
  );
  const { view, show } = useListView(list);
  const { source, ask, askOf, exported } = useResource<Row>(data);
  const handle = useRef<ListHandle<Row>>(null);
  const [edited, setEdited] = useState<readonly Row[] | null>(null);
  const [isGenerating, setGenerating] = useState(false);
  const [asked, setAsked] = useState<{ readonly row: Row; readonly name: string } | null>(null);
  const EditMany = useLate(EditManyLate, edited !== null);
  const GenerateDialog = useLate(GenerateLate, isGenerating);
  const reason = reasonOf(useCan()("change"));
  const offers = (operation: string) => operations.includes(operation);

  const changed = async (row: Row): Promise<Row> => {
    await source.again();
    return row;
  };
  const update = (row: Row, body: object) => askOf(row, "update", { ...body, base_seq: row.valid_from_seq });
  const { asks } = props;
  const go = async (row: Row, { name, verb }: OfferedTransition) => {
    if (asks?.[name] !== undefined) return setAsked({ row, name });
    await askOf(row, name).then(async (made) => {
      await changed(made);
      showToast({ text: `“${list.title.text(row)}” is ${verb.replaceAll("_", " ")}.` });
    });
  };
  const deleting = deletion(list, {
    run: (row) => askOf(row, "delete"),
    ...(offers("restore") && { undo: (row: Row) => askOf(row, "restore") }),
    disabledReason: reason,
  });
  const transition = (step: OfferedTransition): BulkAction<Row> => ({
    title: inWords(step.name),
    takes: (row) => offeredTo(data, row).includes(step),
    run: (row) => askOf(row, step.name),
    said: (rows) => `${counted(rows.length, one, many)} ${step.verb.replaceAll("_", " ")}`,
    failed: `Not everything is ${step.verb.replaceAll("_", " ")}`,
    disabledReason: reason,
  });
  const edit: WindowAction<Row> = { title: "Edit", opens: setEdited, disabledReason: reason };
  const make = offers("create") && (
    <NewButton disabledReason={reason} onClick={() => show({ open: NEW })}>
      New {one}
    </NewButton>
  );

  const formOf = (row: Row | null, close: () => void) => {
    const steps = { row, onDone: (made: Row) => show({ open: made.id }), onCancel: () => row === null && close() };
    if (row !== null && props.isFixed?.(row) === true) return null;
    if (props.form !== undefined) return props.form(steps);
    if (row !== null && !offers("update")) return null;
    return (
      <ResourceForm
        key={row?.id ?? NEW}
        {...steps}
        data={data}
        send={(body) => (row === null ? ask("create", body) : update(row, body)).then(changed)}
      />
    );
  };
  const removeOf = (row: Row, close: () => void) => {
    if (props.remove !== undefined) return props.remove(row, close, (id) => show({ open: id }));
    return offers("delete") ? <Remove row={row} deleting={deleting} onDone={changed} onClose={close} /> : null;
  };
  return (
    <>
      <ListScreen
        list={list}
        source={source}
        view={view}
        show={show}
        handle={handle}
        {...(offers("update") &&
          takes(data.bodies.update, data.title) && {
            rename: {
              label: `Name of the ${one}`,
              save: (row: Row, title: string) => update(row, { [data.title]: title }),
              disabledReason: reason,
            },
          })}
        bulkActions={[
          ...data.transitions.filter(({ name }) => asks?.[name] === undefined).map(transition),
          ...(offers("update") ? [edit] : []),
          ...(offers("delete") ? [deleting] : []),
        ]}
        actions={
          <>
            {offers("generate") && (
              <Button
                size="sm"
                icon={<Sparkles aria-hidden="true" size={14} />}
                disabledReason={reason}
                onClick={() => setGenerating(true)}
              >
                Generate
              </Button>
            )}
            {Object.keys(data.formats).length > 0 && <ExportMenu formats={data.formats} ask={exported} />}
            {make}
          </>
        }
        empty={<EmptyState action={make}>{`No ${many} yet. ${about}`}</EmptyState>}
        panel={(open, row, close) =>
          row === undefined && open !== NEW ? null : (
            <ResourcePanel
              key={open}
              data={data}
              row={row ?? null}
              onClose={close}
              go={go}
              onRestored={() => void source.again()}
              form={formOf(row ?? null, close)}
              details={row !== undefined && props.details?.(row)}
              remove={row === undefined ? null : removeOf(row, close)}
            />
          )
        }
      />
      {asked !== null &&
        asks?.[asked.name]?.(asked.row, {
          onClose: () => setAsked(null),
          onDone: (made) => {
            setAsked(null);
            void changed(made);
          },
        })}
      {EditMany !== null && edited !== null && (
        <EditMany
          data={data}
          rows={edited}
          change={(row, body) => update(row as Row, body)}
          onClose={() => setEdited(null)}
          onDone={() => source.again()}
        />
      )}
      {GenerateDialog !== null && isGenerating && (
        <GenerateDialog
          data={data}
          begin={(brief) => ask("generate", brief) as Promise<never>}
          onClose={() => setGenerating(false)}
          onMade={() => {
            setGenerating(false);
            showToast({ text: `Generated: see the newest ${many}.` });
            void source.again();
          }}
        />
      )}
    </>
  );
}

/** Whether a body has a field. */
function takes(body: object | undefined, field: string): boolean {
  const { properties = {} } = (body ?? {}) as { properties?: object };
  return Object.hasOwn(properties, field);
}

interface RemoveProps<Row> {
  row: Row;
  deleting: BulkAction<Row>;
  onDone: (row: Row) => Promise<unknown>;
  onClose: () => void;
}

/** The button that deletes the open subject. Undo brings it back. */
function Remove<Row extends Subject>({ row, deleting, onDone, onClose }: RemoveProps<Row>) {
  const { attempt, isBusy, problem } = useAttempt();
  const { undo } = deleting;
  const back = () =>
    void undo?.(row)
      .then(() => onDone(row))
      .catch(() => showToast({ text: "It could not be restored. It is among the recently deleted." }));
  const remove = async () => {
    await deleting.run(row);
    await onDone(row);
    showToast({ text: `${deleting.said([row])}.`, ...(undo !== undefined && { undo: back }) });
    onClose();
  };
  return (
    <>
      <Button
        variant="danger"
        size="sm"
        disabled={isBusy}
        disabledReason={deleting.disabledReason}
        onClick={() => void attempt(remove)}
      >
        Delete
      </Button>
      <AlertLine>{problem}</AlertLine>
    </>
  );
}
