import { type SQL, sql } from "drizzle-orm";

/**
 * A column of the version row a list query reads. Every such query calls the row `t`; conditions, sort expressions and
 * derived columns given to the list engine refer to it by this function only.
 */
export function column(name: string): SQL {
  return sql`t.${sql.identifier(name)}`;
}
