"use client";

import { useRef } from "react";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { Fields, FormFrame, Submit } from "../../ui/form/form.tsx";
import { type Expiry, expiryOf, type Lifetime } from "../../ui/form/lifetime.ts";
import { LifetimeFields } from "../../ui/form/lifetime-fields.tsx";
import { type OwnControl, useForm } from "../../ui/form/use-form.ts";
import { sayMoment } from "../../ui/local-time.tsx";
import { useStudioClient } from "../api/api-provider.tsx";
import SCHEMAS from "../api/form-schemas.json";
import { useProjectId } from "../project/project-provider.tsx";
import { type Checkpoint, useCheckpointChanges } from "../project/use-checkpoints.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { useReadSharesAgain } from "./share-queries.ts";

/** A link with its address, which nothing but the window that shows it has. */
export interface MadeLink {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/** A new link as a form has it. */
interface LinkDraft {
  /** `latest`, `new` for how things are now under a name, or the id of a released moment. */
  readonly moment: string;
  readonly name: string;
  readonly expires_at: Expiry;
  readonly takes_paths: boolean;
}

const START: LinkDraft = {
  moment: "latest",
  name: "",
  expires_at: { lifetime: "never", day: "" },
  takes_paths: true,
};

const LIFETIMES: readonly { readonly value: Lifetime; readonly label: string }[] = [
  { value: "never", label: "Until it is revoked" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "day", label: "Until a day…" },
];

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

interface NewLinkProps {
  graphId: string;
  /** The named moments of the project, as far as they are here. */
  moments: readonly Checkpoint[];
  /** Sees to it that what is still being typed is part of the moment; what it throws is shown. */
  beforehand?: (() => Promise<void>) | undefined;
  onMade: (link: MadeLink) => void;
}

/** Asks what a link is to play and for how long, and makes it. */
export function NewLink({ graphId, moments, beforehand, onMade }: NewLinkProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { create, release } = useCheckpointChanges();
  const readAgain = useReadSharesAgain();
  const released = moments.filter((moment) => moment.released);
  /** Moment that was named for a link which was not made then: another try is for the same one. */
  const named = useRef<{ readonly as: string; readonly id: string; readonly called: string } | null>(null);

  /** The moment that is played, in the words of the operation, and what it is called. */
  const playedMoment = async ({ moment, name }: LinkDraft) => {
    if (moment === "latest") return { plays: "latest", called: `Link of ${DAY.format()}` } as const;
    if (moment !== "new") {
      const called = released.find(({ id }) => id === moment)?.name ?? "A released moment";
      return { plays: "checkpoint", checkpoint_id: moment, called } as const;
    }
    await beforehand?.();
    if (named.current?.as !== name) {
      const made = await create.mutateAsync({ project_id, name: name === "" ? `Shared on ${DAY.format()}` : name });
      named.current = { as: name, id: made.id, called: made.name };
    }
    const { id: checkpoint_id, called } = named.current;
    await release.mutateAsync({ project_id, checkpoint_id });
    return { plays: "checkpoint", checkpoint_id, called } as const;
  };

  const form = useForm<LinkDraft>({
    schema: SCHEMAS["shares.create"],
    start: START,
    after: "empties",
    disabledReason: reasonOf(useCan()("change")),
    failed: "The link was not created",
    fields: {
      moment: {
        label: "What do readers play?",
        draw: (control) => <MomentField control={control} released={released} />,
      },
      name: {
        label: "Name (optional)",
        help: ({ moment }) =>
          moment === "new"
            ? "For you, to find the link and the moment again. Readers never see it."
            : "For you, to tell it from other links. Readers never see it.",
        placeholder: "For the table read",
        schema: { type: "string", maxLength: SCHEMAS["shares.create"].properties.name.maxLength },
      },
      expires_at: {
        label: "The link works",
        draw: (control) => <LifetimeFields control={control} label="The link works" choices={LIFETIMES} />,
      },
      takes_paths: { label: "Readers may send back the path they took" },
    },
    send: async (draft) => {
      const { called, ...played } = await playedMoment(draft);
      const { id, name, url } = await client.shares.create.mutate({
        project_id,
        graph_id: graphId,
        name: draft.name === "" ? called : draft.name,
        takes_paths: draft.takes_paths,
        expires_at: expiryOf(draft.expires_at, Date.now()) ?? null,
        ...played,
      });
      named.current = null;
      onMade({ id, name, url });
      void readAgain();
    },
  });
  return (
    <FormFrame form={form} label="New link">
      <Fields form={form} />
      <Submit form={form} busy="Creating…">
        Create link
      </Submit>
    </FormFrame>
  );
}

/** Chooses what a link plays: how things are whenever it is opened, a released moment, or how things are now. */
function MomentField({ control, released }: { control: OwnControl<string>; released: readonly Checkpoint[] }) {
  const { id, value, onChange, errors, readOnly } = control;
  const now = new Date();
  return (
    <FormField id={id} label="What do readers play?" errors={errors} hint={MEANS[value] ?? MEANS.released}>
      {(field) => (
        <select
          {...field}
          value={value}
          disabled={readOnly}
          onChange={({ target }) => onChange(target.value)}
          className={`${CONTROL} cursor-pointer`}
        >
          <option value="latest">The latest, marked as a draft</option>
          <option value="new">The current version, fixed</option>
          {released.length > 0 && (
            <optgroup label="Released moments">
              {released.map(({ id: moment, name, created_at }) => (
                <option key={moment} value={moment}>
                  {name} ({sayMoment(new Date(created_at), now)})
                </option>
              ))}
            </optgroup>
          )}
        </select>
      )}
    </FormField>
  );
}

const MEANS: Readonly<Record<string, string>> = {
  latest: "Readers always play the latest version, marked “Draft”.",
  new: "Readers play the version of now, even if you change it later. It becomes a released moment.",
  released: "Readers play the version of that moment, even if you change it later.",
};
