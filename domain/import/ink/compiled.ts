import type { InkParser } from "inkjs/compiler/Parser/InkParser";
import { Container } from "inkjs/engine/Container";
import { ControlCommand } from "inkjs/engine/ControlCommand";
import type { ErrorHandler } from "inkjs/engine/Error";
import { Glue } from "inkjs/engine/Glue";
import type { InkObject } from "inkjs/engine/Object";
import { DivertTargetValue, VariablePointerValue } from "inkjs/engine/Value";
import { VariableAssignment } from "inkjs/engine/VariableAssignment";
import { Void } from "inkjs/engine/Void";
import { ImportError, type ImportIssue } from "../import-error.ts";
import { Absent } from "./absent.ts";
import { checkCompiledSize } from "./compiled-size.ts";
import type { InkFiles } from "./includes.ts";
import { ListItems } from "./list-items.ts";
import { inkParser } from "./parser.ts";

/** A compiled ink story: what its engine would run. */
export interface CompiledInk {
  readonly root: Container;
  /** Global variables with the values they begin with. */
  readonly globals: ReadonlyMap<string, InkObject>;
  /** Paths that divert targets are made of, but for those that a choice returns to itself by. */
  readonly targets: readonly string[];
  /** Whether a tunnel can return to another place than where it was begun. */
  readonly returnsElsewhere: (tunnel: Container) => boolean;
  readonly hasGlue: boolean;
  /** Names of variables that get a value behind their declaration, or are handed on by reference. */
  readonly assigned: ReadonlySet<string>;
  /** Lists that it declares. */
  readonly lists: ListItems;
  /** Tags at its top, such as `title: The Gate`. */
  readonly tags: readonly string[];
  /** Warnings of ink's own compiler. */
  readonly warnings: readonly string[];
  /** Remarks on names that lie in missing files. */
  readonly absent: readonly string[];
}

/** Pattern of the prefix of a compiler message. */
const LOCATION = /^(?:ERROR|WARNING|RUNTIME ERROR|RUNTIME WARNING|AUTHOR)?:?\s*(?:'(.*?)' )?line (\d+): /;

/**
 * Compiles ink with the compiler of inkjs, so that choices, gathers and loose ends are tied together as its engine does it. Of what
 * lies in included files that are missing, names stand in: a knot ends the story, a variable begins with 0, a function is the host's.
 *
 * @throws {ImportError} where the source is not ink, with the line and column of the first mistake
 */
export function compileInk(source: string, files: InkFiles): CompiledInk {
  const absent = new Absent(files);
  for (;;) {
    const compiled = compileOnce(`${source}${absent.source}`, files);
    if (!Array.isArray(compiled)) return { ...compiled, absent: absent.remarks };
    // A name that stands in can bring to light another that is missing, but none twice.
    const isAnyNew = files.missing.length > 0 && compiled.map(({ message }) => absent.add(message)).includes(true);
    if (!isAnyNew) throw refusalOf(compiled, files);
  }
}

