import type { SampleEntity } from "./world.ts";

interface CharacterDetails {
  role: string;
  age: number | null;
  status: "alive" | "dead" | "missing";
  faction: string | null;
  /** How they talk, for whoever writes their next line. */
  voice: { tone: string; habits: string[]; never: string };
  wants: string;
  secret: string;
  tags: string[];
  description: string;
}

function character(external_id: string, name: string, details: CharacterDetails): SampleEntity {
  const { voice, ...rest } = details;
  return { external_id, type: "character", name, properties: { ...rest, voice: { ...voice } } };
}

/** Everyone who speaks in the dialogues, and those they speak about. */
export const saltGateCharacters: readonly SampleEntity[] = [
  character("char-odo-pell", "Odo Pell", {
    role: "gatekeeper",
    age: 61,
    status: "alive",
    faction: "faction-salt-office",
    voice: {
      tone: "Slow, exact, dry. Speaks as if each word were going on the scale.",
      habits: ["counts what he sees", "ends on a noun", "answers the question before last"],
      never: "Never asks a question he needs answered in writing.",
    },
    wants: "To leave the gate with nothing owing on either side of it.",
    secret: "He cannot read. His wife kept the book; since she died, his clerk reads it back to him each morning.",
    tags: ["gate", "speaker", "witness"],
    description:
      "Thirty-one years under the same arch. Has never been a grain out, and has never been able to prove it.",
  }),
  character("char-merryn-carrow", "Merryn Carrow", {
    role: "carter (the player)",
    age: 34,
    status: "alive",
    faction: "faction-free-rakers",
    voice: {
      tone: "Plain and tired, with an edge kept for officials.",
      habits: ["reckons in sacks", "learned to read at twenty and is still pleased about it"],
      never: "Never signs what cannot be read.",
    },
    wants: "Seven sacks sold before the causeway closes for the winter.",
    secret: "Two of the seven belong to a neighbour who does not know they have left Pannock.",
    tags: ["player", "pannock"],
    description: "Carries Pannock's winter to market, a mule at a time.",
  }),
  character("char-wenna-hask", "Wenna Hask", {
    role: "chandler and smuggler",
    age: 38,
    status: "alive",
    faction: "faction-night-tide",
    voice: {
      tone: "Quick, amused, prices everything including the amusement.",
      habits: ["works with her hands while she talks", "lowers the lamp and not the voice"],
      never: "Never says her brother's name first.",
    },
    wants: "Somebody to answer for the night the mole broke.",
    secret: "She was paid to drown the ledger and kept it instead, because she means to ruin the wrong man with it.",
    tags: ["speaker", "smuggler", "ropewalk"],
    description: "The better half of Hask & Daughter, and the only one who knows where the cellar goes.",
  }),
  character("char-ysolt-crane", "Ysolt Crane", {
    role: "assessor of the Salt Office",
    age: 47,
    status: "alive",
    faction: "faction-salt-office",
    voice: {
      tone: "Courteous, complete sentences, perfectly audible and never raised.",
      habits: ["introduces herself to people who know her", "uses the passive voice for other people's failures only"],
      never: "Never says sorry; says what it cost.",
    },
    wants: "One more summer of stone on the south face of the mole.",
    secret: "She doubled the toll without authority and spent all of it on the sea wall.",
    tags: ["speaker", "official", "terrace"],
    description: "Sent to Thole for two years, six years ago. Writes to Corvane. Has stopped expecting the post.",
  }),
  character("char-perran-loy", "Perran Loy", {
    role: "toll clerk",
    age: 19,
    status: "missing",
    faction: "faction-salt-office",
    voice: {
      tone: "Apologises ahead of the sentence, then is unexpectedly precise.",
      habits: ["explains too much", "looks at his hands", "compares himself to plumbing"],
      never: "Never speaks badly of Pell.",
    },
    wants: "To be told that writing a thing down is not the same as doing it.",
    secret: "Both columns are in his hand, and so are Pell's initials.",
    tags: ["speaker", "clerk", "hiding"],
    description: "Walked out of the toll loft on Tuesday night with a book under his coat and went uphill.",
  }),
  character("char-sib", "Sib", {
    role: "errand child",
    age: 9,
    status: "alive",
    faction: null,
    voice: {
      tone: "A tradesman of forty.",
      habits: ["numbers her offers", "states the free option first and makes it sound worst"],
      never: "Never gives anything away twice.",
    },
    wants: "A door of her own with a price list on it.",
    secret: "She can read. She taught herself from the Court's sign and charges nobody for it.",
    tags: ["speaker", "stairs", "informant"],
    description: "Sells directions on the Hundred Stairs, including to people who are not lost.",
  }),
  character("char-isbel-dray", "Captain Isbel Dray", {
    role: "captain of the excise cutter",
    age: 44,
    status: "alive",
    faction: "faction-harbour-watch",
    voice: {
      tone: "Level, incurious, exact about times.",
      habits: ["reads things once", "turns her cup over when a subject is finished"],
      never: "Never gives an order she would have to explain.",
    },
    wants: "Orders that she could obey with her eyes open.",
    secret: "Her sealed orders say: find out what the Assessor is building.",
    tags: ["speaker", "officer", "excise"],
    description: "Has been moored behind the new stone since October and has begun to look at it.",
  }),
  character("char-maud-kittow", "Maud Kittow", {
    role: "head raker of Pannock",
    age: 55,
    status: "alive",
    faction: "faction-free-rakers",
    voice: {
      tone: "Loud, fair, impossible to hurry.",
      habits: ["does sums aloud", "asks what a thing costs when everyone else is asking whose fault it is"],
      never: "Never thanks an official for the law.",
    },
    wants: "A winter in which nobody in Pannock eats seed barley.",
    secret: "She has already eaten hers.",
    tags: ["pannock", "leader"],
    description: "Speaks for sixty families from the third step of a ladder.",
  }),
  character("char-sister-lowen", "Sister Lowen", {
    role: "bell-keeper",
    age: 70,
    status: "alive",
    faction: "faction-bell-chapel",
    voice: {
      tone: "Practical about holy things.",
      habits: ["calls piety maintenance", "asks exactly two questions"],
      never: "Never says that anyone must stay.",
    },
    wants: "Someone to learn the rope before her shoulder goes.",
    secret: "The chapel's right of sanctuary lapsed forty years ago. Nobody has checked, and she has not mentioned it.",
    tags: ["speaker", "chapel", "bell"],
    description: "Rings the depth of the stair, nine strokes to none, every tide for twenty-six years.",
  }),
  character("char-hob-venn", "Hob Venn", {
    role: "lamp-keeper",
    age: 66,
    status: "alive",
    faction: "faction-harbour-watch",
    voice: {
      tone: "Reports rather than talks.",
      habits: ["shows you the injury", "quotes officials in full, which is never long"],
      never: "Never guesses.",
    },
    wants: "To hand his notebooks to someone who will open them.",
    secret: "He measured the crack for a year before it went, and sent the figures to the Magistrate, who lost them.",
    tags: ["speaker", "mole", "witness"],
    description: "Walks the mole every morning and writes down what has gone.",
  }),
  character("char-corvin-ames", "Corvin Ames", {
    role: "magistrate of the Court of Measures",
    age: 58,
    status: "alive",
    faction: "faction-salt-office",
    voice: {
      tone: "Genial, rounded, slightly behind the conversation.",
      habits: ["agrees with the last speaker", "tells you what time his dinner is"],
      never: "Never finishes reading a petition.",
    },
    wants: "For it to have been nobody's fault.",
    secret: "He lost the lamp-keeper's figures in a chair and found them after the funerals.",
    tags: ["official", "law", "terrace"],
    description: "The face Wenna Hask has picked out. Guilty of less than she thinks, and of worse than he does.",
  }),
  character("char-joris-hask", "Joris Hask", {
    role: "chandler, retired",
    age: 72,
    status: "alive",
    faction: "faction-night-tide",
    voice: {
      tone: "Sunny, circling.",
      habits: ["takes strangers for his son", "remembers every plank of the Underquay"],
      never: "Never remembers that the sign was repainted, and is surprised each time.",
    },
    wants: "To know when Davy is back.",
    secret: "He dug the passage from the shop to the vault, by himself, over eleven years.",
    tags: ["ropewalk", "smuggler"],
    description: "Half of Hask & Daughter. Sits in the window in case of ships.",
  }),
  character("char-davy-hask", "Davy Hask", {
    role: "mason's mate",
    age: null,
    status: "dead",
    faction: null,
    voice: { tone: "Heard only in what others leave out.", habits: [], never: "Does not appear." },
    wants: "To be home by nine; he had said so.",
    secret: "He went back along the mole for the lamp-keeper's dog. The dog lived.",
    tags: ["mole", "the-seven"],
    description:
      "One of the seven lost when the mole broke. His name on the chapel wall is scratched deeper than the rest.",
  }),
  character("char-elowen-pell", "Elowen Pell", {
    role: "keeper of the gate book",
    age: null,
    status: "dead",
    faction: null,
    voice: { tone: "Thirty years of it, all in the ledgers, all legible.", habits: [], never: "Does not appear." },
    wants: "For Odo not to be found out.",
    secret: "She tried to teach him, one winter, and they agreed to say that it had not been a success.",
    tags: ["gate", "ledger"],
    description: "Wrote while her husband weighed. The cleanest hand in the county.",
  }),
];

