import type { QueryClient } from "@tanstack/react-query";
import type { Severity } from "#domain/problems/problem.ts";
import type { Inputs } from "../api/client.ts";
import type { ReadScope } from "../api/read-scope.ts";
import { placeOf, type ScreenId } from "../areas/areas.ts";
import { type ListQuery, type OffsetPage, pagesOf } from "../list/list-query.ts";
import { PAGE } from "../project/page-size.ts";
import VARIABLES from "../resource/data/variables.json";
import { resourceRead } from "../resource/resource-read.ts";

type Answered<Ask> = Ask extends (...given: never[]) => Promise<infer Page> ? Page : never;

/** Returns a read of a list as it is, with the type of its rows. */
function read<Page extends OffsetPage, Row>(list: ListQuery<Page, Row>): ListQuery<Page, Row> {
  return list;
}

const inputOf = ({ project_id, reading }: ReadScope) => ({ project_id, ...reading });

/** Every dialogue of the project with its numbers. */
export function dialoguesRead(asked: ReadScope) {
  const { api, client } = asked;
  const input = { ...inputOf(asked), stats: true, sort_by: "edited_at", sort_order: "desc" } as const;
  return read({
    queryKey: api.dialogues.list.queryKey(input),
    changes: api.dialogues.list.pathKey(),
    ask: (page) => client.dialogues.list.query({ ...input, ...page }),
    rowsOf: ({ dialogues }: Answered<typeof client.dialogues.list.query>) => dialogues,
    isWhole: true,
  });
}

/** Number of rows of a table of the world that are read at once. */
const TABLE_PAGE = 100;

/** One table of the world: entities of a type, in an order and narrowed as asked. */
export function tableRead({ api, client }: ReadScope, input: Inputs["entities"]["list"]) {
  return read({
    queryKey: api.entities.list.queryKey(input),
    changes: api.entities.pathKey(),
    ask: (page, signal) => client.entities.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ entities }: Answered<typeof client.entities.list.query>) => entities,
    size: TABLE_PAGE,
  });
}

/** All rows of a table of the world, in as few answers as there can be. */
export function wholeTableRead(asked: ReadScope, input: Inputs["entities"]["list"]) {
  const { queryKey, ...list } = tableRead(asked, input);
  return read({ ...list, queryKey: [...queryKey, "whole"], size: PAGE, isWhole: true });
}

/** Playthroughs of one status or of all, as they are now. */
export function playthroughsRead(
  { api, client, project_id }: ReadScope,
  more: Pick<Inputs["runs"]["progress"], "status"> = {},
) {
  const input = { project_id, ...more };
  return read({
    queryKey: api.runs.progress.queryKey(input),
    changes: api.runs.pathKey(),
    ask: (page, signal) => client.runs.progress.query({ ...input, ...page }, { signal }),
    rowsOf: ({ progress }: Answered<typeof client.runs.progress.query>) => progress,
  });
}

/** Links by which readers play the dialogues of the project. */
export function readersRead(asked: ReadScope) {
  const { api, client } = asked;
  const input = inputOf(asked);
  return read({
    queryKey: api.shares.list.queryKey(input),
    changes: api.shares.pathKey(),
    ask: (page, signal) => client.shares.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ shares }: Answered<typeof client.shares.list.query>) => shares,
    isWhole: true,
  });
}

/** Problems of all dialogues, of one severity or of all. */
export function problemsRead(asked: ReadScope, more: { readonly severity?: Severity } = {}) {
  const { api, client } = asked;
  const input = { ...inputOf(asked), ...more };
  return read({
    queryKey: api.problems.list.queryKey(input),
    changes: api.problems.pathKey(),
    ask: (page, signal) => client.problems.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ problems }: Answered<typeof client.problems.list.query>) => problems,
  });
}

/** Number of deleted subjects that are read at once. */
const DELETED_PAGE = 50;

/** Deleted subjects of the project, the last deleted first. */
export function deletedRead(asked: ReadScope) {
  const { api, client } = asked;
  const input = inputOf(asked);
  return read({
    queryKey: api.record.deleted.queryKey(input),
    ask: (page, signal) => client.record.deleted.query({ ...input, ...page }, { signal }),
    rowsOf: ({ deleted }: Answered<typeof client.record.deleted.query>) => deleted,
    size: DELETED_PAGE,
  });
}

/** Number of types that are offered in tables of several types. */
const TYPES = 500;

/** The types of entities that are in use. */
export function typesRead(asked: ReadScope) {
  return asked.api.entities.types.queryOptions({ project_id: asked.project_id, limit: TYPES, ...asked.reading });
}

/** The dialogues of the project and where each leads. */
export function mapRead(asked: ReadScope) {
  return asked.api.dialogues.map.queryOptions(inputOf(asked));
}

type Ahead = (asked: ReadScope, queries: QueryClient) => Promise<unknown>;

const list =
  <Page extends OffsetPage, Row>(readOf: (asked: ReadScope) => ListQuery<Page, Row>): Ahead =>
  (asked, queries) =>
    queries.prefetchInfiniteQuery(pagesOf(readOf(asked)));

const table = (type: string) =>
  list((asked) => tableRead(asked, { ...inputOf(asked), type, sort_by: "name", sort_order: "asc" }));

/** First reads of screens, by their ids in the map of the studio: those that a screen waits for before it shows anything. */
const FIRST_READS: Readonly<Partial<Record<ScreenId, Ahead>>> = {
  dialogues: list(dialoguesRead),
  map: (asked, queries) => queries.prefetchQuery(mapRead(asked)),
  variables: list((asked) => resourceRead(asked, VARIABLES)),
  cast: table("character"),
  places: table("location"),
  groups: (asked, queries) => queries.prefetchQuery(typesRead(asked)),
  things: (asked, queries) => queries.prefetchQuery(typesRead(asked)),
  playthroughs: list(playthroughsRead),
  readers: list(readersRead),
  problems: list(problemsRead),
  deleted: list(deletedRead),
};

/** Ids of the screens whose first reads are read ahead. */
export const READ_AHEAD = Object.keys(FIRST_READS) as readonly ScreenId[];

/** Reads ahead what the screen at an address shows first; nothing of pages that are below a screen, or outside of projects. */
export async function readAhead(
  href: string,
  { api, client }: Pick<ReadScope, "api" | "client">,
  queries: QueryClient,
) {
  const { pathname, searchParams } = new URL(href, "http://studio");
  const project_id = /^\/projects\/([^/]+)\//.exec(pathname)?.[1];
  const place = placeOf(pathname);
  if (project_id === undefined || place === null || place.isBelow) return;
  const at = Number(searchParams.get("at") ?? Number.NaN);
  const reading = Number.isInteger(at) ? { at_seq: at } : {};
  await FIRST_READS[place.screen.id as ScreenId]?.({ api, client, project_id, reading }, queries);
}
