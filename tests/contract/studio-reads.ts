/** Reads of a project that the studio makes without a sequence while an earlier moment is looked at, and why. */
export const NOT_IN_TIME: Readonly<Record<string, string>> = {
  "checkpoints.list": "Named moments lead from one to another, whichever is looked at.",
  "entities.getImport": "An import that was asked for now goes on now, and writes nothing while looking back.",
  "entities.listImports": "Imports are of now, as what they would be undone from is.",
  "entities.listImportRows": "The report of an import is about what was sent, which no sequence tells of.",
  "record.commits": "The frame of an earlier moment leads to the change before it; the timeline has all of them.",
  "record.diff": "It names both moments that it compares.",
  "record.density": "The ribbon is the whole of what happened: the moment is marked in it.",
  "record.events": "The frame of an earlier moment says when it was, and leads to the change after it.",
  "record.sequence": "It finds the sequence of a time, to go there.",
  "record.timeline": "It is the whole of what happened: the moment is marked in it.",
  "runs.get": "A path that a reader sent back stays as it is, with the story it was played in.",
  "sessions.get": "A generation that waits for an answer waits now.",
  "sessions.standing": "A generation that is followed goes on now.",
  "webhooks.deliveries": "What was sent to a receiver is no part of the story's record.",
  "webhooks.delivery": "What was sent to a receiver is no part of the story's record.",
  "webhooks.lastCheck": "Whether a receiver answers is no part of the story's record.",
};
