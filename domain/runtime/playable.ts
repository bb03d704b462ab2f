import { addToList } from "../add-to-list.ts";
import { isDead } from "../cast/is-dead.ts";
import { NEW_LINE } from "../dialogue/line-status.ts";
import type { Branch } from "../dialogue/wire.ts";
import {
  changedVariable,
  type Effect,
  type Expression,
  entitiesOfEffect,
  type FunctionName,
  factAskedBy,
  hasEntityKey,
  isQuestId,
  mayAskQuest,
  walkExpression,
} from "../expression.ts";
import { jsonEqual } from "../json.ts";
import { Evaluator } from "./evaluate.ts";
import { freshState } from "./state.ts";
import {
  forEachPresent,
  graphOf,
  graphsOf,
  logicOf,
  type PlayedDialogue,
  type PlayGraph,
  type PlayNode,
  startOf,
  type World,
  type WorldChange,
  type WorldMatter,
} from "./story.ts";
import { UNKNOWN } from "./value.ts";
import { namesSaidAt } from "./words.ts";
import { Work } from "./work.ts";
import { isOnWorld, matterOf, QUEST_STATE } from "./world-effects.ts";

/** Placeholder for an id that readers must not see: no subject has it, and nothing was ever visited under it. */
const NOBODY = "-";
/** Expression whose value is never known; its words stay with the authors. */
const NEVER: Expression = { op: "opaque", format: "fabula", source: "" };
const CLOSED: Branch["conditions"] = [{ id: "", lit: false }];

/** Part of the story world that each function reads. */
const ASKED: Readonly<Partial<Record<FunctionName, WorldMatter>>> = {
  quest_state: "property",
  quest_stage: "quest",
  quest_count: "quest",
  relationship: "relationship",
  at_location: "location",
  has_item: "item",
  fact: "fact",
  knows: "knowledge",
  world_time: "time",
};

/** Returns the parts of the world that one part of an expression may read itself. */
function askedBy(part: Expression): readonly WorldMatter[] {
  if ("entity" in part) return ["property"];
  if (!("fn" in part) || "op" in part) return [];
  const matter = ASKED[part.fn];
  if (part.fn !== "quest_state") return matter === undefined ? [] : [matter];
  if (!mayAskQuest(part)) return ["property"];
  const [of] = part.args;
  return of !== undefined && "lit" in of ? ["quest"] : ["property", "quest"];
}

/** Conversion of a story's logic into logic that readers may have. */
interface Logic {
  /** The world as it is when play begins. */
  readonly world: World | undefined;
  /** The world as far as readers may read it. */
  readonly readable: World | undefined;
  /** Settled expressions with a value that readers may not read. */
  readonly withheld: Set<Expression>;
  /** Parts of the world that effects change: all others stay constant while somebody plays. */
  readonly changed: ReadonlySet<WorldMatter>;
  /** Whether conditions and values read what a change of the world is of. */
  readonly isAsked: (change: ChangedMatter) => boolean;
  readonly known: KnownEffect;
}

type ChangedMatter = Pick<WorldChange, "what" | "entity" | "key">;

/** Reader of a part of a story, who may not read all of its world. */
export interface PartReader {
  /** The world as far as the reader may read it; all of it when absent. */
  readonly world?: World | undefined;
  /** Whether the reader may not read a path of the properties of an entity; they may read all when absent. */
  readonly isCovered?: IsCovered;
}

type IsCovered = (entity: string, path: string) => boolean;

/**
 * Returns an effect as readers may know of it, so that it is kept though nothing asks about what it changes; null where they know nothing
 * of it.
 */
export type KnownEffect = (effect: Effect) => Effect | null;

