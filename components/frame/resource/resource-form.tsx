"use client";

import { useQuery } from "@tanstack/react-query";
import type { Json, JsonObject } from "#domain/json.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { FormField } from "../../ui/form/field.tsx";
import { type ShapeField, shapeOf } from "../../ui/form/shape.ts";
import { type FieldSpec, type FieldSpecs, type Form, type OwnControl, useForm } from "../../ui/form/use-form.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { EntityField } from "../project/entity-field.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { reasonOf, useCan } from "../session/can.ts";
import type { Subject } from "./resource-read.ts";

/** Returns the fields of a body that a form asks for: those that a control can express, and those that name an entity. */
export function askedFields({ bodies, entities }: ResourceScreenData, body: string): readonly ShapeField[] {
  const shape = shapeOf(bodies[body] ?? {});
  const all = shape.kind === "object" ? shape.fields : [];
  return all.filter(({ name, shape: own }) => own.kind !== "json" || entities.includes(name));
}

/** Returns the controls of fields, with those of fields that name an entity. */
function specsOf({ entities }: ResourceScreenData, asked: readonly ShapeField[]): FieldSpecs<JsonObject> {
  return Object.fromEntries(
    asked.map(({ name, label, isNullable }): [string, FieldSpec<JsonObject, Json>] => [
      name,
      {
        label,
        ...(entities.includes(name) && {
          draw: (control: OwnControl<Json>) => (
            <EntityIdField control={control} label={label} none={isNullable ? null : ""} />
          ),
        }),
      },
    ]),
  );
}

interface EntityIdFieldProps {
  control: OwnControl<Json>;
  label: string;
  /** Value where none is chosen. */
  none: null | "";
}

/** Field for an entity that is kept by its id. */
function EntityIdField({ control, label, none }: EntityIdFieldProps) {
  const { id, value, errors, readOnly, onChange } = control;
  const entity_id = typeof value === "string" ? value : "";
  const input = { project_id: useProjectId(), entity_id, ...useMoment().reading };
  const { data } = useQuery(useApi().entities.get.queryOptions(input, { enabled: entity_id !== "" }));
  return (
    <FormField id={id} label={label} errors={errors}>
      {() => (
        <EntityField
          label={label}
          isLabelHidden
          disabledReason={readOnly ? "It cannot be changed now." : null}
          value={entity_id === "" ? null : { id: entity_id, name: data?.name ?? "…" }}
          onChoose={(entity) => onChange(entity?.id ?? none)}
        />
      )}
    </FormField>
  );
}

/** Returns the values that a form begins with: the defaults of its fields. */
function defaultsOf({ bodies }: ResourceScreenData, body: string): JsonObject {
  const properties = Object.entries((bodies[body]?.properties ?? {}) as Record<string, JsonObject>);
  return Object.fromEntries(
    properties.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  );
}

interface BodyFormOptions {
  data: ResourceScreenData;
  /** Name of the operation whose body it fills in. */
  body: string;
  /** The subject that is changed; null for a body of its own. */
  row: Subject | null;
  failed: string;
  after?: "empties" | "stays";
  send: (body: JsonObject) => Promise<unknown>;
}

/** The state of a form for the body of an operation. */
export function useBodyForm({ data, body, row, failed, after = "empties", send }: BodyFormOptions): Form<JsonObject> {
  const asked = askedFields(data, body);
  const loaded = row as unknown as JsonObject;
  return useForm<JsonObject, JsonObject>({
    ...(row === null ? { start: defaultsOf(data, body), after } : { loaded, keptAs: row.id }),
    schema: data.bodies[body],
    fields: specsOf(data, asked),
    disabledReason: reasonOf(useCan()("change")),
    codes: { name_taken: data.title },
    failed,
    // An entity that was not chosen is not named.
    send: (sent) =>
      send(
        Object.fromEntries(
          Object.entries(sent).filter(([name, value]) => value !== "" || !data.entities.includes(name)),
        ),
      ),
  });
}

/** Properties of the form of a resource, also of one that a screen has of its own. */
export interface ResourceFormProps<Row> {
  /** The subject that is changed; null for a new one. */
  row: Row | null;
  onDone: (row: Row) => void;
  onCancel: () => void;
}

interface OwnFormProps<Row> extends ResourceFormProps<Row> {
  data: ResourceScreenData;
  send: (body: JsonObject) => Promise<Row>;
}

/** Makes a subject, or changes one. Changes that were typed and not saved are kept while the page stays. */
export function ResourceForm<Row extends Subject>({ data, row, send, onDone, onCancel }: OwnFormProps<Row>) {
  const isNew = row === null;
  const form = useBodyForm({
    data,
    row,
    body: isNew ? "create" : "update",
    failed: isNew ? `This ${data.one} was not created` : "The changes were not saved",
    send: async (body) => onDone(await send(body)),
  });
  return <EditForm form={form} create={isNew ? `Create ${data.one}` : null} onCancel={onCancel} />;
}
