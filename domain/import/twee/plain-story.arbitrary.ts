import fc from "fast-check";

const PAGES = ["Hall", "Yard", "Loft"];
const n = fc.nat(90);
const number = fc.constantFrom("a", "b", "1", "2", "3");
// Numbers stay those that an integer holds: nothing is multiplied by itself again and again.
const sum = fc
  .oneof(
    fc.tuple(number, fc.constantFrom("+", "-"), number),
    fc.tuple(number, fc.constant("*"), fc.constantFrom("2", "3")),
  )
  .map((each) => each.join(" "));
const changed = fc.record({ name: fc.constantFrom("a", "b"), value: fc.oneof(number, sum) });
const asked = fc.oneof(
  fc
    .tuple(number, fc.constantFrom(">", "<", ">=", "===", "!=="), fc.constantFrom("1", "2", "3", "b"))
    .map((each) => each.join(" ")),
  fc.constantFrom("f", "!f", "t === 'x'", "a > 1 && b < 3", "a > 2 || f"),
);
const said = fc.oneof(
  fc.tuple(n, fc.constantFrom(null, "a", "b", "t")).map(([at, shows]) => ({ kind: "text" as const, at, shows })),
  fc.tuple(n, fc.constantFrom(...PAGES)).map(([at, to]) => ({ kind: "link" as const, at, to })),
  fc.tuple(n, fc.nat(100)).map(([at, look]) => ({ kind: "look" as const, at, look })),
);
/** Words set in Markdown, and paragraphs around them where one ends the other. */
const LOOKS: readonly ((n: number) => string)[] = [
  (at) => `*Soft ${at}*, **bold**, _low_ and ~~struck~~.`,
  (at) => `\n# Head ${at}\n`,
  (at) => `\n- Item ${at}\n- two\n\n1. first\n`,
  (at) => `\n> Said ${at}\n`,
  () => "\n***\n",
  (at) => `\`*${at}* &amp;\` is &amp; and &copy; too.`,
  (at) => `\\*${at}\\* and snake_case_${at}.`,
  (at) => `It's "so ${at}" -- well... 'yes'.`,
  (at) => `<b>Bold ${at}</b><br>and <span class="x">more</span>.`,
  (at) => `A [map](http://a_b.c/d_e) of {nowhere} ${at}.`,
];
type Said = typeof said extends fc.Arbitrary<infer T> ? T : never;
const FIRST = ["a: 1", "b: 2", "f: false", "t: 'x'"];

const page = fc.record({
  sets: fc.array(fc.record({ changed, when: fc.option(asked) }), { maxLength: 3 }),
  flips: fc.constantFrom(null, "f: true", "f: !f", "t: 'x'", "t: 'y'"),
  parts: fc.array(
    fc.record({
      before: fc.array(said, { maxLength: 2 }),
      asks: fc.oneof(asked, fc.constant("passage.visits > 1")),
      isUnless: fc.boolean(),
      held: fc.array(said, { minLength: 1, maxLength: 2 }),
      otherwise: fc.option(fc.array(said, { minLength: 1, maxLength: 2 })),
      isEmbedding: fc.boolean(),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  way: fc.tuple(n, fc.constantFrom(...PAGES)),
});
/** Pages of any story in either format. */
export const pages = fc.array(page, { minLength: PAGES.length, maxLength: PAGES.length });
type Story = typeof pages extends fc.Arbitrary<infer T> ? T : never;

/** A story as Twee of Chapbook. */
export function chapbook(story: Story): string {
  const line = (each: Said) => {
    if (each.kind === "look") return LOOKS[each.look % LOOKS.length]?.(each.at) ?? "";
    if (each.kind === "link") {
      if (each.at % 3 === 0) return `\n> [[Don't *go* ${each.at}->${each.to}]]\n`;
      return each.at % 2 === 0 ? `[[Go ${each.at}->${each.to}]]` : `{link to: '${each.to}', label: 'Go ${each.at}'}`;
    }
    return each.shows === null ? `Word ${each.at}.` : `Word ${each.at} of {${each.shows}}.`;
  };
  const lines = (all: readonly Said[]) => all.map(line).join("\n");
  const shown = story.map(({ sets, flips, parts, way: [at, to] }, nth) => {
    const vars = sets.map(
      ({ changed: { name, value }, when }) => `${name}${when === null ? "" : ` (${when})`}: ${value}`,
    );
    if (flips !== null) vars.push(flips);
    const body = parts.map(({ before, asks, isUnless, held, otherwise, isEmbedding }) =>
      [
        lines(before),
        isEmbedding ? "{embed passage: 'Sign'}" : "",
        `[${isUnless ? "unless" : "if"} ${asks}]\n${lines(held)}`,
        otherwise === null ? "" : `[else]\n${lines(otherwise)}`,
        "[continued]",
      ]
        .filter((each) => each !== "")
        .join("\n"),
    );
    const head = vars.length === 0 ? "" : `${vars.join("\n")}\n--\n`;
    return `:: ${PAGES[nth]}\n${head}${body.join("\n")}\n[[Leave ${at}->${to}]]`;
  });
  return [
    ':: StoryData\n{"format": "Chapbook"}',
    `:: Start\n${FIRST.join("\n")}\n--\nOnce.\n[[Begin->Hall]]`,
    ...shown,
    ":: Sign\nA sign of {b}.",
  ].join("\n\n");
}

/** A story as Twee of Snowman. */
export function snowman(story: Story): string {
  const code = (source: string) => source.replace(/'[^']*'|\b([abft])\b/g, (all, name) => (name ? `s.${name}` : all));
  const set = (source: string) =>
    `s.${source.replace(/^(\w): (.*)$/, (_, name, value) => `${name} = ${code(value)}`)};`;
  const line = (each: Said) => {
    if (each.kind === "look") return LOOKS[each.look % LOOKS.length]?.(each.at) ?? "";
    if (each.kind === "link") return `[[Go ${each.at}->${each.to}]]`;
    return each.shows === null ? `Word ${each.at}.` : `Word ${each.at} of <%= s.${each.shows} %>.`;
  };
  const lines = (all: readonly Said[]) => all.map(line).join("\n");
  const shown = story.map(({ sets, flips, parts, way: [at, to] }, nth) => {
    const vars = sets.map(({ changed: { name, value }, when }) => {
      const made = set(`${name}: ${value}`);
      return when === null ? `<% ${made} %>` : `<% if (${code(when)}) { ${made} } %>`;
    });
    if (flips !== null) vars.push(`<% ${set(flips)} %>`);
    const body = parts.map(({ before, asks, isUnless, held, otherwise }) => {
      const test = code(asks.replace("passage.visits > 1", "b > 2"));
      return [
        lines(before),
        `<% if (${isUnless ? `!(${test})` : test}) { %>\n${lines(held)}`,
        otherwise === null ? "<% } %>" : `<% } else { %>\n${lines(otherwise)}\n<% } %>`,
      ].join("\n");
    });
    return `:: ${PAGES[nth]}\n${[...vars, ...body].join("\n")}\n[[Leave ${at}->${to}]]`;
  });
  return [
    ':: StoryData\n{"format": "Snowman"}',
    `:: Start\n<% ${FIRST.map(set).join(" ")} %>\nOnce.\n[[Begin->Hall]]`,
    ...shown,
  ].join("\n\n");
}
