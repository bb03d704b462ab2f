import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// A player that was written from docs/guides/playing.md alone and shares no code with the runtime: what the guide leaves open fails here.

// biome-ignore lint/suspicious/noExplicitAny: it reads vectors as a game in a language without types would.
type Any = any;
const UNKNOWN = { unknown: true };
const DECIDES = ["condition", "instruction", "jump", "detour", "subgraph", "random", "storylet_group"];
const ASKS_BACK = ["detour", "subgraph"];

class GuidePlayer {
  s: Any;
  trace: string[] = [];
  nodes: string[] = [];
  saying: string[] = [];
  readonly story: Any;
  constructor(story: Any) {
    this.story = story;
  }

  graph = (id: string) => [this.story, ...this.story.others].find((each: Any) => each.id === id);
  node = (at = this.s.at) => this.graph(at[0])?.nodes.find((each: Any) => each.id === at[1]);
  variable = (id: string) => this.story.variables.find((each: Any) => each.id === id);
  said = (node: Any) => !["command", "wait_event"].includes(node.kind) && node.text.trim() !== "";
  words = (text: string, values: Any) =>
    text.replace(/\{([^{}\n]+)\}/g, (written, name) => {
      const variable = this.story.variables.find((each: Any) => each.name === name.trim());
      return variable ? [values[variable.id]].flat().join(", ") : written;
    });
  startOf = ({ start, nodes }: Any) => (nodes.some((n: Any) => n.id === start) ? start : nodes[0]?.id);

  draw(): number {
    let x = (this.s.seed + Math.imul(this.s.draws++ + 1, 0x9e3779b9)) | 0;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 4294967296;
  }
  between(a: number, b: number): number {
    const [low, high] = [Math.ceil(Math.min(a, b)), Math.floor(Math.max(a, b))];
    return low + Math.floor(this.draw() * (high - low + 1));
  }

