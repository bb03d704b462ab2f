import { setImmediate as breathe } from "node:timers/promises";
import { neutralValue, VARIABLE_DEFAULTS, withinBounds } from "#domain/dialogue/wire.ts";
import { quoted, type Report } from "#domain/import/report.ts";
import type { ImportedVariable } from "#domain/import/story.ts";
import { jsonEqual } from "#domain/json.ts";
import { isId, newId } from "../../../kernel/ids.ts";
import { stateOf } from "../../../record/resource.ts";
import { type VariableState, type VariableVersion, variableResource } from "../variable.ts";
import type { StoryPlace } from "./find-story.ts";
import { LIMITS } from "./fit-story.ts";
import { freeNames } from "./free-names.ts";
import type { ImportChoice } from "./import-choice.ts";
import { type ImportWriter, placeOf } from "./import-writer.ts";
import { variablesUsedBy } from "./known-nodes.ts";
import type { GraphMatch } from "./match-graphs.ts";
import { unresolvedOf } from "./own-extension.ts";
import { sourceKey } from "./source-key.ts";
import type { OpenStory } from "./story-parts.ts";
import { conflictOf, joinedMessage, renamedMessage, type VariableConflict } from "./variable-conflict.ts";

/** Variables taken over before other requests of the process get their turn: some 10 ms. */
const AT_A_TIME = 1_000;

/** Renamed variables that the report names one by one; more are counted. */
const NAMED = 50;

/** Variables of a story in the project. */
interface StoryVariables {
  /** Id of each variable, by its name in the file. */
  readonly ids: ReadonlyMap<string, string>;
  /** Names in the project of those that are called otherwise there. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Ids of those that the request joined, by their names in the file. */
  readonly joined: Readonly<Record<string, string>>;
  readonly conflicts: readonly VariableConflict[];
}

/**
 * Makes the variables of a story part of the project. Each belongs to the story: it is known by its source, or as one that
 * the story's own cards use, which is how earlier imports kept it. Where its name is taken by a variable of another story, or of
 * people, it gets a free one, unless the request joins the two. Guesses of a first value never replace one.
 */
export async function importVariables(
  writer: ImportWriter,
  story: OpenStory,
  { place, matches, choice }: { place: StoryPlace; matches: readonly GraphMatch[]; choice: ImportChoice },
  report: Report,
): Promise<StoryVariables> {
  const known = await lookUp(writer, story, place, matches);
  const joining = new Set(choice.join_variables);
  const ids = new Map<string, string>();
  const renamed = new Map<string, string>();
  const joined: Record<string, string> = { ...known.joined };
  const conflicts: VariableConflict[] = [];
  const open: { variable: ImportedVariable; holder: VariableVersion }[] = [];
  const use = (name: string, version: VariableVersion): void => {
    ids.set(name, version.id);
    if (version.name !== name) renamed.set(name, version.name);
  };
  const join = (variable: ImportedVariable, holder: VariableVersion): void => {
    use(variable.name, holder);
    writer.tally(variableResource).unchanged += 1;
    const conflict = conflictOf(variable, holder, holder.name, holder.id);
    if (conflict.differs) report.add("warning", "import_variable_joined", joinedMessage(conflict));
  };

  for (const [at, variable] of [...story.variables, ...undeclaredIn(story, known, report)].entries()) {
    if (at % AT_A_TIME === AT_A_TIME - 1) await breathe();
    const { name } = variable;
    const holder = known.byName.get(name);
    const own = known.own.get(name);
    if (joining.has(name) && holder !== undefined && holder.id !== own?.id) {
      joined[name] = holder.id;
      conflicts.push({ ...conflictOf(variable, holder, holder.name, holder.id), joined: true });
      join(variable, holder);
    } else if (own !== undefined) {
      use(name, own);
      update(writer, own, variable, sourceFor(writer, place, variable, own), report);
    } else {
      const shared = known.shared.get(name);
      if (shared !== undefined) join(variable, shared);
      else if (holder === undefined) ids.set(name, create(writer, place, variable, name));
      else open.push({ variable, holder });
    }
  }
  const taken = new Set([...story.variables.map(({ name }) => name), ...story.usedVariables]);
  const wanted = open.map(({ variable }) => variable.name);
  const form = { between: "_", max: LIMITS.variable };
  const names = await freeNames(writer.record, variableResource, wanted, taken, form);
  for (const [at, { variable, holder }] of open.entries()) {
    if (at % AT_A_TIME === AT_A_TIME - 1) await breathe();
    const called = names[at] ?? variable.name;
    const id = create(writer, place, variable, called);
    ids.set(variable.name, id);
    renamed.set(variable.name, called);
    const conflict = conflictOf(variable, holder, called, id);
    conflicts.push(conflict);
    if (at >= NAMED) continue;
    report.add(conflict.differs ? "warning" : "info", "import_variable_renamed", renamedMessage(conflict), {
      source: variable.name,
    });
  }
  if (open.length > NAMED) {
    const message = `${open.length - NAMED} more variables have a name that is taken in the project, and another one here.`;
    report.add("warning", "import_variables_renamed", message);
  }
  return { ids, renamed, joined, conflicts };
}

