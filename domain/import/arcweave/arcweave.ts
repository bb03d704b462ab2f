import { addToList } from "../../add-to-list.ts";
import { compareCodePoints } from "../../code-points.ts";
import { counted } from "../../counted.ts";
import { neutralValue, VARIABLE_DEFAULTS, type VariableType } from "../../dialogue/wire.ts";
import { checkExpression } from "../../expression-type.ts";
import type { JsonObject } from "../../json.ts";
import { markEndings } from "../endings.ts";
import { ImportError } from "../import-error.ts";
import { field, idsField, textField } from "../json-fields.ts";
import { readJsonContent } from "../json-input.ts";
import { quoted, Report } from "../report.ts";
import { declarationsOf, Resolver } from "../script/resolve.ts";
import type { ImportedGraph, ImportedStory, ImportedVariable } from "../story.ts";
import { checkStorySize } from "../story-limits.ts";
import { arcscript } from "./arcscript.ts";
import { type BoardContext, BoardReader, type CardPlace } from "./board.ts";
import { readEntities, readVariables } from "./components.ts";
import { type ArcweaveProject, readProject } from "./project.ts";
import { plainText, type RichTextLoss } from "./rich-text.ts";

/**
 * Imports an Arcweave project export. A board with elements is a graph; boards that are folders or hold only notes are
 * reported. Elements are lines, branches are conditions, jumpers to another board are ends that exit to it, components
 * are entities. Rich text becomes plain text, and its markup stays in `extensions.arcweave`.
 */
export function importArcweave(
  content: unknown,
  options: { name?: string | undefined; language?: string | undefined } = {},
): ImportedStory {
  const project = readProject(readJsonContent(content), options.language);
  const report = new Report();
  const variables = readVariables(project, report);
  const boards = graphBoards(project, report);
  if (boards.length === 0) throw new ImportError("empty_story", "The project has no board with elements.");
  const owners = ownersOf(boards);
  const held = new Map<string, ImportedVariable>();
  const known = declarationsOf(variables);
  const declared = (name: string) => held.get(name) ?? known(name);
  const context: BoardContext = {
    project,
    script: arcscript(new Set(variables.map((variable) => variable.name))),
    resolver: new Resolver("arcscript", declared),
    hold: (expression) => {
      const type = HELD_TYPES[checkExpression(expression, declared).type.type];
      if (type === undefined) return null;
      const name = `value ${held.size + 1}`;
      const description = "A value computed for a text.";
      held.set(name, { ...VARIABLE_DEFAULTS, name, type, default: neutralValue(type), enum_values: [], description });
      return name;
    },
    owners,
    outputs: outputsOf(project),
    used: new Set(),
    lost: new Map(),
    report,
  };
  const starts = startsOf(project, boards, owners);
  const graphs = boards.map(([id, board]) => new BoardReader(context, id, board).read(starts.get(id) ?? null));
  keepProject(graphs, project, starts);
  reportLocales(project, report);
  reportLost(context, graphs);
  reportLeftovers(context);
  reportAssets(graphs, report);
  for (const graph of graphs) markEndings(graph, report, () => false);
  return checkStorySize({
    format: "arcweave_json",
    id: rootOf(project),
    name: options.name ?? (plainText(textField(project.root, "name")) || null),
    graphs,
    variables: [...variables, ...held.values()],
    entities: readEntities(project, report),
    report: report.items,
    language: project.locales.chosen,
    other_languages: project.locales.others,
  });
}

/** Returns the id of the board that holds all others, which stays the same in every export of a project. */
function rootOf({ boards }: ArcweaveProject): string | null {
  const ids = [...boards.keys()].sort(compareCodePoints);
  return ids.find((id) => field(boards.get(id) ?? {}, "root") === true) ?? ids[0] ?? null;
}

/** Types of variables that have values of expressions. */
const HELD_TYPES: Readonly<Partial<Record<string, VariableType>>> = {
  integer: "number",
  number: "number",
  string: "string",
  boolean: "boolean",
};

type Board = readonly [id: string, board: JsonObject];

function graphBoards(project: ArcweaveProject, report: Report): Board[] {
  const boards: Board[] = [];
  for (const [id, board] of project.boards) {
    const name = quoted(plainText(textField(board, "name")));
    if (["elements", "branches", "jumpers"].some((list) => idsField(board, list).length > 0)) boards.push([id, board]);
    else if (Array.isArray(field(board, "children"))) {
      report.add("info", "arcweave_folder", `The board ${name} is a folder and is not imported.`, { source: id });
    } else {
      const notes = idsField(board, "notes");
      const text = notes.map((note) => plainText(textField(project.notes.get(note) ?? {}, "content"))).join("\n\n");
      const what = notes.length > 0 ? "contains only notes" : "is empty";
      report.add("info", "arcweave_board_without_nodes", `The board ${name} ${what} and is not imported.`, {
        source: text || id,
      });
    }
  }
  return boards;
}

function ownersOf(boards: readonly Board[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [id, board] of boards) {
    for (const list of ["elements", "branches"]) {
      for (const node of idsField(board, list)) if (!owners.has(node)) owners.set(node, id);
    }
  }
  return owners;
}

function outputsOf(project: ArcweaveProject): Map<string, string[]> {
  const outputs = new Map<string, string[]>();
  for (const [id, connection] of project.connections) {
    addToList(outputs, textField(connection, "sourceid"), id);
  }
  return outputs;
}

/**
 * Finds the start of each board: the project's starting element, else the first element in the board's order that
 * jumpers of other boards lead to, else the first element that nothing on the board leads to.
 */
