import { useState } from "react";
import type { ShownMessage } from "#server/features/demo/public.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { MomentAnswer } from "./moment-answer.tsx";

type Moment = ShownMessage["answers"][number]["moment"];

interface ExchangeProps {
  message: ShownMessage;
  moments: readonly { readonly name: Moment; readonly label: string }[];
  /** The moment that the last answer was read at. */
  begunAt: Moment;
  onMoment: (moment: Moment) => void;
}

/** A question, and its answer before the flood or after it. */
export function Exchange({ message, moments, begunAt, onMoment }: ExchangeProps) {
  const [moment, setMoment] = useState(begunAt);
  const answer = message.answers.find((each) => each.moment === moment);
  return (
    <li className="border-line border-t py-6">
      <h3 className="font-medium">{message.text}</h3>
      <div className="mt-3">
        <SegmentedControl
          label={`When she is asked: ${message.text}`}
          value={moment}
          onChange={(chosen) => {
            setMoment(chosen);
            onMoment(chosen);
          }}
          options={moments.map(({ name, label }) => ({ value: name, label }))}
        />
      </div>
      <div className="mt-4" aria-live="polite">
        {answer !== undefined && <MomentAnswer answer={answer} />}
      </div>
    </li>
  );
}