/** Variables of the project that names of a story may mean. */
interface KnownVariables {
  /** Variables that belong to the story, by their names in the file. */
  readonly own: ReadonlyMap<string, VariableVersion>;
  /** Variables of others that it uses, by their names in the file. */
  readonly shared: ReadonlyMap<string, VariableVersion>;
  readonly joined: Readonly<Record<string, string>>;
  /** Variables by the name they have now. */
  readonly byName: ReadonlyMap<string, VariableVersion>;
}

async function lookUp(
  { record, format }: ImportWriter,
  story: OpenStory,
  place: StoryPlace,
  matches: readonly GraphMatch[],
): Promise<KnownVariables> {
  const declared = new Map(story.variables.map((variable) => [variable.name, variable]));
  const names = [...new Set([...declared.keys(), ...story.usedVariables])];
  if (names.length === 0) return { own: new Map(), shared: new Map(), joined: {}, byName: new Map() };
  const keyOf = (name: string): string => declared.get(name)?.key ?? name;
  const keys = names.map((name) => sourceKey(keyOf(name)));
  const sourced = await record.find(variableResource, { source_format: format, source_key: keys });
  const storyOf = (name: string): string | null => (declared.get(name)?.key === undefined ? place.sources.story : null);
  const bySource = Map.groupBy(sourced, ({ source_story, source_key }) => `${source_story}\n${source_key}`);
  const named = await record.find(variableResource, { name: names });
  const byName = new Map(named.map((version) => [version.name, version]));
  const byId = await record.load(
    variableResource,
    names.map(keyOf).filter((key) => isId("var", key)),
  );
  const joined = Object.assign({}, ...matches.map(({ existing }) => joinedIn(existing))) as Record<string, string>;
  const joinedVersions = await record.load(variableResource, Object.values(joined));
  const graphs = matches.filter(({ existing, isReplaced }) => existing !== null && !isReplaced);
  const ofCards = format === "fabula_json" ? null : format;
  const usedIds =
    graphs.length === 0
      ? []
      : await variablesUsedBy(
          record,
          graphs.map(({ id }) => id),
          ofCards,
        );
  const used = new Set(usedIds);

  const own = new Map<string, VariableVersion>();
  const shared = new Map<string, VariableVersion>();
  for (const name of names) {
    const found = bySource.get(`${storyOf(name)}\n${sourceKey(keyOf(name))}`) ?? [];
    const version = found.find(({ id }) => used.has(id)) ?? found.at(-1) ?? byId.get(keyOf(name));
    // A story that is new leaves the variables of one that was deleted as they are: people may restore it.
    if (version !== undefined && (place.isKnown || isAsDeclared(version, declared.get(name)))) own.set(name, version);
  }
  const isOfOldForm = own.size === 0 && Object.keys(joined).length === 0;
  const [oldest] = graphs.map(({ existing }) => existing?.created_seq ?? 0).sort((a, b) => a - b);
  for (const name of names) {
    if (own.has(name)) continue;
    const held = joinedVersions.get(joined[name] ?? "");
    const version = byName.get(name);
    if (held !== undefined) shared.set(name, held);
    else if (version === undefined) continue;
    // Our own format names the project's variables where it declares none.
    else if (format === "fabula_json" && !declared.has(name)) shared.set(name, version);
    else if (used.has(version.id)) (version.source_key === null ? own : shared).set(name, version);
    // What earlier imports made or found by its name has no source, and may be in no logic.
    else if (
      isOfOldForm &&
      version.source_key === null &&
      version.type === declared.get(name)?.type &&
      oldest !== undefined &&
      version.created_seq < oldest
    ) {
      own.set(name, version);
    }
  }
  return { own, shared, joined, byName };
}

