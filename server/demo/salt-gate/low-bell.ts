import type { ImportedGraph } from "#domain/import/story.ts";
import { act, add, atLeast, choice, is, visited } from "./script.ts";

const LOWEN = "char-sister-lowen";

const CARDS = act(null, [
  {
    key: "bell-lantern",
    title: "Two questions",
    cell: [0, 1],
    speaker: LOWEN,
    text: [
      "Two questions, and then you can be cold in peace. Are you hurt? And can you count to nine without hurrying?",
      "(Sister Lowen hands you the end of the rope as if it were a cup of something.) Good. We ring the stair.",
    ],
    branches: [choice("Ring the stair?", "bell-why"), choice("I can count.", "bell-hub")],
  },
  {
    key: "bell-why",
    title: "Nine strokes to none",
    cell: [1, 0],
    speaker: LOWEN,
    text: [
      "There are nine steps under the Salt Gate. Low water, all nine are dry; high water, none. So: nine strokes, and a boat out in the dark knows what it has to land on. Six, and it hurries. Two, and it stays out.",
      "It's a low bell. You feel it before you hear it. There's a deaf man at Berth Nine has never missed a tide.",
    ],
    branches: [choice("(Take up the slack.)", "bell-hub")],
  },
  {
    key: "bell-hub",
    kind: "hub",
    title: "Between strokes",
    cell: [2, 1],
    text: [
      "The rope is as thick as a wrist, and warm where other hands have been. Perran has fallen asleep against the wall like something put down. Through the floor you can feel the sea, at about the second step.",
    ],
    branches: [
      choice("What will happen to him?", "bell-boy", { once: true }),
      choice("Whose names are those, on the wall?", "bell-names", { once: true }),
      choice("(Pull.)", "bell-pull"),
    ],
  },
  {
    key: "bell-boy",
    title: "The door that only looks locked",
    cell: [3, 0],
    speaker: LOWEN,
    text: [
      "Nothing, up here. Up here he's a boy with a cough. (She turns the lantern away from his face.) I don't keep people in. I'd like that understood in the town. The door isn't locked, it only looks it.",
      "He'll go down when being up here is worse.",
    ],
    branches: [
      choice("It's only shame that's keeping him. Pell would have him back.", "bell-hub", {
        needs: [is("knows_pell_secret", true)],
        does: [add("pell_trust", 1)],
      }),
      choice("(Let him sleep.)", "bell-hub"),
    ],
  },
  {
    key: "bell-names",
    title: "Seven, and one of them deeper",
    cell: [3, 1],
    speaker: LOWEN,
    text: [
      "The seven, from when the mole went. Davy Hask is the one cut deeper; his sister comes up with a nail and goes over him. (She says it as one reports weather.) I ring for them on the last of the flood.",
      "You'll think that's piety. It's maintenance. A town that forgets what a wall is for starts asking what it costs.",
    ],
    branches: [choice("(Read them. Go back to the rope.)", "bell-hub")],
  },
  {
    key: "bell-pull",
    title: "Two",
    cell: [3, 2],
    text: [
      "You pull. For a moment there is only weight; then, somewhere overhead, something very large makes up its mind.",
      "Two. It goes down through the floor and through your boots and out under the town. In the dark, a boat you will never see puts about, and waits.",
    ],
    branches: [
      choice("(Stay at the rope until the ebb.)", "bell-ebb"),
      choice("(At the ninth, wake the boy, and give it to him.)", "bell-ninth", {
        needs: [visited("bell-boy"), atLeast("pell_trust", 1)],
        showLocked: true,
      }),
    ],
  },
  {
    key: "bell-ebb",
    kind: "end",
    title: "Ending: The Ebb",
    cell: [4, 1],
    tags: ["ending"],
    text: [
      "The stair comes back out of the sea one step at a time, and you ring each of them home. At nine Sister Lowen takes the rope from you and says that the wicket is open, and that you have a good slow hand.",
      "It is still seven sacks. It is still one in five. You find that you have slept, standing up, and that somewhere in the night you decided to go down and ask him again.",
    ],
    branches: [],
  },
  {
    key: "bell-ninth",
    kind: "end",
    title: "Ending: The Ninth Stroke",
    cell: [4, 2],
    tags: ["ending"],
    text: [
      "He rings it too fast, and then stands there, inky and appalled, listening to it go out over the roofs and down to the gate, where an old man will be counting.",
      "'He'll know that was me,' says Perran. 'I always rush.' He is already looking for his boots.",
    ],
    branches: [],
  },
]);

/** A short second dialogue with nothing wrong in it: the night in the chapel, after the first one's quietest ending. */
export const lowBell: ImportedGraph = {
  key: "the-low-bell",
  name: "The Low Bell",
  description: "A night at the bell-rope, for those who chose the boy over the gate. Short, and clean.",
  start_key: "bell-lantern",
  nodes: CARDS,
  groups: [],
  annotations: [],
  extensions: {},
};
