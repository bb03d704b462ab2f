import { type ReactNode, useId } from "react";

interface TitledSectionProps {
  title: ReactNode;
  /** Level of the heading. */
  level?: 2 | 3;
  /** Look of the heading. */
  heading?: string;
  className?: string;
  children: ReactNode;
}

/** A part of a page that is named by its heading. */
export function TitledSection(props: TitledSectionProps) {
  const { title, level = 2, heading = "mb-2 font-semibold text-14", className, children } = props;
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} className={heading} dir="auto">
        {title}
      </Heading>
      {children}
    </section>
  );
}