  truth = (e: Any, here: Any): Any => ((v) => (v === UNKNOWN ? UNKNOWN : v === true))(this.value(e, here));
  all(list: Any[], here: Any): Any {
    const truths = list.map((each) => this.truth(each, here));
    return truths.includes(false) ? false : truths.includes(UNKNOWN) ? UNKNOWN : true;
  }
  value(e: Any, here: Any): Any {
    if ("lit" in e) return e.lit;
    if ("ref" in e) return e.ref;
    if ("var" in e) return e.var in this.s.values ? this.s.values[e.var] : UNKNOWN;
    if ("entity" in e) return this.property(e.entity, e.path);
    if (!("op" in e))
      return this.call(
        e.fn,
        e.args.map((arg: Any) => this.value(arg, here)),
        here,
      );
    if (e.op === "opaque") return UNKNOWN;
    if (e.op === "all") return this.all(e.args, here);
    if (e.op === "any") {
      const truths = e.args.map((each: Any) => this.truth(each, here));
      return truths.includes(true) ? true : truths.includes(UNKNOWN) ? UNKNOWN : false;
    }
    if (e.op === "not") return ((t) => (t === UNKNOWN ? t : !t))(this.truth(e.args[0], here));
    const [a, b] = e.args.map((arg: Any) => this.value(arg, here));
    if (a === UNKNOWN || b === UNKNOWN) return UNKNOWN;
    if (e.op === "arith") return this.calculate(e.fn, a, b);
    if (e.op === "eq") return this.same(a, b);
    if (e.op === "ne") return !this.same(a, b);
    const within = (whole: Any, part: Any) =>
      Array.isArray(part) ? part.every((each) => whole.includes(each)) : whole.includes(part);
    if (e.op === "has" && Array.isArray(a)) return within(a, b);
    if (e.op === "in" && Array.isArray(b)) return within(b, a);
    if (e.op === "has") return typeof a === "string" && typeof b === "string" && a.includes(b);
    if (e.op === "in") return typeof a === "string" && typeof b === "string" && b.includes(a);
    if (typeof a !== typeof b || !["number", "string"].includes(typeof a)) return false;
    const order = typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0;
    return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[e.op as "lt"];
  }
  same = (a: Any, b: Any) =>
    Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((each) => b.includes(each)) : a === b;
  calculate(op: string, a: Any, b: Any): Any {
    if (typeof a !== "number" || typeof b !== "number") return UNKNOWN;
    const result = { add: a + b, sub: a - b, mul: a * b, div: a / b, mod: a % b }[op as "add"];
    return Number.isFinite(result) ? result || 0 : UNKNOWN;
  }
  property(id: string, path: string): Any {
    let value = this.story.world?.entities[id]?.properties ?? UNKNOWN;
    if (value === UNKNOWN) return UNKNOWN;
    for (const key of path.split(".")) value = value?.[key] ?? null;
    return value;
  }
  call(fn: string, args: Any[], { node, choices }: Any): Any {
    if (args.includes(UNKNOWN)) return UNKNOWN;
    const [id = node, second, third = 1] = args;
    const { world } = this.story;
    const { visits, taken } = this.s;
    const links = () => world.relationships.filter((r: Any) => r.source_id === id && r.target_id === second);
    if (["at_location", "has_item", "relationship", "quest_state", "fact"].includes(fn) && !world?.entities[id])
      return UNKNOWN;
    switch (fn) {
      case "visits":
        return (second === "completed" ? visits[id]?.completed : visits[id]?.entered) ?? taken[id]?.count ?? 0;
      case "visited":
        return (visits[id]?.entered ?? taken[id]?.count ?? 0) > 0;
      case "offered":
        return this.s.offered.includes(id);
      case "turns":
        return this.s.turn;
      case "turns_since":
        return ((last) => (last ? this.s.turn - last.turn : -1))(visits[id] ?? taken[id]);
      case "choice_count":
        return choices;
      case "random":
        return this.between(id, second);
      case "roll":
        return Array.from({ length: second ?? 1 }, () => this.between(1, id)).reduce((sum, each) => sum + each, 0);
      case "has_any_content": {
        const { draws } = this.s;
        const found = this.look(this.node([this.s.at[0], id])).some((each) => each.open);
        this.s.draws = draws;
        return found;
      }
      case "at_location": {
        for (let at = id; at !== null; at = world.entities[at]?.parent_id ?? null) if (at === second) return true;
        return false;
      }
      case "has_item":
        return (
          links().reduce((n: number, r: Any) => n + (r.type === "has" ? (r.properties.count ?? 1) : 0), 0) >= third
        );
      case "relationship":
        return links().find((r: Any) => typeof r.properties.value === "number")?.properties.value ?? 0;
      case "fact":
        return world.facts.findLast((f: Any) => f.subject_id === id && f.predicate === second)?.value ?? UNKNOWN;
      case "quest_state":
        return this.property(id, "state");
      default:
        return world?.time ?? UNKNOWN;
    }
  }

  apply(effects: Any[], nodeId: string): void {
    for (const effect of effects) {
      const here = { node: nodeId, choices: 0 };
      if (this.all(effect.when, here) !== true) continue;
      const value = effect.value === null ? UNKNOWN : this.value(effect.value, here);
      const refuse = (why: string) => this.trace.push(`refused ${effect.id}: ${why}`);
      const variable = this.variable(effect.target);
      if (effect.op === "opaque") refuse("opaque");
      else if (effect.op === "reset_visits") {
        Object.assign(this.s, { visits: {}, taken: {}, visit: [] });
        this.trace.push("reset visits");
      } else if (["command", "emit"].includes(effect.op)) {
        if (value === UNKNOWN) refuse("unknown");
        else this.trace.push(`told ${effect.op} ${JSON.stringify(value)}`);
      } else if (!variable) refuse("no_variable");
      else {
        const before = this.s.values[variable.id];
        let after = value;
        const isText = Array.isArray(before) && typeof value === "string";
        if (effect.op === "clear" && variable.type === "set") after = [];
        else if (["clear", "reset"].includes(effect.op)) after = variable.default;
        else if (effect.op === "push") after = isText ? [...new Set([...before, value])] : UNKNOWN;
        else if (effect.op === "remove") after = isText ? before.filter((each: string) => each !== value) : UNKNOWN;
        else if (effect.op === "toggle") after = typeof before === "boolean" ? !before : UNKNOWN;
        else if (effect.op !== "set") after = value === UNKNOWN ? UNKNOWN : this.calculate(effect.op, before, value);
        if (effect.op !== "set" && variable.type === "integer" && typeof after === "number")
          after = Math.trunc(after) || 0;
        if (after === UNKNOWN) refuse("unknown");
        else if (!this.fits(after, variable)) refuse("does_not_fit");
        else if (!this.same(this.within(after, variable), before)) {
          after = this.within(after, variable);
          this.s.values[variable.id] = after;
          this.trace.push(`changed ${variable.id} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`);
        }
      }
    }
  }
  fits(value: Any, { type, enum_values }: Any): boolean {
    if (type === "set")
      return (
        Array.isArray(value) &&
        new Set(value).size === value.length &&
        value.every((each) => enum_values.includes(each))
      );
    if (type === "integer") return Number.isSafeInteger(value);
    return type === "enum" ? enum_values.includes(value) : typeof value === type;
  }

