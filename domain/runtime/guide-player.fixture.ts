// A player written from docs/guides/playing.md alone, sharing no code with the runtime: what the guide leaves open fails its vectors.
import { guideLogic } from "./guide-logic.fixture.ts";
import { type Any, UNKNOWN } from "./guide-world.fixture.ts";

/** Signals that a page has taken all the evaluations it may. */
const OVER = new Error("over");

const DECIDES = ["condition", "instruction", "jump", "detour", "subgraph", "random", "storylet_group"];

/** Plays a story; answers what comes of each action, null for an answer that nothing waits for. */
export function guidePlayer(story: Any): (action: Any) => Any {
  const { variables } = story;
  const graphs: Any[] = [story, ...story.others];
  const nodes: Any[] = graphs.flatMap((graph) => graph.nodes.map((node: Any) => ({ ...node, graph: graph.id })));
  let [s, stood, page]: Any[] = [];
  /** Evaluations that the page may still take. */
  let left = 0;
  let settled = 0;
  const settle = () => {
    settled = s.draws;
  };
  const spend = (evaluations: number) => {
    left -= evaluations;
    if (left < 0) throw OVER;
  };

  const nodeOf = (id: string, graph: string) => nodes.find((node) => node.id === id && node.graph === graph);
  const startOf = ({ start, nodes: [first] }: Any) => (nodes.some(({ id }) => id === start) ? start : first?.id);
  const said = ({ kind, text }: Any) => !["command", "wait_event"].includes(kind) && text.trim() !== "";
  const known = new Map<string, boolean>();
  let depth = 0;
  /** Whether a branch is open: asked in passing, which draws nothing, once of a node in a look and four deep. */
  const hasContent = (id: string, { isAlone }: Any): Any => {
    if (depth === 4) return UNKNOWN;
    if (isAlone) known.clear();
    const key = `${depth} ${id}`;
    const { draws } = s;
    depth += 1;
    if (!known.has(key))
      known.set(
        key,
        look(nodeOf(id, s.graph)).some(({ open }) => open),
      );
    depth -= 1;
    s.draws = draws;
    return known.get(key);
  };
  const {
    words,
    drawn,
    holds,
    apply,
    anew,
    take: told,
  } = guideLogic(story, { now: () => s, hasContent, spend, settle });
  const applyAt = (effects: Any[], node: string) => {
    apply(effects, node, (what) => page.trace.push(...(what === null ? [] : [what])));
  };

  /** The branches of a node, each with what closes it. */
  const look = (node: Any): Any[] => {
    let choices = 0;
    if (depth === 0) known.clear();
    return node.branches.map((branch: Any) => {
      spend(1);
      const times = (list: string[]) => list.filter((each) => each === branch.id).length;
      const earlier = branch.repeat_scope === "player" ? times(s.player) : 0;
      const taken = branch.repeat_scope === "visit" ? times(s.visit) : (s.taken[branch.id]?.count ?? 0) + earlier;
      const isSpent =
        branch.repeat !== "sticky" && taken >= ((branch.repeat === "limited" && branch.repeat_limit) || 1);
      const target = nodeOf(branch.target_node_id, branch.target_graph_id ?? node.graph);
      const guard = () => holds(target?.conditions ?? [], { node: target?.id, choices });
      const own = isSpent || holds(branch.conditions, { node: node.id, choices });
      const truth = own === true && !isSpent ? guard() : own;
      const closed = isSpent ? "taken-once" : truth === UNKNOWN ? "unknown" : truth ? null : "condition";
      if (closed === null && branch.kind === "choice") choices += 1;
      return { branch, open: !closed, shown: !closed || branch.when_unavailable === "disable", closed };
    });
  };

  /** Returns the state at a node: its halt, its offers, and the branch or exit that leads on. */
  const stand = (node: Any): Any => {
    if (node.kind === "command" && s.asked) return { halt: "command", offers: [] };
    const isLast = ["end", "return"].includes(node.kind);
    if (isLast || node.branches.length === 0) {
      const { graph_id, node_id } = node.exit_to ?? {};
      const halt = graph_id ? `leaves ${graph_id}${node_id ? ` ${node_id}` : ""}` : isLast ? "ending" : "dead-end";
      return { halt, offers: [], exit: node.exit_to };
    }
    const offers = look(node);
    const open = offers.filter((each) => each.open);
    const first = (...kinds: string[]) => open.find(({ branch }) => kinds.includes(branch.kind));
    const on = (next: Any) =>
      next ? { halt: "continue", offers: [next], next: next.branch } : { halt: "blocked", offers };
    if (node.kind === "random" && open.length > 0) return on(open[drawn(open.map(({ branch }) => branch.weight))]);
    if (node.kind === "storylet_group") {
      const ranks = (of: (offer: Any) => number) => (a: Any, b: Any) => of(a) - of(b);
      const byTurn = open.toSorted(ranks(({ branch }) => s.taken[branch.id]?.turn ?? -1));
      const byCount = byTurn.toSorted(ranks(({ branch }) => s.taken[branch.id]?.count ?? 0));
      return on(byCount.toSorted(ranks(({ branch }) => -branch.conditions.length))[0]);
    }
    const isAway = ["detour", "subgraph"].includes(node.kind);
    if (DECIDES.includes(node.kind))
      return on(first("choice", "auto") ?? (isAway ? null : first("else")) ?? first("fallback"));
    const offered = offers.filter(({ branch }) => ["choice", "event"].includes(branch.kind));
    const ready = offered.filter((each) => each.open);
    if (ready.length === 0) return on(first("auto") ?? first("else") ?? first("fallback"));
    const [{ branch: only }] = offered;
    const isTalk = node.kind === "talk";
    if (offered.length === 1 && only.kind === "choice" && only.choice_text.trim() === "" && !isTalk)
      return on(offered[0]);
    return ready.every(({ branch }) => branch.kind === "event")
      ? { halt: "waiting", offers: ready }
      : { halt: "choices", offers: offered, ...(isTalk && { opened: openedIn(ready) }) };
  };
  /** The open choices of a talk of which everything came up. */
  const openedIn = (ready: Any[]): string[] => {
    const all = (named: string[], came: string[]) => named.every((each) => came.includes(each));
    return ready
      .map(({ branch }) => branch)
      .filter(({ opened_by: by }) => by && by.facts.length + by.actions.length > 0)
      .filter(({ opened_by: by }) => all(by.facts, s.talked.facts) && all(by.actions, s.talked.actions))
      .map(({ id }) => id);
  };

  const complete = (id: string) => {
    const before = s.visits[id] ?? { entered: 0, completed: 0, turn: 0 };
    s.visits[id] = { ...before, completed: before.completed + 1 };
    page.trace.push(`completed ${id}`);
  };
  const enter = (node: Any) => {
    if (s.at !== node.id) s.visit = [];
    if (s.graph !== undefined && s.graph !== node.graph) anew("dialogue");
    Object.assign(s, { at: node.id, graph: node.graph, asked: node.kind === "command" });
    s.visits[node.id] = {
      completed: 0,
      ...s.visits[node.id],
      entered: (s.visits[node.id]?.entered ?? 0) + 1,
      turn: s.turn,
    };
    page.nodes.push(node.id);
    page.trace.push(`entered ${node.id}`);
    applyAt(node.on_enter_effects, node.id);
    if (said(node)) page.said.push(words(node.text, node.text_marks));
  };
  /** Takes a branch; answers the node it leads to, or at what it halts. */
  const take = (branch: Any): Any => {
    const node = nodeOf(s.at, s.graph);
    s.talked = { facts: [], actions: [] };
    s.taken[branch.id] = { count: (s.taken[branch.id]?.count ?? 0) + 1, turn: s.turn };
    s.visit.push(branch.id);
    page.trace.push(`took ${branch.id}`);
    applyAt(branch.effects, node.id);
    const isAway = ["detour", "subgraph"].includes(node.kind) && branch.kind !== "else";
    if (!isAway) complete(node.id);
    if (branch.unwind) while (s.stack.length > 0) complete(s.stack.pop().node.id);
    const graph = graphs.find(({ id }) => id === (branch.target_graph_id ?? node.graph));
    const { target_graph_id, target_node_id } = branch;
    if (!graph) return { halt: `leaves ${target_graph_id}${target_node_id ? ` ${target_node_id}` : ""}` };
    const target = nodeOf(target_node_id ?? (graph.id === node.graph ? undefined : startOf(graph)), graph.id);
    if (target && isAway) {
      s.stack.push({ node, values: { ...s.values } });
      page.trace.push(`detoured ${node.id}`);
    }
    return target ?? { halt: "missing" };
  };
  const leaveDetours = () => {
    while (s.stack.at(-1)?.node.graph === s.graph) s.stack.pop();
  };
  /** Goes on behind the innermost detour that has a way on; null without any. */
  const comeBack = (): Any => {
    for (let back = s.stack.pop(); back !== undefined; back = s.stack.pop()) {
      const { node, values } = back;
      page.trace.push(`returned ${node.id}`);
      for (const { id, scope } of variables)
        if (scope === "dialogue" && node.graph !== s.graph) s.values[id] = values[id];
      Object.assign(s, { at: node.id, graph: node.graph });
      const behind = look(node).find(({ open, branch }) => open && branch.kind === "else");
      if (behind) return take(behind.branch);
      complete(node.id);
    }
    return null;
  };
  /** Follows a halt that needs no input; null where the play stops. */
  const follow = (node: Any): Any => {
    const { next, exit, halt } = stood;
    const isPassed = next && (DECIDES.includes(node.kind) || next.kind !== "choice" || next.choice_text.trim() === "");
    if (isPassed && !said(node)) return take(next);
    const into = graphs.find(({ id }) => id === exit?.graph_id);
    if (into) complete(node.id);
    if (into || (halt === "ending" && node.kind !== "return")) leaveDetours();
    return into ? nodeOf(exit.node_id ?? startOf(into), into.id) : halt === "ending" ? comeBack() : null;
  };
  const goOn = (first: Any): Any => {
    let to = first;
    for (let passed = 0; passed < 1_000; passed++) {
      if (to?.halt) return { halt: to.halt, offers: [] };
      if (to) enter(to);
      const node = nodeOf(s.at, s.graph);
      settle();
      stood = stand(node);
      to = follow(node);
      if (to) continue;
      const isShown = ["choices", "continue"].includes(stood.halt);
      if (isShown) for (const { shown, branch } of stood.offers) if (shown) s.offered.push(branch.id);
      return stood;
    }
    return { halt: "circle", offers: [] };
  };

  const begin = ({ seed = 1, from, values = {}, taken_by_player = [], world_time }: Any): Any => {
    const defaults = Object.fromEntries(variables.map((each: Any) => [each.id, each.default]));
    s = { seed, draws: 0, turn: 0, values: { ...defaults, ...values }, visits: {}, taken: {}, offered: [], visit: [] };
    Object.assign(s, { talked: { facts: [], actions: [] } });
    Object.assign(s, { player: taken_by_player, stack: [], world: structuredClone(story.world) });
    if (world_time !== undefined) s.world.time = world_time;
    const first = nodeOf(from, story.id) ?? nodeOf(startOf(story), story.id);
    return first ? goOn(first) : { halt: "nothing", offers: [] };
  };
  const decide = (branch: Any): Any => {
    Object.assign(s, { turn: s.turn + 1, asked: false });
    if (!branch) return goOn(null);
    const to = take(branch);
    anew("temporary");
    return goOn(to);
  };
  const answer = ({ event, values = {} }: Any): Any => {
    const isAwaited = ({ open, branch: { kind, choice_text } }: Any) =>
      open && kind === "event" && [choice_text, undefined].includes(event);
    const happened = stood.offers.find(isAwaited)?.branch;
    if (stood.halt !== "command" && !happened) return null;
    told(values);
    return decide(happened);
  };
  const talk = ({ facts = [], actions = [] }: Any): Any => {
    if (!stood.opened) return null;
    const { talked } = s;
    s.talked = { facts: [...talked.facts, ...facts], actions: [...talked.actions, ...actions] };
    const ready = stood.offers.filter((each: Any) => each.open);
    return { ...stood, opened: openedIn(ready) };
  };
  return (action) => {
    page = { nodes: [], said: [], trace: [] };
    const branches = nodes.flatMap((node) => node.branches);
    left = 200_000;
    depth = 0;
    let came: Any;
    try {
      came = action.begin
        ? begin(action.begin)
        : action.answer
          ? answer(action.answer)
          : action.talk
            ? talk(action.talk)
            : decide(branches.find(({ id }) => id === action.choose));
    } catch (error) {
      if (error !== OVER) throw error;
      s.draws = settled;
      came = { halt: "circle", offers: [] };
    }
    if (came === null) return null;
    stood = came;
    const offers = stood.offers.map(({ branch: { id, choice_text, text_marks }, open, shown, closed }: Any) => {
      const { text, marks } = words(choice_text, text_marks);
      return { branch: id, text, ...(marks[0] && { text_marks: marks }), open, shown, closed_by: closed };
    });
    const isMarked = page.said.some(({ marks }: Any) => marks.length > 0);
    Object.assign(page, {
      said: page.said.map(({ text }: Any) => text),
      ...(isMarked && { said_marks: page.said.map(({ marks }: Any) => marks) }),
    });
    const opened = stood.opened?.[0] ? { opened: stood.opened } : {};
    return structuredClone({ ...page, halt: stood.halt, offers, ...opened, values: s.values, draws: s.draws });
  };
}
