/** Draws of one story: the same for the same seed. */
class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 12_345) >>> 0;
  }

  below(count: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 4_294_967_296) * count);
  }

  of<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  /** Returns what is made so many times, at least once. */
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: 1 + this.below(most) }, make);
  }
}

const DECLARED = `VAR a = 2
VAR b = -1
VAR s = "owl"
VAR t = "the fox"
VAR f = true
LIST door = (shut), ajar, open
LIST bag = rope, (lamp), (key)
LIST herbs = (sage) = 2, thyme = 4, rue
VAR held = ()
VAR mix = (rope, thyme)
VAR where = ajar
`;

const LISTS = ["door", "bag", "herbs", "held", "mix", "where"] as const;
const ITEMS = ["shut", "ajar", "open", "rope", "lamp", "key", "sage", "thyme", "rue"] as const;

/** A story in ink of joined strings, threads and tunnels with parameters, lists, functions, glue and escaped braces. */
export function randomInk(seed: number): string {
  const draws = new Draws(seed);
  const story = new StoryMaker(draws);
  return story.make();
}

class StoryMaker {
  readonly #draws: Draws;
  #locals: readonly string[] = [];

  constructor(draws: Draws) {
    this.#draws = draws;
  }

  make(): string {
    const knots = ["k0", "k1", "k2"].map((name) => `=== ${name}\n${this.#body(["", ""])}`);
    const threads = ["t0", "t1"].map((name) => {
      this.#locals = ["n"];
      const temp = this.#draws.below(2) === 0 ? "" : `~ temp m = ${this.#number(1)}\n`;
      if (temp !== "") this.#locals = ["n", "m"];
      const choices = this.#draws.some(2, () => this.#choice("word"));
      const inner = this.#draws.below(4) === 0 ? `{n > 0 && n < 3:<- ${name}(n - 1, word + "'")}\n` : "";
      this.#locals = [];
      return `=== ${name}(n, word)\n${temp}${inner}${choices.join("\n")}\n- -> DONE`;
    });
    this.#locals = ["d"];
    const tunnel = `=== tun(d)\n${this.#draws.some(2, () => this.#line()).join("\n")}\n${this.#draws.below(2) === 0 ? "" : "+ [On {d}]\n  On.\n- "}->->`;
    this.#locals = ["p", "q"];
    const functions = `=== function sum(p, q)\n{${this.#condition(1)}:\n~ return ${this.#number(1)}\n}\n~ return p + q\n=== function wrap(w)\n~ return "<{w}>"\n=== function raise(ref v, p)\n~ v = v + p`;
    this.#locals = [];
    return [DECLARED, "-> k0", ...knots, ...threads, tunnel, functions, ""].join("\n");
  }

  #body([indent]: readonly [string, string]): string {
    const parts = this.#draws.some(5, () => this.#statement());
    const threads = this.#draws.below(2) === 0 ? [] : this.#draws.some(2, () => this.#thread());
    const choices = this.#draws.some(3, () => this.#choice(null));
    return [...parts, ...threads, ...choices, `+ [Stay]`, `- ${this.#line()}`, this.#divert()]
      .map((line) => `${indent}${line}`)
      .join("\n");
  }

