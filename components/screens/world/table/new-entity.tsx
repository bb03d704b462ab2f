"use client";

import SCHEMAS from "../../../frame/api/form-schemas.json";
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
  onClose: () => void;
  onMake: (name: string, type: string) => Promise<unknown>;
}

/** Type that a new entity of each page has, unless the person chooses another one. */
const FIRST_TYPE: Readonly<Record<ProfilePage, string>> = {
  places: "location",
  cast: "character",
  groups: GROUP_TYPES[0],
  things: "",
};

/** Dialog that asks for the name of a new entity and, of groups and things, for its type. */
export function NewEntity({ page, onClose, onMake }: NewEntityProps) {
  const form = useForm({
    schema: SCHEMAS["entities.create"],
    start: { name: "", type: FIRST_TYPE[page] },
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
    },
    failed: "It was not created",
    send: ({ name, type: chosen }) => onMake(name, chosen),
  });
  return (
    <FormDialog form={form} title={`New ${PAGE_WORDS[page].one}`} submit="Create" busy="Creating…" onClose={onClose} />
  );
}
