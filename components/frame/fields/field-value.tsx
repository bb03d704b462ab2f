"use client";

import { useQuery } from "@tanstack/react-query";
import type { Json } from "#domain/json.ts";
import { entriesOf, isEmptyValue } from "#domain/templates/property-values.ts";
import type { PropertyDefinition } from "#domain/templates/template.ts";
import { sayValue } from "../../ui/list/property-columns.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { useApi } from "../api/api-provider.tsx";
import { useFileAddress } from "../files/use-file-address.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { profileAddress, useProjectId } from "../project/project-provider.tsx";
import { mayName, type NamedEntities } from "./use-named.ts";

interface FieldValueProps {
  definition: Pick<PropertyDefinition, "kind">;
  value: Json | undefined;
  named: NamedEntities;
}

/** Shows the value of a property as its kind is read: names with links for references, pictures, yes and no, dates in words. */
export function FieldValue({ definition: { kind }, value, named }: FieldValueProps) {
  if (isEmptyValue(value)) return null;
  const entries = entriesOf(value);
  if (kind === "reference") {
    return (
      <span className="flex flex-wrap gap-x-3">
        {entries.map((entry) => (
          <NamedLink key={String(entry)} text={sayValue(entry)} named={named} />
        ))}
      </span>
    );
  }
  if (kind === "picture") {
    return (
      <span className="flex flex-wrap gap-2">
        {entries.map((entry) => (
          <PictureOf key={String(entry)} imageId={sayValue(entry)} />
        ))}
      </span>
    );
  }
  if (kind === "choices") {
    return (
      <span className="flex flex-wrap gap-1">
        {entries.map((entry) => (
          <span key={String(entry)} dir="auto" className="rounded-control bg-hover px-1.5 text-13">
            {sayValue(entry)}
          </span>
        ))}
      </span>
    );
  }
  return <span dir="auto">{kind === "date" ? dateInWords(value) : sayValue(value)}</span>;
}

/** Shows the name of an entity that a text names, with the way to it; the text itself where it names none. */
export function NamedLink({ text, named }: { text: string; named: NamedEntities }) {
  const project_id = useProjectId();
  const entity = named.get(text);
  // An id on its way to a name is nothing to read.
  if (entity === undefined && mayName(text)) return <span className="text-ink-3">…</span>;
  if (entity == null) return <span dir="auto">{text}</span>;
  return (
    <PageLink href={profileAddress(project_id, entity)} className="link" dir="auto">
      {entity.name}
    </PageLink>
  );
}

/** Shows one picture of the project, small. */
export function PictureOf({ imageId }: { imageId: string }) {
  const project_id = useProjectId();
  const input = { project_id, image_id: imageId, ...useMoment().reading };
  const { data } = useQuery(useApi().images.get.queryOptions(input, { retry: false }));
  const address = useFileAddress(project_id, data?.file ?? null);
  return (
    <span className="inline-flex size-16 items-center justify-center overflow-hidden rounded-control border border-line bg-hover text-11 text-ink-3">
      {address === undefined ? (
        "Picture"
      ) : (
        // biome-ignore lint/performance/noImgElement: a signed address is for the browser alone, and no image service may fetch it.
        <img src={address} alt={data?.alt_text ?? ""} className="size-full object-cover" />
      )}
    </span>
  );
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A date in words; any other value as it is. */
export function dateInWords(value: Json): string {
  const [, year, month, day] = typeof value === "string" ? (DATE.exec(value) ?? []) : [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? sayValue(value) : `${Number(day)} ${name} ${Number(year)}`;
}