/** Returns the parts of the world that conditions and values of a story read. */
export function mattersAsked(dialogue: PlayedDialogue): ReadonlySet<WorldMatter> {
  const asked = new Set<WorldMatter>();
  for (const { nodes } of graphsOf(dialogue)) {
    for (const node of nodes.values()) {
      for (const expression of expressionsOf(node)) {
        walkExpression(expression, (part) => {
          for (const matter of askedBy(part)) asked.add(matter);
        });
      }
    }
  }
  return asked;
}

/**
 * Returns a test of whether conditions and values of a story read what a change of the world is of. A property that is covered is read only
 * where they name it.
 */
export function changesAsked(dialogue: PlayedDialogue, isCovered: IsCovered = () => false) {
  const asked = mattersAsked(dialogue);
  const read = new Map<string, string[]>();
  let readsStates = false;
  for (const { nodes } of graphsOf(dialogue)) {
    for (const node of nodes.values()) {
      for (const expression of expressionsOf(node)) {
        walkExpression(expression, (part) => {
          if ("entity" in part) addToList(read, part.entity, part.path);
          if ("fn" in part && part.fn === "quest_state") readsStates = true;
        });
      }
    }
  }
  const isRead = (entity: string, path: string) =>
    (readsStates && path === QUEST_STATE) ||
    read.get(entity)?.some((each) => each === path || each.startsWith(`${path}.`) || path.startsWith(`${each}.`));
  return ({ what, entity, key }: ChangedMatter): boolean => {
    if (!asked.has(what) || what !== "property" || entity === null || key === null) return asked.has(what);
    return !isCovered(entity, key) || isRead(entity, key) === true;
  };
}

function logicIn(dialogue: PlayedDialogue, known: KnownEffect, { world, isCovered }: PartReader): Logic {
  const { effects } = logicOf(graphsOf(dialogue).flatMap(({ nodes }) => [...nodes.values()]));
  const changed = new Set(effects.filter(isOnWorld).map((effect) => matterOf(effect).what));
  const readable = world ?? dialogue.world;
  const isAsked = changesAsked(dialogue, isCovered);
  return { world: dialogue.world, readable, withheld: new Set(), changed, isAsked, known };
}

/**
 * The part of a story that somebody can come to who only plays it, from its start. It plays as the whole does, page by page and draw by
 * draw, and holds nothing else: no node that no way leads to, no words of a way that never opens or of what the host is told, no names
 * of variables that no text says. What conditions ask of the world is answered where the answer is the same all along; a value that the
 * reader may not read is unknown in the part.
 *
 * @param known effects that are kept though nothing asks about what they change; none when absent.
 */
export function playablePart(
  dialogue: PlayedDialogue,
  known: KnownEffect = () => null,
  reader: PartReader = {},
): PlayedDialogue {
  const logic = logicIn(dialogue, known, reader);
  const graphs = new Map(graphsOf(dialogue).map((graph) => [graph.id, graph]));
  const shown = new Map<string, Map<string, PlayNode>>();
  const waiting: { graph: string; node: string }[] = [];
  const first = startOf(dialogue);
  if (first !== null) waiting.push({ graph: dialogue.id, node: first });
  const asked = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const graph = graphs.get(next.graph);
    const found = graph?.nodes.get(next.node);
    if (graph === undefined || found === undefined) continue;
    const own = shown.get(graph.id) ?? new Map<string, PlayNode>();
    shown.set(graph.id, own);
    if (own.has(found.id)) continue;
    const node = withLogic(found, graph, logic);
    own.set(node.id, node);
    for (const part of askedOf(node)) asked.add(part);
    for (const { target_graph_id, target_node_id } of node.branches) {
      const to = graphOf(dialogue, target_graph_id ?? graph.id);
      const target = target_node_id ?? (target_graph_id === null || to === undefined ? null : startOf(to));
      if (to !== undefined && target !== null) waiting.push({ graph: to.id, node: target });
    }
    const exit = node.exit_to === null ? undefined : graphOf(dialogue, node.exit_to.graph_id);
    const into = exit === undefined ? null : (node.exit_to?.node_id ?? startOf(exit));
    if (exit !== undefined && into !== null) waiting.push({ graph: exit.id, node: into });
  }
  addAsked(shown, { dialogue, asked, logic });
  const ids = idsOf(shown);
  const part = (graph: PlayGraph): PlayGraph => ({
    id: graph.id,
    start: shown.get(graph.id)?.has(startOf(graph) ?? NOBODY) === true ? startOf(graph) : null,
    nodes: new Map(
      // The order in which they were created is kept: it says where a dialogue without a start begins.
      [...graph.nodes.keys()].flatMap((id) => {
        const node = shown.get(graph.id)?.get(id);
        return node === undefined ? [] : [[id, withKnownRefs(withKnownWays(node, graph, shown), ids)] as const];
      }),
    ),
  });
  const others = [...(dialogue.others?.values() ?? [])].filter(({ id }) => shown.has(id)).map(part);
  const whole = { ...part(dialogue), others: new Map(others.map((graph) => [graph.id, graph])) };
  const nodes = [...whole.nodes.values(), ...others.flatMap((graph) => [...graph.nodes.values()])];
  const variables = variablesOf(dialogue, nodes);
  return { ...whole, variables, ...worldOf(logic.readable, { nodes, variables, known }) };
}