/** Whether a variable has the type and the first value that a file declares; a key of its own makes it the same in any case. */
function isAsDeclared(version: VariableVersion, variable: ImportedVariable | undefined): boolean {
  if (variable === undefined || variable.key !== undefined) return true;
  return version.type === variable.type && (variable.guessed === true || jsonEqual(version.default, variable.default));
}

function joinedIn(existing: GraphMatch["existing"]): Record<string, string> {
  return existing === null ? {} : (unresolvedOf(existing.extensions).joined_variables ?? {});
}

type VariableSource = Pick<VariableState, "source_format" | "source_story" | "source_key">;

/** Returns the source of a variable; one that people made, and a file of our own format names, has none and gets none. */
function sourceFor(
  { format }: ImportWriter,
  { sources }: StoryPlace,
  { name, key }: ImportedVariable,
  before: VariableVersion | null,
): VariableSource {
  if (before !== null && (before.source_key !== null || format === "fabula_json")) {
    const { source_format, source_story, source_key } = before;
    return { source_format, source_story, source_key };
  }
  return {
    source_format: format,
    source_story: key === undefined ? sources.story : null,
    source_key: sourceKey(key ?? name),
  };
}

function create(writer: ImportWriter, place: StoryPlace, variable: ImportedVariable, name: string): string {
  const { type, default: first, enum_values, scope, min, max, description } = variable;
  const id = newId("var", writer.now);
  writer.put(
    variableResource,
    null,
    id,
    {
      ...{ external_id: null, name, type, default: first, enum_values, scope, min, max, description },
      ...sourceFor(writer, place, variable, null),
    },
    { loc: placeOf(name) },
  );
  return id;
}

function update(
  writer: ImportWriter,
  before: VariableVersion,
  variable: ImportedVariable,
  source: VariableSource,
  report: Report,
): void {
  const name = quoted(before.name);
  const state: VariableState = { ...stateOf(variableResource, before), ...source };
  if (before.type !== variable.type) {
    const message = `The variable ${name} is ${before.type} in the project and ${variable.type} in the file; the project's type is kept.`;
    report.add("warning", "import_variable_type_kept", message);
  } else if (variable.guessed !== true) Object.assign(state, declaredIn(writer, before, variable));
  const change = writer.put(variableResource, before, before.id, state, { loc: placeOf(before.name) });
  const isTold = { ...stateOf(variableResource, before), ...source };
  if (change !== "updated" || jsonEqual(isTold, state)) return;
  const what = jsonEqual(before.default, state.default) ? "description or values" : "initial value";
  report.add("info", "import_variable_updated", `The ${what} of the variable ${name} was updated from the file.`);
}

/** Returns what a file says of a variable. Twee has a word for its first value only. */
function declaredIn(
  { format }: ImportWriter,
  before: VariableVersion,
  variable: ImportedVariable,
): Partial<VariableState> {
  const first = variable.default;
  if (format === "twee3") {
    return typeof first === "number" && withinBounds(first, before) !== first ? {} : { default: first };
  }
  return {
    default: first,
    // Values that only the project knows may be in use elsewhere.
    enum_values: [...new Set([...variable.enum_values, ...before.enum_values])],
    scope: variable.scope,
    min: variable.min,
    max: variable.max,
    description: variable.description === "" ? before.description : variable.description,
  };
}

/** Variables that logic uses and nothing declares, with the type their use suggests; text where it suggests none. */
function undeclaredIn(story: OpenStory, known: KnownVariables, report: Report): ImportedVariable[] {
  const declared = new Set(story.variables.map(({ name }) => name));
  const types = new Map(story.inferred.map((variable) => [variable.name, variable]));
  const undeclared = story.usedVariables.filter((name) => !declared.has(name) && !isId("var", name));
  return undeclared.map((name) => {
    const variable: ImportedVariable = types.get(name) ?? {
      ...VARIABLE_DEFAULTS,
      name,
      type: "string",
      default: neutralValue("string"),
      enum_values: [],
      description: "",
    };
    if (!known.own.has(name) && !known.shared.has(name)) {
      const message = `The variable ${quoted(name)} is not declared; it was created with type ${variable.type}.`;
      report.add("warning", "import_variable_inferred", message);
    }
    return { ...variable, guessed: true };
  });
}
