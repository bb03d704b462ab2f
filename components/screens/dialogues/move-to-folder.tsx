"use client";

import { useId, useState } from "react";
import { explainFolderName, folderIn } from "#domain/folders.ts";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { Select } from "../../ui/select.tsx";

/** Value of the choice of a new folder; no path of a folder is equal to it. */
const NEW = "/";

interface MoveToFolderProps {
  readonly title: string;
  /** Label of the button that moves. */
  readonly action: string;
  /** Paths of the folders it can go into. */
  readonly folders: readonly string[];
  /** The folder it is in now; empty for the top. */
  readonly from: string;
  /** Whether only a new folder is asked for, in `from`. */
  readonly isNew?: boolean | undefined;
  readonly onChoose: (folder: string) => void;
  readonly onClose: () => void;
}

/** Dialog that asks for a folder: an existing one, or a new one inside one of them. */
export function MoveToFolder({ title, action, folders, from, isNew = false, onChoose, onClose }: MoveToFolderProps) {
  const form = useId();
  const [chosen, choose] = useState(isNew || folders.length === 0 ? NEW : from);
  const [parent, setParent] = useState(isNew ? from : "");
  const [name, setName] = useState("");
  const [isAsked, setAsked] = useState(false);
  const isMade = chosen === NEW;
  const wrong = isMade ? explainFolderName(name.trim(), parent) : null;
  const places = [{ value: "", label: "Top level" }, ...folders.map((path) => ({ value: path, label: spelled(path) }))];
  return (
    <DialogPopup
      size="sm"
      title={title}
      onClose={onClose}
      footer={
        <DialogChoice onCancel={onClose} type="submit" form={form}>
          {action}
        </DialogChoice>
      }
    >
      <form
        id={form}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (wrong !== null) return;
          onChoose(isMade ? folderIn(parent, name.trim()) : chosen);
          onClose();
        }}
      >
        {!isNew && folders.length > 0 && (
          <Select
            label="Folder"
            value={chosen}
            options={[...places, { value: NEW, label: "A new folder…" }]}
            onChange={({ target }) => choose(target.value)}
          />
        )}
        {isMade && (
          <>
            <FormField label="Name of the folder" errors={isAsked && wrong !== null ? [wrong] : undefined}>
              {(control) => (
                <input
                  {...control}
                  dir="auto"
                  autoComplete="off"
                  value={name}
                  onChange={({ target }) => setName(target.value)}
                  className={CONTROL}
                />
              )}
            </FormField>
            {folders.length > 0 && (
              <Select
                label="In folder"
                value={parent}
                options={places}
                onChange={({ target }) => setParent(target.value)}
              />
            )}
          </>
        )}
      </form>
    </DialogPopup>
  );
}

/** A path as people read it. */
const spelled = (path: string): string => path.split("/").join(" › ");
