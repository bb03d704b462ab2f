/** A moment of the demo's world that one can stand in. */
export interface Moment {
  readonly name: "before_the_flood" | "after_the_flood";
  readonly at_seq: number;
  readonly label: string;
}

/** Way in which somebody came to know a fact. */
export interface Knowing {
  readonly who: string;
  /** First sequence at which it is known. */
  readonly since: number;
  readonly from: string;
}

/** Fact of the demo's world between two sequences, and those who know it. */
export interface WorldFact {
  readonly id: string;
  /** The sequence that made it true. */
  readonly since: number;
  /** The sequence that ended it; null while it holds. */
  readonly until: number | null;
  /** The fact as the record has it. */
  readonly text: string;
  /** The fact as the clerk says it. */
  readonly said: string;
  /** Words by which it is asked for. */
  readonly topics: readonly string[];
  readonly knownBy: "everyone" | readonly Knowing[];
}

/** The two moments a visitor may ask about: the evening before the water came, and the week after. */
export const MOMENTS: readonly Moment[] = [
  { name: "before_the_flood", at_seq: 20, label: "Before the flood" },
  { name: "after_the_flood", at_seq: 40, label: "After the flood" },
];

/** Character that visitors talk to. */
export const CLERK = {
  id: "marrit_sole",
  name: "Marrit Sole",
  role: "Clerk of the harbour at Ostwick",
  greeting: "Mind the wet floor. Ask what you came to ask; I answer from the books, and from what I was told.",
} as const;

const MASTER = "dorn_vey";
const FERRYMAN = "osk_tolliver";
const clerk = (since: number, from: string): Knowing => ({ who: CLERK.id, since, from });

