"use client";

import { OUTCOME_WORDS, type OutcomeCounts } from "../../ui/outcomes.tsx";
import { PageLink } from "../../ui/page-link.tsx";

/** Requests with a property in common, with their number by outcome. */
export interface RequestGroup extends OutcomeCounts {
  readonly id: string;
  readonly name: string;
  /** Address of the page about the group; null where there is none. */
  readonly href: string | null;
}

interface RequestTableProps {
  /** Name of a row's group: "Key". */
  what: string;
  label: string;
  groups: readonly RequestGroup[];
  total: OutcomeCounts;
}

const CELL = "py-1.5 ps-3 text-end first:ps-0 first:text-start";

/** Table of the requests by group and by outcome. */
export function RequestTable({ what, label, groups, total }: RequestTableProps) {
  const rest = total.requests - groups.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="numerals w-full text-13">
        <thead>
          <tr className="border-line border-b text-12 text-ink-3">
            <th scope="col" className={`${CELL} font-normal`}>
              {what}
            </th>
            <th scope="col" className={`${CELL} font-normal`}>
              Requests
            </th>
            {OUTCOME_WORDS.map(({ outcome, name, status }) => (
              <th key={outcome} scope="col" className={`${CELL} font-normal`}>
                {name} <span className="font-code text-11">{status}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.id} className="border-line border-b">
              <th scope="row" className={`${CELL} font-normal`} dir="auto">
                {group.href === null ? (
                  group.name
                ) : (
                  <PageLink href={group.href} className="link">
                    {group.name}
                  </PageLink>
                )}
              </th>
              <td className={`${CELL} font-medium`}>{group.requests.toLocaleString("en-GB")}</td>
              {OUTCOME_WORDS.map(({ outcome }) => (
                <td key={outcome} className={`${CELL} ${group[outcome] === 0 ? "text-ink-3" : ""}`}>
                  {group[outcome].toLocaleString("en-GB")}
                </td>
              ))}
            </tr>
          ))}
          {rest > 0 && (
            <tr className="border-line border-b text-ink-2">
              <th scope="row" className={`${CELL} font-normal`}>
                All others
              </th>
              <td className={CELL}>{rest.toLocaleString("en-GB")}</td>
              <td colSpan={OUTCOME_WORDS.length} />
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className={CELL}>
              Total
            </th>
            <td className={CELL}>{total.requests.toLocaleString("en-GB")}</td>
            {OUTCOME_WORDS.map(({ outcome }) => (
              <td key={outcome} className={CELL}>
                {total[outcome].toLocaleString("en-GB")}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
