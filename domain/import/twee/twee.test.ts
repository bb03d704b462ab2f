import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { describeConditions, describeEffect } from "../../describe-logic.ts";
import { ImportError } from "../import-error.ts";
import type { ImportedGraph, ImportedStory } from "../story.ts";
import { importTwee } from "./twee.ts";

function read(content: string): { story: ImportedStory; graph: ImportedGraph } {
  const story = importTwee(content);
  const [graph] = story.graphs;
  if (graph === undefined) throw new Error("no graph");
  return { story, graph };
}

/** The links of a story as "text → target if conditions". */
function links(format: string, text: string): string[] {
  const { graph } = read(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}`);
  const branches = graph.nodes.flatMap((node) => node.branches).filter(({ kind }) => kind === "choice");
  return branches.map((branch) => {
    const guard = branch.conditions.length === 0 ? "" : ` if ${describeConditions(branch.conditions)}`;
    const effects = branch.effects.map((effect) => `, ${describeEffect(effect)}`).join("");
    return `${branch.choice_text} → ${branch.target_key}${guard}${effects}`;
  });
}

function effects(format: string, text: string): string[] {
  const { graph } = read(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}`);
  return graph.nodes.flatMap((node) => node.on_enter_effects).map((effect) => describeEffect(effect));
}

/** The cards of a story as "key <kind> text", with ways that are no choices behind them. */
function cards(format: string, text: string): string[] {
  const { graph } = read(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}`);
  return graph.nodes.map(({ key, kind, text: said, branches }) => {
    const ways = branches.flatMap((branch) => {
      const guard = branch.conditions.length === 0 ? "" : ` if ${describeConditions(branch.conditions)}`;
      return branch.kind === "choice" ? [] : [` ${branch.kind} ${branch.target_key}${guard}`];
    });
    return `${key} <${kind}> ${said}${ways.join(",")}`;
  });
}

/** Codes of what is warned of, with what is said. */
function warnings(format: string, text: string): string[] {
  const { story } = read(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}`);
  return story.report.filter(({ severity }) => severity === "warning").map(({ message }) => message);
}

describe("headers", () => {
  it("hold a name, tags and data, with escapes, in any line ending", () => {
    const { graph } = read(
      '\ufeff:: A \\[b\\] \\{c\\} \\\\ d [t1 t\\]2 t1] {"position":"10,-20.5","size":"100,200"}\r\nText\r\n\r\nmore\r\n\r\n::B[x]\rlast',
    );
    expect(graph.nodes).toMatchObject([
      { key: "A [b] {c} \\ d", tags: ["t1", "t]2"], canvas_x: 10, canvas_y: -20.5, text: "Text\n\nmore" },
      { key: "B", tags: ["x"], text: "last" },
    ]);
    expect(graph.nodes[0]?.extensions).toEqual({ twee3: { metadata: { size: "100,200" } } });
  });

  it("may be broken, come twice, or have no name: nothing is lost but what is told", () => {
    const { story, graph } = read(
      ":: A {oops\n1\n:: A\n2\n::\n3\n:: A (2)\n4\n:: __proto__ [constructor]\n[[__proto__]]",
    );
    expect(graph.nodes.map((node) => [node.key, node.title, node.text])).toEqual([
      ["A", "A", "1"],
      ["A (3)", "A", "2"],
      ["(no name) (1)", null, "3"],
      ["A (2)", "A (2)", "4"],
      ["__proto__", "__proto__", ""],
    ]);
    expect(graph.nodes[4]?.branches[0]?.target_key).toBe("__proto__");
    expect(story.report.map((item) => item.code)).toEqual(
      expect.arrayContaining(["twee_metadata_unread", "twee_passage_renamed"]),
    );
  });

  it("are only lines that begin with two colons; a marked line is text", () => {
    const { graph } = read("before\n:: A\n ::not one\n\\::nor this\n\\\\:: nor that");
    expect(graph.nodes[0]?.text).toBe("::not one\n::nor this\n\\:: nor that");
    expect(graph.extensions).toMatchObject({ twee3: { preamble: "before" } });
  });
});