/** An expression with everything in it answered that is the same whenever it is asked. */
function settled(expression: Expression, logic: Logic): Expression {
  const again = (part: Expression) => settled(part, logic);
  const matters = askedBy(expression);
  const standsStill = matters.length > 0 && !matters.some((each) => logic.changed.has(each));
  if ("entity" in expression) {
    const { entity, path } = expression;
    return standsStill ? answered({ entity, path }, logic) : { entity, path };
  }
  if ("op" in expression && expression.op === "opaque") return NEVER;
  if (!("args" in expression)) return bare(expression);
  const call = withArguments(expression, again);
  const isSettled = call.args.every(
    (arg) => "lit" in arg || logic.withheld.has(arg) || ("ref" in arg && !("op" in call)),
  );
  return isSettled && ("op" in call || standsStill) ? answered(call, logic) : call;
}

/** A condition that is settled. Whether it holds is told where that follows from what readers may not read, too: so much they see by playing. */
function settledCondition(expression: Expression, logic: Logic): Expression {
  const told = (part: Expression): Expression => {
    if (logic.withheld.has(part)) {
      const value = constantOf(part, logic.world);
      return "lit" in value ? { lit: value.lit === true } : value;
    }
    const isOfConditions = "op" in part && (part.op === "all" || part.op === "any" || part.op === "not");
    return isOfConditions ? withArguments(part, told) : part;
  };
  const condition = settled(expression, logic);
  return logic.withheld.size === 0 ? condition : told(condition);
}

type Call = Extract<Expression, { args: unknown }>;

/** A part with each of its arguments made anew, and without the id that a condition has. */
function withArguments(expression: Call, map: (part: Expression) => Expression): Call {
  if (!("op" in expression)) return { fn: expression.fn, args: expression.args.map(map) };
  switch (expression.op) {
    case "all":
    case "any":
    case "not":
      return { op: expression.op, args: expression.args.map(map) };
    case "arith":
      return { op: "arith", fn: expression.fn, args: [map(expression.args[0]), map(expression.args[1])] };
    default:
      return { op: expression.op, args: [map(expression.args[0]), map(expression.args[1])] };
  }
}

/** A leaf without the id that a condition has. */
function bare(leaf: Expression): Expression {
  if ("var" in leaf) return { var: leaf.var };
  if ("ref" in leaf) return { ref: leaf.ref };
  return "lit" in leaf ? { lit: leaf.lit } : leaf;
}

const NOWHERE = freshState([], {});

