import { randomBytes } from "node:crypto";
import { ID_BODY, ID_RANDOM_BYTES, idBody } from "#domain/id-body.ts";

/** Prefix of every kind of identifier the service hands out. */
export const ID_PREFIXES = {
  project: "prj",
  workspace: "wsp",
  user: "usr",
  key: "key",
  invitation: "inv",
  job: "job",
  event: "evt",
  audit: "aud",
  invoice: "ivc",
  ledger_transaction: "ltx",
  entity: "ent",
  entity_import: "imp",
  relationship: "rel",
  property_key: "pky",
  template: "tpl",
  variable: "var",
  quest: "qst",
  quest_stage: "stg",
  quest_objective: "obj",
  dialogue: "dlg",
  dialogue_node: "node",
  dialogue_group: "grp",
  dialogue_annotation: "ann",
  run: "run",
  checkpoint: "ckp",
  view: "view",
  share: "shr",
  reading: "rdg",
  comment: "cmt",
  image: "img",
  voice_line: "vln",
  branch: "br",
  condition: "cnd",
  effect: "ef",
  waiver: "wvr",
  npc: "npc",
  fact: "fact",
  predicate: "prd",
  link: "lnk",
  link_change: "lch",
  secret: "sec",
  suggestion: "sug",
  player_event_kind: "pek",
  player_events: "pev",
  webhook: "whk",
  delivery: "msg",
  demo_session: "demo",
  session: "ses",
  interrupt: "int",
  provider_key: "byok",
  context: "ctx",
  player: "ply",
  player_token: "plt",
  player_fact: "plf",
  conversation: "cnv",
  conversation_participant: "cpt",
  bible_entry: "bbe",
  bible_extraction: "bbx",
  canon_rule: "rule",
  canon_violation: "vio",
  canon_waiver: "cwv",
  act: "act",
  chapter: "chp",
  chapter_beat: "beat",
  passage: "psg",
  seed: "seed",
  idea: "idea",
  feedback_signal: "fbk",
  style_word: "stw",
} as const;

/**
 * A new identifier: prefix, underscore, 26 characters of lower-case Crockford base 32 (48 bits of milliseconds, then 80
 * random bits, the layout of a ULID), so that ids made later sort later.
 */
export function newId(prefix: string, now: number = Date.now()): string {
  return `${prefix}_${idBody(now, freshBytes())}`;
}

/** Random bytes for this many ids are asked for at once: each time costs a call of the system (65 ms in a batch of 1,000). */
const IDS_AHEAD = 256;

let ahead = new Uint8Array(0);
let taken = 0;

/** Random bytes that no other id has. */
function freshBytes(): Uint8Array {
  if (taken + ID_RANDOM_BYTES > ahead.length) {
    ahead = randomBytes(ID_RANDOM_BYTES * IDS_AHEAD);
    taken = 0;
  }
  taken += ID_RANDOM_BYTES;
  return ahead.subarray(taken - ID_RANDOM_BYTES, taken);
}

const BODY = new RegExp(`^${ID_BODY}$`);

/** Whether `value` is an identifier with this prefix: what request schemas accept as one (`idOf`), no more and no less. */
export function isId(prefix: string, value: string): boolean {
  return value.startsWith(`${prefix}_`) && BODY.test(value.slice(prefix.length + 1));
}
