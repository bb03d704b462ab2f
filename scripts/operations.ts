import { listOperations } from "#server/operations.ts";

/** The route table: method, path, scope and summary of every operation, aligned. */
export function operationTable(): string[] {
  const rows = listOperations().map(({ operation: { method, path, scope, summary } }) => [
    method,
    path,
    scope ?? "-",
    summary,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

if (import.meta.main) process.stdout.write(`${operationTable().join("\n")}\n`);