/** Answers an expression, unless readers would have another answer by what they may read. */
function answered(expression: Expression, { world, readable, withheld }: Logic): Expression {
  const answer = constantOf(expression, world);
  if (readable === world || jsonEqual(answer, constantOf(expression, readable))) return answer;
  withheld.add(expression);
  return expression;
}

function constantOf(expression: Expression, world: World | undefined): Expression {
  const value = new Evaluator({ state: NOWHERE, nodeId: NOBODY, choices: 0, world, work: new Work() }).value(
    expression,
  );
  return value === UNKNOWN || Array.isArray(value) ? NEVER : { lit: value };
}

/** A node as a reader may have it: its logic settled, words for the host left out, ways that never open without what they are. */
function withLogic(node: PlayNode, graph: PlayGraph, logic: Logic): PlayNode {
  const conditions = (list: readonly Expression[]) =>
    list.map((each) => ({ ...settledCondition(each, logic), id: "" }));
  // Who is present is named, for whoever speaks is left out.
  const effects = (list: readonly Effect[]) =>
    list.flatMap((each) => forEachPresent(each, graph)).map((each) => effectFor(each, logic));
  const isForHost = node.kind === "command" || node.kind === "wait_event";
  return {
    id: node.id,
    kind: node.kind,
    text: isForHost ? "" : node.text,
    text_marks: isForHost ? [] : (node.text_marks ?? []),
    conditions: conditions(node.conditions),
    on_enter_effects: effects(node.on_enter_effects),
    branches: node.branches.map((branch): Branch => {
      const guards = conditions(branch.conditions);
      const kept = {
        ...branch,
        conditions: guards,
        effects: effects(branch.effects),
        // Readers choose: nobody answers what they would say.
        opened_by: null,
        extensions: {},
        ...NEW_LINE,
      };
      if (!neverOpens(guards)) return kept;
      const isShown = branch.when_unavailable === "disable";
      return {
        ...kept,
        id: isShown ? branch.id : NOBODY,
        choice_text: isShown ? branch.choice_text : "",
        text_marks: isShown ? branch.text_marks : [],
        conditions: CLOSED,
        effects: [],
        target_node_id: null,
        target_graph_id: null,
        ...(isShown ? {} : { repeat: "sticky", repeat_limit: null }),
      };
    }),
    exit_to: node.exit_to,
  };
}

/**
 * An effect as a reader may have it. What is for the host, or changes what nothing asks, is nothing but the dice it throws: they fall for what
 * follows, too.
 */
function effectFor(effect: Effect, logic: Logic): Effect {
  const isUnasked = isOnWorld(effect) && !logic.isAsked(matterOf(effect));
  const kept = isUnasked ? logic.known(effect) : effect;
  const given = (kept ?? effect).value;
  const value = given === null ? null : settled(given, logic);
  const when = effect.when.map((each) => settledCondition(each, logic));
  if (kept === null || effect.op === "command" || effect.op === "emit" || effect.op === "opaque") {
    return {
      id: "",
      op: "emit",
      target: null,
      value: value !== null && throwsDice(value) ? value : { lit: null },
      when,
    };
  }
  const { op, target, key } = effect;
  return { id: "", op, target, ...(key !== undefined && { key }), value, when };
}

/** Whether conditions can never all hold. One that throws dice is asked all the same: others fall differently without it. */
function neverOpens(conditions: readonly Expression[]): boolean {
  if (conditions.some(throwsDice)) return false;
  return conditions.some((each) => ("lit" in each && each.lit !== true) || ("op" in each && each.op === "opaque"));
}

function throwsDice(expression: Expression): boolean {
  let found = false;
  walkExpression(expression, (part) => {
    if (
      "fn" in part &&
      !("op" in part) &&
      (part.fn === "random" || part.fn === "roll" || part.fn === "has_any_content")
    )
      found = true;
  });
  return found;
}

