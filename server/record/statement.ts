import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/** The protocol counts parameters in 16 bits. */
const MAX_PARAMETERS = 65_533;

const dialect = new PgDialect();

/** A statement whose text never changes: the server remembers it by name from its first use on a connection. */
export interface Statement {
  readonly text: string;
  /** For `$1`, `$2`, …; texts, numbers, booleans, null, or arrays of them. */
  readonly values: readonly unknown[];
  /** Whether it may change something even where it begins with SELECT, as a call of a function may. */
  readonly mayWrite?: boolean;
}

/** A statement ready to be sent. */
export interface CompiledStatement extends Statement {
  /** Whether it asks for a name whatever the pool's rule. */
  readonly keeps: boolean;
  /** Whether it changes nothing, so that it may share a connection and be sent again. */
  readonly onlyReads: boolean;
}

/** Value that a statement names in many places and that is sent once. */
class SharedValue {
  readonly value: string | readonly string[];

  constructor(value: string | readonly string[]) {
    this.value = value;
  }
}

/** A parameter that is sent once however often a statement names it; it needs a cast to the same type everywhere. */
export function sharedParameter(value: string | readonly string[]): SQL {
  return sql`${sql.param(new SharedValue(value))}`;
}

/** A statement that sends each shared value once. */
function sharing(
  text: string,
  values: readonly unknown[],
): { readonly text: string; readonly values: readonly unknown[] } {
  if (!values.some((value) => value instanceof SharedValue)) return { text, values };
  const sent: unknown[] = [];
  const numbers = new Map<SharedValue, number>();
  const numberOf = values.map((value) => {
    const known = value instanceof SharedValue ? numbers.get(value) : undefined;
    if (known !== undefined) return known;
    sent.push(value instanceof SharedValue ? value.value : value);
    if (value instanceof SharedValue) numbers.set(value, sent.length);
    return sent.length;
  });
  return { text: text.replaceAll(/\$(\d+)/g, (_, number) => `$${numberOf[Number(number) - 1]}`), values: sent };
}

/**
 * Makes a statement ready to be sent.
 *
 * @throws Error when it cannot be sent; whatever is behind it must not be sent then.
 */
export function compile(query: SQL | Statement | string): CompiledStatement {
  if (typeof query === "string") return { text: query, values: [], keeps: false, onlyReads: false };
  const isStatement = "text" in query;
  const { text, values } = isStatement ? query : compiled(query);
  if (values.length > MAX_PARAMETERS) throw new Error(`a statement has ${values.length} parameters`);
  if (values.includes(undefined)) throw new Error("a parameter of a statement is undefined");
  const mayWrite = isStatement && query.mayWrite === true;
  const onlyReads = isStatement && !mayWrite && text.startsWith("SELECT");
  return { text, values, keeps: isStatement, onlyReads, mayWrite };
}

function compiled(query: SQL): ReturnType<typeof sharing> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return sharing(text, params);
}

/** Whether a statement changes nothing, should it find itself outside a transaction. */
export function isHarmless({ text, mayWrite }: CompiledStatement): boolean {
  return mayWrite !== true && text.startsWith("SELECT");
}

/**
 * The text of a statement that names its parameters `$1`, `$2`, … itself.
 *
 * @throws Error when it holds a value, which belongs among the values.
 */
export function textOf(query: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(query);
  if (params.length > 0) throw new Error("a statement's text holds values");
  return text;
}

/** The driver knows a statement by its text and by the types that it reads from the values. */
export function signatureOf({ text, values }: CompiledStatement): string {
  let types = "";
  for (const value of values) types += typeOf(value);
  return `${types} ${text}`;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return typeOf(value[0]);
  if (typeof value === "boolean") return "b";
  if (typeof value === "bigint") return "i";
  if (value instanceof Uint8Array) return "y";
  return value instanceof Date ? "d" : ".";
}

/** Returns the approximate size of a statement on the wire: characters of its text and values. */
export function charactersOf({ text, values }: CompiledStatement): number {
  let sum = text.length;
  for (const value of values) sum += weightOf(value);
  return sum;
}

function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (value instanceof Uint8Array) return value.length * 2;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + weightOf(each) + 4, 0);
  return 8;
}
