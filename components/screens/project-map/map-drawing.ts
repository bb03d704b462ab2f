import { addToList } from "#domain/add-to-list.ts";
import { counted } from "#domain/counted.ts";
import { layOut } from "#domain/layout.ts";
import type { Outputs } from "../../frame/api/client.ts";

export type ProjectMap = Outputs["dialogues"]["map"];
type MappedDialogue = ProjectMap["dialogues"][number];
type DialogueLink = ProjectMap["links"][number];

/** Size of a dialogue's box, in the map's units. */
export const BOX = { width: 220, height: 76 } as const;
/** Boxes are narrower and lower than the nodes that the layout leaves room for. */
const SCALE_X = 0.8;
const SCALE_Y = 0.62;

/** Height of the number that stands on a line. */
const NUMBER = 20;
/** Room that a way back takes beside its boxes and below them. */
const AROUND = { side: 48, below: 36 } as const;

/** A dialogue as it is drawn. */
export interface MapBox {
  readonly dialogue: MappedDialogue;
  readonly x: number;
  readonly y: number;
  readonly leadsTo: readonly DialogueLink[];
  readonly comesFrom: readonly DialogueLink[];
  /**
   * Whether no other dialogue leads to it. With `missing`, the number of its links to dialogues that are gone, this
   * makes the remark on the box.
   */
  readonly isUnreached: boolean;
  readonly missing: number;
}

/** The ways from one dialogue to another as they are drawn. */
export interface MapLine {
  readonly link: DialogueLink;
  readonly path: string;
  /** Position of the number of links. */
  readonly at: { readonly x: number; readonly y: number };
}

export interface MapDrawing {
  readonly boxes: readonly MapBox[];
  readonly lines: readonly MapLine[];
  readonly width: number;
  readonly height: number;
}

/**
 * Places the dialogues of a project in layers from left to right along their links; dialogues without links stand in
 * rows at the end.
 */
export function drawMap({ dialogues, links }: ProjectMap): MapDrawing {
  const out = groupBy(links, ({ from_graph_id }) => from_graph_id);
  const into = groupBy(
    links.filter(({ missing }) => !missing),
    ({ to_graph_id }) => to_graph_id,
  );
  const targetsOf = (id: string) => (out.get(id) ?? []).filter(({ missing }) => !missing);
  const places = layOut(
    dialogues.map(({ id }) => ({
      key: id,
      x: null,
      y: null,
      targets: targetsOf(id).map(({ to_graph_id }) => to_graph_id),
      height: BOX.height / SCALE_Y,
    })),
    startOf(
      dialogues.filter(({ id }) => targetsOf(id).length > 0),
      into,
    ),
  );
  const all = [...places.values()];
  const left = Math.min(0, ...all.map(({ x }) => x));
  const top = Math.min(0, ...all.map(({ y }) => y));
  const xOf = (id: string) => places.get(id)?.x ?? 0;
  // A way back goes around its two boxes, on all sides but the upper one.
  const leadsBack = links.some(({ missing, from_graph_id: from, to_graph_id: to }) => !missing && xOf(to) <= xOf(from));
  const around = leadsBack ? AROUND : { side: 0, below: 0 };
  const boxes = dialogues.map((dialogue): MapBox => {
    const place = places.get(dialogue.id) ?? { x: 0, y: 0 };
    const leadsTo = out.get(dialogue.id) ?? [];
    const comesFrom = into.get(dialogue.id) ?? [];
    return {
      dialogue,
      x: Math.round((place.x - left) * SCALE_X) + around.side,
      y: Math.round((place.y - top) * SCALE_Y),
      leadsTo,
      comesFrom,
      isUnreached: comesFrom.length === 0,
      missing: leadsTo.filter(({ missing }) => missing).reduce((sum, { count }) => sum + count, 0),
    };
  });
  const byId = new Map(boxes.map((box) => [box.dialogue.id, box]));
  const lines = links.flatMap((link): MapLine[] => {
    const [from, to] = [byId.get(link.from_graph_id), byId.get(link.to_graph_id)];
    return from === undefined || to === undefined ? [] : [lineOf(link, from, to)];
  });
  return {
    boxes,
    lines,
    width: Math.max(0, ...boxes.map(({ x }) => x + BOX.width)) + around.side,
    height: Math.max(0, ...boxes.map(({ y }) => y + BOX.height)) + around.below,
  };
}