function startsOf(project: ArcweaveProject, boards: readonly Board[], owners: ReadonlyMap<string, string>) {
  const entered = new Set<string>();
  const led = new Set<string>();
  for (const [id, board] of boards) {
    for (const jumper of idsField(board, "jumpers")) {
      const element = textField(project.jumpers.get(jumper) ?? {}, "elementId");
      if (owners.get(element) === id) led.add(element);
      else entered.add(element);
    }
  }
  for (const connection of project.connections.values()) led.add(textField(connection, "targetid"));
  const starting = textField(project.root, "startingElement");
  const starts = new Map<string, string>();
  for (const [id, board] of boards) {
    const elements = idsField(board, "elements").filter((element) => project.elements.has(element));
    const start =
      elements.find((element) => element === starting) ??
      elements.find((element) => entered.has(element)) ??
      elements.find((element) => !led.has(element)) ??
      elements[0];
    if (start !== undefined) starts.set(id, start);
  }
  return starts;
}

/** Keeps with the graph where the project starts what belongs to no node: folders, notes elsewhere, assets. */
function keepProject(
  graphs: readonly ImportedGraph[],
  project: ArcweaveProject,
  starts: ReadonlyMap<string, string>,
): void {
  const starting = textField(project.root, "startingElement");
  const home = graphs.find((graph) => starts.get(graph.key) === starting) ?? graphs[0];
  if (home === undefined) return;
  const known = new Set(graphs.map((graph) => graph.key));
  const otherBoards = [...project.boards].filter(([id]) => !known.has(id));
  home.extensions = {
    arcweave: {
      cover: field(project.root, "cover"),
      boards: Object.fromEntries(otherBoards),
      notes: Object.fromEntries(
        otherBoards.flatMap(([, board]) =>
          idsField(board, "notes").flatMap((id) => {
            const note = project.notes.get(id);
            return note === undefined ? [] : [[id, note] as const];
          }),
        ),
      ),
      assets: project.assets,
      ...localesKept(project),
    },
  };
}

/** Texts of the other languages that belong to no card and no choice, by what they are of. */
function localesKept({ root, locales, components, attributes, variables, boards, notes }: ArcweaveProject): JsonObject {
  if (locales.chosen === null) return {};
  const all = [...components, ...attributes, ...variables, ...boards, ...notes];
  const texts = all.flatMap(([id, record]) => {
    const own = field(record, "locales");
    return own === null ? [] : [[id, own] as const];
  });
  return { languages: field(root, "locales"), language: locales.chosen, locales: Object.fromEntries(texts) };
}

/** Tells which language was taken, and that the others are kept. */
function reportLocales({ locales: { chosen, others, untranslated } }: ArcweaveProject, report: Report): void {
  if (chosen === null || (others.length === 0 && untranslated === 0)) return;
  const kept =
    others.length === 0 ? "" : ` Texts in ${others.join(", ")} are kept beside the cards, and are not played.`;
  const missing = untranslated === 0 ? "" : ` Not translated, so as they were written: ${untranslated}.`;
  report.add("info", "arcweave_languages", `The texts are in ${chosen}.${kept}${missing}`);
}

function reportLeftovers({ project, owners, used, report }: BoardContext): void {
  for (const id of project.elements.keys()) {
    if (!owners.has(id))
      report.add("warning", "arcweave_element_left_out", "An element is on no board.", { source: id });
  }
  for (const id of project.connections.keys()) {
    if (!used.has(id)) {
      report.add("warning", "arcweave_connection_left_out", "A connection starts at something that was not imported.", {
        source: id,
      });
    }
  }
}

/** Words about each part of rich text that is lost, which is not all of a text. */
const LOST: Readonly<Record<RichTextLoss, { code: string; what: string }>> = {
  image: { code: "arcweave_image", what: "An image in a text is left out" },
  "sound or video": { code: "arcweave_media", what: "A sound or a video in a text is left out" },
  link: { code: "arcweave_link", what: "A link in a text keeps its words, not its address" },
  underline: { code: "arcweave_underline", what: "Underlined words of a text are not underlined" },
  code: { code: "arcweave_code", what: "Words set as code are set as others" },
};

/** Tells what texts lose, each kind once for a dialogue, with its cards; images, sounds and videos for each card. */
function reportLost({ lost, report }: BoardContext, graphs: readonly ImportedGraph[]): void {
  const titles = new Map(graphs.flatMap(({ key, nodes }) => nodes.map((node) => [`${key} ${node.key}`, node.title])));
  const nameOf = ({ graph, node }: CardPlace) => quoted(titles.get(`${graph} ${node}`) ?? node);
  for (const [loss, cards] of lost) {
    const { code, what } = LOST[loss];
    if (loss === "image" || loss === "sound or video") {
      for (const card of cards) report.add("warning", code, `${what} (${nameOf(card)}).`, card);
      continue;
    }
    for (const [graph, own] of Map.groupBy(cards, (card) => card.graph)) {
      const names = own.slice(0, NAMED_CARDS).map(nameOf).join(", ");
      const more = own.length > NAMED_CARDS ? " …" : "";
      report.add("info", code, `${what} (${names}${more}).`, { graph, node: own[0]?.node ?? null });
    }
  }
}

const NAMED_CARDS = 5;

/** Tells what refers to images and sounds, which are not imported. */
function reportAssets(graphs: readonly ImportedGraph[], report: Report): void {
  const kept = graphs
    .flatMap(({ nodes }) => nodes)
    .filter(({ extensions: { arcweave: own } }) => typeof own === "object" && own !== null && "assets" in own);
  if (kept.length === 0) return;
  const message = `Images and sounds are not imported; ${counted(kept.length, "card keeps its", "cards keep their")} references to them.`;
  report.add("info", "arcweave_assets_kept", message);
}
