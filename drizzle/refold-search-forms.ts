import type postgres from "postgres";
import { alnumForm, searchForm } from "#domain/search-form.ts";

/** Columns that hold search forms, by their tables. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  entity_versions: ["name_search"],
  fact_versions: ["text_search"],
  dialogue_versions: ["name_search", "description_search"],
  dialogue_node_versions: ["text_search", "more_search"],
  dialogue_group_versions: ["title_search"],
  dialogue_annotation_versions: ["text_search"],
};

/**
 * Characters that search forms had before case was folded in full, as a POSIX bracket expression: letters with another
 * form now, and characters that are not seen.
 */
export const FORMER_CHARACTERS =
  "[ßæðøþđħıĸłŋœŧ\u0640\u1c80-\u1c88\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e" +
  "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]";

/** Brings stored search forms to the rules of now: a form of a form is the form of the text. */
export async function refoldSearchForms(client: postgres.Sql): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) await refold(client, table, column);
  }
}

/** Rows brought up to date by one statement. */
const CHUNK = 500;

interface Row {
  readonly project_id: string;
  readonly id: string;
  readonly valid_from_seq: string;
  readonly form: string;
}

async function refold(client: postgres.Sql, table: string, column: string): Promise<void> {
  let after: Row = { project_id: "", id: "", valid_from_seq: "0", form: "" };
  for (;;) {
    const rows = await client<Row[]>`
      SELECT project_id, id, valid_from_seq, ${client(column)} AS form FROM ${client(table)}
      WHERE (project_id, id, valid_from_seq) > (${after.project_id}, ${after.id}, ${after.valid_from_seq})
        AND ${client(column)} ~ ${FORMER_CHARACTERS}
      ORDER BY project_id, id, valid_from_seq LIMIT ${CHUNK}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
    const forms = rows.map(({ form }) => searchForm(form));
    // Names have their trigrams from a second form, which only the last version of a name holds.
    const isName = table === "entity_versions";
    const alnum = isName ? client`, name_alnum = CASE WHEN name_alnum IS NULL THEN NULL ELSE f.alnum END` : client``;
    await client`UPDATE ${client(table)} t SET ${client(column)} = f.form ${alnum}
      FROM unnest(${rows.map((row) => row.project_id)}::text[], ${rows.map((row) => row.id)}::text[],
        ${rows.map((row) => row.valid_from_seq)}::bigint[], ${forms}::text[], ${isName ? forms.map(alnumForm) : forms}::text[])
        AS f(project_id, id, valid_from_seq, form, alnum)
      WHERE t.project_id = f.project_id AND t.id = f.id AND t.valid_from_seq = f.valid_from_seq`;
  }
}
