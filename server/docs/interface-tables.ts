import { z } from "zod";
import { addToList } from "#domain/add-to-list.ts";
import { PLANS, type Plan } from "../features/access/plans.ts";
import { DEMO_MESSAGES, DEMO_VISITS } from "../features/demo/limits.ts";
import { MAX_PROPERTIES_BYTES } from "../features/entities/entity-state.ts";
import { pageQuery } from "../kernel/page.ts";
import { DEFAULT_MAX_DEPTH } from "../kernel/validation/json-values.ts";
import { MAX_PARTS } from "../operation/batch.ts";
import { STREAMS_PER_CALLER, STREAMS_PER_WORKSPACE } from "../operation/streams.ts";
import { listOperations, type NamedOperation } from "../operations.ts";
import { PAGE_BYTES } from "../record/list/page-bytes.ts";

/** Replaces the made parts of `docs/interface.md` by what the registry, the plans and the limits say today. */
export function withMadeTables(page: string): string {
  return page.replace(
    /(<!-- made: (limits|operations) -->\n).*?(<!-- \/made -->)/gs,
    (_, start: string, name: "limits" | "operations", end: string) => `${start}${TABLES[name]()}\n${end}`,
  );
}

const TABLES = { limits: limitTables, operations: operationTable };

function limitTables(): string {
  const { minimum, maximum, default: usual } = z.toJSONSchema(pageQuery.limit, { io: "input" });
  const bodies = new Map<number, string[]>();
  for (const { area, name, operation } of listOperations()) {
    const { body, bodyLimit } = operation;
    if (body !== undefined) addToList(bodies, bodyLimit, `\`${area}.${name}\``);
  }
  const [[ordinary] = [0], ...special] = [...bodies].sort(([, a], [, b]) => b.length - a.length);
  const plans: Plan[] = Object.values(PLANS);
  return [
    table(
      ["limit", "value"],
      [
        ["rows of a page", `${minimum} to ${maximum}, ${usual} by default`],
        ["bytes of a page's rows", size(PAGE_BYTES)],
        ["a body", size(ordinary)],
        ...special.map(([bytes, names]) => [`a body of ${names.join(", ")}`, size(bytes)]),
        ["depth of a body's JSON", DEFAULT_MAX_DEPTH],
        ["parts of a batch", MAX_PARTS],
        ["`properties` of an entity", size(MAX_PROPERTIES_BYTES)],
        ["open streams of a caller", STREAMS_PER_CALLER],
        ["open streams of a workspace", STREAMS_PER_WORKSPACE],
        ["questions of a demo conversation", DEMO_MESSAGES],
        [`demo requests of an address in ${DEMO_VISITS.windowSeconds / 60} minutes`, DEMO_VISITS.requests],
      ],
    ),
    table(
      [
        "plan",
        "requests of keys",
        "of a person",
        "projects",
        "members",
        "webhooks",
        "units a month",
        "files",
        "days of logs",
        "of player events",
      ],
      plans.map((plan) =>
        [
          plan.title,
          plan.requestsPerMinute,
          plan.sessionRequestsPerMinute,
          plan.projects,
          plan.members,
          plan.webhooks,
          plan.generationUnits,
          plan.fileBytes === null ? null : size(plan.fileBytes),
          plan.logRetentionDays,
          plan.playerEventDays,
        ].map((value) => value ?? "any"),
      ),
    ),
  ].join("\n\n");
}

function operationTable(): string {
  const areas = new Map<string, NamedOperation[]>();
  for (const named of listOperations()) addToList(areas, named.area, named);
  return table(
    ["area", "begins with", "operations", "scopes"],
    [...areas].map(([area, named]) => {
      const start = sharedStart(named.map(({ operation }) => operation.path.split("/")));
      const methods = new Map<string, string[]>();
      for (const { operation } of named) {
        const rest = operation.path.slice(start.length);
        addToList(methods, rest, operation.method);
      }
      return [
        area,
        `\`${start}\``,
        [...methods].map(([rest, of]) => `\`${[of.join(" "), rest].join(" ").trim()}\``).join("<br>"),
        [...new Set(named.map(({ operation }) => operation.scope ?? "none"))].join(", "),
      ];
    }),
  );
}

function sharedStart([first = [], ...others]: string[][]): string {
  const differs = first.findIndex((segment, at) => others.some((other) => other[at] !== segment));
  return (differs === -1 ? first : first.slice(0, differs)).join("/");
}

const UNITS = [
  ["GiB", 1_073_741_824],
  ["MiB", 1_048_576],
] as const;

function size(bytes: number): string {
  const [name, unit] = UNITS.find(([, each]) => bytes % each === 0) ?? (["KiB", 1_024] as const);
  return `${bytes / unit} ${name}`;
}

function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell)).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
