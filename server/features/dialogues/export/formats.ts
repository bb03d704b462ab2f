import type { ExportedNode } from "#domain/export/exported.ts";
import { FabulaWriter } from "#domain/export/fabula-json.ts";
import { InkWriter } from "#domain/export/ink.ts";
import { LinesWriter } from "#domain/export/lines-csv.ts";
import type { DialogueOutline } from "#domain/export/outline.ts";
import { TweeWriter } from "#domain/export/twee3.ts";
import { YarnWriter } from "#domain/export/yarn.ts";
import { FORMAT_NAMES } from "#domain/import/format-names.ts";
import type { ReportItem } from "#domain/import/story.ts";
import { slug } from "#domain/slug.ts";
import type { Steps } from "#domain/steps.ts";
import type { ExportFormat } from "../../../operation/declare-export.ts";
import { listPieces, openObject } from "../../../operation/json-pieces.ts";
import { runYielding } from "../../../operation/run-yielding.ts";
import type { GraphVersion } from "../states.ts";
import { type ExportSource, type OpenedDialogue, openDialogue } from "./exported-dialogue.ts";

const NAME_LENGTH = 80;

/** A name to save the export of a dialogue under, without its ending. */
export function exportName(dialogueName: string): string {
  return slug(dialogueName, NAME_LENGTH) || "dialogue";
}

/** A dialogue that is exported, and where it is read. */
interface ExportedGraph {
  readonly graph: GraphVersion;
  readonly from: ExportSource;
}

/** Remarks on content that a format cannot express. */
interface Remarks {
  report: { severity: ReportItem["severity"]; code: string; message: string; node_id: string | null }[];
}

type DialogueFormat = ExportFormat<ExportedGraph, Remarks>;

const text = (writer: TextWriterClass): Extract<DialogueFormat, { isBinary?: never }>["write"] =>
  async function* ({ graph, from }) {
    const dialogue = await openDialogue(graph, from, { isNamed: true });
    const opened = await runYielding(writer.opening(dialogue.outline));
    yield* textParts(opened, dialogue);
    return remarks(opened.report());
  };

/** The formats a dialogue can be taken out in, in the order in which they are offered. */
export const EXPORT_FORMATS = {
  fabula_json: {
    name: FORMAT_NAMES.fabula_json,
    means: "Everything, to bring it into another project of Fabula.",
    mediaType: "application/json",
    ending: ".fabula.json",
    isJson: true,
    write: async function* ({ graph, from }) {
      yield* fabulaPieces(await openDialogue(graph, from, { isNamed: false }));
      return remarks([]);
    },
  },
  twee3: {
    name: FORMAT_NAMES.twee3,
    means: "For Twine and Tweego.",
    mediaType: "text/plain",
    ending: ".twee",
    write: text(TweeWriter),
  },
  yarn: {
    name: FORMAT_NAMES.yarn,
    means: "For Yarn Spinner, in Unity, Godot or Unreal.",
    mediaType: "text/plain",
    ending: ".yarn",
    write: text(YarnWriter),
  },
  ink: {
    name: FORMAT_NAMES.ink,
    means: "For ink and Inky.",
    mediaType: "text/plain",
    ending: ".ink",
    write: text(InkWriter),
  },
  lines_csv: {
    name: "Lines as CSV",
    means: "A row for each line and choice with its ids, for spreadsheets: recording, translation.",
    mediaType: "text/csv",
    ending: ".lines.csv",
    write: async function* ({ graph, from }) {
      const dialogue = await openDialogue(graph, from, { isNamed: false });
      const lines = new LinesWriter(dialogue.outline);
      yield* lineParts(lines, dialogue);
      return remarks(lines.report());
    },
  },
} satisfies Record<string, DialogueFormat>;

function remarks(report: readonly ReportItem[]): Remarks {
  return {
    report: report.map(({ severity, code, message, node_key }) => ({ severity, code, message, node_id: node_key })),
  };
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

interface TextWriterClass {
  opening(outline: DialogueOutline): Steps<TextWriter>;
}

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
