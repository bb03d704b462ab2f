interface SparkBarsProps {
  /** Values of the bars, in order. */
  values: readonly number[];
  /** Description of the bars in words: they are a picture of it. */
  label: string;
}

const WIDTH = 72;
const HEIGHT = 18;
const GAP = 1;

/** Draws a few numbers as bars, scaled to the largest of them. */
export function SparkBars({ values, label }: SparkBarsProps) {
  const most = Math.max(...values, 1);
  const step = WIDTH / Math.max(values.length, 1);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" />
      {values.map((value, at) => {
        const height = value === 0 ? 0 : Math.max(2, Math.round((value / most) * (HEIGHT - 1)));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={at}
            x={at * step}
            y={HEIGHT - height}
            width={Math.max(step - GAP, 1)}
            height={height}
            className="fill-accent"
          />
        );
      })}
    </svg>
  );
}