/** Nodes of which a node's logic asks whether they have anything left. */
function askedOf(node: PlayNode): string[] {
  const found: string[] = [];
  for (const expression of expressionsOf(node)) {
    walkExpression(expression, (part) => {
      if (!("fn" in part) || "op" in part || part.fn !== "has_any_content") return;
      const [of] = part.args;
      if (of !== undefined && "ref" in of) found.push(of.ref);
    });
  }
  return found;
}

/** Adds the conditions of nodes that are asked about and never come to, and of those they lead to, without any words. */
function addAsked(
  shown: Map<string, Map<string, PlayNode>>,
  parts: {
    dialogue: PlayedDialogue;
    asked: ReadonlySet<string>;
    logic: Logic;
  },
): void {
  const { dialogue, logic } = parts;
  const asked = [...parts.asked];
  const seen = new Set<string>();
  for (let id = asked.pop(); id !== undefined; id = asked.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const graph of graphsOf(dialogue)) {
      const found = graph.nodes.get(id);
      if (found === undefined) continue;
      const node = withLogic(found, graph, logic);
      addSilent(shown, graph, node);
      for (const { target_graph_id, target_node_id } of node.branches) {
        const to = graphOf(dialogue, target_graph_id ?? graph.id);
        const target = target_node_id === null ? undefined : to?.nodes.get(target_node_id);
        if (to !== undefined && target !== undefined)
          addSilent(shown, to, { ...withLogic(target, to, logic), branches: [] });
      }
      asked.push(...askedOf(node));
    }
  }
}

function addSilent(shown: Map<string, Map<string, PlayNode>>, graph: PlayGraph, node: PlayNode): void {
  const own = shown.get(graph.id) ?? new Map<string, PlayNode>();
  shown.set(graph.id, own);
  if (own.has(node.id)) return;
  const branches = node.branches.map((branch) => ({ ...branch, choice_text: "", text_marks: [], effects: [] }));
  own.set(node.id, { ...node, text: "", text_marks: [], on_enter_effects: [], branches });
}

function idsOf(shown: ReadonlyMap<string, ReadonlyMap<string, PlayNode>>): Set<string> {
  const ids = new Set<string>();
  for (const nodes of shown.values()) {
    for (const node of nodes.values()) {
      ids.add(node.id);
      for (const branch of node.branches) ids.add(branch.id);
    }
  }
  return ids;
}

/** A node whose ways name nothing that is left out: they lead nowhere, or away, as they do in the whole. */
function withKnownWays(
  node: PlayNode,
  graph: PlayGraph,
  shown: ReadonlyMap<string, ReadonlyMap<string, PlayNode>>,
): PlayNode {
  const known = (graphId: string, nodeId: string | null) => {
    const nodes = shown.get(graphId);
    return {
      graph_id: nodes === undefined ? NOBODY : graphId,
      node_id: nodeId === null || nodes?.has(nodeId) === true ? nodeId : NOBODY,
    };
  };
  return {
    ...node,
    branches: node.branches.map((branch) => {
      const { graph_id, node_id } = known(branch.target_graph_id ?? graph.id, branch.target_node_id);
      return {
        ...branch,
        target_graph_id: branch.target_graph_id === null ? null : graph_id,
        target_node_id: node_id,
      };
    }),
    exit_to: node.exit_to === null ? null : known(node.exit_to.graph_id, node.exit_to.node_id),
  };
}

/** A node whose logic names nothing that is left out: of that it asks what nobody ever came to. */
function withKnownRefs(node: PlayNode, known: ReadonlySet<string>): PlayNode {
  const rename = (expression: Expression): Expression => {
    if ("ref" in expression)
      return { ref: known.has(expression.ref) || isOther(expression.ref) ? expression.ref : NOBODY };
    return "args" in expression ? withArguments(expression, rename) : expression;
  };
  const effects = (list: readonly Effect[]) =>
    list.map((each) => ({
      ...each,
      value: each.value === null ? null : rename(each.value),
      when: each.when.map(rename),
    }));
  const conditions = (list: PlayNode["conditions"]) => list.map((each) => ({ ...rename(each), id: "" }));
  return {
    ...node,
    conditions: conditions(node.conditions),
    on_enter_effects: effects(node.on_enter_effects),
    branches: node.branches.map((branch) => ({
      ...branch,
      conditions: conditions(branch.conditions),
      effects: effects(branch.effects),
    })),
  };
}

