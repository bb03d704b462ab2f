import { dirname, resolve } from "node:path";
import ts from "typescript";

/** A declaration of a bundle: its name, its text with comments, and the names that it uses. */
interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly uses: ReadonlySet<string>;
}

/** Declarations of modules and of all that they use, as one module without imports. */
export interface DeclarationBundle {
  readonly text: string;
  /** Names that the modules themselves export; the rest is what those use. */
  readonly exported: ReadonlySet<string>;
}

/**
 * Makes one declaration file of the files that `tsc` writes for modules, with what the modules export and what that uses.
 *
 * @param read returns the text of a declaration file.
 * @throws Error where two files declare different things by one name, or import something by another name.
 */
export function bundleDeclarations(entries: readonly string[], read: (path: string) => string): DeclarationBundle {
  const declared = new Map<string, Declaration>();
  const exported = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string, isEntry: boolean): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.ES2022, true);
    for (const statement of file.statements) {
      if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
        const from = statement.moduleSpecifier;
        const named = ts.isImportDeclaration(statement)
          ? statement.importClause?.namedBindings
          : statement.exportClause;
        for (const each of named !== undefined && "elements" in named ? named.elements : []) {
          if (each.propertyName !== undefined) throw new Error(`${path} names ${each.getText()} otherwise`);
          if (isEntry && ts.isExportSpecifier(each)) exported.add(each.name.text);
        }
        if (from !== undefined && ts.isStringLiteral(from))
          visit(resolve(dirname(path), from.text.replace(/\.(?:js|ts)$/, ".d.ts")), false);
        continue;
      }
      for (const declaration of declarationsOf(statement, file)) {
        const before = declared.get(declaration.name);
        if (before !== undefined && before.text !== declaration.text)
          throw new Error(`two things are called ${declaration.name}`);
        declared.set(declaration.name, declaration);
        if (isEntry) exported.add(declaration.name);
      }
    }
  };
  for (const entry of entries) visit(entry, true);
  const kept = new Set<string>();
  const keep = (name: string): void => {
    const found = declared.get(name);
    if (found === undefined || kept.has(name)) return;
    kept.add(name);
    for (const used of found.uses) keep(used);
  };
  for (const name of exported) keep(name);
  const texts = [...declared.values()].filter(({ name }) => kept.has(name)).map(({ text }) => text);
  // Without an export of its own, whatever such a file declares counts as exported: the constants are no part of the module.
  return { text: `${texts.join("\n")}\nexport {};\n`, exported };
}

function declarationsOf(statement: ts.Statement, file: ts.SourceFile): Declaration[] {
  const names = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.getText(file))
    : "name" in statement && statement.name !== undefined
      ? [(statement.name as ts.Identifier).text]
      : [];
  if (names.length === 0) return [];
  const bare = statement.getText(file).replace(/^export /, "");
  const text = `${commentOf(statement, file)}\n${ts.isVariableStatement(statement) ? bare : `export ${bare}`}`.trim();
  const uses = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) uses.add(node.text);
    node.forEachChild(collect);
  };
  collect(statement);
  return names.map((name) => ({ name, text, uses }));
}

/** The doc comment of a declaration: the last comment before it. */
function commentOf(node: ts.Node, file: ts.SourceFile): string {
  const last = ts.getLeadingCommentRanges(file.text, node.getFullStart())?.at(-1);
  const text = last === undefined ? "" : file.text.slice(last.pos, last.end);
  return text.startsWith("/**") ? text : "";
}