describe("the story", () => {
  it("starts where StoryData says, else at Start, else at the first passage", () => {
    expect(read(':: StoryData\n{"start":"B"}\n:: Start\n:: B').graph.start_key).toBe("B");
    expect(read(":: A\n:: Start").graph.start_key).toBe("Start");
    expect(read(":: B\n:: A").graph.start_key).toBe("B");
  });

  it("has a key that stays the same: its title, else its IFID, else its passages", () => {
    expect(read(":: StoryTitle\nGate\n:: A").graph.key).toBe("Gate");
    expect(read(':: StoryData\n{"ifid":"I-1"}\n:: A').graph.key).toBe("I-1");
    expect(read(":: A\none").graph.key).toBe(read(":: A\ntwo").graph.key);
    expect(read(":: A").graph.key).not.toBe(read(":: B").graph.key);
    expect(importTwee(":: StoryTitle\nGate\n:: A", { name: "Mine" }).graphs[0]).toMatchObject({
      key: "Gate",
      name: "Mine",
    });
  });

  it.each([
    [3, "wrong_content_type"],
    ["", "empty_story"],
    [":: StoryTitle\nx\n:: s [script]\ny", "empty_story"],
    [":: A\n\nnul \0", "invalid_character"],
    [":: A\nhalf \ud83d", "invalid_character"],
  ])("is refused when it is %j", (content, code) => {
    expect(() => importTwee(content)).toThrow(ImportError);
    try {
      importTwee(content);
    } catch (error) {
      expect(error).toMatchObject({ code });
    }
  });
});

describe("links", () => {
  it("are read by their first bar or arrow in Chapbook", () => {
    expect(links("Chapbook", "[[A]] [[go->A]] [[A<-come]] [[see|A]] [[a->b->C]] [[x|y->Z]] [[->A]]")).toEqual([
      "A → A",
      "go → A",
      "come → A",
      "see → A",
      "a → b->C",
      "x → y->Z",
      "A → A",
    ]);
  });

  it.each(["Harlowe", "SugarCube", "Snowman", "Sugarcane", "Unheard of"])("have every form in %s", (format) => {
    expect(
      links(format, "[[A]] [[ go ->A]] [[A<-come]] [[see|A]] [[a->b->C]] [[x|y->Z]] [[->A]] [[nowhere->]]"),
    ).toEqual(["A → A", "go → A", "come → A", "see → A", "a->b → C", "x|y → Z", "A → A", "nowhere → null"]);
  });

  it("are not empty brackets, arrays over several lines, or brackets left open", () => {
    expect(links("Harlowe", "[[]] [[ ]] [[a\nb]] [[[A]]] [[[[B]]]] [[c [[D]]")).toEqual(["A → A", "B → B", "D → D"]);
  });

  it("of SugarCube may set variables, be images, or stand in a macro", () => {
    expect(
      links(
        "SugarCube",
        "[[go|A][$x to 1, $y += 2]] [img[a.png][B]] [img[Look|a.png][C][$x to f(1)]] <<link [[in|D]]>><</link>> <<set $a to [[1,2],[3,4]]>> <<print '[[E]]'>>",
      ),
    ).toEqual(["go → A, x becomes 1, y + 2", "B → B", "Look → C, x becomes «$x to f(1)»", "in → D"]);
  });

  it("that are worked out while playing or lead to the web have no target", () => {
    expect(links("SugarCube", "[[back|previous()]] [[there|$place]] [[site|https://example.org]] [[gone]]")).toEqual([
      "back → null",
      "there → null",
      "site → null",
      "gone → gone",
    ]);
  });

  it("in comments, scripts and quoted text are none", () => {
    const text = "<!-- [[A]] --> /* [[B]] */ /% [[C]] %/ {{{[[D]]}}} <script>[[E]]</script> [[F]]";
    expect(links("SugarCube", text)).toEqual(["F → F"]);
    expect(links("Harlowe", "`[[A]]` /* [[B]] */ ``a` [[C]]``")).toEqual(["B → B"]);
    expect(cards("SugarCube", "<!-- a -->b {{{c''}}}")).toEqual(["Start <end> b c''"]);
  });
});

