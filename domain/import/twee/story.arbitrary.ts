import fc from "fast-check";
import type { PlayedFormat } from "./twine-player.fixture.ts";

/** A statement of a made-up story, which either format has words for. */
type Statement =
  | { kind: "text"; shows: string | null; n: number }
  | { kind: "set"; name: string; value: string }
  | { kind: "draw"; name: string; from: readonly number[] }
  | { kind: "print"; value: string }
  | { kind: "either" }
  | { kind: "if"; asks: readonly string[]; bodies: readonly Statement[][]; rest: Statement[] | null }
  | { kind: "link"; to: string; n: number; stands: "alone" | "in a sentence" | "in quotes" }
  | { kind: "act"; to: string; n: number; name: string }
  | { kind: "open"; n: number; body: Statement[] }
  | { kind: "element"; to: string; n: number }
  | { kind: "within"; holds: "a time" | "a look"; body: Statement[] }
  | { kind: "join"; value: string }
  | { kind: "show"; name: string }
  | { kind: "look"; n: number; at: number }
  | { kind: "hide"; n: number; to: string }
  | { kind: "leave"; asks: string; to: string };

const PAGES = ["Start", "Hall", "Yard"];
const number = fc.constantFrom("$a", "$b", "1", "2", "3");
const asked: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(number, fc.constantFrom(">", "<", "is", "is not"), fc.constantFrom("1", "2", "3", "$b"))
    .map((each) => each.join(" ")),
  fc.constantFrom("$f", "not $f", '$s is "x"', '$t is "w1"', "visits > 1", "$a > 1 and $b < 3"),
);
const sum = fc.tuple(number, fc.constantFrom("+", "-", "*"), number).map((each) => each.join(" "));
const n = fc.nat(90);

const statements: fc.Arbitrary<Statement[]> = fc.letrec<{ all: Statement[]; one: Statement }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.record({ kind: fc.constant("text" as const), shows: fc.constantFrom(null, "$a", "$b", "$s", "$t"), n }),
    fc.record({ kind: fc.constant("set" as const), name: fc.constantFrom("$a", "$b"), value: fc.oneof(number, sum) }),
    fc.constantFrom<Statement>(
      { kind: "set", name: "$f", value: "true" },
      { kind: "set", name: "$f", value: "false" },
      { kind: "set", name: "$s", value: '"x"' },
      { kind: "set", name: "$s", value: '"y"' },
      { kind: "draw", name: "$a", from: [1, 3] },
      { kind: "either" },
    ),
    fc.record({ kind: fc.constant("print" as const), value: sum }),
    fc.record({
      kind: fc.constant("link" as const),
      to: fc.constantFrom(...PAGES),
      n,
      stands: fc.constantFrom("alone", "in a sentence", "in quotes"),
    }),
    fc.record({
      kind: fc.constant("act" as const),
      to: fc.constantFrom(...PAGES),
      n,
      name: fc.constantFrom("$a", "$b"),
    }),
    fc.record({ kind: fc.constant("look" as const), n, at: fc.nat(100) }),
    fc.record({ kind: fc.constant("hide" as const), n, to: fc.constantFrom(...PAGES) }),
    fc.record({ kind: fc.constant("element" as const), to: fc.constantFrom(...PAGES), n }),
    fc.record({ kind: fc.constant("join" as const), value: fc.constantFrom("$a", "$b", "$s") }),
    fc.record({
      kind: fc.constant("within" as const),
      holds: fc.constantFrom("a time", "a look"),
      body: tie("all"),
    }),
    fc.record({ kind: fc.constant("show" as const), name: fc.constantFrom("Part", "Sign") }),
    fc.record({ kind: fc.constant("leave" as const), asks: fc.constant("$a > 40"), to: fc.constant("End") }),
    fc.record({ kind: fc.constant("open" as const), n, body: tie("all") }),
    fc
      .record({
        clauses: fc.array(fc.tuple(asked, tie("all")), { minLength: 1, maxLength: 2 }),
        rest: fc.option(tie("all"), { nil: null }),
      })
      .map(
        ({ clauses, rest }): Statement => ({
          kind: "if",
          asks: clauses.map(([asks]) => asks),
          bodies: clauses.map(([, body]) => body),
          rest,
        }),
      ),
  ),
  all: fc.array(tie("one"), { minLength: 1, maxLength: 4 }),
})).all;

/** Statements with only those inside them that are kept, however deep. */
function only(all: readonly Statement[], keeps: (each: Statement) => boolean): Statement[] {
  return all.filter(keeps).map((each): Statement => {
    if (each.kind === "open" || each.kind === "within") return { ...each, body: only(each.body, keeps) };
    if (each.kind !== "if") return each;
    return { ...each, bodies: each.bodies.map((body) => only(body, keeps)), rest: each.rest && only(each.rest, keeps) };
  });
}

