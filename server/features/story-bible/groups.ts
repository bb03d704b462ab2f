import type { Proposal } from "#domain/bible/extract/propose.ts";
import type { Steps } from "#domain/steps.ts";
import { type ExtractionPart, MAX_EXTRACTED, MAX_EXTRACTED_BYTES } from "./extraction.ts";

/** Bytes of the key and the status of a part beside its proposal. */
const BESIDE = 100;

/** Proposals in groups that one extraction can have each, in their order; a proposal a step. */
export function* groupsOf(proposals: readonly Proposal[]): Steps<ExtractionPart[][]> {
  const groups: ExtractionPart[][] = [];
  let bytes = 0;
  for (const proposal of proposals) {
    const size = Buffer.byteLength(JSON.stringify(proposal)) + BESIDE;
    let group = groups.at(-1);
    if (group === undefined || group.length >= MAX_EXTRACTED || bytes + size > MAX_EXTRACTED_BYTES) {
      group = [];
      groups.push(group);
      bytes = 0;
    }
    bytes += size;
    const { evidence, ...fields } = proposal;
    group.push({ ...fields, id: `p${group.length + 1}`, status: "open", evidence: [...evidence] });
    yield;
  }
  return groups;
}
