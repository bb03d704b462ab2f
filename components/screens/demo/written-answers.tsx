import { TitledSection } from "../../ui/titled-section.tsx";
import { MomentAnswer, type ReadAnswer } from "./moment-answer.tsx";

interface WrittenAnswersProps {
  moments: readonly { readonly name: string; readonly label: string }[];
  asked: readonly {
    readonly question: string;
    readonly answers: readonly ReadAnswer[];
  }[];
}

/** Questions with their answers at every moment, for a browser that runs no scripts. */
export function WrittenAnswers({ moments, asked }: WrittenAnswersProps) {
  return (
    <TitledSection title="Questions you can ask" heading="font-reading font-semibold text-20" className="mt-10">
      <p className="mt-1 text-13 text-ink-2">Turn on JavaScript to ask your own questions.</p>
      {asked.map(({ question, answers }) => (
        <details key={question} className="mt-3 border-line border-t pt-3">
          <summary className="w-fit cursor-pointer rounded-control font-medium">{question}</summary>
          {answers.map((answer) => (
            <section key={answer.moment} className="mt-4">
              <h3 className="mb-1.5 text-13 text-ink-3">{moments.find(({ name }) => name === answer.moment)?.label}</h3>
              <MomentAnswer answer={answer} />
            </section>
          ))}
        </details>
      ))}
    </TitledSection>
  );
}
