import type { SampleRelationship } from "./world.ts";

function relation(
  source_external_id: string,
  type: string,
  target_external_id: string,
  properties: SampleRelationship["properties"] = {},
): SampleRelationship {
  return { type, source_external_id, target_external_id, properties };
}

const WHEREABOUTS: SampleRelationship[] = [
  relation("char-odo-pell", "located_in", "weigh-room", { since: "thirty-one years", usually: true }),
  relation("char-merryn-carrow", "located_in", "salt-gate", { since: "dusk", usually: false }),
  relation("char-wenna-hask", "located_in", "lame-heron", { hours: "after the lamp", usually: true }),
  relation("char-ysolt-crane", "located_in", "toll-loft", { hours: "all of them", usually: true }),
  relation("char-perran-loy", "located_in", "bell-chapel", { since: "Tuesday", usually: false }),
  relation("char-sib", "located_in", "sibs-landing", { usually: true }),
  relation("char-isbel-dray", "located_in", "cutter-patience", { usually: true }),
  relation("char-maud-kittow", "located_in", "boiling-house", { usually: true }),
  relation("char-sister-lowen", "located_in", "bell-chapel", { since: "twenty-six years", usually: true }),
  relation("char-hob-venn", "located_in", "lamp-house", { usually: true }),
  relation("char-corvin-ames", "located_in", "court-of-measures", { hours: "until dinner", usually: true }),
  relation("char-joris-hask", "located_in", "hask-chandlery", { where: "the window", usually: true }),
  relation("item-toll-ledger", "located_in", "brine-vault", { container: "a salt cask, first on the left" }),
  relation("item-gate-key", "located_in", "weigh-room", { container: "a nail" }),
];

const ALLEGIANCES: SampleRelationship[] = [
  relation("char-odo-pell", "serves", "faction-salt-office", { rank: "gatekeeper", willing: true }),
  relation("char-perran-loy", "serves", "char-ysolt-crane", { rank: "clerk", willing: false }),
  relation("char-ysolt-crane", "serves", "faction-salt-office", { rank: "assessor", letters_unanswered: 11 }),
  relation("char-corvin-ames", "serves", "faction-salt-office", { rank: "magistrate", willing: true }),
  relation("char-isbel-dray", "serves", "faction-harbour-watch", { rank: "captain", sealed_orders: true }),
  relation("char-hob-venn", "serves", "faction-harbour-watch", { rank: "lamp-keeper", willing: true }),
  relation("char-wenna-hask", "leads", "faction-night-tide", { openly: false }),
  relation("char-maud-kittow", "leads", "faction-free-rakers", { openly: true }),
  relation("char-sister-lowen", "leads", "faction-bell-chapel", { openly: true, members: 3 }),
  relation("faction-salt-office", "rules", "thole", { by: "charter", contested: false }),
  relation("faction-free-rakers", "rules", "pannock", { by: "custom", contested: true }),
  relation("faction-night-tide", "rules", "underquay", { by: "nobody looking", contested: true }),
  relation("faction-harbour-watch", "rules", "skerry-ward", { by: "charter", contested: false }),
];

const DEBTS: SampleRelationship[] = [
  relation("char-merryn-carrow", "owes", "char-maud-kittow", { silver: 9, due: "Candlemas" }),
  relation("char-wenna-hask", "owes", "char-perran-loy", { silver: 3, for: "a drowning not performed" }),
  relation("char-odo-pell", "owes", "char-sib", { silver: 0, for: "silence", kept: true }),
  relation("faction-salt-office", "owes", "the-mole", { silver: 4200, acknowledged: false }),
  relation("char-corvin-ames", "owes", "char-hob-venn", { silver: 0, for: "an answer" }),
];

const TIES: SampleRelationship[] = [
  relation("char-elowen-pell", "married_to", "char-odo-pell", { years: 30, ended: "Lammas" }),
  relation("char-wenna-hask", "child_of", "char-joris-hask"),
  relation("char-davy-hask", "child_of", "char-joris-hask"),
  relation("char-wenna-hask", "mourns", "char-davy-hask", { winters: 2, aloud: false }),
  relation("char-odo-pell", "mourns", "char-elowen-pell", { aloud: false }),
  relation("char-wenna-hask", "blames", "char-corvin-ames", { justly: false, because: "the letter M" }),
  relation("char-odo-pell", "trusts", "char-perran-loy", { strength: 0.9 }),
  relation("char-perran-loy", "trusts", "char-odo-pell", { strength: 0.7 }),
  relation("char-perran-loy", "hides_from", "char-odo-pell", { reason: "shame" }),
  relation("char-perran-loy", "hides_from", "faction-harbour-watch", { reason: "rope" }),
  relation("char-sister-lowen", "shelters", "char-perran-loy", { asked_why: false }),
  relation("char-merryn-carrow", "knows", "char-wenna-hask", { how: "by her knots", strength: 0.2 }),
  relation("char-merryn-carrow", "knows", "char-odo-pell", { how: "eleven winters of tolls", strength: 0.4 }),
  relation("char-sib", "knows", "char-odo-pell", { how: "she watched him hold a notice upside down", secret: true }),
  relation("char-hob-venn", "knows", "char-davy-hask", { how: "the dog", strength: 1 }),
  relation("char-isbel-dray", "investigates", "char-ysolt-crane", { since: "October", openly: false }),
];

const HOLDINGS: SampleRelationship[] = [
  relation("char-odo-pell", "owns", "item-knotted-cord"),
  relation("char-wenna-hask", "holds", "item-toll-ledger", { rightfully: false }),
  relation("char-isbel-dray", "holds", "item-sealed-orders", { rightfully: true }),
  relation("item-toll-ledger", "proves", "quest-missing-ledger", { how: "read both columns" }),
  relation("item-knotted-cord", "proves", "quest-missing-ledger", { how: "it agrees with them" }),
  relation("quest-missing-ledger", "begins_at", "salt-gate"),
  relation("quest-winter-salt", "begins_at", "white-pans"),
  relation("brine-vault", "lies_under", "the-mole", { wall: "seaward" }),
  relation("sluice-door", "leads_to", "brine-vault", { planks: 4, rotten: 3 }),
];

/** How the people, powers, places and things of the sample world stand to each other. */
export const saltGateRelationships: readonly SampleRelationship[] = [
  ...WHEREABOUTS,
  ...ALLEGIANCES,
  ...DEBTS,
  ...TIES,
  ...HOLDINGS,
];
