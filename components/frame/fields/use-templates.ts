"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TemplateSubject } from "#domain/templates/template.ts";
import { useApi } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";

export type Template = Outputs["templates"]["get"];

/** Templates that a project can have. */
const MOST = 250;

/** Query of all templates of a project at the moment that is looked at. */
export function useTemplatesInput() {
  return {
    project_id: useProjectId(),
    limit: MOST,
    sort_by: "type",
    sort_order: "asc",
    ...useMoment().reading,
  } as const;
}

/** Reads the templates of entities or of cards, by their types: null until they are read, none where they could not be. */
export function useTemplates(subject: TemplateSubject): ReadonlyMap<string, Template> | null {
  const { data, error } = useQuery(useApi().templates.list.queryOptions(useTemplatesInput()));
  const isFailed = error !== null;
  return useMemo(() => {
    if (data === undefined) return isFailed ? new Map() : null;
    const own = data.templates.filter(({ applies_to }) => applies_to === subject);
    return new Map(own.map((template) => [template.type, template]));
  }, [data, isFailed, subject]);
}