describe("SugarCube", () => {
  it("guards what stands in an if, its alternatives and a switch", () => {
    const text = [
      "<<set $n to 1>><<set $s to 'a'>>",
      "<<if $n gt 2 and not $ok>>[[A]]<<elseif $n is 0>>[[B]]<<else>>[[C]]<</if>>",
      "<<if $n>><<if visited('A')>>[[D]]<</if>><</if>>",
      "<<switch $s>><<case 'a' 'b'>>[[E]]<<default>>[[F]]<</switch>>",
      "<<if $list.includes('x')>>[[G]]<<else>>[[H]]<</if>>",
      "<<for _i to 0; _i lt 3; _i++>>[[I]]<</for>>[[J]]",
    ].join("\n");
    expect(links("SugarCube", text)).toEqual([
      "A → A if n > 2 and ok is no",
      "B → B if not (n > 2 and ok is no) and n is 0",
      "C → C if not (n > 2 and ok is no) and n is not 0",
      "D → D if n is not 0 and “A” has been visited",
      "E → E if s is “a” or s is “b”",
      "F → F if not (s is “a” or s is “b”)",
      "G → G",
      "H → H",
      "J → J",
    ]);
  });

  it("sets variables, when it does so on entering", () => {
    const text =
      "<<set $a to 1, $b to $a + 1; $c to 'x'>><<set $a += 2>><<set $a++>><<if $c is 'x'>><<set $a to $a * 2>><</if>>" +
      "<<link 'x'>><<set $a to 9>><</link>><<set _t to 3>><<set $a to Math.max(1, 2)>><<set $obj.x to 1>>";
    expect(effects("SugarCube", text)).toEqual([
      "a becomes 1",
      "b becomes a + 1",
      "c becomes “x”",
      "a + 2",
      "a + 1",
      "a × 2",
      "temp t becomes 3",
      "a becomes «$a to Math.max(1, 2)»",
      "«$obj.x to 1»",
    ]);
  });

  it("declares variables by what is done with them", () => {
    const { story } = read(
      ":: StoryInit\n<<set $gold to 5>><<set $name to 'Mara'>>\n:: A\n<<set $gold to $gold / 2>><<set $b to $gold>><<if $met>>x<</if>><<if $age gte 3>>x<</if>><<set $bag to []>>",
    );
    expect(story.variables.map((variable) => [variable.name, variable.type, variable.default])).toEqual([
      ["gold", "number", 5],
      ["name", "string", "Mara"],
      ["b", "number", 0],
      ["met", "boolean", false],
      ["age", "integer", 0],
    ]);
  });

  it("reads on where tags are not closed", () => {
    expect(links("SugarCube", "<<if $x [[A]] <<set $a to [[B]]>> <</if>> <</for>> [[C]] << >> <<")).toEqual([
      "A → A",
      "C → C",
    ]);
  });
});

describe("Harlowe", () => {
  it("guards hooks and links that follow a changer", () => {
    const text = [
      "(set: $n to 1, $ok to true)(set: $s to 'it is')",
      "(if: $n > 2 and $ok)[ [[A]] ](else-if: $n is 0)[[B]](else:)[[[C]]]",
      "(unless: $ok)[[[D]]] (if: $n is not 1)+(text-style: 'bold') [ [[E]] ] $ok[ [[F]] ] $s[[G]]",
      '(if: $a\'s length > 2)[[H]] (for: each _x, ...$list)[ [[I]] ] (print: "[[J]]")',
      "(event: when $n is 3)[ [[K]] ] (link: 'more')[ [[L]] ] (if: $n is 1 or $ok and $n is 2)[[M]] [[N]]",
      "(if: $n is 1)[= [[O]]",
    ].join("\n");
    expect(links("Harlowe", text)).toEqual([
      "A → A if n > 2 and ok is yes",
      "B → B if not (n > 2 and ok is yes) and n is 0",
      "C → C if not (n > 2 and ok is yes) and n is not 0",
      "D → D if ok is no",
      "E → E if n is not 1",
      "F → F if ok is yes",
      "G → G",
      "H → H",
      "K → K if n is 3",
      "more → Start 4 if Start: more (chosen) is no, Start: more (chosen) becomes yes",
      "L → L if Start: L is yes",
      "M → M",
      "N → N",
      "O → O if n is 1",
    ]);
  });

  it("sets variables by set and put", () => {
    expect(
      effects("Harlowe", "(set: $a to 3)(put: $a + 1 into $b)(set: $a to it + 1)(link: 'x')[(set: $a to 0)]"),
    ).toEqual(["Start: x (chosen) becomes no", "a becomes 3", "b becomes a + 1", "a + 1"]);
  });

  it("reads on where macros are not closed", () => {
    expect(links("Harlowe", "(if: $x [[A]] (set: \"oops [[B]] it's ] ] (else:)[[C]]")).toEqual([
      "A → A",
      "B → B",
      "C → C",
    ]);
  });
});

