import type { Node as FlowNode } from "@xyflow/react";
import { NOTE_HEIGHT, NOTE_WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { Annotation } from "../../model/model.ts";
import type { Rect } from "../../model/rects.ts";
import { noteShape } from "./flow-shapes.ts";

/** A note as it is drawn, at its own place. */
interface SceneNote {
  readonly source: Annotation;
  readonly shape: FlowNode;
  readonly rect: Rect;
}

/** The notes of the open dialogue: where each is and how large, and the one that is being resized. */
export class SceneNotes {
  /** Notes by id, in order of creation. */
  all: ReadonlyMap<string, SceneNote> = new Map();
  #read: ReadonlyMap<string, Annotation> | null = null;
  #resized: { readonly id: string; readonly shape: FlowNode } | null = null;

  /** A note at the size it is being given; null for every other. */
  resized(id: string): FlowNode | null {
    return this.#resized?.id === id ? this.#resized.shape : null;
  }

  /** Shows a note at another size; null: as it is recorded. */
  resize(id: string, rect: Rect | null): void {
    this.#resized = rect === null ? null : { id, shape: noteShape(id, rect) };
  }

  /** Reads the notes of the dialogue, where one that is the same keeps its shape; says whether there was anything new. */
  read(annotations: ReadonlyMap<string, Annotation>): boolean {
    if (annotations === this.#read) return false;
    this.#read = annotations;
    this.all = new Map(
      [...annotations.values()].map((note) => {
        const before = this.all.get(note.id);
        if (before?.source === note) return [note.id, before];
        const rect = {
          x: note.canvas_x,
          y: note.canvas_y,
          width: note.width ?? NOTE_WIDTH,
          height: note.height ?? NOTE_HEIGHT,
        };
        return [note.id, { source: note, shape: noteShape(note.id, rect), rect }];
      }),
    );
    return true;
  }
}
