"use client";

import type { JsonObject } from "#domain/json.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { useListQuery } from "../list/use-list-query.ts";
import { useReadScope } from "../project/use-read-scope.ts";
import { callsOf, resourceRead, type Subject } from "./resource-read.ts";

/** The subjects of a resource at the moment that is looked at, and what can be done with them. */
export function useResource<Row extends Subject>(data: ResourceScreenData) {
  const { param } = data;
  const asked = useReadScope();
  const { project_id, reading } = asked;
  const calls = callsOf(asked, data);
  const source = useListQuery(resourceRead<Row>(asked, data));
  const call = (name: string, more: object) => calls[name]?.mutate({ project_id, ...more });
  return {
    source,
    /** Asks for all of them in a format of their export. */
    exported: (format: string) =>
      calls.export?.query({ project_id, ...reading, format }) as Promise<{ filename: string; content: string }>,
    /** Asks for an operation on all of them. */
    ask: (name: string, body: object) => call(name, body) as Promise<Row>,
    /** Asks for an operation on one; `seq` is the version that a change was made on. */
    askOf: ({ id }: Row, name: string, body: JsonObject = {}) => call(name, { [param]: id, ...body }) as Promise<Row>,
  };
}
