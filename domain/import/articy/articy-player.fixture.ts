/**
 * Small player of articy:draft projects for tests, by the rules of articy's flow player: branches are found by walking on from where
 * one stands, on a copy of the variables, through pins, conditions, instructions, hubs and jumps to the next fragment. The script of an
 * output pin runs before the condition of an input pin behind it is asked. It shares nothing with the importer.
 */
import type { WalkedPage, Walker } from "../walk.fixture.ts";

interface WrittenPin {
  readonly Text: string;
  readonly Connections: readonly { readonly Label: string; readonly Target: string; readonly TargetPin: string }[];
  readonly Id: string;
}
interface WrittenModel {
  readonly Type: string;
  readonly Properties: {
    readonly Id: string;
    readonly Text: string;
    readonly MenuText: string;
    readonly Expression?: string;
    readonly Target?: string;
    readonly InputPins: readonly WrittenPin[];
    readonly OutputPins: readonly WrittenPin[];
  };
}
interface WrittenProject {
  readonly GlobalVariables: readonly {
    readonly Namespace: string;
    readonly Variables: readonly { readonly Variable: string; readonly Type: string; readonly Value: string }[];
  }[];
  readonly Packages: readonly { readonly Models: readonly WrittenModel[] }[];
}

type Written = WrittenModel["Properties"] & { readonly Type: string };

/** Variables and visits at one point of a walk. */
interface State {
  readonly values: Map<string, number | boolean>;
  readonly visits: Map<string, number>;
}

/** Place that a walk has come to: a fragment, or nowhere. */
interface Arrival {
  readonly at: string | null;
  readonly state: State;
  /** Words of a choice that leads here. */
  readonly label: string;
}

const copied = ({ values, visits }: State): State => ({ values: new Map(values), visits: new Map(visits) });

/** Plays a project as it is written, from one of its objects. */
export class ArticyPlayer implements Walker {
  readonly #models: ReadonlyMap<string, Written>;
  readonly #pins = new Map<string, WrittenPin & { readonly owner: string; readonly isIn: boolean }>();
  #state: State;
  readonly #first: string;
  #ways: readonly Arrival[] = [];

  constructor(source: string, first: string) {
    const project = JSON.parse(source) as WrittenProject;
    const models = project.Packages.flatMap(({ Models }) => Models);
    this.#models = new Map(models.map(({ Type, Properties }) => [Properties.Id, { Type, ...Properties }]));
    for (const [owner, { InputPins, OutputPins }] of this.#models) {
      for (const pin of InputPins) this.#pins.set(pin.Id, { ...pin, owner, isIn: true });
      for (const pin of OutputPins) this.#pins.set(pin.Id, { ...pin, owner, isIn: false });
    }
    const values = project.GlobalVariables.flatMap(({ Namespace, Variables }) =>
      Variables.map(({ Variable, Type, Value }): [string, number | boolean] => [
        `${Namespace}.${Variable}`,
        Type === "Boolean" ? Value === "True" : Number(Value),
      ]),
    );
    this.#state = { values: new Map(values), visits: new Map() };
    this.#first = first;
  }

  start(): WalkedPage {
    // Where a player is put to begin, no pin is passed.
    const [first] = this.#at(this.#first, copied(this.#state), "");
    return first === undefined ? { text: "", choices: [] } : this.#read(first);
  }

  choose(at: number): WalkedPage {
    const way = this.#ways[at];
    if (way === undefined) throw new Error(`no choice ${at}`);
    return this.#read(way);
  }

