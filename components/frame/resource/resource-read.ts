import type { QueryKey } from "@tanstack/react-query";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import type { ReadScope } from "../api/read-scope.ts";
import type { ListQuery, OffsetPage } from "../list/list-query.ts";

/** A subject of a recorded resource, as its list answers it. */
export interface Subject {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly valid_from_seq: number | null;
  readonly [field: string]: unknown;
}

/** Whether a value was erased for good. */
export function isErased(value: unknown): value is { readonly erased: true } {
  return typeof value === "object" && value !== null && "erased" in value;
}

/** Operations of an area, by their names: those of the resource's declaration, which its type says nothing of here. */
type Calls = Readonly<
  Record<
    string,
    {
      query(input: object, options?: { signal: AbortSignal }): Promise<unknown>;
      mutate(input: object): Promise<unknown>;
    }
  >
>;

interface Keys {
  readonly list: { queryKey(input: object): QueryKey };
  pathKey(): QueryKey;
}

type Page<Row> = OffsetPage & Readonly<Record<string, readonly Row[]>>;

/** Returns the operations of a resource's area. */
export function callsOf({ client }: ReadScope, { area }: ResourceScreenData): Calls {
  return (client as unknown as Readonly<Record<string, Calls>>)[area] as Calls;
}

/** Every subject of a resource, as the rows of a list. */
export function resourceRead<Row extends Subject>(
  asked: ReadScope,
  data: ResourceScreenData,
): ListQuery<Page<Row>, Row> {
  const { project_id, reading } = asked;
  const input = { project_id, ...reading };
  const calls = callsOf(asked, data);
  const keys = (asked.api as unknown as Readonly<Record<string, Keys>>)[data.area] as Keys;
  return {
    queryKey: keys.list.queryKey(input),
    changes: keys.pathKey(),
    ask: (page, signal) => calls.list?.query({ ...input, ...page }, { signal }) as Promise<Page<Row>>,
    rowsOf: (page) => page[data.list] ?? [],
    isWhole: true,
  };
}
