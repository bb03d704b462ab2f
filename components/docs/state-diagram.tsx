import type { StateDiagram } from "#server/operation/ordinary/states.ts";

/** Size of a state and the room between two, in CSS pixels. */
const BOX = { width: 112, height: 30, gap: 96 };
/** Height of an arc over one state, and what each further state adds. */
const ARC = { first: 30, more: 22 };
const MARGIN = 16;

/** An arrow between two states, with the operations that go along it. */
interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
}

/** Draws states in a row: arrows to later ones above, to earlier ones below. The same is listed beneath in words. */
export function StateDiagramFigure({ diagram }: { diagram: StateDiagram }) {
  const { states, transitions } = diagram;
  const arrows = arrowsOf(diagram);
  const span = Math.max(1, ...arrows.map(({ from, to }) => Math.abs(to - from)));
  const arc = ARC.first + (span - 1) * ARC.more + MARGIN;
  const width = states.length * (BOX.width + BOX.gap) - BOX.gap + 2;
  const height = BOX.height + 2 * arc;
  return (
    <figure className="mt-3 overflow-x-auto">
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="text-12">
        {arrows.map((arrow) => (
          <ArrowLine key={`${arrow.from} ${arrow.to}`} arrow={arrow} middle={height / 2} />
        ))}
        {states.map((state, at) => (
          <g key={state}>
            <rect
              x={centre(at) - BOX.width / 2}
              y={height / 2 - BOX.height / 2}
              width={BOX.width}
              height={BOX.height}
              rx={6}
              className="fill-panel stroke-line-strong"
            />
            <text x={centre(at)} y={height / 2 + 4} textAnchor="middle" className="fill-ink font-code">
              {state}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <ul className="mt-2 text-13">
          {transitions.map(({ name, from, to }) => (
            <li key={name}>
              <code>{name}</code>: from {from.join(" or ")} to {to}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function ArrowLine({ arrow: { from, to, names }, middle }: { arrow: Arrow; middle: number }) {
  const isForward = to > from;
  const side = isForward ? -1 : 1;
  const depth = ARC.first + (Math.abs(to - from) - 1) * ARC.more;
  const edge = middle + (side * BOX.height) / 2;
  const [start, end] = [centre(from) - side * 20, centre(to) + side * 20];
  const tip = edge + side * 2;
  const peak = edge + side * depth;
  return (
    <g>
      <path d={`M${start} ${edge}C${start} ${peak} ${end} ${peak} ${end} ${tip}`} className="fill-none stroke-ink-3" />
      <path
        d={`M${end - 4} ${tip + side * 6}L${end} ${tip}L${end + 4} ${tip + side * 6}`}
        className="fill-none stroke-ink-3"
      />
      <text
        x={(start + end) / 2}
        y={edge + side * depth * 0.75 + (isForward ? -6 : 14)}
        textAnchor="middle"
        className="fill-ink-2 font-code"
      >
        {names.join(", ")}
      </text>
    </g>
  );
}

/** Arrows of a diagram: one for all operations that lead from a state to another. */
function arrowsOf({ states, transitions }: StateDiagram): Arrow[] {
  const all = transitions.flatMap(({ name, from, to }) =>
    from.map((state) => ({ from: states.indexOf(state), to: states.indexOf(to), name })),
  );
  return [...Map.groupBy(all, ({ from, to }) => `${from} ${to}`).values()].flatMap((alike) => {
    const [first] = alike;
    return first === undefined ? [] : [{ from: first.from, to: first.to, names: alike.map(({ name }) => name) }];
  });
}

/** Middle of a state in the row. */
function centre(at: number): number {
  return 1 + BOX.width / 2 + at * (BOX.width + BOX.gap);
}