function thing(
  type: "faction" | "item" | "quest",
  external_id: string,
  name: string,
  properties: SampleEntity["properties"],
): SampleEntity {
  return { external_id, type, name, properties };
}

/** The powers that places and people belong to. */
export const saltGateFactions: readonly SampleEntity[] = [
  thing("faction", "faction-salt-office", "The Salt Office", {
    standing: "lawful",
    reach: 4,
    creed: "What is written down has happened.",
    tags: ["crown", "tax"],
  }),
  thing("faction", "faction-free-rakers", "The Free Rakers of Pannock", {
    standing: "tolerated",
    reach: 2,
    creed: "Sea for all, pan for the family, fire for the village.",
    tags: ["salt", "labour"],
  }),
  thing("faction", "faction-night-tide", "The Night Tide", {
    standing: "unlawful",
    reach: 2,
    creed: "The sea was never asked.",
    tags: ["smuggling", "ropewalk"],
  }),
  thing("faction", "faction-bell-chapel", "The Chapel of the Low Bell", {
    standing: "lawful",
    reach: 1,
    creed: "Ring what is so.",
    tags: ["faith", "sanctuary"],
  }),
  thing("faction", "faction-harbour-watch", "The Harbour Watch", {
    standing: "lawful",
    reach: 3,
    creed: "Nothing comes in unlooked-at.",
    tags: ["law", "sea"],
  }),
];