/** Whether a reference is to something of the world, which functions with a variable among their arguments still ask. */
const isOther = (ref: string): boolean => ref.startsWith("ent_");

function* expressionsOf(node: PlayNode): Generator<Expression> {
  const ofEffects = function* (effects: readonly Effect[]) {
    for (const { value, when } of effects) {
      if (value !== null) yield value;
      yield* when;
    }
  };
  yield* node.conditions;
  yield* ofEffects(node.on_enter_effects);
  for (const branch of node.branches) {
    yield* branch.conditions;
    yield* ofEffects(branch.effects);
  }
}

/** The variables that are left, those that no text says without their names. */
function variablesOf({ variables }: PlayedDialogue, nodes: readonly PlayNode[]): PlayedDialogue["variables"] {
  const used = new Set<string>();
  const said = new Set(nodes.flatMap(namesSaidAt));
  for (const node of nodes) {
    for (const expression of expressionsOf(node)) {
      walkExpression(expression, (part) => {
        if ("var" in part) used.add(part.var);
      });
    }
    for (const effect of effectsOf(node)) {
      const variable = changedVariable(effect);
      if (variable !== null) used.add(variable);
    }
  }
  return new Map(
    [...variables.values()]
      .filter(({ id, name }) => used.has(id) || said.has(name))
      .map((variable) => [variable.id, said.has(variable.name) ? variable : { ...variable, name: variable.id }]),
  );
}

function effectsOf(node: PlayNode): Effect[] {
  return [...node.on_enter_effects, ...node.branches.flatMap((branch) => branch.effects)];
}