function compileOnce(source: string, files: InkFiles): Omit<CompiledInk, "absent"> | Mistake[] {
  const mistakes: Mistake[] = [];
  const warnings: string[] = [];
  const onError: ErrorHandler = (message, type) => {
    // Columns are known while the source is read, and no longer when it is tied together.
    const column = isReading && parser !== null ? parser.characterInLineIndex + 1 : null;
    if (type === ERROR) mistakes.push({ message, column });
    else if (type === WARNING) warnings.push(message);
  };
  let isReading = true;
  let parser: InkParser | null = null;
  try {
    parser = inkParser(source, onError, files.handler);
    const parsed = parser.ParseStory();
    const story = mistakes.length === 0 ? parsed.ExportRuntime(onError) : null;
    if (mistakes.length === 0) {
      if (story === null) throw new Error("Compilation failed.");
      const { variablesState, mainContentContainer } = story;
      const globals = new Map<string, InkObject>();
      for (const name of globalNames(variablesState)) {
        const value = variablesState.GetVariableWithName(name);
        if (value !== null) globals.set(name, value);
      }
      const tags = tagsOf(story);
      const lists = new ListItems(story.listDefinitions);
      const declared = parsed.variableDeclarations.values();
      checkCompiledSize(mainContentContainer, declared, ({ fileName, startLineNumber }) =>
        files.numberOf(fileName, startLineNumber),
      );
      return { root: mainContentContainer, globals, lists, warnings, tags, ...surveyOf(mainContentContainer, globals) };
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    if (mistakes.length === 0)
      return [{ message: error instanceof Error ? error.message : String(error), column: null }];
  } finally {
    isReading = false;
  }
  return mistakes;
}

/** Tags at the top of a story; none where it cannot be run, which its import finds out. */
function tagsOf(story: { readonly globalTags: string[] | null }): string[] {
  try {
    return story.globalTags ?? [];
  } catch {
    return [];
  }
}

/** Collects properties of a story that need a pass over all of it. */
function surveyOf(root: Container, globals: ReadonlyMap<string, InkObject>) {
  const targets = new Set<string>();
  const elsewhere = new Set<Container>();
  const assigned = new Set<string>();
  let hasGlue = false;
  const note = (each: unknown) => {
    if (!(each instanceof DivertTargetValue)) return;
    const path = each.targetPath.toString();
    if (!path.includes("$")) targets.add(path);
  };
  for (const value of globals.values()) note(value);
  const open: { container: Container; knot: Container }[] = [{ container: root, knot: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { container, knot } = next;
    const named = Array.from(container.namedOnlyContent?.values() ?? []);
    for (const [at, each] of [...container.content, ...named].entries()) {
      note(each);
      if (each instanceof Glue) hasGlue = true;
      if (each instanceof VariableAssignment && !each.isNewDeclaration) assigned.add(each.variableName ?? "");
      if (each instanceof VariablePointerValue) assigned.add(each.variableName);
      if (each instanceof Container) open.push({ container: each, knot: container === root ? each : knot });
      // A tunnel that returns as it should has worked nothing out before that.
      const isReturn = each instanceof ControlCommand && each.commandType === ControlCommand.CommandType.PopTunnel;
      if (isReturn && !(container.content[at - 2] instanceof Void)) elsewhere.add(knot);
    }
  }
  const knotOf = (container: Container): Container => {
    const { parent } = container;
    return parent instanceof Container && parent !== root ? knotOf(parent) : container;
  };
  return {
    targets: [...targets],
    returnsElsewhere: (tunnel: Container) => elsewhere.has(knotOf(tunnel)),
    hasGlue,
    assigned,
  };
}

/** Kinds of messages, as the compiler counts them. */
const WARNING = 1;
const ERROR = 2;

function globalNames(variables: object): string[] {
  const found: unknown = Reflect.get(variables, "_globalVariables");
  return found instanceof Map ? Array.from(found.keys(), String) : [];
}

/** A message of the compiler, and where in the source it is about. */
interface Mistake {
  readonly message: string;
  readonly column: number | null;
}

function refusalOf(mistakes: readonly Mistake[], files: InkFiles): ImportError {
  const issues = mistakes.map((mistake) => issueOf(mistake, files));
  const { message, line, column } = issues[0] ?? { message: "It could not be read." };
  return new ImportError("invalid_syntax", message, {
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    issues,
  });
}

function issueOf({ message, column }: Mistake, files: InkFiles): ImportIssue {
  const [, file = null, own] = LOCATION.exec(message) ?? [];
  const line = own === undefined ? undefined : files.numberOf(file, Number(own));
  const text = message.replace(LOCATION, "").trim();
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  if (line === undefined) return { pointer: null, message: sentence };
  if (column === null) return { pointer: null, message: `Line ${line}: ${sentence}`, line };
  const where = { line, column };
  return { pointer: null, message: `Line ${line}, column ${column}: ${sentence}`, ...where };
}
