import type { ExportedNode } from "#domain/export/exported.ts";
import { FabulaWriter } from "#domain/export/fabula-json.ts";
import { EXPORTED_FILES, type ExportFormat } from "#domain/export/formats.ts";
import { InkWriter } from "#domain/export/ink.ts";
import { LinesWriter } from "#domain/export/lines-csv.ts";
import type { DialogueOutline } from "#domain/export/outline.ts";
import { TweeWriter } from "#domain/export/twee3.ts";
import { YarnWriter } from "#domain/export/yarn.ts";
import type { ReportItem } from "#domain/import/story.ts";
import type { Steps } from "#domain/steps.ts";
import { listPieces, openObject, textPieces } from "../../../operation/json-pieces.ts";
import { runYielding } from "../../../operation/run-yielding.ts";
import { slug } from "../import/slug.ts";
import type { OpenedDialogue } from "./exported-dialogue.ts";

const NAME_LENGTH = 80;

/** A name to save the export of a dialogue under. */
export function exportName(dialogueName: string, format: ExportFormat): string {
  return `${slug(dialogueName, NAME_LENGTH) || "dialogue"}${EXPORTED_FILES[format].ending}`;
}

/** The JSON of a dialogue as a document of a format; when it ends, remarks on what the format cannot say. */
export async function* documentPieces(
  dialogue: OpenedDialogue,
  format: ExportFormat,
): AsyncGenerator<string, ReportItem[], undefined> {
  if (format === "fabula_json") {
    yield* fabulaPieces(dialogue);
    return [];
  }
  if (format === "lines_csv") {
    const lines = new LinesWriter(dialogue.outline);
    yield* textPieces(lineParts(lines, dialogue));
    return lines.report();
  }
  const writer = await runYielding(TEXTS[format].opening(dialogue.outline));
  yield* textPieces(textParts(writer, dialogue));
  return writer.report();
}

async function* fabulaPieces({ outline, partKeys, nodes }: OpenedDialogue): AsyncGenerator<string, void, undefined> {
  const writer = await runYielding(FabulaWriter.opening(outline, partKeys));
  const { nodes: _, groups, annotations, extensions, ...graph } = writer.graph;
  yield `${openObject(writer.head)},"graphs":[${openObject(graph)},"nodes":`;
  yield* listPieces(nodes(), (node) => writer.node(node));
  yield `,${openObject({ groups, annotations, extensions }).slice(1)}}],${openObject(writer.tail).slice(1)}}`;
}

/** Writer of a text format, node after node. */
interface TextWriter {
  head(): string;
  node(node: ExportedNode): string;
  end(): string;
  report(): ReportItem[];
}

const TEXTS: Readonly<
  Record<Exclude<ExportFormat, "fabula_json" | "lines_csv">, { opening(outline: DialogueOutline): Steps<TextWriter> }>
> = {
  twee3: TweeWriter,
  yarn: YarnWriter,
  ink: InkWriter,
};

async function* textParts(writer: TextWriter, dialogue: OpenedDialogue): AsyncGenerator<string, void, undefined> {
  yield writer.head();
  for await (const page of dialogue.nodes()) yield await runYielding(written(page, writer));
  yield writer.end();
}

async function* lineParts(writer: LinesWriter, dialogue: OpenedDialogue): AsyncGenerator<string, void, undefined> {
  for await (const page of dialogue.nodes()) for (const node of page) writer.add(node);
  yield writer.head();
  for (const rows of writer.lines()) yield await runYielding(rows);
}

/** The text of a page of nodes, one a step: a passage is read back to tell what Twee cannot say. */
function* written(page: readonly ExportedNode[], writer: TextWriter): Steps<string> {
  const texts: string[] = [];
  for (const node of page) {
    texts.push(writer.node(node));
    yield;
  }
  return texts.join("");
}
