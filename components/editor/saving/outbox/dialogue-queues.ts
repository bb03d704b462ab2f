import type { DialogueQueue } from "./dialogue-queue.ts";
import type { Entry, Place } from "./entry.ts";

/** The queues of all dialogues that something was done to in this page, each made when it is first asked for. */
export class DialogueQueues {
  private readonly make: (place: Place) => DialogueQueue;
  private readonly byPlace = new Map<string, DialogueQueue>();

  constructor(make: (place: Place) => DialogueQueue) {
    this.make = make;
  }

  all(): Iterable<DialogueQueue> {
    return this.byPlace.values();
  }

  of(place: Place): DialogueQueue {
    const key = placeKey(place);
    let queue = this.byPlace.get(key);
    if (queue === undefined) {
      queue = this.make(place);
      this.byPlace.set(key, queue);
    }
    return queue;
  }

  /** All gestures not acknowledged, of all dialogues. */
  get entries(): Entry[] {
    return [...this.byPlace.values()].flatMap((queue) => queue.entries);
  }

  /** Those of one dialogue, in order. */
  entriesOf(place: Place): readonly Entry[] {
    return this.byPlace.get(placeKey(place))?.entries ?? [];
  }
}

/** A dialogue as the key of a map. */
export function placeKey({ projectId, graphId }: Place): string {
  return `${projectId} ${graphId}`;
}