  within = (value: Any, { min, max, enum_values }: Any) =>
    Array.isArray(value)
      ? enum_values.filter((each: string) => value.includes(each))
      : typeof value === "number"
        ? Math.min(max ?? value, Math.max(min ?? value, value))
        : value;
  anew(scope: string): void {
    for (const each of this.story.variables) if (each.scope === scope) this.s.values[each.id] = each.default;
  }

  look(node: Any): Any[] {
    let choices = 0;
    return node.branches.map((branch: Any) => {
      const { repeat, repeat_scope, repeat_limit, id } = branch;
      const times = (list: string[]) => list.filter((each) => each === id).length;
      const taken =
        repeat_scope === "visit"
          ? times(this.s.visit)
          : (this.s.taken[id]?.count ?? 0) + (repeat_scope === "player" ? times(this.s.player) : 0);
      const spent = taken >= ((repeat === "limited" && repeat_limit) || 1);
      const target =
        branch.target_node_id && this.node([branch.target_graph_id ?? this.s.at[0], branch.target_node_id]);
      let closed: string | null = repeat !== "sticky" && spent ? "taken-once" : null;
      for (const [at, list] of [
        [node.id, branch.conditions],
        [target?.id, target?.conditions ?? []],
      ]) {
        if (closed !== null) break;
        // The first that does not hold closes it; else the first that is unknown.
        for (const each of list) {
          const truth = this.truth(each, { node: at, choices });
          if (truth === false) {
            closed = "condition";
            break;
          }
          if (truth === UNKNOWN) closed = "unknown";
        }
      }
      const open = closed === null;
      if (open && branch.kind === "choice") choices += 1;
      return { branch, open, shown: open || branch.when_unavailable === "disable", closed };
    });
  }

