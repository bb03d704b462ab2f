import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { filesBelow } from "#server/files-below.ts";

const ROOT = join(import.meta.dirname, "..");
const RAISED = /^(Problem|ValidationProblem|invalidValue|aboveMaximum)$/;

/** Finds exported functions whose own body throws a problem and whose comment has no `@throws`. */
function undocumentedThrows(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || statement.body === undefined) return [];
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const isTold = ts.getJSDocTags(statement).some(({ tagName }) => tagName.text === "throws");
    return isTold || !raises(statement.body) ? [] : [`${name}: ${statement.name?.text}`];
  });
}

function raises(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isThrowStatement(node) && (ts.isNewExpression(node.expression) || ts.isCallExpression(node.expression))) {
    if (RAISED.test(node.expression.expression.getText())) return true;
  }
  return ts.forEachChild(node, (child) => raises(child) || undefined) === true;
}

test("a function without @throws that raises a problem is found", () => {
  const raising = 'export function find(id: string) { if (id === "") throw new Problem("not_found"); }';
  expect(undocumentedThrows("a.ts", raising)).toEqual(["a.ts: find"]);
  expect(undocumentedThrows("a.ts", `/** @throws Problem */\n${raising}`)).toEqual([]);
  expect(undocumentedThrows("a.ts", "export function find() { return () => { throw invalidValue(); }; }")).toEqual([]);
});

test("every exported function of the server that raises a problem says so with @throws", () => {
  const files = filesBelow(join(ROOT, "server")).filter((path) => /(?<!\.test|\.fixture)\.ts$/.test(path));
  const missing = files.flatMap((path) => undocumentedThrows(relative(ROOT, path), readFileSync(path, "utf8")));
  expect(missing).toEqual([]);
});
