"use client";

import type { JsonObject } from "#domain/json.ts";
import type { PropertyDefinition } from "#domain/templates/template.ts";
import SCHEMAS from "../../../frame/api/form-schemas.json";
import { FieldControl } from "../../../frame/fields/field-control.tsx";
import { useTemplates } from "../../../frame/fields/use-templates.ts";
import { GROUP_TYPES } from "../../../frame/project/group-types.ts";
import { AlertLine } from "../../../ui/alert-line.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { inWords } from "../../../ui/form/shape.ts";
import { useForm } from "../../../ui/form/use-form.ts";
import { Select } from "../../../ui/select.tsx";
import { TypeField } from "../entity/type-field.tsx";
import { PAGE_WORDS, type ProfilePage } from "../entity/words.ts";

export interface NewEntityProps {
  /** Page that the entity will be on, which decides its type or which types are offered. */
  page: ProfilePage;
  /** Name that it begins with. */
  name?: string | undefined;
  onClose: () => void;
  onMake: (name: string, type: string, properties: JsonObject) => Promise<unknown>;
}

/** Type that a new entity of each page has, unless the person chooses another one. */
const FIRST_TYPE: Readonly<Record<ProfilePage, string>> = {
  places: "location",
  cast: "character",
  groups: GROUP_TYPES[0],
  things: "",
};

/** Dialog that asks for the name of a new entity and, of groups and things, for its type. */
export function NewEntity({ page, name: typed = "", onClose, onMake }: NewEntityProps) {
  const templates = useTemplates("entity");
  const fieldsOf = (type: string): readonly PropertyDefinition[] => templates?.get(type)?.properties ?? [];
  const form = useForm({
    schema: SCHEMAS["entities.create"],
    start: { name: typed, type: FIRST_TYPE[page], properties: {} as JsonObject },
    fields: {
      name: { label: "Name", spellCheck: true },
      type: {
        label: "Type",
        when: () => page === "groups" || page === "things",
        draw: ({ value, onChange, errors }) => (
          <>
            {page === "groups" ? (
              <Select
                label="Type"
                options={GROUP_TYPES.map((each) => ({ value: each, label: inWords(each) }))}
                value={value}
                onChange={({ target }) => onChange(target.value)}
              />
            ) : (
              <TypeField placeholder="item, letter, ship" value={value} onChange={onChange} />
            )}
            {errors?.map((error) => (
              <AlertLine key={error} className="mt-1 text-12">
                {error}
              </AlertLine>
            ))}
          </>
        ),
      },
      properties: {
        label: "Fields",
        when: ({ type }) => fieldsOf(type).length > 0,
        draw: ({ value, onChange, errors, readOnly }, { type }) => (
          <NewFields
            definitions={fieldsOf(type)}
            values={value}
            errors={errors ?? []}
            readOnly={readOnly}
            onChange={onChange}
          />
        ),
      },
    },
    failed: "It was not created",
    send: ({ name, type, properties }) => onMake(name, type, declared(fieldsOf(type), properties)),
  });
  return (
    <FormDialog form={form} title={`New ${PAGE_WORDS[page].one}`} submit="Create" busy="Creating…" onClose={onClose} />
  );
}

interface NewFieldsProps {
  definitions: readonly PropertyDefinition[];
  values: JsonObject;
  errors: readonly string[];
  readOnly: boolean;
  onChange: (values: JsonObject) => void;
}

/** The fields of the type, each with its own control; all of them can be filled in later. */
function NewFields({ definitions, values, errors, readOnly, onChange }: NewFieldsProps) {
  return (
    <div className="space-y-3">
      {definitions.map((definition) => (
        <div key={definition.key}>
          <p aria-hidden="true" className="mb-1 font-medium text-13" dir="auto">
            {definition.label} <span className="font-normal text-ink-3">(optional)</span>
          </p>
          <FieldControl
            definition={definition}
            label={definition.label}
            value={Object.hasOwn(values, definition.key) ? values[definition.key] : undefined}
            readOnly={readOnly}
            onChange={(value) => {
              const { [definition.key]: _, ...others } = values;
              onChange(value === undefined ? others : { ...others, [definition.key]: value });
            }}
          />
          {definition.description !== "" && <p className="mt-1 text-12 text-ink-3">{definition.description}</p>}
        </div>
      ))}
      {errors.map((error) => (
        <AlertLine key={error} className="mt-1 text-12">
          {error}
        </AlertLine>
      ))}
    </div>
  );
}

/** Returns the values of the fields that a type has: those filled in for another type, chosen before, are left out. */
function declared(definitions: readonly PropertyDefinition[], values: JsonObject): JsonObject {
  const keys = new Set(definitions.map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)));
}