  /** The way on, or where it halts. */
  stand(): Any {
    const node = this.node();
    if (node.kind === "command" && this.s.asked) return { halt: "command", offers: [] };
    if (node.branches.length === 0 || ["end", "return"].includes(node.kind)) {
      if (node.exit_to)
        return {
          halt: `leaves ${node.exit_to.graph_id}${node.exit_to.node_id ? ` ${node.exit_to.node_id}` : ""}`,
          offers: [],
          exit: node.exit_to,
        };
      return { halt: ["end", "return"].includes(node.kind) ? "ending" : "dead-end", offers: [] };
    }
    const offers = this.look(node);
    const open = offers.filter((each) => each.open);
    const first = (...kinds: string[]) => open.find((each) => kinds.includes(each.branch.kind));
    const on = (next: Any) => ({ halt: "continue", offers: [next], next: next.branch });
    if (node.kind === "random" && open.length > 0) {
      let rest = this.draw() * open.reduce((sum, each) => sum + each.branch.weight, 0);
      if (open.every((each) => each.branch.weight === 0)) return on(open[0]);
      return on(
        open.find((each) => {
          rest -= each.branch.weight;
          return rest < 0;
        }) ?? open.findLast((each) => each.branch.weight > 0),
      );
    }
    if (node.kind === "storylet_group" && open.length > 0) {
      const rank = ({ branch }: Any) => [
        -branch.conditions.length,
        this.s.taken[branch.id]?.count ?? 0,
        this.s.taken[branch.id]?.turn ?? -1,
      ];
      return on(open.toSorted((a, b) => rank(a).reduce((order, each, at) => order || each - (rank(b)[at] ?? 0), 0))[0]);
    }
    if (DECIDES.includes(node.kind)) {
      const next =
        first("choice", "auto") ?? (ASKS_BACK.includes(node.kind) ? undefined : first("else")) ?? first("fallback");
      return next ? on(next) : { halt: "blocked", offers };
    }
    const offered = offers.filter((each) => ["choice", "event"].includes(each.branch.kind));
    const openOffered = offered.filter((each) => each.open);
    if (openOffered.length === 0) {
      const next = first("auto") ?? first("else") ?? first("fallback");
      return next ? on(next) : { halt: "blocked", offers };
    }
    const [only] = offered;
    if (offered.length === 1 && only.branch.kind === "choice" && only.branch.choice_text.trim() === "") return on(only);
    const events = openOffered.every((each) => each.branch.kind === "event");
    return events ? { halt: "waiting", offers: openOffered } : { halt: "choices", offers: offered };
  }

  go(first: Any): Any {
    let at = first;
    for (let passed = 0; passed < 1_000; passed++) {
      if (at !== null) this.enter(at);
      const stood = this.stand();
      const node = this.node();
      let to: Any = null;
      if (
        stood.next &&
        !this.said(node) &&
        (DECIDES.includes(node.kind) || stood.next.kind !== "choice" || stood.next.choice_text.trim() === "")
      )
        to = this.take(stood.next);
      else if (stood.exit && this.graph(stood.exit.graph_id)) {
        const into = this.graph(stood.exit.graph_id);
        this.complete(node.id);
        this.leaveDetours();
        to = { at: [into.id, stood.exit.node_id ?? this.startOf(into)] };
      } else if (stood.halt === "ending") {
        if (node.kind !== "return") this.leaveDetours();
        to = this.comeBack();
      }
      if (to === null) {
        if (["choices", "continue"].includes(stood.halt))
          this.s.offered.push(...stood.offers.filter((o: Any) => o.shown).map((o: Any) => o.branch.id));
        return stood;
      }
      if (to.halt) return { halt: to.halt, offers: [] };
      at = to.at;
    }
    return { halt: "circle", offers: [] };
  }
  enter(at: Any): void {
    const { visits } = this.s;
    const id = at[1];
    if (this.s.at?.[1] !== id) this.s.visit = [];
    if (this.s.at && this.s.at[0] !== at[0]) this.anew("dialogue");
    this.s.at = at;
    visits[id] = { entered: (visits[id]?.entered ?? 0) + 1, completed: visits[id]?.completed ?? 0, turn: this.s.turn };
    this.nodes.push(id);
    this.trace.push(`entered ${id}`);
    this.s.asked = this.node().kind === "command";
    this.apply(this.node().on_enter_effects, id);
    if (this.said(this.node())) this.saying.push(this.words(this.node().text, this.s.values));
  }
  complete(id: string): void {
    const was = this.s.visits[id] ?? { entered: 0, completed: 0, turn: 0 };
    this.s.visits[id] = { ...was, completed: was.completed + 1 };
    this.trace.push(`completed ${id}`);
  }
  take(branch: Any): Any {
    const { at, taken, turn } = this.s;
    taken[branch.id] = { count: (taken[branch.id]?.count ?? 0) + 1, turn };
    this.s.visit.push(branch.id);
    this.trace.push(`took ${branch.id}`);
    this.apply(branch.effects, at[1]);
    const away = ASKS_BACK.includes(this.node().kind) && branch.kind !== "else";
    if (!away) this.complete(at[1]);
    if (branch.unwind) while (this.s.stack.length > 0) this.complete(this.s.stack.pop()[1]);
    const graphId = branch.target_graph_id ?? at[0];
    const graph = this.graph(graphId);
    if (!graph) return { halt: `leaves ${graphId}${branch.target_node_id ? ` ${branch.target_node_id}` : ""}` };
    const id = branch.target_node_id ?? (graphId === at[0] ? undefined : this.startOf(graph));
    if (!this.node([graphId, id])) return { halt: "missing" };
    if (away) {
      this.s.stack.push([...at, { ...this.s.values }]);
      this.trace.push(`detoured ${at[1]}`);
    }
    return { at: [graphId, id] };
  }
  leaveDetours(): void {
    while (this.s.stack.at(-1)?.[0] === this.s.at[0]) this.s.stack.pop();
  }
  comeBack(): Any {
    for (let at = this.s.stack.pop(); at !== undefined; at = this.s.stack.pop()) {
      this.trace.push(`returned ${at[1]}`);
      for (const { id, scope } of this.story.variables)
        if (scope === "dialogue" && at[0] !== this.s.at[0]) this.s.values[id] = at[2][id];
      this.s.at = at.slice(0, 2);
      const behind = this.look(this.node()).find((each) => each.open && each.branch.kind === "else");
      if (behind) return this.take(behind.branch);
      this.complete(at[1]);
    }
    return null;
  }

