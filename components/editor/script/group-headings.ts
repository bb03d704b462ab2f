/** A heading above a section of the script: which group begins there; null where what follows is in none. */
export interface GroupHeading {
  readonly groupId: string | null;
  /** Whether the group was read before, so that its heading goes on and does not begin. */
  readonly isAgain: boolean;
}

/**
 * The headings of a script by the section they stand above: one wherever the group of a section is another than that of the section
 * before it. A script that begins outside of all groups begins without a heading, and so does each part that `partsAt` begins.
 */
export function groupHeadings(
  ids: readonly string[],
  memberships: ReadonlyMap<string, string>,
  partsAt: readonly number[] = [],
): ReadonlyMap<string, GroupHeading> {
  const headings = new Map<string, GroupHeading>();
  const read = new Set<string>();
  let current: string | null = null;
  for (const [at, id] of ids.entries()) {
    if (partsAt.includes(at)) current = null;
    const groupId = memberships.get(id) ?? null;
    if (groupId !== current) headings.set(id, { groupId, isAgain: groupId !== null && read.has(groupId) });
    if (groupId !== null) read.add(groupId);
    current = groupId;
  }
  return headings;
}
