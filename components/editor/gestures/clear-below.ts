import { GRID, type Rect } from "../model/rects.ts";

/** Room kept between what is put down and what is there. */
const ROOM = 24;
/** Steps tried before it is put where it was asked for, over another. */
const TRIES = 400;

/** How far down boxes that keep their places among themselves have to go until they cover nothing; 0 when they cover nothing. */
export function clearBelow(boxes: readonly Rect[], obstacles: readonly Rect[]): number {
  const pairs = boxes.flatMap((box) =>
    obstacles
      .filter((other) => other.x < box.x + box.width + ROOM && box.x < other.x + other.width + ROOM)
      .map((other) => ({ box, other })),
  );
  let down = 0;
  for (let tries = 0; tries < TRIES; tries++) {
    const at = down;
    const inTheWay = pairs.find(
      ({ box, other }) => other.y < box.y + at + box.height + ROOM && box.y + at < other.y + other.height + ROOM,
    );
    if (inTheWay === undefined) return down;
    const { box, other } = inTheWay;
    down = Math.ceil((other.y + other.height + ROOM - box.y) / GRID) * GRID;
  }
  return 0;
}