  /** Reads on from a fragment to where something is asked. */
  #read(first: Arrival): WalkedPage {
    const said: string[] = [];
    for (let way: Arrival | undefined = first; way !== undefined; ) {
      const model: Written | undefined = way.at === null ? undefined : this.#models.get(way.at);
      this.#state = way.state;
      this.#ways = [];
      if (model === undefined) break;
      if (model.Type === "DialogueFragment") said.push(this.#words(model.Text));
      const pin: WrittenPin | undefined = model.OutputPins[0];
      const ways: readonly Arrival[] = pin === undefined ? [] : this.#out(pin.Id, this.#state);
      if ((pin?.Connections.length ?? 0) > 1) {
        this.#ways = ways;
        break;
      }
      way = ways[0];
    }
    return { text: said.join(" "), choices: this.#ways.map(({ label }) => label) };
  }

  /** Ways out of an output pin; of several the words of each. */
  #out(id: string, state: State): Arrival[] {
    const pin = this.#pins.get(id);
    if (pin === undefined) return [];
    const after = copied(state);
    this.#run(pin.Text, after, pin.owner);
    return pin.Connections.flatMap(({ Label, Target, TargetPin }) => {
      const model = this.#models.get(Target);
      const label = pin.Connections.length > 1 ? Label || model?.MenuText || model?.Text || "" : "";
      const into = this.#pins.get(TargetPin);
      const own = copied(after);
      return into?.isIn === false ? this.#out(TargetPin, own) : this.#into(TargetPin, own, this.#words(label));
    });
  }

  /** Ways into an object by its input pin, as far as its condition holds. */
  #into(id: string, state: State, label: string): Arrival[] {
    const pin = this.#pins.get(id);
    const model = this.#models.get(pin?.owner ?? "");
    if (pin === undefined || model === undefined) return [];
    if (pin.Text !== "" && this.#value(pin.Text, state, model.Id) !== true) return [];
    return this.#at(model.Id, state, label);
  }

  /** Ways on from an object, to the next that a walk stays at. */
  #at(id: string, state: State, label: string): Arrival[] {
    const model = this.#models.get(id);
    if (model === undefined) return [];
    state.visits.set(model.Id, (state.visits.get(model.Id) ?? 0) + 1);
    switch (model.Type) {
      case "DialogueFragment":
      case "Hub":
        return [{ at: model.Id, state, label }];
      case "Condition": {
        const way = this.#value(model.Expression ?? "", state, model.Id) === true ? 0 : 1;
        return this.#alone(model.OutputPins[way], state, label);
      }
      case "Instruction":
        this.#run(model.Expression ?? "", state, model.Id);
        return this.#alone(model.OutputPins[0], state, label);
      case "Jump":
        return this.#into(this.#models.get(model.Target ?? "")?.InputPins[0]?.Id ?? "", state, label);
      default: {
        const [inside] = model.InputPins[0]?.Connections ?? [];
        return inside === undefined
          ? this.#alone(model.OutputPins[0], state, label)
          : this.#into(inside.TargetPin, state, label);
      }
    }
  }

  #alone(pin: WrittenPin | undefined, state: State, label: string): Arrival[] {
    return pin === undefined ? [] : this.#out(pin.Id, state).map((each) => ({ ...each, label }));
  }

  #words(text: string): string {
    return text
      .replace(/<[^>]*>/g, "")
      .replace(/\[(\w+\.\w+)\]/g, (_, name: string) => String(this.#state.values.get(name)));
  }

  #run(script: string, state: State, owner: string): void {
    for (const statement of script.split(";").filter((each) => each.trim() !== "")) {
      const [, name = "", op = "=", value = ""] = /^\s*([\w.]+)\s*([-+]?=)\s*(.*)$/.exec(statement) ?? [];
      const given = this.#value(value, state, owner);
      const before = Number(state.values.get(name));
      state.values.set(name, op === "=" ? given : op === "+=" ? before + Number(given) : before - Number(given));
    }
  }

  /** Value of a script: names stand for values, and the rest is the same in the language of the tests. */
  #value(script: string, { values, visits }: State, owner: string): number | boolean {
    const seen = visits.get(owner) ?? 0;
    const own: Readonly<Record<string, string>> = {
      seen: String(seen > 0),
      unseen: String(seen === 0),
      seenCounter: String(seen),
      true: "true",
      false: "false",
    };
    const code = script.replace(/[A-Za-z]\w*(?:\.\w+)?/g, (name) => own[name] ?? `(${values.get(name)})`);
    return new Function(`return (${code});`)() as number | boolean;
  }
}
