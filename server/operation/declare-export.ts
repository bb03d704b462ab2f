import { z } from "zod";
import type { ProblemCode } from "../kernel/problem-catalogue.ts";
import type { ProjectReadContext } from "./context.ts";
import { FileAnswer, type FileFormat } from "./file-answer.ts";
import type { Piece } from "./json-pieces.ts";
import { type Operation, type Parts, projectRead } from "./operation.ts";
import type { PlayerRule } from "./player-rule.ts";

/** Format of an export, with its writer. The value of a writer at its end has the members of `more`. */
export type ExportFormat<Source, Rest = undefined> = FileFormat &
  (
    | {
        /** Whether the text is JSON, which an answer in JSON holds as a value. */
        readonly isJson?: boolean;
        readonly isBinary?: never;
        /** Writes the text, a part at a time. */
        readonly write: (source: Source) => AsyncGenerator<Piece, Rest, undefined>;
      }
    | {
        readonly isJson?: never;
        /** Whether the file is bytes, which an answer in JSON holds in base64. */
        readonly isBinary: true;
        /** Writes the bytes, a part at a time. */
        readonly write: (source: Source) => AsyncGenerator<Uint8Array, Rest, undefined>;
      }
  );

/** Whether a type is one name alone. */
type IsOne<Name extends string, All = Name> = Name extends unknown ? ([All] extends [Name] ? true : false) : never;

/** Members of an export that has a choice of formats; none where it has one format. */
type WithChoice<Names extends string, Shape> = true extends IsOne<Names> ? Record<never, never> : Shape;

type FormatEnum<Names extends string> = z.ZodEnum<{ [Name in Names]: Name }>;

/** Value of a writer at its end. */
type RestOf<More extends z.ZodRawShape> = keyof More extends never ? undefined : z.input<z.ZodObject<More>>;

/** Declaration of an export. */
interface Declaration<
  P extends z.ZodObject,
  Q extends z.ZodRawShape,
  Names extends string,
  Source,
  Content extends z.ZodType,
  More extends z.ZodRawShape,
> {
  readonly path: `/v1/projects/{project_id}/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly params: P;
  readonly query?: Q;
  /** Formats in the order in which they are offered; the first is the default. */
  readonly formats: Readonly<Record<Names, ExportFormat<Source, RestOf<NoInfer<More>>>>>;
  /** Name of the answer in the interface description. */
  readonly id: string;
  /** Schema of the content; text unless it is given. */
  readonly content?: Content;
  /** Members of the answer in JSON behind the content. */
  readonly more?: More;
  readonly errors?: readonly ProblemCode[];
  /** Version of the form in which it is written, part of the ETag. */
  readonly edition?: number;
  /** Whether it is of what lies beside the record, which has no past of it. */
  readonly isBeside?: true;
  /** Rule by which the token of a player may ask for it. */
  readonly forPlayers?: PlayerRule<Parts<P, z.ZodObject<Q>, undefined>>;
  /** Reads what is written, and returns it with the name of the file without its ending. What is long, the writer reads itself. */
  readonly open: (
    context: ProjectReadContext,
    input: Parts<P, z.ZodObject<Q>, undefined>,
  ) => Promise<{ readonly name: string; readonly source: NoInfer<Source> }>;
}

/**
 * Declares an export: a read that answers a file to whoever accepts its type, and else JSON with its name and content. Its formats give
 * the parameter, the description and the menus of the studio.
 */
export function declareExport<
  P extends z.ZodObject,
  const Names extends string,
  Source,
  Q extends z.ZodRawShape = Record<never, never>,
  Content extends z.ZodType = z.ZodString,
  More extends z.ZodRawShape = Record<never, never>,
>(declaration: Declaration<P, Q, Names, Source, Content, More>): ExportOperation<P, Q, Names, Content, More> {
  const { path, summary, description, params, query, formats, id, content, more, errors, open } = declaration;
  const { isBeside = false, forPlayers, edition } = declaration;
  const known = new Map(Object.entries<ExportFormat<Source, RestOf<More>>>(formats));
  const [[first, only] = [], ...others] = known;
  if (first === undefined || only === undefined) throw new Error(`${path} has no format`);
  const format = z.enum([first, ...others.map(([name]) => name)]);
  const hasChoice = others.length > 0;
  const chosen = (sent: object) => {
    const name = (sent as { format?: string }).format ?? first;
    return { name, format: known.get(name) ?? only };
  };
  const operation = projectRead({
    method: "GET",
    path,
    scope: "read",
    long: true,
    summary,
    ...(description !== undefined && { description }),
    params: params as never,
    query: z.object({ ...(hasChoice && { format: format.default(first) }), ...query }),
    output: z
      .object({
        ...(hasChoice && { format }),
        filename: z.string().meta({ description: "A name to save it under." }),
        content: content ?? z.string().meta({ description: "The file." }),
        ...more,
      })
      .meta({ id }),
    errors: errors ?? ["not_found"],
    ...(isBeside && { timeTravel: false, taggedBy: "answer" as const }),
    ...(edition !== undefined && { edition }),
    ...(forPlayers !== undefined && { forPlayers: forPlayers as never }),
    file: {
      all: Object.fromEntries(
        [...known].map(([name, { write: _, isJson: __, ...format }]) => [name, format as FileFormat]),
      ),
      typeFor: (sent: object) => chosen(sent).format.mediaType,
    },
    handle: async (context, input) => {
      const { name, format: written } = chosen(input.query);
      const { name: base, source } = await open(context, input as never);
      return new FileAnswer(hasChoice ? { format: name } : {}, {
        filename: `${base}${written.ending}`,
        mediaType: written.mediaType,
        isJson: written.isJson === true,
        isBinary: written.isBinary === true,
        parts: () => written.write(source),
      });
    },
  });
  return operation as unknown as ExportOperation<P, Q, Names, Content, More>;
}

/** Operation of an export. */
type ExportOperation<
  P extends z.ZodObject,
  Q extends z.ZodRawShape,
  Names extends string,
  Content extends z.ZodType,
  More extends z.ZodRawShape,
> = Operation<
  P,
  z.ZodObject<WithChoice<Names, { format: z.ZodDefault<FormatEnum<Names>> }> & Q>,
  undefined,
  z.ZodObject<WithChoice<Names, { format: FormatEnum<Names> }> & { filename: z.ZodString; content: Content } & More>,
  "GET",
  "project-read"
>;
