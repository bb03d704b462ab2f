import { act, add, any, atLeast, choice, is, set, sub, visited } from "./script.ts";

const SIB = "char-sib";
const WENNA = "char-wenna-hask";
const PERRAN = "char-perran-loy";

// In this order, or one visit would cost two steps of tide.
const TIDE_RISES = [set("tide", "high", is("tide", "flood")), set("tide", "flood", is("tide", "slack"))];

/** Act two: the town, where everything is for sale but the one thing somebody is ashamed of. */
export const actTwo = act("act-town", [
  {
    key: "town-sib",
    title: "Three ways in",
    cell: [7, 3],
    speaker: SIB,
    text: [
      "There's three ways in for salt when the gate's down. One's drowning, that's free. (A girl of about nine is sitting on your seventh sack. You did not see her arrive.) The other two I sell.",
      "Purse is on the left, is it? You want to move that.",
    ],
    branches: [
      choice("Where would a frightened clerk go? (One silver.)", "chapel-voice", {
        needs: [atLeast("purse", 1)],
        does: [sub("purse", 1)],
        showLocked: true,
      }),
      choice("Who brings salt in without a gate? (Two silver.)", "heron-door", {
        needs: [atLeast("purse", 2)],
        does: [sub("purse", 2)],
        showLocked: true,
      }),
      choice("The bell chapel. I had that one from Pell.", "chapel-voice", { needs: [visited("gate-promise")] }),
      // Broken on purpose, one of three: the invalid target. Nobody has written the court yet.
      choice("I'll take it to the Court of Measures.", "court-petition"),
      choice("(Go back and try the old man again.)", "gate-hub"),
    ],
  },
  {
    key: "heron-door",
    title: "The Lame Heron",
    cell: [8, 5],
    text: [
      "The Lame Heron has a low beam for every week of the year, and regulars who no longer notice them. At the long table three officers off the excise cutter are losing at cards with the calm of people on wages.",
      "In the corner, under the stuffed bird, a woman in a chandler's apron is mending a net that does not need it. She has taken one look at the knots on your belt and pulled out the other stool.",
    ],
    enter: TIDE_RISES,
    branches: [
      choice("(Take the stool.)", "wenna-hub"),
      choice("(Sit within earshot of the officers.)", "heron-officers"),
    ],
  },
  {
    // Broken on purpose, two of three: the dead end. A fine line, and nothing after it.
    key: "heron-officers",
    title: "A low card, played high",
    cell: [9, 6],
    speaker: "char-isbel-dray",
    tags: ["draft"],
    text: [
      "Eleven letters the Assessor sends to Corvane, and what does Corvane send her? Me. (Captain Dray lays down a two as if it were a king.) Shall I tell you what my orders say?",
      "(She turns her cup over.) They say: find out what she is building.",
    ],
    branches: [],
  },
  {
    key: "wenna-hub",
    kind: "hub",
    title: "Ask me in that order",
    cell: [9, 4],
    speaker: WENNA,
    text: [
      "Carter's hitch, left over right. That's Maud Kittow's people, so you'll haggle. (She does not lower her voice. She lowers the lamp.)",
      "Wenna Hask. Rope, pitch, tallow, candles, and one other line of business. Ask me in that order.",
    ],
    branches: [
      choice("The other line. What does it cost?", "wenna-price", { once: true }),
      choice("The gate wants one in five of me. Can you better it?", "wenna-price", {
        needs: [atLeast("toll_rate", 0.2)],
        once: true,
      }),
      choice("Did you take the gate book?", "wenna-book", { once: true }),
      choice("Show me the door.", "under-sluice", {
        needs: [any(visited("wenna-price"), visited("wenna-book"))],
      }),
      choice("There's a boy I should see first.", "chapel-voice"),
    ],
  },
  {
    key: "wenna-price",
    title: "One sack in seven",
    cell: [10, 4],
    speaker: WENNA,
    text: [
      "One sack in seven, and I carry the drowning. My boat's at the causeway before your mule knows it's lighter.",
      "The gate used to take one in ten and I thought that was robbery, so I went into the trade. Then at Lammas the gate goes to one in five. (She bites through the twine.) I should send that woman flowers. I've never been so reasonable in my life.",
    ],
    branches: [
      choice("Done.", "under-sluice", { does: [set("allegiance", "night_tide")] }),
      choice("Let me think about it.", "wenna-hub"),
    ],
  },
  {
    key: "wenna-book",
    title: "What the boy brought",
    cell: [10, 5],
    speaker: WENNA,
    text: [
      "If I'd stolen it I'd have sold it, and you'd have read it in Corvane. It was brought to me. Nineteen years old, ink to the elbows, shaking like a wet dog. 'Please drown this, mistress.' He'd tied a stone to it. He'd tied the stone on with a bow.",
      "You don't sink a thing somebody's that afraid of. Not before you've had a look. And there it is, every week, in his best hand: paid to M. So that's our Magistrate bought. I've been working out what it's worth to me.",
    ],
    branches: [
      choice("Take me to it.", "under-sluice"),
      choice("I want to hear that from the boy.", "chapel-voice"),
      choice("(Turn it over in your mind. Ask her something else.)", "wenna-hub"),
    ],
  },
  {
    key: "chapel-voice",
    title: "A voice behind the bell-rope",
    cell: [8, 1],
    speaker: PERRAN,
    label: "A voice behind the bell-rope",
    text: [
      "If you're the Watch, I'm not here. (Far up in the dark, something enormous and bronze shifts its weight.)",
      "If you're not the Watch, I'm still not here, but I'm sorry about it. You've climbed all those stairs.",
    ],
    enter: TIDE_RISES,
    branches: [
      choice("I'm a carter. I've seven sacks and nothing to weigh them in.", "chapel-hub"),
      choice("Come out, or I'll fetch somebody who is the Watch.", "chapel-hub", { does: [add("watch_alert", 1)] }),
    ],
  },
  {
    key: "chapel-hub",
    kind: "hub",
    title: "Ink to the elbow",
    cell: [9, 1],
    speaker: PERRAN,
    text: [
      "It's my hand. I should say that first. Every line of it, and Master Pell's initials too, because he'd always just wave me on. The Assessor read out a figure and I wrote the figure down. That's all a clerk is, isn't it? You're a sort of pipe.",
      "(He looks at his fingers.) I didn't think they could hang a pipe.",
    ],
    branches: [
      choice("What was in it, that you'd run from?", "chapel-column", { once: true }),
      choice("(Break your word to Pell. Tell the boy what the knots are for.)", "chapel-comes", {
        needs: [is("knows_pell_secret", true)],
        does: [sub("pell_trust", 1)],
        once: true,
      }),
      choice("Come down to the gate and say so.", "chapel-stays", { once: true }),
      choice("Wenna Hask has it? Then I'll go by her door.", "under-sluice", { needs: [visited("chapel-column")] }),
      choice("Never mind the gate. I'll sit with you a while.", "end-sanctuary"),
    ],
  },
  {
    key: "chapel-column",
    title: "The second column",
    cell: [10, 0],
    speaker: PERRAN,
    text: [
      "There's two columns. The first is the King's tenth, to Corvane, by the quarter. The second's the same again, and that goes to M. She never said who. 'M., as before.' 'M., forty men.' I thought, you don't hire forty men for something honest. You don't write only the letter.",
      "So I took it to Wenna Hask and asked her to drown it. I've felt sick since Tuesday.",
    ],
    branches: [choice("(Let him get his breath.)", "chapel-hub")],
  },
  {
    key: "chapel-comes",
    title: "Read it back to me, lad",
    cell: [10, 1],
    speaker: PERRAN,
    text: [
      "Master Pell can't. (He sits down on the ringer's step.) Every morning. 'Read it back to me, lad.' I thought he didn't trust me. I used to practise the night before, so as not to stumble.",
      "He wasn't checking. He was listening to it. (He wipes his nose on a cuff that is mostly ink.) I'll come. Give me a minute to be frightened, and then I'll come.",
    ],
    branches: [choice("At the gate, then, at high water. I'll bring the book.", "under-sluice")],
  },
  {
    key: "chapel-stays",
    title: "Where he could see me",
    cell: [10, 2],
    speaker: PERRAN,
    text: [
      "Down there? He'd be sitting where he sits. He'd look at me, and he wouldn't even shout. (He pulls the slack of the bell-rope round his shoulders like a blanket.)",
      "I could stand up in front of the Assessor. I could stand up in front of the King, I expect, he's never been kind to me. I can't do it where Master Pell can see.",
    ],
    branches: [
      choice("Then I'll do it without you. Where's the book?", "under-sluice"),
      choice("Then I'll stop here until you can.", "end-sanctuary"),
    ],
  },
  {
    // Leads on into the second dialogue.
    key: "end-sanctuary",
    kind: "end",
    title: "Ending: Up to the Bell",
    cell: [11, 2],
    tags: ["ending"],
    text: [
      "You sit down beside him on the cold step. Far below, link by link, you hear the Salt Gate made fast for the night. Your mule will be all right. Somebody always takes in a mule.",
      "After a while an old woman comes along the wall with a lantern. She looks at the boy, and at you, and does not ask what either of you is doing there.",
    ],
    branches: [],
    exitTo: { graph_key: "the-low-bell", node_key: null },
  },
  {
    // Broken on purpose, three of three: the unreachable card. It leads on, but nothing leads to it.
    key: "lamp-venn",
    title: "The south face",
    cell: [8, 7],
    speaker: "char-hob-venn",
    tags: ["draft"],
    text: [
      "You can put your fist in it. I did. (The lamp-keeper shows you the skinned knuckles, in evidence.) South face, under the weed, where they don't look from boats.",
      "I wrote. Corvane sent a man with a hammer. He tapped it. He said 'hm'. That was the whole of what Corvane sent. Then, after Lammas, one morning: barges.",
    ],
    branches: [choice("Who paid for the barges?", "town-sib")],
  },
]);
