import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../kernel/page.ts";
import { Problem } from "../../kernel/problem.ts";
import { isOneOf } from "../../record/database.ts";
import { column } from "../../record/list/row.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersion } from "../../record/versions.ts";
import type { ProjectReadContext } from "../context.ts";
import type { ForEach } from "../for-each.ts";
import { listQuery, propertyFilterQuery } from "../list-query.ts";
import { listResource, listResourceOfEach } from "../listing.ts";
import { type Operation, projectRead } from "../operation.ts";
import { projectScope } from "../project-scope.ts";
import { type ApiResource, type SubjectIds, type SubjectParams, shownOpen, type Wording } from "./api-resource.ts";

/** Container of a list's subjects: they name it in the column of its path parameter's name. */
export interface Container<Param extends string> {
  readonly resource: Resource<never>;
  readonly param: Param;
  readonly params: SubjectParams<Param>;
}

/** Parameters that keep the subjects whose column of that name equals the value. */
export type Filters = Readonly<Record<string, z.ZodType<string | boolean>>>;

/** Values that one of a filter stands for, where it can be told otherwise than by the value of the column. */
export type Meanings<Name extends string> = {
  readonly [Filter in Name]?: (context: ProjectReadContext, value: string) => Promise<readonly string[]>;
};

type ListQuery = ReturnType<typeof listQuery>;

type QueryOf<F extends Filters, Properties extends boolean> = z.ZodObject<
  ListQuery & { [Name in keyof F]: z.ZodOptional<F[Name]> } & (Properties extends true
      ? typeof propertyFilterQuery
      : unknown)
>;

/** Operation that lists subjects page by page. */
export type ListOperation<
  Parent extends string,
  Field extends string,
  Wire extends z.ZodType,
  F extends Filters,
  Properties extends boolean,
> = Operation<SubjectParams<Parent>, QueryOf<F, Properties>, undefined, PageOf<Field, Wire>, "GET", "project-read">;

type PageOf<Field extends string, Wire extends z.ZodType> = ReturnType<typeof listOutput<Field, Wire>>;

/**
 * Declares the list of a resource's subjects, page by page, at the sequence asked for: all of a project, or those of one
 * `container`, whose absence is a 404.
 */
export function declareList<
  S,
  Wire extends z.ZodType,
  const Field extends string,
  F extends Filters = Record<never, never>,
  const Properties extends boolean = false,
  Parent extends string = never,
>(
  api: ApiResource<S, Wire, string>,
  path: `/v1/projects/{project_id}/${string}`,
  options: Wording & {
    /** Name of the list in the answer. */
    field: Field;
    container?: Container<Parent>;
    filters?: F;
    meanings?: Meanings<keyof F & string>;
    /** Columns to sort by, besides `id`, `created_at` and `updated_at`. */
    sortable: readonly string[];
    /** Whether its free-form `properties` can be filtered and sorted by. */
    properties?: Properties;
  },
): ListOperation<Parent, Field, Wire, F, Properties> {
  const { resource, wire, toWire, many } = api;
  const { field, container, filters = {}, meanings = {}, sortable, properties = false, ...wording } = options;
  const columns = Object.fromEntries(["id", ...sortable, "created_at", "updated_at"].map((name) => [name, {}]));
  const query = z.object({
    ...listQuery({ columns, properties }),
    ...z.object(filters).partial().shape,
    ...(properties && propertyFilterQuery),
  });
  const filtersOf = (asked: Record<string, unknown>): SQL[] =>
    Object.keys(filters).flatMap((name) => {
      const value = asked[name];
      if (value === undefined) return [];
      return Array.isArray(value) ? [isOneOf(column(name), value)] : [sql`${column(name)} = ${value}`];
    });
  const meant = async (context: ProjectReadContext, asked: Record<string, unknown>) => {
    const told: Record<string, unknown> = { ...asked };
    for (const [name, valuesOf] of Object.entries(meanings as Meanings<string>)) {
      const value = told[name];
      if (typeof value === "string" && valuesOf !== undefined) told[name] = await valuesOf(context, value);
    }
    return told;
  };
  const operation = projectRead({
    method: "GET",
    path: path as string,
    scope: "read",
    summary: `List ${many}`,
    ...wording,
    params: (container?.params ?? projectScope) as z.ZodObject,
    query: query as z.ZodObject<ListQuery>,
    output: listOutput(field as string, wire),
    errors: ["not_found"],
    ...(api.sealing !== undefined && { taggedBy: "answer-of-any-time" }),
    handle: async (context, input) => {
      const where = filtersOf(await meant(context, input.query));
      if (container !== undefined) {
        const id = (input.params as SubjectIds<Parent>)[container.param];
        const found = await findVersion(context.db, container.resource, context.project.id, id, context.atSeq);
        if (found === null) throw new Problem("not_found");
        where.push(sql`${column(container.param)} = ${id}`);
      }
      const { rows, ...rest } = await listResource(context, resource, input.query, { where });
      return { [field]: await shownOpen(api, context, rows), ...rest } as never;
    },
  });
  return { ...operation, forEach: container === undefined ? null : ofEach(container) } as never;

  function ofEach({ param: parameter }: Container<Parent>): ForEach<{ query: z.output<z.ZodObject<ListQuery>> }> {
    return {
      parameter,
      handle: async (context, lists, { query: asked }) => {
        const of = (subject: SQL) => sql`${column(parameter)} = ${subject}`;
        const pages = await listResourceOfEach(context, resource, asked, lists, { of, where: filtersOf(asked) });
        return new Map([...pages].map(([id, { rows, ...rest }]) => [id, { [field]: rows.map(toWire), ...rest }]));
      },
    };
  }
}