const showsNothing = (each: Statement) => each.kind !== "show";
const stays = ({ kind }: Statement) => kind !== "leave";
const showsSign = (each: Statement) => each.kind !== "show" || each.name === "Sign";

/** Words that are set in some way, as either format's manual has it. */
const LOOKS: Readonly<Record<PlayedFormat, readonly ((n: number) => string)[]>> = {
  SugarCube: [
    (n) => `''Bold ${n}.'' and //soft $a//, ==gone== __low__ ~~sub~~ ^^sup^^.`,
    (n) => `''Outer //inner ${n}// $b'' end.`,
    (n) => `@@color:red;Red ${n}@@ and @@.warm;warm@@ and @@#it;it@@.`,
    (n) => `!!Head ${n}`,
    (n) => `* Item ${n}\n** Deep\n# First`,
    (n) => `> Said ${n}\n>> twice`,
    () => "----",
    (n) => `Salt &amp; fish&mdash;${n} she&#8217;s &lt;b&gt;.`,
    (n) => `{{{''${n}'' &amp;}}} and """//x//""" and <nowiki>==y==</nowiki>.`,
    (n) => `<b>Bold ${n}</b><br>and <span class="x">more</span> <em>$s</em>.`,
    (n) => `Braces {a} {b ${n}} -- and {coins}.`,
    (n) => `Line ${n} \\\ngoes on, 3 * 4 > 2 # 1!`,
  ],
  Harlowe: [
    (n) => `''Bold ${n}.'' and //soft $a//, ~~gone~~ m^^2^^.`,
    (n) => `**Strong *inner ${n}* $b** end.`,
    (n) => `# Head ${n}`,
    (n) => `* Item ${n}\n** Deep\n0. First`,
    () => "---",
    (n) => `=><=\nMid ${n}\n<==`,
    (n) => `Salt &amp; fish&mdash;${n} &copy; &lt;b&gt;.`,
    (n) => `\`''${n}'' {a} &amp;\` and \`\`//x//\`\`.`,
    (n) => `{Braces\n${n}\ncollapse}.`,
    (n) => `<b>Bold ${n}</b><br>and <span class="x">more</span> <em>$s</em>.`,
    (n) => `|n${n}>[Named ''${n}''.]`,
    (n) => `Line ${n} \\\ngoes on, 3 > 2 # 1!`,
  ],
};
/** Numbers that set the hidden hooks of a story apart. */
let hooks = 0;

function sugarCode(code: string): string {
  return code
    .replace(/is not/g, "isnot")
    .replace(/>/g, "gt")
    .replace(/</g, "lt")
    .replace(/\bvisits\b/g, "visited()");
}