/** Returns the part of the world that the story still reads or changes; empty where all answers are constant. */
function worldOf(
  world: World | undefined,
  {
    nodes,
    variables,
    known,
  }: { nodes: readonly PlayNode[]; variables: PlayedDialogue["variables"] } & Pick<Logic, "known">,
): { world?: World } {
  const matters = new Set<WorldMatter>();
  const asked = new Set<WorldMatter>();
  const named = new Set<string>();
  const paths = new Map<string, Set<string>>();
  const predicates = new Set<string>();
  const facts = new Set<string>();
  const quests = new Set<string>();
  let anyPredicate = false;
  let anyState = false;
  const name = (value: unknown) => {
    if (typeof value === "string" && isOther(value)) named.add(value);
    if (isQuestId(value)) quests.add(value);
  };
  const notePath = (entity: string, path: string) => {
    name(entity);
    paths.set(entity, (paths.get(entity) ?? new Set()).add(path));
  };
  for (const node of nodes) {
    for (const expression of expressionsOf(node)) {
      walkExpression(expression, (part) => {
        for (const matter of askedBy(part)) asked.add(matter);
        const fact = factAskedBy(part);
        if (fact !== null) facts.add(fact);
        if ("entity" in part) notePath(part.entity, part.path);
        else if ("ref" in part) name(part.ref);
        else if ("lit" in part) name(part.lit);
        else if ("fn" in part && !("op" in part)) {
          if (part.fn === "quest_state") anyState = true;
          const [, predicate] = part.args;
          if (part.fn !== "fact") return;
          if (predicate !== undefined && "lit" in predicate) predicates.add(String(predicate.lit));
          else anyPredicate = true;
        }
      });
    }
    for (const effect of effectsOf(node)) {
      if (!isOnWorld(effect)) continue;
      const { what, entity, key } = matterOf(effect);
      matters.add(what);
      for (const id of entitiesOfEffect(effect)) name(id);
      if (what === "quest") name(entity);
      // Who knows it already is told nothing.
      if (what === "knowledge" && key !== null && known(effect) !== null) facts.add(key);
      if (what === "property" && entity !== null) notePath(entity, key ?? "");
      if (what === "fact" && key !== null && !hasEntityKey(effect.op)) predicates.add(key);
    }
  }
  for (const matter of asked) matters.add(matter);
  if (world === undefined || matters.size === 0) return {};
  for (const { default: initial, enum_values } of variables.values())
    for (const value of [initial, ...enum_values]) name(value);
  if (matters.has("location")) {
    // Where something lies is known by all the places it lies in.
    for (const id of named) name(world.entities[id]?.parent_id);
  }
  const isNamed = (id: string) => named.has(id);
  const entities = Object.entries(world.entities).filter(([id]) => isNamed(id));
  return {
    world: {
      entities: Object.fromEntries(
        entities.map(([id, { parent_id, properties }]) => {
          const kept = [...(paths.get(id) ?? []), ...(anyState ? [QUEST_STATE] : [])];
          return [
            id,
            {
              parent_id: matters.has("location") ? parent_id : null,
              properties: onlyPaths(asked.has("property") ? properties : withLifeOnly(properties), kept),
            },
          ];
        }),
      ),
      relationships: world.relationships.flatMap(({ source_id, target_id, type, properties: { count, value } }) => {
        if (!isNamed(source_id) || !isNamed(target_id)) return [];
        const isItem = matters.has("item") && type === "has";
        const isValued = matters.has("relationship") && typeof value === "number";
        if (!isItem && !isValued) return [];
        return [
          {
            source_id,
            target_id,
            type: isItem ? type : "",
            properties: { ...(isItem && count !== undefined && { count }), ...(isValued && { value }) },
          },
        ];
      }),
      facts: matters.has("fact")
        ? world.facts.filter(
            ({ subject_id, predicate }) => isNamed(subject_id) && (anyPredicate || predicates.has(predicate)),
          )
        : [],
      ...(facts.size > 0 && {
        knowledge: world.knowledge?.filter(({ entity_id, fact_id }) => isNamed(entity_id) && facts.has(fact_id)) ?? [],
      }),
      ...(quests.size > 0 && {
        quests: Object.fromEntries(Object.entries(world.quests ?? {}).filter(([id]) => quests.has(id))),
      }),
      time: world.time,
    },
  };
}

/** Object without inherited fields, for keys that are anybody's: `__proto__` in it is a key like any other. */
const emptyObject = (): Record<string, unknown> => Object.create(null);

/** Properties without a status that says nothing of death: where nothing asks for it, an effect on it is about who lives. */
function withLifeOnly(properties: World["entities"][string]["properties"]) {
  const { status, ...others } = properties;
  return isDead({ status }) ? properties : others;
}

/** Properties without all that none of the paths leads to. */
function onlyPaths(properties: World["entities"][string]["properties"], paths: readonly string[]) {
  const kept = emptyObject();
  for (const path of paths) {
    let from: unknown = properties;
    let to = kept;
    const keys = path.split(".");
    for (const [depth, key] of keys.entries()) {
      if (typeof from !== "object" || from === null || !Object.hasOwn(from, key)) break;
      from = (from as Record<string, unknown>)[key];
      const isEnd = depth === keys.length - 1 || typeof from !== "object" || from === null || Array.isArray(from);
      if (isEnd) {
        // What lies below a path that is asked for is no value that could be told.
        to[key] ??= typeof from === "object" && from !== null ? (Array.isArray(from) ? [] : emptyObject()) : from;
        break;
      }
      const below = to[key];
      const next: Record<string, unknown> =
        typeof below === "object" && below !== null ? (below as Record<string, unknown>) : emptyObject();
      to[key] = next;
      to = next;
    }
  }
  return kept;
}