  #divert(): string {
    return this.#draws.of(["-> k0", "-> k1", "-> k2", "-> k1", "-> END"]);
  }

  #thread(): string {
    return `<- ${this.#draws.of(["t0", "t1"])}(${this.#number(1)}, ${this.#text(1)})`;
  }

  #choice(word: string | null): string {
    const guard = this.#draws.below(3) === 0 ? `{${this.#condition(1)}} ` : "";
    const named = word === null ? "" : ` {${word}} {n}`;
    const label = `Say ${this.#words()}${named}`;
    const said = this.#draws.of([`[${label}]`, label, `${label} [now] then`]);
    const inner = this.#draws.some(2, () => `  ${this.#statement()}`);
    return [`${this.#draws.of(["*", "+"])} ${guard}${said}`, ...inner, `  ${this.#divert()}`].join("\n");
  }

  #statement(): string {
    switch (this.#draws.below(14)) {
      case 0:
        return `~ ${this.#draws.of(["a", "b"])} = ${this.#number(2)}`;
      case 1:
        return `~ ${this.#draws.of(["s", "t"])} = ${this.#text(2)}`;
      case 2:
        return `~ f = ${this.#condition(2)}`;
      case 3:
      case 4: {
        const list = this.#draws.of(LISTS);
        return this.#draws.of([
          `~ ${list} = ${this.#list(2)}`,
          `~ ${list} += ${this.#list(1)}`,
          `~ ${list} -= ${this.#list(1)}`,
          `~ ${list}++`,
          `~ ${list}--`,
          `~ ${list} = ${this.#draws.of(ITEMS)}`,
        ]);
      }
      case 5:
        return `{ ${this.#condition(2)}:\n  ${this.#line()}\n  ~ a = ${this.#number(1)}\n- else:\n  ~ ${this.#draws.of(LISTS)} = ${this.#list(1)}\n  ${this.#line()}\n}`;
      case 6:
        return `~ raise(${this.#draws.of(["a", "b"])}, ${this.#number(1)})`;
      case 7:
        return `-> tun(${this.#number(1)}) ->`;
      default:
        return this.#line();
    }
  }

  #line(): string {
    const line = this.#draws.some(4, () => this.#word()).join(" ");
    return this.#draws.below(8) === 0 ? `${line} <>` : `${line}.`;
  }

  #words(): string {
    return this.#draws.some(2, () => this.#word()).join(" ");
  }

  #word(): string {
    switch (this.#draws.below(12)) {
      case 0:
        return `{${this.#number(1)}}`;
      case 1:
        return `{${this.#draws.of(["s", "t"])}}`;
      case 2:
        return `{${this.#draws.of(LISTS)}}`;
      case 3:
        return `{${this.#condition(1)}:yes|no}`;
      case 4:
        return "\\{a\\}";
      case 5:
        return this.#draws.of(["{one|two|three}", "{&x|y}", "{!once}"]);
      case 6:
        return `{wrap(${this.#text(0)})}`;
      case 7:
        return `{sum(${this.#number(0)}, ${this.#number(0)})}`;
      default:
        return this.#draws.of(["wind", "a light", "salt & fish", "Mara", "two\\, three"]);
    }
  }

  #number(depth: number): string {
    if (depth === 0 || this.#draws.below(3) === 0)
      return this.#draws.of(["a", "b", "1", "2", "3", ...this.#locals] as unknown as [string, ...string[]]);
    return this.#draws.of([
      `(${this.#number(depth - 1)} + ${this.#number(depth - 1)})`,
      `(${this.#number(depth - 1)} - ${this.#number(depth - 1)})`,
      `(${this.#number(depth - 1)} % 5)`,
      `LIST_COUNT(${this.#list(depth - 1)})`,
      `LIST_VALUE(${this.#list(depth - 1)})`,
    ]);
  }

  #text(depth: number): string {
    if (depth === 0) return this.#draws.of(["s", "t", '"moth"', '"{a} elk"', '"\\{s\\}"']);
    return this.#draws.of([
      this.#text(0),
      `"so {s}"`,
      `"{f:in|out} {b}"`,
      `(${this.#text(0)} + "!")`,
      `("n" + ${this.#number(depth - 1)})`,
      `wrap("w")`,
    ]);
  }

  #condition(depth: number): string {
    if (depth === 0)
      return this.#draws.of(["f == true", "a > b", "bag ? lamp", "door == ajar", "LIST_COUNT(held) > 0", "not f"]);
    return this.#draws.of([
      this.#condition(depth - 1),
      `${this.#number(depth - 1)} ${this.#draws.of([">", "<=", "==", "!="])} ${this.#number(depth - 1)}`,
      `${this.#draws.of(["s", "t"])} ${this.#draws.of(["==", "!="])} ${this.#text(depth - 1)}`,
      `${this.#draws.of(["s", "t"])} ${this.#draws.of(["?", "!?"])} "o"`,
      `${this.#list(depth - 1)} ${this.#draws.of(["?", "!?", "==", "!=", "<", ">", "<=", ">="])} ${this.#list(depth - 1)}`,
      `LIST_COUNT(${this.#draws.of(LISTS)}) > 1`,
      `(${this.#condition(depth - 1)}) && (${this.#condition(depth - 1)})`,
      `(${this.#condition(depth - 1)}) || (${this.#condition(depth - 1)})`,
      `not (${this.#condition(depth - 1)})`,
    ]);
  }

  #list(depth: number): string {
    if (depth === 0)
      return this.#draws.of([
        this.#draws.of(LISTS),
        this.#draws.of(ITEMS),
        this.#draws.of(["(rope, sage)", "(ajar, open)", "(lamp, key)", "(shut, rue)"]),
        "()",
      ]);
    return this.#draws.of([
      this.#list(0),
      `(${this.#list(depth - 1)} + ${this.#list(depth - 1)})`,
      `(${this.#list(depth - 1)} - ${this.#list(depth - 1)})`,
      `(${this.#list(depth - 1)} ^ ${this.#list(depth - 1)})`,
      `LIST_MIN(${this.#list(depth - 1)})`,
      `LIST_MAX(${this.#list(depth - 1)})`,
      `LIST_ALL(${this.#list(depth - 1)})`,
      `LIST_INVERT(${this.#list(depth - 1)})`,
      `LIST_RANGE(${this.#list(depth - 1)}, 2, 4)`,
      `(${this.#list(depth - 1)} + 1)`,
    ]);
  }
}