/** The dialogue that the map begins with: of those that lead on, the first that nothing leads to, else the first. */
function startOf(leading: readonly MappedDialogue[], into: ReadonlyMap<string, unknown>): string | null {
  return (leading.find(({ id }) => !into.has(id)) ?? leading[0])?.id ?? null;
}

/**
 * Draws a line from the end side of one box to the start side of another; a line that leads back goes around below
 * both.
 */
function lineOf(link: DialogueLink, from: MapBox, to: MapBox): MapLine {
  const a = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  const b = { x: to.x, y: to.y + BOX.height / 2 };
  if (b.x >= a.x) {
    const bend = Math.max(40, (b.x - a.x) / 2);
    return {
      link,
      path: `M${a.x} ${a.y}C${a.x + bend} ${a.y} ${b.x - bend} ${b.y} ${b.x} ${b.y}`,
      at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    };
  }
  const below = Math.max(from.y, to.y) + BOX.height + AROUND.below - NUMBER / 2;
  const [right, left] = [a.x + AROUND.side, b.x - AROUND.side];
  return {
    link,
    path: `M${a.x} ${a.y}C${right} ${a.y} ${right} ${below} ${a.x} ${below}L${b.x} ${below}C${left} ${below} ${left} ${b.y} ${b.x} ${b.y}`,
    at: { x: (a.x + b.x) / 2, y: below },
  };
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    addToList(groups, keyOf(item), item);
  }
  return groups;
}

/** Returns the remark on a box that needs attention; null on all other boxes. */
export function boxRemark({ leadsTo, isUnreached, missing }: MapBox): string | null {
  if (missing > 0) return counted(missing, "lost way");
  if (!isUnreached) return null;
  return leadsTo.length === 0 ? "Not connected" : "Nothing leads here";
}

/** A folder as it stands on a box. */
export const folderWords = (folder: string): string => folder.split("/").join(" › ");

/** Describes a box for people who do not see the lines: its texts as they are drawn, and the dialogues it leads to. */
export function boxWords(box: MapBox, nameOf: (id: string) => string): string {
  const { dialogue, leadsTo, isUnreached, missing } = box;
  const remark = boxRemark(box);
  const ways = leadsTo
    .filter((link) => !link.missing)
    .map(({ to_graph_id, count }) => `${nameOf(to_graph_id)}${count > 1 ? ` (${count} ways)` : ""}`);
  return [
    ...(dialogue.folder === "" ? [] : [folderWords(dialogue.folder)]),
    dialogue.name,
    counted(dialogue.node_count, "card"),
    ...(remark === null ? [] : [remark]),
    ways.length === 0 ? "leads to no other dialogue" : `leads to ${ways.join(", ")}`,
    ...(isUnreached && missing > 0 ? ["no dialogue leads here"] : []),
    ...(missing > 0 ? [lostWords(missing)] : []),
  ].join(", ");
}

/** Ways into dialogues that are gone, in words. */
export function lostWords(count: number): string {
  return `${counted(count, "way")} into a dialogue that is gone`;
}

/** The box that an arrow key goes to: the nearest one in its direction; undefined where there is none. */
export function boxBeside(boxes: readonly MapBox[], from: MapBox, key: string): MapBox | undefined {
  const along = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
  }[key];
  if (along === undefined) return undefined;
  const [dx = 0, dy = 0] = along;
  let best: { readonly box: MapBox; readonly cost: number } | undefined;
  for (const box of boxes) {
    const [x, y] = [box.x - from.x, box.y - from.y];
    const ahead = x * dx + y * dy;
    if (ahead <= 0) continue;
    // What lies aside is further away than what lies ahead.
    const cost = ahead + 2 * Math.abs(x * dy + y * dx);
    if (best === undefined || cost < best.cost) best = { box, cost };
  }
  return best?.box;
}
