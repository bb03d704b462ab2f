import type { ExceededLimit } from "./billing-queries.ts";
import { sayBytes } from "./say-bytes.ts";

const WHAT: Readonly<Record<ExceededLimit["what"], string>> = {
  projects: "projects",
  members: "members and invitations",
  webhooks: "webhooks",
  file_bytes: "of files",
};

/** Lists what the workspace has more of than a plan allows, with the consequence for each. */
export function ExceedsList({ plan, exceeds }: { plan: string; exceeds: readonly ExceededLimit[] }) {
  if (exceeds.length === 0) return null;
  return (
    <div className="text-13">
      <p>
        {plan} allows less than you have. Nothing is deleted, but you cannot add more until you are below the limit:
      </p>
      <ul className="mt-1 list-disc ps-5">
        {exceeds.map(({ what, limit, used }) => {
          const say = what === "file_bytes" ? sayBytes : (count: number) => count.toLocaleString("en-GB");
          return (
            <li key={what} className="numerals">
              {say(used)} {WHAT[what]}, {say(limit)} allowed
            </li>
          );
        })}
      </ul>
    </div>
  );
}
