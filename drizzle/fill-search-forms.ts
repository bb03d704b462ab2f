import type postgres from "postgres";
import type { StoredNodeLists } from "#domain/dialogue/keyed.ts";
import { nodeSearchForms } from "#domain/node-search.ts";
import { searchForm } from "#domain/search-form.ts";

/** A column that holds a search form, and what the form is made of. */
interface FormColumn {
  readonly table: string;
  readonly column: string;
  readonly from: readonly string[];
  form(row: never): string;
}

interface NodeTexts {
  title: string | null;
  text: string;
  speaker_label: string | null;
  tags: string[];
  branches: StoredNodeLists["branches"];
}

/** Columns younger than rows may be; each has an index of the rows that lack it. */
const COLUMNS: readonly FormColumn[] = [
  {
    table: "dialogue_node_versions",
    column: "more_search",
    from: ["title", "text", "speaker_label", "tags", "branches"],
    form: (row: NodeTexts) => nodeSearchForms(row).more_search,
  },
  {
    table: "dialogue_versions",
    column: "description_search",
    from: ["description"],
    form: ({ description }: { description: string }) => searchForm(description),
  },
  {
    table: "dialogue_group_versions",
    column: "title_search",
    from: ["title"],
    form: ({ title }: { title: string }) => searchForm(title),
  },
  {
    table: "dialogue_annotation_versions",
    column: "text_search",
    from: ["text"],
    form: ({ text }: { text: string }) => searchForm(text),
  },
];

/** Gives rows that are older than a column their search form, which PostgreSQL cannot make. */
export async function fillSearchForms(client: postgres.Sql): Promise<void> {
  for (const column of COLUMNS) await fill(client, column);
}

/** Rows filled by one statement. */
const CHUNK = 500;

async function fill(client: postgres.Sql, { table, column, from, form }: FormColumn): Promise<void> {
  for (;;) {
    const rows = await client<{ project_id: string; id: string; valid_from_seq: string }[]>`
      SELECT ${client(["project_id", "id", "valid_from_seq", ...from])}
      FROM ${client(table)} WHERE ${client(column)} IS NULL LIMIT ${CHUNK}`;
    if (rows.length === 0) return;
    await client`UPDATE ${client(table)} t SET ${client(column)} = f.form
      FROM unnest(${rows.map((row) => row.project_id)}::text[], ${rows.map((row) => row.id)}::text[],
        ${rows.map((row) => row.valid_from_seq)}::bigint[], ${rows.map((row) => form(row as never))}::text[])
        AS f(project_id, id, valid_from_seq, form)
      WHERE t.project_id = f.project_id AND t.id = f.id AND t.valid_from_seq = f.valid_from_seq`;
  }
}
