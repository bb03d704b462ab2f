import { sql } from "drizzle-orm";
import { isoMoment } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Eraser } from "../../operation/erasure.ts";
import { type Columns, type Db, jsonb, textArray } from "../../record/database.ts";
import { removeOld } from "../../record/remove-old.ts";
import { type KeptQuestion, keptQuestion } from "./assemble.ts";
import { type HandedOver, packReceipt, type ReceiptItem, unpackReceipt } from "./packed-receipt.ts";
import type { AssembledContext, ContextQuestion, LeftOut, LeftOutReason } from "./question.ts";

/** Time that a receipt is stored after its context was last asked for. */
const KEPT_MS = 30 * 86_400_000;

/** Candidates left out that a receipt names; of the others it has the number. */
const LEFT_OUT_KEPT = 50;

/** Question of a receipt that was emptied. */
const ERASED = { erased: true };

/** A receipt as it was kept. */
export interface KeptReceipt extends HandedOver {
  readonly id: string;
  readonly seq: number;
  readonly scorer_version: number;
  readonly question: KeptQuestion;
  readonly digest: string;
  readonly created_at: string;
}

/**
 * Keeps the receipt of a context, without its text; one that is asked for again is kept longer.
 *
 * @param now in milliseconds.
 */
export async function keepReceipt(
  db: Db,
  projectId: string,
  { question, context, now }: { question: ContextQuestion; context: AssembledContext; now: number },
): Promise<void> {
  const { receipt_id, seq, scorer_version, tokens, sections, left_out, withheld, digest } = context;
  const items = sections.flatMap(({ name, items: own }) =>
    own.map(
      ({ id, kind, seq: from, tokens: takes, reason, score }): ReceiptItem => ({
        section: name,
        id,
        kind,
        seq: from,
        tokens: takes,
        reason,
        score,
      }),
    ),
  );
  const packed = await packReceipt({
    tokens,
    items,
    left_out: left_out.slice(0, LEFT_OUT_KEPT),
    left_out_counts: countsOf(left_out),
    withheld,
  });
  const moment = new Date(now).toISOString();
  await db.execute(
    sql`INSERT INTO context_receipts AS kept (project_id, id, seq, scorer, question, packed, digest, created_at)
        VALUES (${projectId}, ${receipt_id}, ${seq}, ${scorer_version}, ${jsonb(keptQuestion(question))},
          ${packed}, ${digest}, ${moment})
        ON CONFLICT (project_id, id) DO UPDATE SET created_at = greatest(kept.created_at, excluded.created_at)`,
  );
}

function countsOf(left: readonly LeftOut[]): Partial<Record<LeftOutReason, number>> {
  const counts: Partial<Record<LeftOutReason, number>> = {};
  for (const { reason } of left) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/**
 * A receipt of a project; null for one that was never kept, or is no longer.
 *
 * @throws Problem `erased` where a player in it was erased
 */
export async function findReceipt(db: Db, projectId: string, id: string): Promise<KeptReceipt | null> {
  const [row] = await db.execute<
    Columns<
      "context_receipts",
      "id" | "seq" | "scorer" | "question" | "receipt" | "packed" | "digest" | "created_at"
    > & {
      question: KeptQuestion;
      receipt: Omit<HandedOver, "left_out_counts"> & Partial<Pick<HandedOver, "left_out_counts">>;
    }
  >(
    sql`SELECT id, seq, scorer, question, receipt, packed, digest, created_at FROM context_receipts
        WHERE project_id = ${projectId} AND id = ${id}`,
  );
  if (row === undefined) return null;
  if ("erased" in row.question) throw new Problem("erased");
  const { seq, scorer, question, packed, digest, created_at } = row;
  const receipt = packed === null ? row.receipt : await unpackReceipt(packed);
  return {
    id,
    seq,
    scorer_version: scorer,
    // Receipts of earlier rules know fewer questions, and name all that was left out.
    question: { ...question, ...keptQuestion(question) },
    ...receipt,
    left_out_counts: receipt.left_out_counts ?? countsOf(receipt.left_out),
    digest,
    created_at: isoMoment(created_at),
  };
}

/** Empties the receipts of contexts of a player and of those in the removed playthroughs; their ids answer 410 `erased` as long as they are kept. */
export const eraseReceipts: Eraser = async ({ db }, { projectId, id, gone }) => {
  const rows = await db.execute(
    sql`UPDATE context_receipts SET question = ${jsonb(ERASED)}, receipt = NULL, packed = NULL, digest = ''
        WHERE project_id = ${projectId} AND (question->'player'->>'id' = ${id} OR question->'run'->>'id' = ANY(${textArray(gone)})) RETURNING 1`,
  );
  return { counts: { context_receipts: rows.length } };
};

/**
 * Removes receipts that nobody asked for in thirty days, so many at a time; answers whether there may be more.
 *
 * @param now in milliseconds.
 */
export function forgetOldReceipts(db: Db, now: number): Promise<boolean> {
  return removeOld(db, { table: "context_receipts", column: "created_at", until: now - KEPT_MS });
}
