import ts from "typescript";
import type { DeclarationBundle } from "./bundle-declarations.ts";

/** Modules of the runtime, each with a page of its own: in one it would weigh more than a page may. */
export const RUNTIME_LEADS = {
  index:
    "The runtime plays dialogues in games and tools, as the guide on [playing](/docs/guides/playing) defines. It is one ES module without imports at [`/runtime.js`](/runtime.js), with its types at [`/runtime.d.ts`](/runtime.d.ts). Neither needs a key. It plays [the file of a story](/docs/reference/runs#runs_story), with the types of any generator for the OpenAPI description. [`/runtime-vectors.json`](/runtime-vectors.json) has the test vectors for runtimes in other languages. [Another module](/docs/runtime/offline) beside it is for games without a network. This page is made from the types.\n\nEvery function is pure: it takes a state and returns a new one. The state is plain JSON and is all there is to save.",
  offline:
    "A second module beside [the runtime](/docs/runtime), at [`/offline.js`](/offline.js) with its types at [`/offline.d.ts`](/offline.d.ts), for games [without a network](/docs/guides/offline): it answers who knows what, keeps saves, and sends what was played. It has no imports and needs no key. [`/knowledge-vectors.json`](/knowledge-vectors.json) has the test vectors of who knows what, for other languages. Types that are not described here are [those of the runtime](/docs/runtime#types). This page is made from the types.",
} as const;

/**
 * Returns the reference of a module as Markdown, made from its declarations and their TSDoc.
 *
 * @param elsewhere declarations of a module whose reference describes its types already.
 */
export function runtimeReference(
  { text, exported }: DeclarationBundle,
  lead: string,
  elsewhere: DeclarationBundle | null = null,
): string {
  const file = sourceOf(text);
  const functions = file.statements.filter(ts.isFunctionDeclaration);
  const known = new Set(elsewhere === null ? [] : typesIn(sourceOf(elsewhere.text)).map(({ name }) => name.text));
  const types = typesIn(file).filter(({ name }) => !known.has(name.text));
  const others = file.statements.filter(ts.isVariableStatement);
  const isExported = ({ name }: ts.InterfaceDeclaration | ts.TypeAliasDeclaration) => exported.has(name.text);
  return [
    lead,
    "## Functions",
    ...functions.map((each) => section(each.name?.text ?? "", each, file)),
    "## Types",
    ...types.filter(isExported).map((each) => section(each.name.text, each, file)),
    ...(types.every(isExported) ? [] : ["## Types used by these"]),
    ...types.filter((each) => !isExported(each)).map((each) => section(each.name.text, each, file)),
    ...others.map((each) => code(each.getText(file))),
  ]
    .join("\n\n")
    .concat("\n");
}

const sourceOf = (text: string) => ts.createSourceFile("runtime.d.ts", text, ts.ScriptTarget.ES2022, true);

const typesIn = ({ statements }: ts.SourceFile) =>
  statements.filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));

function section(name: string, node: ts.Statement, file: ts.SourceFile): string {
  const docs = ts.getJSDocCommentsAndTags(node);
  const summary = docs.map(({ comment }) => words(comment)).join("\n\n");
  const tags = ts.getJSDocTags(node).map((tag) => {
    const what = ts.isJSDocParameterTag(tag) ? `\`${tag.name.getText(file)}\`` : titleOf(tag.tagName.text);
    return `- ${what}: ${words(tag.comment).replace(/^- /, "")}`;
  });
  const parts = [`### ${name}`, summary, code(node.getText(file)), tags.join("\n")];
  return parts.filter((each) => each !== "").join("\n\n");
}

const titleOf = (tag: string): string => (tag === "throws" ? "Throws" : tag === "returns" ? "Returns" : tag);

/** A comment as Markdown: a link to a type is its name. */
function words(comment: ts.JSDocTag["comment"]): string {
  const text = typeof comment === "string" ? comment : (ts.getTextOfJSDocComment(comment) ?? "");
  return text.replace(/\{@link (\w+)\}/g, "`$1`").replace(/(?<!\n)\n(?!\n)/g, " ");
}

const code = (text: string): string => `\`\`\`ts\n${text.replace(/^(?:export )?(?:declare )?/, "")}\n\`\`\``;
