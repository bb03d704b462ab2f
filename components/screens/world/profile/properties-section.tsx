"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { mergePatch, patchBetween } from "#domain/change/merge-patch.ts";
import { formatPath, pathFault, splitPath } from "#domain/filter/property-path.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { useApi } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { FieldRow } from "../../../frame/fields/field-row.tsx";
import { mayName, useNamed } from "../../../frame/fields/use-named.ts";
import { useTemplates } from "../../../frame/fields/use-templates.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { FormMistake } from "../../../ui/form/form-errors.ts";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { TitledSection } from "../../../ui/titled-section.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Problem } from "../entity/problem.tsx";
import { type Kind, type Path, pointerOf, propertiesOf, propertyPatch } from "../entity/property-edit.ts";
import { type Entity, useAuthors, useChangeEntity } from "../entity/use-entity.ts";
import { useOrigin } from "../entity/use-origin.ts";
import { AddButton } from "./add-button.tsx";
import { Author } from "./author.tsx";
import { HeldValue } from "./held-value.tsx";
import { isLong, PropertyRow } from "./property-row.tsx";

/** First values of a new property, by kind; it is edited in its row from then on. */
const FIRST: Readonly<Record<Exclude<Kind, "json" | "texts">, Json>> = { text: "", number: 0, flag: false };

/** Property names that are offered. */
const OFFERED = 200;

/** Lists the details of an entity: the fields that its type has, then those that the project's authors added to it alone. */
export function PropertiesSection({ entity }: { entity: Entity }) {
  const authors = useAuthors(entity.id);
  const change = useChangeEntity(entity);
  const reason = reasonOf(useCan()("change"));
  const origin = useOrigin(entity);
  const reasonFor = (property: string) => reason ?? (origin?.isLinked(property) === true ? origin.reason : null);
  const held = (property: string) => (
    <HeldValue entity={entity} origin={origin} property={property} disabledReason={reason} />
  );
  const [added, setAdded] = useState<string | null>(null);
  const properties = entity.properties as JsonObject;
  const rows = useMemo(() => propertiesOf(properties), [properties]);
  const templates = useTemplates("entity");
  const template = templates?.get(entity.type);
  const fields = template?.properties ?? [];
  const free = rows
    .filter(({ path: [key] }) => fields.every((field) => field.key !== key))
    .toSorted((a, b) => Number(isLong(a.value)) - Number(isLong(b.value)));
  const named = useNamed(free.flatMap(({ value }) => (mayName(value) ? value : [])));
  const authorOf = (path: Path) => authors[pointerOf(path)] ?? authors[pointerOf(path.slice(0, 1))];

  async function save(path: Path, value: Json | undefined): Promise<void> {
    const before = rows.find((row) => samePath(row.path, path))?.value;
    if (value === undefined) setAdded(null);
    const saved = await change({ properties: propertyPatch(properties, path, value) });
    if (value !== undefined || before === undefined) return;
    const after = saved.properties as JsonObject;
    showToast({
      text: `“${path.join(" › ")}” is removed.`,
      undo: () =>
        void change({ properties: patchBetween(after, properties) }, saved).catch(() =>
          showToast({ text: `“${path.join(" › ")}” could not be restored: someone changed it since.` }),
        ),
    });
  }
  async function rename(path: Path, name: string): Promise<void> {
    const row = rows.find((each) => samePath(each.path, path));
    const next = [...path.slice(0, -1), name];
    if (row === undefined) return;
    const taken = rows.some((each) => next.every((key, at) => each.path[at] === key));
    if (taken) throw new FormMistake(`There is a property “${name}” already.`);
    const left = mergePatch(properties, propertyPatch(properties, path, undefined));
    const renamed = mergePatch(left, propertyPatch(left, next, row.value));
    await change({ properties: patchBetween(properties, renamed) });
  }
  return (
    <TitledSection title="Details" heading="mb-1 font-medium text-14 text-ink" className="mt-6">
      {templates === null ? (
        <LoadingRows what="the details" rows={4} className="h-8" />
      ) : fields.length + free.length === 0 ? (
        <p className="py-2 text-13 text-ink-2">No details about {entity.name} yet.</p>
      ) : (
        <dl className="border-line border-t lg:grid lg:grid-cols-2 lg:gap-x-8">
          {fields.map((field) => (
            <FieldRow
              key={field.key}
              definition={field}
              validate={template?.validate ?? "off"}
              value={Object.hasOwn(properties, field.key) ? properties[field.key] : undefined}
              disabledReason={reasonFor(field.key)}
              onSave={(value) => save([field.key], value)}
              meta={
                <>
                  <Author author={authorOf([field.key])} />
                  {held(field.key)}
                </>
              }
            />
          ))}
          {free.map((row) => (
            <PropertyRow
              key={pointerOf(row.path)}
              property={row}
              named={named}
              author={authorOf(row.path)}
              isNew={pointerOf(row.path) === added}
              disabledReason={reasonFor(row.path[0] ?? "")}
              meta={row.path.length === 1 && held(row.path[0] ?? "")}
              onSave={(value) => save(row.path, value)}
              onRename={(name) => rename(row.path, name)}
            />
          ))}
        </dl>
      )}
      <AddProperty
        entity={entity}
        has={rows.map(({ path }) => formatPath(path))}
        disabledReason={reason}
        onAdd={async (path, value) => {
          setAdded(pointerOf(path));
          await save(path, value);
        }}
      />
    </TitledSection>
  );
}

const samePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((key, at) => key === b[at]);

interface AddPropertyProps {
  entity: Entity;
  has: readonly string[];
  disabledReason: string | null;
  onAdd: (path: Path, value: Json) => Promise<void>;
}

/** Adds a property: one that others of the same type have, or a new one. A dot goes into what is within another. */
function AddProperty({ entity, has, disabledReason, onAdd }: AddPropertyProps) {
  const [isOpen, setOpen] = useState(false);
  const { problem, attempt } = useAttempt();
  const input = { project_id: useProjectId(), type: entity.type, limit: OFFERED, ...useMoment().reading };
  const { data } = useQuery(useApi().entities.properties.queryOptions(input, { enabled: isOpen }));
  const offered = (data?.properties ?? []).filter(({ path }) => path !== "" && !has.includes(path));

  async function add(name: string): Promise<void> {
    const path = splitPath(name.trim());
    const fault = pathFault(path);
    const isTaken = has.some((each) => each === name || each.startsWith(`${name}.`) || name.startsWith(`${each}.`));
    const kinds = offered.find((each) => each.path === name)?.kinds ?? {};
    const [usual = "string"] = Object.entries(kinds).toSorted(([, a], [, b]) => b - a)[0] ?? [];
    const first = FIRST[usual === "number" ? "number" : usual === "boolean" ? "flag" : "text"];
    const isDone = await attempt(async () => {
      if (fault !== null || isTaken) throw new FormMistake(fault ?? `There is a property “${name}” already.`);
      await onAdd(path, first);
    });
    if (isDone) setOpen(false);
  }
  if (!isOpen) {
    return (
      <AddButton disabledReason={disabledReason} onClick={() => setOpen(true)}>
        Add a property
      </AddButton>
    );
  }
  return (
    <div className="mt-2 flex flex-wrap items-end gap-2">
      <Combobox
        label="Name of the property"
        takesFocus
        className="w-64"
        options={offered.map(({ path, entities }) => ({ value: path, label: path, hint: `${entities} have it` }))}
        value={null}
        placeholder="mood, age"
        onChoose={(path) => path !== null && void add(path)}
        create={{ label: (name) => `Add “${name}”`, onCreate: (name) => void add(name) }}
      />
      <Button size="sm" onClick={() => setOpen(false)}>
        Cancel
      </Button>
      <Problem problem={problem} />
    </div>
  );
}
