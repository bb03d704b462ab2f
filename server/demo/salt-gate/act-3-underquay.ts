import { act, all, any, atLeast, auto, choice, is, otherwise, set } from "./script.ts";

const WENNA = "char-wenna-hask";
const DRAY = "char-isbel-dray";

/** Act three: under the town, with the sea on the other side of the stone. */
export const actThree = act("act-underquay", [
  {
    key: "under-sluice",
    title: "The third plank",
    cell: [12, 3],
    speaker: WENNA,
    text: [
      "Whoever told you about this door told me about you. (Wenna Hask, with the lantern already lit.) Four planks. The third's rotten, and I keep it that way, so mind how you leave.",
      "Vault's on the left. So is a cask that says salt. It isn't salt.",
    ],
    branches: [
      choice("(Open the cask.)", "vault-open"),
      choice("(Walk past it. You came about seven sacks.)", "end-night-tide", {
        needs: [is("allegiance", "night_tide")],
      }),
    ],
  },
  {
    key: "vault-open",
    title: "A bow, still tied",
    cell: [13, 2],
    text: [
      "Oilcloth, then sailcloth, then a good woollen shawl, because she could not bring herself to wrap it badly. The stone is still attached. So is the bow.",
      "The ledger of the Salt Gate is smaller than you expected. It is exactly the size of a clean place on a desk.",
    ],
    enter: [set("has_ledger", true)],
    branches: [
      choice("(Read it, by her lantern.)", "vault-read"),
      choice("(Put it under your coat. You were asked to find it, not to read it.)", "vault-whose"),
    ],
  },
  {
    key: "vault-read",
    title: "M., as before",
    cell: [14, 1],
    tags: ["secret"],
    text: [
      "First column, the King's tenth. Second column, the same again, and beside each figure the one letter. M., eleven barges of stone. M., lime. M., lime again, the first lot got wet. M., forty men, nine weeks. M., the widow of one man.",
      "It is the most careful theft you have ever seen. It takes you two pages to understand that nobody kept a penny of it. It takes one page more before you look up, at the seaward wall of the vault, and hear the water not coming in.",
    ],
    enter: [set("read_the_ledger", true)],
    branches: [auto("vault-whose")],
  },
  {
    key: "vault-whose",
    kind: "hub",
    title: "Whose is it?",
    cell: [15, 2],
    speaker: WENNA,
    text: ["Well, reader. (She says it kindly enough.) Here's you and me and the one lantern. Whose is it?"],
    branches: [
      choice("Yours. Put my salt through, and keep it.", "end-night-tide", {
        does: [set("has_ledger", false), set("allegiance", "night_tide")],
      }),
      choice("Pell's. It's his desk that's missing it.", "under-check"),
      choice("M. isn't the Magistrate, Wenna. It's the Mole.", "vault-mole", {
        needs: [is("read_the_ledger", true)],
        once: true,
      }),
    ],
  },
  {
    key: "vault-mole",
    title: "The wrong letter",
    cell: [16, 1],
    speaker: WENNA,
    text: [
      "(For a while there is only the sea, going along the other side of the wall with its hand out.) My brother was on the mole the night it broke. They told us the stone was sound and the money was spent, and I took that to mean a pocket. I've had a face picked out for it. Two winters, I've had that face.",
      "He's a fool, Corvin Ames, but he's never cheated me on so much as a candle. (She puts one palm flat on the stone.) It would have held. If they'd had this, then. It would have held.",
    ],
    branches: [
      choice("Then help me read it where everyone can hear.", "under-check", { does: [set("allegiance", "rakers")] }),
      choice("Then leave it down here, and let her build.", "end-night-tide", { does: [set("has_ledger", false)] }),
    ],
  },
  {
    key: "under-check",
    kind: "condition",
    title: "Has the Watch had time?",
    cell: [17, 2],
    text: [],
    branches: [
      auto("under-lanterns", any(atLeast("watch_alert", 3), all(atLeast("watch_alert", 2), is("tide", "high")))),
      otherwise("weigh-approach"),
    ],
  },
  {
    key: "under-lanterns",
    title: "Wet boots, dry book",
    cell: [18, 3],
    speaker: DRAY,
    text: [
      "Wet boots. Dry book. (Captain Dray has two lanterns, four men and no expression at all.) I was sent to Thole to find out what the Assessor is building. I believe it is under your coat.",
      "You'll give it to me, please, and Corvane shall read it.",
    ],
    branches: [
      choice("(Give her the book.)", "end-crown", { does: [set("has_ledger", false)] }),
      choice("(Back across the planks. Run.)", "end-high-water"),
      choice("Read this page first, Captain. Then think where you moor.", "under-dray", {
        needs: [is("read_the_ledger", true)],
      }),
    ],
  },
  {
    key: "under-dray",
    title: "Not found",
    cell: [19, 2],
    speaker: DRAY,
    text: [
      "(She reads the way she does everything: once.) Stone. Lime. Forty men. (The lantern stays exactly where it is.) The Patience lies behind that wall. So do I. So does everyone I have had to dinner since October.",
      "I have been all night looking for this book and I have not found it. Is that understood? Then what are you still doing here?",
    ],
    enter: [set("watch_alert", 0)],
    branches: [auto("weigh-approach")],
  },
  {
    key: "end-night-tide",
    kind: "end",
    title: "Ending: One Sack in Seven",
    cell: [16, 4],
    tags: ["ending"],
    text: [
      "Six sacks come up through the floor of a chandler's shop, smelling of pitch, and you sell them at the winter price. The seventh stays below. That was the bargain, and it is kept.",
      "The Salt Gate opens again within the week, on a new book with a new clerk: clean pages, one column, and nothing written down for M. at all. You remember that at Candlemas, when word comes up the coast about the mole.",
    ],
    branches: [],
  },
  {
    key: "end-crown",
    kind: "end",
    title: "Ending: The Proper Channel",
    cell: [19, 3],
    tags: ["ending"],
    text: [
      "Captain Dray gives you a receipt. It is the most correct document you have ever owned. Your salt goes through at one in ten, the King's tenth, to the grain.",
      "The Assessor is taken to Corvane before midwinter and answers everything she is asked. Nobody asks about the stone. The barges stop. All through January Hob Venn walks the mole and writes down each morning what has gone, and there is no one left to send it to.",
    ],
    enter: [set("toll_rate", 0.1)],
    branches: [],
  },
  {
    key: "end-high-water",
    kind: "end",
    title: "Ending: High Water",
    cell: [19, 4],
    tags: ["ending"],
    text: [
      "The third plank is rotten. She did say.",
      "The Watch fish you out at the sluice grate, with the book still dry inside your coat, and put you where they put people who come up that way: the Drowned Cells, so called for the line on the wall. It is above your head. Tonight's is only a neap, the turnkey says, not unkindly. It's tomorrow you'll want to be noticed by.",
    ],
    branches: [],
  },
]);
