import { newId } from "../../frame/project/new-id.ts";
import type { Model } from "../model/model.ts";
import type { Point, Rect } from "../model/rects.ts";
import type { Gesture } from "./gesture.ts";
import { freeOf, NOTE, type PlacedModel, snap } from "./place.ts";

/** A note gesture and the note it made. */
export interface NoteGesture extends Gesture {
  readonly noteId: string;
}

/** Puts a note on the canvas, at a place or below what is there already. */
export function createNote(model: PlacedModel, at: Point, color: string, text = ""): NoteGesture {
  const id = newId("ann");
  const { x, y } = freeOf(model, at, NOTE);
  return {
    label: "Add a note",
    operations: [
      {
        op: "annotation.create",
        annotation: { id, text, canvas_x: x, canvas_y: y, width: NOTE.width, height: NOTE.height, color },
      },
    ],
    select: [id],
    noteId: id,
    said: `Added a note at ${x}, ${y}.`,
  };
}

/** Gives a note another size, and the place that goes with it. */
export function resizeNote(model: Model, id: string, rect: Rect): Gesture | null {
  const note = model.annotations.get(id);
  if (note === undefined) return null;
  const { x, y } = snap(rect);
  const { x: width, y: height } = snap({ x: rect.width, y: rect.height });
  return {
    label: "Resize a note",
    operations: [{ op: "annotation.update", id, patch: { canvas_x: x, canvas_y: y, width, height } }],
    said: `The note is ${width} by ${height} now.`,
  };
}