describe("Chapbook and Snowman", () => {
  it("guard by modifiers, and set by the lines above the rule", () => {
    const text =
      "gold: 3\nrich (gold > 2): true\n--\n[if gold > 2 && rich]\n[[A]]\n[else]\n[[B]]\n[continued]\n[[C]]\n[unless rich; align center]\n[[D]]\n[after 1s]\n[[E]]\n[note]\n[[F]]";
    expect(links("Chapbook", text)).toEqual([
      "A → A if gold > 2 and rich is yes",
      "B → B if not (gold > 2 and rich is yes)",
      "C → C",
      "D → D if rich is no",
      "E → E",
    ]);
    expect(effects("Chapbook", text)).toEqual(["gold becomes 3", "rich becomes yes"]);
  });

  it("guard by the blocks of scripts", () => {
    expect(
      links(
        "Snowman",
        '<% if (s.key) { %>[[A]]<% } else { %>[[B]]<% } %>[[C]]<% var x = "{"; // {\n %>[[D]]<%= s.y %>',
      ),
    ).toEqual(["A → A if key is yes", "B → B if key is no", "C → C", "D → D"]);
  });
});

describe("what a passage means", () => {
  it("is a card where it only says and leads on, and a group of cards where it depends on something", () => {
    expect(cards("SugarCube", "<<set $n to 1>>Hello, $n.\n[[A]]")).toEqual(["Start <line> Hello, {n}."]);
    expect(cards("SugarCube", "<<set $n to 1>>You <<if $n is 1>>win<<else>>lose<</if>>.\n[[A]]")).toEqual([
      "Start <line> You auto Start 2",
      "Start 2 <condition>  auto Start 3 if n is 1, else Start 5",
      "Start 3 <line> win auto Start 4",
      "Start 4 <line> .",
      "Start 5 <line> lose auto Start 4",
    ]);
    expect(cards("Harlowe", "(set: $n to 1){(if: $n is 1)[win]\n(else:)[lose]}")).toEqual([
      "Start <condition>  auto Start 2 if n is 1, else Start 3",
      "Start 2 <end> win",
      "Start 3 <end> lose",
    ]);
  });

  it("shows what is worked out, and draws one of several", () => {
    expect(cards("SugarCube", '<<set $n to 1>><<= $n + 1>> and <<print either("a", "b")>>')).toEqual([
      "Start <end> {value 1} and {value 2}",
    ]);
    expect(effects("SugarCube", "<<set $n to either(4, 5)>>")).toEqual([
      "drawn 1 becomes a random number from 1 to 2",
      "n becomes 4, if drawn 1 is 1",
      "n becomes 5, if drawn 1 is 2",
    ]);
    expect(cards("Chapbook", "n: 3\n--\nYou have {n} coins.")).toEqual(["Start <end> You have {n} coins."]);
    expect(cards("Snowman", "<% s.n = 3 %>You have <%= s.n %> coins.")).toEqual(["Start <end> You have {n} coins."]);
  });

  it("shows other passages where they are shown, and goes where a macro goes", () => {
    const { graph } = read(
      ':: StoryData\n{"format":"SugarCube"}\n:: Start\n<<include "Sky">>[[On]]\n:: On\n<<if visited() gt 1>><<goto "End">><</if>>[[On]]\n:: Sky\nBlue.\n:: End\nOver.',
    );
    expect(graph.nodes.map(({ key, kind, text }) => [key, kind, text])).toEqual([
      ["Start", "line", "Blue."],
      ["On", "condition", ""],
      ["On 2", "choice", ""],
      ["End", "end", "Over."],
    ]);
    expect(graph.nodes[1]?.branches.map(({ target_key }) => target_key)).toEqual(["End", "On 2"]);
    expect(describeConditions(graph.nodes[1]?.branches[0]?.conditions ?? [])).toBe("visits to this node > 1");
  });

  it("asks for a link when it is come to, where what it depends on changes later", () => {
    expect(links("SugarCube", "<<set $n to 1>><<if $n is 1>>[[A]]<</if>><<set $n to 2>>")).toEqual([
      "A → A if Start: A is yes",
    ]);
  });

  it("keeps what it does not understand beside the card, with its line", () => {
    expect(effects("SugarCube", 'Hush.\n<<audio "river" play>>\n[[A]]')).toEqual(['«<<audio "river" play>>»']);
    expect(warnings("SugarCube", "Hush.\n<<audio 1>>\n\n<<audio 2>><<if f($x)>>a<</if>>")).toEqual([
      "“<<audio>>” could not be converted and is kept with its card (line 6, 8).",
      "A condition could not be converted: a player chooses between its ways (line 8).",
      "No link that could be read leads on from “Start 2”, “Start 3”.",
    ]);
  });

  it("gives variables what is set before the story begins", () => {
    const { story, graph } = read(
      ':: StoryData\n{"format":"SugarCube"}\n:: StoryInit\n<<set $n to 3>>\n:: Start\nOn.\n:: PassageHeader\n<<if $n gt 2>>Rich.<</if>>',
    );
    expect(story.variables).toMatchObject([{ name: "n", default: 3 }]);
    expect(graph.nodes.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      "Start detour",
      "Start 2 end",
      "PassageHeader condition",
      "PassageHeader (shown) return",
      "PassageHeader (shown) 2 return",
    ]);
  });
});