/** All there is to know in Ostwick. The flood is sequence 21. */
export const FACTS: readonly WorldFact[] = [
  {
    id: "clerk-of-ostwick",
    since: 1,
    until: null,
    text: "Marrit Sole has been clerk of the harbour at Ostwick for eleven years.",
    said: "I am Marrit Sole. I have kept the harbour's books for eleven years.",
    topics: ["who are you", "name", "yourself", "clerk", "work", "job"],
    knownBy: "everyone",
  },
  {
    id: "three-ships",
    since: 12,
    until: 21,
    text: "Three ships lie in the harbour: the Patience, the Grey Ada and the Corn Maiden.",
    said: "Three ships are tied up tonight: the Patience, the Grey Ada and the Corn Maiden.",
    topics: ["ship", "boat", "vessel", "harbour", "moored", "patience", "ada", "maiden"],
    knownBy: [clerk(12, "wrote it in the harbour book")],
  },
  {
    id: "two-ships",
    since: 24,
    until: null,
    text: "Two ships are left in the harbour; the Grey Ada stands on the causeway, upright, with her cargo dry.",
    said: "Two ships are left. The Grey Ada stands on the causeway, upright, cargo dry, looking as if she had been asked to wait there.",
    topics: ["ship", "boat", "vessel", "harbour", "moored", "patience", "ada", "maiden", "causeway", "damage"],
    knownBy: [clerk(24, "saw it in the morning")],
  },
  {
    id: "ledger-on-lower-shelf",
    since: 3,
    until: 21,
    text: "The toll ledger lies on the lower shelf of the weigh-house.",
    said: "The toll ledger lies on the lower shelf of the weigh-house, where I can reach it without standing.",
    topics: ["ledger", "book", "record", "shelf", "weigh house", "keep"],
    knownBy: [clerk(3, "put it there herself")],
  },
  {
    id: "ledger-drying",
    since: 25,
    until: null,
    text: "The toll ledger hangs over a net line in the chandler's loft, two years of it unreadable.",
    said: "The ledger hangs over a net line in the chandler's loft. Two years of it are porridge; I keep those in my head now.",
    topics: ["ledger", "book", "record", "shelf", "weigh house", "keep", "lost", "damage"],
    knownBy: [clerk(25, "hung it up herself")],
  },
  {
    id: "mooring-toll",
    since: 4,
    until: 27,
    text: "To moor costs two pence a plank and tide.",
    said: "Two pence a plank, for every tide you lie here, and I count the planks myself.",
    topics: ["toll", "cost", "price", "pay", "fee", "money", "tie up", "moor", "penny", "pence"],
    knownBy: "everyone",
  },
  {
    id: "toll-suspended",
    since: 27,
    until: null,
    text: "No mooring toll is taken until the breach in the sea wall is closed.",
    said: "Tying up costs nothing until the wall is closed. The council voted it, and I was the only one who asked how we would pay for the stone.",
    topics: ["toll", "cost", "price", "pay", "fee", "money", "tie up", "moor", "penny", "pence", "wall", "breach"],
    knownBy: "everyone",
  },
  {
    id: "two-sluice-keys",
    since: 5,
    until: 22,
    text: "The sluice has two keys: the harbourmaster wears one, the other hangs in the weigh-house.",
    said: "There are two keys to the sluice. Harbourmaster Vey wears one round his neck; the other hangs on the nail behind me.",
    topics: ["sluice", "key", "gate", "vey", "harbourmaster", "lock"],
    knownBy: [clerk(5, "has the second one on her nail")],
  },
  {
    id: "nail-is-empty",
    since: 22,
    until: null,
    text: "The second key of the sluice is gone from its nail in the weigh-house.",
    said: "The nail behind me is empty. Water does not lift a key off a nail and leave the nail.",
    topics: ["sluice", "key", "gate", "vey", "harbourmaster", "lock", "missing", "stolen"],
    knownBy: [clerk(23, "looked, the morning after")],
  },
  {
    id: "who-opened-the-sluice",
    since: 21,
    until: null,
    text: "Dorn Vey opened the sluice at slack water to save the upper town.",
    said: "",
    topics: [
      "sluice",
      "key",
      "gate",
      "vey",
      "harbourmaster",
      "opened",
      "open",
      "flood",
      "why",
      "cause",
      "blame",
      "fault",
      "happened",
    ],
    knownBy: [
      { who: MASTER, since: 21, from: "did it" },
      { who: FERRYMAN, since: 21, from: "saw it from the ferry" },
    ],
  },
  {
    id: "vey-owes-money",
    since: 9,
    until: null,
    text: "Dorn Vey owes the owners of the Grey Ada forty crowns.",
    said: "",
    topics: ["vey", "harbourmaster", "debt", "owe", "money", "ada", "crown"],
    knownBy: [{ who: MASTER, since: 9, from: "signed for it" }],
  },
  {
    id: "vey-is-master",
    since: 2,
    until: null,
    text: "Dorn Vey is harbourmaster of Ostwick.",
    said: "Dorn Vey is harbourmaster. He signs what I write, usually without reading it.",
    topics: ["vey", "harbourmaster", "master", "boss", "charge", "who"],
    knownBy: "everyone",
  },
  {
    id: "vey-is-away",
    since: 30,
    until: null,
    text: "Dorn Vey rode to Corvane on the third day and has not come back.",
    said: "Vey rode to Corvane on the third day, to ask for stone. He has not come back, and he took his coat.",
    topics: ["vey", "harbourmaster", "master", "corvane", "away", "where"],
    knownBy: [clerk(31, "was told by the stable boy")],
  },
  {
    id: "wall-is-sound",
    since: 7,
    until: 21,
    text: "The sea wall was inspected in spring and found sound.",
    said: "The wall was looked at in spring. Sound, it says, and it is my handwriting under somebody else's opinion.",
    topics: ["wall", "sea wall", "flood", "water", "safe", "danger", "tide", "storm"],
    knownBy: [clerk(7, "copied the report")],
  },
  {
    id: "crack-in-the-wall",
    since: 14,
    until: 21,
    text: "A crack has opened in the sea wall below the chapel.",
    said: "",
    topics: ["wall", "sea wall", "crack", "flood", "water", "safe", "danger", "chapel", "storm"],
    knownBy: [{ who: FERRYMAN, since: 14, from: "saw it at low water" }],
  },
  {
    id: "the-flood",
    since: 21,
    until: null,
    text: "On the ninth night of the month the sea came over the wall below the chapel, and stood in the lower town until morning.",
    said: "The sea came over the wall below the chapel, the ninth night, and stood in the lower town until morning. I was on this table with the lamp.",
    topics: ["flood", "water", "night", "happened", "wall", "chapel", "sea", "storm", "ninth"],
    knownBy: "everyone",
  },
  {
    id: "crack-was-known",
    since: 33,
    until: null,
    text: "Osk Tolliver had seen a crack in the sea wall weeks before the flood, and says so now.",
    said: "Osk says there was a crack below the chapel for weeks. He says it now. He told nobody who had a pen.",
    topics: ["wall", "sea wall", "crack", "chapel", "osk", "ferryman", "cause", "why", "known", "warning"],
    knownBy: [clerk(33, "was told by Osk the ferryman"), { who: FERRYMAN, since: 14, from: "saw it at low water" }],
  },
  {
    id: "ferry-runs",
    since: 6,
    until: 21,
    text: "Osk Tolliver's ferry crosses to the far bank at every slack water.",
    said: "Osk's ferry crosses at every slack water. He will tell you it is full. It is never full.",
    topics: ["ferry", "cross", "far bank", "bridge", "osk", "ferryman", "travel", "get", "over", "other side"],
    knownBy: "everyone",
  },
  {
    id: "ferry-is-carrying-stone",
    since: 28,
    until: null,
    text: "The ferry carries stone for the wall and takes passengers only after dark.",
    said: "The ferry carries stone by day. Passengers go after dark, and sit on what is left of the quarry.",
    topics: ["ferry", "cross", "far bank", "bridge", "osk", "ferryman", "travel", "get", "over", "other side", "stone"],
    knownBy: "everyone",
  },
  {
    id: "osk-on-the-water",
    since: 21,
    until: null,
    text: "Osk Tolliver was out on the water the night of the flood.",
    said: "Osk was out on the water that night. His lamp was the only one I could see, and it did not move for an hour.",
    topics: ["osk", "ferryman", "night", "quay", "lamp", "who", "out", "there", "seen", "saw", "flood"],
    knownBy: [clerk(21, "saw his lamp from the table")],
  },
  {
    id: "nobody-drowned",
    since: 23,
    until: null,
    text: "Nobody drowned in the flood; a mule was lost.",
    said: "Nobody drowned. We lost a mule, which is being spoken of as if it had held office.",
    topics: ["drown", "die", "dead", "death", "hurt", "people", "lost", "mule", "flood", "safe"],
    knownBy: "everyone",
  },
  {
    id: "corn-due",
    since: 15,
    until: 24,
    text: "The Corn Maiden carries seed corn that is due upriver on the tenth.",
    said: "The Corn Maiden has seed corn for upriver, due on the tenth. They are already complaining, which is how I know they will be late.",
    topics: ["cargo", "corn", "maiden", "seed", "carry", "goods", "trade", "due"],
    knownBy: [clerk(15, "wrote it in the harbour book")],
  },
  {
    id: "corn-sprouted",
    since: 29,
    until: null,
    text: "The seed corn of the Corn Maiden got wet and has sprouted in the hold.",
    said: "The seed corn sprouted in the hold. We have the only ship on this coast that wants weeding.",
    topics: ["cargo", "corn", "maiden", "seed", "carry", "goods", "trade", "damage"],
    knownBy: [clerk(29, "looked into the hold")],
  },
];

/** Questions that lead somewhere, for whoever does not know what to ask. */
export const SUGGESTIONS: readonly string[] = [
  "What ships are in the harbour?",
  "Where is the toll ledger?",
  "Who has the keys to the sluice?",
  "What does it cost to tie up here?",
  "Is the sea wall safe?",
  "Who was out on the water that night?",
];
