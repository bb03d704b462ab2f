import { act, any, atLeast, auto, choice, is, otherwise, set, visited } from "./script.ts";

const PELL = "char-odo-pell";

/** Act four: high water, the whole queue listening, and two columns to be weighed. */
export const actFour = act("act-weighing", [
  {
    key: "weigh-approach",
    title: "High water",
    cell: [20, 1],
    text: [
      "You come up under the arch from the town side, with the gate still down in front of you. Through the bars the sea has the eighth step. On the ninth stands everyone else: the net-mender, the eel-woman, Maud Kittow with her arms folded, forty carters with their winters on their backs, and one mule, with Sib on it.",
      "The Assessor has brought a lamp down after all. Odo Pell looks up, and his eyes go to your coat, to the corner of something the size of his desk's one clean place.",
    ],
    enter: [set("tide", "high")],
    branches: [auto("weigh-hub")],
  },
  {
    key: "weigh-hub",
    kind: "hub",
    title: "Standing up",
    cell: [21, 1],
    speaker: PELL,
    text: [
      "You've something of mine there. (In thirty-one years nobody has seen him get up from that desk before the tide did. He is getting up.)",
      "Or it's something of hers. I never did settle which of us it belonged to.",
    ],
    branches: [
      choice("(Lay it in the clean place, and say nothing.)", "weigh-quiet", {
        needs: [is("has_ledger", true)],
        does: [set("has_ledger", false)],
      }),
      choice("(Open it, and read out both columns.)", "weigh-check", {
        needs: [is("has_ledger", true), any(is("read_the_ledger", true), visited("weigh-crane"))],
      }),
      choice("Before I hand it over: who is M., Assessor?", "weigh-crane", {
        needs: [any(is("read_the_ledger", true), visited("chapel-column"), visited("wenna-book"))],
        once: true,
      }),
    ],
  },
  {
    key: "weigh-crane",
    title: "Eleven letters",
    cell: [22, 0],
    speaker: "char-ysolt-crane",
    text: [
      "Eleven letters, in two winters. I can show you the copies; I cannot show you the replies. (She does not raise her voice. The arch does it for her.) The mole was failing. Corvane wished that to be a local matter. So I made it one.",
      "I took a second tenth, from people who could barely spare the first, without asking them, and I turned every grain of it into stone. I have not slept well and the wall has not moved. You have a scale there. I would ask you to weigh both.",
    ],
    branches: [choice("(Look from the lamp to the book.)", "weigh-hub")],
  },
  {
    key: "weigh-check",
    kind: "condition",
    title: "Will anyone speak for it?",
    cell: [22, 1],
    text: [],
    branches: [auto("weigh-chorus", any(visited("chapel-comes"), atLeast("pell_trust", 3))), otherwise("weigh-alone")],
  },
  {
    key: "weigh-alone",
    title: "Your word against a lamp",
    cell: [23, 2],
    text: [
      "You read well. It makes no difference. A stranger with wet boots, reading numbers off a page that might be anyone's: by the fourth line the eel-woman is shouting, by the sixth so is everybody, and no two of them about the same thing.",
      "'Either it is a forgery or it is my ledger,' says the Assessor, quite gently, 'and if it is my ledger then you have stolen it. You may leave it on the desk, or you may sign for it.'",
    ],
    branches: [
      choice("(Leave it on the desk.)", "weigh-quiet", { does: [set("has_ledger", false)] }),
      choice("(Sign for it.)", "end-open-page", { does: [set("allegiance", "salt_office")] }),
    ],
  },
  {
    key: "weigh-chorus",
    title: "The cord and the column",
    cell: [23, 0],
    speaker: PELL,
    tags: ["climax"],
    text: [
      "Wait. (He draws it out from under his coat, and goes on drawing: yards of it, tarred, a whole season of it.) I can't read that book. I'd as soon you all knew. But I weighed every sack that's in it. Call out a day, and I'll say what was kept.",
      "(So the days are called. The old man's thumb goes along the knots, and he says the number before the page does. Monday. Tuesday. Lammas. Both columns, every stone, and never once out. By the end the carters are saying it with him.)",
    ],
    branches: [
      choice("(Give the last page to Perran. Let him read it back.)", "end-read-aloud", {
        needs: [visited("chapel-comes")],
      }),
      choice("(Turn to the last page, and tell them what M. is.)", "end-read-aloud"),
    ],
  },
  {
    key: "weigh-quiet",
    title: "So I can check your figures",
    cell: [24, 1],
    speaker: PELL,
    text: [
      "(It fits, of course. He squares it to the clean place with two fingers, and leaves his hand there, flat, the way you would quiet a dog.)",
      "Seven sacks, then. I'll weigh and you'll write, and we'll say no more about it. Read it back to me when it's down. (He clears his throat.) So I can check your figures.",
    ],
    branches: [
      choice("And the name's Carrow. I'll put that down too.", "end-balanced", {
        needs: [is("name_given", "Nobody")],
        does: [set("name_given", "Carrow")],
      }),
      choice("(Write it down. Read it back to him, slowly.)", "end-balanced"),
    ],
  },
  {
    key: "end-balanced",
    kind: "end",
    title: "Ending: The Balanced Book",
    cell: [25, 2],
    tags: ["ending"],
    text: [
      "The gate goes up at one in five, and you have sold before the square is dark. A poor price, fairly weighed.",
      "The second column goes on, and so does the wall. In March a storm comes up the coast that Corvane will talk about for years. Thole sleeps through it. Pannock, that same week, eats its seed barley. Only a book on an old man's desk knows that these are two halves of one sum.",
    ],
    branches: [],
  },
  {
    key: "end-read-aloud",
    kind: "end",
    title: "Ending: What the Stone Cost",
    cell: [25, 0],
    tags: ["ending"],
    text: [
      "Nobody cheers. It isn't that sort of arithmetic. The toll was unlawful and the wall is standing, and both of those are in the one hand. They argue until the tide goes out. It is Maud Kittow who finally asks what a barge of stone comes to, and chalks the answer on the gate, and under it: one in eight, till the south face is done. Then show us the book.",
      "The Assessor, who might have been hanged, is asked to check the sum. Odo Pell lifts the gate himself. 'One in eight,' he says to the first sack through; and somebody writes it down, and reads it back to him.",
    ],
    enter: [set("toll_rate", 0.125), set("has_ledger", false), set("allegiance", "rakers")],
    branches: [],
  },
]);
