/**
 * A small player of Arcweave's exports for tests, which shares nothing with the importer: it shows an element, runs the script between its
 * words from the first block to the last, and offers what its connections lead to through branches and jumpers.
 */
interface Project {
  readonly startingElement: string;
  readonly elements: Readonly<Record<string, { content?: string | null; outputs: readonly string[] }>>;
  readonly connections: Readonly<Record<string, Connection>>;
  readonly branches: Readonly<Record<string, { conditions: Conditions }>>;
  readonly conditions: Readonly<Record<string, { output: string | null; script: string | null }>>;
  readonly jumpers: Readonly<Record<string, { elementId: string }>>;
  readonly variables: Readonly<Record<string, { name?: string; value?: unknown }>>;
}

interface Connection {
  readonly label: string | null;
  readonly targetid: string;
  readonly targetType: string;
}

interface Conditions {
  readonly ifCondition: string;
  readonly elseIfConditions?: readonly string[];
  readonly elseCondition?: string | null;
}

/** Text and choices of an element. */
export interface ArcweavePage {
  readonly text: string;
  readonly choices: readonly string[];
}

interface Option {
  readonly label: string;
  readonly labels: readonly string[];
  readonly element: string;
}

export class ArcweavePlayer {
  readonly #project: Project;
  readonly #values: Record<string, unknown> = {};
  readonly #visits: Record<string, number> = {};
  #options: Option[] = [];
  #here = "";

  constructor(source: string) {
    this.#project = JSON.parse(source) as Project;
    for (const { name, value } of Object.values(this.#project.variables)) {
      if (name !== undefined) this.#values[name] = value;
    }
  }

  start(): ArcweavePage {
    return this.#enter(this.#project.startingElement);
  }

  choose(at: number): ArcweavePage {
    const option = this.#options[at];
    if (option === undefined) throw new Error(`no option ${at}`);
    for (const label of option.labels) this.#shown(label);
    return this.#enter(option.element);
  }

  #enter(id: string): ArcweavePage {
    const element = this.#project.elements[id];
    if (element === undefined) throw new Error(`no element ${id}`);
    this.#here = id;
    this.#visits[id] = (this.#visits[id] ?? 0) + 1;
    const text = this.#shown(element.content ?? "");
    this.#options = element.outputs.flatMap((output) => this.#along(output, []));
    const [only] = this.#options;
    // What has no words is gone along by itself.
    if (this.#options.length === 1 && only?.label === "") {
      const next = this.choose(0);
      return { ...next, text: `${text} ${next.text}` };
    }
    return { text, choices: this.#options.map(({ label }) => label) };
  }

  /** Follows a connection: a branch on the way decides by its first condition that holds. */
  #along(output: string, before: readonly string[]): Option[] {
    const connection = this.#project.connections[output];
    if (connection === undefined) return [];
    const labels = connection.label === null ? before : [...before, connection.label];
    const { targetType, targetid } = connection;
    if (targetType === "branches") {
      const {
        ifCondition,
        elseIfConditions = [],
        elseCondition,
      } = this.#project.branches[targetid]?.conditions ?? { ifCondition: "" };
      const asked = [ifCondition, ...elseIfConditions].map((id) => this.#project.conditions[id]);
      const held = asked.find((each) => each?.script && this.#value(stripped(each.script)));
      const taken = held ?? this.#project.conditions[elseCondition ?? ""];
      return taken?.output ? this.#along(taken.output, labels) : [];
    }
    const element = targetType === "jumpers" ? (this.#project.jumpers[targetid]?.elementId ?? "") : targetid;
    return [
      {
        label: labels
          .map((label) => this.#shown(label, true))
          .join(" ")
          .trim(),
        labels,
        element,
      },
    ];
  }

  /** The words of a text, with its script run on the way; looking at a label alone changes nothing. */
  #shown(html: string, isLooked = false): string {
    const parts = html.split(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs);
    const frames: { shows: boolean; held: boolean }[] = [];
    const shows = () => frames.every((frame) => frame.shows);
    let text = "";
    for (const [at, part] of parts.entries()) {
      if (at % 2 === 0) {
        if (shows()) text += ` ${plain(part)}`;
        continue;
      }
      for (const line of stripped(part).split(/\n|;/)) {
        const [, word, asked = ""] = /^\s*(if|elseif|else|endif)\b(.*)$/.exec(line) ?? [];
        const frame = frames.at(-1);
        if (word === "if") {
          const holds = shows() && Boolean(this.#value(asked));
          frames.push({ shows: holds, held: holds });
        } else if (word === "endif") frames.pop();
        else if (word !== undefined && frame !== undefined) {
          frame.shows = !frame.held && (word === "else" || Boolean(this.#value(asked)));
          frame.held ||= frame.shows;
        } else if (/^\s*show\(/.test(line) && shows()) text += this.#said(line);
        else if (line.trim() !== "" && shows() && !isLooked) this.#run(line.trim());
      }
    }
    return text.replace(/\s+/g, " ").trim();
  }

  /** Returns the text of `show(a, "b")`. */
  #said(line: string): string {
    const all = this.#value(
      line
        .trim()
        .replace(/^show\(/, "[")
        .replace(/\)$/, "]"),
    );
    return Array.isArray(all) ? all.join("") : "";
  }

  #run(line: string): void {
    const [, name = "", op = "", value = ""] = /^(\w+)\s*([-+*/]?)=\s*(.*)$/.exec(line) ?? [];
    if (name === "") throw new Error(`no statement ${line}`);
    this.#values[name] = this.#value(op === "" ? value : `${name} ${op} (${value})`);
  }

  #value(source: string): unknown {
    const code = source
      .replace(/\bis not\b/g, "!==")
      .replace(/\bis\b/g, "===")
      .replace(/\band\b/g, "&&")
      .replace(/\bor\b/g, "||")
      .replace(/\bnot\b/g, "!");
    const names = Object.keys(this.#values);
    const visits = (id = this.#here) => this.#visits[id] ?? 0;
    return new Function(...names, "visits", `return (${code});`)(...names.map((name) => this.#values[name]), visits);
  }
}

/** A script with its mentions as ids. */
function stripped(html: string): string {
  return unescaped(
    html
      .replace(/<span[^>]*data-id="([^"]*)"[^>]*>.*?<\/span>/g, (_, id) => JSON.stringify(id))
      .replace(/<[^>]*>/g, ""),
  );
}

function plain(html: string): string {
  return unescaped(html.replace(/<\/(?:p|li|blockquote)>|<br>/g, " ").replace(/<[^>]*>/g, ""));
}

function unescaped(text: string): string {
  return text
    .replace(/&gt;/g, ">")
    .replace(/&lt;/g, "<")
    .replace(/&nbsp;/g, " ")
    .replace(/&quot;/g, '"')
    .replace(/&eacute;/g, "é")
    .replace(/&amp;/g, "&");
}
