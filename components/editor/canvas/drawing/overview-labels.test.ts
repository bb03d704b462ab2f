import { describe, expect, it } from "vitest";
import { GROUP_HEAD, GROUP_PAD, nodeHeight, WIDTH } from "#domain/dialogue/node-metrics.ts";
import { corpusStory, hasCorpus } from "#domain/import/corpus.fixture.ts";
import { importStory } from "#domain/import/import-story.ts";
import { layOutGroups } from "#domain/layout-groups.ts";
import { boundsOf, type Rect } from "../../model/rects.ts";
import { FAR, INSET, onScreen, type Size, viewportFor } from "../surface/viewport.ts";
import { foldsGroups, type Label, type OverviewLabels, placeLabels } from "./overview-labels.ts";

/** Canvases of windows of 1440, 1280 and 720 pixels, beside what stands around them. */
const WINDOWS: readonly Size[] = [
  { width: 920, height: 790 },
  { width: 760, height: 610 },
  { width: 720, height: 350 },
];

interface Card {
  readonly id: string;
  readonly name: string;
  readonly group: string | null;
  readonly height: number;
  readonly targets: readonly string[];
}

/** The widths of letters as a narrow interface face has them. */
const measure = (words: string, of: Label["of"]): number => words.length * (of === "group" ? 7 : 6);

/** Cards tidied for a window and fitted into it, with their titles. */
function fitted(cards: readonly Card[], size: Size) {
  const shape = (size.width - INSET.left - INSET.right) / (size.height - INSET.top - INSET.bottom);
  const at = layOutGroups(
    cards.map(({ id, group, height, targets }) => ({ key: id, group, height, targets, width: WIDTH })),
    cards[0]?.id ?? null,
    shape,
  );
  const rects = new Map(
    cards.map(({ id, height }) => [id, { ...(at.get(id) ?? { x: 0, y: 0 }), width: WIDTH, height }]),
  );
  const all = boundsOf(rects.values()) as Rect;
  const viewport = viewportFor(all, size);
  const groups = [...Map.groupBy(cards, ({ group }) => group)].flatMap(([id, within]) => {
    if (id === null) return [];
    const { x, y, width, height } = boundsOf(within.map((card) => rects.get(card.id) as Rect)) as Rect;
    const rect = {
      ...{ x: x - GROUP_PAD, y: y - GROUP_PAD - GROUP_HEAD },
      ...{ width: width + 2 * GROUP_PAD, height: height + 2 * GROUP_PAD + GROUP_HEAD },
    };
    return [{ id, rect, title: id, nodes: within.length, errors: 1, warnings: 0 }];
  });
  const isPainted = ({ group }: Card) => group === null || !foldsGroups(viewport.zoom);
  const nodes = cards.filter(isPainted).map(({ id }) => ({ id, rect: rects.get(id) as Rect, rank: 3 }));
  const names = new Map(cards.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? "";
  const overview: OverviewLabels = { viewport, size, nodes, groups, nameOf, measure };
  return { overview, all: onScreen(all, viewport), labels: placeLabels(overview) };
}

const isOver = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Titles that cover another one, or a card that is not their own, or that the window cuts. */
function badLabels({ overview: { viewport, size, nodes }, labels }: ReturnType<typeof fitted>): string[] {
  return labels.flatMap((label, i) => {
    const { box } = label;
    const isCut = box.x < 0 || box.y < 0 || box.x + box.width > size.width || box.y + box.height > size.height;
    const others = labels.slice(i + 1).filter((other) => isOver(box, other.box));
    const cards = nodes.filter(({ id, rect }) => id !== label.id && isOver(box, onScreen(rect, viewport)));
    return isCut || others.length > 0 || cards.length > 0 ? [label.lines[0]?.words ?? ""] : [];
  });
}

const made = (count: number, perGroup: number): Card[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    name: `The turn of tide ${i}`,
    group: perGroup === 0 ? null : `Part ${Math.floor(i / perGroup)}`,
    height: 110 + (i % 4) * 26,
    targets: [`n${i + 1}`, `n${i + 2 + (i % 5)}`, `n${i - (i % 9)}`],
  }));

function interceptCards(): Card[] {
  const { graphs } = importStory("ink", corpusStory("the-intercept.ink"), { name: "The Intercept" });
  return (graphs[0]?.nodes ?? []).map((node) => ({
    id: node.key,
    name: node.title ?? node.text.slice(0, 40),
    group: node.group_key,
    height: nodeHeight(node, node.branches.length),
    targets: node.branches.flatMap(({ target_key }) => target_key ?? []),
  }));
}

describe("titles from afar", () => {
  it.each<[string, () => Card[]]>([
    ["45 cards", () => made(45, 0)],
    ["45 cards in groups", () => made(45, 9)],
    ["1,500 cards", () => made(1_500, 0)],
    ["1,500 cards in groups", () => made(1_500, 30)],
    ...(hasCorpus ? [["The Intercept", interceptCards] as [string, () => Card[]]] : []),
  ])("of %s cover no card, no other title and no border, and the whole fills the window", (_name, cardsOf) => {
    const cards = cardsOf();
    for (const size of WINDOWS) {
      const shown = fitted(cards, size);
      expect(badLabels(shown)).toEqual([]);
      const { width, height } = shown.all;
      const free = { width: size.width - INSET.left - INSET.right, height: size.height - INSET.top - INSET.bottom };
      expect(Math.min(width / free.width, height / free.height)).toBeGreaterThan(0.6);
    }
  });

  it("of 45 cards can be read where all of them are seen, unless the window is as small as a phone's", () => {
    for (const size of WINDOWS.filter(({ height }) => height > 500)) {
      const { overview, labels } = fitted(made(45, 0), size);
      if (overview.viewport.zoom >= FAR) continue;
      const read = labels.filter(({ lines }) => lines.map(({ words }) => words).join("").length >= 6);
      expect(read.length).toBeGreaterThan(0.8 * 45);
    }
  });

  it("tell what a folded group has in it, as far as there is room", () => {
    const group = { id: "g", rect: { x: 0, y: 0, width: 2_000, height: 1_000 }, title: "The quay" };
    const labelled = {
      viewport: { x: 0, y: 0, zoom: 0.1 },
      size: { width: 900, height: 600 },
      nodes: [],
      nameOf: () => "",
      measure,
    };
    const linesOf = (of: object) =>
      placeLabels({ ...labelled, groups: [{ ...group, nodes: 12, errors: 0, warnings: 0, ...of }] })[0]?.lines.map(
        ({ words }) => words,
      );
    expect(linesOf({})).toEqual(["The quay", "12 cards"]);
    expect(linesOf({ errors: 2, warnings: 3 })).toEqual(["The quay", "2 errors", "12 cards"]);
    expect(linesOf({ warnings: 1, nodes: 1 })).toEqual(["The quay", "1 warning", "1 card"]);
    expect(linesOf({ errors: 1, rect: { x: 0, y: 0, width: 800, height: 350 } })).toEqual(["The quay", "1 error"]);
  });
});