  step(action: Any): Any {
    this.trace = [];
    this.nodes = [];
    this.saying = [];
    let stood: Any;
    if (action.begin) {
      const { seed = 1, from, values = {}, taken_by_player = [] } = action.begin;
      const defaults = Object.fromEntries(this.story.variables.map((each: Any) => [each.id, each.default]));
      this.s = {
        seed,
        draws: 0,
        turn: 0,
        at: null,
        asked: false,
        values: { ...defaults, ...values },
        visits: {},
        taken: {},
        offered: [],
        visit: [],
        player: taken_by_player,
        stack: [],
      };
      const id = this.story.nodes.some((n: Any) => n.id === from) ? from : this.startOf(this.story);
      stood = id === undefined ? { halt: "nothing", offers: [] } : this.go([this.story.id, id]);
    } else {
      let branch = [this.story, ...this.story.others]
        .flatMap((g: Any) => g.nodes)
        .flatMap((n: Any) => n.branches)
        .find((b: Any) => b.id === action.choose);
      if (action.answer) {
        const { event, values = {} } = action.answer;
        const fitting = Object.entries(values).filter(
          ([id, value]) => this.variable(id) && this.fits(value, this.variable(id)),
        );
        branch = this.last.offers.find(
          (o: Any) => o.open && o.branch.kind === "event" && (event === undefined || o.branch.choice_text === event),
        )?.branch;
        if (this.last.halt !== "command" && !branch) return null;
        for (const [id, value] of fitting) this.s.values[id] = this.within(value, this.variable(id));
      }
      this.s.turn += 1;
      this.s.asked = false;
      const to = branch ? this.take(branch) : { at: null };
      if (branch) this.anew("temporary");
      stood = to.halt ? { halt: to.halt, offers: [] } : this.go(to.at);
    }
    this.last = stood;
    const offers = stood.offers.map((o: Any) => ({
      branch: o.branch.id,
      text: this.words(o.branch.choice_text, this.s.values),
      open: o.open,
      shown: o.shown,
      closed_by: o.closed,
    }));
    return structuredClone({
      nodes: this.nodes,
      said: this.saying,
      trace: this.trace,
      halt: stood.halt,
      offers,
      values: this.s.values,
      draws: this.s.draws,
    });
  }
  last: Any;
}

const folder = new URL("../../docs/runtime/vectors/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

test.each(files)("a player that was written from the guide alone passes %s", (file) => {
  for (const vector of JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Any[]) {
    const player = new GuidePlayer(vector.dialogue);
    for (const step of vector.steps) expect([vector.title, player.step(step.do)]).toEqual([vector.title, step.expect]);
  }
});
