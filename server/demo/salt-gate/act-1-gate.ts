import { act, add, atLeast, auto, choice, set, sub, visited } from "./script.ts";

const PELL = "char-odo-pell";
const CRANE = "char-ysolt-crane";

/** Act one: dusk, nine steps, and a gatekeeper with nothing to write in. */
export const actOne = act("act-gate", [
  {
    key: "gate-arrival",
    title: "Last light on the causeway",
    cell: [0, 2],
    tags: ["opening"],
    text: [
      "Dusk, and the tide has turned. You can smell it turning: weed, iron, other people's suppers. The causeway from Pannock is a wet black line behind you with the sea leaning on both sides of it, and it will not be there to go home by.",
      "Ahead, one lamp. One gate. One old man at a desk beneath the arch, and nothing on the desk.",
    ],
    branches: [
      choice("(Lead the mule up into the light.)", "gate-hail"),
      choice("(Hang back a while, and watch how he works.)", "gate-watch"),
    ],
  },
  {
    key: "gate-watch",
    title: "The knotted cord",
    cell: [1, 1],
    text: [
      "He takes a net-mender ahead of you, then a woman with eels. Each time he looks down, out of habit, at the place where a book should be: a rectangle of clean oak, the only clean wood on that desk. Each time there is nothing there, and each time it seems to hurt him in the same spot.",
      "Then he draws a cord from under his coat and ties a knot in it. He does not look at his hands. He has been doing this for years.",
    ],
    branches: [choice("(Your turn. Lead the mule up.)", "gate-hail")],
  },
  {
    key: "gate-hail",
    title: "Seven sacks",
    cell: [2, 2],
    speaker: PELL,
    text: [
      "Seven sacks. Pannock stitching. Wet on the near side, so you came by the causeway, and wet to the knee, so you came late. (He has not stood up.)",
      "I have the salt. I have the carter. What I want is the name.",
    ],
    branches: [
      choice("Carrow. Same as last year.", "gate-no-book", {
        does: [set("name_given", "Carrow"), add("pell_trust", 1)],
      }),
      choice("Does the toll change with the name?", "gate-no-book", {
        does: [set("name_given", "Nobody"), add("watch_alert", 1)],
      }),
    ],
  },
  {
    key: "gate-no-book",
    title: "No book, no gate",
    cell: [3, 2],
    speaker: PELL,
    text: [
      "I'll tell you what I told the eels. You can come in. Anyone can come in, there's a wicket. It's salt that waits.",
      "I've a scale. I've weights. I have no book, and it's the book that makes the two agree. No book, no weight. No weight, no toll. No toll, (he tips his head back at forty feet of oak and iron, courteously, as one introduces a colleague) no gate.",
    ],
    branches: [auto("gate-hub")],
  },
  {
    key: "gate-hub",
    kind: "hub",
    title: "An hour of tide",
    cell: [4, 2],
    text: [
      "The water has found the third step. There are nine. Pell folds his hands on the clean place where the book was and waits, the way a wall waits.",
    ],
    branches: [
      choice("What happened to the book?", "gate-ask-book", { once: true }),
      choice("And if there were a book, what's the toll?", "gate-ask-toll", { once: true }),
      choice("What are the knots for?", "gate-cord", { needs: [visited("gate-watch")], once: true }),
      choice("(Lay six silver on the scale.)", "gate-bribe", {
        needs: [atLeast("purse", 6)],
        once: true,
        showLocked: true,
      }),
      choice("Is there nobody else I can ask?", "gate-crane", { once: true }),
      choice("Mind my mule, then. I'll find your book.", "town-sib"),
    ],
  },
  {
    key: "gate-ask-book",
    title: "A clean place on the desk",
    cell: [5, 0],
    speaker: PELL,
    text: [
      "Tuesday it was here. Wednesday there was a clean place where it had been, and no clerk to ask about it. Perran Loy. Nineteen. Holds a pen as if it might go off.",
      "There's two keys to the loft. The Assessor's, and mine. And one on a nail by the door, for emergencies, that everyone in Thole knows about. (A pause.) So: two keys.",
    ],
    branches: [
      choice("You don't believe the boy's a thief.", "gate-hub", { does: [add("pell_trust", 1)] }),
      choice("So it was the boy.", "gate-hub"),
    ],
  },
  {
    key: "gate-ask-toll",
    title: "One in five",
    cell: [5, 1],
    speaker: PELL,
    text: [
      "One stone in five. It was one in ten when my wife was living. The figure came down from the loft at Lammas and I raised it, because that is what the desk is for. You raise what comes down.",
      "I'd have thought somebody would tell Pannock. (He considers your face.) Nobody told Pannock.",
    ],
    enter: [set("toll_rate", 0.2)],
    branches: [
      choice("One in five of this load is our February.", "gate-hub", { does: [add("pell_trust", 1)] }),
      choice("Came down from the loft. Then who's up there?", "gate-crane"),
    ],
  },
  {
    key: "gate-cord",
    title: "Elowen's hand",
    cell: [5, 2],
    speaker: PELL,
    tags: ["secret"],
    text: [
      "(He looks at the cord as if you had found it on him.) One knot a sack. A double for every stone that's kept back. It's no use to anybody. It's only so that I'd know.",
      "My wife had the book. Thirty years I weighed and Elowen wrote, and there's no clerk in Corvane has a cleaner hand. So I never needed to. (The hands close.) Then she died and they sent a boy, and of a morning I'd say, read it back to me, lad. So I can check your figures.",
    ],
    enter: [set("knows_pell_secret", true)],
    branches: [
      choice("I was twenty before I learned. Who else knows?", "gate-promise"),
      choice("You can't read the gate book. You.", "gate-hub", {
        does: [sub("pell_trust", 2), add("watch_alert", 1)],
      }),
    ],
  },
  {
    key: "gate-promise",
    title: "A thing said quietly",
    cell: [6, 2],
    speaker: PELL,
    text: [
      "Sib, on the Stairs, because Sib knows everything. God, presumably. You. (He ties a knot in the cord; for what, you could not say.)",
      "I'll give you something back for it. The boy prays. He isn't good at it. And there's only the one door in Thole that the Watch won't knock on after dark.",
    ],
    enter: [add("pell_trust", 2)],
    branches: [
      choice("The bell chapel. I'll go up now.", "chapel-voice"),
      choice("(Nod. Ask him something else.)", "gate-hub"),
    ],
  },
  {
    key: "gate-bribe",
    title: "Six silver",
    cell: [5, 3],
    speaker: PELL,
    text: [
      "Thirty-one years. Would you like to know what I've been offered? Silver. A boat. Somebody's sister, by somebody who hadn't asked her. Once, a goat.",
      "(He slides your coins back across the pan, one at a time, so that each of them rings and the whole queue can count.) I do still think about the goat.",
    ],
    enter: [add("watch_alert", 1)],
    branches: [choice("(Take your silver back.)", "gate-hub")],
  },
  {
    key: "gate-crane",
    title: "A voice on the stair",
    cell: [5, 4],
    speaker: CRANE,
    text: [
      "Is there a difficulty, Master Pell? (She has come down from the toll loft without a lamp. She knows the stair.) Ysolt Crane; I assess for the Salt Office. You are from Pannock, you are cold, and you have perhaps half an hour.",
      "I can open this gate. You need only put your mark at the foot of a page. The figures will be entered above it when there is a book to enter them in.",
    ],
    branches: [
      choice("(Sign the empty page.)", "end-open-page", { does: [set("allegiance", "salt_office")] }),
      choice("I don't sign what I can't read.", "gate-hub", { does: [add("pell_trust", 1)] }),
      choice("I'd sooner find the book.", "town-sib", { does: [add("watch_alert", 1)] }),
    ],
  },
  {
    key: "end-open-page",
    kind: "end",
    title: "Ending: The Open Page",
    cell: [6, 4],
    tags: ["ending"],
    text: [
      "Your mark goes on the white page, and the gate goes up, and it is exactly as easy as she said. You sell by lamplight. You are home in two days.",
      "In February a man comes out to Pannock with the page. There are eleven lines above your mark now, in a neat young hand. They say what you owe. They say that you agreed.",
    ],
    branches: [],
  },
]);