describe("hostile content", () => {
  const pieces =
    "[[|]]|->|<-|[|]|<<|>>|<<if $x>>|<</if>>|<<else>>|<<set $a to |(if: |(else:)|(set: $x to |)|{{{|}}}|<!--|-->|`|\"|'|<%|%>|{|}|[if x]\n|--\n|\n::|\n:: A [t] {|\\|$x|_y| |\n|a|😀|__proto__|[img[|(else-if:"
      .split("|")
      .concat("|");

  it("makes no importer throw anything but ImportError, and no markup reach a player", () => {
    const format = fc.constantFrom("Harlowe", "SugarCube", "Chapbook", "Snowman", "Sugarcane");
    const body = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(format, body, (name, text) => {
        const { graph } = read(`:: StoryData\n{"format":"${name}"}\n:: Start\n${text}`);
        expect(graph.nodes.length).toBeGreaterThan(0);
        // What is quoted is shown as it stands, and so are macros in the label of a link of SugarCube: its engine does not run them.
        if (/\{\{\{|`|\\/.test(text) || (name.startsWith("Sugar") && /\[\[[^\]]*<</.test(text))) return;
        // A macro that is left open in a link is no macro to Harlowe either.
        if (name === "Harlowe" && /\[\[[^\]]*\(set:[^)\]]*\]/.test(text)) return;
        // A modifier that Chapbook does not know is shown as it is written, with brackets that link to nothing.
        if (name === "Chapbook" && /^\[[^[\n].*\[\[.*\]$/m.test(text)) return;
        for (const node of graph.nodes) {
          for (const said of [node.text, ...node.branches.map(({ choice_text }) => choice_text)]) {
            expect(said).not.toMatch(
              name === "Harlowe" ? /\[\[|\(set:/ : name.startsWith("Sugar") ? /\[\[|<</ : /\[\[/,
            );
          }
        }
      }),
      { numRuns: rounds({ gate: 130, full: 4_000 }) },
    );
  });

  it("is read in time that grows with its length only", () => {
    // A hundred kilobytes each in the full run: anything quadratic would take minutes and fail by the test's own time limit.
    const length = rounds({ gate: 20_000, full: 100_000 });
    const bodies = [
      "[[",
      "[[a",
      "<<if",
      "<<if $x>>",
      '<<a "',
      "(if:",
      "(if: $x)[",
      "(set: '",
      "[",
      "]",
      "`",
      "/*",
      "<!---->",
      "<% {",
    ];
    for (const format of ["Harlowe", "SugarCube", "Chapbook", "Snowman"]) {
      for (const body of bodies) {
        expect(
          read(`:: StoryData\n{"format":"${format}"}\n:: A\n${body.repeat(length / body.length)}`).graph.nodes,
        ).not.toHaveLength(0);
      }
    }
  });

  it("that holds more than an import may is refused", () => {
    expect(() => importTwee(":: a\n".repeat(102_000))).toThrow("passages");
    expect(() => importTwee(`:: a\n${"[[a]]".repeat(300_001)}`)).toThrow("more than 300000 branches");
  });

  it("cannot make guards grow without bound", () => {
    const deep = `${"<<if $x is 1>>".repeat(100)}[[A]]`;
    const chain = `<<if $x is 1>>${Array.from({ length: 100 }, (_, i) => `<<elseif $x is ${i + 2}>>[[A${i}]]`).join("")}<</if>>`;
    for (const text of [deep, chain]) {
      const { graph } = read(`:: StoryData\n{"format":"SugarCube"}\n:: A\n${text}`);
      for (const branch of graph.nodes.flatMap((node) => node.branches)) {
        expect(branch.kind !== "choice" || branch.conditions.length > 0).toBe(true);
        expect(branch.conditions.length).toBeLessThan(30);
      }
    }
  });
});