/** What changes hands. */
export const saltGateItems: readonly SampleEntity[] = [
  thing("item", "item-toll-ledger", "The Toll Ledger", {
    weight_stone: 0.4,
    tags: ["evidence", "book"],
    description:
      "Two columns. The first is the King's tenth. The second is the same again, against a single letter: M. Last seen with a stone tied to it, in a bow.",
  }),
  thing("item", "item-knotted-cord", "Pell's Cord", {
    weight_stone: 0.2,
    tags: ["evidence", "memory"],
    description: "Eighty yards of tarred line. A knot for a sack, a double for every stone kept back.",
  }),
  thing("item", "item-gate-key", "The Key on the Nail", {
    weight_stone: 0.1,
    tags: ["key", "open-secret"],
    description: "The spare key of the toll loft. Kept by the door, for emergencies, where everyone knows about it.",
  }),
  thing("item", "item-sealed-orders", "Captain Dray's Orders", {
    weight_stone: 0,
    tags: ["letter", "crown"],
    description: "Four lines, two signatures, no stamp. Opened at sea in October and read once.",
  }),
];

/** What the project's stories are about, for filters and links. */
export const saltGateQuests: readonly SampleEntity[] = [
  thing("quest", "quest-missing-ledger", "The Missing Ledger", {
    stage: "open",
    tags: ["main"],
    description: "Find the gate book before high water, and decide whose it is.",
  }),
  thing("quest", "quest-winter-salt", "Seven Sacks Before Winter", {
    stage: "open",
    tags: ["main", "pannock"],
    description: "Get Pannock's salt through the gate at a price Pannock can eat on.",
  }),
];

/** Every entity of the sample world that is not a place. */
export const saltGateCast: readonly SampleEntity[] = [
  ...saltGateFactions,
  ...saltGateCharacters,
  ...saltGateItems,
  ...saltGateQuests,
];
