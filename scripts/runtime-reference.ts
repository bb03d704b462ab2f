import ts from "typescript";
import type { DeclarationBundle } from "./bundle-declarations.ts";

const LEAD =
  "The runtime plays dialogues in games and tools, as the guide on [playing](/docs/guides/playing) defines. It is one ES module without imports at [`/runtime.js`](/runtime.js), with its types at [`/runtime.d.ts`](/runtime.d.ts). Neither needs a key. [`/offline.js`](/offline.js), with its types at [`/offline.d.ts`](/offline.d.ts), is a second module beside it, for games [without a network](/docs/guides/offline). The runtime plays [the file of a story](/docs/reference/runs#runs_story), with the types of any generator for the OpenAPI description. [`/runtime-vectors.json`](/runtime-vectors.json) has the test vectors for runtimes in other languages, [`/knowledge-vectors.json`](/knowledge-vectors.json) those of who knows what. This page is made from the types.\n\nEvery function is pure: it takes a state and returns a new one. The state is plain JSON and is all there is to save.";

/** Returns the reference of a module as Markdown, made from its declarations and their TSDoc. */
export function runtimeReference({ text, exported }: DeclarationBundle): string {
  const file = ts.createSourceFile("runtime.d.ts", text, ts.ScriptTarget.ES2022, true);
  const functions = file.statements.filter(ts.isFunctionDeclaration);
  const types = file.statements.filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));
  const others = file.statements.filter(ts.isVariableStatement);
  const isExported = ({ name }: ts.InterfaceDeclaration | ts.TypeAliasDeclaration) => exported.has(name.text);
  return [
    LEAD,
    "## Functions",
    ...functions.map((each) => section(each.name?.text ?? "", each, file)),
    "## Types",
    ...types.filter(isExported).map((each) => section(each.name.text, each, file)),
    "## Types used by these",
    ...types.filter((each) => !isExported(each)).map((each) => section(each.name.text, each, file)),
    ...others.map((each) => code(each.getText(file))),
  ]
    .join("\n\n")
    .concat("\n");
}

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