function written(all: readonly Statement[], format: PlayedFormat): string {
  const isSugar = format === "SugarCube";
  const code = (source: string) => (isSugar ? sugarCode(source) : source);
  const set = (name: string, value: string) => (isSugar ? `<<set ${name} to ${value}>>` : `(set: ${name} to ${value})`);
  const go = (to: string) => (isSugar ? `<<goto "${to}">>` : `(go-to: "${to}")`);
  const line = (each: Statement): string => {
    switch (each.kind) {
      case "text":
        return each.shows === null ? `Word ${each.n}.` : `Word ${each.n} of ${each.shows}.`;
      case "set":
        return set(each.name, each.value);
      case "draw": {
        const [low, high] = each.from;
        return set(each.name, isSugar ? `random(${low}, ${high})` : `(random: ${low}, ${high})`);
      }
      case "print":
        return isSugar ? `It is <<print ${each.value}>>.` : `It is (print: ${each.value}).`;
      case "either":
        return isSugar ? 'It is <<print either("red", "blue")>>.' : 'It is (either: "red", "blue").';
      case "link":
        if (each.stands === "in a sentence") return `See the [[way ${each.n}->${each.to}]] there`;
        return each.stands === "alone" ? `[[Go ${each.n}->${each.to}]]` : `[["Go \\"${each.n}\\""->${each.to}]]`;
      case "act": {
        const body = `${set(each.name, `${each.name} + 1`)}${go(each.to)}`;
        return isSugar ? `<<link "Act ${each.n}">>${body}<</link>>` : `(link: "Act ${each.n}")[${body}]`;
      }
      case "open": {
        const body = written(each.body, format);
        return isSugar
          ? `<<linkreplace "Open ${each.n}">>\n${body}\n<</linkreplace>>`
          : `(link: "Open ${each.n}")[\n${body}\n]`;
      }
      case "look": {
        const looks = LOOKS[format];
        return looks[each.at % looks.length]?.(each.n) ?? "";
      }
      case "hide": {
        const body = `\nFound ${each.n} ''there''.\n[[Take ${each.n}->${each.to}]]\n`;
        if (isSugar) return `<<linkreplace "Search ${each.n}">>${body}<</linkreplace>>`;
        const name = `h${++hooks}`;
        return `|${name})[${body}] (link: "Search ${each.n}")[(show: ?${name})]`;
      }
      case "element":
        return isSugar ? `<a data-passage="${each.to}">Go ${each.n}</a>` : `(link-goto: "Go ${each.n}", "${each.to}")`;
      case "join":
        return set("$t", isSugar || each.value === "$s" ? `"w" + ${each.value}` : `"w" + (str: ${each.value})`);
      case "within": {
        const body = `\n${written(each.body, format)}\n`;
        if (isSugar) return each.holds === "a time" ? `<<timed 1s>>${body}<</timed>>` : `<<glow>>${body}<</glow>>`;
        return each.holds === "a time" ? `(after: 1s)[${body}]` : `(color: red)[${body}]`;
      }
      case "show":
        return isSugar ? `<<include "${each.name}">>` : `(display: "${each.name}")`;
      case "leave":
        return isSugar ? `<<if ${code(each.asks)}>>${go(each.to)}<</if>>` : `(if: ${each.asks})[${go(each.to)}]`;
      case "if": {
        const parts = each.bodies.map((body, at) => {
          const asks = code(each.asks[at] ?? "true");
          const inner = `\n${written(body, format)}\n`;
          if (isSugar) return `<<${at === 0 ? "if" : "elseif"} ${asks}>>${inner}`;
          return `(${at === 0 ? "if" : "else-if"}: ${asks})[${inner}]\n`;
        });
        const rest = each.rest === null ? "" : `\n${written(each.rest, format)}\n`;
        if (isSugar) return `${parts.join("")}${each.rest === null ? "" : `<<else>>${rest}`}<</if>>`;
        return `${parts.join("")}${each.rest === null ? "" : `(else:)[${rest}]`}`.trimEnd();
      }
    }
  };
  return all.map(line).join("\n");
}

/** Pages of a made-up story and what is shown within and around them. */
export interface MadeStory {
  pages: Statement[][];
  part: Statement[];
  sign: Statement[];
  header: Statement[] | null;
  footer: Statement[] | null;
}

/** Stories of a few pages whose links lead in circles. */
export const anyStory: fc.Arbitrary<MadeStory> = fc.record({
  pages: fc.array(statements, { minLength: 3, maxLength: 3 }),
  part: statements,
  sign: statements,
  header: fc.option(statements, { nil: null }),
  footer: fc.option(statements, { nil: null }),
});

/** A made-up story as Twee of a format. */
export function storyIn(format: PlayedFormat, { pages, part, sign, header, footer }: MadeStory): string {
  const isSugar = format === "SugarCube";
  hooks = 0;
  const first = ["$a to 1", "$b to 2", "$f to false", '$s to "x"', '$t to "w"'].map((each) =>
    isSugar ? `<<set ${each}>>` : `(set: ${each})`,
  );
  const around = (all: Statement[] | null, sugar: string, tag: string) =>
    all === null ? [] : [`:: ${isSugar ? sugar : `${tag} [${tag}]`}\n${written(only(all, stays), format)}`];
  // What is shown with every page and leaves it would never come to an end.
  const shown = (all: Statement[]) => (header === null && footer === null ? all : only(all, stays));
  return [
    `:: StoryData\n{"format": "${format}"}`,
    `:: ${isSugar ? "StoryInit" : "Begin [startup]"}\n${first.join("\n")}`,
    ...PAGES.map((name, at) => `:: ${name}\n${written(pages[at] ?? [], format)}`),
    `:: Part\n${written(shown(only(part, showsSign)), format)}`,
    `:: Sign\nA sign.\n${written(shown(only(sign, showsNothing)), format)}`,
    ":: End\nIt is over.",
    ...around(header, "PassageHeader", "header"),
    ...around(footer, "PassageFooter", "footer"),
  ].join("\n\n");
}

/** A story in which nothing is thrown: every player of it sees the same. */
export function withoutDice({ pages, part, sign, header, footer }: MadeStory): MadeStory {
  const sure = (all: readonly Statement[]) => only(all, ({ kind }) => kind !== "draw" && kind !== "either");
  return {
    pages: pages.map(sure),
    part: sure(part),
    sign: sure(sign),
    header: header && sure(header),
    footer: footer && sure(footer),
  };
}
